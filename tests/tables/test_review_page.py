"""What the review of a deal tells, to whom, and when it has nothing to tell."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from minibridge.engine import PRESETS, Phase, Seat, Side
from tables import analysis
from tables.models import Board, BoardRecord, RecordPlayer, Review
from tables.replays import replay_of
from tables.reviews import reviewed
from tables.scene_reading import scenes_forget
from tables.services import matches, tables
from tables.services.bots import bots_seat_everywhere
from tables.services.purge import table_close
from tables.services.reviews import review_ask, review_open

from .analyst import analyse_here, analysed
from .bot_play import bots_act
from .cast import BALANCED_DEAL, WORKED_DEAL, WORKED_PLAY, Room, Trio, guest, reader, room_of, trio_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.any_database]


@pytest.fixture
def analyst(monkeypatch: pytest.MonkeyPatch) -> None:
    analyse_here(monkeypatch)


@pytest.fixture
def costly(playing: Room, analyst: None) -> Room:
    """The worked deal to trick nine, where dummy's ♣Q costs a trick; then South claims one too few."""
    playing.act(Seat.S, "contract", contract="4S")
    playing.play([*WORKED_PLAY[:32], "CQ"])
    claim(playing, Seat.S, 2)
    return playing


def claim(room: Room, seat: Seat, tricks: int) -> None:
    assert room.act(seat, "claim", tricks=tricks).status == 200
    while room.state.claim is not None:
        answerer = min(room.state.claim_answerers)
        room.act(answerer, "answer_claim", accept=True, request=room.state.claim.n)


def address(record: BoardRecord, query: str = "") -> str:
    return reverse("deal", args=[record.id]) + query


def door(record_id: int) -> str:
    return reverse("deal_review", args=[record_id])


def text_of(room: Room, query: str = "", person: Seat = Seat.S, **headers: str) -> str:
    response = reader(room.people[person]).get(address(room.record, query), headers=headers)
    assert response.status_code == 200
    return response.text


# --- who may ask, and see ---------------------------------------------------------------------------


def test_players_ask_others_find_nothing(played: Room, stranger: User, analyst: None) -> None:
    record = played.record
    for person in (stranger, None):
        assert reader(person).post(door(record.id)).status_code == 404
        for fragment in ("review", "replay", ""):
            answer = reader(person).get(address(record), headers={"X-Fragment": fragment})
            assert answer.status_code == 404
    assert Review.objects.get(record=record).depth == "deal"
    for person in played.people.values():
        answer = reader(person).post(door(record.id), {"step": "7"})
        assert (answer.status_code, answer.url) == (302, address(record, "?step=7&review=open#review"))
    assert Review.objects.get(record=record).depth == "cards"


@pytest.mark.parametrize("number", [0, 10**12, 10**18, 10**30])
def test_deals_that_do_not_exist(played: Room, number: int) -> None:
    assert reader(played.people[Seat.S]).post(door(number)).status_code == 404


def test_a_deal_in_play_can_neither_be_asked_about_nor_seen(
    playing: Room, stranger: User, analyst: None
) -> None:
    record = playing.record
    for person in (*playing.people.values(), stranger, None):
        assert reader(person).post(door(record.id)).status_code == 404
    for person in playing.people.values():
        for fragment in ("review", "replay"):
            answer = reader(person).get(address(record), headers={"X-Fragment": fragment})
            assert (answer.status_code, answer.content) == (302, b"")
    assert not Review.objects.exists()


def test_a_visitor_of_the_table_is_a_stranger_to_its_deals(played: Room, analyst: None) -> None:
    visitor = guest("Vera")
    client = reader(visitor)
    assert client.get(reverse("table", args=[played.code])).status_code == 200
    assert client.post(door(played.record.id)).status_code == 404


