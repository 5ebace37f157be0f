"""Whole boards by careless people, at tables that play irregularities by the Laws.

Whatever they do is either refused or leaves a sound state; nobody sees a card that was not shown; and what
the revokes cost in the end is what a plain reading of the deal and of the tricks says.
"""

import random
from dataclasses import fields, is_dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibridge.engine.actions import AnswerClaim, AskTakeBack, ClaimTricks, MakeCall, PlayCard
from minibridge.engine.auction import BIDS, CALLS
from minibridge.engine.boards import Board, Vulnerability
from minibridge.engine.cards import DECK
from minibridge.engine.deals import Deal
from minibridge.engine.errors import IllegalAction
from minibridge.engine.irregular_actions import AskRevoke
from minibridge.engine.play import trick_winner
from minibridge.engine.revokes import TWELFTH, Revoke
from minibridge.engine.rules import PRESETS, RuleSet
from minibridge.engine.scoring import score
from minibridge.engine.seat_view import Watcher, view_for
from minibridge.engine.seats import SEATS
from minibridge.engine.state import Phase, apply, legal_actions, may, replay, start

from .strategies import boards, effort, seeds
from .test_secrecy import cards_in, exchanged

BRIDGE = replace(PRESETS["bridge"], takeback="off")
TABLES = {
    "everything": replace(BRIDGE, revokes="laws", out_of_turn="laws", insufficient_bids="laws"),
    "revokes": replace(BRIDGE, revokes="laws"),
    "turns": replace(BRIDGE, out_of_turn="laws"),
    "bids": replace(BRIDGE, insufficient_bids="laws"),
    "gentle_bridge": replace(BRIDGE, revokes="one_trick", out_of_turn="laws"),
    "minibridge": RuleSet(revokes="one_trick"),
    "minibridge_free": RuleSet(revokes="one_trick", takeback="free", dummy_faced="after_lead"),
}


class Story:
    """A board with its log, and what has been shown of it: kept apart from what the engine keeps."""

    def __init__(self, board, rules, rng):
        self.board, self.rules, self.rng = board, rules, rng
        self.state, self.log = start(board, rules), []
        self.shown, self.faced_to, self.led = set(), set(), False

    def attempt(self, action):
        before = self.state
        try:
            self.state = apply(before, action)
        except IllegalAction:
            return False
        assert self.state.n == before.n + 1
        self.log.append(action)
        if isinstance(action, PlayCard):
            self.shown.add(action.card.text)
        if isinstance(action, ClaimTricks):
            everybody = action.seat is before.declarer
            self.faced_to.add((action.seat, "all" if everybody else before.declarer))
        if isinstance(action, ClaimTricks) or (isinstance(action, AnswerClaim) and action.accept):
            left = [one for one in self.state.open_failures if one.hand.side is action.seat.side]
            assert all(one.trick == TWELFTH for one in left)
        trick = self.state.trick
        self.led = self.led or bool(self.state.tricks) or (trick is not None and bool(trick.cards))
        return True

    def go_on(self, care):
        """Somebody does what is due, or with less *care* something else."""
        state, rng = self.state, self.rng
        legal = [action for action in legal_actions(state) if not isinstance(action, AskTakeBack)]
        if rng.random() < care or state.phase is Phase.FINISHED:
            self.attempt(rng.choice(plain(legal)))
        elif state.phase is Phase.AUCTION:
            self.attempt(MakeCall(rng.choice(SEATS), rng.choice([*BIDS[:12], *CALLS[:3]])))
        elif state.phase is Phase.PLAY:
            careless = rng.choice([self.any_card, self.any_card, self.card_in_turn, self.question])
            careless()
        else:
            self.attempt(rng.choice(legal))

    def any_card(self):
        person = self.rng.choice(SEATS)
        hand = self.rng.choice([person, person.partner])
        if self.state.hands[hand]:
            self.attempt(PlayCard(person, self.rng.choice(self.state.hands[hand])))

    def card_in_turn(self):
        if self.state.actor is not None and self.state.turn is not None:
            held = self.state.hands[self.state.turn]
            self.attempt(PlayCard(self.state.actor, self.rng.choice(held)))

    def question(self):
        options = legal_actions(self.state)
        self.attempt(self.rng.choice(options))
        self.attempt(AskRevoke(self.rng.choice(SEATS), self.rng.choice(SEATS)))

    def may_know(self, viewer):
        """Every card whose place this viewer may know."""
        state = self.state
        if viewer is Watcher.OPEN or state.phase is Phase.FINISHED:
            return {card.text for card in DECK}
        faced = {hand for hand, whom in self.faced_to if whom in ("all", viewer)}
        if state.declarer is not None and (self.led or self.rules.dummy_faced == "before_contract"):
            faced.add(state.declarer.partner)
        if viewer in SEATS:
            faced.add(viewer)
        return self.shown | {card.text for hand in faced for card in self.board.deal[hand]}


