"""What each person may know, compared with the naive model's opinion; nothing more, and nothing less."""

import dataclasses
import enum
import random
from collections.abc import Mapping
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from minibridge.engine.boards import Board, Vulnerability
from minibridge.engine.cards import Card
from minibridge.engine.deals import Deal
from minibridge.engine.errors import IllegalAction
from minibridge.engine.rules import PRESETS, RuleSet
from minibridge.engine.seat_view import Watcher, view_for
from minibridge.engine.seats import SEATS, Seat
from minibridge.engine.state import replay, start

from . import naive
from .strategies import (
    FIELDS,
    SPECIAL_DEALS,
    deals,
    effort,
    naive_of,
    natural_steps,
    play_on,
    random_deals,
    rule_sets,
    seats,
    seeds,
    to_action,
    viewers,
    whole_boards,
)

VIEWERS = (*SEATS, Watcher.OUTSIDE, Watcher.OPEN)
KINDS = [kind for kind in FIELDS if kind != "end"]


def name_of(viewer):
    return viewer.value if isinstance(viewer, Seat) else viewer.name


def cards_in(thing):
    """Every card found anywhere inside a value, as text; whatever is not understood is an error."""
    if isinstance(thing, Card):
        return {str(thing)}
    if isinstance(thing, str):
        return {thing} & naive.PACK
    if thing is None or isinstance(thing, bool | int | enum.Enum):
        return set()
    if isinstance(thing, Mapping):
        return cards_in(list(thing.items()))
    if isinstance(thing, tuple | list | set | frozenset):
        return set().union(*map(cards_in, thing))
    assert dataclasses.is_dataclass(thing), f"what is this: {thing!r}?"
    return cards_in([getattr(thing, field.name) for field in dataclasses.fields(thing)])


def check_view(view, model, n):
    """Assert that a view holds what the naive model says this viewer may know, and what he must."""
    who = name_of(view.viewer)
    assert view.n == n
    assert view.phase.name == model.phase
    assert view.dealer.value == model.dealer
    assert cards_in(view) <= model.may_know(who), who
    check_hands(view, model, who)
    check_measures(view, model, who)
    check_announcements(view, model, who)
    check_auction(view, model, who)
    check_roles(view, model, who)
    check_play(view, model, who)
    check_requests(view, model, who)


def check_hands(view, model, who):
    for seat, held in view.hands.items():
        hand = {str(card) for card in held} if held is not None else None
        if model.sees_hand(who, seat.value) or model.advises(who, seat.value):
            assert hand == model.hands[seat.value], (who, seat)
        else:
            assert hand is None, (who, seat)
        assert view.counts[seat] == len(model.hands[seat.value])
        if held:
            assert is_sorted(held), held
    assert set(view.hands) == set(SEATS)
    if model.phase == "FINISHED":
        assert {seat.value: {str(c) for c in view.original[seat]} for seat in SEATS} == model.original
    elif who != "OPEN":
        assert view.original is None


def is_sorted(held):
    """Suit by suit, high to low in each."""
    suits = [card.suit for card in held]
    together = [suit for i, suit in enumerate(suits) if i == 0 or suits[i - 1] != suit]
    falling = all(a.rank > b.rank for a, b in pairwise(held) if a.suit is b.suit)
    return len(set(together)) == len(together) and falling


