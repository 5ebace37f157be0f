"""The wall: what the teacher of a lesson sees of all its tables at once, open hands included.

Read from the kept scenes, so that a card costs the wall no query of its own. Whoever asks must teach the
class (``lesson_access.lesson_taught``): nothing of this may be sent to anybody else.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext

from minibridge.engine import SEATS, SUITS, Card, Contract, Phase, Seat, SeatView, Side, Watcher

from .lesson_steps import FREE
from .models import Lesson, LessonPupil, LessonStep, LessonTable, Table, Whisper
from .presence import AWAY, presence_of
from .refusals import Refusal
from .scene import Scene
from .scene_reading import scene_keep, scene_of_row
from .screen import screen_open
from .seen import view_of
from .templatetags.bridge import here, join_names
from .whispers import whisper_text

CALM_SECONDS = 20
"""A table that waits no longer than this keeps its place: cards fall all the time."""
SHOWN_WHISPERS = 4
KEPT_DRAWINGS = 400

WAITS: dict[str, Promise] = {
    "closed": _("This table is closed."),
    "gathering": _("Nothing is dealt yet"),
    "paused": _("Paused"),
    "step": _("Has done this step"),
    "finished": _("Has finished"),
    "bot": _("A robot is thinking"),
    "answer": _("Waiting for an answer: %(names)s"),
    "agree": _("Waiting for %(names)s: who declares?"),
    "contract": _("Waiting for %(names)s: which contract?"),
    "play": _("Waiting for %(names)s"),
}
PHASES: dict[Phase, Promise] = {
    Phase.AUCTION: _("Auction"),
    Phase.ANNOUNCEMENT: _("Counting"),
    Phase.DECLARER: _("Choosing declarer"),
    Phase.CONTRACT: _("Choosing the contract"),
    Phase.PLAY: _("Playing"),
    Phase.FINISHED: _("Finished"),
}


@dataclass(frozen=True)
class WallHand:
    """One seat of a deal: who sits there, and the cards still held, by suit from spades to clubs."""

    seat: Seat
    name: str
    user_id: int | None
    points: int | None
    holdings: tuple[tuple[Card, ...], ...]
    role: str
    is_bot: bool
    stands_in: bool
    is_away: bool
    is_due: bool
    has_hand_up: bool


@dataclass(frozen=True)
class HandUp:
    user_id: int
    name: str
    since: int


@dataclass(frozen=True)
class Waiting:
    """What a table waits for, one of WAITS or ``count``, for whom, and since when (milliseconds)."""

    code: str
    names: tuple[str, ...]
    since: int

    @property
    def is_for_people(self) -> bool:
        return bool(self.names)

    @property
    def text(self) -> str:
        """In the language now spoken."""
        names = join_names(self.names)
        if self.code == "count":
            counts = ngettext("%(names)s has not counted yet", "%(names)s have not counted", len(self.names))
            return counts % {"names": names}
        return str(WAITS[self.code]) % {"names": names}


@dataclass(frozen=True)
class WallTable:
    """One table of the lesson. ``won`` are the tricks of both sides, ``fifth`` who is there without chair."""

    number: int
    code: str
    deal: int | None
    phase: Phase | None
    step: str
    waiting: Waiting
    hands: tuple[WallHand, ...]
    trick: tuple[tuple[Seat, Card], ...]
    is_last_trick: bool
    declarer: Seat | None
    contract: Contract | None
    menu: str
    won: tuple[int, int]
    tricks: int | None
    hands_up: tuple[HandUp, ...]
    fifth: tuple[str, ...]
    is_withheld: bool
    is_on_screen: bool

    @property
    def since(self) -> int:
        """Since when somebody here has been waiting."""
        return min([self.waiting.since, *(one.since for one in self.hands_up)])

    @property
    def calls(self) -> bool:
        """Whether somebody here may need the teacher, at once or after a while."""
        return self.waiting.is_for_people or bool(self.hands_up)

    @property
    def declarer_name(self) -> str:
        return next((hand.name for hand in self.hands if hand.seat is self.declarer), "")

    @property
    def away(self) -> str:
        """Who is not connected, by name."""
        return join_names(hand.name for hand in self.hands if hand.is_away)

    @property
    def is_playing(self) -> bool:
        return self.phase is Phase.PLAY

    @property
    def phase_text(self) -> str:
        return str(PHASES[self.phase]) if self.phase else ""

    @property
    def step_text(self) -> str:
        return str(LessonStep(self.step).label) if self.step else ""

    @property
    def pupils(self) -> tuple[WallHand, ...]:
        """Those to whom the teacher can speak."""
        return tuple(hand for hand in self.hands if hand.user_id is not None)


@dataclass(frozen=True)
class WhisperLine:
    to: str
    text: str
    card: Card | None
    at: datetime


@dataclass(frozen=True)
class Wall:
    lesson: Lesson
    tables: tuple[WallTable, ...]
    waiting: tuple[HandUp, ...]
    """Hands up of pupils who are at no table."""
    whispers: tuple[WhisperLine, ...]
    screen: int | None
    """The number of the table that is on every screen."""
    table_ids: frozenset[int]

    def order(self, now: float | None = None) -> list[int]:
        """The numbers of the tables, those first that have called or waited longest."""
        moment = (time.time() if now is None else now) * 1000

        def place(table: WallTable) -> tuple[bool, int, int]:
            is_long = table.waiting.is_for_people and moment - table.waiting.since >= CALM_SECONDS * 1000
            is_first = bool(table.hands_up) or is_long
            return not is_first, table.since if is_first else 0, table.number

        return [table.number for table in sorted(self.tables, key=place)]


def wall_of(lesson: Lesson) -> Wall:
    """The wall as it is now, in the language now spoken: four queries, and for a table that another process
    has changed those of its scene.
    """
    rows = list(lesson.lesson_tables.select_related("table").order_by("number"))
    pupils = list(lesson.pupils.select_related("user").filter(left__isnull=True))
    shown = screen_open(lesson)
    tables = tuple(_wall_table(row, [one for one in pupils if one.table_id == row.id]) for row in rows)
    return Wall(
        lesson=lesson,
        tables=tuple(replace(table, is_on_screen=table.number == shown) for table in tables),
        waiting=_hands_up(one for one in pupils if one.table_id is None),
        whispers=_whispers(lesson),
        screen=shown,
        table_ids=frozenset(row.table_id for row in rows),
    )


def _wall_table(row: LessonTable, pupils: Sequence[LessonPupil]) -> WallTable:
    try:
        scene = scene_of_row(row.table)
    except Table.DoesNotExist:  # the class has just been deleted
        raise Refusal(_("There is no such lesson."), status=404) from None
    scene_keep(scene)
    record = scene.record
    view = view_of(record.state, Watcher.OPEN) if record is not None and scene.status == "playing" else None
    up = _hands_up(pupils)
    seated = {chair.user_id for chair in scene.chairs.values() if chair is not None}
    return WallTable(
        number=row.number,
        code=row.table.code,
        deal=view.number if view else None,
        phase=view.phase if view else None,
        step=scene.step,
        waiting=_waiting(scene, view, _milliseconds(row.table.active)),
        hands=_hands(scene, view, {one.user_id for one in up}),
        trick=_trick(view),
        is_last_trick=view is not None and view.trick is not None and not view.trick.cards,
        declarer=view.declarer if view else None,
        contract=view.contract if view else None,
        menu=view.rules.menu if view else "",
        won=(view.tricks_won[Side.NS], view.tricks_won[Side.EW]) if view else (0, 0),
        tricks=view.result.tricks if view and view.result else None,
        hands_up=up,
        fifth=tuple(one.user.name for one in pupils if one.user_id not in seated),
        is_withheld=scene.is_withheld,
        is_on_screen=False,
    )


def _milliseconds(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def _hands_up(pupils: Iterable[LessonPupil]) -> tuple[HandUp, ...]:
    found = [HandUp(one.user_id, one.user.name, _milliseconds(one.raised)) for one in pupils if one.raised]
    return tuple(sorted(found, key=lambda one: one.since))


def _hands(scene: Scene, view: SeatView | None, up: set[int]) -> tuple[WallHand, ...]:
    dots, due = presence_of(scene), _due(scene, view)
    hands = []
    for seat in SEATS:
        chair = scene.chair_at(seat)
        holder = scene.chairs[chair] if chair else None
        cards = view.hands[seat] if view and view.phase is not Phase.FINISHED else None
        role = ""
        if view is not None and view.declarer is not None:
            role = "declarer" if seat is view.declarer else "dummy" if seat is view.dummy else ""
        hands.append(
            WallHand(
                seat=seat,
                name=_name(scene, seat),
                user_id=holder.user_id if holder else None,
                points=view.points[seat] if view and cards is not None else None,
                holdings=tuple(tuple(card for card in cards if card.suit is suit) for suit in SUITS)
                if cards is not None
                else (),
                role=role,
                is_bot=holder is not None and holder.is_bot,
                stands_in=holder is not None and bool(holder.bot) and not holder.is_bot,
                is_away=chair is not None and dots[chair] == AWAY,
                is_due=seat in due,
                has_hand_up=holder is not None and holder.user_id in up,
            )
        )
    return tuple(hands)


def _name(scene: Scene, seat: Seat) -> str:
    holder = scene.holder_at(seat)
    if holder is None:
        return pgettext("chair", "nobody")
    return here().bot if holder.is_bot else holder.name


def _trick(view: SeatView | None) -> tuple[tuple[Seat, Card], ...]:
    """The trick on the table; the one before while the next has not begun."""
    if view is None:
        return ()
    trick = view.trick if view.trick is not None and view.trick.cards else view.last_trick
    return tuple(trick.plays) if trick is not None else ()


# --- what a table waits for ------------------------------------------------------------------------


def _due(scene: Scene, view: SeatView | None) -> tuple[Seat, ...]:
    """The seats whose players are asked for something, in their order."""
    if view is None or view.phase is Phase.FINISHED:
        return ()
    if view.claim is not None or view.takeback is not None:
        return tuple(sorted(view.claim_answerers | view.takeback_answerers))
    if view.agreeing is not None:
        return tuple(seat for seat, named in view.agreeing.items() if named is None)
    return (view.actor,) if view.actor is not None else ()


def _waiting(scene: Scene, view: SeatView | None, since: int) -> Waiting:
    if scene.status == "closed":
        return Waiting("closed", (), since)
    if view is None:
        return Waiting("gathering", (), since)
    if view.phase is Phase.FINISHED:
        return Waiting("finished", (), since)
    if scene.paused:
        return Waiting("paused", (), since)
    if scene.waits_for_step != FREE:
        return Waiting("step", (), since)
    people = [name for seat in _due(scene, view) if (name := _decider(scene, seat))]
    if not people:
        return Waiting("bot", (), since)
    return Waiting(_asked(view), tuple(people), since)


def _asked(view: SeatView) -> str:
    if view.claim is not None or view.takeback is not None:
        return "answer"
    return {Phase.ANNOUNCEMENT: "count", Phase.DECLARER: "agree", Phase.CONTRACT: "contract"}.get(
        view.phase, "play"
    )


def _decider(scene: Scene, seat: Seat) -> str:
    """The name of the person who decides for this seat of the deal; empty where a bot does."""
    for chair, holder in scene.chairs.items():
        if holder is not None and not holder.bot and scene.seat_played_from(chair) is seat:
            return holder.name
    return ""


# --- what was said ---------------------------------------------------------------------------------


def _whispers(lesson: Lesson) -> tuple[WhisperLine, ...]:
    said = Whisper.objects.filter(lesson=lesson).exclude(table__isnull=False, user__isnull=False)
    rows = said.select_related("table", "user").order_by("-id")
    return tuple(
        WhisperLine(
            to=_addressee(row),
            text=whisper_text(row),
            card=Card.parse(row.card) if row.card else None,
            at=row.created,
        )
        for row in rows[:SHOWN_WHISPERS]
    )


def _addressee(row: Whisper) -> str:
    if row.user is not None:
        return row.user.name
    if row.table is not None:
        return pgettext("lesson", "Table %(number)d") % {"number": row.table.number}
    return pgettext("whisper to", "All")


# --- drawing ---------------------------------------------------------------------------------------


def wall_frame(wall: Wall, language: str, sent: dict[str, object] | None = None) -> dict[str, Any]:
    """What a page of the wall is sent; with ``sent``, which is brought up to date, only what has changed."""
    now = timezone.now()
    with translation.override(language):
        head = (wall.waiting, wall.whispers, wall.screen, tuple(table.hands_up for table in wall.tables))
        tables = {}
        for table in wall.tables:
            key = str(table.number)
            if sent is None or sent.get(key) != table:
                tables[key] = table_html(table, language)
                if sent is not None:
                    sent[key] = table
        html = {}
        if sent is None or sent.get("head") != head:
            html["head"] = render_to_string("lessons/_wall_head.html", {"wall": wall, "lesson": wall.lesson})
            if sent is not None:
                sent["head"] = head
    return {
        "type": "wall",
        "version": wall.lesson.version,
        "now": _milliseconds(now),
        "tables": tables,
        "order": wall.order(now.timestamp()),
        "html": html,
    }


@lru_cache(maxsize=KEPT_DRAWINGS)
def table_html(table: WallTable, language: str) -> str:
    """One table as HTML. Should be called with ``language`` active."""
    return render_to_string("lessons/_wall_table.html", {"table": table})
