"""A teacher holds the tables together: pause, steps, withheld results, corrections, the same deal again."""

from __future__ import annotations

import pytest

from accounts.models import User
from minibridge.bots import Decision, Reason
from minibridge.engine import PRESETS, ChooseContract, Contract, Phase, RuleSet, Seat
from tables.bot_driver import bot_turns, submit, tables_waiting
from tables.incoming_json import matches_of_json
from tables.lesson_steps import ORDER, step_after, steps_of
from tables.models import BoardRecord, Lesson, LessonStep, Table
from tables.packs import PackContent, PackDeal
from tables.scene_reading import scenes_forget
from tables.services import lock_step, matches, withholding
from tables.services.change import PAUSED
from tables.services.closing import table_close
from tables.services.lessons import lesson_deal, lesson_end, table_deal
from tables.services.play import Answer, Submission, action_submit

from .bot_play import bots_act
from .cast import WORKED_DEAL, WORKED_PLAY, account, refused
from .lesson_room import LessonRoom

pytestmark = pytest.mark.django_db(transaction=True)  # results open after the commit

PACK = PackContent({"en": "Tricks"}, deals=(PackDeal(WORKED_DEAL), PackDeal(WORKED_DEAL)))
ANNOUNCED = next(
    rules for rules in PRESETS.values() if rules.points == "announced" and rules.players == "four"
)


class LockRoom(LessonRoom):
    """A lesson at whose tables the worked deal is played; South declares."""

    def __init__(self, pupils: int = 8, rules: RuleSet = PRESETS["four_deals"]) -> None:
        super().__init__(pupils, PACK, rules=rules)
        self.count = 0

    def act(self, number: int, seat: Seat, kind: str, **data: object) -> Answer:
        """What the pupil on this seat sends, as a page that shows the newest state."""
        scene = self.scene(number)
        assert scene.record is not None
        self.count += 1
        request = data.pop("request", None)
        submission = Submission(
            scene.record.id, scene.record.state.n, f"c{self.count}", kind, dict(data), request=request
        )
        user = self.pupil_at(seat, number)
        return action_submit(table_id=scene.table_id, user_id=user.id, submission=submission)

    def play(self, number: int, cards: int = 52) -> None:
        """The contract and so many cards of the worked play."""
        if self.state(number).phase is Phase.CONTRACT:
            assert self.act(number, Seat.S, "contract", contract="4S").status == 200
        for card in WORKED_PLAY[:cards]:
            actor = self.state(number).actor
            assert actor is not None
            assert self.act(number, actor, "card", card=card).status == 200

    def state(self, number: int = 1):
        return self.scene(number).record.state

    def record(self, number: int = 1) -> BoardRecord:
        return BoardRecord.objects.filter(match__table=self.table(number)).latest("id")

    def finished(self) -> list[bool]:
        return [self.record(row.number).finished is not None for row in self.lesson.lesson_tables.all()]

    def pause(self, paused: bool = True, **options: int) -> None:
        lock_step.lesson_pause(lesson_id=self.lesson.id, paused=paused, **options)

    def step(self, step: str, **options: object) -> None:
        lock_step.step_release(lesson_id=self.lesson.id, step=step, **options)

    def rewind(self, moment: str, number: int | None = 1) -> int:
        return lock_step.deal_rewind(
            lesson_id=self.lesson.id, user_id=self.teacher.id, moment=moment, number=number
        )

    def steps(self) -> list[str]:
        return list(self.lesson.lesson_tables.values_list("table__step", flat=True))


@pytest.fixture
def room() -> LockRoom:
    room = LockRoom()
    room.deal()
    return room


# --- pause -----------------------------------------------------------------------------------------


def test_nobody_acts_while_all_are_paused(room: LockRoom) -> None:
    room.pause()
    for number in (1, 2):
        answer = room.act(number, Seat.S, "contract", contract="4S")
        assert (answer.status, answer.sentence) == (423, PAUSED)
        assert room.state(number).n == 0
    scenes_forget()
    assert room.scene().paused and room.act(1, Seat.S, "contract", contract="4S").status == 423
    room.pause(False)
    assert room.act(1, Seat.S, "contract", contract="4S").status == 200


def test_one_table_is_paused_and_the_others_play(room: LockRoom) -> None:
    room.pause(number=2)
    assert room.act(1, Seat.S, "contract", contract="4S").status == 200
    assert room.act(2, Seat.S, "contract", contract="4S").status == 423
    refused(404, lock_step.lesson_pause, lesson_id=room.lesson.id, paused=True, number=9)


