"""The panel in the middle: what is asked of a player in a deal, or what he waits for, and then its result.

The panel changes a few times in a deal, so that its parts are ordinary templates. As on the felt, each has
its *facts*, and is drawn from them alone.
"""

from __future__ import annotations

from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.translation import gettext

from minibridge.engine import Advice, Contract, Phase, Seat, SeatView
from minibridge.engine.announcement import announcers, most_announced

from . import sentences
from .felt import ORDER_TOLD
from .labels import empty
from .lesson_steps import WAITING
from .look import Look
from .result_panels import Over, Ready, Result, over_facts, ready_facts, result_facts
from .templatetags.bridge import says_level


class Announce(NamedTuple):
    """The viewer counts and says his total, or waits for the others.

    ``part`` is that of the French rule for three: he ``tells`` the dealer, ``name``, or as the dealer
    ``adds`` what ``name`` told him, ``told``. ``moved`` says who has changed chair, and why.
    """

    template = "tables/_panel_announce.html"
    is_mine: bool
    part: str
    name: str
    told: int | None
    most: int
    moved: str
    n: int
    recount: str
    was_wrong: bool
    said: tuple[tuple[str, int | None, bool], ...]
    """Who has said what or will, in order, each with whether it is his turn."""
    total: int | None


class Agree(NamedTuple):
    template = "tables/_panel_agree.html"
    candidates: tuple[tuple[Seat, str], ...]
    proposed: Seat | None
    is_mine: bool
    why: str


class Choose(NamedTuple):
    """Declarer chooses among the contracts of the menu."""

    template = "tables/_panel_contract.html"
    menu: tuple[Contract, ...]
    menu_kind: str
    points: int | None
    lengths: tuple[int, ...] | None
    advice: Advice | None
    advice_lines: tuple[str, ...]
    moved: str

    def columns(self) -> list[tuple[str, int | None]]:
        """Denominations from clubs to notrump, each with how many cards the two hands hold."""
        held = dict(zip(ORDER_TOLD, self.lengths, strict=True)) if self.lengths else {}
        shown = sorted({contract.denomination for contract in self.menu})
        return [(str(one), held.get(one.trump) if one.trump else None) for one in shown]

    @property
    def says_level(self) -> bool:
        return says_level(self.menu_kind)

    def rows(self) -> list[tuple[str | int, list[Contract | None]]]:
        """One row for each goal, lowest first: its kind, or its number of tricks where levels are chosen.

        A cell is empty where this denomination has no such contract.
        """
        goals: dict[str | int, dict[str, Contract]] = {}
        for contract in self.menu:
            goal = contract.tricks_needed if self.says_level else contract.kind
            goals.setdefault(goal, {})[str(contract.denomination)] = contract
        names = [name for name, _ in self.columns()]
        return [(goal, [found.get(name) for name in names]) for goal, found in goals.items()]


class Naming(NamedTuple):
    """For those who wait for declarer: why he declares."""

    template = "tables/_panel_naming.html"
    lines: tuple[str, ...]
    totals: tuple[tuple[Seat, int], ...]


class Held(NamedTuple):
    """The teacher has stopped the table (``paused``), has not let a step begin (``waits``), or keeps the
    result back (``withheld``). Where each table goes on by itself it need not wait for that:
    ``ready`` says who wants the next deal.
    """

    template = "tables/_panel_held.html"
    why: str
    line: str
    ready: Ready | None = None


class ClaimOpen(NamedTuple):
    template = "tables/_panel_claim.html"
    said: str
    rest: str
    request: int
    is_mine: bool
    may_answer: bool
    is_partner: bool


class TakeBackOpen(NamedTuple):
    template = "tables/_panel_takeback.html"
    name: str
    what: str
    request: int
    is_mine: bool
    may_answer: bool


Panel = Held | Announce | Agree | Choose | Naming | ClaimOpen | TakeBackOpen | Result | Over | None


def panel_facts(look: Look) -> Panel:
    status, view = look.status, look.view
    if status == "over":
        return over_facts(look)
    if status != "playing" or view is None:
        return None
    held = _held(look)
    if held is not None:
        return held
    if view.claim is not None:
        return _claim(look, view)
    if view.takeback is not None:
        return _takeback(look, view)
    match view.phase:
        case Phase.ANNOUNCEMENT:
            return _announce(look, view)
        case Phase.DECLARER:
            return _agree(look, view)
        case Phase.CONTRACT:
            return _choose(look, view) if look.seat is view.declarer else _naming(look, view)
        case Phase.FINISHED:
            return result_facts(look, view)
    return None


