"""Lessons: a class sits down at its tables, and the deals of the lesson are dealt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Classroom, User
from minibridge.engine import PRESETS, SEATS, Deal, MatchOver, RuleSet, Seat
from minibridge.engine.rules import counts_by_laws

from .. import push
from ..models import (
    Board,
    BoardRecord,
    BotLevel,
    Lesson,
    LessonPupil,
    LessonStep,
    LessonTable,
    Match,
    PreparedBoard,
    Seating,
    Table,
)
from ..pack_opening import Laid, OpeningRefused, opening_laid
from ..pack_turns import dealt_by, declared_by, pack_declared_by
from ..packs import PackContent, PackDeal
from ..refusals import Refusal
from ..scene import Scene
from ..seating_plan import Plan
from .change import (
    Change,
    must_be_between_deals,
    must_hold_chair,
    must_not_be_paused,
    table_change,
    tables_lock,
)
from .closing import table_close
from .matches import first_dealer_of, match_open
from .records import match_next, opening_stored, random, record_open
from .tables import chairs_change, table_create
from .withholding import deal_is_done, lesson_results_open, results_open

MOST_DEALS = 32
"""Of a lesson's match, by the rules: more than any lesson has."""


@dataclass(frozen=True)
class Party:
    """Who sits at one table of a lesson; a seat that is missing is a bot's, or empty where three
    ``play_three`` by their own rule. The ``fifth`` has no chair yet.
    """

    people: dict[Seat, User]
    fifth: User | None = None
    play_three: bool = False


def parties_of(planned: Plan[User]) -> list[Party]:
    return [Party(dict(table.people), table.fifth, table.play_three) for table in planned.tables]


# --- one change of a lesson ----------------------------------------------------------------------------


def lesson_lock(lesson_id: int) -> Lesson:
    """The lesson's row, held until the transaction ends. Who also changes a table locks the lesson first.

    Raises Refusal: 404 it is gone, 409 it is over.
    """
    lesson = Lesson.objects.select_for_update().filter(id=lesson_id).first()
    if lesson is None:
        raise Refusal(_("There is no such lesson."), status=404)
    if lesson.ended is not None:
        raise Refusal(_("This lesson is over."), status=409)
    return lesson


@contextmanager
def lesson_change(lesson_id: int, users: Iterable[int] | None = None) -> Iterator[Lesson]:
    """Change a lesson: yields its locked row, then raises its version and tells its pages; of the pupils'
    only those of ``users``, where they are named.

    Raises Refusal as ``lesson_lock``.
    """
    with transaction.atomic():
        lesson = lesson_lock(lesson_id)
        yield lesson
        lesson_touch(lesson, users)


def lesson_touch(lesson: Lesson, users: Iterable[int] | None = None) -> None:
    """Store a locked lesson at a new version, and tell its pages, of the pupils' only those of ``users``."""
    lesson.version += 1
    lesson.save()
    push.lesson_changed(lesson.id, users)


# --- opening -------------------------------------------------------------------------------------------


def lesson_rules(rules: RuleSet) -> RuleSet:
    """The rules as a lesson plays them: a deal for each that the teacher lays, and 20-20 is played too."""
    balanced = "dealer_side" if rules.bidding == "announcement" else rules.balanced
    takeback = "off" if counts_by_laws(rules) else "free"
    return replace(
        rules, length="deals", deals=MOST_DEALS, draw="drawn", balanced=balanced, takeback=takeback
    )


def rules_of_three(rules: RuleSet) -> RuleSet:
    """The rules of a lesson for three: the fourth hand lies as dummy opposite whoever has most points."""
    return replace(
        rules,
        players="three_fourth_dummy",
        points="shown" if rules.points == "partners" else rules.points,
        tie="first_announcer" if rules.tie == "agree" else rules.tie,
        revokes="refused",
        dummy_sees_declarer=False,
    )


def lesson_open(
    *,
    classroom: Classroom,
    teacher: User,
    parties: Sequence[Party],
    title: str,
    pack: PackContent | None = None,
    rules: RuleSet = PRESETS["four_deals"],
    mode: str = Lesson.Mode.TABLES,
    leftover: str = Lesson.Leftover.BOTS,
    pace: str = Lesson.Pace.TOGETHER,
    bots: str = BotLevel.MEDIUM,
) -> Lesson:
    """Begin a lesson: a table for each party, bots on the chairs that nobody takes. Nothing is dealt yet.

    Where everyone declares, the deals are turned so that South does. Raises Refusal: 409 the class has a
    lesson already, 422 a deal of the pack cannot be dealt by these rules.
    """
    played = lesson_rules(rules)
    if pack is not None and mode == Lesson.Mode.ALONE:
        pack = pack_declared_by(pack, Seat.S, played)
    for number, deal in enumerate(pack.deals if pack else (), start=1):
        _laid(deal, played, number)
    try:
        with transaction.atomic():
            lesson = Lesson.objects.create(
                classroom=classroom,
                teacher=teacher,
                title=title,
                mode=mode,
                leftover=leftover,
                pace=pace,
                bots=bots,
                pack=pack.to_data() if pack else {},
                rules=played.to_dict(),
            )
            for number, party in enumerate(parties, start=1):
                table_lay(lesson, number, party)
    except IntegrityError:
        raise Refusal(_("This class is in a lesson already."), status=409) from None
    return lesson


