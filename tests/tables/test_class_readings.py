"""The deals of a class, read by those who teach it and those who are in it, and by nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.classes import class_open, pupil_add
from accounts.models import ClassTeacher, User
from minibridge.engine import Seat
from tables.models import BoardRecord, RecordPlayer, SharedLink
from tables.replays import match_reading_of, readable_records, reading_of
from tables.services.results import results_show

from .cast import WORKED_DEAL, account, guest
from .lesson_play import finish, finish_all, pack_of, record_of, release
from .lesson_room import LessonRoom

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh_limits() -> Iterator[None]:
    cache.clear()
    yield


@pytest.fixture
def room() -> LessonRoom:
    """Two tables: both have finished the first deal, the first table the second, which the teacher lets be
    seen.
    """
    room = LessonRoom(8, pack_of(WORKED_DEAL, WORKED_DEAL))
    finish_all(room, ("4S", 10), ("4S", 9))
    room.deal()
    finish(room, 1)
    release(room)
    return room


def first_of(room: LessonRoom, number: int) -> BoardRecord:
    return BoardRecord.objects.filter(match__table=room.table(number)).earliest("id")


def show(room: LessonRoom, shown: str) -> None:
    results_show(lesson_id=room.lesson.id, shown=shown)


def strangers(room: LessonRoom) -> dict[str, User]:
    """Everybody who has nothing to do with the class, though he might think so."""
    former = account("Former", is_adult=True)
    ClassTeacher.objects.create(classroom=room.classroom, user=former).delete()
    other = account("Other", is_adult=True)
    classroom = class_open(teacher=other, name="6e A", expires=timezone.localdate() + timedelta(days=100))
    return {
        "former co-teacher": former,
        "teacher of another class": other,
        "pupil of another class": pupil_add(classroom=classroom, name="Elsewhere").user,
        "pupil who did not play": pupil_add(classroom=room.classroom, name="Late").user,
        "guest": guest("Gast"),
        "account": account("Stranger", is_adult=True),
    }


def test_those_who_teach_the_class_read_every_finished_deal(room: LessonRoom):
    co_teacher = account("Carl", is_adult=True)
    ClassTeacher.objects.create(classroom=room.classroom, user=co_teacher)
    for teacher in (room.teacher, co_teacher):
        for number in (1, 2):
            reading = reading_of(first_of(room, number).id, teacher)
            assert reading is not None and reading.of_class and reading.seat is None
            assert reading.names[Seat.N].startswith("Pupil")
            assert room.browser(teacher).get(f"/deals/{reading.record.id}/").status_code == 200
            assert room.browser(teacher).get(f"/deals/{reading.record.id}/print").status_code == 200
            assert room.browser(teacher).get(f"/deals/{reading.record.id}/compare/").status_code == 200
        assert reading_of(record_of(room, 1).id, teacher) is not None
        assert reading_of(record_of(room, 2).id, teacher) is None, "in play: the table itself shows it"


def test_nobody_else_reads_any(room: LessonRoom):
    for who, user in strangers(room).items():
        for record in BoardRecord.objects.all():
            assert reading_of(record.id, user) is None, who
            assert match_reading_of(record.match_id, user) is None, who
            browser = room.browser(user)
            for address in ("", "compare/", "print", "together/", "file/pbn"):
                answer = browser.get(f"/deals/{record.id}/{address}")
                assert answer.status_code == 404, (who, address)
            assert browser.get(f"/matches/{record.match_id}/").status_code == 404, who


def test_a_class_that_has_expired_is_read_by_nobody_but_those_who_played(room: LessonRoom):
    room.classroom.expires = timezone.localdate() - timedelta(days=1)
    room.classroom.save()
    record = first_of(room, 1)
    assert reading_of(record.id, room.teacher) is None
    assert reading_of(record.id, room.pupil_at(Seat.N, 2)) is None
    assert reading_of(record.id, room.pupil_at(Seat.N, 1)) is not None


def test_a_pupil_reads_the_other_tables_once_he_has_finished_the_same_deal(room: LessonRoom):
    show(room, "names")
    first, second = room.pupil_at(Seat.N, 1), room.pupil_at(Seat.N, 2)
    own, other = first_of(room, 1), first_of(room, 2)
    reading = reading_of(own.id, first)
    assert reading is not None and not reading.of_class and reading.seat is Seat.N
    reading = reading_of(other.id, first)
    assert reading is not None and reading.of_class
    assert reading_of(record_of(room, 1).id, second) is None, "he still plays these cards"
    finish(room, 2)
    assert reading_of(record_of(room, 1).id, second) is not None


def test_a_pupil_reads_no_other_table_whose_result_he_is_not_shown(room: LessonRoom):
    pupil, record = room.pupil_at(Seat.N, 1), first_of(room, 2)
    assert reading_of(record.id, pupil) is None, "nothing is shown before the teacher wishes it"
    assert room.browser(pupil).get(f"/deals/{record.id}/").status_code == 404


def test_results_without_names_are_read_without_names(room: LessonRoom):
    show(room, "tables")
    pupil, record = room.pupil_at(Seat.N, 1), first_of(room, 2)
    others = [user.name for user in room.pupils[4:]]
    for address in ("", "print", "compare/", "?step=5"):
        answer = room.browser(pupil).get(f"/deals/{record.id}/{address}")
        assert answer.status_code == 200, address
        assert not [name for name in others if name in answer.text], address
    assert reading_of(record.id, room.teacher).names
    show(room, "names")
    assert others[0] in room.browser(pupil).get(f"/deals/{record.id}/").text


def test_a_withheld_deal_is_read_by_no_pupil(room: LessonRoom):
    record = first_of(room, 1)
    BoardRecord.objects.filter(id=record.id).update(finished=None, outcome="", tricks=None)
    assert reading_of(record.id, room.pupil_at(Seat.N, 2)) is None
    assert reading_of(first_of(room, 2).id, room.pupil_at(Seat.N, 1)) is None, "his own is withheld"
    assert room.browser(room.teacher).get(f"/deals/{record.id}/").status_code == 404


def test_the_same_number_in_another_lesson_opens_nothing(room: LessonRoom):
    outsider = pupil_add(classroom=room.classroom, name="Late").user
    RecordPlayer.objects.filter(record=first_of(room, 1), seat="N").update(user=outsider)
    record = first_of(room, 1)
    BoardRecord.objects.filter(id=record.id).update(lesson_deal=2)
    assert reading_of(first_of(room, 2).id, outsider) is None


def test_the_deals_of_the_class_are_not_in_the_teachers_own_list(room: LessonRoom):
    assert not readable_records(room.teacher).exists()
    assert "Pupil" not in room.browser(room.teacher).get("/deals/").content.decode()


def test_the_score_sheet_of_a_table_is_read_by_the_teacher_without_links(room: LessonRoom):
    match_id = first_of(room, 1).match_id
    browser = room.browser(room.teacher)
    page = browser.get(f"/matches/{match_id}/")
    assert page.status_code == 200 and "secret link" not in page.content.decode()
    assert browser.get(f"/matches/{match_id}/print").status_code == 200
    assert match_reading_of(match_id, room.pupil_at(Seat.N, 2)) is None
    assert match_reading_of(match_id, room.pupil_at(Seat.N, 1)) is not None


def test_nobody_makes_a_secret_link_to_what_a_class_has_played(room: LessonRoom):
    record = first_of(room, 1)
    pupil, other = room.pupil_at(Seat.N, 1), room.pupil_at(Seat.N, 2)
    for user in (room.teacher, pupil, other):
        browser = room.browser(user)
        assert browser.post(f"/deals/{record.id}/share", {"names": "1"}).status_code == 404
        assert browser.post(f"/matches/{record.match_id}/share", {"names": "1"}).status_code == 404
        assert "secret link" not in browser.get(f"/deals/{record.id}/").content.decode()
    assert not SharedLink.objects.exists()


def test_a_reader_of_the_class_deletes_nothing(room: LessonRoom):
    record = first_of(room, 1)
    for user in (room.teacher, room.pupil_at(Seat.N, 2)):
        page = room.browser(user).get(f"/deals/{record.id}/").content.decode()
        assert f"/deals/delete/?deal={record.id}" not in page
        answer = room.browser(user).post("/deals/delete/", {"deal": record.id})
        assert answer.status_code == 404
    assert RecordPlayer.objects.filter(record=record, user__isnull=False).count() == 4