def _held(look: Look) -> Held | None:
    scene = look.scene
    if scene.is_withheld:
        return None if scene.is_teacher(look.person.user_id) else _withheld(look)
    if scene.paused and scene.deal_is_open:
        return Held("paused", gettext("Look up and listen. Nobody can play now."))
    if scene.waits_for_step:
        return Held("waits", str(WAITING[scene.waits_for_step]))
    return None


def _withheld(look: Look) -> Held:
    line = gettext("You will see the result with all the others.")
    assert look.view is not None
    return Held("withheld", line, ready_facts(look, look.view) if look.scene.goes_on else None)


def draw_panel(panel: Panel) -> str:
    if panel is None:
        return empty("panel", "ask")
    return render_to_string(panel.template, {"panel": panel})


def _announce(look: Look, view: SeatView) -> Announce:
    said = {one.seat: one.points for one in view.announcements}
    order = announcers(view.dealer, view.rules)
    is_mine = look.seat is not None and look.seat is view.actor
    part = ""
    if is_mine and view.rules.players == "three_french":
        part = "adds" if look.seat is view.dealer else "tells"
    return Announce(
        is_mine=is_mine,
        part=part,
        name=look.player(look.seat.partner) if part and look.seat else "",
        told=said.get(look.seat.partner) if part == "adds" and look.seat else None,
        most=most_announced(look.seat, view.dealer, view.rules) if is_mine and look.seat else 0,
        moved=_moved(look, view),
        n=view.n,
        recount=sentences.recount_said(view) if view.recounts else "",
        was_wrong=view.told_wrong,
        said=tuple((_speaker(look, view, seat), said.get(seat), seat is view.turn) for seat in order),
        total=sum(said.values()) if said else None,
    )


def _speaker(look: Look, view: SeatView, seat: Seat) -> str:
    """Whose points they are that are said from this seat."""
    seats = look.words.seats
    if view.rules.players == "three_french" and seat is view.dealer:
        return f"{seats[seat.partner]} + {seats[seat]}"
    return seats[seat]


def _moved(look: Look, view: SeatView) -> str:
    """Why somebody sits on another chair than in the deal before."""
    if look.record is None or not look.record.dealer_moved:
        return ""
    if look.chair is view.dealer:
        return gettext("You changed chair: whoever has the empty chair on their left takes it and deals.")
    return gettext(
        "%(name)s has changed chair: whoever has the empty chair on their left takes it and deals."
    ) % {"name": look.name(view.dealer)}


def _agree(look: Look, view: SeatView) -> Agree:
    assert view.agreeing is not None
    mine = view.agreeing.get(look.seat) if look.seat else None
    return Agree(
        candidates=tuple((seat, look.name(seat)) for seat in view.agreeing),
        proposed=mine,
        is_mine=look.seat in view.agreeing,
        why=sentences.side_named(view),
    )


def _choose(look: Look, view: SeatView) -> Choose:
    lengths = view.combined_lengths
    return Choose(
        menu=view.menu,
        menu_kind=view.rules.menu,
        points=view.combined_points,
        lengths=tuple(lengths[suit] for suit in ORDER_TOLD) if lengths else None,
        advice=view.advice,
        advice_lines=tuple(sentences.advice_text(view.advice, view)) if view.advice else (),
        moved="" if view.rules.points == "announced" else _moved(look, view),
    )


def _naming(look: Look, view: SeatView) -> Naming:
    known = tuple((seat, points) for seat, points in view.points.items() if points is not None)
    moved = "" if view.rules.points == "announced" else _moved(look, view)
    return Naming(lines=(*sentences.declaring(view), moved), totals=known)


def _claim(look: Look, view: SeatView) -> ClaimOpen:
    claim = view.claim
    assert claim is not None
    return ClaimOpen(
        said=sentences.claimed(claim.seat, claim.tricks),
        rest=sentences.claim_rest(
            claim, view.remaining, None if view.rules.players == "four" else view.declarer
        ),
        request=claim.n,
        is_mine=look.seat is claim.seat,
        may_answer="answer_claim" in view.may,
        is_partner=look.seat is claim.seat.partner,
    )


def _takeback(look: Look, view: SeatView) -> TakeBackOpen:
    request = view.takeback
    assert request is not None
    return TakeBackOpen(
        name=look.person_at(request.seat),
        what=sentences.taken_back(request.what, view.rules.menu),
        request=request.n,
        is_mine=look.seat is request.seat,
        may_answer="answer_takeback" in view.may,
    )
