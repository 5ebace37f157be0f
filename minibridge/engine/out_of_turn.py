"""Leads out of turn (Laws 53 to 56)."""

from dataclasses import dataclass

from .cards import Card
from .seats import Seat


@dataclass(frozen=True, slots=True)
class LeadOutOfTurn:
    """``card`` was led from ``hand`` when another hand was to lead; the other side has to say whether it
    accepts that.

    A defender's lead is answered by declarer, declarer's lead by either defender: the first of them to speak.
    """

    hand: Seat
    card: Card
    opening: bool

    @property
    def choices(self) -> tuple[str, ...]:
        """The answers there are: to ``accept`` or ``refuse`` it; after an opening lead out of turn declarer
        may also accept it and ``spread`` his hand, and so become dummy (Law 54A).
        """
        return ("accept", "refuse", "spread") if self.opening else ("accept", "refuse")
