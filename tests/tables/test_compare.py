"""The same cards compared: who sees which lines, what is made of them, where two part, and bots' plays."""

from __future__ import annotations

import re

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from minibridge.engine import PRESETS, Seat, Side
from tables.models import BoardRecord, BotPlay, Match, RecordPlayer, Table
from tables.parting import Parting
from tables.replays import reading_of, replay_of
from tables.services import bot_plays
from tables.services.bot_plays import bots_play
from tables.services.bots import bots_seat_everywhere
from tables.services.purge import records_purge
from tables.traveller import traveller_of

from .bot_play import bots_act
from .cast import WORKED_DEAL, WORKED_PLAY, Room, guest, reader, refused, room_of
from .test_variations import alone_from, finish


def traveller(user: User, record: BoardRecord):
    reading = reading_of(record.id, user)
    assert reading is not None
    return traveller_of(user, reading)


def page(user: User | None, record: BoardRecord, query: str = ""):
    return reader(user).get(reverse("deal_compare", args=[record.id]) + query)


def bots_finish(play: BotPlay) -> BoardRecord:
    bots_act(play.record.match.table_id)
    play.record.refresh_from_db()
    assert play.record.finished is not None
    return play.record


# --- the traveller ---------------------------------------------------------------------------------


@pytest.fixture
def three_tries(played: Room, south: User) -> list[BoardRecord]:
    """The worked deal: ten tricks in spades, then two variations of South's."""
    records = [played.record]
    for branch in ({"contract": "3NT"}, {"step": 20}):
        varied = alone_from(played, south, Seat.S, **branch)
        finish(varied, south)
        records.append(varied.record)
    return records


def test_scores_are_compared_for_the_readers_side(three_tries: list[BoardRecord], south: User) -> None:
    found = traveller(south, three_tries[0])
    assert [line.record_id for line in found.lines] == [record.id for record in three_tries]
    scores = [record.score_ns for record in three_tries]
    assert [line.score for line in found.lines] == scores
    naive = [sum(2 * (own > other) + (own == other) for other in scores) - 1 for own in scores]
    assert [line.matchpoints for line in found.lines] == naive
    assert found.top == 4 and found.datum is not None
    assert sum(line.imps for line in found.lines) == 0
    assert [line.seat for line in found.lines] == [Seat.S] * 3
    assert found.lines[2].parent_step == 20


def test_east_west_read_the_other_sign(played: Room) -> None:
    west = played.people[Seat.W]
    varied = alone_from(played, west, Seat.W, step=10)
    finish(varied, west)
    found = traveller(west, played.record)
    assert found.side is Side.EW
    assert [line.score for line in found.lines] == [-420, -varied.record.score_ns]


def test_everybody_sees_his_own_tries_only(three_tries: list[BoardRecord], played: Room) -> None:
    for seat in (Seat.N, Seat.W):
        found = traveller(played.people[seat], three_tries[0])
        assert [line.record_id for line in found.lines] == [three_tries[0].id]
        assert not found.is_compared
        assert page(played.people[seat], three_tries[1]).status_code == 404


def test_where_tricks_are_counted_there_are_no_imps(south: User) -> None:
    room = room_of({Seat.S: south}, PRESETS["count_tricks"])
    bots_seat_everywhere(table_id=room.table.id, host_id=south.id, level="easy")
    room.start([WORKED_DEAL])
    finish(room, south)
    again = alone_from(room, south, Seat.S)
    finish(again, south)
    found = traveller(south, room.record)
    assert found.is_compared and not found.has_imps
    text = page(south, room.record).text
    assert "IMPs" not in text and "Match points" in text


# --- two side by side ------------------------------------------------------------------------------


