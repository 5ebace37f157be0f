"""Three at a table: from the first chair to the final score, by people and by bots."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from accounts.models import User
from minibridge import engine
from minibridge.engine import PRESETS, Deal, Phase, RuleSet, Seat
from tables import presence
from tables.alone_record import alone_record
from tables.bot_driver import bot_turns
from tables.deal_list import deals_of
from tables.models import Action, BoardRecord, Match, Message, RecordPlayer, Seating, Table, Vote
from tables.presence import absent_seats, presence_renew
from tables.refusals import Refusal
from tables.scene import Scene, view_of_person
from tables.scene_reading import scene_now, scene_read, scenes_forget
from tables.services import bots, matches, messages, tables
from tables.services.alone import alone_start
from tables.services.play import Submission, action_submit, table_action
from tables.services.records import result_differences

from .bot_play import act_once
from .cast import BALANCED_DEAL, WORKED_DEAL, Room, Trio, trio_of

FRENCH, FOURTH = PRESETS["three_french"], PRESETS["three_fourth_dummy"]
BOTH = pytest.mark.parametrize("rules", [FRENCH, FOURTH], ids=["french", "fourth"])


def refused(status: int, function: object, **arguments: object) -> str:
    with pytest.raises(Refusal) as caught:
        function(**arguments)
    assert caught.value.status == status
    with translation.override("en"):
        return str(caught.value.sentence)


@pytest.fixture
def people(south: User, north: User, east: User) -> dict[Seat, User]:
    """South is the host; West's chair is empty, so that North deals first."""
    return {Seat.S: south, Seat.N: north, Seat.E: east}


@pytest.fixture
def french(people: dict[Seat, User]) -> Trio:
    return trio_of(people, FRENCH, "three_french")


@pytest.fixture
def fourth(people: dict[Seat, User]) -> Trio:
    return trio_of(people, FOURTH, "three_fourth_dummy")


def play_out(room: Trio, rng: random.Random) -> None:
    """Announce right, choose and play by chance, to the end of the deal."""
    room.say_totals()
    while room.state.phase is not Phase.FINISHED:
        plain = [action for action in engine.legal_actions(room.state) if action.kind in ("contract", "card")]
        action = rng.choice(plain)
        assert room.act(action.seat, action.kind, **action.to_data()).status == 200


def concede(room: Trio) -> None:
    """The shortest whole deal: declarer gives all tricks away."""
    room.say_totals()
    declarer = room.state.declarer
    assert declarer is not None
    room.act(declarer, "contract", contract=str(room.state.menu[0]))
    room.act(declarer, "claim", tricks=0)
    for defender in (declarer.lho, declarer.rho):
        assert room.act(defender, "answer_claim", accept=True).status == 200


def written_by_name(records: Iterable[BoardRecord]) -> dict[str, int]:
    """The sum again, from who sat where and what the two sides of each deal wrote."""
    sums: dict[str, int] = {}
    for record in records:
        points = {"NS": record.points_ns, "EW": record.points_ew}
        for player in RecordPlayer.objects.filter(record=record):
            is_declarer = player.seat == record.declarer
            declarers = "NS" if record.declarer in "NS" else "EW"
            side = declarers if is_declarer else {"NS": "EW", "EW": "NS"}[declarers]
            name = player.name or player.bot
            sums[name] = sums.get(name, 0) + (points[side] if record.declarer else 0)
    return sums


def totals(scene: Scene) -> dict[str, int]:
    assert scene.match is not None
    assert scene.record is not None
    return {scene.record.names[score.chair]: score.total for score in scene.match.players}


# --- whole matches ---------------------------------------------------------------------------------


@BOTH
def test_three_people_play_a_match_and_each_scores_alone(people: dict[Seat, User], rules: RuleSet) -> None:
    rng = random.Random(rules.players)
    room = trio_of(people, replace(rules, deals=4))
    room.start([Deal.random(rng) for _deal in range(3)] + [BALANCED_DEAL, *(WORKED_DEAL,) * 2])
    dealers, moved = [], 0
    while True:
        dealers.append(room.state.board.dealer)
        play_out(room, rng)
        moved += room.state.move is not None
        if room.scene.status != "playing":
            break
        room.all_ready()
    assert dealers == [Seat.N, Seat.W, Seat.S, Seat.E], "the empty chair goes round, the deal with it"
    assert moved, "in four deals somebody has to take the empty chair"
    records = BoardRecord.objects.order_by("position")
    assert totals(room.scene) == written_by_name(records)
    results = [
        (Seat(record.board.dealer), line.result)
        for record, line in zip(records, room.scene.match.outcomes, strict=True)
    ]
    by_first_chair = {user.name: chair for chair, user in people.items()}
    sums = engine.scores_of_players(results)
    assert totals(room.scene) == {name: sums[chair] for name, chair in by_first_chair.items()}
    assert room.scene.match.winner is None
    for record in records:
        assert result_differences(record) == []