def test_only_a_form_of_this_site_may_ask(played: Room, analyst: None) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(played.people[Seat.S])
    assert client.post(door(played.record.id)).status_code == 403
    assert reader(played.people[Seat.S]).get(door(played.record.id)).status_code == 405
    assert Review.objects.get().depth == "deal"


def test_all_deals_of_the_match_but_the_one_in_play(room: Room, analyst: None) -> None:
    room.start(deals=[WORKED_DEAL] * 3)
    for _ in range(2):
        room.play_worked_deal() if room.state.declarer is Seat.S else None
        room.all_ready()
    client = reader(room.people[Seat.S])
    first = BoardRecord.objects.earliest("id")
    assert BoardRecord.objects.filter(finished=None).count() == 1
    assert client.post(door(first.id), {"of": "match"}).status_code == 302
    finished = BoardRecord.objects.filter(finished__isnull=False)
    asked = Review.objects.filter(depth="cards").values_list("record_id", flat=True)
    assert sorted(asked) == sorted(finished.values_list("id", flat=True))


def test_of_a_match_only_what_one_played(played: Room, stranger: User, analyst: None) -> None:
    """Who came for the second deal does not reach the first by way of the match."""
    first = played.record
    tables.seat_remove(table_id=played.table.id, host_id=played.table.host_id, seat=Seat.E)
    tables.seat_take(table_id=played.table.id, user=stranger, seat=Seat.E, name="Zoe")
    played.people[Seat.E] = stranger
    matches.boards_prepare(table_id=played.table.id, deals=[WORKED_DEAL], first_dealer=Seat.E)
    played.all_ready()
    second = played.record
    assert second.id != first.id
    tables_end(played)
    assert reader(stranger).post(door(second.id), {"of": "match"}).status_code == 302
    assert Review.objects.get(record=second).depth == "cards"
    assert Review.objects.get(record=first).depth == "deal"


def tables_end(room: Room) -> None:
    """The deal in play is over, by a claim of all tricks."""
    if room.state.phase is Phase.CONTRACT:
        assert room.act(room.state.actor, "contract", contract="1NT").status == 200
    room.play([room.state.hands[room.state.turn][0].text])
    claim(room, room.state.declarer, 13)


def test_without_analysis_nothing_is_asked(played: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis.settings, "ANALYSIS", False)
    client = reader(played.people[Seat.S])
    answer = client.post(door(played.record.id))
    assert answer.status_code == 503
    assert "The analysis is not running now." in answer.text
    assert Review.objects.get().depth == "deal"
    page = client.get(address(played.record)).text
    assert "This site works without an analysis of deals." in page
    assert "Look at every card" not in page


def test_too_many_questions_are_refused(played: Room, analyst: None) -> None:
    client = reader(played.people[Seat.S])
    answers = [client.post(door(played.record.id)).status_code for _ in range(31)]
    assert answers == [302] * 30 + [429]


@pytest.mark.parametrize(
    "data", [{"of": "x"}, {"step": "x"}, {"step": "9" * 50}, {"of": "match", "step": "-1"}]
)
def test_odd_forms_are_survived(played: Room, analyst: None, data: dict[str, str]) -> None:
    assert reader(played.people[Seat.S]).post(door(played.record.id), data).status_code == 302


# --- what is told of the deal -----------------------------------------------------------------------


def test_the_worked_deal(played: Room, analyst: None) -> None:
    analysed(played.record, every_card=True)
    response = reader(played.people[Seat.S]).get(address(played.record))
    review = response.context["review"]
    assert [(row.seat.value, row.tricks) for row in review.rows] == [
        ("N", (9, 5, 8, 10, 8)),
        ("E", (4, 8, 5, 3, 4)),
        ("S", (9, 5, 8, 10, 8)),
        ("W", (4, 8, 5, 3, 4)),
    ]
    chosen = next(row for row in review.menu if row.is_chosen)
    assert (str(chosen.contract), chosen.tricks, chosen.points, chosen.is_best) == ("4S", 10, 420, True)
    fails = next(row for row in review.menu if str(row.contract) == "3NT")
    assert (fails.tricks, fails.points) == (8, -50)
    assert review.menu[0] == chosen, "best first"
    assert "Game in spades was right: no contract that could be chosen brings more." in response.text
    assert "4 in spades by North-South: 420 points for North-South." in response.text
    assert "No card cost a trick" in response.text


