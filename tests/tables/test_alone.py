"""Playing alone: dealt at one click, both hands for the person, a record kept, deals played again."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client

from accounts.models import User
from minibridge.engine import PRESETS, SEATS, Deal, RuleSet, Seat
from tables.alone_record import alone_record
from tables.models import Board, BoardRecord, Match, RecordPlayer, Seating, Table
from tables.rules_alone import rules_alone, rules_shared
from tables.scene import chair_of, view_of_person, viewer_of
from tables.scene_reading import scene_now
from tables.services import matches, tables
from tables.services.alone import alone_start
from tables.services.bots import bots_seat_everywhere
from tables.services.variations import may_vary, vary_alone

from .bot_play import bots_act
from .cast import BALANCED_DEAL, WORKED_DEAL, Room, guest, refused

NORTH_DECLARES = Deal(*[WORKED_DEAL[seat.partner] for seat in SEATS])
"""The worked deal with the partners exchanged: North has the sixteen points."""


def alone(user: User, deals: list[Deal], *, level: str = "medium", preset: str = "four_deals") -> Room:
    """A table for one, whose match begins with these deals."""
    table = alone_start(user=user, level=level, deals=4, preset=preset)
    room = Room(table, {Seat.S: user})
    BoardRecord.objects.filter(match__table=table).delete()
    Match.objects.filter(table=table).delete()
    Table.objects.filter(id=table.id).update(version=40, setting_version=40)
    room.start(deals)
    return room


# --- at one click ----------------------------------------------------------------------------------


def test_one_click_and_the_cards_are_dealt(db: None) -> None:
    visitor = Client()
    answer = visitor.post("/alone/")
    table = Table.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/t/{table.code}/")
    assert User.objects.get().is_guest
    scene = scene_now(table.id)
    assert scene is not None and scene.status == "playing" and scene.record is not None
    assert [chair.bot for chair in scene.chairs.values() if chair] == ["medium", "medium", "", "medium"]
    assert (scene.rules.deals, scene.rules.hints, scene.rules.takeback) == (4, True, "free")
    page = visitor.get(f"/t/{table.code}/")
    assert page.status_code == 200
    assert Client().get(f"/t/{table.code}/").status_code == 403, "one plays alone"


def test_level_length_and_rules_are_chosen_and_remembered(db: None) -> None:
    visitor = Client()
    assert visitor.get("/alone/").status_code == 200
    chosen = {"level": "hard", "deals": "8", "preset": "nbb"}
    assert visitor.post("/alone/", chosen).status_code == 302
    assert visitor.post("/alone/").status_code == 302, "the button of the home page"
    for table in Table.objects.all():
        assert table.rule_set == rules_alone(replace(PRESETS["nbb"], deals=8))
        assert set(Seating.objects.filter(table=table, user=None).values_list("bot", flat=True)) == {"hard"}
    page = visitor.get("/alone/").content.decode()
    assert 'value="hard" checked' in page and '<option value="nbb" selected>' in page


@pytest.mark.parametrize(
    "wrong",
    [{"level": "genius"}, {"deals": "5"}, {"deals": "x"}, {"preset": "bridge"}, {"preset": "three_french"}],
)
def test_what_cannot_be_chosen(db: None, wrong: dict[str, str]) -> None:
    answer = Client().post("/alone/", wrong)
    assert answer.status_code == 422
    assert not Table.objects.exists() and not User.objects.exists()


def test_the_service_refuses_too(south: User) -> None:
    for wrong in ({"level": ""}, {"deals": 3}, {"preset": "three_french"}, {"preset": ""}):
        arguments = {"level": "easy", "deals": 4, "preset": "four_deals", **wrong}
        refused(400, alone_start, user=south, **arguments)
    assert not Table.objects.exists()


# --- both hands ------------------------------------------------------------------------------------


def test_the_person_plays_both_hands_when_north_declares(south: User) -> None:
    room = alone(south, [NORTH_DECLARES])
    scene = room.scene
    assert room.state.declarer is Seat.N
    assert (chair_of(scene, south.id), viewer_of(scene, south.id)) == (Seat.S, Seat.N)
    assert bots_act(room.table.id) == 0, "the person chooses North's contract"
    assert room.act(Seat.S, "contract", contract="4S").status == 200
    assert bots_act(room.table.id) == 1
    assert room.state.trick is not None and room.state.trick.leader is Seat.E, "East leads, South is dummy"
    for _card in range(26):
        view = view_of_person(room.scene, south.id)
        assert view is not None and view.viewer is Seat.N
        assert view.hands[Seat.S] is not None and view.hands[Seat.E] is view.hands[Seat.W] is None
        assert room.act(Seat.S, "card", card=view.legal_cards[0].text).status == 200
        bots_act(room.table.id)
    assert not room.scene.deal_is_open
    assert viewer_of(room.scene, south.id) is Seat.S, "in between he is who he is"
    matches.ready_set(table_id=room.table.id, user_id=south.id)


@pytest.mark.parametrize("faced", ["before_contract", "declarer_first", "after_lead", "shape_first"])
def test_his_own_hand_never_leaves_his_eyes(south: User, faced: str) -> None:
    room = alone(south, [NORTH_DECLARES])
    rules = replace(room.scene.rules, dummy_faced=faced)
    BoardRecord.objects.filter(match__table=room.table).update(rules=rules.to_dict())
    Table.objects.filter(id=room.table.id).update(version=60, setting_version=60)
    view = view_of_person(room.scene, south.id)
    assert view is not None and view.rules.dummy_faced == faced
    assert view.hands[Seat.S] is not None and view.hands[Seat.N] is not None
    page = Client()
    page.force_login(south)
    assert 'id="r-cards-S" class="cards at-S is-mine' in page.get(f"/t/{room.code}/").content.decode()


def test_he_is_himself_when_he_declares_and_when_he_defends(south: User) -> None:
    room = alone(south, [WORKED_DEAL])
    assert viewer_of(room.scene, south.id) is Seat.S
    turned = Deal(*[WORKED_DEAL[seat.lho] for seat in SEATS])
    other = alone(guest("Other"), [turned])
    assert other.state.declarer in (Seat.E, Seat.W)
    assert viewer_of(other.scene, other.people[Seat.S].id) is Seat.S
    assert bots_act(other.table.id) > 0


def test_friends_with_bots_do_not_play_the_bots_hand(south: User) -> None:
    """Only who plays alone plays both hands; at another table a bot declares by itself."""
    room = alone(south, [NORTH_DECLARES])
    Table.objects.filter(id=room.table.id).update(alone=False, version=60, setting_version=60)
    assert viewer_of(room.scene, south.id) is Seat.S
    assert bots_act(room.table.id) > 1


# --- the record ------------------------------------------------------------------------------------


def finish(room: Room, person: User) -> None:
    """Play the match to its end: once a deal the person gives all tricks away, if his partner lets him."""
    while room.scene.status == "playing":
        bots_act(room.table.id)
        if room.scene.status != "playing":
            return
        if not room.scene.deal_is_open:
            matches.ready_set(table_id=room.table.id, user_id=person.id)
            continue
        view = view_of_person(room.scene, person.id)
        assert view is not None
        if "announce" in view.may:
            answer = room.act(Seat.S, "announce", points=room.state.totals[Seat.S])
        elif view.menu:
            answer = room.act(Seat.S, "contract", contract=str(view.menu[0]))
        elif "claim" in view.may and not any(action.kind == "claim" for action in room.scene.record.log):
            answer = room.act(Seat.S, "claim", tricks=0)
        else:
            answer = room.act(Seat.S, "card", card=view.legal_cards[0].text)
        assert answer.status == 200, answer


def test_the_record_has_a_line_for_each_standard(south: User) -> None:
    assert alone_record(south) == []
    for level, preset, deals in (("easy", "four_deals", 4), ("easy", "four_deals", 4), ("hard", "nbb", 8)):
        table = alone_start(user=south, level=level, deals=deals, preset=preset)
        finish(Room(table, {Seat.S: south}), south)
    lines = alone_record(south)
    assert [(line.preset, line.deals, line.level, line.played) for line in lines] == [
        ("four_deals", 4, "easy", 2),
        ("nbb", 8, "hard", 1),
    ]
    for line in lines:
        assert line.won + line.drawn + line.lost == line.played
        found = [match for match in Match.objects.all() if match.rule_set.deals == line.deals]
        margins = [sum(record.score_ns or 0 for record in match.records.all()) for match in found]
        assert line.best == max(margins)
        assert line.won == sum(margin > 0 for margin in margins)
        assert line.average == round(sum(margins) / len(margins))
    assert alone_record(guest("Other")) == []
    client = Client()
    client.force_login(south)
    page = client.get("/alone/").content.decode()
    assert page.count("<tr>") == 3


def test_a_match_of_two_levels_is_of_neither(south: User) -> None:
    room = alone(south, [WORKED_DEAL])
    for number in range(4):
        play_deal(room, south)
        if number == 2:
            bots_seat_everywhere(table_id=room.table.id, host_id=south.id, level="expert")
        if number < 3:
            matches.ready_set(table_id=room.table.id, user_id=south.id)
            while not room.scene.deal_is_open:  # 20-20
                matches.ready_set(table_id=room.table.id, user_id=south.id)
    assert [(line.level, line.played) for line in alone_record(south)] == [("", 1)]


def test_points_count_for_the_side_one_had_in_each_deal(south: User) -> None:
    table = alone_start(user=south, level="easy", deals=4, preset="four_deals")
    room = Room(table, {Seat.S: south})
    finish(room, south)
    first = BoardRecord.objects.filter(match__table=table).earliest("id")
    RecordPlayer.objects.filter(record=first, user=south).update(seat="X")
    RecordPlayer.objects.filter(record=first, seat="E").update(seat="S")
    RecordPlayer.objects.filter(record=first, seat="X").update(seat="E")
    points = {record.id: record.score_ns or 0 for record in BoardRecord.objects.filter(match__table=table)}
    expected = sum(points.values()) - 2 * points[first.id]
    assert alone_record(south)[0].best == expected


def test_nobody_joins_who_is_alone(south: User) -> None:
    table = alone_start(user=south, level="easy", deals=4, preset="four_deals")
    room = Room(table, {Seat.S: south})
    tables.settings_set(table_id=table.id, user_id=south.id, visitors="public", free_text=False)
    play_deal(room, south)
    friend = guest("Friend")
    refused(403, tables.seat_take, table_id=table.id, user=friend, seat=Seat.W, name="Friend")
    assert room.scene.chairs[Seat.W].is_bot


def test_a_deal_played_again_is_no_match_to_be_continued(over: Room, south: User) -> None:
    again = Room(vary_alone(user=south, record=over.record, seat=Seat.S, level="hard"), {Seat.S: south})
    finish(again, south)
    refused(
        409, matches.vote_cast, table_id=again.table.id, user_id=south.id, question="rematch", choice="yes"
    )


def play_deal(room: Room, person: User) -> None:
    while room.scene.deal_is_open:
        bots_act(room.table.id)
        if not room.scene.deal_is_open:
            return
        view = view_of_person(room.scene, person.id)
        kind, data = (
            ("contract", {"contract": str(view.menu[0])})
            if view.menu
            else ("card", {"card": view.legal_cards[0].text})
        )
        assert room.act(Seat.S, kind, **data).status == 200


def test_what_does_not_count(south: User) -> None:
    table = alone_start(user=south, level="easy", deals=4, preset="four_deals")
    assert alone_record(south) == [], "not over"
    room = Room(table, {Seat.S: south})
    finish(room, south)
    record = BoardRecord.objects.exclude(outcome="balanced").filter(match__table=table).first()
    assert record is not None
    again = vary_alone(user=south, record=record, seat=Seat.S, level="hard")
    finish(Room(again, {Seat.S: south}), south)
    assert [line.played for line in alone_record(south)] == [1]
    Match.objects.update(ended_early=True)
    assert alone_record(south) == []


def test_the_record_asks_as_much_for_one_match_as_for_many(
    south: User, django_assert_num_queries: object
) -> None:
    for _match in range(3):
        table = alone_start(user=south, level="easy", deals=4, preset="four_deals")
        finish(Room(table, {Seat.S: south}), south)
    with django_assert_num_queries(1):
        assert alone_record(south)[0].played == 3


# --- once more -------------------------------------------------------------------------------------


@pytest.fixture
def over(south: User) -> Room:
    room = alone(south, [WORKED_DEAL])
    room.act(Seat.S, "contract", contract="4S")
    bots_act(room.table.id)
    room.act(Seat.S, "claim", tricks=0)
    bots_act(room.table.id)
    assert not room.scene.deal_is_open
    return room


def test_the_same_cards_with_another_contract_and_level(over: Room, south: User) -> None:
    first = over.record
    client = Client()
    client.force_login(south)
    page = client.get(f"/deals/{first.id}/").content.decode()
    assert f"/deals/{first.id}/again" in page
    answer = client.post(f"/deals/{first.id}/again", {"level": "hard"})
    table = Table.objects.latest("id")
    assert answer["Location"] == f"/t/{table.code}/"
    room = Room(table, {Seat.S: south})
    assert str(room.state.board.deal) == first.board.deal
    assert room.state.board.dealer.value == first.board.dealer
    assert set(Seating.objects.filter(table=table, user=None).values_list("bot", flat=True)) == {"hard"}
    room.act(Seat.S, "contract", contract="3NT")
    finish(room, south)
    assert room.record.match.is_replay and room.scene.status == "over"
    page = client.get(f"/deals/{room.record.id}/").content.decode()
    assert f"/deals/{first.id}/" in page, "both tries are listed"


def test_from_any_seat(south: User, room: Room) -> None:
    """A deal played with friends is played again on the chair one had."""
    room.start([WORKED_DEAL])
    room.play_worked_deal()
    west = room.people[Seat.W]
    table = vary_alone(user=west, record=room.record, seat=Seat.W, level="easy")
    scene = scene_now(table.id)
    assert scene is not None and chair_of(scene, west.id) is Seat.W
    assert [seat for seat, chair in scene.chairs.items() if chair and chair.is_bot] == [
        Seat.N,
        Seat.E,
        Seat.S,
    ]
    assert bots_act(table.id) > 0


def test_what_cannot_be_played_again(over: Room, south: User) -> None:
    record = over.record
    refused(400, vary_alone, user=south, record=record, seat=Seat.S, level="genius")
    client = Client()
    client.force_login(guest("Nosy"))
    assert client.post(f"/deals/{record.id}/again", {"level": "easy"}).status_code == 404
    assert Client().post(f"/deals/{record.id}/again", {"level": "easy"}).status_code == 404
    assert Client().post(f"/deals/{10**18}/again", {"level": "easy"}).status_code == 404
    matches.ready_set(table_id=over.table.id, user_id=south.id)
    refused(409, vary_alone, user=south, record=over.record, seat=Seat.S, level="easy")
    client.force_login(south)
    assert client.post(f"/deals/{over.record.id}/again", {"level": "easy"}).status_code == 409
    balanced = alone(guest("Balanced"), [BALANCED_DEAL, WORKED_DEAL])
    twenty = BoardRecord.objects.filter(match__table=balanced.table).earliest("id")
    assert twenty.outcome == "balanced" and not may_vary(twenty)


def test_rules_alone_are_the_same_rules() -> None:
    for name, rules in PRESETS.items():
        assert rules_shared(rules_alone(rules)) == rules_shared(rules), name
        assert rules_shared(replace(rules, deals=8)) == rules_shared(rules)
    assert rules_shared(RuleSet()) == RuleSet()


def test_rules_alone_are_never_contradictory() -> None:
    """Where the Laws say what becomes of a mistake, nothing is taken back."""
    laws = RuleSet(revokes="laws", takeback="off")
    assert rules_alone(laws) == replace(laws, hints=True)


def test_a_deal_keeps_its_vulnerability(over: Room, south: User) -> None:
    Board.objects.filter(id=over.record.board_id).update(vulnerability="NS")
    table = vary_alone(user=south, record=over.record, seat=Seat.S, level="easy")
    assert Room(table, {Seat.S: south}).record.board.vulnerability == "NS"
