"""Claims and concessions (Law 68): the rest of the tricks settled by word, if the others agree."""

from dataclasses import dataclass

from .seats import Seat


@dataclass(frozen=True, slots=True)
class Claim:
    """``seat`` says that his side takes ``tricks`` of those remaining; 0 concedes them all.

    ``accepted`` are those who have agreed so far; ``n`` is the number of the state that the claim opened,
    which an answer can name; ``statement`` is how the claimer means to play.
    """

    seat: Seat
    tricks: int
    accepted: frozenset[Seat] = frozenset()
    n: int = 0
    statement: str = ""


def who_answers(claim: Claim, declarer: Seat, remaining: int) -> frozenset[Seat]:
    """Gives the seats whose agreement is still missing.

    Declarer's claim needs both defenders. A defender's needs declarer and, if he concedes a trick, his
    partner, who may object to that (Law 68B2). Dummy is never asked.
    """
    if claim.seat is declarer:
        asked = {declarer.lho, declarer.rho}
    elif claim.tricks < remaining:
        asked = {declarer, claim.seat.partner}
    else:
        asked = {declarer}
    return frozenset(asked) - claim.accepted