def test_they_part_at_the_first_different_card(played: Room, south: User) -> None:
    varied = alone_from(played, south, Seat.S, step=8)
    assert varied.state.turn is Seat.W
    other = next(card for card in varied.state.hands[Seat.W] if card.text not in WORKED_PLAY[7:8])
    bots_act(varied.table.id)
    finish(varied, south)
    parting = Parting(replay_of(played.record), replay_of(varied.record))
    one, two = replay_of(played.record).log, replay_of(varied.record).log
    cards = [[action.card for action in log if action.kind == "card"] for log in (one, two)]
    shared = next(n for n, (left, right) in enumerate(zip(*cards, strict=False)) if left is not right)
    assert shared >= 7 and other is not None
    assert parting.shared_tricks == shared // 4
    assert parting.one.step == shared + 2, "the contract comes first"
    assert parting.other.step == shared + 3, "and in a variation the table hands over"
    pairs = list(parting.pairs)
    assert [pair.number for pair in pairs] == list(range(shared // 4 + 1, 14))
    firsts = [fall.card for pair in pairs for fall in pair.one.falls if fall.is_first]
    assert firsts == [cards[0][shared]]
    assert not pairs[0].is_same
    text = page(south, varied.record).text
    assert "here they part" in text
    assert f"/deals/{played.record.id}/?step={shared + 2}" in text
    assert f"/deals/{varied.record.id}/?step={shared + 3}" in text


def test_they_part_in_the_contract_or_not_at_all(three_tries: list[BoardRecord], south: User) -> None:
    played, other_contract, _step = map(replay_of, three_tries)
    parting = Parting(played, other_contract)
    assert (parting.shared_tricks, parting.one.step, parting.other.step) == (0, 1, 1)
    assert parting.one.said != parting.other.said
    assert Parting(played, played).is_same
    assert "They part at once" in page(south, three_tries[1]).text


def test_one_is_over_before_the_other(played: Room, south: User) -> None:
    varied = alone_from(played, south, Seat.S, step=46)
    varied.act(Seat.S, "claim", tricks=0)
    bots_act(varied.table.id)
    if varied.scene.deal_is_open:
        finish(varied, south)
    parting = Parting(replay_of(played.record), replay_of(varied.record))
    last = list(parting.pairs)[-1]
    assert last.number == 13 and last.one is not None
    assert page(south, varied.record).status_code == 200


def test_any_of_the_lines_can_be_chosen(three_tries: list[BoardRecord], south: User) -> None:
    first, second, third = three_tries
    assert page(south, first, f"?with={second.id}").context["other"].record_id == second.id
    assert page(south, second, f"?with={third.id}").context["other"].record_id == third.id
    assert page(south, second).context["other"].record_id == first.id, "what it leaves"
    for nonsense in ("x", "-1", "9" * 40, str(first.id), "999999"):
        assert page(south, second, f"?with={nonsense}").context["other"].record_id == first.id


def test_another_persons_deal_is_not_beside_ones_own(three_tries: list[BoardRecord], played: Room) -> None:
    north = played.people[Seat.N]
    answer = page(north, three_tries[0], f"?with={three_tries[1].id}")
    assert answer.context["other"] is None and answer.context["parting"] is None


# --- doors -----------------------------------------------------------------------------------------


def test_who_comes_in(played: Room, stranger: User) -> None:
    record = played.record
    doors = {"deal_again": {"level": "easy"}, "deal_bots": {"level": "easy"}}
    for person in (stranger, None):
        assert page(person, record).status_code == 404
        for door, fields in doors.items():
            assert reader(person).post(reverse(door, args=[record.id]), fields).status_code == 404
            assert reader(person).post(reverse(door, args=[10**18]), fields).status_code == 404
    assert Table.objects.count() == 1 and not BotPlay.objects.exists()
    for person in played.people.values():
        assert page(person, record).status_code == 200
        for door, fields in doors.items():
            assert reader(person).get(reverse(door, args=[record.id])).status_code == 405
            assert reader(person).post(reverse(door, args=[record.id]), fields).status_code == 302
    assert BotPlay.objects.count() == 1, "once for all"


def test_csrf_is_asked_for(played: Room, south: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(south)
    for door in ("deal_again", "deal_bots"):
        assert client.post(reverse(door, args=[played.record.id]), {"level": "easy"}).status_code == 403


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"level": "genius"}, 400),
        ({}, 400),
        ({"level": "easy", "where": "here", "step": "53"}, 409),
        ({"level": "easy", "contract": "7NT"}, 422),
        ({"level": "easy", "where": "here", "contract": "\x00"}, 422),
        ({"company": "friends", "where": "here", "step": "9999999"}, 409),
    ],
)
def test_what_cannot_be_asked_for(played: Room, south: User, fields: dict[str, str], status: int) -> None:
    answer = reader(south).post(reverse("deal_again", args=[played.record.id]), fields)
    assert answer.status_code == status
    assert "refused" in answer.templates[0].name
    assert Table.objects.count() == 1


@pytest.mark.parametrize("step", ["", "x", "-3", "1.5", "9" * 30])
def test_a_step_that_is_none_is_the_beginning(played: Room, south: User, step: str) -> None:
    fields = {"level": "easy", "where": "here", "step": step}
    assert reader(south).post(reverse("deal_again", args=[played.record.id]), fields).status_code == 302
    assert BoardRecord.objects.latest("id").laid == 0


