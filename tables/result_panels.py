"""The result of a deal and the end of a match, in the panel in the middle, and who is ready to go on."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.translation import get_language, gettext

from minibridge.engine import SEATS, Seat, SeatView, Side, Suit, scores_of_players
from minibridge.engine.scoring import BoardResult

from . import sentences
from .look import Look
from .praise import praise
from .revoke_sentences import revokes_explained
from .scene import MatchScene, Scene
from .templatetags.bridge import SUITS_SHOWN, cards_text, join_names
from .three_scores import winners


class Ready(NamedTuple):
    """Who has read the result; ``waiting`` are the others who have not.

    The host may deal without them, or when everybody is ready and the last chair has only just been filled;
    in a lesson there is no such host, and where the class goes on together the ``teacher_deals``.
    """

    is_seated: bool
    is_ready: bool
    is_host: bool
    waiting: tuple[str, ...]
    is_for_three: bool
    is_full: bool
    next_number: int | None
    teacher_deals: bool = False

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
    explained: tuple[str, ...] = ()
    """Cards that did not follow suit, for this reader."""
    praise: str = ""
    is_junior: bool = False

    @property
    def body(self) -> str:
        """The result itself, which everybody reads alike: drawn once, while who is ready changes below it."""
        return _result_body(self._replace(ready=None, explained=(), praise=""), get_language())


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
    match_id: int
    replayed: int | None
    """The deal that somebody alone has played once more."""
    last: Result | None


def result_facts(look: Look, view: SeatView) -> Result:
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
        ready=ready_facts(look, view),
        menu_kind=view.rules.menu,
        explained=revokes_explained(look),
        praise=praise(look) if look.is_junior else "",
        is_junior=look.is_junior,
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


def ready_facts(look: Look, view: SeatView) -> Ready:
    chairs = look.scene.chairs
    is_balanced = view.result is not None and view.result.outcome == "balanced"
    mine = chairs[look.chair] if look.chair else None
    return Ready(
        is_seated=look.chair is not None,
        is_ready=mine is not None and mine.ready,
        is_host=look.is_host and look.scene.lesson is None,
        waiting=tuple(
            chair.name
            for seat, chair in chairs.items()
            if chair and seat is not look.chair and not chair.bot and not chair.ready
        ),
        is_for_three=look.scene.is_for_three,
        is_full=look.scene.is_full,
        next_number=None if is_balanced else view.number + 1,
        teacher_deals=look.scene.lesson is not None and look.scene.lesson.together,
    )


def over_facts(look: Look) -> Over:
    match = look.scene.match
    assert match is not None
    totals = _final_scores(look, match)
    is_free = look.scene.lesson is None  # in a lesson nobody votes: the teacher deals on
    best = [score.label for score in totals if score.is_winner]
    return Over(
        headline=_headline(match, best),
        is_drawn=not best,
        totals=totals,
        ended_early=match.ended_early,
        votes=tuple(look.name(seat) for seat in sorted(match.rematch_votes)),
        is_seated=look.chair is not None and is_free,
        has_voted=look.chair in match.rematch_votes,
        is_host=look.is_host and is_free,
        is_full=look.scene.is_full,
        waits_for=_waits_for(look.scene),
        is_alone=look.scene.alone,
        match_id=match.id,
        replayed=look.record.id if match.is_replay and look.record else None,
        last=result_facts(look, look.view) if look.view and look.view.result else None,
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
