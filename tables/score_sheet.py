"""The score sheet of a match: what each deal was played for, and what was written."""

from __future__ import annotations

from typing import NamedTuple

from django.template.loader import render_to_string

from minibridge.engine import Seat, Side

from .labels import empty
from .look import Look
from .scene import MatchScene


def scores_facts(look: Look) -> tuple[object, ...] | None:
    match = look.scene.match
    if match is None:
        return None
    if match.players:
        return _scores_of_three(look, match)
    rows = tuple(
        (
            line.record_id,
            line.number,
            line.outcome,
            line.declarer,
            line.contract,
            line.tricks,
            line.points[Side.NS],
            line.points[Side.EW],
        )
        for line in match.outcomes
    )
    return (rows, match.totals[Side.NS], match.totals[Side.EW], match.rules.menu, _goal(match), match.number)


class ScoresOfThree(NamedTuple):
    """The score sheet of three: a column for each player, who sits on ``seat`` for the newest deal."""

    players: tuple[tuple[str, Seat], ...]
    rows: tuple[tuple[int, int, str, tuple[int, ...]], ...]
    """Record, number and outcome of each deal, with what each player writes for it."""
    totals: tuple[int, ...]


def _scores_of_three(look: Look, match: MatchScene) -> ScoresOfThree:
    return ScoresOfThree(
        players=tuple((look.dealt_name(score.chair), score.chair) for score in match.players),
        rows=tuple(
            (
                line.record_id,
                line.number,
                line.outcome,
                tuple(score.points[place] for score in match.players),
            )
            for place, line in enumerate(match.outcomes)
        ),
        totals=tuple(score.total for score in match.players),
    )


def _goal(match: MatchScene) -> tuple[str, int]:
    rules = match.rules
    return rules.length, {"deals": rules.deals, "points": rules.target_points}.get(
        rules.length, rules.minutes
    )


def draw_scores(facts: tuple[object, ...] | None) -> str:
    if facts is None:
        return empty("scores")
    if isinstance(facts, ScoresOfThree):
        return render_to_string("tables/_scores_of_three.html", {"sheet": facts})
    names = ("rows", "north_south", "east_west", "menu_kind", "goal", "match_number")
    return render_to_string("tables/_scores.html", dict(zip(names, facts, strict=True)))
