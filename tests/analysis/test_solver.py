"""The solver against lists of results, public bug reports and a solver that tries everything."""

from random import Random

import pytest

from minibridge.analysis import Line, Position, carrier
from minibridge.analysis.solver import SolverError, card_tricks, declarer_tricks, play_trace, tricks_table
from minibridge.engine import SEATS, Card, Deal, Denomination, Rank, Seat, Suit, Trick, trick_winner

from . import naive
from .dds_lists import FIXTURE, Solved, read, real_list
from .positions import ending, in_play, position

pytestmark = pytest.mark.skipif(carrier.find() is None, reason="endplay is not installed")
SHORT = list(read(FIXTURE))


def check_leads(solved: Solved) -> None:
    hands = {seat: tuple(solved.deal[seat]) for seat in SEATS}
    start = Position(hands, solved.trump, Trick(solved.leader))
    assert card_tricks([start]) == [solved.lead_tricks]


def check_trace(solved: Solved) -> None:
    found = play_trace(Line(solved.deal, solved.trump, solved.leader, solved.cards))
    assert found[: len(solved.trace)] == solved.trace
    assert len(found) == len(solved.cards) + 1
    assert set(found[len(solved.trace) :]) <= {solved.trace[-1]}  # nobody has a choice in the last trick


def check_table(solved: Solved) -> None:
    assert tricks_table(solved.deal) == solved.table


@pytest.mark.parametrize("solved", SHORT, ids=range(10))
def test_table_leads_and_trace_are_those_of_the_list(solved):
    check_table(solved)
    check_leads(solved)
    check_trace(solved)


def test_it_agrees_with_more_of_the_list_of_a_hundred():
    for solved in real_list("list100.txt")[10:30]:
        check_leads(solved)
        check_trace(solved)


@pytest.mark.soak
@pytest.mark.parametrize("name", ["list100.txt", "list300.txt", "largest.txt"])
def test_it_agrees_with_the_long_lists(name):
    for solved in real_list(name):
        check_table(solved)
        check_leads(solved)
        check_trace(solved)


@pytest.mark.parametrize("on_table", range(4))
@pytest.mark.parametrize("size", [1, 2, 3])
def test_it_agrees_with_trying_everything(size, on_table):
    rng = Random(100 * size + on_table)
    positions = [ending(rng, size, on_table) for _ in range(20)]
    assert card_tricks(positions) == [naive.card_tricks(one) for one in positions]


def test_it_agrees_with_trying_everything_in_endings_of_four_cards():
    rng = Random(4)
    positions = [ending(rng, 4, on_table) for on_table in (1, 2, 3) for _ in range(2)]
    assert card_tricks(positions) == [naive.card_tricks(one) for one in positions]


def test_a_card_is_worth_what_is_left_after_it():
    """What a card wins is what the other side then leaves over, at any point of a deal played at random."""
    for cards in (8, 13, 22, 30, 41, 50):
        before = in_play(Random(cards), cards)
        for card, tricks in card_tricks([before])[0].items():
            hands = {seat: tuple(c for c in hand if c is not card) for seat, hand in before.hands.items()}
            trick = Trick(before.trick.leader, (*before.trick.cards, card))
            if trick.is_complete:
                continue
            [after] = card_tricks([Position(hands, before.trump, trick)])
            assert tricks + max(after.values()) == before.tricks_left


def test_the_trace_is_what_the_cards_are_worth():
    solved = SHORT[1]
    trace = play_trace(Line(solved.deal, solved.trump, solved.leader, solved.cards[:1]))
    [leads] = card_tricks(
        [Position({seat: tuple(solved.deal[seat]) for seat in SEATS}, solved.trump, Trick(solved.leader))]
    )
    assert trace == [13 - max(leads.values()), 13 - leads[solved.cards[0]]]


def test_without_cards_the_trace_is_a_cell_of_the_table():
    solved = SHORT[2]
    for denomination in Denomination:
        line = Line(solved.deal, denomination.trump, Seat.N, ())
        assert play_trace(line) == [solved.table[Seat.W, denomination]]


# --- from public bug reports ----------------------------------------------------------------------------


def test_equal_cards_alone_have_a_number():
    deal = "N:T843.K4.KT853.73 J97.J763.642.KJ5 Q52.Q982.QJ.9862 AK6.AT5.A97.AQT4"
    assert found(position(deal, "", "N", "D5", "D2")) == {"DQ": 4, "DJ": 4}


@pytest.mark.parametrize(
    ("north", "tricks"), [("987", {"S7": 2, "S8": 2, "S9": 2}), ("J87", {"S7": 3, "S8": 3, "SJ": 2})]
)
def test_three_equal_cards_have_a_number(north, tricks):
    assert found(position(f"N:{north}... K54... AQ2... T63...", "S", "W", "S6")) == tricks


