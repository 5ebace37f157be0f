"""What asks or answers something: announcing, choosing, claims, results, chairs, talk.

These regions change a few times in a deal, so that they are ordinary templates. As on the felt, each has its
*facts*, and is drawn from them alone.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.translation import get_language, gettext

from minibridge.engine import (
    SEATS,
    Advice,
    Contract,
    Phase,
    Seat,
    SeatView,
    Side,
    Suit,
    scores_of_players,
)
from minibridge.engine.announcement import announcers, most_announced
from minibridge.engine.scoring import BoardResult

from . import sentences
from .felt import ORDER_TOLD
from .labels import empty
from .look import Look
from .models import BotLevel
from .phrases import PHRASES, REACTIONS
from .scene import MatchScene, MessageLine, Scene
from .seen import Kept
from .services.messages import free_text_allowed
from .templatetags.bridge import SUITS_SHOWN, cards_text, join_names, says_level
from .three_scores import winners

# --- the panel in the middle -----------------------------------------------------------------------


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
    """Who has read the result; ``waiting`` are the others who have not.

    The host may deal without them, or when everybody is ready and the last chair has only just been filled.
    """

    is_seated: bool
    is_ready: bool
    is_host: bool
    waiting: tuple[str, ...]
    is_for_three: bool
    is_full: bool
    next_number: int | None

    @property
    def may_deal(self) -> bool:
        return self.is_host and self.is_full and (self.is_ready or bool(self.waiting))


class Result(NamedTuple):
    template = "tables/_panel_result.html"
    result: BoardResult
    headline: str
    lines: tuple[tuple[str, int], ...]
    totals: tuple[tuple[str, int], ...]
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


class FinalScore(NamedTuple):
    """A side or, of three, a player with what was written; ``names`` are those of a side, or his seat."""

    label: str
    points: int
    names: str
    is_winner: bool


class Over(NamedTuple):
    """The end of a match. ``waits_for`` says what another one waits for, beside the votes."""

    template = "tables/_panel_over.html"
    headline: str
    is_drawn: bool
    totals: tuple[FinalScore, ...]
    ended_early: bool
    votes: tuple[str, ...]
    is_seated: bool
    has_voted: bool
    is_host: bool
    is_full: bool
    waits_for: str
    is_alone: bool
    replayed: int | None
    """The deal that somebody alone has played once more."""
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
            return _choose(look, view) if look.seat is view.declarer else _naming(look, view)
        case Phase.FINISHED:
            return _result(look, view)
    return None


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


# --- results ---------------------------------------------------------------------------------------


def _result(look: Look, view: SeatView) -> Result:
    result = view.result
    assert result is not None and look.record is not None
    headline = " ".join(sentences.result_said(view)[:1])
    declarer, is_for_three = result.declarer, view.rules.players != "four"
    return Result(
        result=result,
        headline=headline,
        lines=tuple(
            (sentences.score_line(line, declarer, is_for_three=is_for_three), line.points)
            for line in result.lines
        )
        if declarer
        else (),
        totals=_written(look, view, result),
        is_made=bool(result.contract and result.tricks and result.tricks >= result.contract.tricks_needed),
        hands=_diagram(look, view),
        record_id=look.record.id,
        ready=_ready(look, view),
        menu_kind=view.rules.menu,
    )


def _written(look: Look, view: SeatView, result: BoardResult) -> tuple[tuple[str, int], ...]:
    """What each side writes for the deal or, of three, each player."""
    if view.rules.players == "four":
        return tuple((look.words.sides[side], points) for side, points in result.points.items())
    scores = scores_of_players([(view.dealer, result)])
    return tuple((f"{look.dealt_name(seat)} ({look.words.seats[seat]})", scores[seat]) for seat in scores)


def _diagram(look: Look, view: SeatView) -> tuple[tuple[Seat, str, tuple[tuple[Suit, str], ...], int], ...]:
    """The four hands as dealt, as a printed diagram shows them."""
    if view.original is None:
        return ()
    return tuple(
        (
            seat,
            look.dealt_player(seat),
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
    mine = chairs[look.chair] if look.chair else None
    return Ready(
        is_seated=look.chair is not None,
        is_ready=mine is not None and mine.ready,
        is_host=look.is_host,
        waiting=tuple(
            chair.name
            for seat, chair in chairs.items()
            if chair and seat is not look.chair and not chair.bot and not chair.ready
        ),
        is_for_three=look.scene.is_for_three,
        is_full=look.scene.is_full,
        next_number=None if is_balanced else view.number + 1,
    )


def _over(look: Look) -> Over:
    match = look.scene.match
    assert match is not None
    totals = _final_scores(look, match)
    best = [score.label for score in totals if score.is_winner]
    return Over(
        headline=_headline(match, best),
        is_drawn=not best,
        totals=totals,
        ended_early=match.ended_early,
        votes=tuple(look.name(seat) for seat in sorted(match.rematch_votes)),
        is_seated=look.chair is not None,
        has_voted=look.chair in match.rematch_votes,
        is_host=look.is_host,
        is_full=look.scene.is_full,
        waits_for=_waits_for(look.scene),
        is_alone=look.scene.alone,
        replayed=look.record.id if match.is_replay and look.record else None,
        last=_result(look, look.view) if look.view and look.view.result else None,
    )


def _headline(match: MatchScene, names: list[str]) -> str:
    if not names:
        return gettext("A draw!")
    if not match.players:
        return gettext("%(side)s win!") % {"side": names[0]}
    if len(names) > 1:
        return gettext("%(names)s share first place!") % {"names": join_names(names)}
    return gettext("%(name)s wins!") % {"name": names[0]}


def _final_scores(look: Look, match: MatchScene) -> tuple[FinalScore, ...]:
    """The two sides or, the best first, the three players, each with his seat."""
    if not match.players:
        return tuple(
            FinalScore(look.words.sides[side], match.totals[side], _players(look, side), side is match.winner)
            for side in Side
        )
    best = winners(match.players)
    return tuple(
        FinalScore(look.dealt_name(score.chair), score.total, look.words.seats[score.chair], score in best)
        for score in sorted(match.players, key=lambda score: -score.total)
    )


def _waits_for(scene: Scene) -> str:
    """Why another match cannot begin with those who sit here."""
    if scene.missing < 0:
        return gettext("Three play by these rules: one of you has to leave a chair, or watch.")
    if scene.missing > 0 and scene.is_for_three:
        return gettext("Another match needs three players.")
    if scene.missing > 0:
        return gettext("Another match needs four players.")
    return ""


def _players(look: Look, side: Side) -> str:
    return " & ".join(look.dealt_name(seat) for seat in side.seats)


# --- what to do about an absent player -------------------------------------------------------------


class StandIn(NamedTuple):
    """A bot plays for the reader, who seems to be back."""

    template = "tables/_stand_in.html"
    level: str


class AbsentVote(NamedTuple):
    template = "tables/_vote.html"
    absent: tuple[str, ...]
    votes: tuple[tuple[str, str], ...]
    mine: str
    may_vote: bool
    is_open: bool


def vote_facts(look: Look) -> AbsentVote | StandIn | None:
    """The others decide, and only while somebody is really away; a player who thinks is never asked about.

    Whoever comes back to find a bot on his chair is asked whether he plays again.
    """
    mine = look.scene.chairs[look.chair] if look.chair else None
    if mine is not None and mine.bot and look.scene.deal_is_open:
        return StandIn(mine.bot)
    absent = frozenset(seat for seat in look.absent if seat is not look.chair and not _bot_plays(look, seat))
    if not absent or look.status != "playing":
        return None
    votes = look.scene.end_votes
    return AbsentVote(
        absent=tuple(look.name(seat) for seat in sorted(absent)),
        votes=tuple((look.name(seat), votes[seat]) for seat in sorted(votes)),
        mine=votes.get(look.chair, "") if look.chair else "",
        may_vote=look.chair is not None,
        is_open=look.scene.deal_is_open,
    )


def _bot_plays(look: Look, seat: Seat) -> bool:
    """A page hears of the bot at once, and only with its next heartbeat that nobody is missing any more."""
    chair = look.scene.chairs[seat]
    return chair is not None and bool(chair.bot)


def draw_vote(vote: AbsentVote | StandIn | None) -> str:
    return empty("vote", "ask") if vote is None else render_to_string(vote.template, {"vote": vote})


# --- score sheet -----------------------------------------------------------------------------------


def scores_facts(look: Look) -> tuple[object, ...] | None:
    match = look.scene.match
    if match is None:
        return None
    if match.players:
        return _scores_of_three(look, match)
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


class ScoresOfThree(NamedTuple):
    """The score sheet of three: a column for each player, who sits on ``seat`` for the newest deal."""

    players: tuple[tuple[str, Seat], ...]
    rows: tuple[tuple[int, int, str, tuple[int, ...]], ...]
    """Record, number and outcome of each deal, with what each player writes for it."""
    totals: tuple[int, ...]


def _scores_of_three(look: Look, match: MatchScene) -> ScoresOfThree:
    return ScoresOfThree(
        players=tuple((look.dealt_name(score.chair), score.chair) for score in match.players),
        rows=tuple(
            (
                line.record_id,
                line.number,
                line.outcome,
                tuple(score.points[place] for score in match.players),
            )
            for place, line in enumerate(match.outcomes)
        ),
        totals=tuple(score.total for score in match.players),
    )


def _goal(match: MatchScene) -> tuple[str, int]:
    rules = match.rules
    return rules.length, {"deals": rules.deals, "points": rules.target_points}.get(
        rules.length, rules.minutes
    )


def draw_scores(facts: tuple[object, ...] | None) -> str:
    if facts is None:
        return empty("scores")
    if isinstance(facts, ScoresOfThree):
        return render_to_string("tables/_scores_of_three.html", {"sheet": facts})
    names = ("rows", "north_south", "east_west", "menu_kind", "goal", "match_number")
    return render_to_string("tables/_scores.html", dict(zip(names, facts, strict=True)))


# --- chairs ----------------------------------------------------------------------------------------


class ChairLine(NamedTuple):
    seat: Seat
    name: str
    is_mine: bool
    is_host: bool
    bot: str
    is_bot: bool
    is_free: bool
    """Whether a newcomer could sit down on it."""
    offer: str
    """What a chair without holder is for the reader: to ``sit`` or ``move`` there, ``free`` for others, or it
    ``stays`` empty, as one of three players' chairs does.
    """


class Chairs(NamedTuple):
    chairs: tuple[ChairLine, ...]
    is_for_three: bool
    missing: int
    has_room: bool
    may_move: bool
    is_whole: bool
    is_host: bool
    is_seated: bool
    may_sit: bool
    is_full: bool
    is_between: bool
    visitors: str
    free_text: bool
    preset: str
    level: str

    @property
    def chosen_level(self) -> str:
        return self.level or BotLevel.MEDIUM.value


def chairs_facts(look: Look) -> Chairs | None:
    """The chairs while the table gathers, and between two deals for the host or when one is free.

    Who has played alone to the end is offered another level instead.
    """
    scene = look.scene
    if scene.deal_is_open or look.status == "closed" or (scene.alone and look.status == "over"):
        return None
    is_gathering = look.status == "gathering"
    is_full = scene.is_full
    may_join = look.chair is None and scene.has_room
    if not is_gathering and is_full and not look.is_host and not may_join:
        return None
    levels = [chair.bot for chair in scene.chairs.values() if chair is not None and chair.is_bot]
    return Chairs(
        chairs=tuple(
            ChairLine(
                seat=seat,
                name=look.name(seat) if chair else "",
                is_mine=seat is look.chair,
                is_host=bool(chair) and chair.user_id is not None and chair.user_id == scene.host_id,
                bot=chair.bot if chair else "",
                is_bot=bool(chair) and chair.is_bot,
                is_free=scene.is_free(seat),
                offer=_offer(look, seat),
            )
            for seat, chair in scene.chairs.items()
        ),
        is_for_three=scene.is_for_three,
        missing=scene.missing,
        has_room=scene.has_room,
        may_move=not scene.keeps_chairs,
        is_whole=is_gathering,
        is_host=look.is_host,
        is_seated=look.chair is not None,
        may_sit=_may_sit(look),
        is_full=is_full,
        is_between=look.status == "playing",
        visitors=scene.visitors,
        free_text=scene.free_text,
        preset=scene.preset,
        level=levels[0] if levels else "",
    )


def _may_sit(look: Look) -> bool:
    return look.scene.visitors == "public" or look.chair is not None or look.is_host


def _offer(look: Look, chair: Seat) -> str:
    is_free, may_move = look.scene.is_free(chair), not look.scene.keeps_chairs
    if not is_free and not (look.chair is not None and may_move):
        return "stays"
    if look.chair is not None:
        return "move" if may_move else "free"
    return "sit" if _may_sit(look) else "free"


def draw_chairs(chairs: Chairs | None) -> str:
    return (
        empty("chairs", "chairs")
        if chairs is None
        else render_to_string("tables/_chairs.html", {"lobby": chairs, "levels": BotLevel.choices})
    )


# --- talk ------------------------------------------------------------------------------------------


class Talk(NamedTuple):
    messages: tuple[MessageLine, ...]
    may_say: bool
    may_write: bool


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
    return Talk(messages, is_seated, may_write)


def _without_text(scene: Scene) -> tuple[MessageLine, ...]:
    return tuple(line for line in scene.messages if not line.text)


def draw_talk(talk: Talk | None) -> str:
    if talk is None:
        return empty("talk")
    return render_to_string(
        "tables/_talk.html", {"talk": talk, "phrases": PHRASES.items(), "reactions": REACTIONS}
    )
