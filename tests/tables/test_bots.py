"""Bots on chairs: who puts them there, what they answer, and how a person gets his chair back."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from minibridge import engine
from minibridge.engine import Seat
from tables import presence
from tables.bot_driver import bot_turns, decide_by_rules, seed_of, submit
from tables.frame import Shown, frame
from tables.models import Action, BoardRecord, RecordPlayer, Seating, Table
from tables.presence import absent_seats, presence_of
from tables.regions import Person
from tables.scene import viewer_of
from tables.scene_reading import scene_now, scenes_forget
from tables.seen import view_of
from tables.services import bots, matches, tables
from tables.services.play import Submission, bot_action_submit

from .bot_play import act_once, bots_act
from .cast import BALANCED_DEAL, WORKED_DEAL, WORKED_PLAY, Room, browser, guest, refused, room_of


@pytest.fixture
def one(south: User) -> Room:
    """South is alone at his table."""
    return room_of({Seat.S: south})


def with_bots(room: Room, level: str = "medium") -> Room:
    bots.bots_seat_everywhere(table_id=room.table.id, host_id=room.table.host_id, level=level)
    return room


def chosen(room: Room, seat: Seat) -> str:
    chair = room.scene.chairs[seat]
    return chair.bot if chair is not None else "free"


# --- who puts them there ---------------------------------------------------------------------------


def test_the_host_puts_bots_on_free_chairs_and_changes_their_level(one: Room) -> None:
    table_id, host = one.table.id, one.table.host_id
    bots.bot_seat(table_id=table_id, host_id=host, seat=Seat.N, level="easy")
    assert [chosen(one, seat) for seat in engine.SEATS] == ["easy", "free", "", "free"]
    bots.bots_seat_everywhere(table_id=table_id, host_id=host, level="hard")
    assert [chosen(one, seat) for seat in engine.SEATS] == ["hard", "hard", "", "hard"]
    bots.bot_seat(table_id=table_id, host_id=host, seat=Seat.N, level="expert")
    assert chosen(one, Seat.N) == "expert"
    assert one.scene.is_full and one.scene.people == {Seat.S}
    tables.seat_remove(table_id=table_id, host_id=host, seat=Seat.N)
    assert chosen(one, Seat.N) == "free"


def test_nobody_else_and_nowhere_else(one: Room) -> None:
    table_id, host, other = one.table.id, one.table.host_id, guest("Other")
    tables.seat_take(table_id=table_id, user=other, seat=Seat.E, name="Other")
    refused(403, bots.bot_seat, table_id=table_id, host_id=other.id, seat=Seat.N, level="easy")
    refused(403, bots.bots_seat_everywhere, table_id=table_id, host_id=other.id, level="easy")
    refused(409, bots.bot_seat, table_id=table_id, host_id=host, seat=Seat.E, level="easy")
    for level in ("", "genius", "EASY"):
        refused(400, bots.bot_seat, table_id=table_id, host_id=host, seat=Seat.N, level=level)
        refused(400, bots.bots_seat_everywhere, table_id=table_id, host_id=host, level=level)
    assert not Seating.objects.exclude(bot="").exists()


def test_a_bot_gives_way_to_a_person_between_deals_and_keeps_its_chair_during_one(one: Room) -> None:
    with_bots(one)
    friend = guest("Friend")
    tables.seat_take(table_id=one.table.id, user=friend, seat=Seat.N, name="Friend")
    assert (chosen(one, Seat.N), one.scene.chairs[Seat.N].name) == ("", "Friend")
    one.start()
    late = guest("Late")
    refused(409, tables.seat_take, table_id=one.table.id, user=late, seat=Seat.E, name="Late")
    assert one.scene.chairs[Seat.E].is_bot


def test_a_bot_is_moved_like_anybody_and_is_no_host(one: Room) -> None:
    host = one.table.host_id
    bots.bot_seat(table_id=one.table.id, host_id=host, seat=Seat.N, level="easy")
    tables.seat_move(table_id=one.table.id, host_id=host, origin=Seat.N, target=Seat.E)
    tables.seat_move(table_id=one.table.id, host_id=host, origin=Seat.S, target=Seat.E)
    assert [chosen(one, seat) for seat in (Seat.E, Seat.S)] == ["", "easy"]
    refused(409, tables.host_pass, table_id=one.table.id, host_id=host, seat=Seat.S)
    tables.seat_leave(table_id=one.table.id, user_id=host)
    assert one.scene.host_id == host, "a bot does not become host when the host stands up"


def test_by_the_doors(one: Room, south: User) -> None:
    client = browser(south)
    assert client.post(f"/t/{one.code}/bot", {"seat": "N", "level": "hard"}).status_code == 302
    assert chosen(one, Seat.N) == "hard"
    assert client.post(f"/t/{one.code}/bot", {"level": "easy"}).status_code == 302
    assert {chosen(one, seat) for seat in (Seat.N, Seat.E, Seat.W)} == {"easy"}
    live = client.post(f"/t/{one.code}/bot", {"seat": "Q", "level": "hard"}, headers={"X-Live": "0"})
    assert (live.status_code, live.json()["status"]) == (400, 400)
    assert browser(guest("Nosy")).post(f"/t/{one.code}/bot", {"level": "easy"}).status_code == 302
    assert Client().post(f"/t/{one.code}/bot", {"level": "hard"}).status_code == 302
    assert {chosen(one, seat) for seat in (Seat.N, Seat.E, Seat.W)} == {"easy"}


def test_nobody_comes_in_by_a_bots_private_link(one: Room) -> None:
    with_bots(one)
    for seating in Seating.objects.filter(user=None):
        assert Client().get(f"/k/{seating.key}/").status_code == 404
        assert Client().post(f"/k/{seating.key}/").status_code == 404


# --- they play -------------------------------------------------------------------------------------


def test_bots_play_until_a_person_is_asked(one: Room) -> None:
    with_bots(one)
    one.start([WORKED_DEAL])
    assert bots_act(one.table.id) == 0, "South is declarer and chooses"
    assert one.act(Seat.S, "contract", contract="4S").status == 200
    assert bots_act(one.table.id) == 1, "West leads"
    row = Action.objects.latest("id")
    assert (row.seat, row.kind, row.client_id, row.user_id) == ("W", "card", "bot:1", None)
    assert set(row.reason) <= {"code", "params"} and row.reason["code"]


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_a_whole_match_of_one_person_and_three_bots(one: Room, level: str) -> None:
    with_bots(one, level)
    one.start([BALANCED_DEAL, WORKED_DEAL])
    for _step in range(600):
        bots_act(one.table.id)
        scene = one.scene
        if scene.status == "over":
            break
        if not scene.deal_is_open:
            matches.ready_set(table_id=one.table.id, user_id=one.people[Seat.S].id)
            continue
        _play_something(one, Seat.S)
    assert one.scene.status == "over"
    finished = [record for record in BoardRecord.objects.all() if record.outcome != "balanced"]
    assert len(finished) == 4 and all(record.outcome == "played" for record in finished)
    players = RecordPlayer.objects.filter(record=finished[0])
    assert {player.seat: player.bot for player in players} == {"N": level, "E": level, "S": "", "W": level}
    matches.vote_cast(table_id=one.table.id, user_id=one.people[Seat.S].id, question="rematch", choice="yes")
    assert one.scene.status == "playing", "the bots always want another match"


def _play_something(room: Room, seat: Seat) -> None:
    """The first thing that the person may do, by the legal list of his own view."""
    view = view_of(room.state, seat)
    if view.menu:
        answer = room.act(seat, "contract", contract=str(view.menu[0]))
    else:
        answer = room.act(seat, "card", card=view.legal_cards[0].text)
    assert answer.status == 200, answer


def test_a_bot_acts_once_however_many_processes_drive_it(one: Room) -> None:
    with_bots(one)
    one.start([WORKED_DEAL])
    one.act(Seat.S, "contract", contract="4S")
    scene = one.scene
    turn = next(bot_turns(scene))
    decision = decide_by_rules(view_of(scene.record.state, turn.seat), turn.level, seed_of(scene, turn.seat))
    assert submit(scene, turn, decision)
    scenes_forget()  # another process, which still shows the state before
    assert submit(scene, turn, decision)
    assert Action.objects.filter(record_id=scene.record.id).count() == 2
    assert one.state.n == 2


def test_nobody_uses_up_the_numbers_of_the_bots(room: Room) -> None:
    """Else a bot that plays for him later would find its action done, for ever."""
    room.start([WORKED_DEAL])
    refused(400, room.act, seat=Seat.S, kind="contract", client_id="bot:8", contract="4S")
    assert not Action.objects.exists()


def test_a_bot_whose_number_is_used_up_does_not_count_as_having_acted(
    one: Room, caplog: pytest.LogCaptureFixture
) -> None:
    with_bots(one).start([WORKED_DEAL])
    one.act(Seat.S, "contract", contract="4S")
    act_once(one.table.id)  # West leads
    one.play(["H3"])
    act_once(one.table.id)
    one.play([view_of(one.state, Seat.S).legal_cards[-1].text])
    scene = one.scene
    (turn,) = bot_turns(scene)
    decision = decide_by_rules(view_of(scene.record.state, turn.seat), turn.level, 1)
    earlier = Action.objects.filter(record=one.record, seat=turn.seat.value)
    assert earlier.update(client_id=f"bot:{scene.record.state.n}") == 1
    assert decision is not None and not submit(scene, turn, decision)
    assert "a bot may not" in caplog.text


def test_a_deal_counts_for_the_weakest_level_that_played_it(one: Room) -> None:
    with_bots(one, "expert").start([WORKED_DEAL])
    host = one.table.host_id

    def kept() -> list[str]:
        return list(RecordPlayer.objects.filter(record=one.record, user=None).values_list("bot", flat=True))

    bots.bots_seat_everywhere(table_id=one.table.id, host_id=host, level="medium")
    bots.bot_seat(table_id=one.table.id, host_id=host, seat=Seat.N, level="expert")
    assert kept() == ["medium"] * 3


def test_nobody_sends_a_card_for_a_chair_on_which_no_bot_plays(room: Room) -> None:
    room.start([WORKED_DEAL])
    submission = Submission(room.scene.record.id, 0, "bot:0", "contract", {"contract": "4S"})
    refused(404, bot_action_submit, table_id=room.table.id, chair=Seat.S, submission=submission)
    assert room.state.n == 0


# --- what they are asked ---------------------------------------------------------------------------


@pytest.fixture
def pair(south: User) -> Room:
    """South and East are people, the other two bots; South has led his side through four tricks."""
    room = with_bots(room_of({Seat.S: south, Seat.E: guest("Eve")}), "hard")
    room.start([WORKED_DEAL])
    room.act(Seat.S, "contract", contract="4S")
    return room


def test_bots_allow_a_take_back(pair: Room) -> None:
    bots_act(pair.table.id)
    assert pair.state.actor is Seat.S
    pair.act(Seat.S, "card", card=view_of(pair.state, Seat.S).legal_cards[0].text)
    before = pair.state.n
    assert pair.act(Seat.S, "ask_takeback").status == 200
    assert act_once(pair.table.id), "West answers"
    row = Action.objects.latest("id")
    assert (row.seat, row.kind, row.data) == ("W", "answer_takeback", {"accept": True})
    assert pair.state.takeback is None and pair.state.n == before + 2
    assert pair.state.actor is Seat.S


def test_bots_answer_a_claim_from_the_cards_they_see(one: Room) -> None:
    with_bots(one, "hard")
    one.start([WORKED_DEAL])
    one.act(Seat.S, "contract", contract="4S")
    bots_act(one.table.id)
    one.act(Seat.S, "claim", tricks=13)
    bots_act(one.table.id)
    assert one.state.claim is None and one.state.result is None, "the defence holds an ace: it refuses"
    one.act(Seat.S, "claim", tricks=0)
    bots_act(one.table.id)
    assert one.state.result is not None and one.state.result.tricks == 0, "a gift is not refused for long"


def test_bots_do_not_read_the_result(one: Room) -> None:
    with_bots(one)
    one.start([WORKED_DEAL])
    one.act(Seat.S, "contract", contract="4S")
    bots_act(one.table.id)
    one.act(Seat.S, "claim", tricks=0)
    bots_act(one.table.id)
    first = one.record.id
    matches.ready_set(table_id=one.table.id, user_id=one.people[Seat.S].id)
    assert one.record.id != first


# --- somebody is away ------------------------------------------------------------------------------


def leave(room: Room, seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    """This person's last page closed long ago; the others are there."""
    for each, user in room.people.items():
        presence.presence_renew(room.table.id, user.id)
        if each is seat:
            presence.presence_end(room.table.id, user.id)
    monkeypatch.setattr("tables.presence.settings.ABSENCE_SECONDS", 0)
    monkeypatch.setattr("tables.presence.FLICKER", -1)


