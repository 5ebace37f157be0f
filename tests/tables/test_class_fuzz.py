"""Everybody for whom a class does not exist, at every door of it, with every method and mutated fields.

No door breaks, nothing is stored, and no card and no name of a pupil is told.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from accounts.classes import class_open, pupil_add
from accounts.models import ClassTeacher, User
from tables import class_urls, lesson_urls, pack_urls
from tables.models import Pack
from tables.services.results import results_show
from tables.services.whispers import whisper_say

from .cast import WORKED_DEAL, account, guest
from .junk import METHODS, ask
from .lesson_play import finish_all, pack_of
from .lesson_room import LessonRoom
from .test_pupil_rights import OPEN

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

OPEN_TO_ALL = {"class_code", "class_join", "card", "parents"}
"""The doors through which a pupil comes in, each with tests of its own, and a page for parents."""
PASSING = {"last_seen", "last_login", "password"}
NAMES = ("Zéphyrine", "Yolanda", "Wenceslas", "Vercingétorix")
SECRETS = (*NAMES, "data-card", "AT52", "KQJ84", "Hidden pack", "Listen to me")
FIELDS = tuple(
    """
user to seen table moment step paused wanted deal tricks contract phrase text card question stage
shown answer sure next from title pack name names pupil criterion present mode pace bots leftover up
whisper joining expires order tab level seed count north dealer kind file content turn
""".split()
)


class Cast:
    """A class in a lesson with a pack, and those who have no part in it."""

    def __init__(self) -> None:
        self.room = LessonRoom(4, pack_of(WORKED_DEAL, WORKED_DEAL))
        for user, name in zip(self.room.pupils, NAMES, strict=True):
            User.objects.filter(pk=user.pk).update(display_name=name)
        finish_all(self.room, ("4S", 10))
        self.room.deal()
        results_show(lesson_id=self.room.lesson.id, shown="names")
        whisper_say(lesson_id=self.room.lesson.id, text="Listen to me")
        self.pack = Pack.objects.create(
            owner=self.room.teacher, title="Hidden pack", content=pack_of(WORKED_DEAL).to_data()
        )
        former, next_door = account("Fanny", is_adult=True), account("Noé", is_adult=True)
        ClassTeacher.objects.create(classroom=self.room.classroom, user=former).delete()
        other = class_open(teacher=next_door, name="5e A", expires=self.room.classroom.expires)
        self.people: dict[str, User | AnonymousUser] = {
            "nobody": AnonymousUser(),
            "guest": guest("Gus"),
            "stranger": account("Mina"),
            "former teacher": former,
            "teacher next door": next_door,
            "pupil next door": pupil_add(classroom=other, name="Xavier").user,
            "pupil of the class": self.room.pupils[0],
        }

    def addresses(self) -> Iterator[tuple[str, str]]:
        """Every door, by its name, with numbers and keys that exist."""
        room, pupil = self.room, self.room.pupils[1].pupil
        parts: dict[str, Any] = {
            "class_id": room.classroom.id, "classroom_id": room.classroom.id, "lesson_id": room.lesson.id,
            "pack_id": self.pack.id, "pupil_id": pupil.id, "user_id": room.teacher.pk, "number": 1,
            "code": room.classroom.code, "key": "k" * 20, "what": "travellers", "kind": "json",
            "slug": "first-tricks",
        }  # fmt: skip
        for pattern in (*lesson_urls.urlpatterns, *class_urls.urlpatterns, *pack_urls.urlpatterns):
            if pattern.name not in OPEN_TO_ALL:
                wanted = {part: parts[part] for part in pattern.pattern.converters}
                yield pattern.name, reverse(pattern.name, kwargs=wanted)

    def browser(self, who: str) -> Client:
        client = Client(headers={"accept-language": "en"}, raise_request_exception=False)
        user = self.people[who]
        if isinstance(user, User):
            client.force_login(user)
        return client


def stored() -> dict[str, Any]:
    """Every row of ours, but for when somebody was last here."""
    found = {}
    for model in (*apps.get_app_config("tables").get_models(), *apps.get_app_config("accounts").get_models()):
        rows = model.objects.order_by("pk").values()
        found[model.__name__] = [{key: row[key] for key in row if key not in PASSING} for row in rows]
    return found


def go_round(seed: int, times: int) -> None:
    cast, chance = Cast(), random.Random(seed)
    before = stored()
    doors = list(cast.addresses())
    for who in cast.people:
        client = cast.browser(who)
        for name, address in doors:
            # What is open to pupils does what they want with their own page of the lesson.
            if who.startswith("pupil") and name in OPEN:
                continue
            if name in {"packs", "classes", "class_new", "pack_new", "pack_open"} or "shipped" in name:
                continue  # a teacher's own, which anybody who is one may use
            for method in chance.choices(METHODS, k=times):
                status, said = ask(client, method, address, chance, FIELDS)
                assert status < 500, (seed, who, method, address, status)
                assert status != 200 or method == "options" or name in OPEN, (seed, who, method, address)
                own = NAMES[0] if who == "pupil of the class" else None
                told = [secret for secret in SECRETS if secret in said and secret != own]
                assert not told, (seed, who, method, address, told)
        assert stored() == before, (seed, who)


def test_whoever_has_no_part_in_a_class_finds_none_of_its_doors() -> None:
    go_round(seed=1, times=1)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 12))
def test_nobody_finds_one_with_patience_either(seed: int) -> None:
    go_round(seed, times=30)
