"""Revokes: accepted where the table allows them, asked about, corrected in time, else settled at the end."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibridge.engine.actions import AnswerClaim, AnswerTakeBack, AskTakeBack, ClaimTricks, PlayCard
from minibridge.engine.cards import Card, Suit
from minibridge.engine.deals import Deal
from minibridge.engine.errors import (
    DummyMayNot,
    MustFollowSuit,
    MustPlayPenaltyCard,
    MustRepeatCard,
    NothingToAsk,
    NotYourTurn,
    RequestOpen,
    WrongPhase,
)
from minibridge.engine.irregular_actions import AskRevoke
from minibridge.engine.penalty_cards import PenaltyCard
from minibridge.engine.play import Trick
from minibridge.engine.revokes import Failure, Revoke, failures, settle_revokes
from minibridge.engine.rules import PRESETS, RuleSet
from minibridge.engine.seat_view import Watcher, view_for
from minibridge.engine.seats import SEATS, Seat, Side
from minibridge.engine.state import Phase, apply, legal_actions, may, start

from .strategies import effort
from .worked_deal import BOARD, LINE, at_play, play

# South plays four spades, North is dummy, West leads.
LAWS = replace(PRESETS["bridge"], revokes="laws", takeback="off")
GENTLE = RuleSet(revokes="one_trick")


def card(text):
    return Card.parse(text)


def played(cards, rules=LAWS):
    return play(at_play(rules), cards)


def ask(state, asker, hand):
    return apply(state, AskRevoke(Seat(asker), Seat(hand)))


def refused(state, action, kind):
    with pytest.raises(kind) as refusal:
        apply(state, action)
    assert type(refusal.value) is kind
    return refusal.value.params


def penalty_cards(state):
    return {(one.hand.value, one.card.text) for one in state.irregularities.penalty_cards}


# What is accepted


def test_elsewhere_a_revoke_is_simply_refused():
    for rules in (RuleSet(), PRESETS["bridge"]):
        state = played("HQ HK", rules)
        assert refused(state, PlayCard(Seat.E, card("D2")), MustFollowSuit) == {"suit": "H"}
        assert view_for(state, Seat.E).acceptable_cards == view_for(state, Seat.E).legal_cards
        assert refused(state, AskRevoke(Seat.S, Seat.W), NothingToAsk) == {}


@pytest.mark.parametrize("rules", [LAWS, GENTLE])
def test_a_card_of_another_suit_is_accepted_and_nothing_is_dimmed(rules):
    state = played("HQ HK", rules)
    view = view_for(state, Seat.E)
    assert set(view.acceptable_cards) == set(view.hands[Seat.E])
    assert {one.text for one in view.legal_cards} == {"H7", "H5", "H2"}
    assert {action.card.text for action in legal_actions(state) if isinstance(action, PlayCard)} == {
        "H7",
        "H5",
        "H2",
    }
    state = play(state, "D2")
    assert state.trick.cards[-1] is card("D2")
    assert state.revokes == (Revoke(Seat.E, 0, Suit.H, card("D2"), faced=False),)


def test_whoever_has_none_of_the_suit_does_not_revoke():
    state = played("HQ HK H2 H6 S2 S3 SK S6 SQ S7 S5 D2")
    assert state.revokes == ()
    assert state.open_failures == (Failure(Seat.E, 2),)


def test_nobody_is_told_of_a_revoke_before_it_is_asked_about():
    """The same cards on the table: East has hearts and revokes, or has none and discards."""
    void = Deal.parse("N:AT52.K843.7.Q962 3..JT9632.AJT743 KQJ84.A7652.KQ5. 976.QJT9.A84.K85")
    for rules in (LAWS, replace(GENTLE, points="hidden")):
        revoked = played("HQ HK D2", rules)
        discarded = play(at_play(rules, board=replace(BOARD, deal=void)), "HQ HK D2")
        assert (len(revoked.revokes), len(discarded.revokes)) == (1, 0)
        for viewer in (Seat.N, Seat.W, Watcher.OUTSIDE):
            assert view_for(revoked, viewer) == view_for(discarded, viewer)


# Asking


def test_everybody_may_ask_but_dummy_only_about_declarer():
    state = played("HQ HK D2")
    assert [seat.value for seat in SEATS if "ask_revoke" in may(state, seat)] == ["E", "S", "W"]
    assert view_for(state, Seat.W).askable == (Seat.E,)
    assert view_for(state, Seat.N).askable == ()
    assert refused(state, AskRevoke(Seat.N, Seat.E), DummyMayNot) == {"actor": "S"}
    declarer_fails = play(state, "C3")
    assert view_for(declarer_fails, Seat.N).askable == (Seat.S,)
    assert may(declarer_fails, Seat.N) == {"ask_revoke"}
    assert AskRevoke(Seat.N, Seat.S) in legal_actions(declarer_fails)


def test_a_discard_is_asked_about_once_and_nothing_changes():
    state = played("HQ HK H2 H6 S2 S3 SK S6 SQ S7 S5 D2")
    asked = ask(state, "S", "E")
    assert (asked.n, asked.turn, asked.tricks) == (state.n + 1, state.turn, state.tricks)
    assert asked.irregularities.past_asking == {Failure(Seat.E, 2)}
    assert refused(asked, AskRevoke(Seat.W, Seat.E), NothingToAsk) == {}
    assert view_for(asked, Seat.S).askable == ()


def test_who_followed_suit_is_not_asked():
    state = played("HQ HK H2")
    for hand in SEATS:
        assert refused(state, AskRevoke(Seat.S, hand), NothingToAsk) == {}


def test_nothing_is_asked_before_the_play():
    assert refused(start(BOARD, LAWS), AskRevoke(Seat.N, Seat.E), WrongPhase) == {"phase": "auction"}


def test_a_failure_can_be_asked_about_until_its_side_plays_to_the_next_trick():
    """East throws a diamond on the heart; North, dummy, wins and leads."""
    state = played("HQ HK D2 H6")
    assert state.open_failures == (Failure(Seat.E, 0),)
    state = play(state, "S2")
    assert state.open_failures == (Failure(Seat.E, 0),)
    state = play(state, "S3")
    assert state.open_failures == ()
    assert refused(state, AskRevoke(Seat.S, Seat.E), NothingToAsk) == {}


def test_a_claim_of_its_side_closes_a_revoke_also_if_it_is_refused():
    state = played("HQ HK D2 H6")
    ours = apply(state, ClaimTricks(Seat.S, 10))
    assert ours.open_failures == (Failure(Seat.E, 0),)
    theirs = apply(apply(state, ClaimTricks(Seat.W, 9)), AnswerClaim(Seat.S, False))
    assert theirs.open_failures == ()


@pytest.mark.parametrize(("hand", "cards"), [("N", "C2 H2 H6"), ("E", "HK D2 H6"), ("S", "HK H2 C3")])
@pytest.mark.parametrize(("claimer", "agrees"), [("S", "E"), ("S", "W"), ("E", "S"), ("E", "W"), ("W", "E")])
def test_whoever_claims_or_agrees_closes_the_revokes_of_his_side(hand, cards, claimer, agrees):
    """One agrees, another refuses: the play goes on (Law 63A3)."""
    state = apply(played("HQ " + cards), ClaimTricks(Seat(claimer), 5))
    state = apply(state, AnswerClaim(Seat(agrees), True))
    (other,) = state.claim_answerers
    state = apply(state, AnswerClaim(other, False))
    closed = Seat(hand).side in (Seat(claimer).side, Seat(agrees).side)
    assert state.open_failures == (() if closed else (Failure(Seat(hand), 0),))
    if closed:
        assert refused(state, AskRevoke(Seat.W, Seat(hand)), NothingToAsk) == {}


# Correcting


def test_a_defender_follows_suit_and_his_card_becomes_a_penalty_card():
    state = ask(played("HQ HK D2"), "W", "E")
    assert (state.turn, state.actor, len(state.trick.cards)) == (Seat.E, Seat.E, 2)
    assert penalty_cards(state) == {("E", "D2")}
    assert state.revokes == ()
    assert card("D2") in state.hands[Seat.E]
    assert {one.text for one in view_for(state, Seat.E).acceptable_cards} == {"H7", "H5", "H2"}
    assert refused(state, PlayCard(Seat.E, card("D3")), MustFollowSuit) == {"suit": "H"}
    state = play(state, "H5 H6")
    assert (state.irregularities.correction, state.turn) == (None, Seat.N)
    assert view_for(state, Seat.N).irregularities.penalty_cards == (PenaltyCard(Seat.E, card("D2")),)


def test_in_minibridge_the_card_just_goes_back():
    state = play(ask(played("HQ HK D2", GENTLE), "E", "E"), "H5 H6")
    assert penalty_cards(state) == set()
    assert (state.turn, state.n) == (Seat.N, 7)


def test_a_penalty_card_is_played_at_the_first_opportunity():
    state = play(ask(played("HQ HK D2"), "S", "E"), "H2 H6 S2 S3 SK S6 SQ S7 S5")
    assert refused(state, PlayCard(Seat.E, card("CT")), MustPlayPenaltyCard) == {"card": "D2"}
    assert view_for(state, Seat.E).acceptable_cards == (card("D2"),)
    assert penalty_cards(play(state, "D2")) == set()


def test_declarers_card_goes_back_and_so_does_dummys():
    state = ask(played("HQ HK H2 C3"), "N", "S")
    assert (penalty_cards(state), state.turn) == (set(), Seat.S)
    assert {one.text for one in view_for(state, Seat.S).legal_cards} == {"HA", "H6"}
    dummy = ask(played("HQ C2"), "E", "N")
    assert (penalty_cards(dummy), dummy.turn, dummy.actor) == (set(), Seat.N, Seat.S)


def test_the_other_side_may_change_what_it_played_after_the_revoke():
    """North, dummy, revokes on the lead; East has played since, and may play otherwise (Law 62C1)."""
    state = ask(played("HQ C2 H7"), "W", "N")
    assert [(seat.value, one.text) for seat, one in state.irregularities.correction.withdrawn] == [
        ("N", "C2"),
        ("E", "H7"),
    ]
    state = play(state, "HK")
    assert {one.text for one in view_for(state, Seat.E).legal_cards} == {"H7", "H5", "H2"}
    assert penalty_cards(play(state, "H2")) == set()


def test_the_offenders_partner_may_change_his_card_only_after_they_have():
    """East revokes on dummy's lead; South and West have played since (Law 62C2)."""
    state = ask(played("HQ HK H2 H6 H3 D2 HA HT"), "S", "E")
    state = play(state, "H5")
    same = play(state, "HA")
    assert refused(same, PlayCard(Seat.W, card("H9")), MustRepeatCard) == {"card": "HT"}
    assert view_for(same, Seat.W).legal_cards == (card("HT"),)
    assert penalty_cards(play(same, "HT")) == {("E", "D2")}


