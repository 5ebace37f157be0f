"""Matchpoints: each table compared with every other that played the board (Law 78A).

All scores of a board are North-South's; None stands for a table without one (not played, not finished, or
adjusted), which is compared with nobody. East-West have what is missing to the top. Percentages are exact
fractions; whoever shows one rounds it with ``round``, which takes a half to the even digit.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from fractions import Fraction

from .scoring import ScoreLine


def matchpoints(scores: Sequence[int | None]) -> list[int | None]:
    """Gives each table 2 for every score that is lower than its own, and 1 for every equal one (Law 78A)."""
    given = sorted(score for score in scores if score is not None)
    return [None if own is None else bisect_left(given, own) + bisect_right(given, own) - 1 for own in scores]


def matchpoint_lines(scores: Sequence[int | None], table: int) -> tuple[ScoreLine, ...]:
    """Spells out the matchpoints of one table, given by its index; no lines if it has no score."""
    own = scores[table]
    others = [score for index, score in enumerate(scores) if index != table and score is not None]
    if own is None:
        return ()
    counts = (("beaten", sum(score < own for score in others), 2), ("equalled", others.count(own), 1))
    return tuple(
        ScoreLine(code, {"count": count, "each": each}, count * each) for code, count, each in counts if count
    )


def top(results: int) -> int:
    """Gives the most matchpoints that a table can have on a board with so many *results*."""
    return max(0, 2 * (results - 1))


def percentages(scores: Sequence[int | None]) -> list[Fraction | None]:
    """Gives the matchpoints of each table in percent of the top; None for a table without score, and for one
    that has nobody to compare with.
    """
    most = top(sum(score is not None for score in scores))
    return [
        None if points is None or not most else Fraction(100 * points, most) for points in matchpoints(scores)
    ]


def mean_percentage(boards: Iterable[Fraction | None]) -> Fraction | None:
    """Gives the percentage of a session, in which every board that has one counts alike; None if none has."""
    given = [one for one in boards if one is not None]
    return sum(given, Fraction()) / len(given) if given else None


def neuberg(points: int | Fraction, results: int, expected: int) -> Fraction:
    """Estimates the matchpoints on the top of *expected* results for one who has *points* among the *results*
    that there are, by Neuberg's formula: each result is taken to have occurred ``expected / results`` times.
    Exact; the English Bridge Union rounds to a tenth.

    :raises ValueError: if there are no results, or more than expected.
    """
    if not 1 <= results <= expected:
        raise ValueError(f"{results} results of {expected} expected")
    return (Fraction(points) + 1) * Fraction(expected, results) - 1
