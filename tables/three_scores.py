"""What each of three players has written in a match. Sides change with every deal, so that each writes for
himself.

A player has no name of his own here but the chair that he had for the first deal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from minibridge.engine import SEATS, Seat, empty_chair, scores_of_players
from minibridge.engine.scoring import BoardResult
from minibridge.engine.three_players import next_chairs


@dataclass(frozen=True)
class PlayerScore:
    """``chair`` is the one that the player had for the deal dealt last; ``points`` what he has written, deal
    by deal.
    """

    first: Seat
    chair: Seat
    points: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.points)


def chairs_through(dealers: Sequence[Seat]) -> list[Mapping[Seat, Seat]]:
    """Tells for each deal of a match, by its dealer, which chair each player has.

    A deal by the same dealer is one dealt again, before which nobody moves.
    """
    if not dealers:
        return []
    through = [{seat: seat for seat in SEATS if seat is not empty_chair(dealers[0])}]
    for before, dealer in pairwise(dealers):
        moves = next_chairs(before) if dealer is not before else {}
        through.append({player: moves.get(chair, chair) for player, chair in through[-1].items()})
    return through


def player_scores(dealers: Sequence[Seat], results: Iterable[BoardResult]) -> tuple[PlayerScore, ...]:
    """Gives the score of each player, from the dealers of all deals and the results of the finished ones."""
    through = chairs_through(dealers)
    if not through:
        return ()
    written = [
        scores_of_players([(dealer, result)]) for dealer, result in zip(dealers, results, strict=False)
    ]
    return tuple(
        PlayerScore(
            player, chair, tuple(sums[chairs[player]] for sums, chairs in zip(written, through, strict=False))
        )
        for player, chair in through[-1].items()
    )


def winners(scores: Sequence[PlayerScore]) -> tuple[PlayerScore, ...]:
    """Gives those who have written most, two if they share the first place; none if all three are level."""
    most = max((score.total for score in scores), default=0)
    best = tuple(score for score in scores if score.total == most)
    return best if len(best) < len(scores) else ()