@BOTH
def test_everybody_deals_once_in_three_deals_and_keeps_name_and_key(
    people: dict[Seat, User], rules: RuleSet
) -> None:
    room = trio_of(people, replace(rules, deals=3))
    room.start()
    keys = dict(Seating.objects.values_list("name", "key"))
    dealers = []
    for _deal in range(3):
        dealers.append(room.chairs[room.state.board.dealer].name)
        empty = room.state.board.dealer.rho
        assert room.empty is empty
        left = room.chairs[empty.rho]  # he has the empty chair on his left
        concede(room)
        assert room.empty is empty, "chairs change when the next deal is dealt, not before"
        if room.scene.status == "playing":
            room.all_ready()
            assert room.chairs[empty] == left
            assert room.state.board.dealer is empty
    assert sorted(dealers) == ["Emil", "Nina", "Sami"]
    assert dict(Seating.objects.values_list("name", "key")) == keys


@BOTH
def test_one_person_plays_a_match_with_two_bots(south: User, rules: RuleSet) -> None:
    rng = random.Random(7)
    room = trio_of({Seat.S: south}, replace(rules, deals=3))
    bots.bots_seat_everywhere(table_id=room.table.id, host_id=south.id, level="easy")
    assert Seating.objects.filter(table=room.table, user=None).count() == 2
    room.start([Deal.random(rng) for _deal in range(3)])
    while room.scene.status == "playing":
        while room.state.phase is not Phase.FINISHED:
            if act_once(room.table.id):
                continue
            actor = room.state.actor
            assert actor is not None
            assert room.person(actor) == south, "whoever is no bot is the person"
            if room.state.phase is Phase.ANNOUNCEMENT:
                room.say_total(actor)
            else:
                legal = [one for one in engine.legal_actions(room.state) if one.kind in ("contract", "card")]
                action = rng.choice(legal)
                assert room.act(actor, action.kind, **action.to_data()).status == 200
        matches_ready(room, south)
    assert Match.objects.get().finished is not None
    assert BoardRecord.objects.exclude(outcome="balanced").count() == 3
    by_seat = written_by_name(BoardRecord.objects.order_by("position"))
    assert totals(room.scene)["Sami"] == by_seat["Sami"]
    assert sum(totals_of_bots(room)) == by_seat.get("easy", 0)


def totals_of_bots(room: Trio) -> list[int]:
    scene = room.scene
    return [score.total for score in scene.match.players if score.chair in scene.record.bots]


def matches_ready(room: Trio, user: User) -> None:
    if room.scene.status == "playing":
        matches.ready_set(table_id=room.table.id, user_id=user.id)


# --- the start -------------------------------------------------------------------------------------


@BOTH
def test_a_match_of_three_starts_with_exactly_three(
    people: dict[Seat, User], west: User, rules: RuleSet
) -> None:
    room = trio_of(people, rules)
    table_id, host_id = room.table.id, room.table.host_id
    tables.seat_leave(table_id=table_id, user_id=people[Seat.E].id)
    assert "Three players" in refused(409, matches.match_start, table_id=table_id, user_id=host_id)
    tables.seat_take(table_id=table_id, user=people[Seat.E], seat=Seat.E, name="Emil")
    tables.rules_set(table_id=table_id, user_id=host_id, preset="ebu", rules=PRESETS["ebu"])
    assert "Four players" in refused(409, matches.match_start, table_id=table_id, user_id=host_id)
    tables.seat_take(table_id=table_id, user=west, seat=Seat.W, name="Wanda")
    tables.rules_set(table_id=table_id, user_id=host_id, preset="", rules=rules)
    assert room.scene.missing == -1
    assert "leave a chair" in refused(409, matches.match_start, table_id=table_id, user_id=host_id)
    tables.seat_remove(table_id=table_id, host_id=host_id, seat=Seat.N)
    room.start(first_dealer=Seat.N)
    assert room.state.board.dealer is Seat.E, "North's chair is the empty one, whatever was prepared"


