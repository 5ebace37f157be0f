"""A deal turned around the table: the same cards from another seat."""

from dataclasses import replace

from .boards import Board, Vulnerability
from .deals import Deal
from .seats import SEATS, Seat, Side


def seat_turned(seat: Seat, steps: int) -> Seat:
    """Gives the seat so many *steps* clockwise."""
    return seat.clockwise[steps % 4]


def deal_turned(deal: Deal, steps: int) -> Deal:
    """Hands every hand so many seats clockwise: after one step East has what North had."""
    return Deal(*(deal[seat_turned(seat, -steps)] for seat in SEATS))


def vulnerability_turned(vulnerability: Vulnerability, steps: int) -> Vulnerability:
    """Gives the vulnerability as it is when the sides have changed places."""
    if steps % 2 == 0:
        return vulnerability
    return Vulnerability.of([side.other for side in Side if vulnerability.includes(side)])


def board_turned(board: Board, steps: int) -> Board:
    """Turns hands, dealer and vulnerability together, so that nothing changes but the names of the seats."""
    return replace(
        board,
        dealer=seat_turned(board.dealer, steps),
        vulnerability=vulnerability_turned(board.vulnerability, steps),
        deal=deal_turned(board.deal, steps),
    )


def steps_between(start: Seat, end: Seat) -> int:
    """Tells how many seats clockwise *end* is from *start*."""
    return start.clockwise.index(end)
