"""Scenes without a database: the worked deal at any point, as four people and a visitor see it."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from html import unescape

from django.utils import translation

from minibridge import engine
from minibridge.bots import Reason
from minibridge.engine import (
    PRESETS,
    SEATS,
    Action,
    AnnouncePoints,
    Board,
    Card,
    ChooseContract,
    Contract,
    Deal,
    Phase,
    PlayCard,
    RuleSet,
    Seat,
    Side,
    Vulnerability,
    legal_cards,
)
from minibridge.engine.announcement import due_total
from tables.regions import Person, render
from tables.scene import Chair, MatchScene, MessageLine, OutcomeLine, RecordScene, Scene
from tables.three_scores import PlayerScore, player_scores

from .cast import WORKED_DEAL, WORKED_PLAY

NAMES = {Seat.N: "Nina", Seat.E: "Emil", Seat.S: "Sami", Seat.W: "Wanda"}
USER_IDS = {seat: number for number, seat in enumerate(SEATS, start=1)}
FOUR_DEALS = PRESETS["four_deals"]
EBU = PRESETS["ebu"]
FRENCH = PRESETS["three_french"]
FOURTH = PRESETS["three_fourth_dummy"]
VIEWERS = (*SEATS, None)


class Played:
    """A board and everything done to it."""

    def __init__(self, rules: RuleSet = FOUR_DEALS, deal: Deal = WORKED_DEAL, dealer: Seat = Seat.N) -> None:
        self.state = engine.start(Board(2, dealer, Vulnerability.NONE, deal), rules)
        self.log: tuple[Action, ...] = ()

    def do(self, *actions: Action) -> Played:
        for action in actions:
            self.state = engine.apply(self.state, action)
            self.log += (action,)
        return self

    def say(self, *totals: int) -> Played:
        for points in totals:
            assert self.state.actor is not None
            self.do(AnnouncePoints(self.state.actor, points))
        return self

    def say_right(self) -> Played:
        """Everybody announces what he has to."""
        while self.state.phase is Phase.ANNOUNCEMENT:
            seat, board = self.state.actor, self.state.board
            assert seat is not None
            self.say(due_total(seat, self.state.totals, board.dealer, self.state.rules))
        return self

    def choose(self, contract: str) -> Played:
        assert self.state.declarer is not None
        return self.do(ChooseContract(self.state.declarer, Contract.parse(contract)))

    def play(self, *cards: str) -> Played:
        for card in cards:
            assert self.state.actor is not None
            self.do(PlayCard(self.state.actor, Card.parse(card)))
        return self


def worked(cards: int, contract: str = "4S") -> Played:
    """The worked deal after so many cards."""
    return Played().choose(contract).play(*WORKED_PLAY[:cards])


def chairs(free: str = "", ready: str = "", *, adults: bool = False) -> dict[Seat, Chair | None]:
    return {
        seat: None
        if seat.value in free
        else Chair(
            user_id=USER_IDS[seat],
            name=NAMES[seat],
            ready=seat.value in ready,
            is_guest=not adults,
            is_adult=adults,
        )
        for seat in SEATS
    }


FIRST_DEAL = OutcomeLine(
    record_id=11,
    number=1,
    dealer=Seat.W,
    outcome="played",
    declarer=Seat.E,
    contract=Contract.parse("1NT"),
    tricks=8,
    points={Side.NS: 0, Side.EW: 120},
)


def scores_of_three(played: Played) -> tuple[PlayerScore, ...]:
    result = played.state.result
    return player_scores([played.state.board.dealer], [] if result is None else [result])


def scene_of(
    played: Played | None = None,
    *,
    free: str = "",
    ready: str = "",
    adults: bool = False,
    finished: bool = False,
    winner: Side | None = None,
    rematch: Iterable[Seat] = (),
    end_votes: dict[Seat, str] | None = None,
    messages: Iterable[MessageLine] = (),
    host: Seat = Seat.S,
    names: dict[Seat, str] = NAMES,
    bots: Mapping[Seat, str] | None = None,
    away: Mapping[Seat, str] | None = None,
    alone: bool = False,
    reasons: Mapping[int, Reason] | None = None,
    rules: RuleSet | None = None,
    dealer_moved: bool = False,
) -> Scene:
    """``bots`` hold these chairs, with their level; ``away`` are people for whom a bot plays. ``rules`` are
    those of the table, if others than those of the deal. Of a match of three this is the first deal.
    """
    match = record = None
    rules = rules or (played.state.rules if played else FOUR_DEALS)
    if played is not None:
        match = MatchScene(
            id=1,
            number=1,
            rules=played.state.rules,
            first_dealer=Seat.W,
            started=datetime(2026, 1, 1, tzinfo=UTC),
            finished=finished,
            ended_early=False,
            is_replay=False,
            totals={Side.NS: 420, Side.EW: 120},
            winner=winner,
            outcomes=(FIRST_DEAL,),
            rematch_votes=frozenset(rematch),
        )
        if played.state.rules.players != "four":
            match = replace(match, outcomes=(), players=scores_of_three(played))
        held = frozenset(bots or ())
        record = RecordScene(
            id=12,
            position=2,
            state=played.state,
            log=played.log,
            names=NAMES,
            bots=held,
            dealer_moved=dealer_moved,
            reasons=dict(reasons or {}),
        )
    seated = {
        seat: replace(chair, name=names[seat], bot=(away or {}).get(seat, "")) if chair else None
        for seat, chair in chairs(free, ready, adults=adults).items()
    }
    for seat, level in (bots or {}).items():
        seated[seat] = Chair(None, "", ready=False, is_guest=False, is_adult=False, bot=level)
    return Scene(
        table_id=1,
        code="K7M2QX",
        epoch=5,
        version=9,
        setting_version=9,
        host_id=USER_IDS[host],
        preset="four_deals",
        rules=rules,
        visitors="public",
        free_text=True,
        closed=False,
        alone=alone,
        chairs=seated,
        match=match,
        record=record,
        end_votes=end_votes or {},
        messages=tuple(messages),
    )


def person(seat: Seat | None, language: str = "en", **likes: str) -> Person:
    return Person(user_id=USER_IDS[seat] if seat else None, language=language, **likes)


def painted(
    scene: Scene,
    seat: Seat | None,
    language: str = "en",
    *,
    sent: dict[str, Hashable] | None = None,
    absent: Iterable[Seat] = (),
    **likes: str,
) -> dict[str, str]:
    """What the page of this person is sent; the language is made active, as the frame does."""
    with translation.override(language):
        return render(scene, person(seat, language, **likes), sent=sent, absent=frozenset(absent))


def played_by_three(cards: int) -> Played:
    """North deals; South has most points and declares; North takes his hand to West's empty chair."""
    played = Played(FOURTH).say_right().choose("3NT")
    for _card in range(cards):
        state = played.state
        assert state.turn is not None
        played.play(str(legal_cards(state.hands[state.turn], state.trick)[0]))
    return played


def text_of(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())
