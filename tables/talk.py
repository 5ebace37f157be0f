"""What people say to each other at a table."""

from __future__ import annotations

from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.functional import Promise

from .labels import empty
from .look import Look
from .phrases import JUNIOR_PHRASES, PHRASES, REACTIONS
from .scene import MessageLine, Scene
from .seen import Kept
from .services.messages import free_text_allowed


class Talk(NamedTuple):
    messages: tuple[MessageLine, ...]
    may_say: bool
    may_write: bool
    is_junior: bool

    @property
    def phrases(self) -> list[tuple[str, Promise]]:
        """What can be said, by its code."""
        codes = JUNIOR_PHRASES if self.is_junior else tuple(PHRASES)
        return [(code, PHRASES[code]) for code in codes]


_free_text: Kept[bool] = Kept(1000)
_phrases: Kept[tuple[MessageLine, ...]] = Kept(1000)


def talk_facts(look: Look) -> Talk | None:
    """What was said; what adults wrote is for those alone who may write now themselves. Bots do not talk."""
    scene = look.scene
    if scene.alone:
        return None
    is_seated = look.chair is not None
    may_write = is_seated and _free_text.get(scene.chairs, scene.free_text, lambda: free_text_allowed(scene))
    messages = (
        scene.messages if may_write else _phrases.get(scene.messages, None, lambda: _without_text(scene))
    )
    return Talk(messages, is_seated, may_write, look.is_junior)


def _without_text(scene: Scene) -> tuple[MessageLine, ...]:
    return tuple(line for line in scene.messages if not line.text)


def draw_talk(talk: Talk | None) -> str:
    if talk is None:
        return empty("talk")
    return render_to_string(
        "tables/_talk.html", {"talk": talk, "phrases": talk.phrases, "reactions": REACTIONS}
    )
