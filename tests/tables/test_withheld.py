"""What a lesson keeps back stays back: at the table at every step, and at every door to the past.

What a pupil may know is worked out here from the deal, the log and the step alone.
"""

from __future__ import annotations

import io
import json
import random
import zipfile
from dataclasses import replace

import pytest

from accounts.models import User
from minibridge.engine import DECK, PRESETS, SEATS, Card, Phase, RuleSet, Seat
from minibridge.engine.announcement import due_total
from tables.frame import Shown, frame
from tables.models import BoardRecord
from tables.refusals import Refusal
from tables.regions import Person
from tables.scene import view_of_person
from tables.scene_reading import scenes_forget
from tables.services import lock_step, withholding

from .bot_play import bots_act
from .cast import WORKED_DEAL, account
from .test_leaks import cards_in, pieces
from .test_lock_step import LockRoom

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

STEPS = ("count", "announce", "dummy", "contract", "play", "score")
FACED = ("before_contract", "declarer_first", "shape_first", "after_lead")


def faced_now(room: LockRoom, seat: Seat | None) -> bool:
    """Whether the rules and the step show dummy's cards to this seat."""
    state, step = room.state(), room.scene().step
    if state.declarer is None or (step and STEPS.index(step) < STEPS.index("dummy")):
        return False
    has_led = any(action.kind == "card" for action in room.scene().record.log)
    return {
        "before_contract": True,
        "declarer_first": has_led or seat is state.declarer,
        "shape_first": state.contract is not None,
        "after_lead": has_led,
    }[state.rules.dummy_faced]


def known(room: LockRoom, seat: Seat | None) -> set[Card]:
    scene = room.scene()
    assert scene.record is not None
    state, log = scene.record.state, scene.record.log
    played = {action.card for action in log if action.kind == "card"}
    if BoardRecord.objects.get(id=scene.record.id).finished:
        return set(DECK)
    if state.phase is Phase.FINISHED:
        return played
    seen = played | (set(WORKED_DEAL[seat]) if seat else set())
    if faced_now(room, seat):
        assert state.dummy is not None
        seen |= WORKED_DEAL[state.dummy]
        if seat is state.dummy and state.rules.dummy_sees_declarer and state.declarer:
            seen |= WORKED_DEAL[state.declarer]
    for action in log:
        if action.kind == "claim" and (action.seat is state.declarer or seat is state.declarer):
            seen |= WORKED_DEAL[action.seat]
    return seen


def check(room: LockRoom) -> None:
    """Every frame, in both languages, from this process and from one that has just begun."""
    scenes_forget()
    scene = room.scene()
    for seat in (*SEATS, None):
        user_id = room.pupil_at(seat).id if seat else None
        allowed = known(room, seat)
        view = view_of_person(scene, user_id)
        assert view is not None
        shown = {card for cards in view.hands.values() for card in cards or ()}
        assert shown <= allowed, (seat, scene.step, shown - allowed)
        for language in ("fr", "en"):
            message = frame(scene, Person(user_id, language, index_letters=language), Shown())
            told = {card for text in pieces(message) for card in cards_in(text)}
            assert told <= allowed, (seat, scene.step, told - allowed)
        if scene.is_withheld:
            assert view.result is None and view.original is None and set(view.points.values()) == {None}
            assert "RÉSULTAT" not in json.dumps(message).upper()


def teacher_sees_all(room: LockRoom) -> None:
    view = view_of_person(room.scene(), room.teacher.id)
    assert view is not None and view.original is not None


@pytest.mark.parametrize("faced", FACED)
@pytest.mark.parametrize("points", ["announced", "hidden"])
def test_every_step_of_every_way_to_face_dummy(faced: str, points: str) -> None:
    announced = next(one for one in PRESETS.values() if one.points == "announced" and one.players == "four")
    rules = replace(announced if points == "announced" else RuleSet(points=points), dummy_faced=faced)
    room = LockRoom(4, rules)
    room.step("count")
    room.deal()
    for step in STEPS:
        room.step(step)
        check(room)
        go_on(room)
        check(room)
        teacher_sees_all(room)


