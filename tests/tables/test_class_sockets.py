"""A page that is open when its reader loses the class is closed, and shows nothing more."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async

from accounts.models import ClassTeacher, Pupil, User
from tables.page_consumer import GONE, LEFT, SHUT_OUT
from tables.services import classes, pupils
from tables.services.class_deletion import class_delete

from .cast import account
from .lesson_room import LessonRoom
from .sockets import page, page_at

pytestmark = pytest.mark.django_db(transaction=True)


def make_room() -> tuple[LessonRoom, User, str]:
    room = LessonRoom(4)
    colleague = account("Colin", is_adult=True)
    ClassTeacher.objects.create(classroom=room.classroom, user=colleague)
    room.deal()
    return room, colleague, room.table().code


async def test_a_removed_teacher_sees_no_further_card() -> None:
    room, colleague, code = await sync_to_async(make_room)()
    async with page(code, colleague) as his, page(code, room.teacher) as owners:
        await his.hello()
        await owners.hello()
        await sync_to_async(classes.teacher_remove)(classroom=room.classroom, user_id=colleague.pk)
        assert await his.closed() == SHUT_OUT
        await owners.next("view")
    async with page(code, colleague) as again:
        assert await again.closed() in (GONE, SHUT_OUT)


async def test_the_pages_of_a_deleted_class_close() -> None:
    room, _colleague, code = await sync_to_async(make_room)()
    pupil = room.pupils[0]
    async with page(code, pupil) as table, page_at(f"/ws/lesson/{room.lesson.id}/", pupil) as bar:
        await table.hello()
        await bar.next("bar")
        await sync_to_async(class_delete)(room.classroom.id)
        assert await table.closed() in (GONE, LEFT)
        assert await bar.closed() in (GONE, LEFT)


async def test_a_new_card_closes_what_was_opened_with_the_old_one() -> None:
    room, _colleague, code = await sync_to_async(make_room)()
    row = await Pupil.objects.select_related("user").aget(user=room.pupils[0])
    async with page(code, row.user) as table:
        await table.hello()
        await sync_to_async(pupils.card_renew)(pupil=row)
        assert await table.closed() == LEFT
