"""What the teacher says and shows, to whom it goes, and to whom it never may."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.classes import pupil_add
from accounts.models import ClassTeacher, User
from minibridge.engine import DECK, SEATS, Phase, Seat
from tables.lesson_access import lesson_place
from tables.lesson_bar import bar_frame
from tables.models import BoardRecord, Lesson, LessonPupil, Whisper
from tables.scene import view_of_person
from tables.screen import may_be_shown
from tables.services.lesson_seats import lesson_rotate, pupil_join, pupil_leaves, pupil_move, pupil_returns
from tables.services.lessons import lesson_end
from tables.services.lock_step import deal_end, deal_rewind, step_release
from tables.services.whispers import (
    card_point,
    hand_lower,
    hand_raise,
    screen_show,
    whisper_put_away,
    whisper_say,
)
from tables.wall import wall_of
from tables.whispers import TOLD_FOR, shows

from .cast import WORKED_PLAY, account, refused
from .lesson_room import LessonRoom
from .test_wall import act, play, room_of

pytestmark = pytest.mark.django_db
CARD = re.compile(r"(?<![A-Za-z0-9])([SHDC][2-9TJQKA])(?![A-Za-z0-9])")


def place_of(user: User) -> LessonPupil:
    return LessonPupil.objects.select_related("lesson__classroom", "table__table").get(user=user)


def bar(user: User, language: str = "en") -> str:
    return bar_frame(place_of(user), language)["html"]


def post(room: LessonRoom, person: User, path: str, **fields: object) -> int:
    answer = room.browser(person).post(f"/lessons/{room.lesson.id}/{path}", fields, headers={"x-live": "1"})
    return answer.status_code


# --- sentences -------------------------------------------------------------------------------------


def test_a_whisper_to_one_pupil_is_told_to_nobody_else() -> None:
    room = room_of()
    whisper_say(lesson_id=room.lesson.id, user_id=room.pupils[2].id, text="  Look  at   dummy ")
    heard = [("Look at dummy" in bar(pupil)) for pupil in room.pupils]
    assert heard == [index == 2 for index in range(8)]
    assert "to you:" in bar(room.pupils[2])


def test_a_whisper_to_a_table_and_one_to_all() -> None:
    room = room_of()
    whisper_say(lesson_id=room.lesson.id, number=2, phrase="turn")
    assert [("Whose turn" in bar(pupil)) for pupil in room.pupils] == [False] * 4 + [True] * 4
    assert "À qui est-ce de jouer" in bar(room.pupils[5], "fr")
    whisper_say(lesson_id=room.lesson.id, text="Time is up.")
    assert all("Time is up." in bar(pupil) for pupil in room.pupils)


def moved(room: LessonRoom, pupil: User, seat: Seat, number: int) -> None:
    pupil_move(lesson_id=room.lesson.id, user_id=pupil.id, number=number, seat=seat)


def test_whoever_comes_to_a_table_later_is_told_nothing_that_was_said_there() -> None:
    """Moved, displaced, turned with his table, late, gone and back: each by the service that does it."""
    room = LessonRoom(9)  # at the third table one pupil with three robots
    alone = room.pupils[8]
    for number in (1, 2, 3):
        whisper_say(lesson_id=room.lesson.id, number=number, text=f"Only for {number}!")
    there = {1: room.pupils[:4], 2: room.pupils[4:8], 3: [alone]}

    def told() -> dict[int, list[User]]:
        bars = [(pupil, bar(pupil)) for pupil in User.objects.filter(pupil__isnull=False).order_by("id")]
        return {number: [one for one, text in bars if f"Only for {number}!" in text] for number in there}

    assert told() == there
    moved(room, room.pupils[0], Seat.N, 2)
    moved(room, room.pupils[1], Seat.N, 3)  # a robot's chair
    assert told() == there, "they keep what they were told, and are told nothing more"
    late = pupil_add(classroom=room.classroom, name="Late").user
    assert pupil_join(lesson_id=room.lesson.id, user=late).table.number == 3
    assert told() == there
    pupil_leaves(lesson_id=room.lesson.id, user_id=room.pupils[2].id)
    pupil_returns(lesson_id=room.lesson.id, user_id=room.pupils[2].id)
    lesson_rotate(lesson_id=room.lesson.id)
    assert told() == there
    whisper_say(lesson_id=room.lesson.id, number=3, text="Only for 3!")
    assert told() == there, "a second click"
    Whisper.objects.update(created=timezone.now() - timedelta(seconds=3))
    whisper_say(lesson_id=room.lesson.id, number=3, text="Only for 3!")
    assert told()[3] == [room.pupils[1], alone, late]
    assert len(wall_of(room.lesson).whispers) == 4, "the wall tells of each sentence once"


def test_what_was_read_is_put_away_for_its_reader_alone() -> None:
    room = room_of()
    said = whisper_say(lesson_id=room.lesson.id, phrase="well")
    reader = room.browser(room.pupils[0])
    assert reader.post("/lesson/heard", {"whisper": said.id}, headers={"x-live": "1"}).status_code == 200
    assert [("Well done" in bar(pupil)) for pupil in room.pupils[:2]] == [False, True]
    whisper_put_away(place=place_of(room.pupils[0]), whisper_id=10**9)
    whisper_say(lesson_id=room.lesson.id, phrase="coming")
    assert "I am coming" in bar(room.pupils[0])
    assert reader.post("/lesson/heard", {"whisper": "x"}, headers={"x-live": "1"}).status_code == 400


def test_an_old_whisper_is_not_told_to_whoever_comes_later() -> None:
    room = room_of()
    whisper_say(lesson_id=room.lesson.id, phrase="well")
    assert "Well done" in bar(room.pupils[0])
    Whisper.objects.update(created=timezone.now() - TOLD_FOR - timedelta(seconds=1))
    hand_raise(place=place_of(room.pupils[1]))
    assert "Well done" not in bar(room.pupils[0])


@pytest.mark.parametrize(
    "fields",
    [
        {"text": ""},
        {"text": " \u3164 "},
        {"text": "x" * 201},
        {"text": "a\u202eb"},
        {"text": "a" + "\u0301" * 9},
        {"phrase": "nothing"},
        {"phrase": "well", "text": "both"},
    ],
)
def test_what_cannot_be_shown_is_refused(fields: dict[str, str]) -> None:
    room = room_of(4)
    refused(400, whisper_say, lesson_id=room.lesson.id, **fields)
    assert not Whisper.objects.exists()


def test_whom_a_whisper_cannot_reach() -> None:
    room = room_of(4)
    outsider = account("Olga")
    refused(404, whisper_say, lesson_id=room.lesson.id, number=9, phrase="well")
    refused(404, whisper_say, lesson_id=room.lesson.id, user_id=outsider.id, phrase="well")
    for to in ("t", "tx", "x1", "t-1", "t" + "9" * 40):
        assert post(room, room.teacher, "whisper", to=to, phrase="well") == 400
    lesson_end(lesson_id=room.lesson.id)
    refused(409, whisper_say, lesson_id=room.lesson.id, phrase="well")


def test_words_are_never_markup() -> None:
    room = room_of(4)
    whisper_say(lesson_id=room.lesson.id, text="<b>now</b>")
    assert "<b>now</b>" not in bar(room.pupils[0]) and "&lt;b&gt;now" in bar(room.pupils[0])


def test_the_bars_of_a_class_read_once_what_was_said(django_assert_num_queries: Any) -> None:
    room = room_of()
    whisper_say(lesson_id=room.lesson.id, phrase="well")
    places = [place_of(pupil) for pupil in room.pupils]
    with django_assert_num_queries(1):
        assert all("Well done" in bar_frame(place, "en")["html"] for place in places)


# --- cards -----------------------------------------------------------------------------------------


def test_a_card_of_a_hidden_hand_is_shown_to_its_holder_alone() -> None:
    room = room_of()
    assert card_point(lesson_id=room.lesson.id, number=1, card="S3") == 1
    shown = [pupil for pupil in room.pupils if "data-point" in bar(pupil)]
    assert shown == [room.pupil_at(Seat.E, 1)]
    assert "3 of spades" in bar(shown[0])


def test_dummys_card_is_shown_to_the_whole_table_and_only_until_the_next_card() -> None:
    room = room_of()
    play(room, 1, cards=1)
    assert card_point(lesson_id=room.lesson.id, number=1, card="HK") == 4
    shown = [pupil for pupil in room.pupils if 'data-point="HK"' in bar(pupil)]
    assert shown == room.pupils[:4]
    act(room, 1, "card", card=WORKED_PLAY[1])
    assert not any("data-point" in bar(pupil) for pupil in room.pupils)


def test_no_bar_ever_names_a_card_that_its_pupil_does_not_see() -> None:
    """The leak test: every card is pointed at, at three moments of the deal."""
    room = room_of(8)
    for step in range(3):
        if step:
            play(room, 1, cards=step) if step == 1 else act(room, 1, "card", card=WORKED_PLAY[1])
        scene = room.scene()
        for card in DECK:
            try:
                card_point(lesson_id=room.lesson.id, number=1, card=str(card))
            except Exception as refusal:
                assert getattr(refusal, "status", None) == 409
                continue
            for pupil in room.pupils:
                told = set(CARD.findall(bar(pupil)))
                own = room.pupils.index(pupil) < 4 and shows(view_of_person(scene, pupil.id), card)
                assert told == ({str(card)} if own else set())


def test_cards_that_cannot_be_shown_are_refused() -> None:
    room = room_of()
    play(room, 1, cards=3)
    point = {"lesson_id": room.lesson.id, "number": 1}
    refused(409, card_point, **point, card=WORKED_PLAY[0])
    refused(400, card_point, **point, card="10H")
    refused(404, card_point, lesson_id=room.lesson.id, number=7, card="SA")
    play(room, 2)
    refused(409, card_point, lesson_id=room.lesson.id, number=2, card="SA")
    assert not Whisper.objects.exists()


def test_a_card_shown_in_one_deal_is_not_shown_in_the_next() -> None:
    room = room_of(4)
    card_point(lesson_id=room.lesson.id, number=1, card="S3")
    play(room, 1)
    assert room.scene().record.state.phase is Phase.FINISHED
    room.deal()
    assert not any("data-point" in bar(pupil) for pupil in room.pupils)


# --- hands -----------------------------------------------------------------------------------------


def test_a_hand_goes_up_and_down() -> None:
    room = room_of(4)
    pupil = room.pupils[1]
    browser = room.browser(pupil)
    assert browser.post("/lesson/hand").url == f"/t/{room.table().code}/"
    assert "Your hand is up." in bar(pupil)
    since = place_of(pupil).raised
    browser.post("/lesson/hand", {"up": "1"})
    assert place_of(pupil).raised == since, "a second tap takes no hand down"
    for _tap in range(2):
        browser.post("/lesson/hand", {"up": "0"})
        assert "Raise my hand" in bar(pupil)
    hand_raise(place=place_of(pupil))
    assert post(room, room.teacher, "lower", user=pupil.id) == 200
    assert place_of(pupil).raised is None
    refused(404, hand_lower, lesson_id=room.lesson.id, user_id=room.teacher.id)
    assert room.browser(room.teacher).post("/lesson/hand").status_code == 404
    assert Client().post("/lesson/hand").status_code == 404


# --- one table on every screen ---------------------------------------------------------------------


def test_no_table_is_shown_while_another_plays_the_same_cards() -> None:
    room = room_of(12)
    play(room, 1)
    play(room, 2)
    refused(409, screen_show, lesson_id=room.lesson.id, number=1)
    play(room, 3, cards=10)
    refused(409, screen_show, lesson_id=room.lesson.id, number=2)
    assert Lesson.objects.get(id=room.lesson.id).screen is None
    screen_show(lesson_id=room.lesson.id, number=3)  # the last one that plays
    places = [bar_frame(place_of(pupil), "en")["place"] for pupil in room.pupils]
    assert places[:8] == ["/lesson/screen/"] * 8
    assert places[8:] == [f"/t/{room.table(3).code}/"] * 4


def test_a_table_that_plays_again_takes_the_other_off_the_screens() -> None:
    room = room_of(8)
    play(room, 1)
    play(room, 2, cards=6)
    screen_show(lesson_id=room.lesson.id, number=2)
    assert room.scene(1).is_withheld
    deal_rewind(lesson_id=room.lesson.id, user_id=room.teacher.id, moment="trick", number=1)
    assert not may_be_shown(room.lesson.lesson_tables.get(number=2))
    assert room.browser(room.pupils[0]).get("/lesson/screen/view").status_code == 404


def test_a_shown_table_whose_result_is_withheld_shows_no_card_that_was_not_played() -> None:
    room = room_of(8)
    for number in (1, 2):
        play(room, number, cards=6)
    step_release(lesson_id=room.lesson.id, step="play")
    deal_end(lesson_id=room.lesson.id, user_id=room.teacher.id)
    assert room.scene(2).is_withheld
    screen_show(lesson_id=room.lesson.id, number=2)
    answer = room.browser(room.pupils[0]).get("/lesson/screen/view")
    assert answer.status_code == 200
    told = set(re.findall(r'data-card=\\?"(\w\w)', answer.content.decode()))
    assert told <= set(WORKED_PLAY[:6]) and "Result of the deal" not in answer.content.decode()


def test_who_looks_at_the_shown_table_sees_what_everybody_there_may_see() -> None:
    room = room_of(8)
    play(room, 1)
    play(room, 2, cards=6)
    screen_show(lesson_id=room.lesson.id, number=2)
    state = room.scene(2).record.state
    hidden = {str(card) for seat in (Seat.S, Seat.E, Seat.W) for card in state.hands[seat]}
    browser = room.browser(room.pupils[0])
    for path in ("/lesson/screen/", "/lesson/screen/view"):
        answer = browser.get(path)
        assert answer.status_code == 200
        assert not set(re.findall(r'data-card=\\?"(\w\w)', answer.content.decode())) & hidden
    assert browser.get(f"/t/{room.table(2).code}/").status_code == 403


def test_the_screen_goes_dark_by_itself_when_a_new_deal_is_dealt() -> None:
    room = room_of(8)
    play(room, 1)
    play(room, 2)
    screen_show(lesson_id=room.lesson.id, number=2)
    browser = room.browser(room.pupils[0])
    assert browser.get("/lesson/screen/").status_code == 200
    room.deal()
    assert browser.get("/lesson/screen/view").status_code == 404
    assert browser.get("/lesson/screen/").url == "/lesson/"
    assert bar_frame(place_of(room.pupils[0]), "en")["place"] == f"/t/{room.table(1).code}/"
    assert not may_be_shown(room.lesson.lesson_tables.get(number=1))


def test_the_screen_is_taken_off_with_one_click() -> None:
    room = room_of(8)
    play(room, 1)
    play(room, 2)
    assert post(room, room.teacher, "show", table=2) == 200
    assert post(room, room.teacher, "show", table="") == 200
    assert room.browser(room.pupils[0]).get("/lesson/screen/view").status_code == 404
    assert post(room, room.teacher, "show", table="x") == 400
    assert post(room, room.teacher, "show", table=9) == 404


def test_nobody_outside_sees_the_screen() -> None:
    room = room_of(4)
    play(room, 1)
    screen_show(lesson_id=room.lesson.id, number=1)
    for person in (account("Olga"), room.teacher):
        assert room.browser(person).get("/lesson/screen/view").status_code == 404
    assert Client().get("/lesson/screen/view").status_code == 404


def test_a_table_that_was_dealt_nothing_is_not_shown() -> None:
    room = LessonRoom(8)
    refused(409, screen_show, lesson_id=room.lesson.id, number=1)
    assert not BoardRecord.objects.exists()


# --- who may do it ---------------------------------------------------------------------------------


def test_teachers_of_the_class_alone_speak_point_show_and_lower() -> None:
    room = room_of(4)
    other, former = account("Other", is_adult=True), account("Former", is_adult=True)
    ClassTeacher.objects.create(classroom=room.classroom, user=former).delete()
    doors = {
        "whisper": {"phrase": "well"},
        "point": {"table": 1, "card": "SA"},
        "show": {"table": 1},
        "lower": {"user": room.pupils[0].id},
    }
    for path, fields in doors.items():
        for person in (room.pupils[0], other, former):
            assert post(room, person, path, **fields) == 404
        address = f"/lessons/{room.lesson.id}/{path}"
        assert Client().post(address, fields).status_code == 404
        assert room.browser(room.teacher).get(address).status_code == 405
    assert not Whisper.objects.exists()


def test_a_teacher_who_looks_on_has_the_strip_and_no_pupil_has_it() -> None:
    room = room_of(4)
    page = room.browser(room.teacher).get(f"/t/{room.table().code}/").content.decode()
    assert "look-on" in page and page.count('id="c-') == 52
    for seat in SEATS:
        page = room.browser(room.pupil_at(seat)).get(f"/t/{room.table().code}/").content.decode()
        assert 'class="look-on"' not in page and "/point" not in page


def test_the_answer_leads_back_to_where_it_was_sent_from() -> None:
    room = room_of(4)
    teacher = room.browser(room.teacher)
    address = f"/lessons/{room.lesson.id}/whisper"
    assert teacher.post(address, {"phrase": "well"}).url == f"/lessons/{room.lesson.id}/wall/"
    assert teacher.post(address, {"phrase": "well", "from": 1}).url == f"/t/{room.table().code}/"
    assert lesson_place(room.lesson.id, room.pupils[0]).user == room.pupils[0]
