"""Taking back a card, a call or a contract."""

from dataclasses import dataclass

from .auction import Call
from .cards import Card
from .contracts import Contract
from .seats import Seat


@dataclass(frozen=True, slots=True)
class TakeBackRequest:
    """``seat`` asks to take back ``what``, and with it all that came after.

    ``hand`` is the hand that the card goes back to (None for a call or contract); ``n`` is the number of the
    state that the request opened, which an answer can name.
    """

    seat: Seat
    what: Card | Call | Contract
    hand: Seat | None = None
    n: int = 0


def who_may_answer(asking: Seat, declarer: Seat | None) -> frozenset[Seat]:
    """Gives the opponents of whom one answers: either defender for declarer, declarer for a defender, and
    either opponent while there is no declarer yet.
    """
    if declarer is None or asking is declarer:
        return frozenset((asking.lho, asking.rho))
    return frozenset((declarer,))
