"""Questions inside a deal: asked by the teacher, answered by pupils, told when the teacher says so."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.classes import class_open, pupil_add
from accounts.models import ClassTeacher, User
from minibridge.engine import DECK, PRESETS, SEATS, Card, Deal, Seat, hcp
from tables.lesson_access import lesson_place
from tables.lesson_bar import bar_frame
from tables.lesson_questions import pupil_question, question_sheet, right_answers
from tables.models import Lesson, LessonAnswer, LessonPupil, Seating
from tables.pack_opening import declarers
from tables.packs import PackContent, PackDeal, Question
from tables.refusals import Refusal
from tables.scene_reading import scene_now
from tables.services.lessons import Party, lesson_end, lesson_open
from tables.services.questions import note_show, question_answer, question_ask, question_stage_set

from .cast import WORKED_DEAL, account, refused
from .lesson_room import LessonRoom

pytestmark = pytest.mark.django_db

POINTS = {Seat.N: "9", Seat.E: "5", Seat.S: "16", Seat.W: "10"}
PACK = PackContent(
    {"en": "Trumps"},
    deals=(
        PackDeal(
            WORKED_DEAL,
            dealer=Seat.N,
            title={"en": "Nine spades", "fr": "Neuf piques"},
            note={"en": "South needs ten tricks.", "fr": "Sud doit faire dix levées."},
            trick_notes={2: {"en": "Trumps first.", "fr": "Les atouts d’abord."}},
            questions=(
                Question("points"),
                Question("declarer"),
                Question("tricks", {"en": "How many does game in ♠ need?"}, "10", {"en": "Ten in a major."}),
                Question("suit", {"en": "Which trumps?"}, "S", {"en": "Nine spades together."}),
            ),
        ),
        PackDeal(WORKED_DEAL, dealer=Seat.E),
    ),
)


@pytest.fixture
def room() -> LessonRoom:
    room = LessonRoom(4, PACK)
    room.deal()
    return room


def asked(room: LessonRoom, question: int) -> None:
    question_ask(lesson_id=room.lesson.id, question=question)


def answer(room: LessonRoom, seat: Seat, text: str) -> LessonAnswer:
    return question_answer(lesson_id=room.lesson.id, user=room.pupil_at(seat), answer=text)


def bar(room: LessonRoom, user: User, language: str = "en") -> str:
    return bar_frame(lesson_place(room.lesson.id, user), language)["html"]


def tell(room: LessonRoom, stage: str = "told") -> None:
    question_stage_set(lesson_id=room.lesson.id, stage=stage)


# --- answers ---------------------------------------------------------------------------------------


def test_everybody_counts_his_own_hand(room):
    asked(room, 0)
    rows = {seat: answer(room, seat, "16") for seat in SEATS}
    assert [rows[seat].is_right for seat in SEATS] == [False, False, True, False]
    assert {row.seat for row in rows.values()} == set("NESW")
    assert all(answer(room, seat, POINTS[seat]).is_right for seat in SEATS)
    assert LessonAnswer.objects.count() == 4


@pytest.mark.parametrize(("question", "right", "wrong"), [(1, "S", "N"), (2, "10", "9"), (3, "S", "NT")])
def test_other_questions_have_one_answer_for_all(room, question, right, wrong):
    asked(room, question)
    assert answer(room, Seat.W, wrong).is_right is False
    assert answer(room, Seat.W, right).is_right is True
    assert answer(room, Seat.E, right).is_right is True


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        (0, ("38", "-1", "", "ten", "9.5", "09", "١", "N")),
        (1, ("X", "", "n", "NS", "1")),
        (2, ("14", "-1", "", "S")),
        (3, ("X", "", "s", "♠", "N", "4S")),
    ],
)
def test_what_is_no_answer_is_refused_and_not_stored(room, question, answers):
    asked(room, question)
    for text in answers:
        refused(422, answer, room=room, seat=Seat.S, text=text)
    assert not LessonAnswer.objects.exists()


def test_an_answer_may_change_until_the_teacher_closes(room):
    asked(room, 2)
    answer(room, Seat.S, "9")
    answer(room, Seat.S, "10")
    tell(room, "closed")
    refused(409, answer, room=room, seat=Seat.S, text="9")
    tell(room, "told")
    refused(409, answer, room=room, seat=Seat.N, text="10")
    tell(room, "open")
    assert answer(room, Seat.N, "10").is_right
    assert LessonAnswer.objects.get(user=room.pupil_at(Seat.S)).answer == "10"


def test_nothing_is_answered_that_is_not_asked(room):
    refused(409, answer, room=room, seat=Seat.S, text="16")
    asked(room, 0)
    question_ask(lesson_id=room.lesson.id, question=None)
    refused(409, answer, room=room, seat=Seat.S, text="16")


def test_only_questions_of_the_deal_can_be_asked(room):
    for question in (4, -1, 99):
        refused(404, question_ask, lesson_id=room.lesson.id, question=question)
    refused(400, question_stage_set, lesson_id=room.lesson.id, stage="shouted")
    refused(409, question_stage_set, lesson_id=room.lesson.id, stage="told")


def test_before_the_first_deal_nothing_can_be_asked():
    room = LessonRoom(4, PACK)
    refused(404, question_ask, lesson_id=room.lesson.id, question=0)
    refused(409, note_show, lesson_id=room.lesson.id, shown=True)
    assert question_sheet(room.lesson, "en").questions == ()


def test_the_next_deal_takes_the_question_away():
    room = LessonRoom(4, PackContent({"en": "x"}, deals=(PACK.deals[1], PACK.deals[0])))
    room.deal()
    asked(room, 0)
    answer(room, Seat.S, "16")
    lesson = Lesson.objects.get(id=room.lesson.id)
    lesson.deal, lesson.question = 2, None
    lesson.save()
    refused(409, answer, room=room, seat=Seat.S, text="16")
    assert len(question_sheet(lesson, "en").questions) == 4


def test_after_an_ended_lesson_there_is_nobody_to_answer(room):
    asked(room, 0)
    lesson_end(lesson_id=room.lesson.id)
    with pytest.raises(Refusal) as caught:
        question_answer(lesson_id=room.lesson.id, user=room.pupils[0], answer="9")
    assert caught.value.status == 404


def test_deals_without_questions_of_their_own_ask_the_two_that_follow_from_the_cards():
    room = LessonRoom(4)
    room.deal()
    kinds = [line.kind for line in question_sheet(Lesson.objects.get(id=room.lesson.id), "en").questions]
    assert kinds == ["points", "declarer"]
    asked(room, 0)
    scene = scene_now(room.table().id)
    total = hcp(scene.record.state.board.deal[Seat.W])
    assert answer(room, Seat.W, str(total)).is_right
    asked(room, 1)
    (declarer,) = declarers(scene.record.state.board, scene.record.state.rules)
    assert answer(room, Seat.W, declarer.value).is_right


def test_an_auction_is_not_asked_who_declares():
    room = LessonRoom(4, rules=PRESETS["bridge"])
    room.deal()
    lesson = Lesson.objects.get(id=room.lesson.id)
    assert [line.kind for line in question_sheet(lesson, "en").questions] == ["points"]


def test_the_declarer_is_known_although_nobody_has_announced_yet():
    room = LessonRoom(4, PACK, rules=PRESETS["ebu"])
    room.deal()
    asked(room, 1)
    assert answer(room, Seat.N, "S").is_right and not answer(room, Seat.E, "N").is_right


def test_partners_who_may_agree_are_both_right():
    tied = Deal.parse("N:J864.K98.JT2.AK6 Q932.J74.AQ3.J42 AT7.AQ53.965.QT8 K5.T62.K874.9753")
    rules = PRESETS["ebu"].to_dict() | {"tie": "agree"}
    room = LessonRoom(
        4, PackContent({"en": "x"}, deals=(PackDeal(tied),)), rules=type(PRESETS["ebu"])(**rules)
    )
    room.deal()
    asked(room, 1)
    given = {seat: answer(room, Seat.W, seat.value).is_right for seat in SEATS}
    assert given == {Seat.N: True, Seat.E: False, Seat.S: True, Seat.W: False}


def test_a_question_without_an_answer_is_not_judged(room):
    assert right_answers(Question("tricks"), None, Seat.N) == frozenset()
    assert right_answers(Question("points"), None, Seat.N) == frozenset()


# --- a fifth, and everyone alone -------------------------------------------------------------------


@pytest.fixture
def five() -> LessonRoom:
    room = LessonRoom(5, PACK)
    room.deal()
    place = LessonPupil.objects.get(user=room.pupils[4])
    Seating.objects.filter(user=place.user).delete()
    place.table = room.lesson.lesson_tables.get(number=1)
    place.save()
    return room


def test_a_fifth_has_no_points_but_may_answer_the_rest(five):
    fifth = five.pupils[4]
    asked(five, 0)
    assert "You have no cards in this deal" in bar(five, fifth)
    refused(409, question_answer, lesson_id=five.lesson.id, user=fifth, answer="9")
    asked(five, 1)
    row = question_answer(lesson_id=five.lesson.id, user=fifth, answer="S")
    assert row.is_right and row.seat == ""


def test_where_everyone_declares_each_counts_the_hand_before_him():
    room = LessonRoom(4, PACK, mode=Lesson.Mode.ALONE)
    room.deal()
    asked(room, 0)
    assert answer(room, Seat.S, "16").is_right
    assert not answer(room, Seat.N, "16").is_right


# --- what pupils see, and what they never see ------------------------------------------------------


def test_the_bar_asks_and_thanks(room):
    pupil = room.pupil_at(Seat.S)
    assert "bar-question" not in bar(room, pupil)
    asked(room, 0)
    html = bar(room, pupil)
    assert "Count the points of your hand" in html and 'max="37"' in html and "data-lesson" in html
    answer(room, Seat.S, "15")
    html = bar(room, pupil)
    assert "Thank you!" in html and "15 points" in html and "16 points" not in html


@pytest.mark.parametrize(("question", "values"), [(1, "NWES"), (3, ("S", "H", "D", "C", "NT"))])
def test_seats_and_suits_are_buttons(room, question, values):
    asked(room, question)
    html = bar(room, room.pupil_at(Seat.S))
    assert all(f'value="{value}"' in html for value in values)


def test_what_is_right_is_told_only_when_the_teacher_tells_it(room):
    asked(room, 2)
    answer(room, Seat.S, "9")
    answer(room, Seat.N, "10")
    for stage in ("open", "closed"):
        tell(room, stage)
        for seat in SEATS:
            question = pupil_question(lesson_place(room.lesson.id, room.pupil_at(seat)), "en")
            assert question.is_right is None and not question.right_label and not question.why
            assert "Ten in a major" not in bar(room, room.pupil_at(seat))
        assert not re.search(r'>[^<]*\b10\b|value="10"', bar(room, room.pupil_at(Seat.W)))
    tell(room)
    assert "That is right!" in bar(room, room.pupil_at(Seat.N))
    south = bar(room, room.pupil_at(Seat.S))
    assert "Here it is: <b>10 tricks</b>" in south and "Ten in a major" in south and "9 tricks" in south
    assert "That is right!" not in south
    assert "Here it is" in bar(room, room.pupil_at(Seat.W))


@pytest.mark.parametrize("stage", ["open", "closed", "told"])
def test_no_bar_tells_the_points_or_cards_of_another_hand(room, stage):
    asked(room, 0)
    for seat in SEATS:
        answer(room, seat, POINTS[seat])
    tell(room, stage)
    for seat in SEATS:
        html = bar(room, room.pupil_at(seat))
        others = {f"{points} points" for one, points in POINTS.items() if one is not seat}
        assert not [text for text in others if f">{text}<" in html or f" {text}." in html]
        assert not [card for card in DECK if isinstance(card, Card) and f'"{card.text}"' in html]
        assert not [pupil.name for pupil in room.pupils if pupil.name in html]


def test_the_note_is_shown_when_the_teacher_shows_it(room):
    pupil = room.pupil_at(Seat.E)
    assert "South needs ten tricks" not in bar(room, pupil)
    note_show(lesson_id=room.lesson.id, shown=True)
    assert "South needs ten tricks" in bar(room, pupil)
    assert "Sud doit faire dix levées" in bar(room, pupil, "fr")
    assert "Trumps first" not in bar(room, pupil)
    note_show(lesson_id=room.lesson.id, shown=False)
    assert "South needs ten tricks" not in bar(room, pupil)


def test_an_answer_does_not_redraw_the_pages_of_the_others(room):
    asked(room, 0)
    before = Lesson.objects.get(id=room.lesson.id).version
    answer(room, Seat.S, "16")
    assert Lesson.objects.get(id=room.lesson.id).version == before


# --- pages -----------------------------------------------------------------------------------------


def teacher_posts(room: LessonRoom) -> list[tuple[str, dict[str, str]]]:
    args = [room.lesson.id]
    return [
        (reverse("lesson_question_ask", args=args), {"question": "0"}),
        (reverse("lesson_question_stage", args=args), {"stage": "told"}),
        (reverse("lesson_note", args=args), {"shown": "1"}),
    ]


def test_the_teacher_leads_a_question_through_its_stages(room):
    teacher = room.browser(room.teacher)
    page = reverse("lesson_questions", args=[room.lesson.id])
    assert "Nine spades" in teacher.get(page).content.decode()
    ask, stage, note = (address for address, _data in teacher_posts(room))
    assert teacher.post(ask, {"question": "0"}).url == page
    answer(room, Seat.S, "16")
    answer(room, Seat.N, "16")
    text = teacher.get(page).content.decode()
    assert "<b>2</b> of 4 have answered" in text and "right: 1" in text and "not yet: 1" in text
    assert "2 pupils" in text and "Pupil 1" not in text
    named = teacher.get(page + "?names").content.decode()
    assert all(f"Pupil {number}" in named for number in (1, 2, 3, 4))
    assert teacher.post(stage, {"stage": "told"}).status_code == 302
    assert teacher.post(note, {"shown": "1"}).status_code == 302
    lesson = Lesson.objects.get(id=room.lesson.id)
    assert (lesson.question, lesson.question_stage, lesson.note_shown) == (0, "told", True)
    assert teacher.post(ask, {"question": ""}, headers={"x-live": "1"}).status_code == 204
    assert Lesson.objects.get(id=room.lesson.id).question is None


def test_the_page_that_asked_is_shown_again_and_no_page_elsewhere(room):
    teacher = room.browser(room.teacher)
    ask, data = teacher_posts(room)[0]
    page = reverse("lesson_questions", args=[room.lesson.id])
    assert teacher.post(ask, data | {"next": page + "?names"}).url == page + "?names"
    for target in ("https://example.org/", "//example.org/", "javascript:alert(1)", "/\\example.org"):
        assert teacher.post(ask, data | {"next": target}).url == page


def test_requests_without_sense_are_refused_and_change_nothing(room):
    teacher = room.browser(room.teacher)
    ask, stage, _note = (address for address, _data in teacher_posts(room))
    live = {"x-live": "1"}
    for wish in ("x", "-1", "99", "9" * 30):
        assert teacher.post(ask, {"question": wish}, headers=live).status_code == 404
    assert teacher.post(stage, {"stage": "told"}, headers=live).status_code == 409
    assert teacher.post(stage, {}, headers=live).status_code == 400
    assert teacher.post(ask, {"question": "7"}).status_code == 302
    assert teacher.get(ask).status_code == 405
    for number in (10**15, 10**40):
        assert teacher.get(f"/lessons/{number}/questions/").status_code == 404
    assert Lesson.objects.get(id=room.lesson.id).question is None


def test_the_doors_of_the_teacher_are_closed_for_everybody_else(room):
    other = account("Otto", is_adult=True)
    class_open(teacher=other, name="5e A", expires=room.classroom.expires)
    former = account("Fred", is_adult=True)
    ClassTeacher.objects.create(classroom=room.classroom, user=former).delete()
    people = [room.browser(person) for person in (room.pupils[0], account("Stranger"), other, former)]
    page = reverse("lesson_questions", args=[room.lesson.id])
    assert Client().get(page).url.startswith("/account")
    for client in people:
        assert client.get(page).status_code == 404
    for client in [Client(), *people]:
        for address, data in teacher_posts(room):
            assert client.post(address, data).status_code == 404
    lesson = Lesson.objects.get(id=room.lesson.id)
    assert (lesson.question, lesson.note_shown) == (None, False)


def test_a_pupil_answers_with_a_form_or_from_a_script(room):
    asked(room, 0)
    pupil = room.browser(room.pupil_at(Seat.S))
    address = reverse("lesson_answer", args=[room.lesson.id])
    assert pupil.post(address, {"answer": "15"}).url == f"/t/{room.table().code}/"
    frame = pupil.post(address, {"answer": "16", "seat": "N"}, headers={"x-live": "1"}).json()
    assert frame["type"] == "bar" and frame["error"] == "" and "16 points" in frame["html"]
    row = LessonAnswer.objects.get()
    assert (row.answer, row.seat, row.is_right) == ("16", "S", True)
    refusal = pupil.post(address, {"answer": "99"}, headers={"x-live": "1"})
    assert refusal.status_code == 422 and refusal.json()["error"]
    assert pupil.post(address, {}).status_code == 302
    assert LessonAnswer.objects.get().answer == "16"


def test_strangers_teachers_and_pupils_of_another_class_cannot_answer(room):
    asked(room, 0)
    other = class_open(teacher=account("Otto", is_adult=True), name="5e A", expires=room.classroom.expires)
    pupil = pupil_add(classroom=other, name="Paula").user
    lesson_open(classroom=other, teacher=pupil, parties=[Party({Seat.S: pupil})], title="Elsewhere")
    address = reverse("lesson_answer", args=[room.lesson.id])
    for person in (account("Stranger"), room.teacher, pupil):
        assert room.browser(person).post(address, {"answer": "16"}).status_code == 404
    assert Client().post(address, {"answer": "16"}).status_code == 404
    assert not LessonAnswer.objects.exists()


def test_both_languages_have_words_for_all_of_it(room):
    for question in range(4):
        asked(room, question)
        for stage in ("open", "closed", "told"):
            tell(room, stage)
            assert "bar-question" in bar(room, room.pupils[0], "fr")
            assert (
                room.browser(room.teacher, "fr")
                .get(reverse("lesson_questions", args=[room.lesson.id]))
                .status_code
                == 200
            )
