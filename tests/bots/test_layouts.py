"""Layouts of the hidden cards: all that fit, none that does not, each as likely as any other."""

import itertools
import math
from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from minibridge.bots.evidence import Evidence
from minibridge.bots.layouts import layouts
from minibridge.engine import PRESETS, SUITS, Card, Phase, RuleSet, Seat, hcp, replay, view_for
from tests.engine.strategies import effort, rule_sets, seeds

from .worlds import dealt_otherwise, random_board, random_play


def decisions(rules, seed):
    rng = Random(seed)
    board = random_board(rng, rules)
    for state, actions in random_play(board, rules, rng):
        view = view_for(state, state.actor)
        if view.legal_cards or view.menu:
            yield state, actions, view, Evidence.of(view)


def check_other_worlds(rules, seed, every=5):
    """With the hidden cards as any layout has them, the same board can be played, and looks the same."""
    rng = Random(seed)
    for state, actions, view, known in itertools.islice(decisions(rules, seed), 0, None, every):
        for layout in itertools.islice(layouts(known, rng), 2):
            world = replay(dealt_otherwise(state, layout), rules, actions)
            assert view_for(world, state.actor) == view
            assert {seat: set(hand) for seat, hand in world.hands.items()} == {
                seat: set(hand) for seat, hand in layout.items()
            }


@pytest.mark.parametrize("name", PRESETS)
def test_another_world_looks_the_same(name):
    check_other_worlds(PRESETS[name], name)


@effort(25)
@given(rule_sets(), seeds)
def test_another_world_looks_the_same_under_any_rules(rules, seed):
    check_other_worlds(rules, seed, every=7)


def all_layouts(known):
    """Every way to deal the unseen cards that fits, by trying all of them."""
    hidden = [seat for seat in Seat if seat not in known.hands]
    gone = {seat: [] for seat in Seat}
    voids = {seat: set() for seat in Seat}
    for trick in (*known.tricks, known.trick):
        for seat, card in trick.plays:
            gone[seat].append(card)
            if card.suit is not trick.cards[0].suit:
                voids[seat].add(trick.cards[0].suit)

    def fits(seat, cards):
        if any(card.suit in voids[seat] for card in cards):
            return False
        dealt = [*gone[seat], *cards]
        if seat in known.points and hcp(dealt) != known.points[seat]:
            return False
        told = known.lengths.get(seat)
        return told is None or all(told[suit] == sum(card.suit is suit for card in dealt) for suit in SUITS)

    def has_trumps_enough(hands):
        """Where the two hands need eight trumps, they had them."""
        trumps = [
            card
            for seat in (known.declarer, known.declarer.partner)
            for card in (*gone[seat], *hands.get(seat, known.hands.get(seat, ())))
            if card.suit is known.trump
        ]
        return known.trump is None or known.rules.trump_minimum == "none" or len(trumps) >= 8

    def deal(seats, cards):
        if not seats:
            yield {}
            return
        for held in itertools.combinations(cards, known.counts[seats[0]]):
            if fits(seats[0], held):
                for rest in deal(seats[1:], [card for card in cards if card not in held]):
                    yield {seats[0]: frozenset(held), **rest}

    return [hands for hands in deal(hidden, known.unseen) if has_trumps_enough(hands)]


def frozen(layout, known):
    return tuple((seat, frozenset(layout[seat])) for seat in Seat if seat not in known.hands)


SMALL = [
    (PRESETS["four_deals"], 12),
    (PRESETS["count_tricks"], 12),
    (PRESETS["bridge"], 9),
    (RuleSet(points="written"), 14),
    (PRESETS["three_french"], 12),
    (PRESETS["three_fourth_dummy"], 12),
]


@pytest.mark.parametrize(("rules", "most"), SMALL)
def test_every_layout_comes_once(rules, most):
    counts = []
    for seed in range(3):
        for _, _, _, known in decisions(rules, seed):
            if len(known.unseen) <= most:
                fitting = {frozen(one, known) for one in all_layouts(known)}
                given_ = [frozen(one, known) for one in layouts(known, Random(seed))]
                assert len(given_) == len(set(given_))
                assert set(given_) == fitting
                counts.append(len(fitting))
    assert min(counts) == 1
    assert max(counts) > 20


