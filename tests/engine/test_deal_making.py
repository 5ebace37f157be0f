"""Deals made to order, judged by plain counting that shares nothing with the engine."""

from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibridge.engine import PRESETS, SEATS, Board, Card, Deal, RuleSet, Seat, Side, Suit, start
from minibridge.engine.deal_constraints import DealConstraints, Fit, ImpossibleDeal, declarer_of
from minibridge.engine.deal_making import deal_completed, deals_made, deals_to_order

from . import naive
from .strategies import effort

LOOSE = st.tuples(st.integers(0, 10), st.integers(12, 37))
LENGTH = st.tuples(st.integers(0, 3), st.integers(4, 13))


@st.composite
def orders(draw: st.DrawFn) -> DealConstraints:
    """Orders of which deals exist, most of them neither common nor very rare."""
    declarer = draw(st.sampled_from((None, *SEATS)))
    return DealConstraints(
        points=draw(st.dictionaries(st.sampled_from(SEATS), LOOSE, max_size=2)),
        lengths=draw(
            st.dictionaries(
                st.tuples(st.sampled_from(SEATS), st.sampled_from(tuple(Suit))), LENGTH, max_size=3
            )
        ),
        balanced=frozenset(draw(st.sets(st.sampled_from(SEATS), max_size=1))),
        fits=tuple(
            draw(st.lists(st.builds(Fit, st.sampled_from(tuple(Side)), st.integers(7, 9)), max_size=1))
        ),
        declarer=declarer,
        declaring=None if declarer else draw(st.sampled_from((None, *Side))),
        zone=draw(st.sampled_from(("", "game", "partscore"))),
    )


def hands_of(board: Board) -> dict[str, set[str]]:
    return {seat.value: {card.text for card in board.deal[seat]} for seat in SEATS}


def naive_declarer(hands: dict[str, set[str]], dealer: str) -> str | None:
    """The side with more points, its better hand, at equal hands whoever of them speaks first."""
    points = {seat: naive.hcp(frozenset(hand)) for seat, hand in hands.items()}
    north_south = points["N"] + points["S"]
    if north_south == 20:
        return None
    partners = "NS" if north_south > 20 else "EW"
    in_turn = [naive.after(dealer, steps) for steps in range(4)]
    return max((seat for seat in in_turn if seat in partners), key=lambda seat: points[seat])


def assert_met(order: DealConstraints, board: Board) -> None:
    hands = hands_of(board)
    assert set().union(*hands.values()) == naive.PACK
    points = {seat: naive.hcp(frozenset(hand)) for seat, hand in hands.items()}
    lengths = {seat: naive.lengths(hand) for seat, hand in hands.items()}
    for seat, (least, most) in order.points.items():
        assert least <= points[seat.value] <= most
    for side, (least, most) in order.side_points.items():
        assert least <= sum(points[seat] for seat in side.value) <= most
    for (seat, suit), (least, most) in order.lengths.items():
        assert least <= lengths[seat.value][suit.value] <= most
    for seat in order.balanced:
        assert sorted(lengths[seat.value].values()) in ([3, 3, 3, 4], [2, 3, 4, 4], [2, 3, 3, 5])
    for fit in order.fits:
        suits = [fit.suit.value] if fit.suit else "SHDC"
        assert any(sum(lengths[seat][suit] for seat in fit.side.value) >= fit.least for suit in suits)
    declarer = naive_declarer(hands, board.dealer.value)
    if order.declarer:
        assert declarer == order.declarer.value
    if order.declaring:
        assert declarer is not None
        assert declarer in order.declaring.value
    if order.zone:
        assert declarer is not None
        total = sum(points[seat] for seat in ("NS" if declarer in "NS" else "EW"))
        assert total >= 25 if order.zone == "game" else total <= 24


@effort(60)
@given(orders(), st.text(max_size=5))
def test_each_deal_is_what_was_asked_for(order: DealConstraints, seed: str):
    try:
        boards = deals_made(order, 3, seed)
    except ImpossibleDeal:
        return
    assert [board.number for board in boards] == [1, 2, 3]
    assert [board.dealer for board in boards] == [Seat.N, Seat.E, Seat.S]
    for board in boards:
        assert_met(order, board)


@effort(20)
@given(orders(), st.text(max_size=5))
def test_the_same_seed_gives_the_same_deals(order: DealConstraints, seed: str):
    try:
        boards = deals_made(order, 2, seed)
    except ImpossibleDeal:
        return
    assert deals_made(order, 2, seed) == boards
    assert deals_made(order, 1, seed) == boards[:1]


def test_another_seed_gives_other_deals():
    assert deals_made(DealConstraints(), 2, "1") != deals_made(DealConstraints(), 2, "2")


def test_a_seed_is_kept_for_good():
    """Whoever has noted an order and its seed gets these cards in any later version."""
    order = DealConstraints(declarer=Seat.S, zone="game", fits=(Fit(Side.NS, 8, Suit.S),))
    (board,) = deals_made(order, 1, "class 6e")
    assert str(board.deal) == KEPT


KEPT = "N:A86.AT653.Q3.QJT J975.74.J42.9852 KQ432.9.KT9.AK73 T.KQJ82.A8765.64"