def vote(room: Room, seat: Seat, choice: str) -> None:
    matches.vote_cast(table_id=room.table.id, user_id=room.people[seat].id, question="end", choice=choice)


@pytest.fixture
def gone(room: Room, monkeypatch: pytest.MonkeyPatch) -> Room:
    """East has dropped after two cards of the first trick."""
    room.start([WORKED_DEAL])
    room.act(Seat.S, "contract", contract="4S")
    room.play(WORKED_PLAY[:2])
    leave(room, Seat.E, monkeypatch)
    assert absent_seats(room.scene) == {Seat.E}
    return room


def test_a_bot_plays_for_the_absent_when_all_others_agree(gone: Room) -> None:
    vote(gone, Seat.S, "bot")
    vote(gone, Seat.N, "bot")
    assert chosen(gone, Seat.E) == ""
    vote(gone, Seat.W, "wait")
    assert chosen(gone, Seat.E) == ""
    vote(gone, Seat.W, "bot")
    chair = gone.scene.chairs[Seat.E]
    assert (chair.bot, chair.user_id, chair.is_bot) == ("medium", gone.people[Seat.E].id, False)
    assert gone.scene.end_votes == {}
    assert absent_seats(gone.scene) == frozenset(), "nobody is asked twice"
    assert bots_act(gone.table.id) == 1
    assert gone.state.trick is not None and len(gone.state.trick.cards) == 3


