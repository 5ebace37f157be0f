"""Matches: start, next deals, 20–20, the end, votes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import override_settings

from accounts.models import User
from minibridge.engine import PRESETS, SEATS, Deal, Seat, Side
from tables.models import Action, BoardRecord, Match, PreparedBoard, RecordPlayer
from tables.presence import presence_renew
from tables.refusals import Refusal
from tables.services import matches, tables

from .cast import BALANCED_DEAL, WORKED_DEAL, Room, room_of


def refused(status: int, function: object, **arguments: object) -> None:
    with pytest.raises(Refusal) as caught:
        function(**arguments)
    assert caught.value.status == status


def concede(room: Room) -> None:
    """The shortest whole deal: declarer chooses and gives all tricks away."""
    declarer = room.state.declarer
    assert declarer is not None
    room.act(declarer, "contract", contract=str(room.state.menu[0]))
    room.act(declarer, "claim", tricks=0)
    for defender in (declarer.lho, declarer.rho):
        assert room.act(defender, "answer_claim", accept=True).status == 200


def all_here(room: Room, *seats: Seat) -> None:
    for seat in seats or SEATS:
        presence_renew(room.table.id, room.people[seat].id)


def test_a_match_needs_four_people_and_the_host(room: Room) -> None:
    refused(403, matches.match_start, table_id=room.table.id, user_id=room.people[Seat.N].id)
    tables.seat_leave(table_id=room.table.id, user_id=room.people[Seat.N].id)
    refused(409, matches.match_start, table_id=room.table.id, user_id=room.table.host_id)
    assert not Match.objects.exists()


def test_a_match_starts_once(playing: Room) -> None:
    refused(409, matches.match_start, table_id=playing.table.id, user_id=playing.table.host_id)
    assert Match.objects.count() == 1


def test_the_record_keeps_who_played_and_by_which_rules(playing: Room) -> None:
    record = playing.record
    players = {player.seat: (player.name, player.user_id) for player in record.players.all()}
    assert players == {seat.value: (user.name, user.id) for seat, user in playing.people.items()}
    assert record.rule_set == PRESETS["four_deals"]
    assert record.rules_version == 1


def test_the_first_dealer_is_drawn(room: Room) -> None:
    dealers = set()
    for _number in range(60):  # one seat is missing by chance once in ten million runs
        matches.match_start(table_id=room.table.id, user_id=room.table.host_id)
        dealers.add(room.scene.match.first_dealer)
        Match.objects.all().delete()
        room.table.refresh_from_db()
        room.table.setting_version = room.table.version = room.table.version + 1
        room.table.save()
    assert dealers == set(SEATS)


def test_four_deals_then_the_match_is_over(room: Room) -> None:
    room.start([WORKED_DEAL])
    dealers = [room.state.board.dealer]
    room.play_worked_deal()
    for _deal in range(3):
        room.all_ready()
        while room.scene.record.state.result is not None:  # 20–20
            room.all_ready()
        dealers.append(room.state.board.dealer)
        concede(room)
    assert dealers == [Seat.N, Seat.E, Seat.S, Seat.W]
    scene = room.scene
    assert scene.status == "over"
    assert [line.number for line in scene.match.outcomes if line.outcome != "balanced"] == [1, 2, 3, 4]
    assert scene.match.totals[Side.NS] >= 420
    refused(409, matches.ready_set, table_id=room.table.id, user_id=room.people[Seat.N].id)


def test_the_next_deal_waits_for_all_four(playing: Room) -> None:
    playing.play_worked_deal()
    for seat in (Seat.N, Seat.E, Seat.S):
        matches.ready_set(table_id=playing.table.id, user_id=playing.people[seat].id)
        assert playing.scene.record.position == 1
    matches.ready_set(table_id=playing.table.id, user_id=playing.people[Seat.W].id)
    assert playing.scene.record.position == 2
    assert not any(chair.ready for chair in playing.scene.chairs.values())


def test_a_late_ready_does_not_count_for_the_next_deal(playing: Room) -> None:
    playing.play_worked_deal()
    first = playing.record.id
    playing.all_ready()
    refused(409, matches.ready_set, table_id=playing.table.id, user_id=playing.people[Seat.N].id, after=first)


def test_the_host_may_deal_at_once(room: Room) -> None:
    playing = room
    playing.start([WORKED_DEAL, WORKED_DEAL])
    playing.play_worked_deal()
    refused(403, matches.deal_now, table_id=playing.table.id, user_id=playing.people[Seat.N].id)
    matches.deal_now(table_id=playing.table.id, user_id=playing.table.host_id)
    assert playing.scene.record.position == 2
    refused(409, matches.deal_now, table_id=playing.table.id, user_id=playing.table.host_id)


def test_twenty_all_is_dealt_again_by_the_same_dealer(room: Room) -> None:
    room.start([BALANCED_DEAL, WORKED_DEAL], first_dealer=Seat.W)
    record = room.record
    assert (record.outcome, record.points_ns, record.points_ew) == (BoardRecord.Outcome.BALANCED, 0, 0)
    assert record.finished is not None
    room.all_ready()
    board = room.state.board
    assert (board.number, board.dealer) == (1, Seat.W)
    assert str(board.deal) == str(WORKED_DEAL)
    assert not PreparedBoard.objects.exists()


def test_new_rules_hold_from_the_next_match_on(playing: Room) -> None:
    playing.play_worked_deal()
    tables.rules_set(
        table_id=playing.table.id, user_id=playing.table.host_id, preset="ebu", rules=PRESETS["ebu"]
    )
    playing.all_ready()
    assert playing.record.rule_set.points == "shown"
    assert playing.scene.rules.points == "announced"


def test_a_match_by_points_ends_when_they_are_reached(
    north: User, east: User, south: User, west: User
) -> None:
    rules = replace(PRESETS["four_deals"], length="points", target_points=400)
    room = room_of({Seat.S: south, Seat.N: north, Seat.E: east, Seat.W: west}, rules)
    room.start()
    room.play_worked_deal()
    assert room.scene.status == "over"
    assert room.scene.match.winner is Side.NS


def test_a_match_by_time_ends_after_the_deal_in_play(
    north: User, east: User, south: User, west: User
) -> None:
    from datetime import timedelta

    from django.utils import timezone

    rules = replace(PRESETS["four_deals"], length="time", minutes=1)
    room = room_of({Seat.S: south, Seat.N: north, Seat.E: east, Seat.W: west}, rules)
    room.start()
    Match.objects.update(started=timezone.now() - timedelta(minutes=2))
    assert room.scene.status == "playing"
    room.play_worked_deal()
    assert room.scene.status == "over"


def test_the_host_stops_a_match_between_deals(playing: Room) -> None:
    refused(409, matches.match_stop, table_id=playing.table.id, user_id=playing.table.host_id)
    playing.play_worked_deal()
    refused(403, matches.match_stop, table_id=playing.table.id, user_id=playing.people[Seat.N].id)
    matches.match_stop(table_id=playing.table.id, user_id=playing.table.host_id)
    scene = playing.scene
    assert (scene.status, scene.match.ended_early, scene.match.totals[Side.NS]) == ("over", True, 420)


def test_four_votes_make_exactly_one_new_match(playing: Room) -> None:
    playing.play_worked_deal()
    matches.match_stop(table_id=playing.table.id, user_id=playing.table.host_id)
    vote = {"table_id": playing.table.id, "question": "rematch"}
    for seat in (Seat.N, Seat.E, Seat.W):
        matches.vote_cast(**vote, user_id=playing.people[seat].id, choice="yes")
    matches.vote_cast(**vote, user_id=playing.people[Seat.N].id, choice="no")
    matches.vote_cast(**vote, user_id=playing.people[Seat.S].id, choice="yes")
    assert Match.objects.count() == 1
    assert playing.scene.match.rematch_votes == {Seat.E, Seat.S, Seat.W}
    matches.vote_cast(**vote, user_id=playing.people[Seat.N].id, choice="yes")
    assert [match.number for match in Match.objects.order_by("id")] == [1, 2]
    refused(409, matches.vote_cast, **vote, user_id=playing.people[Seat.N].id, choice="yes")
    assert playing.scene.match.rematch_votes == frozenset()


def test_nobody_votes_about_a_player_who_is_there(playing: Room) -> None:
    all_here(playing)
    vote = {"table_id": playing.table.id, "question": "end", "choice": "end"}
    refused(409, matches.vote_cast, **vote, user_id=playing.people[Seat.E].id)


@override_settings(ABSENCE_SECONDS=0, PRESENCE_LEASE_SECONDS=-1)
def test_the_deal_ends_when_all_who_are_there_say_so(playing: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """North has gone; East, South and West are there and have a vote each."""
    from tables.services import matches as module

    monkeypatch.setattr(module, "absent_seats", lambda scene: frozenset({Seat.N}))
    vote = {"table_id": playing.table.id, "question": "end"}
    matches.vote_cast(**vote, user_id=playing.people[Seat.E].id, choice="end")
    matches.vote_cast(**vote, user_id=playing.people[Seat.S].id, choice="wait")
    matches.vote_cast(**vote, user_id=playing.people[Seat.W].id, choice="end")
    assert playing.scene.end_votes == {Seat.E: "end", Seat.S: "wait", Seat.W: "end"}
    assert playing.scene.deal_is_open
    matches.vote_cast(**vote, user_id=playing.people[Seat.S].id, choice="end")
    record = playing.record
    assert (record.outcome, record.tricks, record.points_ns) == (BoardRecord.Outcome.UNFINISHED, None, 0)
    assert playing.scene.end_votes == {}
    assert playing.scene.status == "playing"
    row = Action.objects.latest("n")
    assert (row.seat, row.kind, row.user_id) == ("", "end", None)


def test_an_empty_chair_counts_as_absent(playing: Room) -> None:
    playing.people[Seat.N].delete()
    all_here(playing, Seat.E, Seat.S, Seat.W)
    vote = {"table_id": playing.table.id, "question": "end", "choice": "end"}
    # the account's own deletion is no change of the table's row, so that another process may lag behind
    from tables.scene_reading import scenes_forget

    scenes_forget()
    for seat in (Seat.E, Seat.S, Seat.W):
        matches.vote_cast(**vote, user_id=playing.people[seat].id)
    assert playing.record.outcome == BoardRecord.Outcome.UNFINISHED


@pytest.mark.parametrize(
    ("question", "choice"), [("end", "yes"), ("rematch", "end"), ("", ""), ("x", "wait")]
)
def test_a_question_nobody_asks_is_refused(playing: Room, question: str, choice: str) -> None:
    user_id = playing.people[Seat.E].id
    refused(
        400, matches.vote_cast, table_id=playing.table.id, user_id=user_id, question=question, choice=choice
    )


def test_strangers_have_no_vote(playing: Room, stranger: User) -> None:
    for service in (matches.ready_set,):
        refused(404, service, table_id=playing.table.id, user_id=stranger.id)
    refused(
        404,
        matches.vote_cast,
        table_id=playing.table.id,
        user_id=stranger.id,
        question="rematch",
        choice="yes",
    )


def test_random_deals_are_stored_not_remade(room: Room) -> None:
    matches.match_start(table_id=room.table.id, user_id=room.table.host_id)
    assert Deal.parse(room.record.board.deal) == room.state.board.deal


def test_history_survives_the_person(playing: Room) -> None:
    playing.play_worked_deal()
    playing.people[Seat.N].delete()
    player = RecordPlayer.objects.get(record=playing.record, seat="N")
    assert (player.user_id, player.name) == (None, "Nina")
    assert Action.objects.filter(record=playing.record).count() == 53
