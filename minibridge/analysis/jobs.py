"""The jobs of the analysis process, known by name.

A job is a generator function of the request's data, plain values from JSON, and ``time_left()``, the seconds
until the answer is wanted. It raises :class:`BadRequest` before the solver sees anything wrong, yields
wherever it can be interrupted, every fraction of a second in ordinary deals, and returns plain values. It is
started anew when the process is, so that it must come to the same answer again. Jobs that must be complete
ignore the time; those that sample stop sampling.
"""

from collections.abc import Callable, Generator, Mapping
from typing import Any, TypeVar

from minibridge.engine import SEATS, Deal, Denomination, NotationError, Seat, Vulnerability

from . import solver
from .errors import BadRequest
from .line import Line, NotALine
from .par import par_of
from .position import NotAPosition, Position
from .table import NotATable, table_from_data, table_to_data

TimeLeft = Callable[[], float]
Work = Generator[None, None, Any]
Job = Callable[[Any, TimeLeft], Work]
Cells = dict[tuple[Seat, Denomination], int]
Value = TypeVar("Value")

MOST_POSITIONS = 200
"""In one request."""


def table(data: Any, time_left: TimeLeft) -> Work:
    """Gives the double-dummy table of ``{"deal": "N:…"}`` as :func:`~.table.table_to_data` writes it."""
    return table_to_data((yield from _cells(_field(data, "deal", Deal.parse))))


def cards(data: Any, time_left: TimeLeft) -> Work:
    """Gives for each of ``{"positions": [...]}`` (:meth:`.Position.to_data`) the tricks that each legal card
    wins for the side on turn, from this trick on, as in ``{"SQ": 4, "S2": 3}``.

    For what is not a position it gives ``{"error": code}``, and goes on with the others.
    """
    positions = _field(data, "positions", _list_of_positions)
    answers: list[dict[str, Any]] = []
    for item in positions:
        try:
            position = Position.from_data(item)
        except NotAPosition as error:
            answers.append({"error": error.code})
            continue
        [tricks] = solver.card_tricks([position])
        answers.append({card.text: tricks[card] for card in sorted(tricks, reverse=True)})
        yield
    return answers


def par(data: Any, time_left: TimeLeft) -> Work:
    """Gives par (:meth:`.Par.to_data`) for a ``dealer`` ("N") and a ``vulnerability`` ("None", "NS", "EW",
    "All"), of a ``table`` or else of a ``deal``.
    """
    dealer = _field(data, "dealer", Seat.parse)
    vulnerability = _field(data, "vulnerability", Vulnerability)
    if "table" in data:
        return par_of(_field(data, "table", table_from_data), dealer, vulnerability).to_data()
    cells = yield from _cells(_field(data, "deal", Deal.parse))
    return par_of(cells, dealer, vulnerability).to_data()


def trace(data: Any, time_left: TimeLeft) -> Work:
    """Gives the tricks of declarer's side before and after each card of a line (:meth:`.Line.to_data`)."""
    try:
        line = Line.from_data(data)
    except NotALine as error:
        raise BadRequest(error.code) from None
    yield
    return solver.play_trace(line)


JOBS: Mapping[str, Job] = {"table": table, "cards": cards, "par": par, "trace": trace}


def _cells(deal: Deal) -> Generator[None, None, Cells]:
    """The table, cell by cell: the solver keeps what it found in a denomination for the next declarer."""
    cells: Cells = {}
    for denomination in Denomination:
        for declarer in SEATS:
            cells[declarer, denomination] = solver.declarer_tricks(deal, declarer, denomination)
            yield
    return cells


def _list_of_positions(value: Any) -> list[Any]:
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_POSITIONS:
        raise ValueError
    return value


def _field(data: Any, name: str, read: Callable[[Any], Value]) -> Value:
    """Reads one field of the request; its name is the code of what is wrong with it."""
    try:
        return read(data[name])
    except (NotationError, NotATable, KeyError, TypeError, ValueError):
        raise BadRequest(name) from None
