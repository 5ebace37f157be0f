"""Reads of what came of a lesson: the traveller of each deal, the ranking of the class, team matches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from fractions import Fraction

from django.db.models import Count
from django.utils.translation import gettext, pgettext

from minibridge.engine import (
    Contract,
    RuleSet,
    Seat,
    Side,
    imps,
    matchpoints,
    mean_percentage,
    percentages,
)
from minibridge.engine.matchpoints import top
from minibridge.engine.scoring import result_of

from .deal_facts import side_of
from .models import BoardRecord, Lesson, LessonPupil
from .packs import PackContent, PackDeal, said
from .replays import names_of
from .templatetags.bridge import here

POINTS, PERCENT = "points", "percent"
ORDERS = (POINTS, PERCENT)
"""What a class is ranked by."""


@dataclass(frozen=True)
class Sitter:
    """Who held a seat: a pupil, or a bot, or somebody who has gone for good (no ``user_id``)."""

    name: str
    user_id: int | None


@dataclass(frozen=True)
class ResultLine:
    """What one table made of a deal; without ``table`` it is the stored reference.

    ``score`` is North-South's; None where nothing was written, and where other rules than the lesson's were
    played, so that it cannot be compared.
    """

    table: int | None
    record_id: int | None
    sitters: Mapping[Seat, Sitter]
    rules: RuleSet
    outcome: str
    declarer: Seat | None
    contract: Contract | None
    tricks: int | None
    points: Mapping[Side, int]
    score: int | None
    matchpoints: int | None = None
    percent: Fraction | None = None

    @property
    def label(self) -> str:
        if self.table is None:
            return pgettext("traveller", "Reference")
        return gettext("Table %(number)d") % {"number": self.table}

    @property
    def menu(self) -> str:
        return self.rules.menu

    @property
    def outcome_label(self) -> str:
        return str(BoardRecord.Outcome(self.outcome).label)

    @property
    def is_written(self) -> bool:
        """Whether it was played to an end, so that something was written down."""
        return self.tricks is not None or self.outcome == BoardRecord.Outcome.PASSED_OUT

    @property
    def percent_ew(self) -> Fraction | None:
        return None if self.percent is None else 100 - self.percent

    @property
    def written(self) -> tuple[int | None, int | None]:
        """The points of North-South and of East-West, as they stand on the score sheet."""
        return (self.points[Side.NS], self.points[Side.EW]) if self.is_written else (None, None)

    @property
    def names_ns(self) -> tuple[str, ...]:
        return self._names(Side.NS)

    @property
    def names_ew(self) -> tuple[str, ...]:
        return self._names(Side.EW)

    def _names(self, side: Side) -> tuple[str, ...]:
        return tuple(self.sitters[seat].name for seat in side.seats if seat in self.sitters)

    def holds(self, user_id: int) -> bool:
        return any(sitter.user_id == user_id for sitter in self.sitters.values())


@dataclass(frozen=True)
class DealResults:
    """A deal of a lesson at all tables; ``again`` is how it was played once more, which counts nowhere.

    ``waiting`` counts the tables with pupils from which no result is in.
    """

    number: int
    title: str
    dealer: Seat
    vulnerability: str
    lines: tuple[ResultLine, ...]
    again: tuple[ResultLine, ...]
    waiting: int

    @property
    def top(self) -> int:
        return top(sum(line.score is not None for line in self.lines))

    @property
    def is_compared(self) -> bool:
        return self.top > 0

    def is_played_by(self, user_id: int) -> bool:
        """Whether this pupil has finished it himself, when it was dealt or once more."""
        return any(line.holds(user_id) for line in (*self.lines, *self.again))

    def line_of(self, table: int) -> ResultLine | None:
        """What this table made of it: of several times the last."""
        return next((line for line in reversed(self.lines) if line.table == table), None)


def results_of(lesson: Lesson, language: str) -> tuple[DealResults, ...]:
    """Every deal of the lesson from which a result is in: three queries, however many have played.

    What is withheld is no result yet.
    """
    records = (
        BoardRecord.objects.filter(
            match__table__lesson_table__lesson=lesson, lesson_deal__isnull=False, finished__isnull=False
        )
        .select_related("board", "match__table__lesson_table")
        .prefetch_related("players")
        .order_by("lesson_deal", "match__table__lesson_table__number", "id")
    )
    deals: dict[int, list[BoardRecord]] = {}
    for record in records:
        deals.setdefault(record.lesson_deal or 0, []).append(record)
    pack = PackContent.from_data(lesson.pack)
    there = LessonPupil.objects.filter(lesson=lesson, left__isnull=True, table__isnull=False)
    tables = set(there.values_list("table__table_id", flat=True))
    return tuple(
        _deal_results(lesson, number, of_deal, pack.deals[number - 1 : number], tables, language)
        for number, of_deal in deals.items()
    )


def results_open_to(place: LessonPupil, deals: Iterable[DealResults]) -> tuple[DealResults, ...]:
    """What this pupil may see: deals that every table has finished, or the teacher has released; of these
    none that he has still to play, unless he has finished it himself, at another table say.
    """
    lesson, is_ahead = place.lesson, _deals_ahead(place)
    return tuple(
        deal
        for deal in deals
        if (deal.number <= lesson.released or not deal.waiting)
        and (deal.is_played_by(place.user_id) or not is_ahead(deal.number))
    )


def _deals_ahead(place: LessonPupil) -> Callable[[int], bool]:
    """Which deals of the lesson this pupil has still to play. Where tables go on by themselves these are
    also all after the last that was dealt at his; without a table he may come to one that has the first.
    """
    if place.lesson.ended is not None:
        return lambda number: False
    if place.table is None or place.table.table.closed:
        return lambda number: True
    dealt = BoardRecord.objects.filter(
        match__table=place.table.table_id, lesson_deal__isnull=False, parent=None
    ).values_list("lesson_deal", "finished")
    last = max((number for number, _finished in dealt), default=0)
    in_play = {number for number, finished in dealt if finished is None}
    goes_on = place.lesson.pace == Lesson.Pace.FREE
    return lambda number: number in in_play or (goes_on and number > last)


def _deal_results(
    lesson: Lesson,
    number: int,
    records: Sequence[BoardRecord],
    found: Sequence[PackDeal],
    tables: Set[int],
    language: str,
) -> DealResults:
    first = [record for record in records if record.parent_id is None]
    lines = [_line(record, lesson.rule_set) for record in first]
    if found:
        lines += _reference(found[0], lesson.rule_set)
    board = records[0].board
    return DealResults(
        number=number,
        title=said(found[0].title, language) if found else "",
        dealer=Seat(board.dealer),
        vulnerability=board.get_vulnerability_display() if lesson.rule_set.vulnerability == "board" else "",
        lines=_compared(lines),
        again=tuple(_line(record, lesson.rule_set) for record in records if record.parent_id is not None),
        waiting=len(tables - {record.match.table_id for record in first}),
    )


def _line(record: BoardRecord, rules: RuleSet) -> ResultLine:
    own, names = record.rule_set, names_of(record)
    line = ResultLine(
        table=record.match.table.lesson_table.number,
        record_id=record.id,
        sitters={
            Seat(player.seat): Sitter(names[Seat(player.seat)], player.user_id)
            for player in record.players.all()
        },
        rules=own,
        outcome=record.outcome,
        declarer=Seat(record.declarer) if record.declarer else None,
        contract=record.contract,
        tricks=record.tricks,
        points={Side.NS: record.points_ns or 0, Side.EW: record.points_ew or 0},
        score=None,
    )
    is_comparable = line.is_written and (own.players, own.scoring) == (rules.players, rules.scoring)
    return replace(line, score=record.score_ns) if is_comparable else line


def _reference(deal: PackDeal, rules: RuleSet) -> list[ResultLine]:
    """The stored result of a deal, scored by the rules of the lesson."""
    stored = deal.reference
    if stored is None:
        return []
    declarer, contract = Seat(stored.declarer), Contract.parse(stored.contract)
    result = result_of(
        BoardRecord.Outcome.PLAYED.value,
        declarer,
        contract,
        stored.tricks,
        rules,
        rules.vulnerability == "board" and deal.vulnerability.includes(declarer.side),
    )
    score = result.points[Side.NS] - result.points[Side.EW]
    line = ResultLine(
        None, None, {}, rules, result.outcome, declarer, contract, stored.tricks, result.points, score
    )
    return [line]


def _compared(lines: Sequence[ResultLine]) -> tuple[ResultLine, ...]:
    scores = [line.score for line in lines]
    if sum(score is not None for score in scores) < 2:
        return tuple(lines)
    return tuple(
        replace(line, matchpoints=points, percent=percent)
        for line, points, percent in zip(lines, matchpoints(scores), percentages(scores), strict=True)
    )


# --- the ranking ---


@dataclass(frozen=True)
class RankLine:
    """A pupil in the ranking. ``points`` are those that his side has written; ``ahead`` is how much better it
    did than the others who held the same cards, on average; ``percent`` his match points. Both are None, and
    so is ``place``, where nobody held the same cards. ``well`` counts the deals in which his side did at
    least as well as the others on average.
    """

    user_id: int
    name: str
    table: int
    seat: Seat
    deals: int
    points: int
    ahead: Fraction | None
    percent: Fraction | None
    well: int
    place: int | None = None

    @property
    def chair(self) -> str:
        """Where he sat last: by that he is known where names are not told."""
        return f"{gettext('Table %(number)d') % {'number': self.table}}, {here().seats[self.seat]}"


@dataclass(frozen=True)
class _Share:
    """What one deal brought one pupil."""

    name: str
    table: int
    seat: Seat
    points: int
    ahead: Fraction | None
    percent: Fraction | None


def ranking_of(deals: Iterable[DealResults], order: str = POINTS) -> tuple[RankLine, ...]:
    """The pupils, best first; whoever did equally well has the same place."""
    shares: dict[int, list[_Share]] = {}
    for deal in deals:
        for line in deal.lines:
            for user_id, share in _shares(deal, line):
                shares.setdefault(user_id, []).append(share)
    lines = [_rank_line(user_id, of_pupil) for user_id, of_pupil in shares.items()]
    return _placed(lines, order if order in ORDERS else POINTS)


def _shares(deal: DealResults, line: ResultLine) -> Iterable[tuple[int, _Share]]:
    if line.table is None or not line.is_written:
        return
    for seat, sitter in line.sitters.items():
        side = side_of(line.rules, line.declarer, seat)
        if sitter.user_id is None or side is None:
            continue
        ahead = _ahead(deal, line)
        yield (
            sitter.user_id,
            _Share(
                name=sitter.name,
                table=line.table,
                seat=seat,
                points=line.points[side],
                ahead=ahead if ahead is None or side is Side.NS else -ahead,
                percent=line.percent if side is Side.NS else line.percent_ew,
            ),
        )


def _ahead(deal: DealResults, line: ResultLine) -> Fraction | None:
    """How much better North-South did here than elsewhere."""
    others = [one.score for one in deal.lines if one is not line and one.score is not None]
    return None if line.score is None or not others else line.score - Fraction(sum(others), len(others))


def _rank_line(user_id: int, shares: Sequence[_Share]) -> RankLine:
    compared = [share.ahead for share in shares if share.ahead is not None]
    return RankLine(
        user_id=user_id,
        name=shares[-1].name,
        table=shares[-1].table,
        seat=shares[-1].seat,
        deals=len(shares),
        points=sum(share.points for share in shares),
        ahead=sum(compared, Fraction()) if compared else None,
        percent=mean_percentage(share.percent for share in shares),
        well=sum(ahead >= 0 for ahead in compared),
    )


def _placed(lines: Iterable[RankLine], order: str) -> tuple[RankLine, ...]:
    def worth(line: RankLine) -> Fraction | None:
        return line.ahead if order == POINTS else line.percent

    ranked = [line for line in lines if worth(line) is not None]
    others = [line for line in lines if worth(line) is None]
    ranked.sort(key=lambda line: (-(worth(line) or 0), line.table, line.seat.order))
    others.sort(key=lambda line: (line.table, line.seat.order))
    values = [worth(line) for line in ranked]
    places = (replace(line, place=1 + values.index(worth(line))) for line in ranked)
    return (*places, *others)


def leaders_of(ranking: Sequence[RankLine]) -> tuple[RankLine, ...]:
    """The first half: nobody is told before the others that he is last."""
    ranked = [line for line in ranking if line.place is not None]
    return tuple(line for line in ranked if len(ranked) > 1 and 2 * (line.place or 0) <= len(ranked) + 1)


# --- teams ---


@dataclass(frozen=True)
class TeamLine:
    """One deal of a team match: ``points`` and ``imps`` are what the home team gains."""

    deal: DealResults
    home: ResultLine
    away: ResultLine
    points: int
    imps: int | None


@dataclass(frozen=True)
class TeamMatch:
    """The home team is North-South of table ``home`` and East-West of ``away``; the others are the other."""

    home: int
    away: int
    lines: tuple[TeamLine, ...]

    @property
    def points(self) -> int:
        return sum(line.points for line in self.lines)

    @property
    def imps(self) -> int | None:
        """None where the scores are not those of bridge."""
        found = [line.imps for line in self.lines]
        return None if None in found else sum(one for one in found if one is not None)


def table_numbers(lesson: Lesson) -> list[int]:
    return list(lesson.lesson_tables.order_by("number").values_list("number", flat=True))


def team_pairs(numbers: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Which of these tables play a match: the first with the second, and so on; the last may stay alone."""
    return tuple(zip(numbers[::2], numbers[1::2], strict=False))