def test_claims_and_take_backs_wait_too(room: LockRoom) -> None:
    room.play(1, 8)
    room.pause()
    for kind, data in (("claim", {"tricks": 3}), ("ask_takeback", {}), ("card", {"card": "SQ"})):
        assert room.act(1, Seat.S, kind, **data).status == 423


def test_when_to_go_on_is_for_the_teacher_paused_or_not(room: LockRoom) -> None:
    table, user = room.table().id, room.pupil_at(Seat.S).id
    for paused in (True, False):
        room.pause(paused)
        refused(403, matches.ready_set, table_id=table, user_id=user)
        refused(403, matches.vote_cast, table_id=table, user_id=user, question="end", choice="wait")


@pytest.mark.parametrize("elsewhere", ["nowhere", "//example.org/", "https://example.org/"])
def test_a_control_leads_back_to_pages_of_this_site_alone(room: LockRoom, elsewhere: str) -> None:
    teacher = room.browser(room.teacher)
    address = f"/lessons/{room.lesson.id}/"
    answer = teacher.post(address + "pause", {"paused": "1", "next": elsewhere})
    assert (answer.status_code, answer.url) == (302, address + "steps/")
    assert teacher.post(address + "pause", {"paused": "0", "next": "/classes/"}).url == "/classes/"


def test_what_was_stored_before_the_pause_is_answered_as_before(room: LockRoom) -> None:
    scene = room.scene()
    sent = Submission(scene.record.id, 0, "twice", "contract", {"contract": "4S"})
    user = room.pupil_at(Seat.S)
    assert action_submit(table_id=scene.table_id, user_id=user.id, submission=sent).status == 200
    room.pause()
    again = action_submit(table_id=scene.table_id, user_id=user.id, submission=sent)
    assert (again.status, again.replayed) == (200, True)


def test_a_pupil_is_told_of_the_pause_after_a_reload_too(room: LockRoom) -> None:
    room.pause()
    scenes_forget()
    page = room.browser(room.pupil_at(Seat.S)).get(f"/t/{room.table().code}/").content.decode()
    assert "We stop and listen" in page
    assert 'name="contract"' not in page
    room.pause(False)
    page = room.browser(room.pupil_at(Seat.S)).get(f"/t/{room.table().code}/").content.decode()
    assert "We stop and listen" not in page and 'name="contract"' in page


def test_no_hint_while_paused(room: LockRoom) -> None:
    room.pause()
    answer = room.browser(room.pupil_at(Seat.S)).post(f"/t/{room.table().code}/hint", headers={"x-live": "1"})
    assert answer.status_code in (403, 409)


def test_a_table_that_is_paused_twice_is_not_drawn_twice(room: LockRoom) -> None:
    room.pause()
    version = room.scene().version
    room.pause()
    assert room.scene().version == version


# --- robots ----------------------------------------------------------------------------------------


def test_robots_wait_and_go_on() -> None:
    room = LockRoom(5)  # at the second table three robots
    room.deal()
    table = room.table(2)
    room.pause()
    assert list(bot_turns(room.scene(2))) == [] and bots_act(table.id) == 0
    assert table.id not in tables_waiting(everywhere=True)
    room.pause(False)
    Table.objects.update(active="2026-01-01T00:00:00Z")
    assert table.id in tables_waiting(everywhere=True)
    assert bots_act(table.id) == 53 and room.scene(2).is_withheld, "dummy is the only person"
    assert table.id not in tables_waiting(everywhere=True)


def test_a_robot_that_thought_while_the_table_was_paused_is_no_error(caplog) -> None:
    room = LockRoom(1)
    room.deal()
    scene = room.scene()
    (turn,) = bot_turns(scene)
    decision = Decision(ChooseContract(turn.seat, Contract.parse("4S")), Reason("only_card"))
    room.pause()
    assert submit(scene, turn, decision) and room.state().n == 0
    assert caplog.records == []


def test_robots_play_their_part_of_each_step() -> None:
    room = LockRoom(1, ANNOUNCED)
    room.step(LessonStep.COUNT)
    room.deal()
    table = room.table()
    assert bots_act(table.id) == 0
    room.step(LessonStep.ANNOUNCE)
    while room.state().phase is Phase.ANNOUNCEMENT:
        bots_act(table.id)
        if room.state().actor is Seat.N:
            assert room.act(1, Seat.N, "announce", points=9).status == 200
    assert room.state().declarer is Seat.S and bots_act(table.id) == 0
    room.step(LessonStep.CONTRACT)
    assert bots_act(table.id) == 1 and room.state().phase is Phase.PLAY
    room.step(LessonStep.PLAY)
    assert bots_act(table.id) > 0