def test_nobody_takes_the_fourth_chair_of_a_table_for_three(french: Trio, west: User) -> None:
    table_id, host_id = french.table.id, french.table.host_id
    sit = {"table_id": table_id, "user": west, "seat": Seat.W, "name": "Wanda"}
    assert "stays empty" in refused(409, tables.seat_take, **sit)
    bot = {"table_id": table_id, "host_id": host_id, "seat": Seat.W, "level": "easy"}
    refused(409, bots.bot_seat, **bot)
    bots.bots_seat_everywhere(table_id=table_id, host_id=host_id, level="easy")
    assert french.empty is Seat.W
    french.start()
    refused(409, bots.bot_seat, **bot)  # in the middle of the deal either
    bots.bots_seat_everywhere(table_id=table_id, host_id=host_id, level="easy")
    concede(french)
    refused(409, tables.seat_take, **sit)
    refused(409, bots.bot_seat, **bot)


def test_before_the_match_whoever_sits_may_move_to_the_empty_chair(french: Trio) -> None:
    host = french.people[Seat.S]
    tables.seat_take(table_id=french.table.id, user=host, seat=Seat.W, name="Sami")
    assert french.empty is Seat.S
    french.start()
    assert french.state.board.dealer is Seat.W


def test_in_a_match_of_three_nobody_changes_chair_by_himself(french: Trio) -> None:
    french.start()
    concede(french)
    table_id, host = french.table.id, french.people[Seat.S]
    refused(409, tables.seat_take, table_id=table_id, user=host, seat=Seat.W, name="Sami")
    for target in (Seat.W, Seat.N):
        refused(409, tables.seat_move, table_id=table_id, host_id=host.id, origin=Seat.E, target=target)
    tables.seat_take(table_id=table_id, user=host, seat=Seat.S, name="Samuel")
    assert french.scene.chairs[Seat.S].name == "Samuel"


def test_somebody_else_may_take_a_chair_that_was_left_and_goes_on_from_its_score(
    french: Trio, west: User
) -> None:
    french.start([WORKED_DEAL])
    concede(french)
    table_id = french.table.id
    tables.seat_leave(table_id=table_id, user_id=french.people[Seat.E].id)
    assert not french.scene.is_full
    refused(409, matches.deal_now, table_id=table_id, user_id=french.table.host_id)
    refused(409, tables.seat_take, table_id=table_id, user=west, seat=Seat.W, name="Wanda")
    tables.seat_take(table_id=table_id, user=west, seat=Seat.E, name="Wanda")
    assert french.scene.is_full
    french.people[Seat.E] = west
    french.all_ready()
    assert french.scene.record.position == 2
    assert totals(french.scene)["Wanda"] == sum(
        record.points_ns if record.declarer in "EW" else record.points_ew
        for record in BoardRecord.objects.filter(position=1)
    )


# --- moves -----------------------------------------------------------------------------------------


def test_the_dealers_partner_plays_from_the_empty_chair(french: Trio) -> None:
    """North deals and declares with South's 16; South plays the cards of West."""
    french.start([WORKED_DEAL])
    french.say_totals()
    scene, south = french.scene, french.people[Seat.S]
    assert (scene.seat_played_from(Seat.S), scene.place_of(Seat.S)) == (Seat.W, Seat.W)
    assert (scene.chair_at(Seat.W), scene.chair_at(Seat.S), scene.chair_at(Seat.N)) == (Seat.S, None, Seat.N)
    assert scene.holder_at(Seat.W).name == "Sami"
    french.act(Seat.N, "contract", contract="3NT")
    french.play([str(french.state.hands[Seat.E][0])])
    assert french.state.turn is Seat.S
    follow = engine.legal_cards(french.state.hands[Seat.S], french.state.trick)[0]
    assert french.act(Seat.W, "card", card=str(follow)).status == 422, "dummy's cards are declarer's"
    french.play([str(follow)])
    follow = engine.legal_cards(french.state.hands[Seat.W], french.state.trick)[0]
    answer = french.act(Seat.W, "card", card=str(follow))
    assert answer.status == 200
    row = Action.objects.latest("n")
    assert (row.seat, row.user_id) == ("W", south.id)