def test_the_form_says_everything(played: Room, south: User) -> None:
    fields = {"level": "hard", "where": "here", "step": "9", "seat": "W", "company": "bots"}
    answer = reader(south).post(reverse("deal_again", args=[played.record.id]), fields)
    table = Table.objects.latest("id")
    assert answer.url == reverse("table", args=[table.code])
    record = BoardRecord.objects.latest("id")
    assert (record.laid, record.players.get(user=south).seat) == (10, "W")
    text = reader(south).get(answer.url).text
    assert "Variation" in text
    friends = reader(south).post(
        reverse("deal_again", args=[played.record.id]), {"where": "here", "step": "9", "company": "friends"}
    )
    assert "A deal played before lies ready here" in reader(south).get(friends.url).text


# --- how the robots play it ------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_four_bots_play_it_once(played: Room, level: str) -> None:
    play = bots_play(record=played.record, level=level, same_contract=False)
    assert bots_play(record=played.record, level=level, same_contract=False) == play
    record = bots_finish(play)
    assert {player.bot for player in record.players.all()} == {level}
    assert record.declarer == "S" and record.laid == 0
    again = bots_play(record=played.record, level=level, same_contract=False)
    assert again == play and BotPlay.objects.count() == 1
    call_command("verify_records")


def test_from_the_contract_that_was_played(played: Room) -> None:
    play = bots_play(record=played.record, level="medium", same_contract=True)
    assert (play.declarer, play.contract, play.record.laid) == ("S", "4S", 2)
    assert str(bots_finish(play).contract) == "4S"
    other = bots_play(record=played.record, level="medium", same_contract=False)
    assert other != play


def test_after_an_announcement_and_where_nobody_chooses(south: User) -> None:
    for preset in ("ebu", "count_tricks"):
        room = room_of({Seat.S: guest(f"S{preset}")}, PRESETS[preset])
        person = room.people[Seat.S]
        bots_seat_everywhere(table_id=room.table.id, host_id=person.id, level="easy")
        room.start([WORKED_DEAL])
        finish(room, person)
        for same in (False, True):
            play = bots_play(record=room.record, level="easy", same_contract=same)
            assert bots_finish(play).tricks is not None
        BotPlay.objects.all().delete()


def test_while_they_play_nothing_but_their_progress_is_shown(played: Room, south: User) -> None:
    play = bots_play(record=played.record, level="easy", same_contract=False)
    record = play.record
    for person in (*played.people.values(), None):
        assert page(person, record).status_code == 404
        assert reader(person).get(reverse("deal", args=[record.id])).status_code == 404
        table = reader(person).get(reverse("table", args=[record.match.table.code]))
        assert table.status_code == 403
    found = traveller(south, played.record)
    assert [line.record_id for line in found.lines] == [played.record.id]
    assert [(each.level, each.cards) for each in found.running] == [("easy", 0)]
    text = page(south, played.record).text
    assert "Cards played: 0 of 52" in text and "data-running" in text
    fragment = reader(south).get(
        reverse("deal_compare", args=[played.record.id]), headers={"x-fragment": "compare"}
    )
    assert fragment.text.lstrip().startswith("<section") and "<html" not in fragment.text


def test_whoever_played_the_cards_may_read_what_bots_made_of_them(played: Room, stranger: User) -> None:
    record = bots_finish(bots_play(record=played.record, level="easy", same_contract=False))
    for person in played.people.values():
        assert reading_of(record.id, person) is not None
        assert page(person, record).status_code == 200
        assert [line.level for line in traveller(person, played.record).lines] == ["", "easy"]
    for person in (stranger, None):
        assert page(person, record).status_code == 404
        assert reader(person).get(reverse("deal", args=[record.id])).status_code == 404
    playing = room_of({Seat.S: stranger})
    bots_seat_everywhere(table_id=playing.table.id, host_id=stranger.id, level="easy")
    playing.start([WORKED_DEAL])
    assert page(stranger, record).status_code == 404, "he still plays these cards"
    finish(playing, stranger)
    assert page(stranger, record).status_code == 200
    assert [line.level for line in traveller(stranger, playing.record).lines] == ["easy", ""]


def test_a_deal_whose_people_have_gone_is_no_play_of_bots(played: Room, stranger: User) -> None:
    RecordPlayer.objects.filter(record=played.record).update(user=None)
    assert reading_of(played.record.id, stranger) is None