def test_it_is_closed_until_somebody_opens_it(played: Room, analyst: None) -> None:
    analysed(played.record)
    text = text_of(played)
    assert '<details class="panel review tells" id="review">' in text
    opened = text_of(played, "?review=open")
    assert '<details class="panel review tells" id="review" open>' in opened


def test_the_steps_say_what_a_card_kept(played: Room, analyst: None) -> None:
    analysed(played.record, every_card=True)
    text = text_of(played, "?step=34", **{"X-Fragment": "replay"})
    assert "Only the 9 of clubs keeps 10 tricks for declarer&#x27;s side." in text
    assert '<div class="review-step tells" id="review-step">' in text
    assert "= just made, +1 one trick over, −1 one trick short" in text
    page = reader(played.people[Seat.S]).get(address(played.record, "?step=34")).context["review"]
    marks = {mark.card.text: mark.text for _suit, marks in page.marks for mark in marks}
    assert marks == {"C9": "=", "CQ": "−1", "C6": "−1", "C2": "−1", "H8": "−1"}
    assert [mark.card.text for _suit, row in page.marks for mark in row if mark.is_best] == ["C9"]


def test_equal_cards_have_no_marks(played: Room, analyst: None) -> None:
    analysed(played.record, every_card=True)
    client = reader(played.people[Seat.S])
    for step in range(54):
        review = client.get(address(played.record, f"?step={step}")).context["review"]
        worths = {mark.text for _suit, row in review.marks for mark in row}
        assert len(worths) != 1
        assert review.cost == 0
        if step < 2:
            assert not review.sentences


def test_the_cards_that_mattered(costly: Room) -> None:
    analysed(costly.record)
    text = text_of(costly, "?step=34")
    assert "After the queen of clubs declarer&#x27;s side gets 9 tricks; before it, 10 tricks." in text
    assert "The last tricks were claimed: they are not judged." in text
    analysed(costly.record, every_card=True)
    response = reader(costly.people[Seat.S]).get(address(costly.record, "?step=34"))
    [one] = response.context["review"].costly
    assert (one.step, one.trick, one.hand, one.is_dummys) == (34, 9, Seat.N, True)
    assert "the 9 of clubs keeps 10 tricks." in response.text
    assert 'class="review-step tells costly"' in response.text


def test_what_the_other_side_gives_back_is_told(playing: Room, analyst: None) -> None:
    """West leads a diamond, which costs the defence a trick; South's ♥A to the next heart gives it back."""
    playing.act(Seat.S, "contract", contract="4S")
    rng = random.Random(3)
    playing.play(["D8"])
    while playing.state.phase is Phase.PLAY:
        view = playing.state
        hand = view.hands[view.turn]
        led = view.trick.cards[0].suit if view.trick.cards else None
        legal = [card for card in hand if card.suit is led] or list(hand)
        playing.play([rng.choice(legal).text])
    analysed(playing.record)
    found = reviewed(replay_of(playing.record))
    assert found.traces[2].cost == 1 and found.traces[2].hand is Seat.W
    back = [trace for trace in found.traces.values() if trace.given_back]
    assert back
    assert all(trace.given_back <= trace.cost for trace in back)
    text = text_of(playing, f"?step={back[0].step}")
    assert "This gives back" in text


