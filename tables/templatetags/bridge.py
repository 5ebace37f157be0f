"""Cards, seats and contracts as people read them.

Everything stored or compared uses the letters of PBN (``SQ``, ``N``, ``NT``); this is where they become words
and pictures. The words of a language are looked up once and kept, because a card is drawn far more often than
it is translated.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from django import template
from django.templatetags.static import static
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext_lazy, ngettext, override, pgettext
from django.utils.translation import gettext as _

from minibridge.engine import (
    DECK,
    SUITS,
    Bid,
    Call,
    Card,
    Contract,
    Denomination,
    Double,
    Doubling,
    Redouble,
    Seat,
    Side,
    Suit,
)

register = template.Library()

INDEX_LETTERS: Mapping[str, Mapping[str, str]] = {
    "fr": {"A": "A", "K": "R", "Q": "D", "J": "V", "T": "10"},
    "en": {"A": "A", "K": "K", "Q": "Q", "J": "J", "T": "10"},
}
SUITS_SHOWN = (Suit.S, Suit.H, Suit.C, Suit.D)  # colours alternate
ALTERNATING = {
    None: SUITS_SHOWN,
    Suit.S: (Suit.S, Suit.H, Suit.C, Suit.D),
    Suit.H: (Suit.H, Suit.S, Suit.D, Suit.C),
    Suit.D: (Suit.D, Suit.S, Suit.H, Suit.C),
    Suit.C: (Suit.C, Suit.H, Suit.S, Suit.D),
}


@dataclass(frozen=True)
class Words:
    """The words of one language."""

    language: str
    seats: Mapping[Seat, str]
    sides: Mapping[Side, str]
    side_letters: Mapping[Side, str]
    suits: Mapping[Suit, str]
    denominations: Mapping[Denomination, str]
    goals: Mapping[str, str]
    cards: Mapping[Card, str]
    points: tuple[str, ...]
    counts: tuple[str, ...]
    bot: str
    somebody: str
    levels: Mapping[str, str]


def _rank_names() -> dict[str, str]:
    # Figures stay figures: the accessible name of a card begins with what is printed on it.
    return {
        "A": pgettext("rank", "ace"),
        "K": pgettext("rank", "king"),
        "Q": pgettext("rank", "queen"),
        "J": pgettext("rank", "jack"),
        "T": "10",
    }


def _suit_names() -> dict[Suit, str]:
    return {
        Suit.S: pgettext("suit", "spades"),
        Suit.H: pgettext("suit", "hearts"),
        Suit.D: pgettext("suit", "diamonds"),
        Suit.C: pgettext("suit", "clubs"),
    }


@lru_cache
def words(language: str) -> Words:
    with override(language):
        ranks, suits = _rank_names(), _suit_names()
        return Words(
            language=language,
            seats={
                Seat.N: pgettext("seat", "North"),
                Seat.E: pgettext("seat", "East"),
                Seat.S: pgettext("seat", "South"),
                Seat.W: pgettext("seat", "West"),
            },
            sides={Side.NS: pgettext("side", "North-South"), Side.EW: pgettext("side", "East-West")},
            side_letters={Side.NS: pgettext("side", "N-S"), Side.EW: pgettext("side", "E-W")},
            suits=suits,
            denominations={Denomination(suit.value): name for suit, name in suits.items()}
            | {Denomination.NOTRUMP: pgettext("suit", "notrump")},
            goals={
                "partscore": pgettext("contract", "partscore"),
                "game": pgettext("contract", "game"),
                "small_slam": pgettext("contract", "small slam"),
                "grand_slam": pgettext("contract", "grand slam"),
            },
            cards={
                card: pgettext("card", "%(rank)s of %(suit)s")
                % {"rank": ranks.get(card.rank.value, card.rank.value), "suit": suits[card.suit]}
                for card in DECK
            },
            points=tuple(points_text(points) for points in range(41)),
            counts=tuple(cards_count(cards) for cards in range(14)),
            bot=pgettext("player", "Robot"),
            somebody=pgettext("player", "somebody"),
            levels={
                "easy": pgettext("level", "easy"),
                "medium": pgettext("level", "medium"),
                "hard": pgettext("level", "hard"),
                "expert": pgettext("level", "expert"),
                "no_analysis": pgettext("level", "hard: no analysis now"),
            },
        )


def here() -> Words:
    """The words of the language now spoken."""
    return words(get_language() or "fr")


def letters_of(preference: str, language: str) -> str:
    """Whose letters stand on the cards: the person's choice, or those of the language."""
    return preference or ("en" if language.startswith("en") else "fr")


# --- cards -----------------------------------------------------------------------------------------


def suit_order(preference: str, trump: Suit | None) -> tuple[Suit, ...]:
    """The suits from left to right: trumps first, then colours in turn or by rank, as the person likes it."""
    if preference == "SHDC":
        return SUITS if trump is None else (trump, *(suit for suit in SUITS if suit is not trump))
    return ALTERNATING[trump]


