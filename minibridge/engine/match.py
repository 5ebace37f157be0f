"""A match: a series of boards at one table, and what comes after each."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from .rules import RuleSet
from .seats import Seat, Side
from .three_players import next_chairs


@dataclass(frozen=True, slots=True)
class BoardOutcome:
    """What a match needs to know of a board that is over; ``outcome`` as in ``BoardResult``."""

    number: int
    dealer: Seat
    outcome: str
    points: Mapping[Side, int]


@dataclass(frozen=True, slots=True)
class NextDeal:
    """The match goes on with deal ``number``, dealt by ``dealer``.

    ``moves`` tells who changes chair before it, from where to where.
    """

    number: int
    dealer: Seat
    moves: Mapping[Seat, Seat] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class MatchOver:
    """The match is over; ``winner`` is None if it is drawn, and where three players have no lasting sides."""

    totals: Mapping[Side, int]
    winner: Side | None


def totals(outcomes: Iterable[BoardOutcome]) -> dict[Side, int]:
    """Adds up what each side has written."""
    sums = dict.fromkeys(Side, 0)
    for outcome in outcomes:
        for side in Side:
            sums[side] += outcome.points[side]
    return sums


def next_in_match(
    rules: RuleSet, first_dealer: Seat, outcomes: Sequence[BoardOutcome], time_is_up: bool = False
) -> NextDeal | MatchOver:
    """Tells what comes after *outcomes*, in the order played.

    A balanced board (20-20) is dealt again: same number, same dealer. One that was passed out, or that the
    table ended, counts as a deal, without points. Otherwise the deal passes to the left, until the length of
    the match is reached; then, level sides draw or play extra deals until one is ahead, as the rules have it.
    When the time is up no new deal begins. Of three players, the one who had the empty chair on his left
    takes it and deals.
    """
    sums = totals(outcomes)
    if _is_over(rules, outcomes, sums, time_is_up):
        return MatchOver(sums, _leader(sums) if rules.players == "four" else None)
    if not outcomes:
        return NextDeal(1, first_dealer)
    last = outcomes[-1]
    if last.outcome == "balanced":
        return NextDeal(last.number, last.dealer)
    if rules.players != "four":
        moves = next_chairs(last.dealer)
        return NextDeal(last.number + 1, next(iter(moves.values())), moves)
    return NextDeal(last.number + 1, last.dealer.next)


def _is_over(
    rules: RuleSet, outcomes: Sequence[BoardOutcome], sums: Mapping[Side, int], time_is_up: bool
) -> bool:
    match rules.length:
        case "points":
            return max(sums.values()) >= rules.target_points
        case "time":
            is_long_enough = time_is_up and bool(outcomes)
        case _:
            is_long_enough = sum(one.outcome != "balanced" for one in outcomes) >= rules.deals
    return is_long_enough and (_leader(sums) is not None or rules.draw == "drawn")


def _leader(sums: Mapping[Side, int]) -> Side | None:
    if sums[Side.NS] == sums[Side.EW]:
        return None
    return max(Side, key=lambda side: sums[side])
