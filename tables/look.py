"""One person's look at one scene: who he is there, and what the engine's gate lets him see."""

from __future__ import annotations

from dataclasses import dataclass

from minibridge.engine import Phase, Seat, SeatView

from .scene import Scene, viewer_of
from .seen import view_of
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
    """What one person may see of one scene. Every region is drawn from this and nothing else."""

    __slots__ = (
        "absent",
        "bottom",
        "letters",
        "person",
        "record",
        "scene",
        "seat",
        "status",
        "view",
        "viewer",
        "words",
    )

    scene: Scene
    view: SeatView | None
    words: Words

    def __init__(self, scene: Scene, person: Person, absent: frozenset[Seat] = frozenset()) -> None:
        self.scene = scene
        self.person = person
        self.absent = absent
        self.viewer = viewer_of(scene, person.user_id)
        self.seat = self.viewer if isinstance(self.viewer, Seat) else None
        self.bottom = self.seat or Seat.S
        self.record = scene.record
        self.status = scene.status
        self.view = view_of(scene.record.state, self.viewer) if scene.record else None
        self.letters = person.letters
        self.words = words(person.language)

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

    def name(self, seat: Seat) -> str:
        """Who sits there; the seat itself while nobody does."""
        chair = self.scene.chairs[seat]
        if chair is not None:
            return chair.name
        name = self.record.names.get(seat) if self.record else None
        return name or self.words.seats[seat]

    def person_at(self, seat: Seat) -> str:
        """“Léa (North)”."""
        return f"{self.name(seat)} ({self.words.seats[seat]})"