def check_measures(view, model, who):
    """Totals and suit lengths: right where told, told where the rules say so, silent elsewhere."""
    for seat in SEATS:
        hand, partner_or_own = seat.value, who in (seat.value, naive.partner(seat.value))
        points, lengths = view.points[seat], view.lengths[seat]
        if points is not None:
            assert points == naive.hcp(model.original[hand])
            own = who == hand and model.rules["points"] != "announced"
            assert own or model.may_know_points(who, hand), (who, hand)
        if lengths is not None:
            assert {suit.value: count for suit, count in lengths.items()} == naive.lengths(
                model.original[hand]
            )
            assert model.may_know_lengths(who, hand), (who, hand)
        heard = model.three != "french" or hand in model.speakers
        announced = model.rules["points"] == "announced" and not model.announcing and heard
        if announced or model.rules["points"] in ("shown", "written"):
            assert points is not None
        if model.rules["points"] == "partners" and partner_or_own:
            assert points is not None
            assert lengths is not None
        if model.rules["points"] == "written":
            assert lengths is not None
        tells = model.rules["dummy_faced"] in ("after_lead", "shape_first") and not model.has_auction
        if hand == model.dummy and tells:
            assert lengths is not None
    if view.combined_points is not None:
        both = model.original[model.declarer] | model.original[model.dummy]
        assert view.combined_points == naive.hcp(both)
        assert who in (model.declarer, "OPEN")
        summed = model.three == "french" and model.rules["points"] == "announced"
        assert summed or model.may_know_points(who, model.dummy)
    if view.combined_lengths is not None:
        both = model.original[model.declarer] | model.original[model.dummy]
        assert {s.value: count for s, count in view.combined_lengths.items()} == naive.lengths(both)
        assert who in (model.declarer, "OPEN")
        assert model.may_know_lengths(who, model.dummy)
    if view.advice is not None:
        assert who in (model.declarer, "OPEN")


def check_announcements(view, model, who):
    assert {(said.seat.value, said.points) for said in view.announcements} == set(model.said.items())
    assert view.recounts == model.recounts
    if model.announcing and model.recounts:
        assert view.told_wrong == (who in model.told_wrong), who
    if model.recounts == 0:
        assert view.told_wrong is False


def check_auction(view, model, who):
    """Every call is heard by everybody; what may be said next is for the one whose turn it is."""
    if not model.has_auction:
        assert view.auction is None
        assert view.legal_calls == ()
        return
    assert view.auction.dealer.value == model.dealer
    assert [str(call) for call in view.auction.calls] == model.calls
    speaks = model.phase == "AUCTION" and who == model.actor and not model.takeback
    assert {str(call) for call in view.legal_calls} == (naive.legal_calls(model.calls) if speaks else set())


def check_roles(view, model, who):
    assert (view.declarer and view.declarer.value) == model.declarer
    assert (view.dummy and view.dummy.value) == model.dummy
    if model.declarer:
        assert view.declaring_side.value == naive.side(model.declarer)
        assert isinstance(view.declarer_reason, str)
    assert (view.contract and str(view.contract)) == model.contract
    menu = {str(contract) for contract in view.menu}
    if model.phase == "CONTRACT" and who == model.declarer:
        assert menu == model.offered
        assert len(menu) == len(view.menu)
    elif who != "OPEN":
        assert not menu


def check_play(view, model, who):
    if model.phase in ("AUCTION", "ANNOUNCEMENT", "PLAY"):
        assert view.turn.value == model.turn
    if model.phase in ("AUCTION", "ANNOUNCEMENT", "CONTRACT", "PLAY") and not (model.claim or model.takeback):
        assert view.actor.value == model.actor
        acts = model.phase == "PLAY" and who == model.actor
        assert {str(card) for card in view.legal_cards} == (model.playable if acts else set())
    tricks = [(trick.leader.value, [str(card) for card in trick.cards]) for trick in view.tricks]
    assert tricks == [(leader, cards) for leader, cards, _ in model.tricks]
    on_table = [(seat.value, str(card)) for seat, card in view.trick.plays] if view.trick else []
    assert on_table == model.on_table
    last = view.tricks[-1] if view.tricks else None
    assert view.last_trick == last or (on_table and view.last_trick is None)
    assert {side.value: won for side, won in view.tricks_won.items()} == model.won
    assert sum(view.tricks_won.values()) == len(model.tricks)
    assert sum(view.counts.values()) + sum(len(t.cards) for t in view.tricks) + len(on_table) == 52
    assert (view.result and view.result.outcome) == model.outcome
    if model.phase == "FINISHED":
        assert view.result.tricks == model.declarer_tricks
        assert {side.value: points for side, points in view.result.points.items()} == model.points


