"""Pupils moved, turned, late, gone and back; and lessons of any number, in which nobody waits."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from accounts.classes import pupil_add
from accounts.models import User
from minibridge.bots import Decision
from minibridge.engine import SEATS, EndBoard, Seat
from tables.absence import absent_replaced
from tables.bot_driver import anything
from tables.models import Action, BoardRecord, Lesson, LessonPupil, RecordPlayer, Seating
from tables.packs import PackContent, PackDeal
from tables.presence import presence_renew
from tables.scene_reading import scene_now
from tables.seen import view_of
from tables.services.bots import chair_take_back
from tables.services.change import table_change
from tables.services.lesson_seats import (
    lesson_rotate,
    pupil_join,
    pupil_leaves,
    pupil_move,
    pupil_returns,
)
from tables.services.lessons import lesson_deal, lesson_end, pupil_ready
from tables.services.lock_step import lesson_pause, results_release, step_release
from tables.services.play import Submission, action_submit, table_action
from tables.services.withholding import lesson_results_open

from .bot_play import bots_act
from .cast import WORKED_DEAL, refused
from .lesson_room import LessonRoom, plan_room

pytestmark = pytest.mark.django_db

PACK = PackContent({"en": "Tricks"}, deals=(PackDeal(WORKED_DEAL), PackDeal(WORKED_DEAL, dealer=Seat.W)))


def at_once(view: object, level: object, seed: int) -> Decision | None:
    """A bot that does not think: what is proved here is who is asked."""
    return anything(view)


def play_on(table_id: int) -> None:
    """Pupils and bots play a deal to its end, each asked in his turn; its result may be withheld."""
    for _step in range(90):
        bots_act(table_id, at_once)
        scene = scene_now(table_id)
        if scene.is_withheld or not scene.deal_is_open:
            return
        state = scene.record.state
        chair = next(
            chair
            for chair, holder in scene.chairs.items()
            if holder is not None and not holder.bot and scene.seat_played_from(chair) is state.actor
        )
        decision = anything(view_of(state, state.actor))
        submission = Submission(
            scene.record.id, state.n, f"c{state.n}", decision.action.kind, decision.action.to_data()
        )
        answer = action_submit(table_id=table_id, user_id=scene.chairs[chair].user_id, submission=submission)
        assert answer.status == 200, answer
    raise AssertionError("the deal does not come to an end")


def play_all(room: LessonRoom) -> None:
    """The deal is played at all tables, and nothing keeps the results back any more."""
    for row in room.lesson.lesson_tables.all():
        play_on(row.table_id)
    lesson_results_open(room.lesson.id)


def end_table(room: LessonRoom, number: int) -> None:
    with table_change(room.table(number).id) as change:
        action = EndBoard(seat=None, reason="abandoned")
        table_action(table=change.table, scene=change.scene, action=action)


def end_all(room: LessonRoom) -> None:
    for row in room.lesson.lesson_tables.all():
        if room.scene(row.number).deal_is_open:
            end_table(room, row.number)
    lesson_results_open(room.lesson.id)


def chairs_of(room: LessonRoom, number: int = 1) -> dict[Seat, int | None]:
    return {Seat(row.seat): row.user_id for row in room.table(number).seatings.all()}


def place_of(user: User) -> tuple[int, Seat | None]:
    row = LessonPupil.objects.get(user=user).table
    seating = Seating.objects.filter(user=user, table__lesson_table=row).first()
    return row.number, Seat(seating.seat) if seating else None


# --- any number ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("pupils", [1, 3, 19, 21, 22, 23])
def test_with_the_default_nobody_waits(pupils: int) -> None:
    room = plan_room(pupils, PACK)
    deals = 2 if pupils < 10 else 1
    for _deal in range(deals):
        lesson_rotate(lesson_id=room.lesson.id)
        lesson_deal(lesson_id=room.lesson.id)
        for row in room.lesson.lesson_tables.all():
            assert scene_now(row.table_id).is_full
        play_all(room)
    finished = BoardRecord.objects.exclude(finished=None)
    assert finished.count() == deals * room.lesson.lesson_tables.count()
    assert RecordPlayer.objects.filter(user__in=room.pupils).count() == deals * pupils
    assert finished.filter(lesson_deal=1).values("board").distinct().count() == 1


def test_three_play_by_their_own_rule_and_are_dealt_by_their_own_dealer() -> None:
    room = plan_room(7, PACK, leftover="three")
    table = room.table(2)
    for number in (1, 2, 3):
        assert lesson_deal(lesson_id=room.lesson.id) == number
        scene = scene_now(table.id)
        assert scene.is_for_three and scene.is_full and not scene.has_bots
        assert scene.record.state.board.dealer.rho is scene.empty_chair
        play_all(room)
    hands = {frozenset(WORKED_DEAL[seat]) for seat in SEATS}
    record = table.matches.get().records.get(lesson_deal=1)
    assert {record.board.to_engine().deal[seat] for seat in SEATS} == hands
    assert RecordPlayer.objects.filter(record__match__table=table).count() == 9


def test_everyone_declares_south_on_the_same_cards() -> None:
    room = plan_room(3, PACK, mode=Lesson.Mode.ALONE, bots="easy")
    for _deal in range(3):  # the third is random
        lesson_deal(lesson_id=room.lesson.id)
        for row in room.lesson.lesson_tables.all():
            scene = scene_now(row.table_id)
            assert scene.alone and scene.record.state.declarer is Seat.S
            assert scene.chairs[Seat.S].user_id in {user.pk for user in room.pupils}
            assert scene.chairs[Seat.N].bot == "easy"
        play_all(room)
    assert BoardRecord.objects.values("board").distinct().count() == 3
    refused(409, lesson_rotate, lesson_id=room.lesson.id)


def test_an_imposed_contract_is_dealt_and_handed_over() -> None:
    deal = PackDeal(WORKED_DEAL, declarer="E", contract="2D", cards=("SK",))
    room = plan_room(4, PackContent({}, deals=(deal, PackDeal(WORKED_DEAL))))
    room.deal()
    record = BoardRecord.objects.get()
    state = scene_now(room.table().id).record.state
    assert state.declarer is Seat.E and str(state.contract) == "2D" and len(state.trick.cards) == 1
    assert Action.objects.filter(record=record).last().kind == "hand_over" and record.laid == 7
    play_on(room.table().id)
    room.deal()
    assert scene_now(room.table().id).record.state.rules.bidding == "announcement"


# --- turning -------------------------------------------------------------------------------------------


def test_partners_change_and_bots_go_along() -> None:
    room = plan_room(7, PACK)
    partners = set()
    for _turn in range(3):
        chairs = chairs_of(room)
        partners.add(frozenset((chairs[Seat.N], chairs[Seat.S])))
        partners.add(frozenset((chairs[Seat.E], chairs[Seat.W])))
        assert set(chairs.values()) == {user.pk for user in room.pupils[:4]}
        lesson_rotate(lesson_id=room.lesson.id)
    assert len(partners) == 6
    assert sum(user is None for user in chairs_of(room, 2).values()) == 1


def test_a_fifth_takes_turns() -> None:
    room = plan_room(5, PACK, leftover="fifth")
    out = []
    for _turn in range(5):
        held = set(chairs_of(room).values())
        out += [user.pk for user in room.pupils if user.pk not in held]
        assert len(held) == 4 and None not in held
        lesson_rotate(lesson_id=room.lesson.id)
    assert sorted(out) == sorted(user.pk for user in room.pupils)
    assert len({place_of(user)[0] for user in room.pupils}) == 1


def test_nobody_turns_in_the_middle_of_a_deal() -> None:
    room = plan_room(4, PACK)
    room.deal()
    before = chairs_of(room)
    refused(409, lesson_rotate, lesson_id=room.lesson.id)
    assert chairs_of(room) == before


# --- moving --------------------------------------------------------------------------------------------


def test_two_pupils_change_places_across_tables() -> None:
    room = LessonRoom(8, PACK)
    one, other = room.pupil_at(Seat.N, 1), room.pupil_at(Seat.W, 2)
    pupil_move(lesson_id=room.lesson.id, user_id=one.pk, number=2, seat=Seat.W)
    assert place_of(one) == (2, Seat.W) and place_of(other) == (1, Seat.N)
    room.deal()
    players = RecordPlayer.objects.filter(user=one)
    assert players.get().record.match.table == room.table(2)


def test_a_pupil_moves_within_his_table_and_onto_a_bot() -> None:
    room = plan_room(7, PACK)
    one, other = room.pupil_at(Seat.N), room.pupil_at(Seat.E)
    pupil_move(lesson_id=room.lesson.id, user_id=one.pk, number=1, seat=Seat.E)
    assert place_of(one) == (1, Seat.E) and place_of(other) == (1, Seat.N)
    pupil_move(lesson_id=room.lesson.id, user_id=one.pk, number=2, seat=Seat.W)
    assert place_of(one) == (2, Seat.W) and chairs_of(room)[Seat.E] is None
    pupil_move(lesson_id=room.lesson.id, user_id=one.pk, number=2, seat=Seat.W)
    assert place_of(one) == (2, Seat.W)


def test_nobody_moves_in_the_middle_of_a_deal_nor_to_what_is_not_there() -> None:
    room = plan_room(7, PACK, leftover="three")
    user = room.pupil_at(Seat.N)
    move = {"lesson_id": room.lesson.id, "user_id": user.pk, "number": 2, "seat": Seat.W}
    refused(409, pupil_move, **move)
    refused(404, pupil_move, **{**move, "number": 9})
    refused(404, pupil_move, **{**move, "user_id": room.teacher.pk})
    room.deal()
    refused(409, pupil_move, **{**move, "seat": Seat.N})
    assert place_of(user) == (1, Seat.N)


def test_a_fifth_takes_a_bots_chair_at_once_and_a_pupils_between_deals() -> None:
    room = plan_room(7, PACK)
    fifth = pupil_add(classroom=room.classroom, name="Fifth").user
    LessonPupil.objects.create(lesson=room.lesson, user=fifth, table=room.lesson.lesson_tables.get(number=1))
    room.deal()
    refused(409, pupil_move, lesson_id=room.lesson.id, user_id=fifth.pk, number=1, seat=Seat.N)
    pupil_move(lesson_id=room.lesson.id, user_id=fifth.pk, number=2, seat=Seat.W)
    assert place_of(fifth) == (2, Seat.W)
    assert RecordPlayer.objects.get(user=fifth).bot == ""


# --- late, gone, back ----------------------------------------------------------------------------------


def test_who_comes_late_takes_a_bots_chair_in_the_middle_of_a_deal() -> None:
    room = plan_room(7, PACK)
    room.deal()
    late = [pupil_add(classroom=room.classroom, name=f"Late {n}").user for n in (1, 2)]
    assert pupil_join(lesson_id=room.lesson.id, user=late[0]).table.number == 2
    assert scene_now(room.table(2).id).chairs[place_of(late[0])[1]].user_id == late[0].pk
    assert not scene_now(room.table(2).id).has_bots
    place = pupil_join(lesson_id=room.lesson.id, user=late[1])
    assert place.table.number == 3 and place_of(late[1]) == (3, Seat.S)
    assert scene_now(place.table.table_id).record.state.board.deal == WORKED_DEAL
    assert pupil_join(lesson_id=room.lesson.id, user=late[1]).id == place.id
    play_all(room)
    assert RecordPlayer.objects.get(user=late[0]).record.finished


def test_who_goes_home_is_played_for_at_once_until_he_is_back() -> None:
    room = plan_room(4, PACK)
    room.deal()
    gone = room.pupil_at(Seat.S)
    pupil_leaves(lesson_id=room.lesson.id, user_id=gone.pk)
    assert scene_now(room.table().id).chairs[Seat.S].bot == "medium"
    play_on(room.table().id)
    pupil_returns(lesson_id=room.lesson.id, user_id=gone.pk)
    assert scene_now(room.table().id).chairs[Seat.S].bot == ""
    assert LessonPupil.objects.get(user=gone).left is None
    pupil_leaves(lesson_id=room.lesson.id, user_id=gone.pk)
    chair_take_back(table_id=room.table().id, user_id=gone.pk)
    assert LessonPupil.objects.get(user=gone).left is None
    refused(404, pupil_leaves, lesson_id=room.lesson.id, user_id=room.teacher.pk)


def test_a_fifth_takes_the_chair_of_who_goes_home_who_gets_another_when_he_is_back() -> None:
    room = plan_room(5, PACK, leftover="fifth")
    room.deal()
    gone, fifth = room.pupil_at(Seat.S), room.pupils[4]
    pupil_leaves(lesson_id=room.lesson.id, user_id=gone.pk)
    assert place_of(fifth) == (1, Seat.S) and LessonPupil.objects.get(user=gone).table is None
    pupil_returns(lesson_id=room.lesson.id, user_id=gone.pk)
    assert place_of(gone) == (2, Seat.S)


def test_no_table_of_bots_alone_is_dealt_to() -> None:
    room = plan_room(5, PACK)
    for user in room.pupils[3:]:
        pupil_leaves(lesson_id=room.lesson.id, user_id=user.pk)
    room.deal()
    assert [record.match.table for record in BoardRecord.objects.all()] == [room.table(1)]


def test_after_a_while_a_bot_plays_for_the_absent(settings) -> None:
    cache.clear()
    settings.ABSENCE_SECONDS, settings.PRESENCE_LEASE_SECONDS = 0, 600
    room = plan_room(8, PACK)
    room.deal()
    for user in room.pupils[1:]:
        presence_renew(place_table(user), user.pk)
    assert absent_replaced() == 1
    bots = [row.user_id for row in Seating.objects.exclude(bot="")]
    assert bots == [room.pupils[0].pk]
    assert absent_replaced() == 0
    lesson_end(lesson_id=room.lesson.id)
    assert absent_replaced() == 0


def place_table(user: User) -> int:
    return LessonPupil.objects.get(user=user).table.table_id


# --- pace ----------------------------------------------------------------------------------------------


def test_together_the_teacher_deals() -> None:
    room = plan_room(4, PACK)
    room.deal()
    refused(409, lesson_deal, lesson_id=room.lesson.id)
    room.lesson.refresh_from_db()
    assert room.lesson.deal == 1
    end_all(room)
    refused(409, pupil_ready, lesson_id=room.lesson.id, table_id=room.table().id, user_id=room.pupils[0].pk)


def test_each_table_goes_on_by_itself_with_the_same_deals() -> None:
    room = LessonRoom(8, PACK, pace=Lesson.Pace.FREE)
    table = room.table(1)
    everybody = [row.user_id for row in table.seatings.all()]
    ready = {"lesson_id": room.lesson.id, "table_id": table.id}
    refused(409, pupil_ready, **ready, user_id=everybody[0])
    room.deal()
    for _deal in range(3):
        end_table(room, 1)
        read = scene_now(table.id).record.id
        for user_id in everybody:
            assert scene_now(table.id).goes_on, "the second table has not come so far"
            pupil_ready(**ready, user_id=user_id, after=read)
        assert not scene_now(table.id).is_withheld
    refused(409, pupil_ready, **ready, user_id=everybody[0])
    refused(404, pupil_ready, **ready, user_id=room.teacher.pk)
    room.lesson.refresh_from_db()
    assert room.lesson.deal == 4 and len(room.lesson.pack["deals"]) == 4
    for _deal in range(3):
        end_table(room, 2)
        lesson_results_open(room.lesson.id)
        assert not scene_now(room.table(2).id).deal_is_open, "the first table has played it"
        lesson_deal(lesson_id=room.lesson.id)
    assert not BoardRecord.objects.filter(withheld=True).exists()
    boards = [
        list(
            BoardRecord.objects.filter(match__table=room.table(n))
            .order_by("id")
            .values_list("board", flat=True)
        )
        for n in (1, 2)
    ]
    assert boards[0] == boards[1] and len(set(boards[0])) == 4


def test_the_end_of_the_lesson_ends_deals_by_the_engine() -> None:
    room = plan_room(5, PACK)
    room.deal()
    lesson_end(lesson_id=room.lesson.id)
    records = BoardRecord.objects.all()
    assert {record.outcome for record in records} == {"unfinished"} and all(r.finished for r in records)
    assert not Seating.objects.filter(table__lesson_table__lesson=room.lesson).exists()
    refused(409, lesson_deal, lesson_id=room.lesson.id)
    refused(409, pupil_join, lesson_id=room.lesson.id, user=room.pupils[0])


# --- while results are closed --------------------------------------------------------------------------


def test_who_goes_on_while_his_result_is_closed_is_shown_the_button() -> None:
    room = LessonRoom(8, PACK, pace=Lesson.Pace.FREE)
    room.deal()
    end_table(room, 1)
    record, code = room.scene().record.id, room.table().code
    browsers = [room.browser(room.pupil_at(seat)) for seat in SEATS]
    for browser in browsers:
        page = browser.get(f"/t/{code}/").text
        assert "Press “Next deal” to go on." in page and 'form="to-ready"' in page
        assert "You will see the result with all the others." in page and "Result of the deal" not in page
        assert browser.post(f"/t/{code}/ready", {"record": record}).status_code == 302
        if browser is browsers[0]:
            assert "You are ready." in browser.get(f"/t/{code}/").text
    assert room.scene().record.id != record and room.scene().record.state.board.number == 2
    lesson_pause(lesson_id=room.lesson.id, paused=True)
    end = {"lesson_id": room.lesson.id, "table_id": room.table(2).id, "user_id": room.pupil_at(Seat.N, 2).pk}
    end_table(room, 2)
    lesson_results_open(room.lesson.id)
    refused(423, pupil_ready, **end)


def test_together_nobody_is_asked_while_the_result_is_closed() -> None:
    room = LessonRoom(8, PACK)
    room.deal()
    end_table(room, 1)
    page = room.browser(room.pupil_at(Seat.N)).get(f"/t/{room.table().code}/").text
    assert "The others are still playing." in page and "Next deal" not in page
    user = room.pupil_at(Seat.N).pk
    refused(409, pupil_ready, lesson_id=room.lesson.id, table_id=room.table().id, user_id=user)


def test_a_table_that_is_held_before_the_score_does_not_go_on() -> None:
    room = LessonRoom(8, PACK, pace=Lesson.Pace.FREE)
    room.deal()
    step_release(lesson_id=room.lesson.id, step="play")
    end_table(room, 1)
    user = room.pupil_at(Seat.N).pk
    ready = {"lesson_id": room.lesson.id, "table_id": room.table().id, "user_id": user}
    refused(409, pupil_ready, **ready)
    step_release(lesson_id=room.lesson.id, step="score")
    pupil_ready(**ready)


def test_a_bot_for_the_last_who_reads_lets_a_free_table_go_on() -> None:
    room = LessonRoom(8, PACK, pace=Lesson.Pace.FREE)
    room.deal()
    end_table(room, 1)
    for seat in (Seat.N, Seat.E, Seat.S):
        user = room.pupil_at(seat).pk
        pupil_ready(lesson_id=room.lesson.id, table_id=room.table().id, user_id=user)
    assert room.scene().awaited == {Seat.W}
    pupil_leaves(lesson_id=room.lesson.id, user_id=room.pupil_at(Seat.W).pk)
    assert room.scene().record.state.board.number == 2


def test_three_change_chairs_though_their_result_is_closed() -> None:
    room = plan_room(7, PACK, leftover="three", pace=Lesson.Pace.FREE)
    dealers = []
    for _deal in range(3):
        lesson_deal(lesson_id=room.lesson.id)
        scene = room.scene(2)
        dealers.append(scene.record.state.board.dealer)
        assert dealers[-1].rho is scene.empty_chair and scene.is_full
        end_table(room, 2)
        assert room.scene(2).is_withheld
    assert len(set(dealers)) == 3
    for _deal in range(3):
        end_table(room, 1)
        lesson_results_open(room.lesson.id)
        lesson_deal(lesson_id=room.lesson.id)
    assert BoardRecord.objects.filter(lesson_deal__lte=3, finished=None).count() == 0


def test_pupils_turn_once_all_have_ended_and_see_their_results_before() -> None:
    room = LessonRoom(8, PACK)
    room.deal()
    step_release(lesson_id=room.lesson.id, step="play")
    end_table(room, 1)
    refused(409, lesson_rotate, lesson_id=room.lesson.id)
    end_table(room, 2)
    lesson_results_open(room.lesson.id)
    assert room.scene().is_withheld, "the teacher has not let them see the score"
    before = chairs_of(room)
    move = {"lesson_id": room.lesson.id, "user_id": before[Seat.N], "number": 1, "seat": Seat.E}
    refused(409, pupil_move, **move)
    lesson_rotate(lesson_id=room.lesson.id)
    assert chairs_of(room) != before and not room.scene().is_withheld
    assert not BoardRecord.objects.filter(finished=None).exists()


def test_pupils_move_when_the_results_are_let_be_seen() -> None:
    room = LessonRoom(8, PACK)
    room.deal()
    end_table(room, 1)
    one = room.pupil_at(Seat.N)
    move = {"lesson_id": room.lesson.id, "user_id": one.pk, "number": 1, "seat": Seat.E}
    refused(409, pupil_move, **move)
    results_release(lesson_id=room.lesson.id, lesson_deal=1)
    lesson_results_open(room.lesson.id)
    pupil_move(**move)
    assert place_of(one) == (1, Seat.E)


def test_who_comes_after_the_deal_has_not_played_it() -> None:
    room = plan_room(7, PACK)
    room.deal()
    play_on(room.table(2).id)
    late = [pupil_add(classroom=room.classroom, name=f"Late {n}").user for n in (1, 2)]
    assert pupil_join(lesson_id=room.lesson.id, user=late[0]).table.number == 2
    assert not RecordPlayer.objects.filter(user=late[0]).exists()
    step_release(lesson_id=room.lesson.id, step="play")
    play_on(room.table(1).id)
    place = pupil_join(lesson_id=room.lesson.id, user=late[1])
    assert place.table.number == 3 and scene_now(place.table.table_id).record is None


def test_a_late_table_is_held_where_all_are() -> None:
    room = LessonRoom(4, PACK)
    room.deal()
    step_release(lesson_id=room.lesson.id, step="count")
    late = pupil_add(classroom=room.classroom, name="Late").user
    place = pupil_join(lesson_id=room.lesson.id, user=late)
    assert scene_now(place.table.table_id).step == "count"


# --- a whole lesson ------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_two_deals_with_bots_from_the_first_card_to_the_end() -> None:
    room = plan_room(7, PACK)
    for number in (1, 2):
        assert room.deal() == number
        play_on(room.table(1).id)
        assert room.scene(1).is_withheld
        play_on(room.table(2).id)
        assert not any(room.scene(one).deal_is_open for one in (1, 2)), "opened by themselves"
        for user in room.pupils:
            table = LessonPupil.objects.get(user=user).table.table
            page = room.browser(user).get(f"/t/{table.code}/").text
            assert "Result of the deal" in page and "Wait for your teacher" in page
        lesson_rotate(lesson_id=room.lesson.id)
    lesson_end(lesson_id=room.lesson.id)
    records = BoardRecord.objects.all()
    assert {(record.outcome, record.withheld) for record in records} == {("played", False)}
    assert len(records) == 4 and RecordPlayer.objects.filter(user__in=room.pupils).count() == 14


@pytest.mark.django_db(transaction=True)
def test_two_deals_where_each_table_goes_on_by_itself() -> None:
    room = plan_room(7, PACK, pace=Lesson.Pace.FREE)
    room.deal()
    for _deal in range(2):
        play_on(room.table(1).id)
        go_on(room, 1)
    assert room.scene(1).record.state.board.number == 3
    for finished in (1, 2):
        play_on(room.table(2).id)
        assert room.scene(2).match.outcomes[-1].number == finished
        assert len(room.scene(1).match.outcomes) == finished, "all see it now"
        go_on(room, 2)
    assert room.scene(1).record.log == () == room.scene(2).record.log
    lesson_end(lesson_id=room.lesson.id)
    assert sorted(BoardRecord.objects.values_list("outcome", flat=True)) == [
        *["played"] * 4,
        *["unfinished"] * 2,
    ]


def go_on(room: LessonRoom, number: int) -> None:
    table, read = room.table(number), room.scene(number).record.id
    for row in table.seatings.exclude(user=None):
        answer = room.browser(row.user).post(f"/t/{table.code}/ready", {"record": read})
        assert answer.status_code == 302
    assert room.scene(number).record.id != read
