"""International match points: a difference of scores, flattened (Law 78B), and the averages made of them.

All scores of a board are North-South's; None stands for a table without one (not played, not finished, or
adjusted), which is compared with nobody. East-West have the same numbers with the other sign.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from .scoring import ScoreLine

IMP_STEPS: Final = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The smallest differences worth 1, 2 … 24 IMPs (Law 78B)."""


def imps(difference: int) -> int:
    """Turns a difference of two scores into IMPs; a negative one gives negative IMPs (Law 78B).

    :raises ValueError: if it is not a multiple of ten, as all differences at bridge are: the scale has no
        place for others.
    """
    if difference % 10:
        raise ValueError(f"a difference of scores is a multiple of 10, not {difference}")
    points = bisect_right(IMP_STEPS, abs(difference))
    return points if difference > 0 else -points


def cross_imps(scores: Sequence[int | None]) -> list[Fraction | None]:
    """Compares each table with every other and gives its average, exactly: the sum of its IMPs divided by the
    number of its comparisons. None for a table without score, and for one that has nobody to compare with.
    """
    counts = Counter(score for score in scores if score is not None)
    comparisons = counts.total() - 1
    if comparisons < 1:
        return [None] * len(scores)
    averages = {
        own: Fraction(sum(imps(own - score) * count for score, count in counts.items()), comparisons)
        for own in counts
    }
    return [None if own is None else averages[own] for own in scores]


def imp_line(own: int, other: int, count: int = 1) -> ScoreLine:
    """Spells out a comparison of the score *own* with *other*, which *count* tables have: with the score of
    the team's other table, with those of a field, or with a datum.
    """
    each = imps(own - other)
    params = {"own": own, "other": other, "difference": own - other, "count": count, "each": each}
    return ScoreLine("imps", params, count * each)


def cross_imp_lines(scores: Sequence[int | None], table: int) -> tuple[ScoreLine, ...]:
    """Spells out the comparisons of one table, given by its index, the highest score first; the average is
    their sum divided by their number. No lines if it has no score.
    """
    own = scores[table]
    if own is None:
        return ()
    others = Counter(score for index, score in enumerate(scores) if index != table and score is not None)
    return tuple(imp_line(own, other, count) for other, count in sorted(others.items(), reverse=True))


def datum(scores: Sequence[int | None], dropped: int = 0) -> int | None:
    """Gives the score with which Butler scoring compares: the average without the *dropped* highest and as
    many of the lowest scores, rounded to the nearest ten, a five in the end to the even ten (425 becomes 420,
    435 becomes 440: so ACBLscore does it, and the rule is the same for both sides). None if no score is left.

    :raises ValueError: if *dropped* is negative.
    """
    if dropped < 0:
        raise ValueError(f"no less than 0 scores can be dropped, not {dropped}")
    given = sorted(score for score in scores if score is not None)
    kept = given[dropped : len(given) - dropped]
    return 10 * round(Fraction(sum(kept), 10 * len(kept))) if kept else None


def butler(scores: Sequence[int | None], dropped: int = 0) -> list[int | None]:
    """Compares each table with the datum and gives the IMPs; None for a table without score, and for all if
    there is no datum. Scores left out of the datum are compared with it all the same.
    """
    middle = datum(scores, dropped)
    return [None if score is None or middle is None else imps(score - middle) for score in scores]