def check_requests(view, model, who):
    if model.phase != "FINISHED":
        assert (view.claim and (view.claim.seat.value, view.claim.tricks)) == (
            model.claim and model.claim[:2]
        )
        assert {seat.value for seat in view.claim_answerers} == model.answerers()
        assert (view.takeback and view.takeback.seat.value) == model.takeback
    if model.takeback and model.phase != "FINISHED":
        kind, _, what = model.steps[model.place_to_take_back(model.takeback)]
        assert str(view.takeback.what) == (model.contract if kind == "contract" else what)
    if who in naive.SEATS:
        assert set(view.may) - {"end"} == what_he_may(model, who)


def what_he_may(model, who):
    """The kinds of action that this person may do now, with some value."""
    return {
        kind for kind in KINDS if any(not model.objections(who, kind, v) for v in some_values(model, kind))
    }


def some_values(model, kind):
    if kind == "call":
        return ["Pass", "X", "XX", *naive.BIDS]
    if kind == "contract":
        return model.offered or ["3NT"]
    if kind == "card":
        return model.hands[model.turn] if model.phase == "PLAY" else ["SA"]
    return {"announce": [0], "agree": naive.SEATS, "claim": [0]}.get(kind, [True])


def check_all_views(state, model, n):
    for viewer in VIEWERS:
        check_view(view_for(state, viewer), model, n)


@effort(20)
@given(whole_boards())
def test_every_viewer_knows_what_he_may_on_the_way_and_at_the_end(whole):
    """At a few points of each board; the state machine does it after every action."""
    rng = random.Random(whole.board.number)
    for n in sorted({len(whole.log), *(rng.randint(0, len(whole.log)) for _ in range(3))}):
        model = naive_of(whole.board, whole.rules)
        for action in whole.log[:n]:
            model.do(*naive_words(action))
        check_all_views(replay(whole.board, whole.rules, whole.log[:n]), model, n)


def naive_words(action):
    values = list(action.to_data().values())
    return action.seat and action.seat.value, action.kind, values[0] if values else None


@effort(80)
@given(st.data())
def test_two_worlds_that_look_alike_give_the_same_view(data):
    """Exchange two cards that a viewer does not see: if all he was told stays true, so does his view."""
    rules, deal, dealer = data.draw(rule_sets()), data.draw(deals), data.draw(seats)
    viewer, rng = data.draw(viewers), random.Random(data.draw(seeds))
    board = Board(1, dealer, Vulnerability.NONE, deal)
    model, who = naive_of(board, rules), name_of(viewer)
    log = play_on(model, rng, steps=rng.randint(0, 45))
    hidden = [
        s for s in naive.SEATS if model.hands[s] and not model.sees_hand(who, s) and not model.advises(who, s)
    ]
    assume(len(hidden) >= 2)
    one, two = rng.sample(hidden, 2)
    # Of one suit, so that lengths and what was played stay lawful; any two cards now and then.
    card = rng.choice(sorted(model.hands[one]))
    others = [c for c in sorted(model.hands[two]) if c[0] == card[0]] or sorted(model.hands[two])
    other_board = dataclasses.replace(board, deal=exchanged(deal, card, rng.choice(others)))
    other_model = naive_of(other_board, rules)
    assume(all(told(model, who, seat) == told(other_model, who, seat, model) for seat in naive.SEATS))
    try:
        other_state = replay(other_board, rules, log)
    except IllegalAction:
        return
    assert view_for(other_state, viewer) == view_for(replay(board, rules, log), viewer)


def exchanged(deal, one, two):
    swap = {one: two, two: one}
    hands = {seat: {Card.parse(swap.get(str(c), str(c))) for c in deal[seat]} for seat in SEATS}
    texts = [
        ".".join(
            "".join(c.rank.value for c in sorted(hands[s], reverse=True) if c.suit.value == suit)
            for suit in "SHDC"
        )
        for s in SEATS
    ]
    return Deal.parse("N:" + " ".join(texts))


