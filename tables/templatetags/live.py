"""What the page of the live table needs beside its regions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.template import RequestContext
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from .. import phrases, qr, status
from ..look import Look, Person
from ..scene import MessageLine, Scene

register = template.Library()

ACTION_KINDS = (
    "announce",
    "agree",
    "contract",
    "card",
    "claim",
    "answer_claim",
    "withdraw_claim",
    "ask_takeback",
    "answer_takeback",
    "withdraw_takeback",
)
LIVE_DOORS = (
    "hint",
    "bot",
    "back",
    "seat",
    "remove",
    "host",
    "settings",
    "start",
    "ready",
    "stop",
    "vote",
    "say",
    "propose",
)
REFRESH_SECONDS = 12  # for pages without JavaScript: soon enough to follow, and time to fill in a claim

register.simple_tag(lambda: ACTION_KINDS, name="action_kinds")
register.simple_tag(lambda: LIVE_DOORS, name="live_doors")
register.simple_tag(qr.qr_svg, name="qr")


@register.simple_tag
def region(regions: Mapping[str, str], name: str, letter: str = "") -> SafeString:
    """A region drawn for this viewer; ``letter`` completes the name of those that exist for each seat."""
    return mark_safe(regions[name + letter])


@register.simple_tag
def table_state(scene: Scene, person: Person) -> status.Now:
    """What the page's root says about this viewer until the first push repeats it."""
    return status.now_facts(Look(scene, person))


@register.simple_tag
def refresh_seconds(state: status.Now) -> int | None:
    """Without JavaScript a page that waits asks again by itself; one that asks something stays as it is."""
    return None if state.is_mine else REFRESH_SECONDS


@register.simple_tag(takes_context=True)
def table_link(context: RequestContext, code: str) -> str:
    """The address to send to friends."""
    return context["request"].build_absolute_uri(reverse("table", args=[code]))


@register.simple_tag(takes_context=True)
def stays_on_this_computer(context: RequestContext) -> bool:
    """Whether the address to send leads each reader to his own machine."""
    return context["request"].get_host().partition(":")[0] in ("localhost", "127.0.0.1", "[")


@register.simple_tag
def socket_path(code: str) -> str:
    """Where the live page's socket is found."""
    return reverse("table_socket", urlconf="tables.routing", args=[code])


@register.simple_tag
def lesson_socket(lesson_id: int) -> str:
    """Where the socket of a pupil's bar is found."""
    return reverse("lesson_socket", urlconf="tables.routing", args=[lesson_id])


@register.filter
def phrase_text(line: MessageLine) -> str:
    """What a message says, in the reader's language."""
    return line.text or str(phrases.PHRASES.get(line.phrase, line.phrase))


MARKS = ("applause", "smile", "surprise", "heart")
REACTION_MARKS = dict(zip(phrases.REACTIONS, MARKS, strict=True))


@register.filter
def said_html(line: MessageLine) -> SafeString:
    """A message with its reaction drawn: the glyphs are missing on old machines."""
    mark = REACTION_MARKS.get(line.phrase)
    return reaction(line.phrase) if mark else format_html("{}", phrase_text(line))


@register.simple_tag
def reaction(code: str) -> SafeString:
    return format_html(
        '<svg class="say" aria-hidden="true"><use href="#say-{}"/></svg><span class="sr">{}</span>',
        REACTION_MARKS[code],
        phrases.REACTIONS[code],
    )


@register.simple_tag
def door_url(door: str, code: str) -> str:
    return reverse(f"table_{door}", args=[code])


@register.simple_tag
def live_words() -> dict[str, Any]:
    """Sentences that only the page itself can say: about the wire, the keys and the other people's pages."""
    french = (get_language() or "fr").startswith("fr")
    return {
        "here": gettext("connected"),
        "away": gettext("not connected"),
        "none": gettext("nobody there"),
        "down": gettext("No connection. Trying again…"),
        "polling": gettext("Slow connection: the table is asked every three seconds."),
        "offline": gettext("No connection: nothing was sent. Try again when you are connected."),
        "lost": gettext("The connection broke and nothing was sent. Please try again."),
        "bye": gettext("You are no longer connected to this table."),
        "reload": gettext("Open the page again"),
        "copied": gettext("Copied!"),
        "playCard": gettext("Play: %(card)s"),
        "soundsOn": gettext("Sounds: on"),
        "soundsOff": gettext("Sounds: off"),
        "suitKeys": {"P": "S", "C": "H", "K": "D", "T": "C"}
        if french
        else {"S": "S", "H": "H", "D": "D", "C": "C"},
    }