def go_on(room: LockRoom) -> None:
    """Whatever the step lets be done."""
    for cards in range(60):
        state = room.state()
        actor = state.actor
        if actor is None or room.scene().is_held:
            return
        match state.phase:
            case Phase.ANNOUNCEMENT:
                points = due_total(actor, state.totals, state.board.dealer, state.rules)
                answer = room.act(1, actor, "announce", points=points)
            case Phase.CONTRACT:
                answer = room.act(1, actor, "contract", contract=str(state.menu[-1]))
            case _ if cards > 9:
                return claimed(room)
            case _:
                card = view_of_person(room.scene(), room.pupil_at(actor).id).legal_cards[0]
                answer = room.act(1, actor, "card", card=card.text)
        assert answer.status == 200, answer
        if cards % 4 == 1:
            check(room)


def claimed(room: LockRoom) -> None:
    """Declarer claims and all agree: many cards are never played."""
    state = room.state()
    assert state.declarer is not None
    assert room.act(1, state.declarer, "claim", tricks=1).status == 200
    check(room)
    request = room.state().claim.n
    while room.state().claim is not None:
        seat = next(iter(room.state().claim_answerers))
        assert room.act(1, seat, "answer_claim", accept=True, request=request).status == 200
        check(room)


def test_a_rewind_shows_nothing_new() -> None:
    room = LockRoom(4)
    room.deal()
    room.play(1, 10)
    for moment in ("card", "trick", "start"):
        room.rewind(moment)
        check(room)


# --- the doors to the past -------------------------------------------------------------------------


def withheld_room() -> LockRoom:
    """The first table has claimed after five cards; the second one has not begun."""
    room = LockRoom()
    room.deal()
    room.play(1, 5)
    state = room.state()
    assert room.act(1, Seat.S, "claim", tricks=10).status == 200
    request = room.state().claim.n
    for seat in (Seat.E, Seat.W):
        assert room.act(1, seat, "answer_claim", accept=True, request=request).status == 200
    assert state.phase is Phase.PLAY and room.record(1).withheld
    return room


def text_of(answer) -> str:
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if body[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(body)) as files:
            body = b"\n".join(files.read(name) for name in files.namelist())
    return body.decode()


def readings(record: BoardRecord) -> list[str]:
    one, match = f"/deals/{record.id}", f"/matches/{record.match_id}"
    return [
        "/deals/",
        "/deals/totals/",
        "/deals/file/pbn",
        "/deals/file/json",
        f"{one}/",
        f"{one}/?step=5",
        f"{one}/print",
        f"{one}/compare/",
        f"{one}/review",
        f"{one}/together/",
        f"{one}/together/view",
        f"{one}/file/pbn",
        f"{one}/file/json",
        f"{one}/file/lin",
        f"{match}/",
        f"{match}/print",
        f"{match}/file/pbn",
        f"{match}/file/json",
        f"{match}/file/csv",
        "/account/data",
    ]


def posts(record: BoardRecord) -> list[tuple[str, dict[str, str]]]:
    one = f"/deals/{record.id}"
    return [
        (f"{one}/share", {}),
        (f"{one}/again", {"how": "alone", "level": "easy", "seat": "S"}),
        (f"{one}/robots", {"level": "easy"}),
        (f"{one}/review", {}),
        (f"{one}/together/open", {}),
        (f"/matches/{record.match_id}/share", {}),
    ]


def people(room: LockRoom) -> list[User]:
    return [room.pupil_at(Seat.S), room.pupil_at(Seat.W), room.pupil_at(Seat.N, 2), account("Somebody")]


def test_no_door_tells_of_a_withheld_deal() -> None:
    room = withheld_room()
    record = room.record(1)
    unplayed = set(DECK) - {Card.parse(card) for card in ("HQ", "HK", "H2", "H6", "S2")}
    hidden = [str(WORKED_DEAL), *(str(WORKED_DEAL).split(":")[1].split())]
    boards = BoardRecord.objects.count()
    for person in people(room):
        browser = room.browser(person)
        for address in readings(record):
            answer = browser.get(address)
            assert answer.status_code < 500, address
            text = text_of(answer)
            assert not cards_in(text) & unplayed, (address, cards_in(text) & unplayed)
            assert not any(part in text for part in hidden), address
            assert f'href="/deals/{record.id}/' not in text, address
        for address, fields in posts(record):
            answer = browser.post(address, fields)
            assert answer.status_code in (302, 400, 403, 404, 409), (address, answer.status_code)
            assert "shared" not in answer.get("Location", ""), address
    assert BoardRecord.objects.count() == boards, "nobody plays these cards elsewhere"
    page = room.browser(room.pupil_at(Seat.S)).get(f"/t/{room.table().code}/").content.decode()
    assert "Your deal is over. The others are still playing." in page


