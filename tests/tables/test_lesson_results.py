"""What the tables of a lesson made of the same cards: travellers, ranking, teams, history."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from accounts.classes import pupil_add
from accounts.models import User
from minibridge.engine import PRESETS, EndBoard, Seat, Side, Vulnerability
from tables.lesson_results import (
    DealResults,
    lessons_of,
    ranking_of,
    results_of,
    results_open_to,
    table_numbers,
    team_match,
    team_pairs,
)
from tables.models import Board, BoardRecord, Lesson, LessonPupil
from tables.packs import PackContent, Reference
from tables.services.change import table_lock
from tables.services.lesson_seats import pupil_join, pupil_leaves
from tables.services.lessons import Party, lesson_end, lesson_open
from tables.services.play import table_action
from tables.services.withholding import lesson_results_open

from .cast import WORKED_DEAL
from .lesson_play import WEST_DEAL, finish, finish_all, pack_of, record_of, release, seats_of
from .lesson_room import LessonRoom

pytestmark = pytest.mark.django_db


def results(room: LessonRoom) -> tuple[DealResults, ...]:
    return results_of(Lesson.objects.get(id=room.lesson.id), "en")


def place_of(user: User) -> LessonPupil:
    return LessonPupil.objects.select_related("lesson", "table__table").get(user=user)


def open_to(room: LessonRoom, user: User) -> list[int]:
    """The numbers of the deals that this pupil is shown."""
    return [deal.number for deal in results_open_to(place_of(user), results(room))]


def test_a_traveller_has_a_line_for_each_table_and_its_match_points():
    room = LessonRoom(12, pack_of(WORKED_DEAL))
    finish_all(room, ("4S", 10), ("4S", 9), ("4S", 10))
    (deal,) = results(room)
    assert (deal.number, deal.title, deal.dealer, deal.waiting, deal.top) == (1, "Number 0", Seat.N, 0, 4)
    assert [line.table for line in deal.lines] == [1, 2, 3]
    assert [line.score for line in deal.lines] == [420, -50, 420]
    assert [line.written for line in deal.lines] == [(420, 0), (0, 50), (420, 0)]
    assert [line.matchpoints for line in deal.lines] == [3, 0, 3]
    assert [line.percent for line in deal.lines] == [75, 0, 75]
    assert [line.percent_ew for line in deal.lines] == [25, 100, 25]
    assert deal.lines[0].names_ns == ("Pupil 1", "Pupil 3")
    assert deal.lines[0].holds(room.pupils[0].id) and not deal.lines[1].holds(room.pupils[0].id)


def test_a_single_table_is_compared_with_the_stored_reference():
    room = LessonRoom(4, pack_of(WORKED_DEAL, reference=Reference("S", "4S", 11)))
    finish_all(room, ("4S", 10))
    (deal,) = results(room)
    assert [(line.table, line.score, line.percent) for line in deal.lines] == [(1, 420, 0), (None, 450, 100)]
    with override("en"):
        assert deal.lines[1].label == "Reference"
    assert deal.lines[1].sitters == {}
    ranking = ranking_of([deal])
    assert [(line.place, line.ahead) for line in ranking] == [(1, 30), (1, 30), (3, -30), (3, -30)]
    assert {line.seat.side for line in ranking[:2]} == {Side.EW}


def test_a_reference_is_vulnerable_where_the_rules_count_that():
    pack = pack_of(WORKED_DEAL, reference=Reference("S", "4S", 10))
    both = PackContent(pack.title, deals=(replace(pack.deals[0], vulnerability=Vulnerability.BOTH),))
    rules = replace(PRESETS["four_deals"], vulnerability="board")
    room = LessonRoom(4, both, rules=rules)
    finish_all(room, ("4S", 10))
    (deal,) = results(room)
    assert [line.score for line in deal.lines] == [620, 620]
    assert deal.vulnerability == str(Board.VulnerabilityCode.BOTH.label)


def test_without_anybody_to_compare_with_there_is_no_place():
    room = LessonRoom(4, pack_of(WORKED_DEAL))
    finish_all(room, ("4S", 10))
    ranking = ranking_of(results(room))
    assert [(line.place, line.ahead, line.percent) for line in ranking] == [(None, None, None)] * 4
    assert [line.points for line in ranking] == [420, 0, 420, 0]


def test_what_is_withheld_or_in_play_is_no_result():
    room = LessonRoom(8, pack_of(WORKED_DEAL))
    room.deal()
    assert results(room) == ()
    assert finish(room, 1).withheld
    assert results(room) == ()
    release(room)
    (deal,) = results(room)
    assert [line.table for line in deal.lines] == [1] and deal.waiting == 1
    assert results_open_to(place_of(room.pupils[4]), [deal]) == ()


def test_a_table_that_all_have_left_is_not_waited_for():
    room = LessonRoom(8, pack_of(WORKED_DEAL))
    for pupil in room.pupils[4:]:
        pupil_leaves(lesson_id=room.lesson.id, user_id=pupil.id)
    room.deal()
    finish(room, 1)
    (deal,) = results(room)
    assert deal.waiting == 0 and results_open_to(place_of(room.pupils[0]), [deal]) == (deal,)


def test_pupils_are_shown_what_all_have_finished_or_the_teacher_has_released():
    room = LessonRoom(8, pack_of(WORKED_DEAL, WORKED_DEAL))
    finish_all(room, ("4S", 10), ("4S", 9))
    assert open_to(room, room.pupils[0]) == open_to(room, room.pupils[4]) == [1]
    room.deal()
    finish(room, 1)
    assert open_to(room, room.pupils[0]) == open_to(room, room.pupils[4]) == [1]
    release(room)
    assert open_to(room, room.pupils[0]) == [1, 2]
    assert open_to(room, room.pupils[4]) == [1], "his table still plays the second"
    finish(room, 2)
    assert open_to(room, room.pupils[4]) == [1, 2]


def test_a_pupil_is_shown_no_deal_that_he_has_still_to_play() -> None:
    """Tables that go on by themselves, and pupils who are late, moved, gone and back."""
    room = LessonRoom(8, pack_of(*[WORKED_DEAL] * 4), pace=Lesson.Pace.FREE)
    for _deal in range(2):
        finish_all(room, ("4S", 10), ("4S", 9))
    room.deal()
    finish(room, 1)
    release(room)  # the third deal too, for all
    first, second = room.pupils[0], room.pupils[4]
    late = pupil_add(classroom=room.classroom, name="Late").user
    place = pupil_join(lesson_id=room.lesson.id, user=late)
    assert place.table.number == 3 and record_of(room, 3).lesson_deal == 1
    assert (open_to(room, first), open_to(room, second)) == ([1, 2, 3], [1, 2])
    assert open_to(room, late) == []
    finish(room, 3)
    assert open_to(room, late) == [1]
    room.deal()
    assert record_of(room, 3).lesson_deal == 2 and open_to(room, late) == [1]
    pupil_leaves(lesson_id=room.lesson.id, user_id=late.id)
    assert open_to(room, late) == [1], "he may be back"
    LessonPupil.objects.filter(user__in=[first, late]).update(table=None)
    assert (open_to(room, first), open_to(room, late)) == ([1, 2, 3], [1])
    LessonPupil.objects.filter(user=first).update(table=place.table)
    assert open_to(room, first) == [1, 2, 3], "he has played them elsewhere, and knows the cards"
    lesson_end(lesson_id=room.lesson.id)
    assert open_to(room, late) == [1, 2, 3]


def test_what_was_played_again_counts_nowhere_and_is_still_there():
    room = LessonRoom(8, pack_of(WORKED_DEAL, WORKED_DEAL))
    finish_all(room, ("4S", 10), ("4S", 9))
    finish_all(room, ("1S", 10), ("1S", 9))
    first = BoardRecord.objects.filter(match__table=room.table(1)).earliest("id")
    BoardRecord.objects.filter(id=record_of(room, 1).id).update(parent=first, lesson_deal=1)
    first_deal, second_deal = results(room)
    assert len(first_deal.lines) == 2 and len(first_deal.again) == 1
    assert [line.table for line in second_deal.lines] == [2] and second_deal.waiting == 1
    assert {line.deals for line in ranking_of(results(room)) if line.table == 1} == {1}


def naive_ranking(scores: dict[int, list[dict[int, int]]]) -> dict[int, tuple[Fraction, Fraction]]:
    """A second opinion: by pupil, how far ahead he is and his percentage. ``scores`` are, by pupil, a list of
    deals with his own side's score at his table (key 0) and that of his side's chairs elsewhere.
    """
    found = {}
    for pupil, deals in scores.items():
        ahead, percent = Fraction(0), []
        for deal in deals:
            own, others = deal[0], [score for table, score in deal.items() if table]
            ahead += own - Fraction(sum(others), len(others))
            points = sum(2 if own > other else 1 if own == other else 0 for other in others)
            percent.append(Fraction(100 * points, 2 * len(others)))
        found[pupil] = (ahead, sum(percent, Fraction()) / len(percent))
    return found


@pytest.mark.parametrize("order", ["points", "percent"])
def test_the_ranking_agrees_with_a_naive_one(order: str):
    chance = random.Random(7)
    room = LessonRoom(12, pack_of(WORKED_DEAL, WEST_DEAL, WORKED_DEAL))
    made = []
    for _deal in range(3):
        tricks = [chance.randint(7, 12) for _table in range(3)]
        finish_all(room, *(("4S", count) for count in tricks))
        made.append([420 + 30 * (count - 10) if count >= 10 else -50 * (10 - count) for count in tricks])
    scores: dict[int, list[dict[int, int]]] = {}
    for n, declaring in enumerate((Side.NS, Side.EW, Side.NS)):
        for table, seat in itertools.product(range(3), Seat):
            sign = 1 if seat.side is declaring else -1
            others = {other + 1: sign * made[n][other] for other in range(3) if other != table}
            own = {0: sign * made[n][table]} | others
            scores.setdefault(room.pupil_at(seat, table + 1).id, []).append(own)
    naive = naive_ranking(scores)
    ranking = ranking_of(results(room), order)
    assert {line.user_id: (line.ahead, line.percent) for line in ranking} == naive
    chosen = 0 if order == "points" else 1
    values = sorted((pair[chosen] for pair in naive.values()), reverse=True)
    assert [naive[line.user_id][chosen] for line in ranking] == values
    assert [line.place for line in ranking] == [1 + values.index(value) for value in values]


def test_points_are_those_that_the_own_side_wrote():
    room = LessonRoom(8, pack_of(WORKED_DEAL, WEST_DEAL))
    finish_all(room, ("4S", 10), ("4S", 9))
    finish_all(room, ("4S", 8), ("4S", 10))
    points = {line.user_id: line.points for line in ranking_of(results(room))}
    assert points[room.pupil_at(Seat.N, 1).id] == 420 + 100
    assert points[room.pupil_at(Seat.E, 1).id] == 0
    assert points[room.pupil_at(Seat.S, 2).id] == 0
    assert points[room.pupil_at(Seat.W, 2).id] == 50 + 420


def test_a_deal_that_was_ended_is_compared_with_nobody():
    room = LessonRoom(8, pack_of(WORKED_DEAL))
    room.deal()
    finish(room, 1)
    table_action(table=table_lock(room.table(2).id), scene=room.scene(2), action=EndBoard(None, "absent"))
    lesson_results_open(room.lesson.id)
    (deal,) = results(room)
    assert [line.score for line in deal.lines] == [420, None]
    assert deal.lines[1].written == (None, None) and not deal.is_compared
    assert {line.table for line in ranking_of([deal])} == {1}


def test_two_tables_are_a_team_match():
    room = LessonRoom(12, pack_of(WORKED_DEAL, WEST_DEAL))
    finish_all(room, ("4S", 10), ("4S", 9), ("4S", 12))
    finish_all(room, ("1S", 10), ("4S", 10), ("4S", 10))
    assert team_pairs(table_numbers(room.lesson)) == ((1, 2),)
    match = team_match(results(room), 1, 2)
    assert [(line.home.score, line.away.score, line.points) for line in match.lines] == [
        (420, -50, 470),
        (-170, -420, 250),
    ]
    assert [line.imps for line in match.lines] == [10, 6]
    assert (match.points, match.imps) == (720, 16)
    back = team_match(results(room), 2, 1)
    assert (back.points, back.imps) == (-720, -16)


def test_alone_everybody_is_compared_with_all_the_others():
    room = LessonRoom(4)
    lesson_end(lesson_id=room.lesson.id)
    room.lesson = lesson_open(
        classroom=room.classroom,
        teacher=room.teacher,
        parties=[Party({Seat.S: pupil}) for pupil in room.pupils],
        title="Alone",
        pack=pack_of(WORKED_DEAL),
        mode=Lesson.Mode.ALONE,
    )
    finish_all(room, ("4S", 10), ("4S", 12), ("1S", 8), ("4S", 10))
    ranking = ranking_of(results(room), "percent")
    assert [line.user_id for line in ranking] == [room.pupils[n].id for n in (1, 0, 3, 2)]
    assert [line.place for line in ranking] == [1, 2, 2, 4]
    assert [line.percent for line in ranking] == [100, 50, 50, 0]


def test_the_queries_do_not_grow_with_the_class():
    counts = []
    for pupils in (4, 16):
        room = LessonRoom(pupils, pack_of(WORKED_DEAL)) if pupils == 4 else _second_room(pupils)
        finish_all(room, *([("4S", 10)] * (pupils // 4)))
        lesson = Lesson.objects.get(id=room.lesson.id)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            ranking_of(results_of(lesson, "en"))
        counts.append(len(queries))
    assert counts[0] == counts[1] == 3


def _second_room(pupils: int) -> LessonRoom:
    User.objects.filter(username="tilda").update(username="tilda-before")
    return LessonRoom(pupils, pack_of(WORKED_DEAL))


def test_the_history_of_a_class_has_its_lessons_newest_first():
    room = LessonRoom(8, pack_of(WORKED_DEAL, WORKED_DEAL))
    finish_all(room, ("4S", 10), ("4S", 9))
    room.deal()
    people = seats_of(room, 1).people
    lesson_end(lesson_id=room.lesson.id)
    first = room.lesson
    second = lesson_open(
        classroom=room.classroom, teacher=room.teacher, parties=[Party(people)], title="Again"
    )
    lines = lessons_of(room.classroom.id)
    assert [line.lesson for line in lines] == [second, first]
    assert [(line.tables, line.pupils, line.deals) for line in lines] == [(1, 4, 0), (2, 8, 1)]