def test_whoever_is_opposite_declarer_brings_his_cards(fourth: Trio) -> None:
    """South has most points; North takes his hand to West, and West's cards are dummy."""
    fourth.start([WORKED_DEAL])
    fourth.say_totals()
    scene = fourth.scene
    assert fourth.state.declarer is Seat.S
    assert scene.seat_played_from(Seat.N) is Seat.W
    assert set(fourth.state.hands[Seat.W]) == WORKED_DEAL[Seat.N]
    assert set(fourth.state.hands[Seat.N]) == WORKED_DEAL[Seat.W]
    concede(fourth)
    assert fourth.scene.seat_played_from(Seat.N) is Seat.N, "the deal is over, and the chair is his"
    assert fourth.scene.place_of(Seat.N) is Seat.W, "but he sees the result from where he played"
    fourth.all_ready()
    assert fourth.scene.place_of(Seat.N) is Seat.N


def test_what_was_sent_before_the_move_is_known_after_it(french: Trio) -> None:
    """The page did not hear the answer and sends the same announcement again, from its new seat."""
    french.start([WORKED_DEAL])
    south = french.people[Seat.S]
    points = french.state.totals[Seat.S]
    record = french.record.id
    sent = Submission(record_id=record, n=0, client_id="told", kind="announce", data={"points": points})
    assert action_submit(table_id=french.table.id, user_id=south.id, submission=sent).status == 200
    french.say_totals()
    again = action_submit(table_id=french.table.id, user_id=south.id, submission=sent)
    assert (again.status, again.replayed) == (200, True)
    other = replace(sent, data={"points": 3})
    assert action_submit(table_id=french.table.id, user_id=south.id, submission=other).status == 422


def test_a_word_is_said_from_where_one_sits_in_the_deal(french: Trio) -> None:
    french.start([WORKED_DEAL])
    french.say_totals()
    messages.message_say(table_id=french.table.id, user_id=french.people[Seat.S].id, phrase="hello")
    assert Message.objects.get().seat == "W"


def test_a_bot_stands_in_for_who_has_moved(french: Trio, monkeypatch: pytest.MonkeyPatch) -> None:
    french.start([WORKED_DEAL])
    french.say_totals()
    french.act(Seat.N, "contract", contract="3NT")
    monkeypatch.setattr(matches, "absent_seats", lambda scene: frozenset({Seat.S}))
    for seat in (Seat.N, Seat.E):
        matches.vote_cast(
            table_id=french.table.id, user_id=french.people[seat].id, question="end", choice="bot"
        )
    assert french.scene.chairs[Seat.S].bot
    assert french.empty is Seat.W, "no bot sits down on the empty chair"
    french.act(Seat.E, "card", card=str(french.state.hands[Seat.E][0]))
    follow = engine.legal_cards(french.state.hands[Seat.S], french.state.trick)[0]
    french.act(Seat.N, "card", card=str(follow))
    assert [turn.seat for turn in bot_turns(french.scene)] == [Seat.W]
    assert act_once(french.table.id)
    assert len(french.state.trick.cards) == 3


# --- 20-20, absence, the end -----------------------------------------------------------------------


def test_twenty_all_is_dealt_again_to_the_same_chairs(people: dict[Seat, User]) -> None:
    room = trio_of(people, replace(FRENCH, balanced="redeal"))
    room.start([BALANCED_DEAL, WORKED_DEAL])
    chairs = room.chairs
    room.say_totals()
    assert room.record.outcome == BoardRecord.Outcome.BALANCED
    room.all_ready()
    assert (room.state.board.number, room.state.board.dealer) == (1, Seat.N)
    assert room.chairs == chairs
    assert not room.scene.record.dealer_moved
    concede(room)
    room.all_ready()
    assert room.scene.record.dealer_moved
    assert totals(room.scene) == written_by_name(BoardRecord.objects.filter(finished__isnull=False))


def test_with_twenty_the_dealer_plays_where_that_is_the_rule(french: Trio) -> None:
    french.start([BALANCED_DEAL])
    french.say_totals()
    assert (french.state.declarer, french.state.phase) == (Seat.N, Phase.CONTRACT)


def test_of_level_players_the_first_after_the_dealer_declares(fourth: Trio) -> None:
    level = Deal.parse("N:AQ52.K43.752.QJ9 JT9.QJT9.A84.K85 8764.A86.KJ3.AT3 K3.752.QT96.7642")
    fourth.start([level])
    fourth.say_totals()
    assert (fourth.state.declarer, fourth.state.declarer_reason) == (Seat.N, "first_announcer")