@pytest.mark.django_db(transaction=True)
def test_the_doors_open_with_the_result() -> None:
    room = withheld_room()
    lock_step.results_release(lesson_id=room.lesson.id, lesson_deal=1)
    browser = room.browser(room.pupil_at(Seat.S))
    page = browser.get(f"/deals/{room.record(1).id}/")
    assert page.status_code == 200 and "Result" in browser.get(f"/t/{room.table().code}/").content.decode()
    other = room.browser(room.pupil_at(Seat.N, 2))
    assert other.get(f"/deals/{room.record(1).id}/").status_code == 404


def test_the_teacher_sees_the_result_that_is_withheld() -> None:
    room = withheld_room()
    view = view_of_person(room.scene(), room.teacher.id)
    assert view is not None and view.result is not None and view.result.tricks == 11
    page = room.browser(room.teacher).get(f"/t/{room.table().code}/").content.decode()
    assert "Its result is not shown to the pupils yet" in page


# --- at random -------------------------------------------------------------------------------------


class Lesson:
    """A teacher who presses anything, pupils who play what they may, and robots at the second table."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.room = LockRoom(5)
        self.room.deal()

    def press(self) -> None:
        number = self.random.choice((None, 1, 2))
        kind = self.random.choice(("pause", "on", "step", "step", "free", "rewind", "play", "play", "robots"))
        try:
            match kind:
                case "pause" | "on":
                    self.room.pause(kind == "pause", number=number)
                case "step":
                    self.room.step(self.random.choice(STEPS), number=number)
                case "free":
                    self.room.step("", number=number)
                case "rewind":
                    self.room.rewind(self.random.choice(("card", "trick", "start")), number)
                case "play":
                    self.play(self.random.choice((1, 2)), self.random.randint(1, 12))
                case "robots":
                    bots_act(self.room.table(2).id)
        except Refusal as refusal:
            assert refusal.status == 409

    def play(self, number: int, most: int) -> None:
        """What the people of a table may do now, up to so many actions."""
        for _ in range(most):
            scene = self.room.scene(number)
            assert scene.record is not None
            actor = scene.record.state.actor
            chair = scene.chairs[actor] if actor else None
            if actor is None or chair is None or chair.is_bot or scene.is_held:
                return
            view = view_of_person(scene, chair.user_id)
            assert view is not None
            if view.menu:
                answer = self.room.act(number, actor, "contract", contract=str(view.menu[0]))
            else:
                answer = self.room.act(number, actor, "card", card=view.legal_cards[0].text)
            assert answer.status == 200

    def check(self) -> None:
        for number in (1, 2):
            scene = self.room.scene(number)
            assert scene.record is not None
            fallen = {action.card for action in scene.record.log if action.kind == "card"}
            for seat in SEATS:
                chair = scene.chairs[seat]
                if chair is None or chair.is_bot:
                    continue
                view = view_of_person(scene, chair.user_id)
                assert view is not None
                state, shown = scene.record.state, set[Card]()
                for cards in view.hands.values():
                    shown |= set(cards or ())
                own = set(WORKED_DEAL[seat])
                is_seen = state.declarer is not None and (not scene.step or scene.step not in STEPS[:2])
                dummy = set(WORKED_DEAL[state.dummy]) if is_seen and state.dummy else set()
                is_open = BoardRecord.objects.get(id=scene.record.id).finished is not None
                allowed = set(DECK) if is_open else set() if scene.is_withheld else own | dummy
                assert shown <= allowed | fallen
                assert is_open or view.result is None

    def finish(self) -> None:
        """However it was held: let go, it comes to its end, and both results are seen."""
        self.room.pause(False)
        self.room.step("")
        for _ in range(60):
            for number in (1, 2):
                self.play(number, 60)
            if not bots_act(self.room.table(2).id):
                break
        withholding.sweep()
        assert self.room.finished() == [True, True]


@pytest.mark.parametrize("seed", range(3))
def test_whatever_the_teacher_presses_nothing_is_shown_and_nothing_is_stuck(seed: int) -> None:
    lesson = Lesson(seed)
    for _ in range(30):
        lesson.press()
        lesson.check()
    lesson.finish()