# --- steps -----------------------------------------------------------------------------------------


def test_the_steps_that_mean_something() -> None:
    assert steps_of(ANNOUNCED) == ("count", "announce", "dummy", "contract", "play", "score")
    assert "announce" not in steps_of(RuleSet(points="shown"))
    assert "contract" not in steps_of(RuleSet(menu="none", scoring="tricks"))
    assert step_after("count", RuleSet(points="shown")) == "dummy"
    assert step_after("score", ANNOUNCED) is None and step_after("", ANNOUNCED) is None


def test_each_step_lets_its_own_part_be_done() -> None:
    room = LockRoom(4, ANNOUNCED)
    room.step("count")
    room.deal()
    points = {Seat.N: 9, Seat.E: 5, Seat.S: 16, Seat.W: 10}
    first = room.state().actor
    assert first is not None and room.act(1, first, "announce", points=points[first]).status == 423
    room.step("announce")
    while room.state().phase is Phase.ANNOUNCEMENT:
        actor = room.state().actor
        assert actor is not None and room.act(1, actor, "announce", points=points[actor]).status == 200
    assert room.act(1, Seat.S, "contract", contract="4S").status == 423
    room.step("dummy")
    assert room.act(1, Seat.S, "contract", contract="4S").status == 423
    room.step("contract")
    assert room.act(1, Seat.S, "contract", contract="4S").status == 200
    assert room.act(1, Seat.W, "card", card="HQ").status == 423
    assert room.act(1, Seat.S, "claim", tricks=9).status == 423
    room.step("play")
    assert room.act(1, Seat.W, "card", card="HQ").status == 200


def test_a_step_for_one_table_and_forward_for_all(room: LockRoom) -> None:
    room.step("count")
    room.step("play", number=2)
    room.step("dummy", only_forward=True)
    assert room.steps() == ["dummy", "play"]
    room.lesson.refresh_from_db()
    assert room.lesson.step == "dummy"
    room.step("dummy")
    assert room.steps() == ["dummy", "dummy"]


def test_what_has_passed_at_a_table_stays() -> None:
    room = LockRoom()
    room.step("count")
    room.deal()
    room.step("dummy", number=1)
    room.step("count")
    assert room.steps() == ["dummy", "count"], "dummy was seen at the first table"
    room.step("")
    room.play(1, 1)
    room.step("count")
    assert room.steps() == ["play", "dummy"]
    refused(400, lock_step.step_release, lesson_id=room.lesson.id, step="lead")


def test_steps_on_and_off_and_from_the_first_with_each_deal(room: LockRoom) -> None:
    lock_step.steps_use(lesson_id=room.lesson.id, wanted=True)
    room.step("score")
    for number in (1, 2):
        room.play(number)
    assert room.deal() == 2
    assert room.steps() == ["count", "count"]
    lock_step.steps_use(lesson_id=room.lesson.id, wanted=False)
    assert room.steps() == ["", ""]


# --- withheld results ------------------------------------------------------------------------------


def test_a_result_waits_for_the_last_table(room: LockRoom) -> None:
    room.play(1)
    assert room.finished() == [False, False] and room.record().withheld
    assert room.scene().is_withheld and room.scene().deal_is_open and room.scene().match.outcomes == ()
    room.play(2)
    assert room.finished() == [True, True] and not room.record().withheld
    assert room.record().tricks == 10 and room.record().review is not None
    assert not room.scene().is_withheld and len(room.scene().match.outcomes) == 1


def test_the_teacher_lets_a_result_be_seen(room: LockRoom) -> None:
    room.play(1)
    lock_step.results_release(lesson_id=room.lesson.id, lesson_deal=1)
    assert room.finished() == [True, False]
    room.play(2)
    assert room.finished() == [True, True]
    refused(409, lock_step.results_release, lesson_id=room.lesson.id, lesson_deal=2)
    refused(409, lock_step.results_release, lesson_id=room.lesson.id, lesson_deal=0)


def test_the_step_score_keeps_results_back_too(room: LockRoom) -> None:
    room.step("play")
    for number in (1, 2):
        room.play(number)
    assert room.finished() == [False, False]
    room.step("score", number=2)
    assert room.finished() == [False, True]
    room.step("score")
    assert room.finished() == [True, True]


