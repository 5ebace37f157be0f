"""What somebody sends who wants to break a lesson: it is refused in words, and nothing of it is kept."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from tables.lesson_urls import urlpatterns
from tables.models import Lesson
from tables.pack_file import PackUnreadable, pack_read, pack_written
from tables.page_consumer import GONE
from tables.services.lessons import lesson_end

from .cast import WORKED_DEAL
from .lesson_play import pack_of
from .lesson_room import LessonRoom
from .sockets import page_at

pytestmark = pytest.mark.django_db(transaction=True)

HUGE = 10**40
"""More than any database knows."""


@pytest.fixture
def room() -> LessonRoom:
    return LessonRoom(4)


def test_numbers_that_no_lesson_has_lead_nowhere(room: LessonRoom) -> None:
    for user in (room.teacher, room.pupils[0]):
        browser = room.browser(user)
        for pattern in urlpatterns:
            parts = pattern.pattern.converters
            if not parts:
                continue
            values = {part: {"what": "ranking", "kind": "json"}.get(part, HUGE) for part in parts}
            address = reverse(pattern.name, kwargs=values)
            found = {browser.get(address).status_code, browser.post(address).status_code}
            assert found <= {404, 405} and 404 in found, address


@pytest.mark.parametrize("what", ["", "screen/", "wall/"])
@pytest.mark.asyncio
async def test_numbers_that_no_lesson_has_open_no_socket(room: LessonRoom, what: str) -> None:
    for user in (room.teacher, room.pupils[0], None):
        async with page_at(f"/ws/lesson/{HUGE}/{what}", user) as page:
            assert await page.closed() == GONE


def opened(room: LessonRoom, title: str) -> int:
    answer = room.browser(room.teacher).post(
        f"/classes/{room.classroom.id}/lesson/new",
        {
            "title": title,
            "mode": "tables",
            "leftover": "bots",
            "pace": "together",
            "bots": "medium",
            "present": [pupil.pk for pupil in room.pupils],
        },
    )
    return answer.status_code


def test_a_title_that_cannot_be_shown_begins_no_lesson(room: LessonRoom) -> None:
    lesson_end(lesson_id=room.lesson.id)
    for title in ("a\x00b", "a\x07b", "a\u202eb", "", "  "):
        assert opened(room, title) == 422, repr(title)
    assert Lesson.objects.count() == 1
    assert opened(room, " Les  levées ") == 302
    assert Lesson.objects.latest("id").title == "Les levées"


@pytest.mark.parametrize(
    "field, value",
    [
        ("rules", [1]),
        ("rules", "four_deals"),
        ("rules", {"length": ["deals"]}),
        ("rules", {"deals": 10**30}),
        ("rules", {"deals": True}),
        ("title", {"en": "\ud800"}),
        ("title", {"en": "a\x00b"}),
        ("title", [[]]),
        ("deals", [None, 1, "x", []]),
        ("deals", [{"deal": [1]}]),
        ("deals", [{"deal": str(WORKED_DEAL), "dealer": {}}]),
        ("deals", [{"deal": str(WORKED_DEAL), "contract": "\ud800"}]),
        ("deals", [{"deal": str(WORKED_DEAL), "trick_notes": {"\ud800": {}}}]),
        ("deals", [{"deal": str(WORKED_DEAL), "questions": [{"kind": "suit", "answer": "XX"}]}]),
        ("deals", [{"deal": str(WORKED_DEAL), "reference": {"tricks": 10**30}}]),
        ("deals", [{"deal": str(WORKED_DEAL), "cards": [1]}]),
    ],
)
def test_a_pack_that_makes_no_sense_is_not_read(field: str, value: object) -> None:
    data = json.loads(pack_written(pack_of(WORKED_DEAL)))
    with pytest.raises(PackUnreadable):
        pack_read(json.dumps(data | {field: value}).encode())
