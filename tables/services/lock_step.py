"""A teacher holds the tables of a lesson together: pause, steps, results, and what is done over again.

Everything is for one table, by its number in the lesson, or for all. The lesson's row is locked first and the
tables in one order, so that two teachers at once never wait for each other for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from minibridge.engine import (
    AnnouncePoints,
    AssignTricks,
    BoardState,
    EndBoard,
    IllegalAction,
    NextDeal,
    Phase,
    Rewind,
    Seat,
)
from minibridge.engine.announcement import due_total
from minibridge.engine.transitions.rewinding import all_back, beginning, one_back, trick_back

from ..lesson_stand import must_stand
from ..lesson_steps import FREE, ORDER, reaches, step_passed
from ..models import BoardRecord, Lesson, LessonStep, LessonTable, PreparedBoard
from ..refusals import Refusal
from ..replays import replay_of
from ..scene import Scene
from .change import Change, table_change
from .lessons import lesson_change, lesson_lock
from .play import table_action
from .records import opening_stored, record_open
from .variations import first_step_in, may_vary, opening_with
from .withholding import lesson_results_open

MOMENTS: dict[str, Callable[[BoardState], int | None]] = {
    "start": all_back,
    "trick": trick_back,
    "card": one_back,
}
"""How far a teacher may go back, each with how many actions of the log stood there."""

Seen = Mapping[int, str] | None
"""How each table stood, by its number, on the page that a teacher presses; None: however they stand."""


def tables_of(lesson: Lesson, number: int | None) -> Iterator[LessonTable]:
    """The open tables, or the one of this number; always in the same order.

    Raises Refusal (404): the lesson has no such table.
    """
    rows = lesson.lesson_tables.filter(table__closed=False).select_related("table").order_by("table_id")
    found = list(rows if number is None else rows.filter(number=number))
    if number is not None and not found:
        raise Refusal(_("There is no table with this number in the lesson."), status=404)
    yield from found


# --- pause and steps -------------------------------------------------------------------------------


def lesson_pause(*, lesson_id: int, paused: bool, number: int | None = None) -> None:
    """Nobody acts any more, people or robots; or play goes on."""
    with lesson_change(lesson_id) as lesson:
        if number is None:
            lesson.paused = paused
        for row in tables_of(lesson, number):
            if row.table.paused != paused:
                with table_change(row.table_id) as change:
                    change.table.paused = paused


def steps_use(*, lesson_id: int, wanted: bool) -> None:
    """Deals go step by step from now on, or freely to their end. Where they go step by step already, the
    tables stay at their step.
    """
    with transaction.atomic():
        if not wanted or lesson_lock(lesson_id).step == FREE:
            step_release(lesson_id=lesson_id, step=LessonStep.COUNT if wanted else FREE)


def step_release(*, lesson_id: int, step: str, number: int | None = None, only_forward: bool = False) -> None:
    """Let the deal go as far as this step; the empty one lets it go to its end.

    It may also be held at an earlier step again, as far as that was not passed yet: what has been done or
    seen at a table stays. With ``only_forward`` a table that is ahead stays where it is. Raises Refusal: 400
    no such step, 404 no such table.
    """
    if step not in ORDER:
        raise Refusal(_("This request could not be understood."), status=400)
    with lesson_change(lesson_id) as lesson:
        if number is None and not (only_forward and reaches(lesson.step, step)):
            lesson.step = step
        for row in tables_of(lesson, number):
            if row.table.step == step or (only_forward and reaches(row.table.step, step)):
                continue
            with table_change(row.table_id) as change:
                change.table.step = _step_allowed(change.scene, step)
        if reaches(step, LessonStep.SCORE):
            transaction.on_commit(lambda: lesson_results_open(lesson_id), robust=True)


def _step_allowed(scene: Scene, step: str) -> str:
    if scene.record is None or not scene.deal_is_open:
        return step
    passed = step_passed(scene.record.state, scene.step)
    return step if reaches(step, passed) else passed


# --- results ---------------------------------------------------------------------------------------


def results_release(*, lesson_id: int, lesson_deal: int) -> None:
    """Let all see the results of this deal, and of those before it, as each table comes to them.

    Raises Refusal (409): the deal has not been dealt.
    """
    with lesson_change(lesson_id) as lesson:
        if not 0 < lesson_deal <= _last_dealt(lesson):
            raise Refusal(_("This deal has not been dealt yet."), status=409)
        lesson.released = max(lesson.released, lesson_deal)
        transaction.on_commit(lambda: lesson_results_open(lesson_id), robust=True)


def _last_dealt(lesson: Lesson) -> int:
    numbers = BoardRecord.objects.filter(match__table__lesson_table__lesson=lesson, lesson_deal__isnull=False)
    last = numbers.order_by("-lesson_deal").values_list("lesson_deal", flat=True).first()
    return max(lesson.deal, last or 0)


# --- corrections -----------------------------------------------------------------------------------


def deal_rewind(
    *, lesson_id: int, user_id: int, moment: str, number: int | None = None, seen: Seen = None
) -> int:
    """Go back to the beginning of the deal, of the trick, or before the latest card or contract.

    Says at how many tables; of all, those are left out at which there is nothing to take back, or somebody
    has gone back since the page was ``seen``. Raises Refusal: 400 no such moment, 404 no such table, 409
    nothing can be taken back.
    """
    back = MOMENTS.get(moment)
    if back is None:
        raise Refusal(_("This request could not be understood."), status=400)

    def rewind(change: Change) -> None:
        state = _state_in_play(change.scene)
        to = back(state)
        if to is None or to >= state.n:
            raise Refusal(_("Nothing has been done there that could be taken back."), status=409)
        _act(change, Rewind(to=to), user_id)
        assert change.scene.record is not None
        BoardRecord.objects.filter(id=change.scene.record.id).update(withheld=False)

    return _at_tables(lesson_id, number, seen, rewind)


def counts_correct(*, lesson_id: int, user_id: int, number: int | None = None, seen: Seen = None) -> int:
    """Write down the right points of all four hands instead of what was said, and go on.

    Raises Refusal: 404 no such table, 409 no points are being announced.
    """

    def correct(change: Change) -> None:
        state = _state_in_play(change.scene)
        if state.phase is not Phase.ANNOUNCEMENT:
            raise Refusal(_("No points are being announced there now."), status=409)
        scene = change.scene
        if state.announcements:
            scene = _act(change, Rewind(to=beginning(state)), user_id)
        while scene.record is not None and scene.record.state.phase is Phase.ANNOUNCEMENT:
            now = scene.record.state
            assert now.turn is not None
            points = due_total(now.turn, now.totals, now.board.dealer, now.rules)
            scene = _act(Change(change.table, scene), AnnouncePoints(now.turn, points), user_id)

    return _at_tables(lesson_id, number, seen, correct)


def deal_end(
    *,
    lesson_id: int,
    user_id: int,
    number: int | None = None,
    tricks: int | None = None,
    seen: Seen = None,
) -> int:
    """End the deal in play: unfinished or, with ``tricks``, as if declarer had taken so many.

    Raises Refusal: 404 no such table, 409 no deal is in play, or it is too early for a number of tricks.
    """

    def end(change: Change) -> None:
        if change.scene.is_withheld:
            raise Refusal(_("This deal is over here. The others are still playing it."), status=409)
        _state_in_play(change.scene)
        _act(change, EndBoard(reason="teacher") if tricks is None else AssignTricks(tricks=tricks), user_id)

    return _at_tables(lesson_id, number, seen, end)


def _state_in_play(scene: Scene) -> BoardState:
    if scene.record is None or not scene.deal_is_open:
        raise Refusal(_("No deal is being played there."), status=409)
    return scene.record.state


def _act(change: Change, action: Rewind | EndBoard | AssignTricks | AnnouncePoints, user_id: int) -> Scene:
    try:
        return table_action(table=change.table, scene=change.scene, action=action, user_id=user_id)
    except IllegalAction:
        raise Refusal(_("This cannot be done now at this table."), status=409) from None


def _at_tables(lesson_id: int, number: int | None, seen: Seen, do: Callable[[Change], None]) -> int:
    """Do it at the table of this number, or wherever it can be done and nobody was quicker; says at how many
    tables it was.

    Raises what the last table refused if it could be done nowhere.
    """
    done, refusal = 0, None
    with lesson_change(lesson_id) as lesson:
        for row in tables_of(lesson, number):
            try:
                with table_change(row.table_id) as change:
                    if seen is not None:
                        must_stand(change.scene, seen.get(row.number))
                    do(change)
            except Refusal as refused:
                refusal = refused
            else:
                done += 1
        if done == 0:
            raise refusal or Refusal(_("No deal is being played there."), status=409)
    return done


# --- the same deal once more -----------------------------------------------------------------------


def deal_again(
    *, lesson_id: int, lesson_deal: int, contract: str, number: int | None = None, seen: Seen = None
) -> int:
    """Lay a finished deal on the tables again, with this contract or one that declarer chooses himself.

    Says at how many tables; of all, those are left out at which this contract cannot be played. Raises
    Refusal: 404 no such table, 409 the deal is not over there or another one is in play, 422 nowhere is there
    such a contract.
    """

    def lay(change: Change) -> None:
        if change.scene.deal_is_open:
            raise Refusal(_("A deal is being played. Wait until it is over."), status=409)
        record = _first_play(change.table.id, lesson_deal)
        if record is None or not may_vary(record):
            raise Refusal(_("This deal cannot be played again."), status=409)
        _lay_again(change, record, contract)

    with transaction.atomic():
        if number is None:
            _lesson_begin_again(lesson_id, lesson_deal)
        return _at_tables(lesson_id, number, seen, lay)


def _lesson_begin_again(lesson_id: int, lesson_deal: int) -> None:
    """What is played once more is seen by all at once again, and goes step by step from the first."""
    with lesson_change(lesson_id) as lesson:
        if lesson_deal < 1:
            raise Refusal(_("This deal has not been dealt yet."), status=409)
        lesson.released = min(lesson.released, lesson_deal - 1)
        if lesson.step:
            lesson.step = LessonStep.COUNT


def _first_play(table_id: int, lesson_deal: int) -> BoardRecord | None:
    """How the table played this deal when it was dealt, once its result is out."""
    records = BoardRecord.objects.filter(match__table_id=table_id, lesson_deal=lesson_deal, parent=None)
    return records.filter(finished__isnull=False).select_related("board", "match__table").last()


def _lay_again(change: Change, record: BoardRecord, contract: str) -> None:
    replay = replay_of(record)
    PreparedBoard.objects.filter(table=change.table).delete()
    PreparedBoard.objects.create(
        table=change.table,
        position=1,
        board=record.board,
        opening=opening_stored(opening_with(replay, contract)),
        parent=record,
        parent_step=first_step_in(replay, Phase.CONTRACT),
        lesson_deal=record.lesson_deal,
    )
    if change.table.step:
        change.table.step = LessonStep.COUNT
    board = record.board
    record_open(match=record.match, next_deal=NextDeal(number=board.number, dealer=Seat(board.dealer)))