def plain(legal):
    """Mostly cards and calls that carry the board on; claims seldom, and high bids never."""
    calls = [one for one in legal if isinstance(one, MakeCall)]
    if calls:
        return [*calls[:1] * 4, *calls[:6], *(one for one in legal if one not in calls)]
    cards = [one for one in legal if isinstance(one, PlayCard)]
    return cards or legal


def told(seed, name, board, steps=60, care=0.7):
    story = Story(board, TABLES[name], random.Random(seed))
    for _ in range(steps):
        if story.state.phase is Phase.FINISHED:
            break
        story.go_on(care)
    return story


def things_in(value):
    yield value
    if is_dataclass(value):
        for field in fields(value):
            yield from things_in(getattr(value, field.name))
    elif isinstance(value, tuple | list | set | frozenset):
        for one in value:
            yield from things_in(one)


def check(story):
    state = story.state
    on_table = () if state.trick is None else state.trick.cards
    cards = [card for hand in state.hands.values() for card in hand]
    cards += [card for trick in state.tricks for card in trick.cards] + list(on_table)
    assert sorted(cards) == sorted(DECK)
    plays = [play for trick in (*state.tricks, state.trick) if trick for play in trick.plays]
    for seat in SEATS:
        gone = set(story.board.deal[seat]) - set(state.hands[seat])
        assert gone == {card for who, card in plays if who is seat}
    for viewer in (*SEATS, Watcher.OUTSIDE, Watcher.OPEN):
        view = view_for(state, viewer)
        assert cards_in(view) <= story.may_know(viewer), viewer
        if state.phase is not Phase.FINISHED:
            assert not any(isinstance(thing, Revoke) for thing in things_in(view))
        if viewer in SEATS:
            assert view.hands[viewer] == state.hands[viewer]
            assert view.may == may(state, viewer)
            assert set(view.legal_cards) <= set(view.acceptable_cards)
    check_options(story)


def check_options(story):
    """What is offered is accepted, and of the hand on turn nothing else."""
    state = story.state
    offered = legal_actions(state)
    for action in story.rng.sample(offered, min(4, len(offered))):
        assert apply(state, action).n == state.n + 1
    for seat in SEATS:
        assert {action.kind for action in offered if action.seat is seat} == may(state, seat)
    if state.phase is Phase.PLAY and state.actor is not None:
        view = view_for(state, state.actor)
        following = [card for card in state.hands[state.turn] if card.suit is state.trick.led]
        assert not following or set(view.legal_cards) <= set(following)
        for card in state.hands[state.turn]:
            accepted = True
            try:
                after = apply(state, PlayCard(state.actor, card))
            except IllegalAction:
                accepted = False
            assert accepted == (card in view.acceptable_cards)
            assert not accepted or after.question is None or len(after.tricks) > len(state.tricks)
    waits = state.question is not None or state.claim is not None or state.takeback is not None
    if state.phase is not Phase.FINISHED and state.phase is not Phase.DECLARER:
        assert (state.actor is None) == waits
        assert offered


@pytest.mark.parametrize("name", TABLES)
@effort(5)
@given(seed=seeds, board=boards)
def test_whatever_people_do_the_board_is_sound_and_keeps_its_secrets(name, seed, board):
    story = Story(board, TABLES[name], random.Random(seed))
    check(story)
    care = story.rng.choice([0.4, 0.7, 0.9])
    for _ in range(40):
        if story.state.phase is Phase.FINISHED:
            break
        story.go_on(care)
        check(story)


@pytest.mark.parametrize("name", TABLES)
@effort(8)
@given(seed=seeds, board=boards)
def test_every_board_comes_to_an_end_and_its_log_tells_all(name, seed, board):
    story = told(seed, name, board, steps=120)
    for _ in range(400):
        if story.state.phase is Phase.FINISHED:
            break
        story.go_on(care=1)
    assert story.state.phase is Phase.FINISHED
    assert replay(board, TABLES[name], story.log) == story.state
    if story.state.result.outcome in ("played", "claimed"):
        check_result(story)