@pytest.mark.parametrize("seed", range(5))
def test_costs_add_up_to_the_result(playing: Room, analyst: None, seed: int) -> None:
    """The table, less what declarer's side lost, plus what the defence did, is what was made."""
    playing.act(Seat.S, "contract", contract="4S")
    rng = random.Random(seed)
    while playing.state.phase is Phase.PLAY:
        hand = playing.state.hands[playing.state.turn]
        led = playing.state.trick.cards[0].suit if playing.state.trick.cards else None
        legal = [card for card in hand if card.suit is led] or list(hand)
        playing.play([rng.choice(legal).text])
    analysed(playing.record)
    found = reviewed(replay_of(playing.record))
    costs = {
        side: sum(trace.cost for trace in found.traces.values() if trace.hand.side is side) for side in Side
    }
    assert all(trace.cost >= 0 for trace in found.traces.values())
    assert len(found.traces) == 52
    assert 10 - costs[Side.NS] + costs[Side.EW] == playing.record.tricks
    lost = {player.seat: player.tricks_lost for player in RecordPlayer.objects.filter(record=playing.record)}
    assert lost["S"] == costs[Side.NS] and lost["N"] == 0
    assert lost["E"] + lost["W"] == costs[Side.EW]


# --- other kinds of deals ---------------------------------------------------------------------------


def test_twenty_all(room: Room, analyst: None) -> None:
    room.start(deals=[BALANCED_DEAL, WORKED_DEAL])
    record = BoardRecord.objects.earliest("id")
    analysed(record)
    text = reader(room.people[Seat.S]).get(address(record)).text
    assert "Nobody declared, so there are no cards to judge." in text
    assert "Tricks for each declarer" in text
    assert "Look at every card" not in text


def test_a_deal_that_was_not_finished(playing: Room, analyst: None) -> None:
    playing.act(Seat.S, "contract", contract="4S")
    playing.play(WORKED_PLAY[:6])
    table_close(playing.table.id, idle_since=timezone.now() + timedelta(days=1))
    record = playing.record
    assert record.outcome == "unfinished"
    analysed(record, every_card=True)
    text = text_of(playing)
    assert "The deal was not finished: only the cards that were played are judged." in text
    assert len(reviewed(replay_of(record)).traces) == 6


def test_three_players(south: User, north: User, east: User, analyst: None) -> None:
    people = {Seat.S: south, Seat.N: north, Seat.E: east}
    trio: Trio = trio_of(people, PRESETS["three_fourth_dummy"], "three_fourth_dummy")
    trio.start()
    trio.say_totals()
    play_to_the_end(trio)
    record = trio.record
    analysed(record, every_card=True)
    found = reviewed(replay_of(record))
    assert len(found.traces) == 52 and found.menu_scores
    text = reader(south).get(address(record, "?step=20")).text
    assert "The contracts to choose from" in text
    lost = [player.tricks_lost for player in RecordPlayer.objects.filter(record=record)]
    assert None not in lost
    assert sum(lost) == sum(trace.cost for trace in found.traces.values())


@pytest.mark.parametrize(
    "preset", ["three_french", "count_tricks", "ebu", "dummy_after_lead", "decision_table_fr"]
)
def test_other_rules(preset: str, south: User, north: User, east: User, west: User, analyst: None) -> None:
    people = {Seat.S: south, Seat.N: north, Seat.E: east}
    if preset == "three_french":
        room: Room = trio_of(people, PRESETS[preset], preset)
    else:
        room = room_of({**people, Seat.W: west}, PRESETS[preset], preset)
    room.start()
    announce(room)
    play_to_the_end(room)
    record = room.record
    review = analysed(record, every_card=True)
    assert review.status == "done" and review.judged == review.to_judge > 10
    found = reviewed(replay_of(record))
    last = list(found.traces.values())[-1]
    assert last.after == record.tricks
    for step in (0, 10, 30, 53):
        assert reader(south).get(address(record, f"?step={step}")).status_code == 200


