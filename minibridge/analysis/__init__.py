"""Double-dummy analysis: what every card is worth when all four hands are seen.

The solver runs in a process of its own, which the site can lose at any moment; nothing that decides what is
legal comes from it. ``AnalysisKeeper`` keeps that process, ``Analysis`` asks it.
"""

from .client import Analysis
from .errors import AnalysisUnavailable, BadRequest
from .keeper import AnalysisKeeper
from .line import Line, NotALine
from .par import Par, ParContract, par_of
from .position import NotAPosition, Position
from .priority import Priority
from .table import NotATable, Table, table_from_data, table_to_data

__all__ = [
    "Analysis",
    "AnalysisKeeper",
    "AnalysisUnavailable",
    "BadRequest",
    "Line",
    "NotALine",
    "NotAPosition",
    "NotATable",
    "Par",
    "ParContract",
    "Position",
    "Priority",
    "Table",
    "par_of",
    "table_from_data",
    "table_to_data",
]
