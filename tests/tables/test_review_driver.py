"""Reviews are worked on in the background: once each, by whoever is there, and to the end."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from django.utils import timezone

from accounts.models import User
from minibridge.analysis import Analysis, AnalysisUnavailable, carrier
from minibridge.bots import card_cost, contract_cost
from minibridge.engine import SEATS, Deal, Phase, Seat
from tables import analysis as table_analysis
from tables import review_driver
from tables.models import BoardRecord, DealTricks, Match, Review, Table
from tables.review_driver import ReviewDriver, Work
from tables.scene import view_of_person
from tables.services.alone import alone_start
from tables.services.bots import bots_stand_in
from tables.services.change import table_change
from tables.services.play import Submission, bot_action_submit
from tables.services.reviews import LEASE, MOST_TRIES, review_ask, review_claim, review_save
from tests.analysis.conftest import AnalysisProcess

from .bot_play import bots_act
from .cast import BALANCED_DEAL, WORKED_DEAL, WORKED_PLAY, Room

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AnalysisProcess]:
    """One analysis process for all tests of this file."""
    if carrier.find() is None:
        pytest.skip("endplay is not installed")
    started = AnalysisProcess(tmp_path_factory.mktemp("analysis"), "minibridge.bots.jobs")
    yield started
    started.end()


@pytest.fixture
def analysis(process: AnalysisProcess, monkeypatch: pytest.MonkeyPatch) -> Analysis:
    one = Analysis(process.folder)
    monkeypatch.setattr(card_cost, "SAMPLES", 3)
    monkeypatch.setattr(contract_cost, "SAMPLES", 3)
    monkeypatch.setattr(table_analysis, "analysis", one)
    monkeypatch.setattr(table_analysis.settings, "ANALYSIS", True)
    return one


class Silent:
    """An analysis that is there and gives no answer; it counts how often it was asked."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.asked = 0

    def is_available(self) -> bool:
        return True

    async def ask(self, *args: object, **kwargs: object) -> object:
        self.asked += 1
        raise AnalysisUnavailable(self.code)


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> Silent:
    one = Silent("died")
    monkeypatch.setattr(table_analysis, "analysis", one)
    monkeypatch.setattr(table_analysis.settings, "ANALYSIS", True)
    return one


async def drain(*drivers: ReviewDriver, meanwhile: Callable[[], None] = lambda: None) -> None:
    """One sweep of each, and all that follows from it."""
    for driver in drivers:
        await driver.sweep()
    async with asyncio.timeout(60):
        while any(driver.tasks for driver in drivers):
            await asyncio.sleep(0.01)
            meanwhile()
    if isinstance(table_analysis.analysis, Analysis):
        await table_analysis.analysis.close()


drained = async_to_sync(drain)


def due() -> None:
    """Time passes."""
    Review.objects.update(not_before=timezone.now() - timedelta(seconds=1))


def review_of(room: Room) -> Review:
    return Review.objects.get(record=room.record)


# --- by itself --------------------------------------------------------------------------------------


def test_a_finished_deal_is_analysed_by_itself(played: Room, analysis: Analysis) -> None:
    drained(ReviewDriver())
    review = review_of(played)
    assert (review.status, review.depth) == ("done", "deal")
    # Of South: rules and lesson say that game in spades is right, and that 3NT fails.
    assert review.data["table"]["S"] == {"C": 9, "D": 5, "H": 8, "S": 10, "NT": 8}
    assert review.data["table"]["N"] == review.data["table"]["S"]
    assert review.data["trace"] == [10] * 53
    assert len(review.data["steps"]) == 52
    assert {player.tricks_lost for player in played.record.players.all()} == {0}


