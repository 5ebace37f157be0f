"""Nobody is sent a card he may not know: every frame, answer, poll and page of whole matches is read.

What a seat may know is worked out here, from the deal and the log alone, in a few plain lines without
``view_for``.
"""

from __future__ import annotations

import io
import json
import logging
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import IntegrityError
from django.test import AsyncClient, Client, TestCase
from prometheus_client.parser import text_string_to_metric_families

from accounts.models import User
from minibridge import engine
from minibridge.engine import DECK, PRESETS, SEATS, Card, Deal, Phase, RuleSet, Seat
from minibridge.engine.announcement import due_total
from minibridge.logs import FORMATTERS
from tables import consumers
from tables.doors import Visit
from tables.frame import Shown, frame
from tables.models import Table
from tables.regions import Person
from tables.rule_texts import OFFERED_PRESETS
from tables.rules_alone import rules_alone
from tables.scene import view_of_person
from tables.services.bots import bots_seat_everywhere
from tables.templatetags.bridge import words
from tables.views import table as table_view

from .bot_play import act_once
from .cast import WORKED_DEAL, WORKED_PLAY, Room, Trio, room_of, trio_of
from .sockets import page

CARD_IN_ATTRIBUTE = re.compile(r"""(?:data-card|value|id)=["'](?:[ct]-)?([SHDC][2-9TJQKA])\b""")
VISITOR = None


# --- a second opinion on what may be known ---------------------------------------------------------


def known_cards(room: Room, seat: Seat | None) -> set[Card]:
    """The cards that somebody on this seat (None: a visitor) may have learned of by now."""
    record = room.scene.record
    assert record is not None
    state, rules = record.state, record.state.rules
    deal = {hand: set(state.board.deal[hand]) for hand in SEATS}
    played = {action.card for action in record.log if action.kind == "card"}
    known = set(played)
    if state.result is not None:
        return set(DECK)
    if seat is not None:
        known |= deal[seat]
    declarer = state.declarer
    if declarer is None:
        return known
    dummy, led = declarer.partner, bool(played)
    is_faced = {
        "before_contract": True,
        "declarer_first": led or seat is declarer,
        "after_lead": led,
        "shape_first": state.contract is not None,
    }[rules.dummy_faced]
    if is_faced:
        known |= deal[dummy]
    if seat is dummy and is_faced and rules.dummy_sees_declarer:
        known |= deal[declarer]
    for action in record.log:
        if action.kind == "claim" and (action.seat is declarer or seat is declarer):
            known |= deal[action.seat]
    return known


def known_to_one_of_three(room: Trio, player: Seat | None) -> set[Card]:
    """The same where three play; a player is named by his first chair."""
    record = room.scene.record
    assert record is not None
    state, dealt = record.state, record.state.board.deal
    declarer, empty = state.declarer, state.board.dealer.next.next.next
    users = {user: chair for chair, user in room.chairs.items()}
    chair = users[room.people[player]] if player else None
    known = {action.card for action in record.log if action.kind == "card"}
    led = bool(known)
    if state.result is not None:
        return set(DECK)
    known |= dealt[chair] if chair else set()
    if declarer is None:
        return known
    opposite = declarer.partner  # his hand is dummy in the French rule, else the fourth hand
    is_french = state.rules.players == "three_french"
    if chair is opposite and is_french:
        known |= dealt[empty]
    sees_early = {
        "before_contract": True,
        "declarer_first": chair is declarer,
        "after_lead": False,
        "shape_first": state.contract is not None,
    }
    if led or sees_early[state.rules.dummy_faced]:
        known |= dealt[opposite if is_french else empty]
    for action in record.log:
        if action.kind == "claim" and (action.seat is declarer or chair is declarer):
            moved_with_cards = action.seat is empty and not is_french
            known |= dealt[opposite if moved_with_cards else action.seat]
    return known


def _by_words() -> tuple[re.Pattern[str], dict[str, Card]]:
    names = {name: card for language in ("fr", "en") for card, name in words(language).cards.items()}
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})\b"), names


@lru_cache(maxsize=20_000)
def cards_in(text: str) -> frozenset[Card]:
    """Every card that a piece of page names, by its letters or by its words in either language."""
    pattern, names = _by_words_kept()
    found = {Card.parse(code) for code in CARD_IN_ATTRIBUTE.findall(text)}
    return frozenset(found | {names[name] for name in pattern.findall(text)})


