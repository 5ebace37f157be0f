"""What asks or answers something: announcing, choosing, claims, results, chairs, talk.

These regions change a few times in a deal, so that they are ordinary templates. As on the felt, each has its
*facts*, and is drawn from them alone.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.translation import get_language

from minibridge.engine import SEATS, Advice, Contract, Phase, Seat, SeatView, Side, Suit
from minibridge.engine.scoring import BoardResult

from . import sentences
from .felt import ORDER_TOLD
from .labels import empty
from .look import Look
from .phrases import PHRASES, REACTIONS
from .scene import MatchScene, MessageLine, Scene
from .seen import Kept
from .services.messages import free_text_allowed
from .templatetags.bridge import SUITS_SHOWN, cards_text, says_level

# --- the panel in the middle -----------------------------------------------------------------------


class Announce(NamedTuple):
    """The viewer counts and says his total, or waits for the others."""

    template = "tables/_panel_announce.html"
    is_mine: bool
    n: int
    recount: str
    was_wrong: bool
    said: tuple[tuple[Seat, int | None, bool], ...]
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


class Ready(NamedTuple):
    """Who has read the result."""

    is_seated: bool
    is_ready: bool
    is_host: bool
    waiting: tuple[str, ...]
    is_full: bool
    next_number: int | None


class Result(NamedTuple):
    template = "tables/_panel_result.html"
    result: BoardResult
    headline: str
    lines: tuple[tuple[str, int], ...]
    is_made: bool
    hands: tuple[tuple[Seat, str, tuple[tuple[Suit, str], ...], int], ...]
    record_id: int
    ready: Ready | None
    menu_kind: str

    @property
    def body(self) -> str:
        """The result itself, which everybody reads alike: drawn once, while who is ready changes below it."""
        return _result_body(self._replace(ready=None), get_language())


@lru_cache(maxsize=500)
def _result_body(result: Result, language: str | None) -> str:
    return render_to_string("tables/_result_body.html", {"panel": result})


class Over(NamedTuple):
    template = "tables/_panel_over.html"
    winner: Side | None
    totals: tuple[tuple[Side, int, str], ...]
    ended_early: bool
    votes: tuple[str, ...]
    is_seated: bool
    has_voted: bool
    is_host: bool
    is_full: bool
    last: Result | None


Panel = Announce | Agree | Choose | Naming | ClaimOpen | TakeBackOpen | Result | Over | None


def panel_facts(look: Look) -> Panel:
    status, view = look.status, look.view
    if status == "over":
        return _over(look)
    if status != "playing" or view is None:
        return None
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
            return _choose(look, view) if look.seat is view.declarer else _naming(view)
        case Phase.FINISHED:
            return _result(look, view)
    return None


def draw_panel(panel: Panel) -> str:
    if panel is None:
        return empty("panel", "ask")
    return render_to_string(panel.template, {"panel": panel})


def _announce(look: Look, view: SeatView) -> Announce:
    said = {one.seat: one.points for one in view.announcements}
    order = view.dealer.clockwise
    return Announce(
        is_mine=look.seat is not None and look.seat is view.actor,
        n=view.n,
        recount=sentences.recount_said(view) if view.recounts else "",
        was_wrong=view.told_wrong,
        said=tuple((seat, said.get(seat), seat is view.turn) for seat in order),
        total=sum(said.values()) if said else None,
    )


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
    )


def _naming(view: SeatView) -> Naming:
    known = tuple((seat, points) for seat, points in view.points.items() if points is not None)
    return Naming(lines=(sentences.side_named(view), sentences.declarer_named(view)), totals=known)


def _claim(look: Look, view: SeatView) -> ClaimOpen:
    claim = view.claim
    assert claim is not None
    return ClaimOpen(
        said=sentences.claimed(claim.seat, claim.tricks),
        rest=sentences.claim_rest(claim, view.remaining),
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


# --- results ---------------------------------------------------------------------------------------


def _result(look: Look, view: SeatView) -> Result:
    result = view.result
    assert result is not None and look.record is not None
    headline = " ".join(sentences.result_said(view)[:1])
    declarer = result.declarer
    return Result(
        result=result,
        headline=headline,
        lines=tuple((sentences.score_line(line, declarer), line.points) for line in result.lines)
        if declarer
        else (),
        is_made=bool(result.contract and result.tricks and result.tricks >= result.contract.tricks_needed),
        hands=_diagram(look, view),
        record_id=look.record.id,
        ready=_ready(look, view),
        menu_kind=view.rules.menu,
    )


def _diagram(look: Look, view: SeatView) -> tuple[tuple[Seat, str, tuple[tuple[Suit, str], ...], int], ...]:
    """The four hands as dealt, as a printed diagram shows them."""
    if view.original is None:
        return ()
    return tuple(
        (
            seat,
            look.name(seat),
            tuple(
                (
                    suit,
                    cards_text((card for card in view.original[seat] if card.suit is suit), look.letters)
                    or "–",
                )
                for suit in SUITS_SHOWN
            ),
            view.points[seat] or 0,
        )
        for seat in SEATS
    )


def _ready(look: Look, view: SeatView) -> Ready:
    chairs = look.scene.chairs
    is_balanced = view.result is not None and view.result.outcome == "balanced"
    mine = chairs[look.seat] if look.seat else None
    return Ready(
        is_seated=look.seat is not None,
        is_ready=mine is not None and mine.ready,
        is_host=look.is_host,
        waiting=tuple(chair.name for chair in chairs.values() if chair and not chair.ready),
        is_full=all(chairs.values()),
        next_number=None if is_balanced else view.number + 1,
    )


def _over(look: Look) -> Over:
    match = look.scene.match
    assert match is not None
    return Over(
        winner=match.winner,
        totals=tuple((side, match.totals[side], _players(look, side)) for side in Side),
        ended_early=match.ended_early,
        votes=tuple(look.name(seat) for seat in sorted(match.rematch_votes)),
        is_seated=look.seat is not None,
        has_voted=look.seat in match.rematch_votes,
        is_host=look.is_host,
        is_full=all(look.scene.chairs.values()),
        last=_result(look, look.view) if look.view and look.view.result else None,
    )


def _players(look: Look, side: Side) -> str:
    names = look.record.names if look.record else {}
    return " & ".join(names.get(seat) or look.name(seat) for seat in side.seats)


# --- what to do about an absent player -------------------------------------------------------------


class AbsentVote(NamedTuple):
    absent: tuple[str, ...]
    votes: tuple[tuple[str, str], ...]
    mine: str
    may_vote: bool


def vote_facts(look: Look) -> AbsentVote | None:
    """The others decide, and only while somebody is really away; a player who thinks is never asked about."""
    absent = look.absent - {look.seat} if look.seat else look.absent
    if not absent or not look.scene.deal_is_open:
        return None
    votes = look.scene.end_votes
    return AbsentVote(
        absent=tuple(look.name(seat) for seat in sorted(absent)),
        votes=tuple((look.name(seat), votes[seat]) for seat in sorted(votes)),
        mine=votes.get(look.seat, "") if look.seat else "",
        may_vote=look.seat is not None,
    )


def draw_vote(vote: AbsentVote | None) -> str:
    return empty("vote", "ask") if vote is None else render_to_string("tables/_vote.html", {"vote": vote})


# --- score sheet -----------------------------------------------------------------------------------


def scores_facts(look: Look) -> tuple[object, ...] | None:
    match = look.scene.match
    if match is None:
        return None
    rows = tuple(
        (
            line.record_id,
            line.number,
            line.outcome,
            line.declarer,
            line.contract,
            line.tricks,
            line.points[Side.NS],
            line.points[Side.EW],
        )
        for line in match.outcomes
    )
    return (rows, match.totals[Side.NS], match.totals[Side.EW], match.rules.menu, _goal(match), match.number)


def _goal(match: MatchScene) -> tuple[str, int]:
    rules = match.rules
    return rules.length, {"deals": rules.deals, "points": rules.target_points}.get(
        rules.length, rules.minutes
    )


def draw_scores(facts: tuple[object, ...] | None) -> str:
    if facts is None:
        return empty("scores")
    names = ("rows", "north_south", "east_west", "menu_kind", "goal", "match_number")
    return render_to_string("tables/_scores.html", dict(zip(names, facts, strict=True)))


# --- chairs ----------------------------------------------------------------------------------------


class ChairLine(NamedTuple):
    seat: Seat
    name: str
    is_mine: bool
    is_host: bool
    is_ready: bool


class Chairs(NamedTuple):
    chairs: tuple[ChairLine, ...]
    is_whole: bool
    is_host: bool
    is_seated: bool
    may_sit: bool
    is_full: bool
    is_between: bool
    visitors: str
    free_text: bool
    preset: str


def chairs_facts(look: Look) -> Chairs | None:
    """The chairs while the table gathers, and between two deals for the host or when one is free."""
    scene = look.scene
    if scene.deal_is_open or look.status == "closed":
        return None
    is_gathering = look.status == "gathering"
    is_full = scene.is_full
    if not is_gathering and is_full and not look.is_host:
        return None
    return Chairs(
        chairs=tuple(
            ChairLine(
                seat=seat,
                name=chair.name if chair else "",
                is_mine=seat is look.seat,
                is_host=bool(chair) and chair.user_id == scene.host_id,
                is_ready=bool(chair) and chair.ready,
            )
            for seat, chair in scene.chairs.items()
        ),
        is_whole=is_gathering,
        is_host=look.is_host,
        is_seated=look.seat is not None,
        may_sit=scene.visitors == "public" or look.seat is not None or look.is_host,
        is_full=is_full,
        is_between=look.status == "playing",
        visitors=scene.visitors,
        free_text=scene.free_text,
        preset=scene.preset,
    )


def draw_chairs(chairs: Chairs | None) -> str:
    return (
        empty("chairs", "chairs")
        if chairs is None
        else render_to_string("tables/_chairs.html", {"lobby": chairs})
    )


# --- talk ------------------------------------------------------------------------------------------


class Talk(NamedTuple):
    messages: tuple[MessageLine, ...]
    may_say: bool
    may_write: bool


_free_text: Kept[bool] = Kept(1000)
_phrases: Kept[tuple[MessageLine, ...]] = Kept(1000)


def talk_facts(look: Look) -> Talk:
    """What was said; what adults wrote is for those alone who may write now themselves."""
    scene = look.scene
    is_seated = look.seat is not None
    may_write = is_seated and _free_text.get(scene.chairs, scene.free_text, lambda: free_text_allowed(scene))
    messages = (
        scene.messages if may_write else _phrases.get(scene.messages, None, lambda: _without_text(scene))
    )
    return Talk(messages, is_seated, may_write)


def _without_text(scene: Scene) -> tuple[MessageLine, ...]:
    return tuple(line for line in scene.messages if not line.text)


def draw_talk(talk: Talk) -> str:
    return render_to_string(
        "tables/_talk.html", {"talk": talk, "phrases": PHRASES.items(), "reactions": REACTIONS}
    )
