"""Who thought how long: the time between an action and the one before it, of people alone.

A robot's pace is a setting and says nothing; nor does what the table did, or what was never played here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from minibridge.engine import Seat

from .models import Action, BoardRecord

BOT_CLIENT = "bot:"


@dataclass(frozen=True)
class Thought:
    """``seat`` is the chair of the person who thought, whichever hand he played from."""

    seat: Seat
    seconds: int


def thoughts_of(record: BoardRecord, rows: Iterable[Action]) -> dict[int, Thought]:
    """The times by the number of the action, where somebody thought for a second at least."""
    chairs = {player.user_id: Seat(player.seat) for player in record.players.all() if player.user_id}
    thoughts, before = {}, record.started
    for row in rows:
        seconds = round((row.created - before).total_seconds())
        before = row.created
        if seconds > 0 and is_persons(row):
            thoughts[row.n] = Thought(chairs.get(row.user_id, Seat(row.seat)), seconds)
    return thoughts


def is_persons(row: Action) -> bool:
    """Whether a person did it, at the time that it has."""
    return bool(row.seat and row.client_id) and not row.client_id.startswith(BOT_CLIENT)


def totals_of(thoughts: Mapping[int, Thought], actions: int) -> dict[Seat, int]:
    """What each person thought in all over the first so many actions."""
    totals: dict[Seat, int] = {}
    for n, thought in thoughts.items():
        if n < actions:
            totals[thought.seat] = totals.get(thought.seat, 0) + thought.seconds
    return totals


def time_text(seconds: int) -> str:
    """“8 s”, “3 min 05 s” or “1 h 02 min”."""
    minutes, rest = divmod(seconds, 60)
    if not minutes:
        return _("%(seconds)d s") % {"seconds": seconds}
    hours, minutes = divmod(minutes, 60)
    if not hours:
        return _("%(minutes)d min %(seconds)02d s") % {"minutes": minutes, "seconds": rest}
    return _("%(hours)d h %(minutes)02d min") % {"hours": hours, "minutes": minutes}