def test_cards_after_a_revoke_are_not_judged(room: Room, analyst: None) -> None:
    tables.rules_set(
        table_id=room.table.id,
        user_id=room.table.host_id,
        preset="",
        rules=replace(PRESETS["four_deals"], revokes="one_trick"),
    )
    room.start()
    room.act(Seat.S, "contract", contract="4S")
    room.play(["HQ", "HK", "S3"])
    play_to_the_end(room)
    review = analysed(room.record, every_card=True)
    assert review.status == "done"
    found = reviewed(replay_of(room.record))
    assert list(found.traces) == [2, 3], "East had hearts"
    assert {player.tricks_lost for player in RecordPlayer.objects.filter(record=room.record)} == {None}
    assert "Somebody revoked or played out of turn" in text_of(room, "?step=10")


def fragment_of(record: BoardRecord, person: User) -> str:
    """The review alone: the rest of the page has no words for calls yet."""
    return reader(person).get(address(record), headers={"X-Fragment": "review"}).text


def test_full_bridge_doubled_and_vulnerable(room: Room, analyst: None) -> None:
    tables.rules_set(
        table_id=room.table.id, user_id=room.table.host_id, preset="bridge", rules=PRESETS["bridge"]
    )
    room.start()
    Board.objects.update(vulnerability="All")
    scenes_forget()
    for call in ("Pass", "Pass", "4S", "X", "Pass", "Pass", "Pass"):
        assert room.act(room.state.actor, "call", call=call).status == 200
    room.play(WORKED_PLAY)
    record = room.record
    assert str(record.contract) == "4SX" and record.score_ns == 790
    review = analysed(record, every_card=True)
    assert review.status == "done" and "contract" not in review.data
    text = fragment_of(record, room.people[Seat.S])
    assert "4 in spades by North-South: 620 points for North-South." in text
    assert "The contracts to choose from" not in text


def test_passed_out(room: Room, analyst: None) -> None:
    tables.rules_set(
        table_id=room.table.id, user_id=room.table.host_id, preset="bridge", rules=PRESETS["bridge"]
    )
    room.start(deals=[WORKED_DEAL, WORKED_DEAL])
    for _ in range(4):
        room.act(room.state.actor, "call", call="Pass")
    record = BoardRecord.objects.earliest("id")
    assert record.finished
    assert analysed(record, every_card=True).status == "done"
    text = fragment_of(record, room.people[Seat.S])
    assert "Nobody declared, so there are no cards to judge." in text


def announce(room: Room) -> None:
    while room.state.phase is Phase.ANNOUNCEMENT:
        seat = room.state.actor
        points = room.state.totals[seat]
        if isinstance(room, Trio):
            room.say_total(seat)
        else:
            assert room.act(seat, "announce", points=points).status == 200


def play_to_the_end(room: Room) -> None:
    """The first contract of the menu, and always the lowest card that may be played."""
    if room.state.phase is Phase.CONTRACT:
        contract = str(room.state.menu[-1])
        assert room.act(room.state.actor, "contract", contract=contract).status == 200
    while room.state.phase is Phase.PLAY:
        hand, trick = room.state.hands[room.state.turn], room.state.trick
        led = trick.cards[0].suit if trick.cards else None
        room.play([([card for card in hand if card.suit is led] or list(hand))[-1].text])


# --- while it is worked on, and when it fails -------------------------------------------------------


def test_it_says_that_it_waits(played: Room, analyst: None) -> None:
    text = text_of(played)
    assert "This deal waits to be analysed." in text
    assert 'data-working="1"' in text
    analysed(played.record)
    assert "data-working" not in text_of(played)