def table_lay(lesson: Lesson, number: int, party: Party) -> LessonTable:
    """A new table of the lesson, with its people and bots."""
    table = table_create(host=lesson.teacher)
    table.visitors = Table.Visitors.CLOSED
    table.free_text = False
    table.rules = rules_of_three(lesson.rule_set).to_dict() if party.play_three else lesson.rules
    table.preset = ""
    table.alone = lesson.mode == Lesson.Mode.ALONE
    table.paused, table.step = lesson.paused, lesson.step
    table.save()
    row = LessonTable.objects.create(lesson=lesson, number=number, table=table)
    for seat in SEATS:
        user = party.people.get(seat)
        if user is not None:
            Seating.objects.create(table=table, seat=seat.value, user=user, name=user.name)
        elif not party.play_three:
            Seating.objects.create(table=table, seat=seat.value, bot=lesson.bots)
    placed = [*party.people.values(), *([party.fifth] if party.fifth else [])]
    for user in placed:
        LessonPupil.objects.update_or_create(lesson=lesson, user=user, defaults={"table": row, "left": None})
    return row


# --- dealing -------------------------------------------------------------------------------------------


def lesson_deal(*, lesson_id: int, seen: int | None = None) -> int:
    """Deal the next deal of the lesson at every table where somebody plays; says its number.

    Where the tables go on by themselves, each that is between deals gets its own next one. ``seen`` is the
    deal that lay there on the page that was pressed. Raises Refusal (409): a table has not finished the deal
    before, or the next one was dealt since.
    """
    with lesson_change(lesson_id) as lesson:
        rows = tables_attended(lesson)
        if lesson.pace == Lesson.Pace.FREE:
            _deal_where_idle(lesson, rows)
        else:
            if seen not in (None, lesson.deal):
                raise Refusal(_("The next deal has been dealt already."), status=409)
            deal_results_open(lesson)
            lesson.deal += 1
            if lesson.step:
                lesson.step = LessonStep.COUNT
            deal = deal_of(lesson, lesson.deal)
            board = board_of(lesson, deal, lesson.deal)
            for row in rows:
                table_deal(row.table_id, board, lesson.deal, deal, step=lesson.step)
        lesson.question, lesson.note_shown = None, False
    return lesson.deal


def deal_results_open(lesson: Lesson) -> None:
    """Whoever deals on lets the results of the deal be seen that all have ended.

    Should be called with the lesson's row locked.
    """
    if lesson.deal > lesson.released and deal_is_done(lesson, lesson.deal):
        tables_lock(Table.objects.filter(lesson_table__lesson=lesson))
        lesson.released = lesson.deal
        lesson.save(update_fields=["released"])
        results_open(lesson.id, lesson.deal)


def tables_attended(lesson: Lesson) -> list[LessonTable]:
    """The open tables at which at least one pupil is still there, in the order in which tables are locked."""
    there = LessonPupil.objects.filter(lesson=lesson, left__isnull=True, table__isnull=False)
    rows = lesson.lesson_tables.filter(id__in=there.values("table"), table__closed=False)
    return list(rows.order_by("table_id"))


def _deal_where_idle(lesson: Lesson, rows: Sequence[LessonTable]) -> None:
    dealt = 0
    for row in rows:
        with table_change(row.table_id) as change:
            if not change.scene.deal_is_open or change.scene.goes_on:
                deal_next_here(lesson, change)
                dealt += 1
    if not dealt:
        raise Refusal(_("A deal is being played. Wait until it is over."), status=409)


def deal_of(lesson: Lesson, number: int) -> PackDeal:
    """Deal *number* of the lesson. After the pack they are random, and put down so that all tables get the
    same. Should be called with the lesson locked, and the lesson saved afterwards.
    """
    pack = PackContent.from_data(lesson.pack)
    fresh: list[PackDeal] = []
    while len(pack.deals) + len(fresh) < number:
        dealer = SEATS[(len(pack.deals) + len(fresh)) % 4]
        deal = PackDeal(deal=Deal.random(random), dealer=dealer)
        fresh.append(declared_by(deal, Seat.S, lesson.rule_set) if lesson.mode == Lesson.Mode.ALONE else deal)
    if fresh:
        pack = replace(pack, deals=(*pack.deals, *fresh))
        lesson.pack = pack.to_data()
    return pack.deals[number - 1]


def board_of(lesson: Lesson, deal: PackDeal, number: int) -> Board:
    """The board on which this deal lies for all tables of the lesson."""
    fields = {
        "number": number,
        "dealer": deal.dealer.value,
        "vulnerability": deal.vulnerability.value,
        "deal": str(deal.deal),
    }
    found = Board.objects.filter(
        **fields, records__match__table__lesson_table__lesson=lesson, records__lesson_deal=number
    )
    return found.first() or Board.objects.create(**fields)