def team_match(deals: Iterable[DealResults], home: int, away: int) -> TeamMatch:
    """The deals that both tables have finished."""
    lines = []
    for deal in deals:
        here_, there = deal.line_of(home), deal.line_of(away)
        if here_ is None or there is None or here_.score is None or there.score is None:
            continue
        points = here_.score - there.score
        has_imps = here_.rules.scoring == "standard"
        lines.append(TeamLine(deal, here_, there, points, imps(points) if has_imps else None))
    return TeamMatch(home, away, tuple(lines))


# --- the history of a class ---


@dataclass(frozen=True)
class LessonLine:
    """A lesson in the history of its class: how many tables and pupils it had, and from how many deals there
    are results.
    """

    lesson: Lesson
    tables: int
    pupils: int
    deals: int


def lessons_of(classroom_id: int) -> tuple[LessonLine, ...]:
    """The lessons of a class, newest first: three queries."""
    lessons = Lesson.objects.filter(classroom_id=classroom_id).annotate(laid=Count("lesson_tables"))
    pupils = dict(
        LessonPupil.objects.filter(lesson__classroom_id=classroom_id)
        .values_list("lesson")
        .annotate(Count("id"))
    )
    deals = dict(
        BoardRecord.objects.filter(
            match__table__lesson_table__lesson__classroom_id=classroom_id, finished__isnull=False
        )
        .exclude(outcome=BoardRecord.Outcome.UNFINISHED)
        .values_list("match__table__lesson_table__lesson")
        .annotate(Count("lesson_deal", distinct=True))
    )
    return tuple(
        LessonLine(lesson, lesson.laid, pupils.get(lesson.id, 0), deals.get(lesson.id, 0))
        for lesson in lessons.order_by("-started", "-id")
    )