def test_nobody_is_asked_any_more_once_a_bot_plays(gone: Room) -> None:
    """A page that has not heard yet that East is no longer missing."""
    north, missing = Person(gone.people[Seat.N].id, "en"), frozenset({Seat.E})
    assert "to-vote" in frame(gone.scene, north, Shown(), absent=missing)["html"]["vote"]
    for seat in (Seat.S, Seat.N, Seat.W):
        vote(gone, seat, "bot")
    assert "to-vote" not in frame(gone.scene, north, Shown(), absent=missing)["html"]["vote"]


def test_the_bot_that_stands_in_sees_what_its_seat_sees(gone: Room) -> None:
    for seat in (Seat.S, Seat.N, Seat.W):
        vote(gone, seat, "bot")
    turn = next(bot_turns(gone.scene))
    assert (turn.chair, turn.seat) == (Seat.E, Seat.E)
    view = view_of(gone.state, turn.seat)
    assert [seat for seat, cards in view.hands.items() if cards is not None] == [Seat.N, Seat.E]


def test_the_person_is_back_at_once_by_the_button_or_by_a_card(gone: Room) -> None:
    east = gone.people[Seat.E]
    for seat in (Seat.S, Seat.N, Seat.W):
        vote(gone, seat, "bot")
    page = browser(east).get(f"/t/{gone.code}/").content.decode()
    assert 'form="to-back"' in page
    assert browser(east).post(f"/t/{gone.code}/back").status_code == 302
    assert chosen(gone, Seat.E) == ""
    assert bots_act(gone.table.id) == 0
    assert 'form="to-back"' not in browser(east).get(f"/t/{gone.code}/").content.decode()

    Seating.objects.filter(table=gone.table, seat="E").update(bot="easy")
    Table.objects.filter(id=gone.table.id).update(version=100, setting_version=100)
    scene = scene_now(gone.table.id)
    assert scene is not None and viewer_of(scene, east.id) is Seat.E
    form = {
        "record": scene.record.id,
        "n": scene.record.state.n,
        "client_id": "mine",
        "kind": "card",
        "card": WORKED_PLAY[2],
    }
    answer = browser(east).post(f"/t/{gone.code}/act", form, headers={"X-Live": "0"})
    assert answer.status_code == 200, answer.content
    assert chosen(gone, Seat.E) == ""
    row = Action.objects.latest("id")
    assert (row.seat, row.user_id, row.client_id) == ("E", east.id, "mine")