def test_the_same_cards_are_solved_once(
    played: Room, analysis: Analysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    DealTricks.objects.create(deal=str(WORKED_DEAL), tricks={"S": "as stored"})
    monkeypatch.setattr(review_driver, "table_from_data", lambda data: data)
    drained(ReviewDriver())
    review = review_of(played)
    assert review.data["table"] == {"S": "as stored"}


def test_a_deal_in_play_is_never_analysed(playing: Room, analysis: Analysis) -> None:
    drained(ReviewDriver())
    assert not Review.objects.exists()
    with pytest.raises(ValueError, match="in play"):
        review_ask([playing.record])
    assert not Review.objects.exists()


def test_tricks_lost_are_those_of_who_chose_the_card(playing: Room, analysis: Analysis) -> None:
    """South plays dummy's ♣Q at trick nine, which costs a trick; the defence then plays on as it can."""

    def play() -> None:
        playing.act(Seat.S, "contract", contract="4S")
        playing.play([*WORKED_PLAY[:32], "CQ"])
        playing.act(Seat.S, "claim", tricks=0)
        for seat in (Seat.E, Seat.W):
            if playing.state.claim is not None:
                playing.act(seat, "answer_claim", accept=True, request=playing.state.claim.n)

    play()
    drained(ReviewDriver())
    lost = {player.seat: player.tricks_lost for player in playing.record.players.all()}
    assert lost == {"N": 0, "E": 0, "S": 1, "W": 0}
    review = review_of(playing)
    assert review.data["trace"][-2:] == [10, 9]
    assert len(review.data["steps"]) == 33, "after the claim nothing is judged"


def test_cards_taken_back_are_not_judged(playing: Room, analysis: Analysis) -> None:
    def play() -> None:
        playing.act(Seat.S, "contract", contract="4S")
        playing.play([*WORKED_PLAY[:32], "CQ"])
        playing.act(Seat.S, "ask_takeback")
        playing.act(Seat.W, "answer_takeback", accept=True, request=playing.state.takeback.n)
        playing.play(WORKED_PLAY[32:])

    play()
    drained(ReviewDriver())
    review = review_of(playing)
    assert review.data["trace"] == [10] * 53
    assert review.data["steps"][31] == [33, "E"]
    assert review.data["steps"][32] == [37, "N"], "after the card, the request and its answer"


def test_without_a_declarer_there_is_the_deal_alone(room: Room, analysis: Analysis) -> None:
    room.start([BALANCED_DEAL, WORKED_DEAL])
    drained(ReviewDriver())
    review = Review.objects.get()
    record = BoardRecord.objects.get(id=review.record_id)
    assert (record.outcome, review.status) == ("balanced", "done")
    assert review.data["trace"] == []
    assert set(review.data["table"]) == {"N", "E", "S", "W"}


# --- every card -------------------------------------------------------------------------------------


def test_every_choice_is_looked_at_when_asked(played: Room, analysis: Analysis) -> None:
    driver = ReviewDriver()
    drained(driver)
    review_ask([played.record])
    drained(driver)
    review = review_of(played)
    assert (review.status, review.depth) == ("done", "cards")
    assert review.judged == review.to_judge == len(review.data["cards"]) + 1
    ninth = review.data["cards"]["34"]  # the contract is the first step
    assert ninth["played"] == "C9"
    assert ninth["tricks"] == {"H8": 9, "CQ": 9, "C9": 10, "C6": 9, "C2": 9}
    assert ninth["hindsight"] == "fine"
    assert review.data["contract"]["cost"] == 0
    assert review.data["contract"]["scores"]["4S"] == 420
    assert review.data["contract"]["scores"]["3NT"] == -50
    assert "7" not in review.data["cards"], "East followed with its only trump"
    trace = review.data["trace"]
    for n, (step, _hand) in enumerate(review.data["steps"]):
        card = review.data["cards"].get(str(step))
        if card is not None:
            assert card["tricks"][card["played"]] == trace[n + 1]
            assert trace[n] in card["tricks"].values()


def test_it_goes_on_where_it_was_left(played: Room, analysis: Analysis) -> None:
    """What another process had found is neither lost nor asked again."""
    driver = ReviewDriver()
    drained(driver)
    review_ask([played.record])
    review = review_claim("cards")
    assert review is not None
    review.data["cards"] = {"34": {"as": "stored"}}
    review_save(review)
    drained(driver)
    assert review_of(played).status == "waiting", "held by the one that died"
    due()
    drained(driver)
    review = review_of(played)
    assert review.status == "done"
    assert review.data["cards"].pop("34") == {"as": "stored"}
    assert len(review.data["cards"]) > 20


def test_the_death_of_the_solver_costs_nothing(
    played: Room, process: AnalysisProcess, analysis: Analysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = ReviewDriver()
    review_ask([played.record])
    answers = []
    ask = table_analysis.review_answer

    async def ask_and_kill(job: str, *arguments: object) -> object:
        if len(answers) == 8 and (worker := process.worker_pid):
            os.kill(worker, signal.SIGKILL)
        answers.append(job)
        return await ask(job, *arguments)

    monkeypatch.setattr(review_driver, "review_answer", ask_and_kill)
    drained(driver)
    due()
    drained(driver)
    review = review_of(played)
    assert review.status == "done"
    assert review.judged == review.to_judge
    assert answers.count("table") == answers.count("trace") == 1
    assert review.to_judge <= len(answers) - 2 <= review.to_judge + 1, "one at most was asked again"


def test_two_processes_share_the_work(played: Room, analysis: Analysis) -> None:
    one, two = ReviewDriver(), ReviewDriver()
    drained(one, two)
    assert review_of(played).status == "done"
    review_ask([played.record])
    assert review_claim("cards") is not None
    assert review_claim("cards") is None


def test_what_is_asked_for_meanwhile_is_not_lost(played: Room, analysis: Analysis) -> None:
    review = review_claim("deal")
    assert review is not None
    review_ask([played.record])
    driver = ReviewDriver()
    async_to_sync(driver._review)(review)
    assert review_of(played).status == "waiting"
    drained(driver)
    assert review_of(played).data["cards"]


# --- what goes wrong --------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["died", "failed", "timed_out"])
def test_a_failing_deal_is_given_up(played: Room, silent: Silent, code: str) -> None:
    silent.code = code
    driver = ReviewDriver()
    for _ in range(MOST_TRIES + 2):
        drained(driver)
        due()
    review = review_of(played)
    assert review.status == "failed"
    assert silent.asked == MOST_TRIES
    assert review.code == ("too_long" if code == "timed_out" else code)


def test_a_deal_that_takes_too_long_is_cut_off_at_once(played: Room, silent: Silent) -> None:
    silent.code = "too_long"
    driver = ReviewDriver()
    drained(driver)
    review = review_of(played)
    assert (review.status, review.code, silent.asked) == ("failed", "too_long", 1)
    review_ask([played.record])
    assert review_of(played).status == "waiting", "asked again, it is tried again"


def test_an_absent_analysis_is_waited_for(played: Room, silent: Silent) -> None:
    silent.code = "not_running"
    driver = ReviewDriver()
    for _ in range(MOST_TRIES + 2):
        drained(driver)
        due()
    review = review_of(played)
    assert (review.status, review.tries) == ("waiting", 0)


def test_a_deal_may_take_so_long_in_all(
    played: Room, analysis: Analysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_driver, "LONGEST", 0.0)
    drained(ReviewDriver())
    review = review_of(played)
    assert (review.status, review.code) == ("failed", "too_long")
    assert len(review.data["table"]) == 4 if "table" in review.data else True


def test_a_claimed_review_is_nobody_elses_for_the_time_of_a_lease(played: Room) -> None:
    review = review_claim("deal")
    assert review is not None
    assert review_claim("deal") is None
    stored = review_of(played)
    assert timedelta(0) < stored.not_before - timezone.now() <= LEASE


def test_the_newest_deal_comes_first_and_the_first_question(room: Room) -> None:
    room.start([WORKED_DEAL] * 3)
    for _ in range(2):
        if room.state.declarer is Seat.S:
            room.play_worked_deal()
        room.all_ready()
    first = BoardRecord.objects.earliest("id")
    second = BoardRecord.objects.filter(finished__isnull=False).latest("id")
    of_second, of_first = Review.objects.get(record=second), Review.objects.get(record=first)
    assert review_claim("deal") == of_second, "of the deal played last"
    due()
    review_ask([of_second.record, of_first.record])
    Review.objects.filter(id=of_first.id).update(not_before=timezone.now() - timedelta(minutes=1))
    assert review_claim("cards") == of_first


# --- what is asked ----------------------------------------------------------------------------------


def test_equal_cards_are_no_choice(playing: Room, analysis: Analysis) -> None:
    """South, with ♠KQJ left and nothing else that follows, is not asked about."""

    def play() -> Work:
        playing.act(Seat.S, "contract", contract="4S")
        playing.play(WORKED_PLAY)
        return Work.on(Review.objects.get(record=playing.record))

    work = play()
    questions = work.questions()
    asked = {int(step) for step in questions}
    for one in work.played.cards:
        if len(one.before.hands[one.hand]) == 1:
            assert one.step not in asked
    # East follows to ♠K with its only trump, West to ♣A with its last club.
    assert not asked & {7, 51, 52, 53}
    assert str(Deal.parse(work.contract_question()["deal"])) == str(WORKED_DEAL)


NORTH_DECLARES = Deal(*[WORKED_DEAL[seat.partner] for seat in SEATS])
"""The worked deal with the partners exchanged: North has the sixteen points."""


def test_who_plays_alone_is_judged_by_both_hands(south: User) -> None:
    """He declares for a robot, and has seen his own hand from the start, whatever the rules of dummy."""
    table = alone_start(user=south, level="easy", deals=4, preset="dummy_after_lead")
    BoardRecord.objects.filter(match__table=table).delete()
    Match.objects.filter(table=table).delete()
    Table.objects.filter(id=table.id).update(version=40, setting_version=40)
    room = Room(table, {Seat.S: south})
    room.start([NORTH_DECLARES])
    while room.state.phase is Phase.ANNOUNCEMENT:
        assert bots_act(table.id) or room.act(Seat.S, "announce", points=9).status == 200
    room.act(Seat.S, "contract", contract="4S")
    bots_act(table.id)
    while room.state.phase is Phase.PLAY:
        view = view_of_person(room.scene, south.id)
        assert room.act(Seat.S, "card", card=view.legal_cards[0].text).status == 200
        bots_act(table.id)
    work = Work.on(Review.objects.get(record=room.record))
    question = work.contract_question()
    assert set(question["evidence"]["hands"]) == {"N", "S"}
    for step, asked in work.questions().items():
        assert len(asked["evidence"]["hands"]) == (1 if step == "2" else 2), "the leader sees his own alone"


def test_a_robot_that_stands_in_costs_the_absent_nothing(room: Room, analysis: Analysis) -> None:
    """West is away from the lead on; his robot leads a diamond, which gives a trick."""
    room.start()
    room.act(Seat.S, "contract", contract="4S")
    with table_change(room.table.id) as change:
        bots_stand_in(table=change.table, scene=change.scene, chairs=[Seat.W])
    record = room.record
    submission = Submission(record.id, room.state.n, "bot:1", "card", {"card": "D8"})
    bot_action_submit(table_id=room.table.id, chair=Seat.W, submission=submission)
    room.act(Seat.S, "claim", tricks=11)
    room.act(Seat.E, "answer_claim", accept=True, request=room.state.claim.n)
    room.act(Seat.W, "answer_claim", accept=True, request=room.state.claim.n)  # West is back
    drained(ReviewDriver())
    review = review_of(room)
    assert review.data["trace"] == [10, 11]
    assert {player.seat: player.tricks_lost for player in record.players.all()} == dict.fromkeys("NESW", 0)
