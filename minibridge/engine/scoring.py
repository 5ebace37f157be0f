"""The score of a deal. One scorer, that of duplicate (Law 77), serves minibridge, rubber and Chicago too.

A minibridge partscore in X scores as 1X, a game as 3NT, 4H, 4S, 5C or 5D, the slams as 6X and 7X, never
vulnerable and never doubled: the figures of the minibridge sources come out the same in every case. Where
partscores are carried from deal to deal, the bonuses for partscore and game are those of the score sheet.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from .contracts import TRICK_VALUE, Contract, Denomination, Doubling
from .revokes import SettledRevoke
from .rules import RuleSet
from .seats import Seat, Side


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of the sum: what it is for, the numbers it is made of, and its points.

    Codes: ``first_trick`` (``each``; notrump's first), ``trick_points``, ``overtricks``, ``undertricks``
    (``count``, ``each``), ``partscore_bonus``, ``game_bonus``, ``small_slam_bonus``, ``grand_slam_bonus``,
    ``doubled_bonus``, ``redoubled_bonus``, ``tricks_won`` (``count``). The lines of one side add up to what
    that side writes.

    Only on a score sheet (rubber, Chicago): ``trump_honours``, ``four_aces`` (``count``), ``rubber_bonus``
    (``games_lost``), ``unfinished_game_bonus``, ``unfinished_partscore_bonus``,
    ``last_deal_partscore_bonus``. In comparisons: ``beaten``, ``equalled`` (``count``, ``each``), ``imps``
    (``own``, ``other``, ``difference``, ``count``, ``each``).
    """

    code: str
    params: Mapping[str, int]
    points: int
    to_defenders: bool = False

    def __hash__(self) -> int:
        return hash((self.code, self.points, self.to_defenders, frozenset(self.params.items())))


TRICK_CODES: Final = frozenset({"first_trick", "trick_points"})
"""The lines of the tricks that the contract undertakes: what rubber bridge writes below the line."""


@dataclass(frozen=True, slots=True)
class BoardResult:
    """How a board ended.

    ``outcome`` is ``played``, ``claimed``, ``balanced`` (20-20, dealt again), ``passed_out`` (nobody bid:
    Laws 22A and 77), ``unfinished`` (the table ended it) or ``assigned`` (the table gave it). ``tricks`` are
    those of declarer's side, None if there was no play or it was not finished. ``points`` are what each side
    writes.
    """

    outcome: str
    declarer: Seat | None
    contract: Contract | None
    tricks: int | None
    points: Mapping[Side, int]
    lines: tuple[ScoreLine, ...] = ()
    revokes: tuple[SettledRevoke, ...] = ()
    """The established revokes, with the tricks each has cost; ``tricks`` counts that already."""

    def __hash__(self) -> int:
        return hash((self.outcome, self.declarer, self.contract, self.tricks, frozenset(self.points.items())))


def score(contract: Contract, vulnerable: bool, tricks: int) -> int:
    """Gives the score for declarer's side, negative if the contract fails, when that side wins *tricks*
    (Law 77).

    :raises ValueError: if *tricks* is not between 0 and 13.
    """
    return sum(
        -line.points if line.to_defenders else line.points
        for line in duplicate_lines(contract, vulnerable, tricks)
    )


def duplicate_lines(contract: Contract, vulnerable: bool, tricks: int) -> tuple[ScoreLine, ...]:
    """Spells out the score that declarer's side, *vulnerable* or not, has for *tricks* tricks (Law 77).

    :raises ValueError: if *tricks* is not between 0 and 13.
    """
    if not 0 <= tricks <= 13:
        raise ValueError(f"a side wins between 0 and 13 tricks, not {tricks}")
    if tricks >= contract.tricks_needed:
        return tuple(_made(contract, vulnerable, tricks - contract.tricks_needed))
    return tuple(_failed(contract, vulnerable, contract.tricks_needed - tricks))


def score_lines(
    contract: Contract | None, tricks: int, rules: RuleSet, vulnerable: bool = False
) -> tuple[ScoreLine, ...]:
    """Spells out the sum that *tricks* tricks of declarer's side give under *rules*, line by line."""
    if rules.scoring == "tricks" or contract is None:
        return (
            ScoreLine("tricks_won", {"count": tricks}, tricks),
            ScoreLine("tricks_won", {"count": 13 - tricks}, 13 - tricks, to_defenders=True),
        )
    return duplicate_lines(contract, vulnerable, tricks)


def result_of(
    outcome: str,
    declarer: Seat,
    contract: Contract | None,
    tricks: int,
    rules: RuleSet,
    vulnerable: bool = False,
) -> BoardResult:
    """Gives the result of a board on which declarer's side, *vulnerable* or not, won *tricks*."""
    lines = score_lines(contract, tricks, rules, vulnerable)
    points = {
        declarer.side: sum(line.points for line in lines if not line.to_defenders),
        declarer.side.other: sum(line.points for line in lines if line.to_defenders),
    }
    return BoardResult(outcome, declarer, contract, tricks, {side: points[side] for side in Side}, lines)


def result_without_score(outcome: str, declarer: Seat | None, contract: Contract | None) -> BoardResult:
    """Gives the result of a board that nobody writes anything for."""
    return BoardResult(outcome, declarer, contract, None, dict.fromkeys(Side, 0))


def _made(contract: Contract, vulnerable: bool, overtricks: int) -> Iterator[ScoreLine]:
    each = TRICK_VALUE[contract.denomination] * contract.doubling.factor
    count = contract.level
    if contract.denomination is Denomination.NOTRUMP:
        first = 40 * contract.doubling.factor
        yield ScoreLine("first_trick", {"each": first}, first)
        count -= 1
    if count:
        yield ScoreLine("trick_points", {"count": count, "each": each}, count * each)
    yield from _premiums(contract, vulnerable)
    if overtricks:
        if contract.doubling is not Doubling.UNDOUBLED:
            each = (100 if vulnerable else 50) * contract.doubling.factor
        yield ScoreLine("overtricks", {"count": overtricks, "each": each}, overtricks * each)


def _premiums(contract: Contract, vulnerable: bool) -> Iterator[ScoreLine]:
    if contract.is_game:
        yield ScoreLine("game_bonus", {}, 500 if vulnerable else 300)
    else:
        yield ScoreLine("partscore_bonus", {}, 50)
    if contract.is_small_slam:
        yield ScoreLine("small_slam_bonus", {}, 750 if vulnerable else 500)
    if contract.is_grand_slam:
        yield ScoreLine("grand_slam_bonus", {}, 1500 if vulnerable else 1000)
    if contract.doubling is Doubling.DOUBLED:
        yield ScoreLine("doubled_bonus", {}, 50)
    if contract.doubling is Doubling.REDOUBLED:
        yield ScoreLine("redoubled_bonus", {}, 100)


def _failed(contract: Contract, vulnerable: bool, undertricks: int) -> Iterator[ScoreLine]:
    """Groups the undertricks by price: all alike undoubled; doubled, the first ones are cheaper."""
    if contract.doubling is Doubling.UNDOUBLED:
        steps = [(undertricks, 100 if vulnerable else 50)]
    elif vulnerable:
        steps = [(1, 200), (12, 300)]
    else:
        steps = [(1, 100), (2, 200), (10, 300)]
    for most, price in steps:
        count = min(most, undertricks)
        each = price * max(1, contract.doubling.factor // 2)
        if count:
            yield ScoreLine("undertricks", {"count": count, "each": each}, count * each, to_defenders=True)
        undertricks -= count