def test_the_empty_chair_is_not_absent(french: Trio) -> None:
    french.start()
    for user in french.people.values():
        presence_renew(french.table.id, user.id)
    assert absent_seats(french.scene) == frozenset()
    assert presence.presence_of(french.scene)[Seat.W] == "none"
    french.people[Seat.E].delete()
    scenes_forget()
    assert absent_seats(french.scene) == {Seat.E}


def test_three_votes_make_one_new_match_dealt_by_whose_right_is_empty(people: dict[Seat, User]) -> None:
    room = trio_of(people, replace(FOURTH, deals=1))
    room.start([WORKED_DEAL])
    concede(room)
    assert room.scene.status == "over"
    vote = {"table_id": room.table.id, "question": "rematch", "choice": "yes"}
    for user in list(people.values())[:2]:
        matches.vote_cast(**vote, user_id=user.id)
    assert Match.objects.count() == 1
    matches.vote_cast(**vote, user_id=list(people.values())[2].id)
    assert Match.objects.count() == 2
    assert room.scene.match.first_dealer is room.empty.lho
    assert not Vote.objects.exists()


def test_with_other_rules_a_rematch_waits_for_the_right_number(people: dict[Seat, User], west: User) -> None:
    room = trio_of(people, replace(FOURTH, deals=1))
    room.start([WORKED_DEAL])
    concede(room)
    ebu = {"preset": "ebu", "rules": PRESETS["ebu"]}
    tables.rules_set(table_id=room.table.id, user_id=room.table.host_id, **ebu)
    for user in people.values():
        matches.vote_cast(table_id=room.table.id, user_id=user.id, question="rematch", choice="yes")
    assert Match.objects.count() == 1
    assert room.scene.missing == 1
    tables.seat_take(table_id=room.table.id, user=west, seat=room.empty, name="Wanda")
    matches.match_start(table_id=room.table.id, user_id=room.table.host_id)
    assert Match.objects.count() == 2


def test_the_host_stops_a_match_of_three(french: Trio) -> None:
    french.start([WORKED_DEAL])
    concede(french)
    matches.match_stop(table_id=french.table.id, user_id=french.table.host_id)
    scene = french.scene
    assert (scene.status, scene.match.ended_early) == ("over", True)
    assert totals(scene) == written_by_name(BoardRecord.objects.all())


def test_take_back_and_refused_claim_go_on_from_the_new_seat(fourth: Trio) -> None:
    fourth.start([WORKED_DEAL])
    fourth.say_totals()
    fourth.act(Seat.S, "contract", contract="3NT")
    lead = fourth.state.hands[Seat.W][0]
    fourth.play([str(lead)])
    assert fourth.act(Seat.W, "ask_takeback").status == 200
    assert fourth.act(Seat.S, "answer_takeback", accept=True, request=fourth.state.takeback.n).status == 200
    assert lead in fourth.state.hands[Seat.W]
    fourth.play([str(lead)])
    assert fourth.act(Seat.S, "claim", tricks=9).status == 200
    assert fourth.act(Seat.W, "answer_claim", accept=False, request=fourth.state.claim.n).status == 200
    assert fourth.state.claim is None


def test_somebody_who_played_alone_may_go_on_with_two_bots(south: User) -> None:
    """A table for one person has the rules of three too; he holds one hand then, and it is in no record."""
    table = alone_start(user=south, level="easy", deals=4, preset="four_deals")
    scene = scene_now(table.id)
    if scene.deal_is_open:  # it may have been 20-20
        table_action(table=table, scene=scene, action=engine.EndBoard(seat=None))
    table.refresh_from_db()
    scenes_forget()
    matches.match_stop(table_id=table.id, user_id=south.id)
    rules = replace(FRENCH, deals=1, points="shown")
    tables.rules_set(table_id=table.id, user_id=south.id, preset="", rules=rules)
    refused(409, matches.match_start, table_id=table.id, user_id=south.id)
    tables.seat_remove(table_id=table.id, host_id=south.id, seat=Seat.W)
    room = Trio(Table.objects.get(id=table.id), {Seat.S: south})
    room.start([WORKED_DEAL])
    scene = room.scene
    assert (room.state.declarer, scene.seat_played_from(Seat.S)) == (Seat.N, Seat.W)
    view = view_of_person(scene, south.id)
    assert {seat.value for seat, held in view.hands.items() if held} == {"S", "W"}
    while room.state.phase is not Phase.FINISHED:
        if not act_once(room.table.id):
            legal = [one for one in engine.legal_actions(room.state) if one.kind == "card"]
            assert room.act(legal[0].seat, "card", card=str(legal[0].card)).status == 200
    assert room.scene.status == "over"
    assert alone_record(south) == []


