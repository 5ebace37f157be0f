"""The card that is best on average: finesses, drops and restricted choice, as the books have them."""

import itertools
from dataclasses import replace
from random import Random

import pytest

from minibridge.analysis import carrier
from minibridge.analysis.solver import card_tricks
from minibridge.bots.best_card import FEWEST, best_card
from minibridge.bots.decision import Reason
from minibridge.bots.evidence import Evidence
from minibridge.bots.layouts import layouts
from minibridge.bots.verdict import Verdict, unhurried
from minibridge.engine import Card, Seat, view_for
from tests.analysis import naive

from .endings import ending, hand
from .slices import finish
from .test_evidence import worked

pytestmark = pytest.mark.skipif(carrier.find() is None, reason="endplay is not installed")
ALL = 10_000


def judge(evidence: Evidence, solve=card_tricks, most_samples=ALL, seed=0, **options) -> Verdict:
    options = {"time_left": unhurried, **options}
    return finish(best_card(evidence, Random(seed), solve, most_samples=most_samples, **options))


def by_trying_everything(positions):
    return [naive.card_tricks(position) for position in positions]


def card(verdict: Verdict) -> str:
    return verdict.decision.action.card.text


# South has led a small spade towards ace and queen, and West has followed small.
ACE_QUEEN = {"table": "S3 S2", "leader": Seat.S, "south": ".2..", "north": "AQ..."}


def test_the_king_is_where_there_is_more_room_for_it():
    """East has two cards to West's one: twice as often he has the king, and then it falls."""
    known = ending(west="K...", east="..A.A", **ACE_QUEEN)
    verdict = judge(known, by_trying_everything)
    assert verdict.samples == 3
    assert card(verdict) == "SA"
    assert verdict.values["SA"] - verdict.values["SQ"] == pytest.approx(1)
    assert verdict.decision.reason == Reason("best_on_average", {"tenths": 10, "samples": 3})


@pytest.mark.parametrize(("west", "east", "expected"), [("K...", "..A.A", "SQ"), ("..A.", "K...A", "SA")])
def test_where_the_points_place_the_king_nothing_is_left_to_chance(west, east, expected):
    known = ending(west=west, east=east, told=True, **ACE_QUEEN)
    verdict = judge(known, by_trying_everything)
    assert verdict.samples == (1 if expected == "SQ" else 2)
    assert card(verdict) == expected


# South has cashed the ace, on which West dropped the queen. Dummy leads the five, East follows small.
NINE_CARDS = {
    "leader": Seat.N,
    "before": "SA SQ S4 S2",
    "table": "S5 S3",
    "north": "976.2..",
    "south": "KT8.3.3.",
    "contract": "3NT",
}


def test_restricted_choice():
    """With queen and jack West might have dropped the jack: the finesse is the better chance."""
    known = ending(west="J.AK.AK.", east=".Q.QJ.A", **NINE_CARDS)
    every = list(layouts(known, Random(0)))
    assert sum(Card.parse("SJ") in one[Seat.W] for one in every) > len(every) / 2
    assert card(judge(known)) == "ST"


def test_a_forced_card_needs_no_solver():
    def nobody(positions):
        raise AssertionError("nothing is to be solved")

    known = ending(west="K...", east="Q...A", north="A..A.", south=".2..", table="S3 S2")
    verdict = judge(known, nobody)
    assert (card(verdict), verdict.samples, verdict.values) == ("SA", 0, {})
    assert verdict.decision.reason == Reason("only_card")


def test_declarer_who_says_which_penalty_card_is_played_takes_the_worse_one():
    """East has two penalty cards; the turn is his, but the decision South's."""
    known = ending(
        west="K.2..", east="A4...", north="Q3...", south="..2.2", leader=Seat.E, seen_by="rho", told=True
    )
    assert card(judge(known)) == "S4"
    both = known.hands[Seat.E]
    seen = {Seat.N: hand("Q3..."), Seat.S: hand("..2.2")}
    assert card(judge(replace(known, seat=Seat.S, hands=seen, shown={Seat.E: both}))) == "SA"


def test_time_cuts_the_samples_but_never_to_none():
    known = ending(west="J.AK.AK.", east=".Q.QJ.A", **NINE_CARDS)
    assert judge(known, time_left=lambda: 0).samples == FEWEST
    assert judge(known, most_samples=3).samples == 3
    left = iter([1, 1, 1, 0])
    assert judge(known, time_left=lambda: next(left)).samples == FEWEST + 3


def test_less_time_means_the_first_of_the_same_layouts():
    known = ending(west="J.AK.AK.", east=".Q.QJ.A", **NINE_CARDS)
    solved: dict[int, list] = {0: [], 1: []}

    def solve_into(number):
        return lambda positions: (solved[number].extend(positions), card_tricks(positions))[1]

    judge(known, solve_into(0))
    judge(known, solve_into(1), time_left=lambda: 0)
    assert solved[1] == solved[0][:FEWEST]


def test_after_each_layout_there_is_time_for_others():
    known = ending(west="J.AK.AK.", east=".Q.QJ.A", **NINE_CARDS)
    deliberation = best_card(known, Random(0), card_tricks, most_samples=25, time_left=unhurried)
    assert sum(1 for _ in deliberation) == 25


def test_a_clear_case_takes_few_samples():
    """After one card is plainly best, or all have proved equal, nothing more is solved."""
    state = worked(21)
    known = Evidence.of(view_for(state, state.actor))
    verdict = judge(known, most_samples=100)
    assert 30 <= verdict.samples < 100
    assert next(itertools.islice(layouts(known, Random(0)), 200, None))


# South leads; he holds king and queen, and nothing else matters.
KING_QUEEN = {"west": "A2...", "east": ".A.A.", "north": "3...2", "south": "KQ...", "leader": Seat.S}


def test_of_equal_cards_the_preferred_one_is_played_and_else_the_lowest():
    known = ending(**KING_QUEEN)
    assert card(judge(known)) == "SQ"
    assert judge(known).decision.reason == Reason("all_alike", {"samples": 6})
    assert card(judge(known, preferred=Card.parse("SK"))) == "SK"


def test_a_gain_too_small_to_tell_is_not_told():
    """The six of diamonds is ahead by a trick in one or two layouts of twenty-five."""
    state = worked(19)
    verdict = judge(Evidence.of(view_for(state, state.actor)), most_samples=25)
    [first, second] = sorted(set(verdict.values.values()), reverse=True)
    assert 0.03 < first - second < 0.05
    assert verdict.decision.reason == Reason("among_best", {"samples": 25})


def test_a_preferred_card_that_is_worse_or_not_allowed_is_not_played():
    known = ending(west="K...", east="..A.A", **ACE_QUEEN)
    for preferred in ("SQ", "H2"):
        assert card(judge(known, preferred=Card.parse(preferred))) == "SA"


def test_a_defender_counts_what_the_contract_loses():
    """East has to let dummy's queen win, or the contract is made; or he cashes out and beats it."""
    known = ending(west="K.2..", east="A4...", north="Q3...", south="..2.2", leader=Seat.E, seen_by="rho")
    verdict = judge(known)
    assert set(verdict.values) == {"SA", "S4"}
    assert all(0 <= value <= 13 for value in verdict.values.values())