_by_words_kept = lru_cache(_by_words)


def pieces(message: object) -> Iterator[str]:
    """All the text in a frame, however deep; pieces that many frames share are read once."""
    if isinstance(message, dict):
        for key, value in message.items():
            yield from pieces(key)
            yield from pieces(value)
    elif isinstance(message, list | tuple):
        for value in message:
            yield from pieces(value)
    else:
        yield str(message)


# --- everything that leaves the server -------------------------------------------------------------


class Reader:
    """Reads all that each person is sent, and keeps each person's open page to see the pushes too."""

    def __init__(self, room: Room, known: Callable[[Room, Seat | None], set[Card]] = known_cards) -> None:
        self.room = room
        self.known = known
        self.clients: dict[Seat | None, Client] = {VISITOR: Client()}
        for seat, user in room.people.items():
            self.clients[seat] = Client()
            self.clients[seat].force_login(user)
        self.shown = {seat: Shown() for seat in self.clients}
        self.read = 0

    def person(self, seat: Seat | None, language: str) -> Person:
        user = self.room.people.get(seat) if seat else None
        return Person(user_id=user.id if user else None, language=language)

    def check(self, seat: Seat | None, message: object, source: str) -> None:
        self.read += 1
        told = frozenset[Card]().union(*map(cards_in, pieces(message)))
        leaked = told - self.known(self.room, seat)
        assert not leaked, f"{source} tells {seat} of {sorted(map(str, leaked))}"

    def pushes(self) -> None:
        scene = self.room.scene
        for number, seat in enumerate(self.clients):
            message = frame(scene, self.person(seat, ("fr", "en")[number % 2]), self.shown[seat])
            self.check(seat, json.loads(json.dumps(message)), "a push")

    def pages(self, *, everything: bool = False) -> None:
        code, record = self.room.code, self.room.record.id
        addresses = [f"/t/{code}/", f"/t/{code}/view", f"/deals/{record}/", f"/deals/{record}/compare/"]
        if everything:
            addresses += [f"/t/{code}/rules/", "/deals/", "/", f"/deals/{record}/?step=1&seat=E"]
        for seat, client in self.clients.items():
            for address in addresses:
                answer = client.get(address)
                assert answer.status_code < 500, address
                self.check(seat, answer.content.decode(), address)

    def hints(self) -> None:
        """What is proposed; its reason may name an honour that everybody misses."""
        for seat, client in self.clients.items():
            answer = client.post(f"/t/{self.room.code}/hint", headers={"X-Live": "0"}).json()
            hint = answer.get("html", {}).pop("hint", "")
            self.check(seat, answer, "the answer to a hint")
            self.check(seat, hint.partition("hint-options")[2], "a hint")

    def refusals(self) -> None:
        """Answers to what may not be done, also by strangers to the deal."""
        code = self.room.code
        for seat, client in self.clients.items():
            for fields in (
                {"kind": "card", "card": "SA"},
                {"kind": "claim", "tricks": "13x"},
                {"kind": "contract"},
            ):
                body = {
                    "record": self.room.record.id,
                    "n": self.room.state.n + 5,
                    "client_id": "leak",
                    **fields,
                }
                for headers in ({}, {"X-Live": "0"}):
                    answer = client.post(f"/t/{code}/act", body, headers=headers, follow=True)
                    assert answer.status_code < 500
                    self.check(seat, answer.content.decode(), "a refusal")


def play_on(room: Room, rng: random.Random) -> Iterator[None]:
    """Play a whole deal by chance, with all that the rules allow; pauses after each action."""
    while room.state.phase is not Phase.FINISHED:
        action = _choose(room, rng)
        room.act(action.seat, action.kind, **action.to_data())
        yield


def _choose(room: Room, rng: random.Random) -> engine.Action:
    state = room.state
    if state.phase is Phase.ANNOUNCEMENT:
        assert state.turn is not None
        points = due_total(state.turn, state.totals, state.board.dealer, state.rules)
        if state.recounts == 0 and rng.random() < 0.3:
            points = (points + 1) % 38
        return engine.AnnouncePoints(state.turn, points)
    legal = engine.legal_actions(state)
    plain = [action for action in legal if action.kind in ("agree", "contract", "card")]
    others = [action for action in legal if action not in plain]
    if state.agreeing is not None:
        return engine.AgreeDeclarer(rng.choice(list(state.agreeing)), next(iter(state.agreeing)))
    may_end = [action for action in others if not (action.kind == "answer_claim" and action.accept)]
    return rng.choice(may_end) if may_end and (not plain or rng.random() < 0.06) else rng.choice(plain)


