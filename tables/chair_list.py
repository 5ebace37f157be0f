"""The chairs of a table, as they are offered before a match and between two deals."""

from __future__ import annotations

from typing import NamedTuple

from django.template.loader import render_to_string

from minibridge.engine import Seat

from .labels import empty
from .look import Look
from .models import BotLevel


class ChairLine(NamedTuple):
    seat: Seat
    name: str
    is_mine: bool
    is_host: bool
    bot: str
    is_bot: bool
    is_free: bool
    """Whether a newcomer could sit down on it."""
    offer: str
    """What a chair without holder is for the reader: to ``sit`` or ``move`` there, ``free`` for others, or it
    ``stays`` empty, as one of three players' chairs does.
    """


class Chairs(NamedTuple):
    chairs: tuple[ChairLine, ...]
    is_for_three: bool
    missing: int
    has_room: bool
    may_move: bool
    is_whole: bool
    is_host: bool
    is_seated: bool
    may_sit: bool
    is_full: bool
    is_between: bool
    visitors: str
    free_text: bool
    preset: str
    level: str

    @property
    def chosen_level(self) -> str:
        return self.level or BotLevel.MEDIUM.value


def chairs_facts(look: Look) -> Chairs | None:
    """The chairs while the table gathers, and between two deals for the host or when one is free.

    Who has played alone to the end is offered another level instead. In a lesson they are only shown, before
    the first deal: the teacher moves people.
    """
    scene = look.scene
    if scene.lesson is not None and look.status != "gathering":
        return None
    is_host = look.is_host and scene.lesson is None
    if scene.deal_is_open or look.status == "closed" or (scene.alone and look.status == "over"):
        return None
    is_gathering = look.status == "gathering"
    is_full = scene.is_full
    may_join = look.chair is None and scene.has_room
    if not is_gathering and is_full and not is_host and not may_join:
        return None
    levels = [chair.bot for chair in scene.chairs.values() if chair is not None and chair.is_bot]
    return Chairs(
        chairs=tuple(
            ChairLine(
                seat=seat,
                name=look.name(seat) if chair else "",
                is_mine=seat is look.chair,
                is_host=bool(chair) and chair.user_id is not None and chair.user_id == scene.host_id,
                bot=chair.bot if chair else "",
                is_bot=bool(chair) and chair.is_bot,
                is_free=scene.is_free(seat),
                offer=_offer(look, seat),
            )
            for seat, chair in scene.chairs.items()
        ),
        is_for_three=scene.is_for_three,
        missing=scene.missing,
        has_room=scene.has_room,
        may_move=not scene.keeps_chairs,
        is_whole=is_gathering,
        is_host=is_host,
        is_seated=look.chair is not None,
        may_sit=_may_sit(look),
        is_full=is_full,
        is_between=look.status == "playing",
        visitors=scene.visitors,
        free_text=scene.free_text,
        preset=scene.preset,
        level=levels[0] if levels else "",
    )


def _may_sit(look: Look) -> bool:
    if look.scene.lesson is not None:
        return False
    return look.scene.visitors == "public" or look.chair is not None or look.is_host


def _offer(look: Look, chair: Seat) -> str:
    if look.scene.lesson is not None:
        return "stays"
    is_free, may_move = look.scene.is_free(chair), not look.scene.keeps_chairs
    if not is_free and not (look.chair is not None and may_move):
        return "stays"
    if look.chair is not None:
        return "move" if may_move else "free"
    return "sit" if _may_sit(look) else "free"


def draw_chairs(chairs: Chairs | None) -> str:
    return (
        empty("chairs", "chairs")
        if chairs is None
        else render_to_string("tables/_chairs.html", {"lobby": chairs, "levels": BotLevel.choices})
    )
