"""A deal as the scorers see it: who played what, and how many tricks it brought."""

from dataclasses import dataclass

from .boards import Vulnerability
from .contracts import Contract
from .enumeration import Enumeration
from .honours import Honours
from .scoring import score
from .seats import Seat, Side


class Unplayed(Enumeration):
    """A deal without a score; the values are outcomes of ``BoardResult``."""

    PASSED_OUT = "passed_out"
    UNFINISHED = "unfinished"


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal that was played to its end, or claimed.

    ``tricks`` are those of declarer's side. ``honours`` is None where nobody has any, and where the table
    does not count them.

    :raises ValueError: if ``tricks`` is not between 0 and 13.
    """

    declarer: Seat
    contract: Contract
    tricks: int
    honours: Honours | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.tricks <= 13:
            raise ValueError(f"a side wins between 0 and 13 tricks, not {self.tricks}")

    @property
    def is_made(self) -> bool:
        """Whether the contract is fulfilled."""
        return self.tricks >= self.contract.tricks_needed

    def score_for(self, side: Side, vulnerability: Vulnerability) -> int:
        """Gives the duplicate score as *side* sees it, negative if the other side writes it (Law 77)."""
        declaring = self.declarer.side
        points = score(self.contract, vulnerability.includes(declaring), self.tricks)
        return points if side is declaring else -points
