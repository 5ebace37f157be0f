"""Deals played on otherwise: laid ready in the log, finished by bots or friends, true and linked."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.core.management import call_command

from accounts.models import User
from minibridge import engine
from minibridge.engine import PRESETS, SEATS, Deal, Phase, RuleSet, Seat, standing
from tables.alone_record import alone_record
from tables.models import Action, Board, BoardRecord, Match, PreparedBoard, Table
from tables.replays import replay_of
from tables.rule_texts import OFFERED_PRESETS
from tables.scene import view_of_person, viewer_of
from tables.scene_reading import scene_now, scenes_forget
from tables.services import matches, tables
from tables.services.bots import bots_seat_everywhere
from tables.services.records import opening_read, record_finish
from tables.services.variations import DECLARER_CHOOSES, Branch, may_vary, vary_alone, vary_with_friends

from .bot_play import bots_act
from .cast import BALANCED_DEAL, WORKED_DEAL, WORKED_PLAY, Room, Trio, guest, refused, room_of, trio_of
from .test_leaks import Reader, play_on


def head_of(record: BoardRecord) -> list[tuple[str, str]]:
    """What lies at the head of a log: kind, and the card or contract."""
    rows = Action.objects.filter(record=record, n__lt=record.laid).order_by("n")
    return [(row.kind, row.data.get("card") or row.data.get("contract", "")) for row in rows]


def finish(room: Room, person: User) -> None:
    """The person plays whatever is first allowed, and bots the rest, to the end."""
    for _action in range(60):
        bots_act(room.table.id)
        if not room.scene.deal_is_open:
            return
        view = view_of_person(room.scene, person.id)
        assert view is not None
        seat = next(iter(room.people))
        if "announce" in view.may:
            answer = room.act(seat, "announce", points=room.state.totals[seat])
        elif view.menu:
            answer = room.act(seat, "contract", contract=str(view.menu[0]))
        else:
            answer = room.act(seat, "card", card=view.legal_cards[0].text)
        assert answer.status == 200, answer
    raise AssertionError("this deal has no end")


def alone_from(room: Room, user: User, seat: Seat, **branch: object) -> Room:
    table = vary_alone(user=user, record=room.record, seat=seat, level="easy", branch=Branch(**branch))
    return Room(table, {seat: user})


# --- on from a step --------------------------------------------------------------------------------


def test_it_goes_on_from_the_middle_of_a_trick(played: Room, south: User) -> None:
    varied = alone_from(played, south, Seat.S, step=8)
    assert head_of(varied.record)[-1] == ("hand_over", "")
    assert [what for _kind, what in head_of(varied.record)[:-1]] == ["4S", *WORKED_PLAY[:7]]
    old, new = replay_of(played.record).states[8], varied.state
    assert (new.hands, new.trick, new.tricks, new.turn) == (old.hands, old.trick, old.tricks, old.turn)
    finish(varied, south)
    record = varied.record
    assert (record.parent, record.parent_step, record.laid) == (played.record, 8, 9)
    assert record.match.is_replay and record.board == played.record.board
    call_command("verify_records")
    assert alone_record(south) == []


def test_the_log_is_the_truth_also_after_a_restart(played: Room, south: User) -> None:
    varied = alone_from(played, south, Seat.S, step=20)
    before = varied.state
    scenes_forget()
    assert varied.state == before
    assert replay_of(played.record).last == 53, "the old record is as it was"


def test_nothing_before_the_branch_is_taken_back(played: Room, south: User) -> None:
    varied = alone_from(played, south, Seat.S, step=4)
    assert varied.state.rules.takeback == "free"
    card = "H6"
    assert varied.state.turn is Seat.S
    assert varied.act(Seat.S, "ask_takeback").status == 422
    assert varied.act(Seat.S, "card", card=card).status == 200
    assert varied.act(Seat.S, "ask_takeback").status == 200
    assert varied.state.turn is Seat.S
    assert varied.act(Seat.S, "ask_takeback").status == 422


@pytest.mark.parametrize("seat", SEATS)
def test_on_any_chair(played: Room, south: User, seat: Seat) -> None:
    """On the chair of declarer or dummy alone, the person plays both hands."""
    varied = alone_from(played, south, seat, step=2)
    bots_act(varied.table.id)
    expected = Seat.S if seat in (Seat.N, Seat.S) else seat
    assert viewer_of(varied.scene, south.id) is expected
    finish(varied, south)
    assert replay_of(varied.record).states[-1].result is not None


def test_what_was_taken_back_refused_or_claimed_is_left_out(playing: Room, south: User) -> None:
    playing.act(Seat.S, "contract", contract="4S")
    playing.play(WORKED_PLAY[:2])
    playing.act(Seat.S, "ask_takeback")
    playing.act(Seat.W, "answer_takeback", accept=True, request=playing.state.takeback.n)
    playing.play(WORKED_PLAY[1:8])
    for accept in (False, True):
        playing.act(Seat.S, "claim", tricks=8)
        for seat in (Seat.E, Seat.W)[: 1 + accept]:
            playing.act(seat, "answer_claim", accept=accept, request=playing.state.claim.n)
    record = playing.record
    assert record.outcome == "claimed"
    for step in (16, replay_of(record).last, 10**6):
        varied = alone_from(playing, south, Seat.S, step=step)
        assert [what for _kind, what in head_of(varied.record)[:-1]] == ["4S", *WORKED_PLAY[:8]]
        assert varied.state.claim is None and varied.state.phase is Phase.PLAY
    finish(varied, south)
    call_command("verify_records")


def test_a_deal_broken_off_can_be_finished(playing: Room, south: User) -> None:
    playing.act(Seat.S, "contract", contract="4S")
    playing.play(WORKED_PLAY[:6])
    with tables.table_change(playing.table.id) as change:
        from tables.services.play import table_action

        table_action(table=change.table, scene=change.scene, action=engine.EndBoard(reason="absent"))
    assert playing.record.outcome == "unfinished"
    varied = alone_from(playing, south, Seat.S, step=99)
    assert [what for _kind, what in head_of(varied.record)[:-1]] == ["4S", *WORKED_PLAY[:6]]


def test_nothing_is_left_after_the_last_card(played: Room, south: User) -> None:
    for step in (53, 500):
        refused(
            409,
            vary_alone,
            user=south,
            record=played.record,
            seat=Seat.S,
            level="easy",
            branch=Branch(step=step),
        )
    assert not Table.objects.exclude(id=played.table.id).exists() and not PreparedBoard.objects.exists()


def test_from_the_beginning_nothing_is_laid_ready(played: Room, south: User) -> None:
    varied = alone_from(played, south, Seat.S)
    assert (varied.state.n, varied.record.laid, varied.record.parent) == (0, 0, played.record)


# --- with another contract -------------------------------------------------------------------------


def test_with_another_contract(played: Room, south: User) -> None:
    varied = alone_from(played, south, Seat.S, contract="3NT", step=30)
    assert head_of(varied.record) == [("contract", "3NT"), ("hand_over", "")]
    assert varied.record.parent_step == 0
    finish(varied, south)
    assert str(varied.record.contract) == "3NT"
    call_command("verify_records")


def test_declarer_chooses_anew(played: Room, south: User) -> None:
    varied = alone_from(played, south, Seat.S, contract=DECLARER_CHOOSES)
    assert varied.state.phase is Phase.CONTRACT and varied.state.turn is Seat.S
    defender = alone_from(played, played.people[Seat.W], Seat.W, contract=DECLARER_CHOOSES)
    assert bots_act(defender.table.id) >= 1
    assert defender.state.contract is not None


@pytest.mark.parametrize("contract", ["5NT", "4S!", "NT", "🂡", "4S" * 40])
def test_a_contract_that_is_not_offered(played: Room, south: User, contract: str) -> None:
    refused(
        422,
        vary_alone,
        user=south,
        record=played.record,
        seat=Seat.S,
        level="easy",
        branch=Branch(contract=contract),
    )


def test_where_nobody_chooses(south: User, room: Room) -> None:
    counting = room_of({Seat.S: south}, PRESETS["count_tricks"])
    bots_seat_everywhere(table_id=counting.table.id, host_id=south.id, level="easy")
    counting.start([WORKED_DEAL])
    finish(counting, south)
    refused(
        409,
        vary_alone,
        user=south,
        record=counting.record,
        seat=Seat.S,
        level="easy",
        branch=Branch(contract="3NT"),
    )
    varied = alone_from(counting, south, Seat.S, step=10)
    finish(varied, south)
    assert varied.record.tricks is not None


# --- with friends ----------------------------------------------------------------------------------


def test_with_friends_it_is_dealt_when_all_sit(played: Room, south: User, stranger: User) -> None:
    table = vary_with_friends(user=south, record=played.record, branch=Branch(step=30))
    assert not table.matches.exists() and not table.alone
    people = {Seat.E: south, Seat.S: stranger, Seat.N: guest("Ada"), Seat.W: guest("Bo")}
    for seat, user in people.items():
        refused(409, matches.match_start, table_id=table.id, user_id=south.id)
        tables.seat_take(table_id=table.id, user=user, seat=seat, name=user.name)
    matches.match_start(table_id=table.id, user_id=south.id)
    varied = Room(table, people)
    assert (varied.state.n, varied.record.laid) == (31, 31)
    assert varied.state.rules == replace(played.state.rules, deals=1)
    varied.play(WORKED_PLAY[29:])
    assert varied.scene.status == "over" and varied.record.match.is_replay
    assert varied.record.score_ns == played.record.score_ns
    call_command("verify_records")
    refused(409, matches.vote_cast, table_id=table.id, user_id=south.id, question="rematch", choice="yes")


def test_rules_that_do_not_fit_are_refused_and_nothing_is_dealt(played: Room, south: User) -> None:
    table = vary_with_friends(user=south, record=played.record, branch=Branch(step=30))
    tables.seat_take(table_id=table.id, user=south, seat=Seat.S, name="Sami")
    bots_seat_everywhere(table_id=table.id, host_id=south.id, level="easy")
    tables.rules_set(table_id=table.id, user_id=south.id, preset="ebu", rules=PRESETS["ebu"])
    refused(409, matches.match_start, table_id=table.id, user_id=south.id)
    assert not Match.objects.filter(table=table).exists()
    assert PreparedBoard.objects.filter(table=table).exists()
    rules = replace(PRESETS["four_deals"], deals=1)
    tables.rules_set(table_id=table.id, user_id=south.id, preset="", rules=rules)
    matches.match_start(table_id=table.id, user_id=south.id)


def test_alone_first_then_with_friends_without_what_was_for_one_alone(played: Room, south: User) -> None:
    alone = alone_from(played, south, Seat.S, step=40)
    finish(alone, south)
    table = vary_with_friends(user=south, record=alone.record, branch=Branch(step=5))
    assert (table.rule_set.hints, table.rule_set.takeback) == (False, RuleSet().takeback)


def test_nobody_is_told_more_than_his_seat_may_know(played: Room, south: User) -> None:
    """What is laid ready was played openly; the hands are as hidden as in any deal."""
    table = vary_with_friends(user=south, record=played.record, branch=Branch(step=35))
    people = {seat: guest(f"F{seat}") for seat in SEATS}
    for seat, user in people.items():
        tables.seat_take(table_id=table.id, user=user, seat=seat, name=user.name)
    varied = Room(table, people)
    matches.match_start(table_id=table.id, user_id=south.id)
    reader = Reader(varied)
    reader.pages(everything=True)
    for number, _action in enumerate(play_on(varied, random.Random(3))):
        reader.pushes()
        if number == 5:
            reader.pages()
            reader.refusals()
    reader.pages(everything=True)
    assert reader.read > 60


# --- what cannot be varied -------------------------------------------------------------------------


def test_deals_of_three_and_deals_without_play(south: User, room: Room) -> None:
    three = trio_of({Seat.N: guest("A"), Seat.E: guest("B"), Seat.S: guest("C")}, PRESETS["three_french"])
    three.start([WORKED_DEAL])
    three_record = finish_three(three)
    room.start([BALANCED_DEAL, WORKED_DEAL])
    twenty = BoardRecord.objects.filter(match__table=room.table).earliest("id")
    for record in (three_record, twenty, room.record):
        assert not may_vary(record)
        for step in (0, 3):
            branch = Branch(step=step)
            refused(409, vary_alone, user=south, record=record, seat=Seat.S, level="easy", branch=branch)
            refused(409, vary_with_friends, user=south, record=record, branch=branch)


def finish_three(three: Trio) -> BoardRecord:
    three.say_totals()
    declarer = three.state.declarer
    assert declarer is not None
    three.act(declarer, "contract", contract=str(three.state.menu[0]))
    three.act(declarer, "claim", tricks=0)
    for seat in three.state.claim_answerers:
        three.act(seat, "answer_claim", accept=True, request=three.state.claim.n)
    record = three.record
    assert record.finished is not None
    return record


def auction_record(room: Room) -> BoardRecord:
    """A record of full bridge, as a file brings it: bid to 4S, and played."""
    rules = PRESETS["bridge"]
    match = Match.objects.create(
        table=room.table, number=9, rules=rules.to_dict(), first_dealer="S", is_replay=True
    )
    board = Board.objects.create(number=1, dealer="S", vulnerability="NS", deal=str(WORKED_DEAL))
    record = BoardRecord.objects.create(match=match, board=board, position=1, rules=rules.to_dict())
    state = engine.start(board.to_engine(), rules)
    calls = [("call", {"call": call}) for call in ("1S", "Pass", "4S", "Pass", "Pass", "Pass")]
    for kind, data in [*calls, *(("card", {"card": card}) for card in WORKED_PLAY)]:
        action = engine.action_from(kind, state.actor, data)
        Action.objects.create(record=record, n=state.n, seat=action.seat.value, kind=kind, data=data)
        state = engine.apply(state, action)
    record_finish(record_id=record.id, state=state)
    record.refresh_from_db()
    return record


@pytest.mark.parametrize("step", [0, 3, 6, 20])
def test_of_full_bridge_the_play_alone_is_varied(room: Room, south: User, step: int) -> None:
    record = auction_record(room)
    table = vary_alone(user=south, record=record, seat=Seat.N, level="medium", branch=Branch(step=step))
    varied = Room(table, {Seat.N: south})
    assert varied.record.parent_step == max(step, 6)
    assert varied.record.laid == max(step, 6) + 1
    assert varied.state.board.vulnerability is engine.Vulnerability.NS
    finish(varied, south)
    assert str(varied.record.contract) == "4S"
    call_command("verify_records")
    refused(
        409,
        vary_alone,
        user=south,
        record=record,
        seat=Seat.N,
        level="easy",
        branch=Branch(contract="3NT"),
    )


# --- every step of random deals --------------------------------------------------------------------


def finished_rooms(people: list[User], rng: random.Random) -> Iterator[Room]:
    """One deal for each set of rules for four, played by chance with claims and take-backs."""
    for name in OFFERED_PRESETS:
        if PRESETS[name].players == "four":
            room = room_of(dict(zip(SEATS, people, strict=True)), PRESETS[name], name)
            room.start([Deal.random(rng)])
            for _action in play_on(room, rng):
                pass
            yield room


def test_random_deals_left_anywhere(north: User, east: User, south: User, west: User) -> None:
    """The new record begins where the old one stood, is finished by bots, and verifies."""
    rng = random.Random(8)
    for room in finished_rooms([north, east, south, west], rng):
        if not may_vary(room.record):
            continue
        replay = replay_of(room.record)
        for step in {replay.last, rng.randrange(replay.last)}:
            numbers = standing(replay.states[0], replay.log[:step])
            line = [replay.log[number] for number in numbers]
            state = engine.replay(room.record.board.to_engine(), room.record.rule_set, line)
            if state.phase is Phase.FINISHED:
                continue
            seat = rng.choice(SEATS)
            varied = alone_from(room, south, seat, step=step)
            assert varied.state.hands == state.hands and varied.state.phase is state.phase
            finish(varied, south)
    call_command("verify_records")


def test_a_stored_opening_reads_back(played: Room, south: User) -> None:
    table = vary_with_friends(user=south, record=played.record, branch=Branch(step=12))
    prepared = PreparedBoard.objects.get(table=table)
    assert tuple(opening_read(prepared.opening)) == replay_of(played.record).log[:12]


def test_a_lesson_begins_with_what_was_laid_ready(south: User) -> None:
    """Any table may be given a deal with an imposed contract or its first tricks, without a parent."""
    room = room_of({Seat.S: south})
    bots_seat_everywhere(table_id=room.table.id, host_id=south.id, level="easy")
    matches.boards_prepare(table_id=room.table.id, deals=[WORKED_DEAL], first_dealer=Seat.N)
    opening = [{"kind": "contract", "seat": "S", "data": {"contract": "1NT"}}]
    PreparedBoard.objects.filter(table=room.table).update(opening=opening)
    matches.match_start(table_id=room.table.id, user_id=south.id)
    assert str(room.state.contract) == "1NT"
    assert not room.record.match.is_replay and room.record.parent is None
    bots_act(room.table.id)
    scene = scene_now(room.table.id)
    assert scene is not None and scene.record is not None
    assert not scene.record.is_variation
    assert room.act(Seat.S, "ask_takeback").status == 422


def test_the_original_may_go_and_the_variation_stays(played: Room, south: User) -> None:
    varied = alone_from(played, south, Seat.S, step=9)
    finish(varied, south)
    BoardRecord.objects.filter(match__table=played.table).delete()
    record = varied.record
    assert record.parent is None and record.laid == 10
    call_command("verify_records")