def test_a_bot_takes_a_chair_that_nobody_holds_any_more(gone: Room) -> None:
    tables.person_forget(gone.people[Seat.E])
    assert gone.scene.chairs[Seat.E] is None
    for seat in (Seat.S, Seat.N, Seat.W):
        vote(gone, seat, "bot")
    chair = gone.scene.chairs[Seat.E]
    assert chair is not None and chair.is_bot
    assert bots_act(gone.table.id) == 1


def test_bots_abstain(one: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    friend = guest("Friend")
    tables.seat_take(table_id=one.table.id, user=friend, seat=Seat.N, name="Friend")
    room = Room(one.table, {**one.people, Seat.N: friend})
    with_bots(room)
    room.start([WORKED_DEAL])
    leave(room, Seat.N, monkeypatch)
    vote(room, Seat.S, "end")
    assert room.record.outcome == "unfinished", "the only person who is there decides alone"


def test_bots_are_there(one: Room) -> None:
    with_bots(one)
    presence.presence_renew(one.table.id, one.people[Seat.S].id)
    assert set(presence_of(one.scene).values()) == {presence.HERE}


# --- between two deals -----------------------------------------------------------------------------


@pytest.fixture
def read(room: Room, monkeypatch: pytest.MonkeyPatch) -> Room:
    """The first deal is over. East is away, the others have read the result; the next deal is not 20-20."""
    room.start([WORKED_DEAL, WORKED_DEAL])
    room.play_worked_deal()
    leave(room, Seat.E, monkeypatch)
    for seat in (Seat.S, Seat.N, Seat.W):
        matches.ready_set(table_id=room.table.id, user_id=room.people[seat].id)
    assert not room.scene.deal_is_open
    return room


@pytest.mark.parametrize("away_is_host", [False, True])
def test_who_is_away_between_deals_stops_nothing(read: Room, away_is_host: bool) -> None:
    if away_is_host:
        tables.host_pass(table_id=read.table.id, host_id=read.table.host_id, seat=Seat.E)
    page = browser(read.people[Seat.S]).get(f"/t/{read.code}/").content.decode()
    assert 'name="choice" value="bot"' in page
    for seat in (Seat.S, Seat.N, Seat.W):
        vote(read, seat, "bot")
    assert read.scene.deal_is_open, "a robot plays for East, and everybody else was ready"
    assert chosen(read, Seat.E) == "medium"


def test_the_others_may_end_the_match_between_deals(read: Room) -> None:
    for seat in (Seat.S, Seat.N, Seat.W):
        vote(read, seat, "end")
    assert read.scene.status == "over" and read.scene.match.ended_early
    assert read.scene.end_votes == {}


def test_a_robot_put_on_the_last_chair_when_all_are_ready_does_not_stop_the_match(read: Room) -> None:
    host = read.table.host_id
    tables.seat_remove(table_id=read.table.id, host_id=host, seat=Seat.E)
    bots.bot_seat(table_id=read.table.id, host_id=host, seat=Seat.E, level="easy")
    page = browser(read.people[Seat.S]).get(f"/t/{read.code}/").content.decode()
    assert 'form="to-ready" name="now"' in page
    matches.deal_now(table_id=read.table.id, user_id=host)
    assert read.scene.deal_is_open