def table_deal(
    table_id: int, board: Board, number: int, deal: PackDeal, *, step: str = "", is_free: bool = False
) -> None:
    """Deal this board at a table of a lesson, to be played up to ``step``.

    Where each table goes on by itself (``is_free``) the deal before may have its result withheld still.
    Raises Refusal (409) while a deal is in play there.
    """
    with table_change(table_id) as change:
        _deal_here(change, board, number, deal, step=step, is_free=is_free)


def deal_next_here(lesson: Lesson, change: Change) -> None:
    """The table, which is locked with its lesson, is dealt the deal after the last that it has played."""
    played = BoardRecord.objects.filter(match__table=change.table).aggregate(last=Max("lesson_deal"))
    number = (played["last"] or 0) + 1
    deal = deal_of(lesson, number)
    step = LessonStep.COUNT if lesson.step else ""
    _deal_here(change, board_of(lesson, deal, number), number, deal, step=step, is_free=True)
    lesson.deal = max(lesson.deal, number)


def _deal_here(
    change: Change, board: Board, number: int, deal: PackDeal, *, step: str = "", is_free: bool = False
) -> None:
    if not (is_free and change.scene.is_withheld):
        must_be_between_deals(change.scene)
    table, scene = change.table, change.scene
    table.step = step
    match = Match.objects.get(id=scene.match.id) if scene.match and scene.status == "playing" else None
    if scene.is_for_three:
        deal, board = _for_three(table, scene, match, number, deal)
    laid = _laid(deal, table.rule_set, number)
    PreparedBoard.objects.filter(table=table).delete()
    PreparedBoard.objects.create(
        table=table, position=1, board=board, opening=opening_stored(laid.actions), lesson_deal=number
    )
    if match is None:
        match_open(table, scene, laid.rules)
    else:
        next_deal = match_next(match)
        assert not isinstance(next_deal, MatchOver)
        chairs_change(table=table, moves=next_deal.moves)
        record_open(match=match, next_deal=next_deal, rules=laid.rules)


def _laid(deal: PackDeal, rules: RuleSet, number: int) -> Laid:
    """The opening of deal *number*. Raises Refusal (422), with the number of the deal."""
    try:
        return opening_laid(deal, rules)
    except OpeningRefused as refused:
        told = _("Deal %(number)d: %(sentence)s") % {"number": number, "sentence": str(refused)}
        raise Refusal(told, status=422) from None


def _for_three(
    table: Table, scene: Scene, match: Match | None, number: int, deal: PackDeal
) -> tuple[PackDeal, Board]:
    """Of three players the rules say who deals: the deal is turned to him."""
    next_deal = match_next(match) if match else None
    if next_deal is None or isinstance(next_deal, MatchOver):
        dealer = first_dealer_of(table, scene, None)
    else:
        dealer = next_deal.dealer
    deal = dealt_by(deal, dealer)
    return deal, board_of(table.lesson_table.lesson, deal, number)


def pupil_ready(*, lesson_id: int, table_id: int, user_id: int, after: int | None = None) -> None:
    """This pupil has read the result. Where tables go on by themselves and all have, the next deal is dealt.

    ``after`` is the record whose result was read: a late click never readies a later deal. Raises Refusal:
    404 no chair here, 409 the teacher deals, or a deal is in play.
    """
    with transaction.atomic():
        lesson = lesson_lock(lesson_id)
        with table_change(table_id) as change:
            scene, chair = change.scene, must_hold_chair(change.scene, user_id)
            if lesson.pace != Lesson.Pace.FREE or scene.record is None:
                raise Refusal(_("Your teacher deals the next deal."), status=409)
            must_not_be_paused(scene)
            if not scene.goes_on:
                must_be_between_deals(scene)
            if after is not None and scene.record.id != after:
                raise Refusal(_("The table has moved on. Here is how it stands now."), status=409)
            Seating.objects.filter(table_id=table_id, seat=chair.value).update(ready=True, bot="")
            LessonPupil.objects.filter(lesson=lesson, user_id=user_id).update(left=None)
            deal_if_all_are_ready(lesson, change)


def deal_if_all_are_ready(lesson: Lesson, change: Change) -> None:
    """At a table that goes on by itself and is between deals; lesson and table are locked."""
    if Seating.objects.filter(table=change.table, bot="", ready=False).exists():
        return
    before = lesson.deal
    deal_next_here(lesson, change)
    if lesson.deal > before:
        lesson_touch(lesson)


def lesson_end(*, lesson_id: int) -> None:
    """The lesson is over: its tables close; a deal in play ends unfinished."""
    with lesson_change(lesson_id) as lesson:
        lesson.ended = timezone.now()
        lesson.screen = None
        for table_id in lesson.lesson_tables.order_by("table").values_list("table_id", flat=True):
            table_close(table_id)
        transaction.on_commit(lambda: lesson_results_open(lesson_id), robust=True)
