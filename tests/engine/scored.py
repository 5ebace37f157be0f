"""Deals as the scorers see them: in short words, at random, and in the words of the naive model."""

from hypothesis import strategies as st

from minibridge.engine.contracts import Contract, Denomination
from minibridge.engine.honours import Honours
from minibridge.engine.played_deal import PlayedDeal, Unplayed
from minibridge.engine.seats import Seat, Side

from .strategies import contracts, seats


def made(declarer, contract, overtricks=0, honours=None):
    """`made("N", "4S", 1)` is four spades with an overtrick; a negative number of overtricks is down."""
    wanted = Contract.parse(contract)
    return PlayedDeal(Seat.parse(declarer), wanted, wanted.tricks_needed + overtricks, honours)


def down(declarer, contract, undertricks):
    return made(declarer, contract, -undertricks)


def points(ns, ew):
    return {Side.NS: ns, Side.EW: ew}


def _honours(seat, contract, count):
    of_trumps = contract.denomination is not Denomination.NOTRUMP
    return Honours(seat, count if of_trumps else 4, of_trumps)


@st.composite
def played_deals(draw):
    """Any contract with any number of tricks, made more often than not, with honours now and then."""
    contract = draw(contracts)
    fewest = draw(st.sampled_from([0, contract.tricks_needed, contract.tricks_needed]))
    honours = None
    if draw(st.integers(0, 4)) == 0:
        honours = _honours(draw(seats), contract, draw(st.sampled_from([4, 5])))
    return PlayedDeal(draw(seats), contract, draw(st.integers(fewest, 13)), honours)


any_deals = st.one_of(played_deals(), played_deals(), played_deals(), st.sampled_from(list(Unplayed)))


def in_naive_words(deal):
    if isinstance(deal, Unplayed):
        return None
    honours = None if deal.honours is None else (deal.honours.seat.value, deal.honours.points)
    return (deal.declarer.value, str(deal.contract), deal.tricks, honours)


def by_name(totals):
    return {side.value: total for side, total in totals.items()}