def test_then_what_he_takes_back_becomes_a_penalty_card_too():
    state = play(ask(played("HQ HK H2 H6 S2 C4 SK S6"), "S", "E"), "S3 SQ")
    assert {one.text for one in view_for(state, Seat.W).legal_cards} == {"S9", "S7", "S6"}
    assert penalty_cards(play(state, "S6")) == {("E", "C4")}
    changed = play(state, "S9")
    assert penalty_cards(changed) == {("E", "C4"), ("W", "S6")}
    gentle = play(ask(played("HQ HK H2 H6 S2 C4 SK S6", GENTLE), "S", "E"), "S3 SQ S9")
    assert penalty_cards(gentle) == set()


def test_a_lead_to_the_next_trick_is_undone_with_it():
    state = ask(played("HQ HK D2 H6 S2"), "S", "E")
    assert (len(state.tricks), state.turn, len(state.trick.cards)) == (0, Seat.E, 2)
    assert sum(state.tricks_won.values()) == 0
    assert card("S2") in state.hands[Seat.N]
    state = play(state, "H2 H6")
    assert state.turn is Seat.N
    assert play(state, "SA").trick.cards == (card("SA"),)


def test_both_revokes_on_one_trick_are_corrected_though_one_is_established():
    """East and South revoke; North leads to the next trick, East has not played to it (Law 62C3)."""
    state = played("HQ HK D2 C3 S2")
    assert state.open_failures == (Failure(Seat.E, 0),)
    state = ask(state, "S", "E")
    assert state.irregularities.correction.offenders == {Seat.E, Seat.S}
    assert refused(state, PlayCard(Seat.E, card("D3")), MustFollowSuit)
    state = play(state, "H7")
    assert refused(state, PlayCard(Seat.S, card("C3")), MustFollowSuit)
    state = play(state, "HA")
    assert (state.turn, penalty_cards(state)) == (Seat.S, {("E", "D2")})