# --- what is kept of it ----------------------------------------------------------------------------


def test_my_deals_are_mine_alone(people: dict[Seat, User]) -> None:
    room = trio_of(people, replace(FOURTH, deals=2))
    room.start([WORKED_DEAL, WORKED_DEAL])
    concede(room)
    room.all_ready()
    concede(room)
    sums = written_by_name(BoardRecord.objects.order_by("position"))
    for user in people.values():
        (group,) = deals_of(user).groups
        assert group.mine == sums[user.name] == sum(line.score for line in group.lines)
        assert dict(group.others) == {name: points for name, points in sums.items() if name != user.name}
        for line in group.lines:
            assert line.role in ("declarer", "defender")
            assert bool(line.partner) == (line.role == "defender")
            names = {line.partner, *line.opponents, user.name} - {""}
            assert names == set(sums)


def test_tables_for_three_leave_those_for_four_alone(room: Room, french: Trio) -> None:
    """The same people at another table: four play there, nothing of the empty chair is true of it."""
    room.start()
    assert room.scene.is_full
    assert not room.scene.is_for_three
    assert room.scene.empty_chair is None
    assert Table.objects.count() == 2


# --- the pages of it -------------------------------------------------------------------------------


def test_a_deal_of_three_is_replayed_with_everybody_where_he_sat(fourth: Trio) -> None:
    fourth.start([WORKED_DEAL])
    concede(fourth)
    client = Client(headers={"accept-language": "en"})
    client.force_login(fourth.people[Seat.N])
    address = f"/deals/{fourth.record.id}/"
    first, last = client.get(address).context["page"], client.get(f"{address}?step=99").context["page"]
    names = {place.seat.value: place.name for place in first.places}
    assert names == {"N": "Nina", "E": "Emil", "S": "Sami", "W": "Empty chair"}
    places = {place.seat.value: place for place in last.places}
    assert [places[letter].name for letter in "NESW"] == ["", "Emil", "Sami", "Nina"]
    assert places["N"].is_dummy
    assert (places["N"].points, places["W"].points) == (10, 9)
    page = client.get(f"{address}?step=99").text
    assert "North takes the empty chair, West, and brings their own cards." in page
    assert "each of the two who defended" in page
    assert "Play this deal again" not in page


def test_my_deals_and_the_table_name_no_sides(french: Trio) -> None:
    french.start([WORKED_DEAL])
    concede(french)
    client = Client(headers={"accept-language": "en"})
    client.force_login(french.people[Seat.E])
    others = {name: points for name, points in totals(french.scene).items() if name != "Emil"}
    deals = client.get("/deals/").text
    assert "You defended" in deals
    assert "with Sami against Nina" in deals
    mine = totals(french.scene)["Emil"]
    assert f"You {mine}, Nina {others['Nina']}, Sami {others['Sami']}" in " ".join(deals.split())
    table = client.get(f"/t/{french.code}/").text
    assert "North-South" not in table
    assert "East-West" not in table


def test_what_is_in_play_names_nobody_as_partner(french: Trio) -> None:
    french.start([WORKED_DEAL])
    client = Client(headers={"accept-language": "en"})
    client.force_login(french.people[Seat.E])
    assert "with Nina and Sami" in client.get("/deals/").text


def test_a_card_costs_three_players_what_it_costs_four(room: Room, french: Trio) -> None:
    room.start([WORKED_DEAL])
    room.act(Seat.S, "contract", contract="4S")
    french.start([WORKED_DEAL])
    french.say_totals()
    french.act(Seat.N, "contract", contract="3S")
    counts = []
    for table, seat, user in (
        (room, Seat.W, room.people[Seat.W]),
        (french, Seat.E, french.people[Seat.E]),
    ):
        card = str(table.state.hands[seat][0])
        submission = Submission(table.record.id, table.state.n, "one card", "card", {"card": card})
        with CaptureQueriesContext(connection) as queries:
            action_submit(table_id=table.table.id, user_id=user.id, submission=submission)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_old_and_new_scenes_of_three_are_read_with_as_many_queries(room: Room, french: Trio) -> None:
    room.start([WORKED_DEAL])
    french.start([WORKED_DEAL])
    counts = []
    for table in (room.table, french.table):
        table.refresh_from_db()
        with CaptureQueriesContext(connection) as queries:
            scene_read(table)
        counts.append(len(queries))
    assert counts[0] == counts[1]