def check_result(story):
    """Reads the revokes from the deal and the tricks, settles them and scores, sharing nothing."""
    state, result = story.state, story.state.result
    winners = [trick_winner(trick, state.trump) for trick in state.tricks]
    begun = () if state.trick is None else (state.trick,)
    revokes = revokes_in(story.board.deal, (*state.tricks, *begun))
    assert [(one.revoke.hand, one.revoke.trick) for one in result.revokes] == revokes
    if result.outcome == "played":
        costs = costs_of(state, revokes, winners)
        assert [one.tricks for one in result.revokes if one.revoke.faced is False] == [
            cost for cost, one in zip(costs, result.revokes, strict=True) if one.revoke.faced is False
        ]
        side = state.declarer.side
        tricks = sum(winner.side is side for winner in winners)
        for one in result.revokes:
            tricks += -one.tricks if one.revoke.hand.side is side else one.tricks
        assert result.tricks == tricks
    if state.contract is not None:
        points = score(state.contract, state.declarer_is_vulnerable, result.tricks)
        written = result.points[result.declarer.side] - result.points[result.declarer.side.other]
        assert written == points


def revokes_in(deal, tricks):
    """(hand, trick) of each card that did not follow suit though its hand still held the suit."""
    held = {seat: set(deal[seat]) for seat in SEATS}
    found = []
    for n, trick in enumerate(tricks):
        for seat, card in trick.plays:
            could = any(one.suit is trick.led for one in held[seat])
            if card.suit is not trick.led and could:
                found.append((seat, n))
            held[seat].discard(card)
    return found


def costs_of(state, revokes, winners):
    law = state.rules.revokes
    suits, gone, costs = set(), set(), []
    both = law == "laws" and len({hand.side for hand, _ in revokes}) == 2
    faced = [one.revoke.faced for one in state.result.revokes]
    for (hand, n), is_faced in zip(revokes, faced, strict=True):
        suit = state.tricks[n].led
        later = [m for m in range(n, len(winners)) if winners[m].side is hand.side and m not in gone]
        excused = law == "laws" and (both or is_faced or (hand, suit) in suits)
        free = excused or not later
        suits.add((hand, suit))
        if free:
            costs.append(0)
            continue
        two = law == "laws" and winners[n] is hand and n in later and len(later) > 1
        gone |= set(later[: 1 + two])
        costs.append(1 + two)
    return costs


@effort(60)
@given(seed=seeds, board=boards, number=st.integers(0, 40), viewer=st.sampled_from([*SEATS, Watcher.OUTSIDE]))
def test_where_revokes_are_accepted_no_view_depends_on_cards_that_are_hidden(seed, board, number, viewer):
    """Nobody asks; any card is accepted. Two hidden cards exchanged make no difference to anybody else."""
    rng = random.Random(seed)
    rules = TABLES["revokes"]
    state = start(board, rules)
    calls = [MakeCall(seat, CALLS[0]) for seat in board.dealer.clockwise[1:]]
    log = [MakeCall(board.dealer, BIDS[rng.randrange(35)]), *calls]
    state = replay(board, rules, log)
    for _ in range(number):
        action = PlayCard(state.actor, rng.choice(state.hands[state.turn]))
        log.append(action)
        state = apply(state, action)
    seen = {viewer} | ({state.dummy} if number else set())
    one, two = rng.sample([seat for seat in SEATS if seat not in seen], 2)
    card, other = rng.choice(state.hands[one]), rng.choice(state.hands[two])
    changed = replace(board, deal=exchanged(board.deal, card.text, other.text))
    assert view_for(replay(changed, rules, log), viewer) == view_for(state, viewer)


def test_the_stories_have_all_kinds_of_irregularities_in_them():
    """The careless people of these tests do revoke, are asked, lead out of turn, and underbid."""
    kinds, left = set(), set()
    for seed in range(60):
        rng = random.Random(seed)
        board = Board(1, rng.choice(SEATS), Vulnerability.NONE, Deal.random(rng))
        story = told(seed, "everything", board, steps=150, care=0.6)
        for _ in range(300):
            if story.state.phase is Phase.FINISHED:
                break
            story.go_on(care=1)
        kinds |= {action.kind for action in story.log}
        left |= {one.code for one in story.state.result.revokes}
    assert kinds >= {
        "ask_revoke",
        "answer_lead",
        "restrict_lead",
        "restrict_play",
        "answer_bid",
        "judge_call",
    }
    assert left >= {"one_trick", "both_sides", "none_won"} or left >= {"one_trick", "two_tricks"}