def test_each_layout_is_as_likely():
    rules, checked = PRESETS["four_deals"], 0
    for seed in range(4):
        for _, _, _, known in decisions(rules, seed):
            fitting = all_layouts(known) if len(known.unseen) <= 12 else []
            if not 8 <= len(fitting) <= 16:
                continue
            draws = 50 * len(fitting)
            rng = Random(seed)
            seen = Counter(frozen(next(layouts(known, rng)), known) for _ in range(draws))
            chi_square = sum((seen[frozen(one, known)] - 50) ** 2 / 50 for one in fitting)
            freedom = len(fitting) - 1
            assert chi_square < freedom + 4 * math.sqrt(2 * freedom)
            checked += 1
            break
    assert checked >= 3


def test_long_suits_are_as_likely_as_they_are():
    """Of very many layouts too: a hidden hand of three holds on average a third of what is unseen."""
    rules = PRESETS["bridge"]
    known = next(known for state, _, _, known in decisions(rules, 3) if state.phase is Phase.PLAY)
    assert len(known.unseen) == 39
    drawn = list(itertools.islice(layouts(known, Random(1)), 1500))
    for card in known.unseen[::4]:
        for seat in (seat for seat in Seat if seat not in known.hands):
            share = sum(card in one[seat] for one in drawn) / len(drawn)
            assert abs(share - 1 / 3) < 4 * math.sqrt(2 / 9 / len(drawn))


def test_the_same_seed_gives_the_same_layouts():
    for _, _, _, known in itertools.islice(decisions(PRESETS["ebu"], 5), 0, None, 9):
        one, two = (list(itertools.islice(layouts(known, Random(8)), 20)) for _ in range(2))
        assert one == two


def wrong(known):
    """The same cards, but told what cannot be."""
    hidden = next(seat for seat in Seat if seat not in known.hands)
    yield replace(known, points={**known.points, hidden: 37})
    yield replace(known, lengths={hidden: {suit: 13 if suit is SUITS[0] else 0 for suit in SUITS}})
    yield replace(known, points={hidden: 0}, lengths={hidden: dict.fromkeys(SUITS, 0) | {SUITS[3]: 13}})


def test_where_nothing_fits_something_is_given_all_the_same():
    for _, _, _, known in itertools.islice(decisions(PRESETS["four_deals"], 2), 0, None, 6):
        for nonsense in wrong(known) if known.unseen else ():
            layout = next(layouts(nonsense, Random(0)))
            assert {seat: len(hand) for seat, hand in layout.items()} == known.counts
            assert {card for hand in layout.values() for card in hand} == {
                *known.unseen,
                *(card for hand in known.hands.values() for card in hand),
            }


def test_voids_outlast_totals():
    for _, _, _, known in decisions(PRESETS["four_deals"], 4):
        if not known.unseen or len(known.hands) == 4:
            continue
        for nonsense in wrong(known):
            for layout in itertools.islice(layouts(nonsense, Random(0)), 3):
                for seat in set(Seat) - set(known.hands):
                    assert not known.voids[seat] & {card.suit for card in layout[seat]}


def test_revokes_stop_nobody():
    rules = replace(PRESETS["four_deals"], revokes="one_trick")
    revoked = 0
    for seed in range(4):
        for state, _, _, known in decisions(rules, seed):
            layout = next(layouts(known, Random(seed)))
            assert {seat: len(hand) for seat, hand in layout.items()} == known.counts
            revoked += bool(state.revokes)
    assert revoked


def test_where_no_layout_explains_the_declarer_all_are_given():
    rules = RuleSet(points="hidden")
    for _, _, _, known in decisions(rules, 7):
        if known.seat is known.declarer and 0 < len(known.unseen) < 8:
            # He sees both hands, and that dummy has less than he.
            other = replace(known, declarer=known.declarer.partner)
            assert not any(map(other.explains_choices, layouts(other, Random(0))))
            assert set(map(str, layouts(other, Random(0)))) == set(map(str, layouts(known, Random(1))))
            return
    pytest.fail("declarer plays some of the last cards")


def test_a_card_that_was_shown_stays_where_it_is():
    _, _, _, known = next(itertools.islice(decisions(PRESETS["four_deals"], 1), 5, None))
    hidden = next(seat for seat in Seat if seat not in known.hands)
    true = next(iter(layouts(known, Random(3))))[hidden][0]
    shown = replace(known, shown={hidden: (true,)})
    assert isinstance(true, Card)
    for layout in itertools.islice(layouts(shown, Random(0)), 30):
        assert true in layout[hidden]