def told(model, who, seat, knowledge=None):
    """What this viewer was told about a hand by the rules (its total, its lengths), judged by `knowledge`."""
    judge = knowledge or model
    by_points = None
    if not model.has_auction:
        by_points = declarer_by_points(model, judge.spoken)
    points = judge.may_know_points(who, seat) or model.rules["points"] == "announced"
    return (
        naive.hcp(model.original[seat]) if points else None,
        model.due(seat) if seat in model.speakers and model.rules["points"] == "announced" else None,
        naive.lengths(model.original[seat]) if judge.may_know_lengths(who, seat) else None,
        by_points,
    )


def declarer_by_points(model, spoken):
    if model.three == "fourth_dummy":
        return naive.declarer_of_three(model.speakers, model.dealt, model.rules, spoken)
    pair = naive.declaring_side(model.dealer, model.dealt, model.rules)
    return pair if model.three else naive.declarer(model.dealer, model.dealt, model.rules, spoken)


def played_state(deal, rules, steps=0, dealer="N", seed=1):
    board = Board(1, Seat(dealer), Vulnerability.NONE, deal)
    model = naive_of(board, rules)
    log = play_on(model, random.Random(seed), steps)
    return replay(board, rules, log), model


WORKED = Deal.parse("N:AT52.K843.7.Q962 3.752.JT9632.AT4 KQJ84.A6.KQ5.J73 976.QJT9.A84.K85")


@pytest.mark.parametrize(
    ("when", "at_contract", "before_lead", "after_lead"),
    [
        ("before_contract", "NESW OUTSIDE", "NESW OUTSIDE", "NESW OUTSIDE"),
        ("declarer_first", "NS", "NS", "NESW OUTSIDE"),
        ("after_lead", "N", "N", "NESW OUTSIDE"),
        ("shape_first", "N", "NESW OUTSIDE", "NESW OUTSIDE"),
    ],
)
def test_when_dummy_is_faced_and_to_whom(when, at_contract, before_lead, after_lead):
    rules = dataclasses.replace(PRESETS["four_deals"], dummy_faced=when)
    for steps, expected in enumerate((at_contract, before_lead, after_lead)):
        state, _ = played_state(WORKED, rules, steps)
        seen = {name_of(v) for v in VIEWERS if view_for(state, v).hands[Seat.N] is not None}
        names = set(expected.replace("OUTSIDE", "").strip()) | (
            {"OUTSIDE"} if "OUTSIDE" in expected else set()
        )
        assert seen - {"OPEN"} == names


@pytest.mark.parametrize("preset", PRESETS)
def test_before_the_first_action_nobody_sees_more_than_his_hand_and_a_faced_dummy(preset):
    state, model = played_state(WORKED, PRESETS[preset])
    for viewer in SEATS:
        seen = {seat.value for seat, held in view_for(state, viewer).hands.items() if held is not None}
        faced = {"N"} if model.declarer and PRESETS[preset].dummy_faced == "before_contract" else set()
        own = {viewer.value} - {model.nobody}
        assert seen == own | faced
    outside = view_for(state, Watcher.OUTSIDE)
    assert {seat.value for seat, held in outside.hands.items() if held is not None} == faced


def test_a_visitor_never_sees_more_than_a_player_of_either_side():
    for steps in range(0, 54, 3):
        state, _ = played_state(WORKED, PRESETS["dummy_after_lead"], steps)
        outside = cards_in(view_for(state, Watcher.OUTSIDE))
        for seat in SEATS:
            assert outside <= cards_in(view_for(state, seat))


def test_the_childrens_rule_lets_dummy_and_nobody_else_see_declarers_hand():
    rules = dataclasses.replace(PRESETS["four_deals"], dummy_sees_declarer=True)
    state, _ = played_state(WORKED, rules, 7)
    assert view_for(state, Seat.N).hands[Seat.S] is not None
    for viewer in (Seat.E, Seat.W, Watcher.OUTSIDE):
        assert view_for(state, viewer).hands[Seat.S] is None
    blind, _ = played_state(WORKED, dataclasses.replace(rules, dummy_faced="after_lead"), 1)
    assert view_for(blind, Seat.N).hands[Seat.S] is None, "he could advise on a contract chosen blind"
    strict, _ = played_state(WORKED, PRESETS["four_deals"], 7)
    assert view_for(strict, Seat.N).hands[Seat.S] is None