AXIS_CASES = {
    "written": RuleSet(points="written"),
    "partners": RuleSet(points="partners"),
    "hidden": RuleSet(points="hidden"),
    "declarer_first": RuleSet(dummy_faced="declarer_first"),
    "agree": RuleSet(tie="agree"),
    "dealer_side": RuleSet(balanced="dealer_side"),
    "dummy_sees_declarer": RuleSet(dummy_sees_declarer=True),
    "dummy_sees_declarer_after_lead": RuleSet(dummy_sees_declarer=True, dummy_faced="after_lead"),
    "free": RuleSet(takeback="free", dummy_faced="after_lead"),
}
CASES = {name: rules for name, rules in OFFERED_PRESETS.items() if rules.players == "four"} | AXIS_CASES

FRENCH, FOURTH = PRESETS["three_french"], PRESETS["three_fourth_dummy"]
CASES_OF_THREE = {
    "french": replace(FRENCH, deals=2),
    "fourth": replace(FOURTH, deals=2),
}
MORE_OF_THREE = {
    "french_after_lead": replace(FRENCH, dummy_faced="after_lead", takeback="free"),
    "french_declarer_first": replace(FRENCH, dummy_faced="declarer_first", points="written"),
    "fourth_after_lead": replace(FOURTH, dummy_faced="after_lead", points="hidden"),
    "fourth_shape_first": replace(FOURTH, dummy_faced="shape_first", takeback="free"),
}


def seated(rules: RuleSet, host: User, *others: User) -> Room:
    return room_of(dict(zip((Seat.S, Seat.N, Seat.E, Seat.W), (host, *others), strict=True)), rules)


@pytest.mark.any_database
@pytest.mark.parametrize("name", CASES)
def test_no_seat_is_told_a_card_it_may_not_know(
    name: str, south: User, north: User, east: User, west: User
) -> None:
    rng = random.Random(name)
    room = seated(replace(CASES[name], length="deals", deals=1), south, north, east, west)
    room.start([Deal.random(rng) for _number in range(6)])
    reader = Reader(room)
    reader.pages(everything=True)
    while room.scene.status == "playing":
        reader.pushes()
        was_asked = False
        for step, _none in enumerate(play_on(room, rng)):
            reader.pushes()
            is_asked = bool(room.state.claim or room.state.takeback)
            if step in (0, 5, 30) or (is_asked and not was_asked):
                reader.pages()
            was_asked = was_asked or is_asked
            if step == 7:
                reader.refusals()
        if room.scene.status == "playing":
            room.all_ready()
    reader.pages(everything=True)
    assert reader.read > 250


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("name", "rules"),
    [
        *CASES_OF_THREE.items(),
        *(pytest.param(*case, marks=pytest.mark.soak) for case in MORE_OF_THREE.items()),
    ],
)
def test_nobody_of_three_is_told_a_card_he_may_not_know(
    name: str, rules: RuleSet, south: User, north: User, east: User
) -> None:
    """Deal after deal on other chairs; pages are read where somebody moves too."""
    rng = random.Random(name)
    people = {Seat.S: south, Seat.N: north, Seat.E: east}
    room = trio_of(people, rules)
    room.start([Deal.random(rng) for _number in range(4)])
    reader = Reader(room, known_to_one_of_three)
    while room.scene.status == "playing":
        reader.pushes()
        declarer = None
        for step, _none in enumerate(play_on(room, rng)):
            reader.pushes()
            if step in (0, 9) or room.state.declarer is not declarer:
                reader.pages()
            declarer = room.state.declarer
            if step == 7:
                reader.refusals()
        if room.scene.status == "playing":
            room.all_ready()
    reader.pages(everything=True)
    assert reader.read > 250


