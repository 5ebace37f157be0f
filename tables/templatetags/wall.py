"""What the wall prints: ranks, seats in one letter, and hours."""

from __future__ import annotations

from datetime import UTC, datetime

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language

from minibridge.engine import Card, Seat, Suit

from .bridge import INDEX_LETTERS, here, letters_of

register = template.Library()


@register.filter
def rank_letter(card: Card) -> str:
    """``R`` or ``K``, by the language now spoken."""
    return INDEX_LETTERS[letters_of("", get_language() or "fr")].get(card.rank.value, card.rank.value)


@register.filter
def suit_name(letter: str) -> str:
    return here().suits[Suit(letter)]


@register.filter
def seat_short(seat: Seat) -> str:
    return here().seats[seat][0]


@register.filter
def hour(milliseconds: int) -> str:
    """When it was, for a page that does not count the seconds itself."""
    moment = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return date_format(timezone.localtime(moment), "H:i")