@lru_cache
def card_faces(letters: str) -> Mapping[Card, str]:
    """What is printed on each card: a large index and its suit, twice. Decoration for the ear."""
    index = INDEX_LETTERS[letters]
    return {
        card: (
            f'<span class="face" aria-hidden="true"><b>{index.get(card.rank.value, card.rank.value)}</b>'
            f'<svg class="small"><use href="#suit-{card.suit.value}"/></svg>'
            f'<svg class="pip"><use href="#suit-{card.suit.value}"/></svg></span>'
        )
        for card in DECK
    }


def card_class(card: Card) -> str:
    """Colour and, for a court card, its picture: both are the style sheet's business."""
    court = f" court-{card}" if card.rank.value in "KQJ" else ""
    return f"card suit-{card.suit.value.lower()}{court}"


@lru_cache
def card_buttons(
    language: str, letters: str, *, is_dimmed: bool = False, form: str = "do-card"
) -> Mapping[Card, str]:
    """The cards of a hand that somebody plays, or proposes by another ``form``. A dimmed one stays in reach,
    to tell why.
    """
    faces, names = card_faces(letters), words(language).cards
    state = ' aria-disabled="true"' if is_dimmed else ""
    return {
        card: f'<button form="{form}" name="card" value="{card}" id="c-{card}" class="{card_class(card)}" '
        f'data-card="{card}" aria-label="{names[card]}"{state}>{faces[card]}</button>'
        for card in DECK
    }


@lru_cache
def card_items(language: str, letters: str) -> Mapping[Card, str]:
    """The cards of a hand that is only looked at."""
    faces, names = card_faces(letters), words(language).cards
    return {
        card: f'<div role="listitem" id="c-{card}" class="{card_class(card)}" data-card="{card}">'
        f'{faces[card]}<span class="sr">{names[card]}</span></div>'
        for card in DECK
    }


@lru_cache
def card_spans(language: str, letters: str, *, is_live: bool = False) -> Mapping[Card, str]:
    """The cards of a trick; live ones can be followed from the hand they came from."""
    faces, names = card_faces(letters), words(language).cards
    return {
        card: f'<span class="{card_class(card)}"'
        + (f' data-card="{card}" id="t-{card}"' if is_live else "")
        + f'>{faces[card]}<span class="sr">{names[card]}</span></span>'
        for card in DECK
    }


@register.simple_tag
def suit_svg(suit: Suit | str) -> SafeString:
    letter = getattr(suit, "value", suit)
    return mark_safe(
        f'<svg class="suit-mark suit-{letter.lower()}" aria-hidden="true"><use href="#suit-{letter}"/></svg>'
    )


@register.simple_tag
def card_html(card: Card, language: str, letters: str = "") -> SafeString:
    """A card that only lies there, with its name for those who listen."""
    return mark_safe(card_spans(language, letters_of(letters, language))[card])


@register.simple_tag
def card_mini(card: Card, language: str, letters: str = "") -> SafeString:
    """A card within a line of text: its suit and rank, with its name for those who listen."""
    index = INDEX_LETTERS[letters_of(letters, language)]
    return format_html(
        '<span class="card-mini"><span aria-hidden="true">{}{}</span><span class="sr">{}</span></span>',
        suit_svg(card.suit),
        index.get(card.rank.value, card.rank.value),
        words(language).cards[card],
    )


def cards_text(cards: Iterable[Card], letters: str) -> str:
    """``R D 10 4``: the ranks of one suit as they stand in a printed diagram."""
    index = INDEX_LETTERS[letters]
    return " ".join(index.get(card.rank.value, card.rank.value) for card in cards)


@register.filter
def card_label(card: Card) -> str:
    """“queen of spades” in the language now spoken."""
    return here().cards[card]


@register.filter
def seat_label(seat: Seat) -> str:
    return here().seats[seat]


@register.filter
def side_label(side: Side) -> str:
    return here().sides[side]


@register.filter
def suit_label(suit: Suit) -> str:
    return here().suits[suit]


# --- contracts -------------------------------------------------------------------------------------


def contract_word(contract: Contract) -> str:
    """Partscore, game or slam."""
    return here().goals[contract.kind]


def says_level(menu: str) -> bool:
    """Whether this menu names contracts by their level, as full bridge does."""
    return menu in ("levels", "imposed_level")


def contract_label(contract: Contract, menu: str) -> str:
    """“game in spades”, or “4 in spades” where levels are chosen."""
    word = str(contract.level) if says_level(menu) else contract_word(contract)
    named = pgettext("contract", "%(aim)s in %(denomination)s") % {
        "aim": word,
        "denomination": here().denominations[contract.denomination],
    }
    return named + doubling_text(contract.doubling)


def doubling_text(doubling: Doubling) -> str:
    """What stands behind a contract that is doubled."""
    if doubling is Doubling.UNDOUBLED:
        return ""
    return pgettext("contract", ", doubled") if doubling.factor == 2 else pgettext("contract", ", redoubled")


def call_label(call: Call) -> str:
    """“2 spades”, “pass”, “double” in the language now spoken."""
    match call:
        case Bid(level=level, denomination=denomination):
            return _bid_text(level, denomination)
        case Double():
            return pgettext("call", "double")
        case Redouble():
            return pgettext("call", "redouble")
    return pgettext("call", "pass")