def test_the_next_deal_lets_the_results_of_the_last_be_seen(room: LockRoom) -> None:
    room.step("play")
    room.play(1)
    refused(409, lesson_deal, lesson_id=room.lesson.id)
    assert room.finished() == [False, False]
    room.play(2)
    assert room.deal() == 2
    first = BoardRecord.objects.filter(lesson_deal=1)
    assert [record.finished is not None for record in first] == [True, True]


def test_the_end_of_a_table_and_of_the_lesson_hold_nobody(room: LockRoom) -> None:
    room.play(1)
    table_close(room.table(2).id)
    assert room.finished() == [True, True]
    assert room.record(2).outcome == "unfinished" and room.record(1).outcome == "played"


def test_a_table_that_closes_keeps_its_true_result(room: LockRoom) -> None:
    room.play(1)
    table_close(room.table(1).id)
    assert room.finished() == [True, False] and room.record(1).tricks == 10


def test_the_end_of_the_lesson_lets_all_results_be_seen(room: LockRoom) -> None:
    room.play(1)
    lesson_end(lesson_id=room.lesson.id)
    assert room.record(1).finished is not None and room.record(1).tricks == 10


def test_the_sweep_repairs_what_was_missed(room: LockRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(withholding, "results_open", lambda *_: 0)
    for number in (1, 2):
        room.play(number)
    monkeypatch.undo()
    assert room.finished() == [False, True]
    assert withholding.sweep() == 1 and room.finished() == [True, True]
    assert withholding.sweep() == 0


def test_where_tables_go_on_by_themselves_all_have_to_come_to_the_deal(room: LockRoom) -> None:
    Lesson.objects.update(pace=Lesson.Pace.FREE)
    room.play(1)
    board = room.record(1).board
    refused(409, table_deal, table_id=room.table(1).id, board=board, number=2, deal=PackDeal(WORKED_DEAL))
    table_deal(room.table(1).id, board, 2, PackDeal(WORKED_DEAL), is_free=True)
    room.play(1)
    assert room.record(1).lesson_deal == 2 and BoardRecord.objects.filter(withheld=True).count() == 2
    room.play(2)
    first = BoardRecord.objects.filter(lesson_deal=1)
    assert [record.finished is not None for record in first] == [True, True]
    assert room.record(1).withheld, "the second table has not come to deal 2 yet"


# --- corrections -----------------------------------------------------------------------------------


def test_back_by_a_card_a_trick_and_to_the_beginning(room: LockRoom) -> None:
    room.play(1, 6)
    assert room.rewind("card") == 1
    assert [card.text for card in room.state().trick.cards] == ["S2"]
    room.rewind("trick")
    assert room.state().trick.cards == () and len(room.state().tricks) == 1
    room.rewind("start")
    assert room.state().phase is Phase.CONTRACT and room.state().contract is None
    row = room.record().actions.last()
    assert (row.kind, row.seat, row.user_id) == ("rewind", "", room.teacher.id)
    refused(409, room.rewind, moment="start")
    refused(400, room.rewind, moment="yesterday")
    room.play(1)


def test_all_tables_go_back_that_can(room: LockRoom) -> None:
    room.play(1, 3)
    assert room.rewind("start", number=None) == 1
    refused(409, room.rewind, moment="start", number=None)
    assert room.state(2).n == 0


def test_a_table_that_waits_with_its_result_goes_back(room: LockRoom) -> None:
    room.play(1)
    room.rewind("trick")
    assert not room.record().withheld and not room.scene().is_withheld
    assert len(room.state().tricks) == 12
    room.play(2)
    assert room.finished() == [False, False], "the first table plays again"


def test_a_result_that_was_seen_is_not_taken_back(room: LockRoom) -> None:
    for number in (1, 2):
        room.play(number)
    refused(409, room.rewind, moment="card")


def test_the_right_points_are_written_down() -> None:
    room = LockRoom(4, ANNOUNCED)
    room.deal()
    first = room.state().actor
    assert first is not None and room.act(1, first, "announce", points=33).status == 200
    assert lock_step.counts_correct(lesson_id=room.lesson.id, user_id=room.teacher.id, number=1) == 1
    assert room.state().phase is Phase.CONTRACT and room.state().declarer is Seat.S
    refused(409, lock_step.counts_correct, lesson_id=room.lesson.id, user_id=room.teacher.id, number=1)


def test_a_deal_ends_early(room: LockRoom) -> None:
    room.play(1, 4)
    options = {"lesson_id": room.lesson.id, "user_id": room.teacher.id}
    refused(409, lock_step.deal_end, **options, number=2, tricks=9)
    assert lock_step.deal_end(**options, number=1, tricks=9) == 1
    refused(409, lock_step.deal_end, **options, number=1)
    assert room.record(1).withheld
    assert lock_step.deal_end(**options) == 1
    assert room.finished() == [True, True]
    assert (room.record(1).outcome, room.record(1).tricks) == ("assigned", 9)
    assert room.record(2).outcome == "unfinished"


# --- the same deal again ---------------------------------------------------------------------------


def again(room: LockRoom, contract: str, **options: object) -> int:
    return lock_step.deal_again(lesson_id=room.lesson.id, lesson_deal=1, contract=contract, **options)


def test_the_same_deal_with_another_contract(room: LockRoom) -> None:
    refused(409, again, room=room, contract="3NT")
    for number in (1, 2):
        room.play(number)
    first = room.record(1)
    refused(422, again, room=room, contract="7C")
    assert again(room, "3NT") == 2
    record = room.record(1)
    assert (record.parent_id, record.lesson_deal, record.board_id) == (first.id, 1, first.board_id)
    assert room.state(1).contract == Contract.parse("3NT") and room.state(1).phase is Phase.PLAY
    refused(409, again, room=room, contract="3NT")
    options = {"lesson_id": room.lesson.id, "user_id": room.teacher.id}
    lock_step.deal_end(**options, number=1, tricks=9)
    assert room.record(1).withheld, "the second table still plays"
    lock_step.deal_end(**options, number=2, tricks=8)
    assert room.finished() == [True, True]
    assert len(room.scene().match.outcomes) == 1, "it counts once"
    assert room.deal() == 2


def test_declarer_chooses_anew_at_one_table(room: LockRoom) -> None:
    for number in (1, 2):
        room.play(number)
    assert again(room, "choose", number=2) == 1
    assert room.state(2).phase is Phase.CONTRACT
    assert room.record(1).parent_id is None


def test_who_released_a_deal_by_hand_withholds_it_again_when_all_play_it_again(room: LockRoom) -> None:
    room.play(1)
    lock_step.results_release(lesson_id=room.lesson.id, lesson_deal=1)
    room.play(2)
    assert again(room, "3NT") == 2
    lock_step.deal_end(lesson_id=room.lesson.id, user_id=room.teacher.id, number=1)
    assert room.record(1).withheld


def test_everything_is_refused_after_the_lesson(room: LockRoom) -> None:
    user: User = account("Somebody")
    lesson_end(lesson_id=room.lesson.id)
    refused(409, room.pause)
    refused(409, room.step, step="play")
    refused(409, room.rewind, moment="card")
    refused(409, lock_step.deal_end, lesson_id=room.lesson.id, user_id=user.id)
    assert ORDER[-1] == ""


# --- the teacher's page ----------------------------------------------------------------------------

DOORS = (
    ("pause", {"paused": "1"}),
    ("stepwise", {"wanted": "1"}),
    ("step", {"step": "play"}),
    ("release", {"deal": "1"}),
    ("rewind", {"moment": "card"}),
    ("count", {}),
    ("end-deal", {}),
    ("deals/1/again", {"contract": "3NT"}),
)


def stand(room: LockRoom) -> list[tuple[object, ...]]:
    room.lesson.refresh_from_db()
    tables = Table.objects.order_by("id").values_list("version", "paused", "step")
    return [(room.lesson.version, room.lesson.released), *tables]


@pytest.mark.parametrize(("door", "fields"), DOORS)
def test_only_the_teacher_finds_the_doors(room: LockRoom, door: str, fields: dict[str, str]) -> None:
    room.play(1, 4)
    before = stand(room)
    former = account("Former", is_adult=True)
    fields = {"seen": f"1-{room.record(1).id}.0"} | fields
    for person in (room.pupil_at(Seat.S), account("Somebody"), former):
        answer = room.browser(person).post(f"/lessons/{room.lesson.id}/{door}", fields)
        assert answer.status_code == 404
    assert room.browser(room.teacher).get(f"/lessons/{room.lesson.id}/{door}").status_code == 405
    assert stand(room) == before
    answer = room.browser(room.teacher).post(f"/lessons/{room.lesson.id}/{door}", fields)
    assert (answer.status_code, answer.url) == (302, f"/lessons/{room.lesson.id}/steps/")


@pytest.mark.parametrize("page", ["steps/", "deals/1/sides/"])
def test_only_the_teacher_reads_the_pages(room: LockRoom, page: str) -> None:
    for number in (1, 2):
        room.play(number)
    for person in (room.pupil_at(Seat.S), account("Somebody")):
        assert room.browser(person).get(f"/lessons/{room.lesson.id}/{page}").status_code == 404
    assert room.browser(room.teacher).get(f"/lessons/{room.lesson.id}/{page}").status_code == 200
    assert room.browser(room.teacher).get(f"/lessons/{10**30}/{page}").status_code == 404


@pytest.mark.parametrize(
    ("door", "fields", "status"),
    [
        ("step", {"step": "lead"}, 400),
        ("step", {"step": "play", "table": "x"}, 400),
        ("pause", {"paused": "1", "table": "77"}, 404),
        ("rewind", {"moment": "never"}, 400),
        ("end-deal", {"tricks": "14"}, 400),
        ("end-deal", {"tricks": "9"}, 409),
        ("release", {"deal": "5"}, 409),
        ("deals/1/again", {"contract": "nonsense"}, 409),
        (f"deals/{10**30}/again", {"contract": "3NT"}, 409),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(
    room: LockRoom, door: str, fields: dict[str, str], status: int
) -> None:
    before = stand(room)
    browser = room.browser(room.teacher)
    fields = {"seen": f"1-{room.record(1).id}.0"} | fields
    answer = browser.post(f"/lessons/{room.lesson.id}/{door}", fields, headers={"x-live": "1"})
    assert answer.status_code == status and answer.content.decode()
    assert stand(room) == before


def test_a_form_leads_back_to_the_page_it_came_from_and_nowhere_else(room: LockRoom) -> None:
    browser = room.browser(room.teacher)
    door = f"/lessons/{room.lesson.id}/pause"
    assert browser.post(door, {"paused": "1", "next": "/account/"}).url == "/account/"
    assert browser.post(door, {"paused": "0", "next": "https://evil.example/"}).url.endswith("/steps/")
    assert browser.post(door, {"paused": "0", "next": "no address"}).status_code == 302


def test_the_controls_say_in_words_how_far_each_table_is(room: LockRoom) -> None:
    browser = room.browser(room.teacher)
    address = f"/lessons/{room.lesson.id}/steps/"
    room.step("count")
    assert "Next step: see dummy" in browser.get(address).content.decode()
    room.step("")
    room.play(1)
    room.play(2, 5)
    page = browser.get(address).content.decode()
    assert "Over, result closed" in page and "Show the results of deal 1" in page and "1 trick" in page
    room.pause(number=2)
    assert "paused" in browser.get(address).content.decode()
    room.pause(False)
    lock_step.deal_end(lesson_id=room.lesson.id, user_id=room.teacher.id, number=2, tricks=9)
    page = browser.get(address).content.decode()
    assert "Play deal 1 again with" in page and 'value="3NT"' in page
    again(room, "3NT")
    lock_step.deal_end(lesson_id=room.lesson.id, user_id=room.teacher.id, tricks=7)
    assert "both results side by side" in browser.get(address).content.decode()
    page = browser.get(f"/lessons/{room.lesson.id}/deals/1/sides/").content.decode()
    assert "First time" in page and "here they part" not in page
    assert browser.get(f"/lessons/{room.lesson.id}/deals/9/sides/").status_code == 404


def test_what_the_teacher_did_stands_in_the_replay_and_in_the_files(room: LockRoom) -> None:
    room.play(1, 6)
    room.rewind("trick")
    room.rewind("card")
    lock_step.deal_end(lesson_id=room.lesson.id, user_id=room.teacher.id)
    record, browser = room.record(1), room.browser(room.pupil_at(Seat.S))
    page = browser.get(f"/deals/{record.id}/").content.decode()
    assert "The teacher goes back" in page and "The teacher ends the deal here" in page
    data = b"".join(browser.get(f"/deals/{record.id}/file/json").streaming_content)
    (match,) = matches_of_json("lesson.json", data)
    assert [one.action.kind for one in match.records[0].actions].count("rewind") == 2
    assert not [row for row in match.records[0].problems if row["code"] == "action_refused"]
    assert browser.get(f"/deals/{record.id}/file/pbn").status_code == 200