def test_the_reader_of_three_cries_out(south: User, north: User, east: User) -> None:
    """North deals and declares with South's cards; South has taken West's chair and knows three hands."""
    room = trio_of({Seat.S: south, Seat.N: north, Seat.E: east}, FRENCH)
    room.start([WORKED_DEAL])
    reader = Reader(room, known_to_one_of_three)
    room.say_totals()
    reader.pushes()
    own = frame(room.scene, reader.person(Seat.S, "en"), Shown())
    reader.check(Seat.S, own, "South's own page")
    assert (
        frozenset[Card]().union(*map(cards_in, pieces(own)))
        == room.state.board.deal[Seat.S] | (room.state.board.deal[Seat.W])
    )
    for seat in (Seat.N, Seat.E, VISITOR):
        with pytest.raises(AssertionError, match="tells"):
            reader.check(seat, own, "South's page")


def known_alone(room: Room, seat: Seat | None) -> set[Card]:
    """Alone, the person on South holds North's hand too when North declares, and plays it."""
    known = known_cards(room, seat)
    if seat is Seat.S and room.state.declarer is Seat.N:
        known |= set(room.state.board.deal[Seat.N])
    return known


@pytest.mark.parametrize("name", [name for name, rules in CASES.items() if rules.players == "four"])
def test_alone_nobody_is_told_a_card_of_the_bots(name: str, south: User) -> None:
    """The same with three bots: while each of them acts, and while the person plays both hands."""
    rng = random.Random(name)
    room = alone_room(south, replace(CASES[name], length="deals", deals=2))
    room.start([Deal.random(rng) for _number in range(9)])
    reader = Reader(room, known_alone)
    reader.pages(everything=True)
    declarers = set()
    while room.scene.status == "playing":
        while room.state.phase is not Phase.FINISHED:
            reader.pushes()
            if not act_once(room.table.id):
                act_for_person(room, rng)
            if room.state.n in (2, 20):
                reader.pages()
                reader.refusals()
            if room.state.n % 7 == 0:
                reader.hints()
        declarers.add(room.state.declarer)
        if room.scene.status == "playing":
            room.all_ready()
    reader.pages(everything=True)
    assert reader.read > 70
    assert declarers - {None}


def alone_room(person: User, rules: RuleSet) -> Room:
    """A table for one with three bots, before its first deal."""
    room = room_of({Seat.S: person}, rules_alone(rules))
    bots_seat_everywhere(table_id=room.table.id, host_id=person.id, level="medium")
    Table.objects.filter(id=room.table.id).update(alone=True, version=30, setting_version=30)
    return room


def act_for_person(room: Room, rng: random.Random) -> None:
    """Whatever the person may do, by his own view; he answers nothing, as nobody asks."""
    view = view_of_person(room.scene, room.people[Seat.S].id)
    assert view is not None and isinstance(view.viewer, Seat)
    if "announce" in view.may:
        action: engine.Action = engine.AnnouncePoints(view.viewer, room.state.totals[view.viewer])
    elif view.agreeing is not None:
        action = engine.AgreeDeclarer(view.viewer, view.viewer)
    elif view.menu:
        action = engine.ChooseContract(view.viewer, rng.choice(view.menu))
    elif rng.random() < 0.05 and "claim" in view.may:
        action = engine.ClaimTricks(view.viewer, rng.randrange(view.remaining + 1))
    else:
        action = engine.PlayCard(view.viewer, rng.choice(view.legal_cards))
    assert room.act(Seat.S, action.kind, **action.to_data()).status == 200


def test_the_reader_finds_what_it_looks_for(playing: Room) -> None:
    """The scanner itself is tested: with all hands shown it must cry out."""
    reader = Reader(playing)
    scene = playing.scene
    someone_else = reader.person(Seat.N, "fr")
    reader.check(Seat.N, frame(scene, someone_else, Shown()), "North's page")
    with pytest.raises(AssertionError, match="tells"):
        reader.check(Seat.E, frame(scene, reader.person(Seat.S, "en"), Shown()), "South's page")
    everything = " ".join(words("fr").cards.values())
    assert cards_in(everything) == set(DECK)


def test_a_seat_is_told_the_cards_it_needs(playing: Room) -> None:
    for seat in SEATS:
        message = frame(playing.scene, Reader(playing).person(seat, "en"), Shown())
        assert frozenset[Card]().union(*map(cards_in, pieces(message))) == known_cards(playing, seat)


