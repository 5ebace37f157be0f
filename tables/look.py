"""One person's look at one scene: who he is there, and what the engine's gate lets him see."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from minibridge import engine
from minibridge.bots import Hint
from minibridge.engine import Phase, Seat, SeatView

from .junior import is_junior
from .scene import Scene, chair_of, view_of_person
from .templatetags.bridge import Words, letters_of, words


@dataclass(frozen=True)
class Person:
    """Somebody at the page of a table, and how he likes the cards."""

    user_id: int | None
    language: str
    suit_order: str = "SHCD"
    index_letters: str = ""

    @property
    def letters(self) -> str:
        return letters_of(self.index_letters, self.language)


class Look:
    """What one person may see of one scene. Every region is drawn from this and nothing else.

    ``chair`` is his at the table, ``place`` where he sits in the deal: another one when he has taken the
    empty chair of three players. ``seat`` is the one for which he decides: another one when he plays alone
    and his partner declares. ``hint`` is what he has just asked for.
    """

    __slots__ = (
        "absent",
        "bottom",
        "chair",
        "hint",
        "letters",
        "person",
        "place",
        "record",
        "scene",
        "seat",
        "status",
        "view",
        "words",
    )

    scene: Scene
    view: SeatView | None
    words: Words

    def __init__(
        self,
        scene: Scene,
        person: Person,
        absent: frozenset[Seat] = frozenset(),
        hint: Hint | None = None,
    ) -> None:
        self.scene = scene
        self.person = person
        self.absent = absent
        self.hint = hint
        self.chair = chair_of(scene, person.user_id)
        self.seat = None if self.chair is None else scene.seat_played_from(self.chair)
        self.place = None if self.chair is None else scene.place_of(self.chair)
        self.bottom = self.place or Seat.S
        self.record = scene.record
        self.status = scene.status
        self.view = view_of_person(scene, person.user_id)
        self.letters = person.letters
        self.words = words(person.language)

    @property
    def is_junior(self) -> bool:
        """Whether this person sees simple words, and only what is needed."""
        return is_junior(self.person.language)

    @property
    def is_host(self) -> bool:
        return self.scene.is_host(self.person.user_id)

    @property
    def stage(self) -> str:
        """What the page is about: gathering, a phase of the deal, over, closed."""
        return str(self.view.phase) if self.view and self.status == "playing" else self.status

    @property
    def is_in_deal(self) -> bool:
        return self.view is not None and self.view.phase is not Phase.FINISHED

    def is_empty(self, seat: Seat) -> bool:
        """Whether nobody sits there in the deal, and nobody is missing: one of three players' chairs."""
        view = self.view
        if view is None or view.rules.players == "four":
            return False
        return seat is (engine.empty_chair(view.dealer) if view.declarer is None else view.dummy)

    def name(self, seat: Seat) -> str:
        """Who holds this chair; the seat itself while nobody does."""
        chair = self.scene.chairs[seat]
        if chair is not None:
            return self.words.bot if chair.is_bot else chair.name
        name = self.record.names.get(seat) if self.record else None
        return name or self.words.seats[seat]

    def dealt_name(self, seat: Seat) -> str:
        """Who sat there when the deal was dealt."""
        if self.record is not None and seat in self.record.bots:
            return self.words.bot
        return (self.record.names.get(seat) if self.record else None) or self.name(seat)

    def player(self, seat: Seat) -> str:
        """Who sits there in the deal, or what lies there if nobody does."""
        if self.is_empty(seat):
            return self._emptiness
        chair = self.scene.chair_at(seat)
        return self.words.seats[seat] if chair is None else self.name(chair)

    def dealt_player(self, seat: Seat) -> str:
        """Who played these cards of the deal, by the names of those who sat there when it was dealt."""
        if self.is_empty(seat):
            return self._emptiness
        move = self.view.move if self.view is not None else None
        return self.dealt_name(move.start if move is not None and seat is move.end else seat)

    @property
    def _emptiness(self) -> str:
        assert self.view is not None
        return gettext("Empty chair") if self.view.declarer is None else gettext("Dummy's cards")

    def person_at(self, seat: Seat) -> str:
        """“Léa (North)”."""
        return f"{self.player(seat)} ({self.words.seats[seat]})"
