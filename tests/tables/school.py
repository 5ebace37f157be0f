"""Classes and the people around them, as tests want them: made by the real services."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.test import Client
from django.utils import timezone

from accounts.classes import class_open, pupil_add
from accounts.models import Classroom, ClassTeacher, Pupil, User

from .cast import account, guest


@dataclass
class School:
    """A class of four pupils with two teachers, another class, and people who have no part in either."""

    classroom: Classroom
    owner: User
    fellow: User
    former: User
    neighbour: User
    minor: User
    guest: User
    pupils: list[Pupil]
    other_pupil: Pupil

    @property
    def outsiders(self) -> dict[str, User]:
        """Everybody with a session for whom the class does not exist."""
        return {
            "former teacher": self.former,
            "teacher of another class": self.neighbour,
            "account that is no adult": self.minor,
            "guest": self.guest,
            "pupil of the class": self.pupils[0].user,
            "pupil of another class": self.other_pupil.user,
        }


def school() -> School:
    owner, fellow, former, neighbour = (
        account(name, is_adult=True) for name in ("Odile", "Colin", "Fanny", "Noé")
    )
    end = timezone.localdate() + timedelta(days=200)
    classroom = class_open(teacher=owner, name="6e B", expires=end)
    ClassTeacher.objects.create(classroom=classroom, user=fellow)
    other = class_open(teacher=neighbour, name="5e A", expires=end)
    return School(
        classroom=classroom,
        owner=owner,
        fellow=fellow,
        former=former,
        neighbour=neighbour,
        minor=account("Mina"),
        guest=guest("Gus"),
        pupils=[pupil_add(classroom=classroom, name=name) for name in ("Ana", "Bilal", "Chloé", "Dina")],
        other_pupil=pupil_add(classroom=other, name="Xavier"),
    )


def child(address: str = "10.0.0.1") -> Client:
    """A browser in which nobody is logged in, at this address."""
    return Client(headers={"accept-language": "en"}, REMOTE_ADDR=address)


def tap(client: Client, classroom: Classroom, pictures: str):
    """All four pictures at once, as the page sends them with JavaScript."""
    return client.post(f"/class/{classroom.code}/", {"chosen": pictures})


def wrong_pictures(classroom: Classroom) -> str:
    """A code that is nobody's."""
    taken = set(classroom.pupils.values_list("pictures", flat=True))
    names = ("apple", "bird", "boat", "book", "car", "cat")
    return next(code for name in names if (code := " ".join([name] * 4)) not in taken)