@pytest.mark.parametrize(
    ("cards", "asked", "offenders", "again", "faced", "left"),
    [
        ("HQ HK H2 H6 S2 D2 SK DA", "E", "EW", "S3 SQ S9", "D2 DA", ""),
        ("HQ HK H2 H6 S2 D2 SK DA", "W", "W", "S9", "DA", "E"),
        ("HQ C2 H2 C3", "N", "NS", "H3 H7 HA", "", ""),
        ("HQ C2 H2 C3", "S", "S", "HA", "", "N"),
        ("HQ C2 D2 C3", "N", "NS", "H3 H5 HA", "", ""),
        ("HQ C2 D2 C3 H9", "N", "NES", "H3 H5 HA", "D2 H9", ""),
        ("HQ C2 D2 C3 H9", "S", "ES", "H7 HA", "D2 H9", "N"),
    ],
)
def test_whoever_plays_again_may_follow_suit_after_his_own_revoke(
    cards, asked, offenders, again, faced, left
):
    """Nobody has to revoke again because his partner revoked before him on the trick (Law 62A); an earlier
    revoke of his partner's that nobody asked about stays as it is.
    """
    state = ask(played(cards), "W" if asked != "W" else "E", asked)
    assert {one.value for one in state.irregularities.correction.offenders} == set(offenders)
    assert {text for _, text in penalty_cards(state)} == set(faced.split())
    assert state.turn.value == offenders[0]
    for text in again.split():
        assert text in {one.text for one in view_for(state, state.actor).legal_cards}
        state = play(state, text)
    assert state.irregularities.correction is None
    assert [one.hand.value for one in state.revokes] == list(left)


