"""What somebody is shown who looks at a deal together with others: which step, who leads, who is there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils import translation

from accounts.models import User

from .companions import companions_here
from .models import BoardRecord, SharedReplay
from .replays import Reading


@dataclass(frozen=True)
class Companion:
    user_id: int
    name: str
    is_me: bool
    leads: bool


@dataclass(frozen=True)
class Together:
    """A shared replay as one person sees it."""

    record_id: int
    version: int
    step: int
    leader: str
    leads: bool
    may_lead: bool
    companions: tuple[Companion, ...]

    @property
    def others(self) -> tuple[Companion, ...]:
        return tuple(one for one in self.companions if not one.is_me)


def together_of(reading: Reading, user_id: int) -> Together | None:
    """None where nobody looks at this deal together: two queries, and one for people who did not play it."""
    record = reading.record
    shared = SharedReplay.objects.filter(record_id=record.id).first()
    if shared is None:
        return None
    here = companions_here(record.id)
    leader_id = shared.leader_id
    names = _names(record, {*here, *([leader_id] if leader_id else [])})
    leads = leader_id == user_id
    return Together(
        record_id=record.id,
        version=shared.version,
        step=shared.step,
        leader=names.get(leader_id, "") if leader_id else "",
        leads=leads,
        may_lead=not leads and leader_id not in here,
        companions=tuple(
            Companion(one, names.get(one, ""), one == user_id, one == leader_id) for one in here
        ),
    )


def _names(record: BoardRecord, user_ids: Iterable[int]) -> dict[int, str]:
    """By the name with which each one played; who did not play goes by his own."""
    played = {player.user_id: player.name for player in record.players.all() if player.user_id}
    missing = [user_id for user_id in user_ids if user_id not in played]
    others = User.objects.filter(pk__in=missing) if missing else ()
    return {**{user.pk: user.name for user in others}, **played}


def together_frame(
    together: Together, language: str, *, status: int = 200, error: object = ""
) -> dict[str, Any]:
    """What a page is sent: the step as a number, and the people as HTML. No card is in it."""
    with translation.override(language):
        html = render_to_string("tables/_together_bar.html", {"together": together})
        sentence = str(error)
    return {
        "type": "view",
        "version": together.version,
        "step": together.step,
        "leads": together.leads,
        "html": html,
        "status": status,
        "error": sentence,
    }
