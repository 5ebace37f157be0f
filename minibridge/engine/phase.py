"""The stages through which a deal goes."""

from .enumeration import Enumeration


class Phase(Enumeration):
    """What the table is doing; the rules of a table decide which of these it has."""

    AUCTION = "auction"
    """The players bid in turn, dealer first."""
    ANNOUNCEMENT = "announcement"
    """Each player says his points, dealer first."""
    DECLARER = "declarer"
    """Two partners with equal totals agree which of them declares."""
    CONTRACT = "contract"
    """Declarer chooses the contract."""
    PLAY = "play"
    FINISHED = "finished"
