"""What the figures are measured against. A verdict is printed; no test asks for it, as time decides none."""

from __future__ import annotations

NOISY = 0.10  # of a processor used by others; above this, latencies are upper bounds
BUSY = 0.50  # above this, processor time per card is no figure to judge either

CARD_AIM, CARD_FLOOR = 10.0, 25.0  # times the processor time of the bare server's card, over the socket
GROWTH_FLOOR = 1.7  # times the processor time per card from FEW to MANY tables
FEW, MANY = 10, 200
HUMAN_P99 = 100.0  # ms, with nothing undelivered
HUMAN_FLOOR_TABLES, HUMAN_AIM_TABLES = 200, 500
SECOND_WORKER_RATE = 1.5  # times the cards a second of one worker, or else
SECOND_WORKER_CPU = 1.3  # times its processor time per card at most
SOCKET_MEMORY_FLOOR = 2.5  # times the memory of the bare server's idle socket
STORM_FLOOR = 10.0  # seconds until all are back, none refused

MET, NOT_MET, HELD, MISSED = "aim met", "aim not met", "floor held", "FLOOR MISSED"


def verdict(
    value: float,
    *,
    aim: float | None = None,
    floor: float | None = None,
    foreign: float = 0.0,
    most_foreign: float = BUSY,
) -> str:
    """One word on a value that should be small; none where there is nothing to hold it against."""
    if aim is None and floor is None:
        return ""
    if foreign > most_foreign:
        return f"not judged: others used {foreign:.0%}"
    if floor is not None and value > floor:
        return MISSED
    if aim is not None:
        return MET if value <= aim else NOT_MET
    return HELD
