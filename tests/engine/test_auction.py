"""The auction: which calls are legal, when it ends, and what it comes to."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibridge.engine.auction import BIDS, CALLS, PASS, Auction, Bid, legal_calls, parse_call
from minibridge.engine.contracts import Denomination, Doubling
from minibridge.engine.seats import SEATS, Seat

from . import naive
from .strategies import effort, seats


def auction(dealer, calls):
    """An auction written "1C X Pass …"."""
    return Auction(Seat(dealer), tuple(map(parse_call, calls.split())))


def legal(dealer, calls):
    return {str(call) for call in legal_calls(auction(dealer, calls))}


def outcome(dealer, calls):
    """Contract and declarer of a complete auction, written "2C W"."""
    done = auction(dealer, calls)
    assert done.is_over
    return f"{done.contract} {done.declarer}"


# Which calls are legal


def test_there_are_38_calls():
    assert len(set(CALLS)) == 38
    assert len(set(BIDS)) == 35
    assert (str(BIDS[0]), str(BIDS[-1])) == ("1C", "7NT")


def test_the_dealer_may_pass_or_make_any_bid():
    assert legal("E", "") == {"Pass", *naive.BIDS}


def test_a_bid_must_outrank_the_last_one():
    after_a_spade = legal("N", "1S")
    assert {"1NT", "2C", "7NT"} <= after_a_spade
    assert not {"1C", "1D", "1H", "1S"} & after_a_spade
    assert legal("N", "7NT") == {"Pass", "X"}


def test_suits_rank_in_the_order_of_bidding():
    """Two hearts over one spade is sufficient, one heart is not."""
    assert "2H" in legal("S", "1S Pass")
    assert "1H" not in legal("S", "1S Pass")
    assert Bid(1, Denomination.C) < Bid(1, Denomination.D) < Bid(1, Denomination.H) < Bid(1, Denomination.S)
    assert Bid(1, Denomination.S) < Bid(1, Denomination.NOTRUMP) < Bid(2, Denomination.C)


@pytest.mark.parametrize(
    ("calls", "x", "xx"),
    [
        ("", False, False),
        ("Pass", False, False),
        ("1H", True, False),
        ("1H Pass", False, False),
        ("1H Pass Pass", True, False),
        ("1H X", False, True),
        ("1H X Pass", False, False),
        ("1H X Pass Pass", False, True),
        ("1H X XX", False, False),
        ("1H X XX Pass", False, False),
        ("1H X 1S", True, False),
        ("1H X 1S Pass", False, False),
        ("1H X 1S X", False, True),
        ("1H X XX 1S", True, False),
        ("1H Pass Pass X Pass Pass", False, True),
        ("1H Pass Pass X Pass", False, False),
        ("1H Pass Pass X", False, True),
    ],
)
def test_who_may_double_and_redouble(calls, x, xx):
    assert ("X" in legal("N", calls), "XX" in legal("N", calls)) == (x, xx)


def test_nobody_calls_after_the_end():
    for calls in ("Pass Pass Pass Pass", "1C Pass Pass Pass", "1C X XX Pass Pass Pass"):
        assert auction("N", calls).is_over
        assert legal("N", calls) == set()
        assert auction("N", calls).turn is None


# Turns and end


def test_the_dealer_speaks_first_and_the_others_clockwise():
    for dealer in SEATS:
        turns = [
            auction(dealer.value, calls).turn for calls in ("", "1C", "1C Pass", "1C Pass 1D", "1C X XX 1D")
        ]
        assert turns == [dealer, dealer.lho, dealer.partner, dealer.rho, dealer]


@pytest.mark.parametrize(
    ("calls", "is_over"),
    [
        ("Pass Pass Pass", False),
        ("Pass Pass Pass 1C", False),
        ("Pass Pass Pass 1C Pass Pass", False),
        ("Pass Pass Pass 1C Pass Pass Pass", True),
        ("1C Pass Pass", False),
        ("1C Pass Pass X Pass Pass", False),
        ("1C Pass Pass X Pass Pass Pass", True),
        ("Pass Pass Pass Pass", True),
    ],
)
def test_three_passes_end_it_once_somebody_has_bid(calls, is_over):
    assert auction("W", calls).is_over is is_over


def test_four_passes_leave_no_contract():
    out = auction("S", "Pass Pass Pass Pass")
    assert out.is_passed_out
    assert (out.contract, out.declarer, out.leader, out.last_bid) == (None, None, None, None)
    assert not auction("S", "1C Pass Pass Pass").is_passed_out
    assert not auction("S", "Pass Pass Pass").is_passed_out


# What it comes to


@pytest.mark.parametrize(
    ("dealer", "calls", "expected"),
    [
        # A bid cancels the double and redouble before it.
        ("N", "1C X 1H Pass Pass Pass", "1H S"),
        ("N", "1H X XX Pass Pass Pass", "1HXX N"),
        ("N", "1H X XX 2C Pass Pass Pass", "2C W"),
        ("N", "1H X XX 2C X Pass Pass Pass", "2CX W"),
        # The enemy named the suit first: only the declaring side counts.
        ("S", "1S 2S X Pass Pass Pass", "2SX W"),
        ("N", "1H 2D 2H 3H Pass Pass Pass", "3H W"),
        # Opener's partner bids on, opener declares.
        ("E", "1D Pass 3D Pass Pass Pass", "3D E"),
        ("S", "2H Pass 4H Pass 4S Pass Pass Pass", "4S S"),
        ("S", "Pass 1D 2NT Pass Pass Pass", "2NT N"),
        ("N", "1NT Pass Pass Pass", "1NT N"),
        ("N", "1NT X 2D Pass 2H 3D 3H Pass Pass 4S Pass 5C X Pass Pass XX Pass Pass Pass", "5CXX W"),
        ("S", "2H Pass Pass 3D Pass Pass 3H Pass Pass X Pass Pass Pass", "3HX S"),
        ("E", "1C X 1D 1S X Pass 2D Pass 2NT Pass Pass Pass", "2NT E"),
    ],
)
def test_contract_and_declarer(dealer, calls, expected):
    assert outcome(dealer, calls) == expected


def test_the_lead_is_at_declarers_left():
    assert auction("N", "1C X 1H Pass Pass Pass").leader is Seat.W
    assert auction("S", "1S 2S X Pass Pass Pass").leader is Seat.N


def test_a_north_that_deals_is_a_dealer_like_the_others():
    """North is the first seat, and must not be taken for no seat at all."""
    for dealer in SEATS:
        done = auction(dealer.value, "1NT Pass Pass Pass")
        assert (str(done.contract), done.declarer) == ("1NT", dealer)


def test_until_the_end_the_contract_is_what_it_would_be_now():
    assert str(auction("N", "1C X").contract) == "1CX"
    assert auction("N", "1C X XX").doubling is Doubling.REDOUBLED
    assert auction("N", "1C X XX 1D").doubling is Doubling.UNDOUBLED
    assert auction("N", "Pass").contract is None


def test_every_turn_of_a_seat_comes():
    """Dealer East; South is asked three times, also when he will pass."""
    calls = "1C X 1D 1S X Pass 2D Pass 2NT Pass Pass Pass".split()
    asked = [n for n in range(len(calls)) if auction("E", " ".join(calls[:n])).turn is Seat.S]
    assert [calls[n] for n in asked] == ["X", "Pass", "Pass"]


# All auctions


def sequences(calls, depth):
    """The number of ways to go on for `depth` calls: the last one counts, whatever it is."""
    if depth == 1:
        return len(legal_calls(calls))
    return sum(sequences(calls.after(call), depth - 1) for call in legal_calls(calls))


def test_auctions_to_five_calls():
    assert [sequences(Auction(Seat.N), depth) for depth in range(1, 6)] == [36, 701, 9_731, 107_451, 999_852]


def shortened(calls):
    """The same auction without what no later call depends on: all before the last bid."""
    start = calls.last_bid_index
    return calls if start is None else Auction(calls.seat_of(start), calls.calls[start:])


@cache
def ways(calls, depth):
    if depth == 0:
        return 1
    return sum(ways(shortened(calls.after(call)), depth - 1) for call in legal_calls(calls))


def test_auctions_to_eight_calls():
    counts = [ways(Auction(Seat.N), depth) for depth in (5, 6, 7, 8)]
    assert counts == [999_852, 8_126_237, 59_087_257, 391_024_394]


@cache
def whole_auctions(calls):
    """(How many ways there are to end it, the most calls still to come)."""
    if calls.is_over:
        return 1, 0
    endings = [whole_auctions(shortened(calls.after(call))) for call in legal_calls(calls)]
    return sum(count for count, _ in endings), 1 + max(length for _, length in endings)


def test_all_auctions():
    # From the highest last bid down, so that the recursion stays shallow.
    for bid in reversed(BIDS):
        whole_auctions(Auction(Seat.N, (bid,)))
    count, longest = whole_auctions(Auction(Seat.N))
    assert count == 128745650347030683120231926111609371363122697557 == (4 * 22**35 - 1) // 3
    assert longest == 319


# A second opinion


@st.composite
def auctions(draw):
    """A dealer and calls, most of them legal, of all lengths."""
    calls = []
    for _ in range(draw(st.integers(0, 40))):
        choices = sorted(
            naive.legal_calls(calls), key=lambda call: naive.BIDS.index(call) if call in naive.BIDS else -1
        )
        calls.append(draw(st.sampled_from([*choices[:8], "Pass", "Pass"])))
        if naive.auction_is_over(calls):
            break
    return draw(seats), calls


@effort(300)
@given(auctions())
def test_a_plain_reading_of_the_laws_agrees(case):
    dealer, calls = case
    ours = auction(dealer.value, " ".join(calls))
    over = naive.auction_is_over(calls)
    assert ours.is_over is over
    assert {str(call) for call in legal_calls(ours)} == (set() if over else naive.legal_calls(calls))
    assert (ours.turn and ours.turn.value) == (None if over else naive.caller(dealer.value, len(calls)))
    assert (ours.contract and str(ours.contract)) == naive.auction_contract(calls)
    assert (ours.declarer and ours.declarer.value) == naive.auction_declarer(dealer.value, calls)


@effort(100)
@given(auctions())
def test_a_shortened_auction_goes_on_alike(case):
    dealer, calls = case
    ours = auction(dealer.value, " ".join(calls))
    brief = shortened(ours)
    assert (brief.is_over, brief.turn, brief.contract) == (ours.is_over, ours.turn, ours.contract)
    assert legal_calls(brief) == legal_calls(ours)


def test_legal_calls_come_lowest_first_after_pass():
    calls = legal_calls(auction("N", "1C X"))
    assert calls[0] is PASS
    assert [str(call) for call in calls[:4]] == ["Pass", "XX", "1D", "1H"]
    bids = [call for call in calls if isinstance(call, Bid)]
    assert bids == sorted(bids)