def _bid_text(level: int, denomination: Denomination) -> str:
    match denomination:
        case Denomination.C:
            text = ngettext("%(level)d club", "%(level)d clubs", level)
        case Denomination.D:
            text = ngettext("%(level)d diamond", "%(level)d diamonds", level)
        case Denomination.H:
            text = ngettext("%(level)d heart", "%(level)d hearts", level)
        case Denomination.S:
            text = ngettext("%(level)d spade", "%(level)d spades", level)
        case _:
            text = ngettext("%(level)d notrump", "%(level)d notrump", level)
    return text % {"level": level}


def contract_html(contract: Contract, menu: str) -> SafeString:
    """The contract with its suit drawn; notrump has no mark and stays a word."""
    return _contract_html(contract, menu, get_language())


@lru_cache(maxsize=500)
def _contract_html(contract: Contract, menu: str, language: str | None) -> SafeString:
    trump = contract.denomination.trump
    if trump is None:
        return format_html("{}", contract_label(contract, menu))
    word = str(contract.level) if says_level(menu) else contract_word(contract)
    sentence = pgettext("contract", "%(aim)s in %(denomination)s")
    return format_html(
        sentence.replace("%(aim)s", "{}").replace("%(denomination)s", '{}<span class="sr">{}</span>') + "{}",
        word,
        suit_svg(trump),
        here().suits[trump],
        doubling_text(contract.doubling),
    )


register.simple_tag(contract_html, name="contract")


@register.simple_tag
def contract_short(contract: Contract, menu: str) -> SafeString:
    """The contract where room is scarce: “game ♠”, “partscore NT”."""
    word = str(contract.level) if says_level(menu) else contract_word(contract)
    trump = contract.denomination.trump
    if trump is None:
        short = format_html(
            '{} <abbr title="{}">{}</abbr>',
            word,
            here().denominations[contract.denomination],
            pgettext("short for notrump", "NT"),
        )
    else:
        short = format_html('{} {}<span class="sr">{}</span>', word, suit_svg(trump), here().suits[trump])
    return format_html("{}{}", short, doubling_text(contract.doubling))


register.simple_tag(contract_label, name="contract_text")


@register.filter
def goal_label(goal: str) -> str:
    """A row of the contract menu: its goal in words, or a level as it is."""
    return here().goals.get(goal, goal)


@register.filter
def denomination_label(denomination: str) -> str:
    return here().denominations[Denomination(denomination)]


@register.filter
def result_of(contract: Contract, tricks: int) -> str:
    """The result beside the contract: ``+1``, ``=``, ``−2``."""
    result = tricks - contract.tricks_needed
    if result == 0:
        return "="
    return f"+{result}" if result > 0 else f"−{-result}"


# --- numbers with their noun -----------------------------------------------------------------------


@register.filter
def points_text(points: int) -> str:
    return ngettext("%(points)d point", "%(points)d points", points) % {"points": points}


@register.filter
def tricks_text(tricks: int) -> str:
    return ngettext("%(tricks)d trick", "%(tricks)d tricks", tricks) % {"tricks": tricks}


def cards_count(cards: int) -> str:
    return ngettext("%(count)d card", "%(count)d cards", cards) % {"count": cards}


# --- furniture -------------------------------------------------------------------------------------


@lru_cache
def icon(name: str) -> SafeString:
    return mark_safe(
        f'<svg class="icon" aria-hidden="true"><use href="{static("vendor/icons/icons.svg")}#{name}"/></svg>'
    )


register.simple_tag(icon, name="icon")


@register.filter
def level_label(level: str) -> str:
    """How well a bot plays."""
    return here().levels[level]


@register.filter
def level_sentence(level: str) -> str:
    """What a bot of this level knows, in one sentence."""
    return str(LEVEL_SENTENCES[level])


LEVEL_SENTENCES: Mapping[str, Promise] = {
    "easy": gettext_lazy("Plays any card half of the time: for the very first deals."),
    "medium": gettext_lazy("Knows the rules of thumb: second hand low, third hand high, draws trumps."),
    "hard": gettext_lazy("Remembers every card, and uses the points to find the missing honours."),
    "expert": gettext_lazy("Imagines the hidden hands many times, and plays what is best on average."),
}


@register.filter
def signed(points: int) -> str:
    """“+420”, “−50” or “0”."""
    return f"+{points}" if points > 0 else f"−{-points}" if points else "0"


@register.filter
def imps_text(average: Fraction) -> str:
    """An average with one decimal, as the language writes it: “+2.5”."""
    value = round(float(average), 1)
    return f"{'−' if value < 0 else '+' if value > 0 else ''}{number_format(abs(value), 1)}"


@register.filter
def join_names(names: Iterable[str]) -> str:
    """“Léa, Tom and Jo”."""
    listed = list(names)
    if len(listed) < 2:
        return "".join(listed)
    return _("%(names)s and %(last)s") % {"names": ", ".join(listed[:-1]), "last": listed[-1]}