def test_a_running_record_of_ones_own_shows_nothing(played: Room, south: User) -> None:
    """While South plays a variation, his old records stay readable, and the running one is not among them."""
    varied = alone_from(played, south, Seat.S, step=10)
    found = traveller(south, played.record)
    assert [line.record_id for line in found.lines] == [played.record.id]
    answer = page(south, played.record, f"?with={varied.record.id}")
    assert answer.context["other"] is None
    assert page(south, varied.record).url == reverse("table", args=[varied.code])


def test_bots_play_what_cannot_be_played_again(playing: Room) -> None:
    for level, status in (("genius", 400), ("", 400), ("easy", 409)):
        refused(status, bots_play, record=playing.record, level=level, same_contract=False)
    assert not BotPlay.objects.exists() and Table.objects.count() == 1


def test_experts_need_the_analysis(played: Room, south: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_plays, "is_available", lambda: False)
    refused(503, bots_play, record=played.record, level="expert", same_contract=False)
    monkeypatch.setattr(bot_plays, "is_available", lambda: True)
    assert bots_play(record=played.record, level="expert", same_contract=False).level == "expert"


def test_two_who_ask_at_once_get_the_same(played: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    first = bots_play(record=played.record, level="easy", same_contract=False)
    answers = iter([None, first])
    monkeypatch.setattr(bot_plays, "_found", lambda play: next(answers))
    assert bots_play(record=played.record, level="easy", same_contract=False) == first
    assert Table.objects.count() == 2, "the second table was not kept"


def test_what_bots_played_goes_when_nobody_is_left_to_read_it(played: Room) -> None:
    record = bots_finish(bots_play(record=played.record, level="easy", same_contract=False))
    Match.objects.update(finished=record.finished)
    assert records_purge() == 0
    RecordPlayer.objects.update(user=None)
    assert records_purge() == 2
    assert not BotPlay.objects.exists()


# --- pages -----------------------------------------------------------------------------------------


def test_the_pages_link_both_ways(played: Room, south: User) -> None:
    varied = alone_from(played, south, Seat.S, step=10)
    finish(varied, south)
    text = reader(south).get(reverse("deal", args=[varied.record.id])).text
    assert f'href="/deals/{played.record.id}/?step=10"' in text
    assert "From here on they are played" in text
    original = reader(south).get(reverse("deal", args=[played.record.id])).text
    assert f'href="/deals/{varied.record.id}/"' in original
    assert "leaves this deal at step 10" in original
    over = reader(south).get(reverse("table", args=[varied.code])).text
    assert f'href="/deals/{varied.record.id}/compare/"' in over


def test_the_comparison_is_not_offered_before_the_end(played: Room, south: User) -> None:
    varied = alone_from(played, south, Seat.S, step=10)
    finish(varied, south)
    client, path = reader(south), reverse("deal", args=[varied.record.id])
    beside = f"/compare/?with={played.record.id}"
    assert beside not in client.get(f"{path}?step=10&hide=1").text
    assert beside in client.get(f"{path}?step=10&hide=0").text


def test_a_friend_is_not_led_to_a_deal_he_may_not_read(played: Room, stranger: User) -> None:
    varied = alone_from(played, played.people[Seat.S], Seat.S, step=10)
    finish(varied, played.people[Seat.S])
    RecordPlayer.objects.filter(record=varied.record, seat="N").update(user=stranger, bot="", name="Zoe")
    text = reader(stranger).get(reverse("deal", args=[varied.record.id])).text
    assert "This is a variation" in text
    assert f"/deals/{played.record.id}/" not in text


def test_the_page_costs_the_same_for_many(played: Room, south: User) -> None:
    counts = []
    for _more in range(3):
        varied = alone_from(played, south, Seat.S, step=40)
        finish(varied, south)
        client = reader(south)
        client.get(reverse("deal_compare", args=[played.record.id]))
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse("deal_compare", args=[played.record.id]))
        counts.append(len(queries))
    assert len(set(counts)) == 1 and counts[0] <= 14


@pytest.mark.parametrize("language", ["fr", "en"])
def test_numbers_are_written_as_the_language_does(
    three_tries: list[BoardRecord], south: User, language: str
) -> None:
    client = Client(headers={"accept-language": language})
    client.force_login(south)
    text = client.get(reverse("deal_compare", args=[three_tries[0].id])).text
    averages = re.findall(r"[+−](\d+[.,]\d)<", text)
    assert averages and all(("," in one) == (language == "fr") for one in averages)
