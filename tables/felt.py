"""What lies on the felt: status bar, plates, hands, tricks, the tail of the log.

These regions change with every card, for four people, so that they are joined from kept strings. Each has its
*facts*, a small hashable value taken from a look, and its *drawing*, a pure function of the facts and the
language: what two people are sent is the same exactly when all they may know about it is the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext, pgettext

from minibridge.engine import (
    Card,
    Contract,
    Denomination,
    Phase,
    Seat,
    SeatView,
    Side,
    Suit,
    Trick,
    trick_winner,
)

from . import sentences
from .guide import Line, guide
from .look import Look
from .templatetags.bridge import (
    Words,
    card_buttons,
    card_items,
    card_spans,
    contract_html,
    icon,
    suit_order,
    suit_svg,
)

SHOWN_LINES = 12
TURN_MARK = '<svg class="icon" aria-hidden="true"><use href="#turn-mark"/></svg>'
ORDER_TOLD = (Suit.S, Suit.H, Suit.D, Suit.C)


class Labels(NamedTuple):
    """The words of the felt in one language."""

    turns: Mapping[str, str]
    roles: Mapping[str, str]
    trick: str
    first: str
    my_hand: str
    dummy_hand: str
    log: str
    now: str
    actions: str
    must_follow: Mapping[Suit, str]
    the_deal: str
    deal: str
    deal_of: str
    dealer: str
    contract: str
    by: str
    tricks: str
    made: str
    down: str
    more: tuple[str, ...]
    needed_by: str


@lru_cache
def labels(language: str) -> Labels:
    """Should be called with ``language`` active."""
    return Labels(
        turns={
            "play": pgettext("turn", "to play"),
            "count": pgettext("turn", "counts"),
            "choose": pgettext("turn", "chooses"),
            "agree": pgettext("turn", "decides"),
            "answer": pgettext("turn", "answers"),
            "ready": pgettext("turn", "ready"),
        },
        roles={"": "", "declarer": pgettext("role", "declarer"), "dummy": pgettext("role", "dummy")},
        trick=gettext("Trick"),
        first=pgettext("card", "1st"),
        my_hand=gettext("My hand, %(count)s"),
        dummy_hand=gettext("Dummy, %(seat)s, %(count)s"),
        log=gettext("What happened"),
        now=gettext("What happens now"),
        actions=gettext("Actions"),
        must_follow={suit: escape(sentences.must_follow(suit)) for suit in Suit},
        the_deal=gettext("The deal"),
        deal=pgettext("deal 2", "Deal %(number)d"),
        deal_of=gettext("Deal %(number)d of %(deals)d"),
        dealer=gettext("dealer: %(seat)s"),
        contract=gettext("Contract:"),
        by=gettext("by %(seat)s"),
        tricks=gettext("Tricks"),
        made=gettext("contract made"),
        down=gettext("contract down"),
        more=tuple(ngettext("%(n)d more", "%(n)d more", n) % {"n": n} for n in range(14)),
        needed_by=gettext("for %(seat)s"),
    )


def empty(name: str, classes: str = "") -> str:
    """A region with nothing to show keeps its place, so that it can be filled later."""
    return f'<section id="r-{name}" class="{classes}" hidden></section>'


# --- status bar ------------------------------------------------------------------------------------


class Bar(NamedTuple):
    number: int
    deals: int | None
    dealer: Seat
    declarer: Seat | None
    contract: Contract | None
    menu: str
    won: tuple[int, int]
    is_playing: bool


def bar_facts(look: Look) -> Bar | None:
    view, match = look.view, look.scene.match
    if view is None or match is None or look.status != "playing":
        return None
    return Bar(
        number=view.number,
        deals=match.rules.deals if match.rules.length == "deals" else None,
        dealer=view.dealer,
        declarer=view.declarer,
        contract=view.contract,
        menu=view.rules.menu,
        won=(view.tricks_won[Side.NS], view.tricks_won[Side.EW]),
        is_playing=view.phase is Phase.PLAY,
    )


def draw_bar(bar: Bar | None, words: Words) -> str:
    if bar is None:
        return empty("bar")
    says = labels(words.language)
    numbers = {"number": bar.number, "deals": bar.deals}
    deal = (says.deal_of if bar.deals and bar.number <= bar.deals else says.deal) % numbers
    dealer = says.dealer % {"seat": words.seats[bar.dealer]}
    parts = f'<p class="bar-deal"><b>{deal}</b> <span class="bar-dealer">{dealer}</span></p>'
    if bar.declarer and (bar.contract or bar.is_playing):
        parts += _bar_contract(bar, words, bar.declarer)
    if bar.is_playing:
        parts += _bar_tricks(bar, words)
    return f'<section id="r-bar" class="bar-facts" aria-label="{says.the_deal}">{parts}</section>'


def _bar_contract(bar: Bar, words: Words, declarer: Seat) -> str:
    says = labels(words.language)
    what = words.denominations[Denomination.NOTRUMP]
    if bar.contract:
        what = contract_html(bar.contract, bar.menu)
    by = says.by % {"seat": words.seats[declarer]}
    return (
        f'<p class="bar-contract"><span class="chip"><span class="sr">{says.contract} </span>{what}</span> '
        f'<span class="bar-declarer">{by}</span></p>'
    )


def _bar_tricks(bar: Bar, words: Words) -> str:
    says = labels(words.language)
    won = " ".join(
        [
            f'<span class="chip"><span aria-hidden="true">{words.side_letters[side]}</span>'
            f'<span class="sr">{words.sides[side]}</span> <b>{tricks}</b></span>'
            for side, tricks in zip(Side, bar.won, strict=True)
        ]
    )
    return f'<p class="bar-tricks"><span class="bar-word">{says.tricks}</span> {won} {_needs(bar, words)}</p>'


def _needs(bar: Bar, words: Words) -> str:
    """How far declarer still has to go: beginners lose count."""
    if bar.contract is None or bar.declarer is None:
        return ""
    says = labels(words.language)
    won = bar.won[0 if bar.declarer.side is Side.NS else 1]
    missing = bar.contract.tricks_needed - won
    if missing <= 0:
        kind, text = "made", says.made
    elif missing > 13 - sum(bar.won):
        kind, text = "down", says.down
    else:
        whose = says.needed_by % {"seat": words.seats[bar.declarer]}
        kind, text = "open", f'{says.more[missing]} <span class="bar-who">{whose}</span>'
    return f'<span class="bar-needs is-{kind}">{text}</span>'


# --- plates ----------------------------------------------------------------------------------------


class Plate(NamedTuple):
    seat: Seat
    name: str
    is_free: bool
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
    chair = scene.chairs[seat]
    points = view.points[seat]
    for said in view.announcements:
        if said.seat is seat:
            points = said.points
    return Plate(
        seat=seat,
        name=look.name(seat) if chair is None else chair.name,
        is_free=chair is None,
        role="declarer" if seat is view.declarer else "dummy" if seat is view.dummy else "",
        turn=_turn(look, view, seat),
        points=points,
        lengths=tuple(lengths[suit] for suit in ORDER_TOLD)
        if lengths and view.phase is not Phase.FINISHED
        else None,
        count=view.counts[seat] if view.phase is Phase.PLAY else None,
    )


def _turn(look: Look, view: SeatView, seat: Seat) -> str:
    """What this player is to do, if anything: an arrow with a word, never a colour alone."""
    if view.claim or view.takeback:
        return "answer" if seat in (view.claim_answerers | view.takeback_answerers) else ""
    if view.turn is seat:
        return {Phase.ANNOUNCEMENT: "count", Phase.CONTRACT: "choose"}.get(view.phase, "play")
    if view.agreeing is not None:
        return "agree" if seat in view.agreeing and view.agreeing[seat] is None else ""
    if view.phase is Phase.FINISHED:
        chair = look.scene.chairs[seat]
        return "ready" if chair and chair.ready else ""
    return ""


def draw_plate(plate: Plate | None, words: Words, seat: Seat) -> str:
    if plate is None:
        return empty(f"seat-{seat.value}", f"plate at-{seat.value}")
    says = labels(words.language)
    place = words.seats[seat]
    role = says.roles[plate.role]
    label = f"{place}\u00a0· {role}" if role else place
    bits = [
        f'<p class="plate-name"><span class="dot"></span> <b>{escape(plate.name)}</b> '
        f'<span class="plate-seat">{label}</span></p>'
    ]
    if plate.turn:
        sign = icon("check") if plate.turn == "ready" else TURN_MARK
        bits.append(f'<p class="plate-turn">{sign} {says.turns[plate.turn]}</p>')
    if plate.is_free:
        bits.append(f'<p class="plate-note">{escape(gettext("chair free"))}</p>')
    bits.append(_plate_numbers(plate, words))
    classes = f"plate at-{seat.value}"
    if plate.turn and plate.turn != "ready":
        classes += " is-turn"
    return (
        f'<section id="r-seat-{seat.value}" class="{classes}" role="group" aria-label="{place}">'
        f"{''.join(bits)}</section>"
    )


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


def hand_facts(look: Look, seat: Seat) -> Hand | None:
    """The cards of one seat as this person sees them; None while they are hidden or the deal is over."""
    view = look.view
    if view is None:
        return None
    cards = view.hands[seat]
    if cards is None or view.phase is Phase.FINISHED or look.status != "playing":
        return None
    is_mine = seat is look.seat
    is_dummy = seat is view.dummy
    legal = view.legal_cards
    is_due = seat is view.turn and bool(legal)
    plays = view.phase is Phase.PLAY and look.seat is not None and look.seat is not view.dummy
    return Hand(
        seat=seat,
        cards=cards,
        is_mine=is_mine,
        is_dummy=is_dummy,
        is_played_by_me=plays and (is_mine or (is_dummy and look.seat is view.declarer)),
        is_due=is_due,
        legal=legal if is_due and len(legal) != len(cards) else (),
        led=view.trick.led if is_due and view.trick else None,
        trump=view.contract.trump if view.contract else None,
        order=look.person.suit_order,
        letters=look.letters,
        note=_note(view, seat) if is_mine else None,
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
    return (
        f'<section id="r-cards-{seat.value}" class="{classes}">'
        f'<h2 class="cards-title">{label}</h2>{_note_html(hand, words)}'
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


def _suits(hand: Hand, language: str) -> str:
    if hand.is_played_by_me:
        drawn = dimmed = card_buttons(language, hand.letters)
        if hand.legal:
            dimmed = card_buttons(language, hand.letters, is_dimmed=True)
    else:
        drawn = dimmed = card_items(language, hand.letters)
    legal = frozenset(hand.legal)
    parts = []
    for suit in suit_order(hand.order, hand.trump):
        cards = [drawn[card] if card in legal else dimmed[card] for card in hand.cards if card.suit is suit]
        if cards:
            trump = " trump" if suit is hand.trump else ""
            parts.append(f'<div class="suit{trump}" role="presentation">{"".join(cards)}</div>')
    return "".join(parts)


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
        caption = f'<p class="trick-won">{sentences.spoken_words(words.language).won[on_table.winner]}</p>'
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
        f"<p>{sentences.spoken_words(words.language).won[on_table.winner]}</p></div></details></section>"
    )


# --- what to do now --------------------------------------------------------------------------------


class Now(NamedTuple):
    line: Line
    bottom: Seat
    seat: Seat | None
    stage: str
    faced: str
    may_join: bool

    @property
    def is_mine(self) -> bool:
        return self.line.is_mine


def now_facts(look: Look) -> Now:
    view, scene = look.view, look.scene
    faced = ""
    if view is not None and view.phase is not Phase.FINISHED:
        faced = " ".join(
            [seat.value for seat, cards in view.hands.items() if cards is not None and seat is not look.seat]
        )
    return Now(
        line=guide(look),
        bottom=look.bottom,
        seat=look.seat,
        stage=look.stage,
        faced=faced,
        may_join=look.seat is None and not (scene.deal_is_open or scene.closed or scene.is_full),
    )


def draw_now(now: Now, words: Words) -> str:
    """The one line; its attributes tell the page how to lie around it."""
    mine = " is-mine" if now.is_mine else ""
    seat = now.seat.value if now.seat else ""
    return (
        f'<section id="r-now" class="now{mine}" tabindex="-1" aria-label="{labels(words.language).now}" '
        f'data-bottom="{now.bottom.value}" data-seat="{seat}" data-stage="{now.stage}" '
        f'data-faced="{now.faced}" data-mine="{int(now.is_mine)}" data-joins="{int(now.may_join)}">'
        f"<p>{escape(now.line.text())}</p></section>"
    )


# --- tools -----------------------------------------------------------------------------------------


class Tools(NamedTuple):
    may_take_back: bool
    claimable: int | None


NO_TOOLS = Tools(False, None)


def tools_facts(look: Look) -> Tools:
    view = look.view
    if view is None or look.status != "playing":
        return NO_TOOLS
    may = view.may
    return Tools(
        may_take_back="ask_takeback" in may,
        claimable=view.remaining if "claim" in may else None,
    )


def draw_tools(tools: Tools, words: Words) -> SafeString:
    parts = []
    if tools.may_take_back:
        parts.append(
            format_html(
                '<button class="tool" form="do-ask_takeback">{} <span>{}</span></button>',
                icon("undo-2"),
                pgettext("button", "Take back"),
            )
        )
    if tools.claimable is not None:
        parts.append(_claim_form(tools.claimable))
    return format_html(
        '<section id="r-tools" class="tools-mine" role="group" aria-label="{}">{}</section>',
        labels(words.language).actions,
        mark_safe("".join(parts)),
    )


def _claim_form(remaining: int) -> SafeString:
    """How many of the tricks left; a choice and a confirmation, because the hand will be shown."""
    choices = format_html_join(
        "",
        '<label class="number"><input type="radio" id="claim-{}" name="tricks" value="{}" form="do-claim"'
        " required><span>{}</span></label>",
        ((n, n, n) for n in range(remaining, -1, -1)),
    )
    question = ngettext(
        "%(n)d trick is left. Will your side take it?",
        "%(n)d tricks are left. How many will your side take?",
        remaining,
    ) % {"n": remaining}
    return format_html(
        '<details class="pop" id="claim"><summary class="tool">{} <span>{}</span></summary>'
        '<div class="pop-body"><fieldset><legend>{}</legend><div class="numbers">{}</div></fieldset>'
        '<p class="hint">{}</p><button class="button primary" form="do-claim">{}</button></div></details>',
        icon("flag"),
        pgettext("button", "Claim"),
        question,
        choices,
        gettext("Your cards are shown to those who have to answer."),
        gettext("Claim these tricks"),
    )


# --- steps -----------------------------------------------------------------------------------------


class Steps(NamedTuple):
    dummy_faced: str
    has_contract: bool
    now: str


_STEP_OF = {
    Phase.ANNOUNCEMENT: "count",
    Phase.DECLARER: "declarer",
    Phase.CONTRACT: "contract",
    Phase.PLAY: "play",
    Phase.FINISHED: "score",
}
_DUMMY_BEFORE = {
    "before_contract": "contract",
    "declarer_first": "contract",
    "shape_first": "lead",
    "after_lead": "play",
}


def steps_facts(look: Look) -> Steps | None:
    view = look.view
    if view is None or look.status != "playing":
        return None
    now = _STEP_OF[view.phase]
    if now == "play" and not view.tricks and view.trick is not None and not view.trick.cards:
        now = "lead"
    return Steps(view.rules.dummy_faced, view.rules.menu != "none", now)


def step_names(steps: Steps) -> list[tuple[str, str]]:
    """The steps of a deal in the order in which the rules of the table put them."""
    words = {
        "deal": pgettext("step of the deal", "Deal"),
        "count": pgettext("step of the deal", "Points"),
        "declarer": pgettext("step of the deal", "Declarer"),
        "dummy": pgettext("step of the deal", "Dummy"),
        "contract": pgettext("step of the deal", "Contract"),
        "lead": pgettext("step of the deal", "Lead"),
        "play": pgettext("step of the deal", "Play"),
        "score": pgettext("step of the deal", "Score"),
    }
    order = ["deal", "count", "declarer", "contract", "lead", "play", "score"]
    if not steps.has_contract:
        order.remove("contract")
    place = _DUMMY_BEFORE[steps.dummy_faced]
    order.insert(order.index(place if place in order else "lead"), "dummy")
    return [(name, words[name]) for name in order]


def draw_steps(steps: Steps | None, words: Words) -> str:
    if steps is None:
        return empty("steps", "steps")
    names = step_names(steps)
    current = [name for name, _ in names].index(steps.now)
    items = format_html_join(
        "",
        '<li class="{}" title="{}"{}><span class="step-mark" aria-hidden="true">{}</span>'
        '<span class="step-name">{}</span></li>',
        (
            (
                "is-done" if place < current else "is-now" if place == current else "is-next",
                word,
                mark_safe(' aria-current="step"') if place == current else "",
                icon("check") if place < current else place + 1,
                word,
            )
            for place, (_, word) in enumerate(names)
        ),
    )
    return format_html(
        '<section id="r-steps" class="steps" aria-label="{}"><ol>{}</ol></section>',
        gettext("Steps of the deal"),
        items,
    )


# --- log -------------------------------------------------------------------------------------------


def log_facts(look: Look) -> tuple[str, ...]:
    """The last things that happened, as sentences."""
    record = look.record
    if record is None or look.status not in ("playing", "over"):
        return ()
    start = len(record.log) - SHOWN_LINES
    return tuple(sentences.log_lines(record, start if start > 0 else -1, look.person.language)[-SHOWN_LINES:])


def draw_log(lines: tuple[str, ...], words: Words) -> str:
    items = "".join([f"<li>{escape(line)}</li>" for line in lines])
    return (
        f'<section id="r-log" class="side-panel log" aria-labelledby="log-title">'
        f'<h2 id="log-title">{labels(words.language).log}</h2><ol>{items}</ol></section>'
    )
