"""A class sits down, is dealt the same cards everywhere, and its teacher may look on."""

from __future__ import annotations

import pytest

from minibridge.engine import SEATS, Seat, Watcher
from tables.models import BoardRecord
from tables.packs import PackContent, PackDeal
from tables.scene import viewer_of
from tables.services.lessons import lesson_deal, lesson_end

from .cast import WORKED_DEAL, account, browser, refused
from .lesson_room import LessonRoom

pytestmark = pytest.mark.django_db


def test_all_tables_are_dealt_the_same_board() -> None:
    room = LessonRoom(8, PackContent({"en": "Tricks"}, deals=(PackDeal(WORKED_DEAL, dealer=Seat.E),)))
    assert room.deal() == 1
    records = list(BoardRecord.objects.filter(match__table__lesson_table__lesson=room.lesson))
    assert len(records) == 2 and len({record.board_id for record in records}) == 1
    assert {record.lesson_deal for record in records} == {1}
    assert all(room.scene(number).record.state.board.deal == WORKED_DEAL for number in (1, 2))
    assert all(room.scene(number).record.state.board.dealer is Seat.E for number in (1, 2))
    refused(409, lesson_deal, lesson_id=room.lesson.id)


def test_the_teacher_sees_all_hands_and_a_pupil_his_own() -> None:
    room = LessonRoom(4)
    room.deal()
    assert viewer_of(room.scene(), room.teacher.id) is Watcher.OPEN
    assert [viewer_of(room.scene(), room.pupil_at(seat).id) for seat in SEATS] == list(SEATS)
    assert browser(room.teacher).get(f"/t/{room.table().code}/").status_code == 200
    assert browser(account("Somebody")).get(f"/t/{room.table().code}/").status_code == 404


def test_a_pupil_is_led_to_his_table_until_the_lesson_is_over() -> None:
    room = LessonRoom(5)
    pupil = room.browser(room.pupils[4])
    assert pupil.get("/lesson/").url == f"/t/{room.table(2).code}/"
    lesson_end(lesson_id=room.lesson.id)
    assert "Your teacher has not begun yet" in pupil.get("/lesson/").content.decode()