def test_every_card_has_a_number_and_not_only_the_best():
    ending = position("N:Q2..6.A 5.632.. A..A.Q8 K4...K9", "", "S")
    assert found(ending) == {"DA": 4, "SA": 3, "C8": 3, "CQ": 3}


def test_declarer_makes_nine_whatever_the_third_hand_plays():
    deal = "N:42.K953.Q6.96432 Q3.AT7.JT875.AQT KJ8765.J6.A43.87 AT9.Q842.K92.KJ5"
    assert declarer_tricks(Deal.parse(deal), Seat.W, Denomination.NOTRUMP) == 9
    for dummy in ("S3", "SQ"):
        assert max(found(position(deal, "", "N", "S4", dummy)).values()) == 13 - 9


def test_a_king_led_into_the_tenace_costs_two_tricks():
    deal = "N:T53.AKT.KT62.Q96 AQJ4.J65.53.AK53 K9862.873.98.J74 7.Q942.AQJ74.T82"
    leads = found(position(deal, "", "S"))
    assert leads["SK"] == 4
    assert max(leads.values()) == 6


def test_one_card_each():
    assert found(position("N:A... K... Q... J...", "", "N")) == {"SA": 1}


def test_a_suit_each_shows_any_mix_up_of_suits_and_seats():
    suits = dict(zip(SEATS, (Suit.S, Suit.H, Suit.D, Suit.C), strict=True))
    deal = Deal(*(frozenset(Card(suits[seat], rank) for rank in Rank) for seat in SEATS))
    for (declarer, denomination), tricks in tricks_table(deal).items():
        owner = next((seat for seat in SEATS if suits[seat] is denomination.trump), None)
        assert tricks == (13 if owner is not None and owner.side is declarer.side else 0)


def test_nobody_makes_anything():
    deal = Deal.parse("N:AJ93.952.Q943.96 T74.84.AKJ6.QT72 K62.KJ6.872.AKJ3 Q85.AQT73.T5.854")
    assert max(tricks_table(deal).values()) == 6


def test_the_number_belongs_to_the_side_on_turn():
    solved = SHORT[0]
    hands = {seat: tuple(solved.deal[seat]) for seat in SEATS}
    [leads] = card_tricks([Position(hands, None, Trick(Seat.W))])
    assert 13 - max(leads.values()) == solved.table[Seat.S, Denomination.NOTRUMP]


def test_partners_may_win_different_numbers():
    deal = Deal.parse("N:AJ975.4.987.AQ54 K642.J53.KT52.73 T8.A976.J43.JT62 Q3.KQT82.AQ6.K98")
    table = tricks_table(deal)
    rows = {seat.value: [table[seat, denomination] for denomination in Denomination] for seat in SEATS}
    assert rows == {
        "N": [8, 5, 4, 7, 6],
        "E": [4, 7, 9, 4, 5],
        "S": [8, 5, 4, 7, 6],
        "W": [5, 8, 9, 6, 7],
    }


def test_in_any_line_of_best_play_the_number_stays():
    deal = Deal.parse("N:AJ975.4.987.AQ54 K642.J53.KT52.73 T8.A976.J43.JT62 Q3.KQT82.AQ6.K98")
    line = Line(deal, Suit.H, Seat.N, ())
    for _ in range(12):
        line = Line(deal, Suit.H, Seat.N, (*line.cards, best_card(line)))
    assert play_trace(line) == [9] * 13


def best_card(line: Line) -> Card:
    """The lowest of the best cards at the end of a line of fewer than four tricks."""
    hands = {seat: set(line.deal[seat]) for seat in SEATS}
    trick = Trick(line.leader)
    for card in line.cards:
        hands[trick.leader.clockwise[len(trick.cards)]].remove(card)
        trick = Trick(trick.leader, (*trick.cards, card))
        if trick.is_complete:
            trick = Trick(trick_winner(trick, line.trump))
    here = Position({seat: tuple(hand) for seat, hand in hands.items()}, line.trump, trick)
    [tricks] = card_tricks([here])
    return min(card for card in tricks if tricks[card] == max(tricks.values()))


def test_it_refuses_what_the_solver_refuses(tmp_path, monkeypatch):
    """A position that slipped through all checks: the solver's own error, not a number without sense."""
    monkeypatch.chdir(tmp_path)  # where the solver leaves a file about it
    one = position("N:A... K... Q... J...", "", "N")
    one.hands[Seat.E] = (Card.parse("SA"),)
    with pytest.raises(SolverError):
        card_tricks([one])


def found(one):
    return {card.text: tricks for card, tricks in card_tricks([one])[0].items()}