def test_then_a_defenders_lead_to_the_next_trick_becomes_a_penalty_card_too():
    """East and South revoke, West wins and leads on: South has not played to that."""
    state = ask(played("HQ H3 D2 C3 H9"), "E", "S")
    assert state.irregularities.correction.offenders == {Seat.E, Seat.S}
    assert penalty_cards(state) == {("E", "D2"), ("W", "H9")}


def test_a_question_waits_while_a_trick_is_put_right():
    state = ask(played("HQ HK D2"), "S", "E")
    assert refused(state, ClaimTricks(Seat.S, 3), RequestOpen) == {"seat": "E"}
    assert refused(state, AskRevoke(Seat.W, Seat.E), RequestOpen) == {"seat": "E"}
    assert may(state, Seat.W) == set()
    assert may(state, Seat.E) == {"card"}
    assert refused(state, PlayCard(Seat.S, card("H6")), NotYourTurn)["actor"] == "E"


def test_a_card_can_be_taken_back_beside_it_in_minibridge():
    state = ask(played("HQ HK D2 H6", GENTLE), "W", "E")
    state = play(state, "H7 H6 S2")
    state = apply(apply(state, AskTakeBack(Seat.S)), AnswerTakeBack(Seat.W, True))
    state = apply(apply(state, AskTakeBack(Seat.E)), AnswerTakeBack(Seat.S, True))
    assert (state.turn, [one.text for one in state.trick.cards]) == (Seat.E, ["HQ", "HK"])


