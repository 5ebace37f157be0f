"""What a learner may ask during a deal, where the rules of the table allow it: what would be good to play,
and why a bot did what it did.

A hint is worked out from what the person sees, never from the hidden hands. Of a bot's reasons only those are
told before the end that say nothing of its hand beyond the card itself; and none why a hidden hand followed
suit as it did, because whoever has a choice has a reason, and whoever has none betrays it by keeping silent.
"""

from __future__ import annotations

from html import escape
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from minibridge.bots import OPEN, Hint
from minibridge.engine import Action, SeatView

from .labels import empty
from .log_sentences import action_said
from .look import Look
from .reasons import reason_text
from .templatetags.bridge import Words, card_label, contract_label, icon, points_text

EXPLAINED = 4  # a trick's worth: whoever asks wants to know about what he has just seen
ASKABLE = frozenset({"card", "contract", "announce", "answer_claim"})
"""What may be asked about. Where the table itself advises on the contract, nothing is asked about that."""

# --- why -------------------------------------------------------------------------------------------


def why_facts(look: Look) -> tuple[tuple[str, str], ...]:
    """The bots' last actions, each with its reason as far as everybody may know it."""
    view, record = look.view, look.record
    if view is None or record is None or not view.rules.hints or not look.is_in_deal:
        return ()
    told_later = gettext("That would tell too much: look it up after the deal.")
    lines = []
    for n in range(len(record.log) - 1, max(len(record.log) - EXPLAINED, 0) - 1, -1):
        reason = record.reasons.get(n)
        if reason is not None:
            action = record.log[n]
            may_tell = reason.code in OPEN and not _follows_unseen(view, action)
            why = reason_text(reason, view.rules.menu) if may_tell else told_later
            lines.append((action_said(record.state, action), why))
    return tuple(lines)


def _follows_unseen(view: SeatView, action: Action) -> bool:
    """Whether a hand that not everybody sees followed suit, or its card was taken back."""
    if action.kind != "card":
        return False
    for trick in (*view.tricks, view.trick):
        for seat, card in trick.plays if trick else ():
            if card is action.card:
                is_led = card.suit is trick.cards[0].suit and seat is not trick.leader
                return is_led and seat is not view.dummy
    return True


def draw_why(lines: tuple[tuple[str, str], ...], words: Words) -> str:
    if not lines:
        return empty("why")
    return format_html(
        '<section id="r-why"><details class="pop" data-closes><summary class="tool">{} <span>{}</span>'
        '</summary><div class="pop-body"><dl class="whys">{}</dl></div></details></section>',
        icon("circle-question-mark"),
        pgettext("button", "Why?"),
        format_html_join("", "<dt>{}</dt><dd>{}</dd>", lines),
    )


# --- hints -----------------------------------------------------------------------------------------


class Asked(NamedTuple):
    """A hint as it is told: the reason first, what it leads to on demand."""

    reason: str
    options: tuple[str, ...]


class HintSpot(NamedTuple):
    """The place where a hint may be asked for; another one after each action, so that no old hint stays."""

    n: int
    may_ask: bool
    asked: Asked | None


def hint_facts(look: Look) -> HintSpot | None:
    """Where this player may ask what would be good, once he has something to decide; not where the panel
    gives advice already.
    """
    view = look.view
    if view is None or look.seat is None or not view.rules.hints or not look.is_in_deal or view.advice:
        return None
    return HintSpot(
        view.n, bool(view.may & ASKABLE), asked(look.hint, view.rules.menu) if look.hint else None
    )


def asked(hint: Hint, menu: str) -> Asked:
    """A hint in the language now spoken."""
    return Asked(reason_text(hint.reason, menu), tuple(option_text(option, menu) for option in hint.options))


def option_text(action: Action, menu: str) -> str:
    """One thing that might be done."""
    match action.kind:
        case "card":
            return card_label(action.card)
        case "contract":
            return contract_label(action.contract, menu)
        case "announce":
            return points_text(action.points)
        case "answer_claim":
            return gettext("agree") if action.accept else gettext("do not agree")
    return action.kind


def draw_hint(spot: HintSpot | None, words: Words) -> str | SafeString:
    if spot is None:
        return empty("hint")
    label = pgettext("button", "Hint")
    if spot.asked is None:
        off = "" if spot.may_ask else ' aria-disabled="true"'
        return (
            f'<section id="r-hint"><button class="tool" form="to-hint"{off}>{icon("lightbulb")} '
            f"<span>{escape(label)}</span></button></section>"
        )
    return format_html(
        '<section id="r-hint" role="status"><details class="pop is-hint" open><summary class="tool">{} '
        '<span>{}</span></summary><div class="pop-body"><p>{}</p>'
        '<details class="hint-more"><summary>{}</summary><ul class="hint-options">{}</ul></details>'
        "</div></details></section>",
        icon("lightbulb"),
        label,
        spot.asked.reason,
        gettext("What to play?"),
        format_html_join("", "<li>{}</li>", ((option,) for option in spot.asked.options)),
    )