@pytest.mark.parametrize(
    ("points", "told_to_west"),
    [("shown", "NESW"), ("written", "NESW"), ("partners", "EW"), ("hidden", "")],
)
def test_whose_totals_a_defender_is_told(points, told_to_west):
    rules = RuleSet(points=points, dummy_faced="after_lead")
    state, _ = played_state(WORKED, rules)
    told_totals = {seat.value for seat, total in view_for(state, Seat.W).points.items() if total is not None}
    assert told_totals - {"W"} == set(told_to_west) - {"W"}
    told_lengths = {seat.value for seat, lengths in view_for(state, Seat.W).lengths.items() if lengths}
    by_rule = {"written": set("NESW"), "partners": set("EW")}.get(points, set())
    assert told_lengths == by_rule | {"N"}, "dummy tells his lengths to all in this rule set"


def test_hidden_totals_stay_hidden_from_the_one_who_chooses_blind():
    rules = RuleSet(points="hidden", dummy_faced="after_lead")
    view = view_for(played_state(WORKED, rules)[0], Seat.S)
    assert view.combined_points is None
    assert view.points[Seat.N] is None
    assert view.menu


@pytest.mark.parametrize("points", ["hidden", "partners"])
def test_the_reason_why_somebody_declares_does_not_tell_secret_totals(points):
    """Ordinary, 20-20, level partners: whoever is told no totals is told the same reason for all of them."""
    rules = RuleSet(points=points, balanced="dealer_side", dummy_faced="after_lead")
    reasons = set()
    for deal in [WORKED, *map(Deal.parse, SPECIAL_DEALS)]:
        for dealer in SEATS:
            view = view_for(start(Board(1, dealer, Vulnerability.NONE, deal), rules), Watcher.OUTSIDE)
            reasons.add((view.side_reason, view.declarer_reason))
    assert len(reasons) == 1


def test_a_wrong_total_is_told_to_that_player_alone():
    board = Board(1, Seat.N, Vulnerability.NONE, WORKED)
    state = start(board, PRESETS["ebu"])
    log = [("N", 9), ("E", 4), ("S", 17), ("W", 10)]  # two errors that cancel
    state = replay(board, PRESETS["ebu"], [to_action(seat, "announce", points) for seat, points in log])
    assert {name_of(v) for v in VIEWERS if view_for(state, v).told_wrong} == {"E", "S"}
    for viewer in (*SEATS, Watcher.OUTSIDE):
        view = view_for(state, viewer)
        assert view.recounts == 1
        assert set(view.points.values()) == {None}
        assert view.declarer is None
        assert (
            cards_in(view) <= {str(card) for card in WORKED[viewer]}
            if viewer in SEATS
            else not cards_in(view)
        )


def test_a_finished_board_shows_the_four_original_hands_to_all():
    for preset in ("four_deals", "dummy_after_lead"):
        state, model = played_state(WORKED, PRESETS[preset], 60)
        assert model.phase == "FINISHED"
        for viewer in VIEWERS:
            original = view_for(state, viewer).original
            assert {seat: frozenset(held) for seat, held in original.items()} == {s: WORKED[s] for s in SEATS}


def test_an_unfinished_board_shows_them_too():
    board = Board(1, Seat.N, Vulnerability.NONE, WORKED)
    state = replay(board, PRESETS["four_deals"], [to_action(None, "end", "vote")])
    assert view_for(state, Watcher.OUTSIDE).original is not None


@effort(20)
@given(random_deals, st.sampled_from(sorted(PRESETS)), seeds)
def test_natural_steps_are_what_the_views_offer(deal, preset, seed):
    """A player that only reads his own view finds every step that carries the board on."""
    state, model = played_state(deal, PRESETS[preset], random.Random(seed).randint(0, 50), seed=seed)
    for seat, kind, value in natural_steps(model):
        view = view_for(state, Seat(seat))
        assert kind in view.may
        if kind == "card":
            assert value in {str(card) for card in view.legal_cards}
        if kind == "contract":
            assert value in {str(contract) for contract in view.menu}