# On the twelfth trick


TO_THE_LAST_TWO = " ".join(LINE.split()[:44])


def test_a_revoke_on_the_twelfth_trick_is_asked_about_to_the_end():
    """East has a club and a diamond left; South leads a club to the twelfth trick."""
    state = played(TO_THE_LAST_TWO + " C7 C8 CQ DJ")
    assert state.open_failures == (Failure(Seat.E, 11),)
    state = play(state, "C2 C4")
    assert state.open_failures == (Failure(Seat.E, 11),)
    state = ask(state, "S", "E")
    assert (len(state.tricks), state.turn) == (11, Seat.E)
    assert play(state, "C4 C2 DJ S8 HT").result.tricks == 10


@pytest.mark.parametrize("rules", [LAWS, GENTLE])
def test_if_nobody_asks_it_is_found_when_the_last_card_is_played(rules):
    state = played(TO_THE_LAST_TWO + " C7 C8 CQ DJ C2 C4 S8 HT", rules)
    assert (state.phase, state.turn, len(state.tricks)) == (Phase.PLAY, Seat.E, 11)
    assert view_for(state, Seat.E).legal_cards == (card("C4"),)
    result = play(state, "C4 C2 DJ S8 HT").result
    assert (result.tricks, result.revokes) == (10, ())


def test_a_claim_does_not_hide_it():
    state = played(TO_THE_LAST_TWO + " C7 C8 CQ DJ")
    state = apply(state, ClaimTricks(Seat.S, 1))
    state = apply(apply(state, AnswerClaim(Seat.E, True)), AnswerClaim(Seat.W, True))
    assert (state.phase, state.turn, state.claim) == (Phase.PLAY, Seat.E, None)


# Settling


def test_an_established_revoke_of_a_defender_costs_a_trick():
    """East throws D2 on the first heart and the line goes on; E-W win a trick later: one goes over."""
    state = played("HQ HK D2 H6 S2 S3 SK S6 SQ S7 S5 H2 " + " ".join(LINE.split()[12:]))
    assert state.phase is Phase.FINISHED
    (settled,) = state.result.revokes
    assert (settled.revoke.hand, settled.tricks, settled.code) == (Seat.E, 1, "one_trick")
    assert (state.tricks_won[Side.NS], state.result.tricks) == (10, 11)
    assert state.result.points[Side.NS] == 450


WON_BY_EW = [Seat.E, Seat.N, Seat.W, Seat.N, Seat.S, Seat.W, *[Seat.N] * 7]


def one(hand, trick, suit="H", faced=False):
    return Revoke(Seat(hand), trick, Suit(suit), card("C2"), faced)


