"""What a pupil may do on the site: play in his class and alone, and meet nobody outside it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.urls import URLPattern, get_resolver, reverse

from accounts.classes import class_open, pupil_add
from accounts.models import Classroom, Pupil, User
from minibridge.engine import Seat
from tables.models import BoardRecord, SharedLink, Table
from tables.services import tables
from tables.services.alone import alone_start
from tables.services.closing import table_close
from tables.services.variations import vary_with_friends

from .cast import account, browser, guest, reader, refused
from .lesson_room import LessonRoom

pytestmark = pytest.mark.django_db

# What a pupil may reach. Every other address does not exist for him; a new one has to be thought of.
OPEN = {
    "account", "account_inactive", "account_login", "account_logout", "alone", "card", "class_code",
    "class_join", "deal", "deal_again", "deal_bots", "deal_compare", "deal_file", "deal_print",
    "deal_review", "deal_totals", "deals", "deals_file", "home", "lesson_answer", "lesson_back",
    "lesson_bar", "lesson_hand", "lesson_heard", "lesson_place", "lesson_screen", "lesson_screen_view",
    "match", "match_file", "match_print", "mfa_login_webauthn", "my_lesson_results", "my_skills",
    "parents", "preferences", "preferences_preview", "rules", "set_language", "table", "table_act",
    "table_back", "table_hint", "table_propose", "table_ready", "table_say", "table_sit", "table_stand",
    "table_start", "table_stop", "table_view", "table_vote",
}  # fmt: skip


@pytest.fixture
def room() -> LessonRoom:
    room = LessonRoom(4)
    room.deal()
    return room


def named(patterns: list, prefix: str = "") -> Iterator[URLPattern]:
    for pattern in patterns:
        if hasattr(pattern, "url_patterns"):
            if pattern.app_name != "admin":
                yield from named(pattern.url_patterns)
        elif pattern.name:
            yield pattern


def values(room: LessonRoom, record: BoardRecord) -> dict[str, object]:
    """Something that exists for each part of an address."""
    link = SharedLink.objects.create(user=room.teacher, record=record)
    return {
        "record_id": record.id,
        "match_id": record.match_id,
        "kind": "json",
        "key": link.key,
        "code": room.table().code,
        "class_id": room.classroom.id,
        "lesson_id": room.lesson.id,
        "pupil_id": Pupil.objects.first().id,
        "user_id": room.teacher.pk,
        "uidb36": "1",
        "pk": 1,
    }


def test_what_is_not_named_here_does_not_exist_for_a_pupil(room: LessonRoom, settings) -> None:
    settings.EMAIL_HOST = "mail.example"
    pupil = room.pupils[0]
    record = BoardRecord.objects.get(players__user=pupil)
    known = values(room, record)
    client = browser(pupil)
    seen = set()
    for pattern in named(get_resolver().url_patterns):
        parts = pattern.pattern.converters or pattern.pattern.regex.groupindex
        address = reverse(pattern.name, kwargs={part: known.get(part, 1) for part in parts})
        seen.add(pattern.name)
        if pattern.name in OPEN:
            continue
        found = {client.get(address).status_code, client.post(address).status_code}
        assert found <= {404, 405} and 404 in found, (pattern.name, address, found)
    assert seen >= OPEN
    assert client.get(reverse("account")).url == reverse("preferences")
    assert User.objects.filter(pk=pupil.pk).exists()


def test_a_pupil_does_not_come_to_other_tables(room: LessonRoom) -> None:
    host = guest("Hanna")
    public = tables.table_create(host=host)
    pupil = room.pupils[0]
    assert browser(pupil).get(f"/t/{public.code}/").status_code == 404
    assert browser(pupil).get(f"/t/{public.code}/view").status_code in (302, 404)
    browser(pupil).post(f"/t/{public.code}/sit", {"seat": "N", "name": "X"})
    assert not public.seatings.exists()
    assert browser(host).get(f"/t/{public.code}/").status_code == 200


def test_nobody_comes_to_the_tables_of_a_class(room: LessonRoom) -> None:
    code = room.table().code
    other = LessonRoomNextDoor()
    for person in (None, guest("Gus"), account("Ada", is_adult=True), other.pupil, other.teacher):
        client = reader(person)
        assert client.get(f"/t/{code}/").status_code == 404
        client.post(f"/t/{code}/sit", {"seat": "N", "name": "X"})
        client.post(f"/t/{code}/say", {"phrase": "hello"})
    assert room.table().seatings.filter(user__in=room.pupils).count() == 4
    assert not room.table().messages.exists()


class LessonRoomNextDoor:
    """Another class, with a teacher and a pupil of its own."""

    def __init__(self) -> None:
        self.teacher = account("Nadia", is_adult=True)
        expires = Classroom.objects.get().expires
        self.classroom = class_open(teacher=self.teacher, name="5e A", expires=expires)
        self.pupil = pupil_add(classroom=self.classroom, name="Xavier").user


def test_a_pupil_plays_alone_and_shows_it_to_nobody(room: LessonRoom) -> None:
    pupil = room.pupils[0]
    table = alone_start(user=pupil, level="easy", deals=4, preset="four_deals")
    client = browser(pupil)
    assert client.get(f"/t/{table.code}/").status_code == 200
    client.post(f"/t/{table.code}/settings", {"visitors": "public", "free_text": "1"})
    table.refresh_from_db()
    assert table.visitors == Table.Visitors.CLOSED
    assert reader(None).get(f"/t/{table.code}/").status_code == 403
    assert client.get(f"/t/{table.code}/key").status_code == 404


def test_a_pupil_opens_no_table_for_friends(room: LessonRoom) -> None:
    pupil = room.pupils[0]
    record = BoardRecord.objects.get(players__user=pupil)
    refused(403, vary_with_friends, user=pupil, record=record)
    assert Table.objects.count() == 1


def test_pupils_say_fixed_phrases_only(room: LessonRoom) -> None:
    user = room.pupil_at(Seat.S)
    client, code = browser(user), room.table().code
    client.post(f"/t/{code}/say", {"phrase": "hello", "client_id": "a"})
    client.post(f"/t/{code}/say", {"text": "my address is", "client_id": "b"})
    assert [line.text for line in room.table().messages.all()] == [""]


def test_a_pupil_chooses_how_it_looks_and_nothing_else(room: LessonRoom) -> None:
    pupil = room.pupils[0]
    client = reader(pupil)
    page = client.get(reverse("preferences"))
    assert set(page.context["form"].fields) == {
        "language", "deck", "index_letters", "suit_order", "taps", "sounds", "big_text", "reduced_motion"
    }  # fmt: skip
    fields = {
        "deck": "two",
        "suit_order": "SHDC",
        "display_name": "Boss",
        "is_adult": "on",
        "keep_days": "30",
    }
    assert client.post(reverse("preferences"), fields).status_code == 302
    pupil.refresh_from_db()
    assert (pupil.deck, pupil.display_name, pupil.is_adult, pupil.keep_days) == ("two", "Pupil 1", False, 0)


@pytest.mark.parametrize("page", ["home", "deals", "preferences", "rules", "account_logout"])
def test_no_page_of_a_pupil_leads_where_he_may_not_go(room: LessonRoom, page: str) -> None:
    text = reader(room.pupils[0]).get(reverse(page)).text
    for name in (
        "account",
        "table_new",
        "table_join",
        "classes",
        "deals_import",
        "deals_delete",
        "guest_keep",
    ):
        assert f'"{reverse(name)}"' not in text, name


def test_the_page_of_a_deal_offers_a_pupil_no_links_to_others(room: LessonRoom) -> None:
    pupil = room.pupils[0]
    table = alone_start(user=pupil, level="easy", deals=4, preset="four_deals")
    table_close(table.id)
    record = BoardRecord.objects.get(match__table=table)
    text = reader(pupil).get(reverse("deal", args=[record.id])).text
    assert reverse("deal_print", args=[record.id]) in text
    for part in ("/share", "/together/open", 'value="friends"'):
        assert part not in text
