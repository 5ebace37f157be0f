"""Everybody who has no part in a table, at every address of the site, with mutated parts, methods and fields.

No door breaks, nothing of the table changes, and no card is told that a visitor may not know.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models import User
from minibridge.engine import Seat
from tables.models import Action, Board, BoardRecord, Match, Seating, Table

from .cast import WORKED_PLAY, Room, account, guest, room_of
from .junk import METHODS, ask
from .test_leaks import cards_in, known_cards

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

REQUESTS = 100_000
SEEDS = 20
FIELDS = tuple(
    """
    record n client_id kind card contract tricks text action accept seat name level phrase now version epoch
    step eye hand to user preset players dummy_faced hints language cards theme password password1 password2
    username login code next email file deals days title who what order page q mode from until partner result
    delete confirm key criterion present pace csrfmiddlewaretoken _method format
    """.split()
)
WRONG: dict[str, tuple[str, ...]] = {
    "int": ("0", "1", "2", "7", "99999999", "9" * 18),
    "str": ("x", "ABCD", "%00", "é", "a" * 300, "..", "%F0%9F%82%A1", "%FF"),
    "slug": ("x", "a" * 300, "pbn", "lin", "json", "csv", "-", "zip"),
}


class Site:
    """A table in the middle of a deal, another of its deals over, and people with no part in it."""

    def __init__(self) -> None:
        people = {
            seat: guest(name) for seat, name in zip(Seat, ("Nina", "Emil", "Sami", "Wanda"), strict=True)
        }
        self.room = room_of(people)
        self.room.start()
        self.room.act(Seat.S, "contract", contract="4S")
        self.room.play(WORKED_PLAY[:6])
        self.people: dict[str, User | AnonymousUser] = {
            "nobody": AnonymousUser(),
            "guest": guest("Gus"),
            "account": account("Mina"),
            "adult": account("Adèle", is_adult=True),
        }

    def parts(self) -> dict[str, str]:
        """What in an address names this table, its match and its deal."""
        record = self.room.record
        return {"code": self.room.code, "record_id": str(record.id), "match_id": str(record.match_id)}

    def table_rows(self) -> list[Any]:
        table = self.room.table.pk
        found: list[Any] = [Table.objects.filter(pk=table).values().get()]
        for model, way in (
            (Seating, "table"),
            (Match, "table"),
            (Board, "records__match__table"),
            (BoardRecord, "match__table"),
            (Action, "record__match__table"),
        ):
            found += [list(model.objects.filter(**{way: table}).order_by("pk").values())]
        return found


def doors(
    patterns: list[URLPattern | URLResolver], before: str = "/"
) -> Iterator[tuple[str, dict[str, str]]]:
    """Every address with its parts in angle brackets, and the kind of each part."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from doors(pattern.url_patterns, before + str(pattern.pattern))
            continue
        parts = {
            name: type(converter).__name__.removesuffix("Converter").lower().replace("string", "str")
            for name, converter in pattern.pattern.converters.items()
        }
        address = str(pattern.pattern)
        if address.startswith("^") or "(?P" in address:
            continue  # by regular expression: allauth's and Django's own, with tests of their own
        yield before + address, parts


def filled(address: str, parts: dict[str, str], site: Site, chance: random.Random) -> str:
    """The address, mostly with the table's own parts, else with some that fit their kind or do not."""
    own = site.parts()
    for name, kind in parts.items():
        wrong = WRONG.get(kind, WRONG["str"])
        value = own[name] if name in own and chance.random() < 0.7 else chance.choice(wrong)
        for form in (f"<{kind}:{name}>", f"<{name}>", f"<path:{name}>", f"<uuid:{name}>"):
            address = address.replace(form, value)
    return address


def go_round(site: Site, chance: random.Random) -> int:
    """Each of the people at each door once; returns how many requests that were."""
    asked = 0
    before, known = site.table_rows(), known_cards(site.room, None)
    found = list(doors(get_resolver().url_patterns))
    for who, user in site.people.items():
        client = Client(raise_request_exception=False)
        for address, parts in found:
            if isinstance(user, User) and not client.session.get("_auth_user_id"):
                client.force_login(user)  # he has just logged out
            target = filled(address, parts, site, chance)
            method = chance.choice(METHODS)
            cache.clear()  # nobody is kept out by how often he asks
            status, said = ask(client, method, target, chance, FIELDS)
            asked += 1
            assert status < 500, (who, method, target, status)
            if any(part in target.split("/") for part in site.parts().values()):
                told = cards_in(said) - known
                assert not told, (who, method, target, sorted(map(str, told)))
        assert site.table_rows() == before, who
    return asked


def play_on(room: Room) -> None:
    """The table is not stuck: its deal is played to the end."""
    room.play(WORKED_PLAY[6:])
    assert room.state.result is not None


def test_no_door_breaks_before_a_stranger() -> None:
    site = Site()
    assert go_round(site, random.Random(1)) > 400
    play_on(site.room)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 2 + SEEDS))
def test_no_door_breaks_however_often(seed: int) -> None:
    site, chance, asked = Site(), random.Random(seed), 0
    while asked < REQUESTS / SEEDS:
        asked += go_round(site, chance)
    play_on(site.room)