@pytest.mark.parametrize(
    ("revokes", "law", "costs"),
    [
        # The player won the revoke trick and his side a later one: two; nobody of his side a later one: one.
        ([one("E", 0)], "laws", ["2 two_tricks"]),
        ([one("W", 5)], "laws", ["1 one_trick"]),
        # His partner won it: one, whatever the side won later.
        ([one("W", 0)], "laws", ["1 one_trick"]),
        ([one("E", 1)], "laws", ["1 one_trick"]),
        ([one("E", 6)], "laws", ["0 none_won"]),
        # The second time in the same suit costs nothing, in another suit it does.
        ([one("E", 0), one("E", 1)], "laws", ["2 two_tricks", "0 same_suit"]),
        ([one("E", 0), one("E", 1, "D")], "laws", ["2 two_tricks", "1 one_trick"]),
        ([one("E", 0), one("W", 1)], "laws", ["2 two_tricks", "1 one_trick"]),
        # No trick goes over twice.
        ([one("E", 5), one("W", 5)], "laws", ["1 one_trick", "0 none_won"]),
        ([one("E", 1, faced=True)], "laws", ["0 faced"]),
        ([one("E", 0), one("S", 3)], "laws", ["0 both_sides", "0 both_sides"]),
        ([one("S", 4)], "laws", ["2 two_tricks"]),
        ([one("S", 5)], "laws", ["1 one_trick"]),
        ([one("E", 0)], "one_trick", ["1 one_trick"]),
        ([one("E", 6)], "one_trick", ["0 none_won"]),
        ([one("E", 0), one("S", 3)], "one_trick", ["1 one_trick", "1 one_trick"]),
        ([one("E", 0), one("E", 1)], "one_trick", ["1 one_trick", "1 one_trick"]),
        ([one("E", 1, faced=True)], "one_trick", ["1 one_trick"]),
    ],
)
def test_what_revokes_cost(revokes, law, costs):
    settled = settle_revokes(revokes, WON_BY_EW, {}, law)
    assert [f"{one.tricks} {one.code}" for one in settled] == costs
    assert [one.revoke for one in settled] == revokes


def test_tricks_that_a_claim_gave_count_as_won_later():
    winners = [Seat.N] * 6
    assert settle_revokes([one("E", 3)], winners, {Side.NS: 7}, "laws")[0].code == "none_won"
    assert settle_revokes([one("E", 3)], winners, {Side.NS: 6, Side.EW: 1}, "laws")[0].code == "one_trick"
    assert settle_revokes([one("E", 6)], winners, {Side.EW: 7}, "laws")[0].code == "one_trick"


def naive_cost(revokes, winners, law):
    """Law 64 read aloud, for revokes of one player in different suits, one after the other."""
    taken, costs = set(), []
    for revoke in revokes:
        later = [n for n in range(revoke.trick, 13) if winners[n].side is revoke.hand.side and n not in taken]
        if not later:
            costs.append(0)
            continue
        two = (
            law == "laws"
            and winners[revoke.trick] is revoke.hand
            and revoke.trick not in taken
            and len(later) > 1
        )
        taken |= set(later[: 2 if two else 1])
        costs.append(2 if two else 1)
    return costs


@effort(200)
@given(
    st.lists(st.sampled_from(SEATS), min_size=13, max_size=13),
    st.sets(st.integers(0, 10), min_size=1, max_size=4),
    st.sampled_from(["laws", "one_trick"]),
    st.sampled_from(SEATS),
)
def test_a_plain_reading_of_law_64_agrees(winners, tricks, law, hand):
    revokes = [one(hand.value, trick, suit) for trick, suit in zip(sorted(tricks), "CDHS", strict=False)]
    settled = settle_revokes(revokes, winners, {}, law)
    assert [one.tricks for one in settled] == naive_cost(revokes, winners, law)
    assert sum(one.tricks for one in settled) <= sum(
        seat.side is hand.side for seat in winners[min(tricks) :]
    )


def test_failures_are_read_from_the_table():
    lead, follow, fail = map(Card.parse, ("HQ", "HK", "D2"))
    trick = Trick(Seat.W, (lead, follow, fail))
    assert failures((), trick, ()) == (Failure(Seat.E, 0),)
    assert failures((), trick, {Failure(Seat.E, 0)}) == ()
    assert failures((), None, ()) == ()
    full = Trick(Seat.W, (lead, follow, fail, Card.parse("H6")))
    for leader, cards in product(SEATS, range(3)):
        begun = Trick(leader, (Card.parse("S2"), Card.parse("S3"), Card.parse("S4"))[:cards])
        played_by = {seat.side for seat, _ in begun.plays}
        assert (Failure(Seat.E, 0) in failures((full,), begun, ())) == (Side.EW not in played_by)
