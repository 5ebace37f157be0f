"""Minibridge for three: one chair is empty, and its hand is dealt all the same.

The chair on the dealer's right is empty. In the *French* rule the dealer's side declares with 20 points or
more, else the player on his left with the hand of the empty chair; a dealer who declares plays his partner's
hand as dummy, and the partner moves to the empty chair and defends with the hand dealt there. With the
*fourth hand as dummy* the player with most points declares, and that hand lies opposite him: whoever sits
there takes the empty chair with his own cards.

Seats are chairs throughout: whoever has moved acts from his new chair. Dummy's chair is empty from then on.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from .rules import RuleSet
from .scoring import BoardResult
from .seats import SEATS, Seat


def empty_chair(dealer: Seat) -> Seat:
    """Gives the chair that is empty when *dealer* deals."""
    return dealer.rho


@dataclass(frozen=True, slots=True)
class Move:
    """Who sat on ``start`` sits on ``end`` now, with his cards or (French rule) without."""

    start: Seat
    end: Seat
    with_cards: bool


def move_for(declarer: Seat, dealer: Seat, rules: RuleSet) -> Move | None:
    """Tells who moves once *declarer* is named; nobody, if the empty chair is opposite him already."""
    empty = empty_chair(dealer)
    if declarer.partner is empty:
        return None
    return Move(declarer.partner, empty, with_cards=rules.players == "three_fourth_dummy")


def next_chairs(dealer: Seat) -> dict[Seat, Seat]:
    """Tells who changes chair after the deal: the player who had the empty chair on his left takes it, and
    deals.
    """
    empty = empty_chair(dealer)
    return {empty.rho: empty}


def scores_of_players(results: Iterable[tuple[Seat, BoardResult]]) -> dict[Seat, int]:
    """Adds up what each of three players has written, deal after deal, each with its dealer.

    Sides change with every deal, so each player writes what his side of that deal writes; dummy is nobody.
    Players are named by the chair that they had for the first deal.
    """
    sums: dict[Seat, int] = {}
    chair_of: dict[Seat, Seat] = {}
    for dealer, result in results:
        if not sums:
            chair_of = {seat: seat for seat in SEATS if seat is not empty_chair(dealer)}
            sums = dict.fromkeys(chair_of, 0)
        for player, chair in chair_of.items():
            sums[player] += _written_by(chair, result)
        moves = next_chairs(dealer) if result.outcome != "balanced" else {}
        chair_of = {player: moves.get(chair, chair) for player, chair in chair_of.items()}
    return sums


def _written_by(chair: Seat, result: BoardResult) -> int:
    """What the player writes who had this chair when the deal began: declarer for his side, else as a
    defender.
    """
    if result.declarer is None:
        return 0
    side = result.declarer.side
    return result.points[side if chair is result.declarer else side.other]