def test_progress_is_told(played: Room, analyst: None) -> None:
    analysed(played.record)
    review_ask([played.record])
    Review.objects.update(judged=3, to_judge=26)
    fragment = text_of(played, **{"X-Fragment": "review"})
    assert fragment.lstrip().startswith("<details")
    assert "3 of 26 choices looked at" in fragment
    assert "<html" not in fragment
    assert 'data-working="1"' in fragment


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("too_long", "This deal takes too long to analyse"),
        ("died", "The analysis stopped several times over this deal."),
        ("failed", "This deal could not be analysed."),
        ("whatever", "This deal could not be analysed."),
    ],
)
def test_it_says_why_there_is_no_more(played: Room, analyst: None, code: str, sentence: str) -> None:
    Review.objects.update(status="failed", code=code, depth="cards")
    text = text_of(played)
    assert sentence in text
    assert "Look at every card" in text, "it may be tried again"


def test_an_analysis_that_is_away_is_told(played: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis.settings, "ANALYSIS", True)
    monkeypatch.setattr("tables.review_page.is_available", lambda: False)
    text = text_of(played)
    assert "It goes on by itself once it is back." in text
    assert "data-working" not in text
    Review.objects.all().delete()
    assert "Please try again later." in text_of(played)


def test_what_an_older_version_stored_counts_no_more(played: Room, analyst: None) -> None:
    analysed(played.record, every_card=True)
    Review.objects.update(version=0)
    text = text_of(played, "?step=34")
    assert "Tricks for each declarer" not in text
    assert "Look at every card" in text
    analysed(played.record, every_card=True)
    assert "Only the 9 of clubs" in text_of(played, "?step=34")


def test_a_record_without_people_is_not_reviewed(room: Room, analyst: None) -> None:
    assert not Review.objects.exists()
    RecordPlayer.objects.all().delete()
    room.start()
    record = room.record
    RecordPlayer.objects.filter(record=record).update(user=None)
    review_open(record)
    assert not Review.objects.exists()


def test_deals_played_before_there_were_reviews_are_reviewed_too(played: Room, stranger: User) -> None:
    played.all_ready()
    Review.objects.all().delete()
    open_reviews = import_module("tables.migrations.0006_reviews").open_reviews
    open_reviews(apps, SimpleNamespace(connection=connection))
    finished = BoardRecord.objects.filter(finished__isnull=False)
    assert [review.record for review in Review.objects.all()] == list(finished)
    assert BoardRecord.objects.count() == 2


def test_french(costly: Room) -> None:
    analysed(costly.record, every_card=True)
    client = Client(headers={"accept-language": "fr"})
    client.force_login(costly.people[Seat.S])
    text = client.get(address(costly.record, "?step=34")).text
    assert (
        "Après la dame de trèfle, le camp du déclarant fait 9 levées\u202f; le 9 de trèfle garde 10 levées."
        in text
    )
    assert "Manche à pique était le bon choix\u00a0: aucun contrat proposé ne rapporte plus." in text


def test_a_review_costs_one_query_at_every_step(played: Room, analyst: None) -> None:
    client = reader(played.people[Seat.S])
    client.get(address(played.record))
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            client.get(address(played.record, "?step=30"))
        counts.append(len(queries))
        analysed(played.record, every_card=True)
    assert counts[0] == counts[1] <= 11


def test_bots_deals_are_reviewed_for_the_person(south: User, analyst: None) -> None:
    room = room_of({Seat.S: south})
    bots_seat_everywhere(table_id=room.table.id, host_id=south.id, level="medium")
    room.start()
    assert room.act(Seat.S, "contract", contract="4S").status == 200
    while room.state.phase is Phase.PLAY:
        if not bots_act(room.table.id):
            hand, trick = room.state.hands[room.state.turn], room.state.trick
            led = trick.cards[0].suit if trick.cards else None
            room.play([([card for card in hand if card.suit is led] or list(hand))[0].text])
    analysed(room.record)
    found = reviewed(replay_of(room.record))
    players = {player.seat: player.tricks_lost for player in RecordPlayer.objects.filter(record=room.record)}
    assert sum(players.values()) == sum(trace.cost for trace in found.traces.values())
    assert players["N"] == 0, "declarer plays dummy's cards"
