"""Bots at a table without a driver and its pauses: each does what it would do, by the same service."""

from __future__ import annotations

from collections.abc import Callable

from minibridge.bots import Decision, Level
from minibridge.engine import SeatView
from tables.bot_driver import bot_turns, decide_by_rules, seed_of, submit
from tables.scene_reading import scene_now
from tables.seen import view_of

Deciding = Callable[[SeatView, Level, int], Decision | None]


def bots_act(table_id: int, decide: Deciding = decide_by_rules) -> int:
    """Let the bots of a table play until a person is asked; says how often they acted."""
    acted = 0
    while act_once(table_id, decide):
        acted += 1
        assert acted < 400, "the bots go round in circles"
    return acted


def act_once(table_id: int, decide: Deciding = decide_by_rules) -> bool:
    """Let one bot act; False when none is asked anything."""
    scene = scene_now(table_id)
    assert scene is not None
    for turn in bot_turns(scene):
        assert scene.record is not None
        view = view_of(scene.record.state, turn.seat)
        decision = decide(view, turn.level, seed_of(scene, turn.seat))
        if decision is not None:
            assert submit(scene, turn, decision), decision
            return True
    return False
