"""What stands around the felt: how far the deal is, what to do now, what may be asked, what happened.

As on the felt, each region has its facts and its drawing.
"""

from __future__ import annotations

from html import escape
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext, pgettext

from minibridge.engine import (
    Contract,
    Denomination,
    Phase,
    Seat,
    Side,
)

from .guide import Line, guide
from .junior import is_junior
from .labels import empty, labels
from .log_sentences import log_lines
from .look import Look
from .templatetags.bridge import (
    Words,
    contract_html,
    icon,
)

SHOWN_LINES = 12


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
    is_for_three: bool
    is_variation: bool


def bar_facts(look: Look) -> Bar | None:
    view, match = look.view, look.scene.match
    if view is None or match is None or look.status != "playing":
        return None
    return Bar(
        number=view.number,
        # A lesson has as many deals as its teacher lays.
        deals=match.rules.deals if match.rules.length == "deals" and not look.scene.lesson else None,
        dealer=view.dealer,
        declarer=view.declarer,
        contract=view.contract,
        menu=view.rules.menu,
        won=(view.tricks_won[Side.NS], view.tricks_won[Side.EW]),
        is_playing=view.phase is Phase.PLAY,
        is_for_three=view.rules.players != "four",
        is_variation=look.record is not None and look.record.is_variation,
    )


def draw_bar(bar: Bar | None, words: Words) -> str:
    if bar is None:
        return empty("bar")
    says = labels(words.language)
    numbers = {"number": bar.number, "deals": bar.deals}
    deal = (says.deal_of if bar.deals and bar.number <= bar.deals else says.deal) % numbers
    dealer = says.dealer % {"seat": words.seats[bar.dealer]}
    parts = f'<p class="bar-deal"><b>{deal}</b> <span class="bar-dealer">{dealer}</span></p>'
    if bar.is_variation:
        parts += f'<p class="bar-variation">{icon("rotate-ccw")} <span>{says.variation}</span></p>'
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
    if bar.is_for_three and bar.declarer:
        return _bar_tricks_of_three(bar, words, bar.declarer)
    won = " ".join(
        [
            f'<span class="chip"><span aria-hidden="true">{words.side_letters[side]}</span>'
            f'<span class="sr">{words.sides[side]}</span> <b>{tricks}</b></span>'
            for side, tricks in zip(Side, bar.won, strict=True)
        ]
    )
    return f'<p class="bar-tricks"><span class="bar-word">{says.tricks}</span> {won} {_needs(bar, words)}</p>'


def _bar_tricks_of_three(bar: Bar, words: Words, declarer: Seat) -> str:
    """Sides last one deal only, so that these are declarer's tricks and those of the two who defend."""
    says = labels(words.language)
    won = dict(zip(Side, bar.won, strict=True))
    chips = " ".join(
        f'<span class="chip">{word} <b>{tricks}</b></span>'
        for word, tricks in (
            (says.declarer_tricks, won[declarer.side]),
            (says.defenders_tricks, won[declarer.side.other]),
        )
    )
    return (
        f'<p class="bar-tricks of-three"><span class="bar-word">{says.tricks}</span> {chips} '
        f"{_needs(bar, words)}</p>"
    )


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
            [seat.value for seat, cards in view.hands.items() if cards is not None and seat is not look.place]
        )
    return Now(
        line=guide(look),
        bottom=look.bottom,
        seat=look.seat,
        stage=look.stage,
        faced=faced,
        may_join=look.chair is None
        and scene.has_room
        and not (scene.deal_is_open or scene.closed or scene.lesson),
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
        claimable=view.remaining if "claim" in may and not look.is_junior else None,
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


# --- log -------------------------------------------------------------------------------------------


def log_facts(look: Look) -> tuple[str, ...]:
    """The last things that happened, as sentences."""
    record = look.record
    if record is None or look.status not in ("playing", "over"):
        return ()
    start = len(record.log) - SHOWN_LINES
    return tuple(log_lines(record, start if start > 0 else -1, look.person.language)[-SHOWN_LINES:])


def draw_log(lines: tuple[str, ...], words: Words) -> str:
    items = "".join([f"<li>{escape(line)}</li>" for line in lines])
    if is_junior(words.language):
        return (
            '<section id="r-log" class="side-panel log"><details id="log-more">'
            f"<summary>{labels(words.language).log}</summary><ol>{items}</ol></details></section>"
        )
    return (
        f'<section id="r-log" class="side-panel log" aria-labelledby="log-title">'
        f'<h2 id="log-title">{labels(words.language).log}</h2><ol>{items}</ol></section>'
    )