def test_what_an_operator_reads_tells_of_no_card_person_or_table(playing: Room, settings: Any) -> None:
    """A whole deal, with refusals, and then all that is counted, each by its own name and labels."""
    settings.METRICS_TOKEN = "sesame"
    with TestCase.captureOnCommitCallbacks(execute=True):
        Reader(playing).refusals()
        playing.play_worked_deal()
    client = Client(headers={"authorization": "Bearer sesame"})
    told = client.get("/metrics").text + client.get("/health/").text
    assert "minibridge_actions_total" in told
    assert not cards_in(told)
    names = {user.display_name for user in playing.people.values()}
    assert "Sami" in names
    for secret in (*names, playing.code, "sesame", "must_follow"):
        assert secret not in told
    labels = {
        label
        for family in text_string_to_metric_families(told.partition('{"status"')[0])
        if family.name.startswith("minibridge_")
        for sample in family.samples
        for label in sample.labels
    }
    assert labels <= {"kind", "outcome", "page", "door", "status", "level", "le"}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("log_format", ["text", "json"])
async def test_a_deal_full_of_faults_logs_no_card_and_no_person(
    playing: Room, monkeypatch: pytest.MonkeyPatch, log_format: str
) -> None:
    """Each card is refused, breaks on the socket, breaks by POST, and is played; each fault quotes it all."""
    log = io.StringIO()
    handler = logging.StreamHandler(log)
    handler.setFormatter(FORMATTERS[log_format]())
    logging.getLogger().addHandler(handler)
    monkeypatch.setattr(logging.getLogger("django.request"), "level", logging.WARNING)

    def broken(kind: type[Exception]) -> Callable[..., None]:
        def fault(visit: Visit, message: dict[str, Any]) -> None:
            raise kind(f"Sami at {visit.code}: {message['action']['card']}")

        return fault

    monkeypatch.setattr(consumers, "act", broken(IntegrityError))
    monkeypatch.setattr(table_view, "act", broken(ValueError))
    client = AsyncClient(raise_request_exception=False)
    await client.aforce_login(playing.person(Seat.S))
    await sync_to_async(playing.act)(Seat.S, "contract", contract="4S")
    monkeypatch.setattr(settings, "PAGE_FRAMES", 1000)
    try:
        async with page(playing.code, playing.person(Seat.S)) as socket:
            for card in WORKED_PLAY:
                answer = await socket.act(playing.table.id, 0, kind="card", card=card)
                assert answer["status"] == 503
                fields = {"record": "1", "n": "0", "client_id": "x", "kind": "card", "card": card}
                assert (await client.post(f"/t/{playing.code}/act", fields)).status_code == 500
                assert (await client.post(f"/t/{playing.code}/{card}", fields)).status_code == 404
                await sync_to_async(playing.play)([card])
    finally:
        logging.getLogger().removeHandler(handler)
    told = log.getvalue()
    assert told.count("IntegrityError") >= len(WORKED_PLAY) <= told.count("ValueError")
    assert "/t/<str:code>/act" in told
    assert not cards_in(told)
    for secret in (*WORKED_PLAY, "Sami", playing.code):
        assert not re.search(rf"\b{secret}\b", told), secret


def test_no_card_crosses_the_channel_layer(playing: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    from tables import push

    sent: list[dict[str, object]] = []
    monkeypatch.setattr(push, "_send", lambda group, message: sent.append(message))
    with TestCase.captureOnCommitCallbacks(execute=True):
        playing.play_worked_deal()
    assert len(sent) == 53
    for message in sent:
        assert set(message) == {"type", "version"}


def test_errors_and_logs_hold_no_cards(
    playing: Room, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    """What an operator reads of a fault names the table, never a hand."""
    from tables.refusals import Refusal

    try:
        playing.act(Seat.E, "card", card="??")
    except Refusal as refusal:
        assert not cards_in(str(refusal.sentence))
    refused = playing.act(Seat.E, "card", card="SA")
    assert refused.refusal is not None
    assert cards_in(f"{refused.refusal!r} {refused.refusal}") <= {Card.parse("SA")}
    assert not cards_in(caplog.text + "".join(capsys.readouterr()))
    for value in (playing.record, playing.record.board, playing.record.match, playing.table):
        assert not cards_in(str(value))