RARE = {
    "37 points": DealConstraints(points={Seat.N: (37, 37)}),
    "ten points each, all balanced": DealConstraints(
        points=dict.fromkeys(SEATS, (10, 10)), balanced=frozenset(SEATS)
    ),
    "nine spades and eight hearts": DealConstraints(
        lengths={(Seat.N, Suit.S): (9, 13), (Seat.E, Suit.H): (8, 13)}
    ),
    "eleven cards in a suit of both sides": DealConstraints(
        fits=(Fit(Side.NS, 11), Fit(Side.EW, 11)), declaring=Side.EW, zone="partscore"
    ),
    "a slam": DealConstraints(side_points={Side.NS: (33, 36)}, declarer=Seat.N),
}


@pytest.mark.parametrize("name", RARE)
def test_rare_deals_are_found_too(name: str):
    for board in deals_made(RARE[name], 2, "rare"):
        assert_met(RARE[name], board)


IMPOSSIBLE = {
    "bounds": DealConstraints(points={Seat.N: (12, 9)}),
    "points_over": DealConstraints(points={Seat.N: (20, 37), Seat.E: (21, 37)}),
    "points_under": DealConstraints(points=dict.fromkeys(SEATS, (0, 9))),
    "side_points": DealConstraints(side_points={Side.NS: (25, 40), Side.EW: (16, 40)}),
    "cards_over": DealConstraints(lengths={(Seat.N, Suit.S): (7, 13), (Seat.N, Suit.H): (7, 13)}),
    "cards_under": DealConstraints(lengths={(Seat.N, suit): (0, 3) for suit in Suit}),
    "suit_over": DealConstraints(lengths={(Seat.N, Suit.S): (7, 13), (Seat.E, Suit.S): (7, 13)}),
    "suit_under": DealConstraints(lengths={(seat, Suit.C): (0, 3) for seat in SEATS}),
    "balanced": DealConstraints(lengths={(Seat.N, Suit.S): (6, 13)}, balanced=frozenset((Seat.N,))),
    "fit": DealConstraints(
        lengths={(Seat.N, Suit.S): (0, 3), (Seat.S, Suit.S): (0, 4)}, fits=(Fit(Side.NS, 8, Suit.S),)
    ),
    "declarer": DealConstraints(points={Seat.N: (0, 9), Seat.S: (10, 37)}, declarer=Seat.N),
    "zone": DealConstraints(side_points={Side.NS: (0, 24)}, declaring=Side.NS, zone="game"),
    "rare": DealConstraints(fits=(Fit(Side.NS, 11, Suit.S), Fit(Side.EW, 8, Suit.S))),
}


@pytest.mark.parametrize("code", IMPOSSIBLE)
def test_what_contradicts_itself_is_refused_with_its_reason(code: str):
    with pytest.raises(ImpossibleDeal) as caught:
        deals_made(IMPOSSIBLE[code], 1, "1")
    assert caught.value.code == code


def test_a_declaring_side_has_more_than_half_of_the_points():
    with pytest.raises(ImpossibleDeal):
        deals_made(DealConstraints(side_points={Side.NS: (0, 20)}, declaring=Side.NS), 1, "1")


@effort(60)
@given(st.randoms(use_true_random=False), st.sampled_from(SEATS), st.sampled_from(sorted(PRESETS)))
def test_the_declarer_is_the_one_whom_the_table_will_name(rng, dealer: Seat, preset: str):
    rules = PRESETS[preset]
    board = Board(1, dealer, deals_made(DealConstraints(), 1, "v")[0].vulnerability, Deal.random(rng))
    named = declarer_of(board, rules)
    if rules.bidding == "auction":
        assert named is None
    elif rules.points != "announced":
        assert named is start(board, rules).declarer
    elif rules.players == "four":
        shown = RuleSet.from_dict({**rules.to_dict(), "points": "shown"})
        assert named is start(board, shown).declarer


def test_partners_who_have_to_agree_are_nobodys_declarer():
    deal = Deal.parse("N:AKQJ.J43.432.432 T98.AKQ.T98.T987 765.T98.AKQJ.J65 432.7652.765.AKQ")
    rules = RuleSet(tie="agree")
    board = Board(1, Seat.N, deals_made(DealConstraints(), 1, "v")[0].vulnerability, deal)
    assert declarer_of(board, rules) is None
    assert declarer_of(board, RuleSet(points="announced", tie="first_correct")) is None


def test_the_rest_is_dealt_around_the_cards_that_lie_fixed():
    held = {Seat.N: {Card.parse("SA"), Card.parse("SK")}, Seat.W: {Card.parse("C2")}}
    deal = deal_completed(held, Random(1))
    assert all(held[seat] <= deal[seat] for seat in held)
    assert deal != deal_completed(held, Random(2))


def test_fixed_cards_stay_while_the_order_is_met():
    held = {Seat.N: {Card.parse("SA"), Card.parse("SK"), Card.parse("SQ"), Card.parse("SJ")}}
    order = DealConstraints(points={Seat.N: (30, 37)})
    for board in islice(deals_to_order(order, "fixed", Seat.W, held), 2):
        assert held[Seat.N] <= board.deal[Seat.N]
        assert board.dealer is Seat.W
        assert_met(order, board)


def test_too_many_fixed_cards_are_no_deal():
    with pytest.raises(ValueError, match="13 cards"):
        deal_completed(
            {
                Seat.N: deal_completed({}, Random(1))[Seat.N]
                | {Card.parse("SA")}
                | {Card.parse("S2")}
                | {Card.parse("H2")}
            },
            Random(1),
        )
