"""One line of the results file: JSON, so that every figure can be worked out again later."""

from __future__ import annotations

from typing import Any

from .meter import Window

Line = dict[str, Any]


def line_of(window: Window, part: str, turn: int, **more: Any) -> Line:
    return {
        "part": part,
        "turn": turn,
        "server": window.server,
        "tables": window.tables,
        **more,
        "cards": window.cards,
        "seconds": round(window.used.seconds, 3),
        "cards_per_second": round(window.rate, 1),
        "cpu_us_per_card": round(window.cpu_per_card * 1e6, 1),
        "p50_ms": round(window.latency(50) * 1e3, 3),
        "p95_ms": round(window.latency(95) * 1e3, 3),
        "p99_ms": round(window.latency(99) * 1e3, 3),
        "undelivered": window.undelivered,
        "bytes_per_card": round(window.received / max(1, window.cards)),
        "server_cpu_share": round(window.used.server / window.used.seconds, 3),
        "client_cpu_share": round(window.used.client, 3),
        "foreign_cpu_share": round(window.used.foreign, 3),
    }
