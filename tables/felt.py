"""What lies on the felt: plates, hands, tricks.

These regions change with every card, for four people, so that they are joined from kept strings. Each has its
*facts*, a small hashable value taken from a look, and its *drawing*, a pure function of the facts and the
language: what two people are sent is the same exactly when all they may know about it is the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from minibridge.engine import (
    Card,
    Phase,
    Seat,
    SeatView,
    Suit,
    Trick,
    trick_winner,
)

from .analysis import is_available
from .labels import empty, labels
from .log_sentences import spoken_words
from .look import Look
from .proposals import card_shown, cards_to_propose, hand_helped
from .scene import Chair
from .templatetags.bridge import (
    Words,
    card_buttons,
    card_items,
    card_spans,
    icon,
    suit_order,
    suit_svg,
)

TURN_MARK = '<svg class="icon" aria-hidden="true"><use href="#turn-mark"/></svg>'
ORDER_TOLD = (Suit.S, Suit.H, Suit.D, Suit.C)


# --- plates ----------------------------------------------------------------------------------------


class Plate(NamedTuple):
    seat: Seat
    name: str
    is_free: bool
    is_empty: bool
    chair: Seat | None
    bot: str
    level: str
    is_bot: bool
    role: str
    turn: str
    points: int | None
    lengths: tuple[int, ...] | None
    count: int | None


def plate_facts(look: Look, seat: Seat) -> Plate | None:
    view, scene = look.view, look.scene
    if view is None or look.status != "playing":
        return None
    lengths = view.lengths[seat]
    place, holder, is_empty = scene.chair_at(seat), scene.holder_at(seat), look.is_empty(seat)
    return Plate(
        seat=seat,
        name=look.player(seat),
        is_free=holder is None and not is_empty,
        is_empty=is_empty,
        chair=place,
        bot=holder.bot if holder else "",
        level=_level(holder) if place and scene.seat_played_from(place) is seat else "",
        is_bot=holder is not None and holder.is_bot,
        role="declarer" if seat is view.declarer else "dummy" if seat is view.dummy else "",
        turn=_turn(look, view, seat),
        points=_points(view, seat),
        lengths=tuple(lengths[suit] for suit in ORDER_TOLD)
        if lengths and view.phase is not Phase.FINISHED
        else None,
        count=view.counts[seat] if view.phase is Phase.PLAY else None,
    )


def _points(view: SeatView, seat: Seat) -> int | None:
    """What this player has said, right or wrong, of his own hand while all announce; else what is known."""
    says_sum = view.rules.players == "three_french" and seat is view.dealer
    if view.phase is not Phase.ANNOUNCEMENT or says_sum:
        return view.points[seat]
    said = [one.points for one in view.announcements if one.seat is seat]
    return said[0] if said else view.points[seat]


def _level(chair: Chair | None) -> str:
    """How well a bot plays here; an expert says so when he has to do without analysis."""
    if chair is None:
        return ""
    return "no_analysis" if chair.bot == "expert" and not is_available() else chair.bot


def _turn(look: Look, view: SeatView, seat: Seat) -> str:
    """What this player is to do, if anything: an arrow with a word, never a colour alone."""
    if view.claim or view.takeback:
        return "answer" if seat in (view.claim_answerers | view.takeback_answerers) else ""
    if view.turn is seat:
        return {Phase.ANNOUNCEMENT: "count", Phase.CONTRACT: "choose"}.get(view.phase, "play")
    if view.agreeing is not None:
        return "agree" if seat in view.agreeing and view.agreeing[seat] is None else ""
    if view.phase is Phase.FINISHED:
        holder = look.scene.holder_at(seat)
        return "ready" if holder and holder.ready else ""
    return ""


def draw_plate(plate: Plate | None, words: Words, seat: Seat) -> str:
    if plate is None:
        return empty(f"seat-{seat.value}", f"plate at-{seat.value}")
    says = labels(words.language)
    place = words.seats[seat]
    role = says.roles[plate.role]
    label = f"{place}\u00a0· {role}" if role and not plate.is_empty else place
    sign = _plate_sign(plate)
    bits = [
        f'<p class="plate-name">{sign}<b>{escape(plate.name)}</b> <span class="plate-seat">{label}</span></p>'
    ]
    if plate.level:
        bits.append(f'<p class="plate-note">{escape(_bot_note(plate, words))}</p>')
    if plate.turn:
        sign = icon("check") if plate.turn == "ready" else TURN_MARK
        bits.append(f'<p class="plate-turn">{sign} {says.turns[plate.turn]}</p>')
    if plate.is_free:
        bits.append(f'<p class="plate-note">{escape(gettext("chair free"))}</p>')
    bits.append(_plate_numbers(plate, words))
    classes = f"plate at-{seat.value}" + (" is-empty" if plate.is_empty else "")
    if plate.turn and plate.turn != "ready":
        classes += " is-turn"
    return (
        f'<section id="r-seat-{seat.value}" class="{classes}" role="group" aria-label="{place}">'
        f"{''.join(bits)}</section>"
    )


def _plate_sign(plate: Plate) -> str:
    """A robot, or the dot that says whether the holder of the chair is connected."""
    if plate.bot:
        return f"{icon('bot')} "
    if plate.is_empty or plate.chair is None:
        return ""
    return f'<span class="dot" data-chair="{plate.chair.value}"></span> '


def _bot_note(plate: Plate, words: Words) -> str:
    level = words.levels[plate.level]
    if plate.is_bot:
        return level
    return gettext("a robot plays (%(level)s)") % {"level": level}


def _plate_numbers(plate: Plate, words: Words) -> str:
    bits = []
    if plate.points is not None:
        bits.append(f'<span class="plate-points">{words.points[plate.points]}</span>')
    if plate.lengths:
        bits.append(f'<span class="plate-lengths">{shape_html(plate.lengths, words)}</span>')
    if plate.count is not None:
        bits.append(
            f'<span class="plate-count"><span aria-hidden="true"><i class="back"></i> {plate.count}</span>'
            f'<span class="sr">{words.counts[plate.count]}</span></span>'
        )
    return f'<p class="plate-numbers">{" ".join(bits)}</p>' if bits else ""


def shape_html(lengths: Sequence[int], words: Words) -> SafeString:
    """Suit lengths in the order of spades, hearts, diamonds, clubs."""
    names = words.suits
    return format_html_join(
        " ",
        '<span class="length">{}{}<span class="sr"> {}</span></span>',
        ((length, suit_svg(suit), names[suit]) for suit, length in zip(ORDER_TOLD, lengths, strict=True)),
    )


# --- hands -----------------------------------------------------------------------------------------


class Hand(NamedTuple):
    seat: Seat
    cards: tuple[Card, ...]
    is_mine: bool
    is_dummy: bool
    is_played_by_me: bool
    is_due: bool
    legal: tuple[Card, ...]
    led: Suit | None
    trump: Suit | None
    order: str
    letters: str
    note: tuple[int, tuple[int, ...]] | None
    is_helped: bool
    """Whether this person may propose a card of it to declarer."""
    proposed: Card | None


def hand_facts(look: Look, seat: Seat) -> Hand | None:
    """The cards of one seat as this person sees them; None while they are hidden or the deal is over."""
    view = look.view
    if view is None:
        return None
    cards = view.hands[seat]
    if cards is None or view.phase is Phase.FINISHED or look.status != "playing":
        return None
    is_mine = seat is look.place
    is_dummy = seat is view.dummy
    helped = hand_helped(look.scene, look.seat, view)
    legal = cards_to_propose(view, helped) if helped else view.acceptable_cards
    is_due = seat is view.turn and bool(view.legal_cards)
    is_helped = seat is helped
    proposed = card_shown(look)
    plays = view.phase is Phase.PLAY and look.seat is not None and look.seat is not view.dummy
    return Hand(
        seat=seat,
        cards=cards,
        is_mine=is_mine,
        is_dummy=is_dummy,
        is_played_by_me=plays and (seat is look.seat or (is_dummy and look.seat is view.declarer)),
        is_due=is_due,
        legal=legal if (is_due or is_helped) and len(legal) != len(cards) else (),
        led=view.trick.led if is_due and view.trick else None,
        trump=view.contract.trump if view.contract else None,
        order=look.person.suit_order,
        letters=look.letters,
        note=_note(view, seat) if is_mine else None,
        is_helped=is_helped,
        proposed=proposed if proposed in cards else None,
    )


def _note(view: SeatView, seat: Seat) -> tuple[int, tuple[int, ...]] | None:
    """What only this side knows of its two hands, where the rules let partners tell each other."""
    if view.rules.points != "partners" or view.phase is Phase.PLAY:
        return None
    points, lengths = view.points[seat.partner], view.lengths[seat.partner]
    if points is None or lengths is None:
        return None
    return points, tuple(lengths[suit] for suit in ORDER_TOLD)


def draw_hand(hand: Hand | None, words: Words, seat: Seat) -> str:
    if hand is None:
        return empty(f"cards-{seat.value}", f"cards at-{seat.value}")
    label = _hand_label(hand, words)
    classes = f"cards at-{seat.value} " + ("is-mine" if hand.is_mine else "is-faced")
    classes += " is-dummy" if hand.is_dummy else ""
    classes += " is-due" if hand.is_due else ""
    role = ' role="list"'
    if hand.is_played_by_me:
        role = f' role="toolbar" data-hand="{seat.value}"' + (" data-due" if hand.is_due else "")
        if hand.legal and hand.led:
            role += f' data-why="{labels(words.language).must_follow[hand.led]}"'
    classes += " is-helped" if hand.is_helped else ""
    return (
        f'<section id="r-cards-{seat.value}" class="{classes}">'
        f'<h2 class="cards-title">{label}</h2>{_note_html(hand, words)}{_proposed_html(hand, words)}'
        f'<div class="hand"{role} aria-label="{label}">{_suits(hand, words.language)}</div></section>'
    )


def _hand_label(hand: Hand, words: Words) -> str:
    names = {"count": words.counts[len(hand.cards)], "seat": words.seats[hand.seat]}
    if hand.is_mine:
        return labels(words.language).my_hand % names
    if hand.is_dummy:
        return labels(words.language).dummy_hand % names
    return f"{names['seat']}, {names['count']}"


def _note_html(hand: Hand, words: Words) -> str:
    if hand.note is None:
        return ""
    points, lengths = hand.note
    told = gettext("Your partner has %(points)s") % {"points": words.points[points]}
    return f'<p class="cards-note">{escape(told)} {shape_html(lengths, words)}</p>'


def _proposed_html(hand: Hand, words: Words) -> str:
    """For the ear; the eye finds the mark on the card."""
    if hand.proposed is None:
        return ""
    said = gettext("Dummy proposes: %(card)s.") % {"card": words.cards[hand.proposed]}
    return f'<p class="sr" role="status">{escape(said)}</p>'


def _suits(hand: Hand, language: str) -> str:
    if hand.is_played_by_me or hand.is_helped:
        form = "to-propose" if hand.is_helped else "do-card"
        drawn = dimmed = card_buttons(language, hand.letters, form=form)
        if hand.legal:
            dimmed = card_buttons(language, hand.letters, is_dimmed=True, form=form)
    else:
        drawn = dimmed = card_items(language, hand.letters)
    legal = frozenset(hand.legal)
    parts = []
    for suit in suit_order(hand.order, hand.trump):
        cards = [drawn[card] if card in legal else dimmed[card] for card in hand.cards if card.suit is suit]
        if hand.proposed is not None and hand.proposed.suit is suit:
            cards = [_marked(html, hand.proposed) for html in cards]
        if cards:
            trump = " trump" if suit is hand.trump else ""
            parts.append(f'<div class="suit{trump}" role="presentation">{"".join(cards)}</div>')
    return "".join(parts)


def _marked(html: str, proposed: Card) -> str:
    """The drawing of a card with the mark of a proposal, if it is this card."""
    if f'id="c-{proposed}"' not in html:
        return html
    mark = f'<span class="proposal-mark" aria-hidden="true">{icon("lightbulb")}</span>'
    html = html.replace(' class="card ', ' class="card is-proposed ', 1)
    return html.replace('<span class="face"', f'{mark}<span class="face"', 1)


# --- tricks ----------------------------------------------------------------------------------------


class OnTable(NamedTuple):
    trick: Trick
    winner: Seat | None
    letters: str


def _trump(view: SeatView) -> Suit | None:
    return view.contract.trump if view.contract else None


def trick_facts(look: Look) -> OnTable | None:
    """The trick on the table; a finished one stays until the next card falls."""
    view = look.view
    if view is None or look.status != "playing":
        return None
    if view.trick is not None and view.trick.cards:
        return OnTable(view.trick, None, look.letters)
    if view.last_trick is not None:
        return OnTable(view.last_trick, trick_winner(view.last_trick, _trump(view)), look.letters)
    return None


def draw_trick(on_table: OnTable | None, words: Words) -> str:
    label = labels(words.language).trick
    if on_table is None:
        return f'<section id="r-trick" class="trick" aria-label="{label}"></section>'
    caption = done = ""
    if on_table.winner is not None:
        done = f' data-winner="{on_table.winner.value}"'
        caption = f'<p class="trick-won">{spoken_words(words.language).won[on_table.winner]}</p>'
    return (
        f'<section id="r-trick" class="trick" aria-label="{label}"{done}>'
        f'<ol class="trick-cards">{_trick_cards(on_table, words, is_live=True)}</ol>{caption}</section>'
    )


def _trick_cards(on_table: OnTable, words: Words, *, is_live: bool) -> str:
    spans = card_spans(words.language, on_table.letters, is_live=is_live)
    first = labels(words.language).first
    seats = words.seats
    drawn = []
    for place, (seat, card) in enumerate(on_table.trick.plays):
        marks = f"at-{seat.value}" + (" is-lead" if place == 0 else "")
        marks += " is-won" if seat is on_table.winner else ""
        flag = ""
        if place == 0:
            flag = f'<span class="lead-mark" aria-hidden="true">{first}</span>'
        drawn.append(f'<li class="{marks}"><span class="sr">{seats[seat]} : </span>{spans[card]}{flag}</li>')
    return "".join(drawn)


def last_facts(look: Look) -> OnTable | None:
    """The last finished trick, to be looked at on demand."""
    view = look.view
    if view is None or not view.tricks or not look.is_in_deal or look.status != "playing":
        return None
    trick = view.tricks[-1]
    return OnTable(trick, trick_winner(trick, _trump(view)), look.letters)


def draw_last(on_table: OnTable | None, words: Words) -> str:
    if on_table is None or on_table.winner is None:
        return empty("last")
    return (
        '<section id="r-last"><details class="pop" data-closes>'
        f'<summary class="tool">{icon("layers")} <span>{escape(gettext("Last trick"))}</span></summary>'
        f'<div class="pop-body"><ol class="trick-cards">{_trick_cards(on_table, words, is_live=False)}</ol>'
        f"<p>{spoken_words(words.language).won[on_table.winner]}</p></div></details></section>"
    )
