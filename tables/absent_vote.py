"""What the others are asked about an absent player."""

from __future__ import annotations

from typing import NamedTuple

from django.template.loader import render_to_string

from minibridge.engine import Seat

from .labels import empty
from .look import Look


class StandIn(NamedTuple):
    """A bot plays for the reader, who seems to be back."""

    template = "tables/_stand_in.html"
    level: str


class AbsentVote(NamedTuple):
    template = "tables/_vote.html"
    absent: tuple[str, ...]
    votes: tuple[tuple[str, str], ...]
    mine: str
    may_vote: bool
    is_open: bool


def vote_facts(look: Look) -> AbsentVote | StandIn | None:
    """The others decide, and only while somebody is really away; a player who thinks is never asked about.

    Whoever comes back to find a bot on his chair is asked whether he plays again. In a lesson nobody decides:
    a bot comes by itself.
    """
    mine = look.scene.chairs[look.chair] if look.chair else None
    if look.scene.is_withheld:
        return None
    if mine is not None and mine.bot and look.scene.deal_is_open:
        return StandIn(mine.bot)
    absent = frozenset(seat for seat in look.absent if seat is not look.chair and not _bot_plays(look, seat))
    if not absent or look.status != "playing" or look.scene.lesson is not None:
        return None
    votes = look.scene.end_votes
    return AbsentVote(
        absent=tuple(look.name(seat) for seat in sorted(absent)),
        votes=tuple((look.name(seat), votes[seat]) for seat in sorted(votes)),
        mine=votes.get(look.chair, "") if look.chair else "",
        may_vote=look.chair is not None,
        is_open=look.scene.deal_is_open,
    )


def _bot_plays(look: Look, seat: Seat) -> bool:
    """A page hears of the bot at once, and only with its next heartbeat that nobody is missing any more."""
    chair = look.scene.chairs[seat]
    return chair is not None and bool(chair.bot)


def draw_vote(vote: AbsentVote | StandIn | None) -> str:
    return empty("vote", "ask") if vote is None else render_to_string(vote.template, {"vote": vote})
