"""Cards led and played out of turn, the penalty cards they become, and what declarer may demand of a lead."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibridge.engine.actions import ClaimTricks, PlayCard
from minibridge.engine.cards import DECK, SUITS, Card, Suit
from minibridge.engine.errors import (
    MustFollowSuit,
    MustPlayPenaltyCard,
    NoRequest,
    NotAnOption,
    NotInHand,
    NotYourRequest,
    NotYourTurn,
    RequestOpen,
    RestrictedByDeclarer,
    WrongHand,
)
from minibridge.engine.irregular_actions import AnswerLead, AskRevoke, RestrictLead, RestrictPlay
from minibridge.engine.irregularities import Irregularities
from minibridge.engine.lawful import lawful_cards
from minibridge.engine.out_of_turn import LeadOutOfTurn
from minibridge.engine.penalty_cards import PenaltyCard, penalty_suits
from minibridge.engine.play import Trick, legal_cards
from minibridge.engine.restrictions import ForbiddenLead, LeadOptions, PlayOptions, Restriction
from minibridge.engine.rules import PRESETS
from minibridge.engine.seat_view import Watcher, view_for
from minibridge.engine.seats import SEATS, Seat
from minibridge.engine.state import apply, legal_actions, may

from .strategies import effort
from .worked_deal import LINE, at_play, play

# South plays four spades, North is dummy, West leads.
LAWS = replace(PRESETS["bridge"], out_of_turn="laws", takeback="off")
BOTH = replace(LAWS, revokes="laws")


def card(seat, text):
    return PlayCard(Seat(seat), Card.parse(text))


def played(cards="", rules=LAWS):
    return play(at_play(rules), cards)


def do(state, *actions):
    for action in actions:
        state = apply(state, action)
    return state


def answer(choice, seat="S"):
    return AnswerLead(Seat(seat), choice)


def lead(choice, suits="", seat="S"):
    return RestrictLead(Seat(seat), choice, frozenset(map(Suit, suits)))


def demand(choice, suits="", seat="S"):
    return RestrictPlay(Seat(seat), choice, frozenset(map(Suit, suits)))


def refused(state, action, kind):
    with pytest.raises(kind) as refusal:
        apply(state, action)
    assert type(refusal.value) is kind
    return refusal.value.params


def penalty_cards(state):
    return {(one.hand.value, one.card.text) for one in state.irregularities.penalty_cards}


def texts(cards):
    return {one.text for one in cards}


def lawful(state):
    return texts(view_for(state, state.actor).legal_cards)


# The opening lead


def test_elsewhere_it_is_simply_refused():
    state = at_play(PRESETS["bridge"])
    assert refused(state, card("E", "DJ"), NotYourTurn) == {"actor": "W", "role": "player"}


def test_an_opening_lead_by_the_wrong_defender_waits_for_declarer():
    state = do(played(), card("E", "DJ"))
    assert state.question == LeadOutOfTurn(Seat.E, Card.parse("DJ"), opening=True)
    assert (state.actor, state.question_answerers, state.lead_is_made) == (None, {Seat.S}, False)
    assert may(state, Seat.S) == {"answer_lead"}
    assert may(state, Seat.W) == set()
    for viewer in (*SEATS, Watcher.OUTSIDE):
        view = view_for(state, viewer)
        assert view.irregularities.question.card is Card.parse("DJ")
        assert (view.hands[Seat.N] is None) == (viewer is not Seat.N)
        assert view.counts[Seat.E] == 13
    assert refused(state, card("W", "HQ"), RequestOpen) == {"seat": "E"}
    assert refused(state, ClaimTricks(Seat.S, 10), RequestOpen) == {"seat": "E"}
    assert refused(state, answer("accept", "N"), NotYourRequest) == {"seat": "E"}
    assert refused(state, answer("perhaps"), NotAnOption) == {}
    assert [action.choice for action in legal_actions(state)] == ["accept", "refuse", "spread"]


def test_declarer_accepts_and_plays_second():
    state = do(played(), card("E", "DJ"), answer("accept"))
    assert (state.turn, state.trick.leader, state.declarer) == (Seat.S, Seat.E, Seat.S)
    assert view_for(state, Seat.W).hands[Seat.N] is not None
    assert play(state, "DK DA D7").tricks[0].leader is Seat.E


def test_declarer_spreads_his_hand_and_becomes_dummy():
    state = do(played(), card("E", "DJ"), answer("spread"))
    assert (state.declarer, state.dummy, state.declarer_reason) == (Seat.N, Seat.S, "spread_hand")
    assert (state.turn, state.actor) == (Seat.S, Seat.N)
    assert all(view_for(state, viewer).hands[Seat.S] is not None for viewer in SEATS)
    assert view_for(state, Seat.W).hands[Seat.N] is None
    assert refused(state, card("S", "DK"), NotYourTurn)["role"] == "dummy"
    assert do(state, card("N", "DK")).turn is Seat.W


@pytest.mark.parametrize(
    ("choice", "suits", "may_lead", "left"),
    [
        ("require", "D", "DA D8 D4", set()),
        ("forbid", "D", "S9 S7 S6 HQ HJ HT H9 CK C8 C5", set()),
        ("free", "", "S9 S7 S6 HQ HJ HT H9 DA D8 D4 CK C8 C5", {("E", "DJ")}),
    ],
)
def test_declarer_refuses_and_has_three_more_choices(choice, suits, may_lead, left):
    state = do(played(), card("E", "DJ"), answer("refuse"))
    assert penalty_cards(state) == {("E", "DJ")}
    assert state.question == LeadOptions(Seat.W, frozenset({Suit.D}), "penalty_card")
    state = do(state, lead(choice, suits))
    assert (state.actor, lawful(state), penalty_cards(state)) == (Seat.W, set(may_lead.split()), left)
    if choice == "require":
        assert refused(state, card("W", "HQ"), RestrictedByDeclarer) == {}


def test_declarers_side_does_not_lead_before_the_opening_lead():
    state = played()
    assert refused(state, card("S", "SK"), NotYourTurn)["actor"] == "W"
    assert refused(state, card("N", "SA"), NotYourTurn)["role"] == "dummy"


def test_only_ones_own_cards_are_led_out_of_turn():
    assert refused(played(), card("E", "HQ"), NotYourTurn)["actor"] == "W"
    assert refused(played(), card("W", "DJ"), NotInHand) == {"card": "DJ", "hand": "W"}


# Later leads


def test_a_defender_leads_when_dummy_should():
    state = do(played("HQ HK H2 H6"), card("W", "DA"))
    assert state.question == LeadOutOfTurn(Seat.W, Card.parse("DA"), opening=False)
    assert refused(state, answer("spread"), NotAnOption) == {}
    accepted = do(state, answer("accept"))
    assert (accepted.turn, accepted.actor, accepted.trick.leader) == (Seat.N, Seat.S, Seat.W)
    back = do(state, answer("refuse"))
    assert (back.turn, back.question, penalty_cards(back)) == (Seat.N, None, {("W", "DA")})
    assert play(back, "D7 D2 D5 DA").turn is Seat.W


def test_the_penalty_card_falls_when_it_can():
    state = do(played("HQ HK H2 H6"), card("W", "D4"), answer("refuse"))
    state = play(state, "D7 D2 DK")
    assert refused(state, card("W", "DA"), MustPlayPenaltyCard) == {"card": "D4"}
    assert penalty_cards(play(state, "D4")) == set()


def test_declarer_leads_from_the_wrong_hand_and_either_defender_decides():
    state = do(played("HQ HK H2 H6"), card("S", "SK"))
    assert state.question == LeadOutOfTurn(Seat.S, Card.parse("SK"), opening=False)
    assert state.question_answerers == {Seat.W, Seat.E}
    assert refused(state, answer("accept", "S"), NotYourRequest)
    accepted = do(state, answer("accept", "E"))
    assert (accepted.turn, accepted.trick.leader) == (Seat.W, Seat.S)
    back = do(state, answer("refuse", "W"))
    assert (back.turn, back.actor, penalty_cards(back)) == (Seat.N, Seat.S, set())
    assert len(lawful(back)) == 12


def test_declarer_leads_when_a_defender_should():
    state = played("HQ H3 H2 H6")
    own = do(state, card("S", "SK"), answer("refuse", "W"))
    assert (own.actor, penalty_cards(own)) == (Seat.W, set())
    dummys = do(state, card("S", "SA"))
    assert dummys.question.hand is Seat.N
    assert do(dummys, answer("accept", "W")).turn is Seat.E


def test_a_refused_lead_can_be_made_again_at_once():
    state = do(played("HQ HK H2 H6"), card("S", "SK"), answer("refuse", "W"), card("S", "SK"))
    assert state.question.card is Card.parse("SK")


def test_the_last_trick_is_led_in_turn():
    state = played(" ".join(LINE.split()[:48]))
    assert refused(state, card("W", "HT"), NotYourTurn)["actor"] == "S"


def test_an_illegal_lead_establishes_a_revoke():
    """East throws a diamond on the first heart, and West leads out of turn to the next trick (Law 63A1)."""
    state = do(played("HQ HK D2 H6", BOTH), card("W", "DA"), answer("refuse"))
    assert state.open_failures == ()
    assert len(state.revokes) == 1


def test_a_penalty_card_outlives_the_correction_of_declarers_revoke():
    """South throws a club on the first heart, West leads out of turn to the second trick, East asks."""
    state = do(played("HQ HK H2 C3", BOTH), card("W", "DA"), answer("refuse"))
    state = do(state, AskRevoke(Seat.E, Seat.S))
    assert (state.turn, penalty_cards(state)) == (Seat.S, {("W", "DA")})
    assert lawful(play(state, "H6 D7 D2 D5")) == {"DA"}


def test_a_penalty_card_played_since_a_revoke_lies_there_again():
    """East shows D2 out of turn; West leads a diamond, dummy revokes, East plays D2; West asks."""
    state = do(played("HQ H3 H2 H6", BOTH), card("E", "D2"), answer("refuse"), lead("free"))
    state = play(state, "DA C2 D2 D5")
    assert penalty_cards(state) == set()
    state = do(state, AskRevoke(Seat.W, Seat.N))
    assert (state.turn, penalty_cards(state)) == (Seat.N, {("E", "D2")})
    assert lawful(play(state, "D7")) == {"D2"}


def test_what_declarer_demanded_of_a_leader_is_void_when_another_leads():
    state = do(played(), card("E", "DJ"), answer("refuse"), lead("require", "D"), card("E", "S3"))
    state = do(state, answer("accept"))
    assert state.irregularities.restrictions == ()
    assert lawful(play(state, "SK")) == {"S9", "S7", "S6"}


# What declarer may demand of a lead


def with_penalties(*cards, leader="W"):
    """West is to lead, and East has these penalty cards before him."""
    state = played()
    faced = tuple(PenaltyCard(Seat.E, Card.parse(text)) for text in cards)
    options = LeadOptions(Seat(leader), penalty_suits(faced, Seat.E), "penalty_card")
    return state.but(irregularities=Irregularities(question=options, penalty_cards=faced))


def test_all_penalty_cards_of_a_suit_are_picked_up_together():
    state = with_penalties("DJ", "DT", "CA")
    assert penalty_cards(do(state, lead("require", "D"))) == {("E", "CA")}
    assert penalty_cards(do(state, lead("forbid", "DC"))) == set()
    assert penalty_cards(do(state, lead("free"))) == {("E", "DJ"), ("E", "DT"), ("E", "CA")}


def test_only_suits_of_penalty_cards_can_be_named():
    state = with_penalties("DJ", "CA")
    for choice, suits in (
        ("require", "H"),
        ("require", "DC"),
        ("forbid", "DH"),
        ("forbid", ""),
        ("free", "D"),
    ):
        assert refused(state, lead(choice, suits), NotAnOption) == {}
    assert refused(state, lead("free", seat="N"), NotYourRequest) == {"seat": "W"}
    assert refused(state, demand("lowest"), NoRequest) == {}
    offered = [(one.choice, "".join(sorted(s.value for s in one.suits))) for one in legal_actions(state)]
    assert sorted(offered) == [
        ("forbid", "C"),
        ("forbid", "CD"),
        ("forbid", "D"),
        ("free", ""),
        ("require", "C"),
        ("require", "D"),
    ]


def test_a_suit_is_forbidden_for_as_long_as_the_lead_is_retained():
    """West leads HQ, dummy ducks: he is still on lead and still may lead no diamond."""
    state = play(do(with_penalties("DJ"), lead("forbid", "D")), "HQ H3 H2 H6")
    assert (state.actor, state.question) == (Seat.W, None)
    assert lawful(state) == {"S9", "S7", "S6", "HJ", "HT", "H9", "CK", "C8", "C5"}
    state = play(state, "HJ HK H5 HA")
    assert state.irregularities.forbidden_lead is None


def test_while_a_penalty_card_lies_there_every_lead_of_the_partner_is_asked_for():
    state = play(do(with_penalties("CA"), lead("free")), "HQ H3 H2 H6")
    assert state.question == LeadOptions(Seat.W, frozenset({Suit.C}), "penalty_card")
    assert refused(state, card("W", "CK"), RequestOpen) == {"seat": "W"}


@pytest.mark.parametrize(("choice", "suits"), [("free", ""), ("forbid", "D"), ("require", "C")])
@pytest.mark.parametrize("too_early", ["SK", "SA"])
def test_declarer_is_not_asked_twice_of_one_lead(choice, suits, too_early):
    """He has said what West may lead, and leads out of turn from either hand: that changes nothing."""
    asked = play(do(with_penalties("DJ", "CA"), lead("free")), "HQ H3 H2 H6")
    said = do(asked, lead(choice, suits))
    back = do(said, card("S", too_early), answer("refuse", "W"))
    assert (back.question, back.actor, back.irregularities) == (None, Seat.W, said.irregularities)
    assert lawful(back) == lawful(said)


def test_he_is_asked_again_when_another_penalty_card_is_added():
    said = do(with_penalties("CA"), lead("free"))
    state = do(said, card("E", "DJ"), answer("refuse"))
    assert state.question == LeadOptions(Seat.W, frozenset({Suit.D, Suit.C}), "penalty_card")


def test_declarer_says_which_of_several_penalty_cards_is_played():
    state = play(do(with_penalties("D2", "D3"), lead("free")), "DA D7")
    assert (state.turn, state.actor) == (Seat.E, Seat.S)
    assert lawful(state) == {"D2", "D3"}
    assert may(state, Seat.E) == {"claim"}
    assert "card" in may(state, Seat.S)
    assert refused(state, card("E", "D2"), NotYourTurn)["actor"] == "S"
    state = do(state, card("S", "D3"))
    assert (state.turn, penalty_cards(state)) == (Seat.S, {("E", "D2")})


# Plays before one's turn


def test_a_defender_who_plays_before_his_partner_leaves_declarer_four_choices():
    """Dummy leads a heart to the second trick; West plays before East (Law 57A)."""
    state = do(played("HQ HK H2 H6 H3"), card("W", "HT"))
    assert penalty_cards(state) == {("W", "HT")}
    assert state.question == PlayOptions(Seat.E, Suit.H)
    assert may(state, Seat.S) == {"restrict_play"}
    assert lawful(do(state, demand("highest"))) == {"H7"}
    assert lawful(do(state, demand("lowest"))) == {"H5"}
    assert lawful(do(state, demand("forbid", "C"))) == {"H7", "H5"}
    assert lawful(do(state, demand("require", "D"))) == {"H7", "H5"}
    for choice, suits in (("free", ""), ("require", "H"), ("forbid", ""), ("forbid", "CD"), ("lowest", "C")):
        assert refused(state, demand(choice, suits), NotAnOption) == {}
    assert refused(state, lead("free"), NoRequest) == {}
    assert refused(do(state, demand("lowest")), card("E", "H7"), RestrictedByDeclarer) == {}


def test_whoever_has_to_wait_is_told_whose_irregularity_is_open():
    """A lead or a card out of turn, a partner's penalty card before a lead: each names a person."""
    early = do(played("HQ HK H2 H6 H3"), card("W", "HT"))
    twice = do(played("HQ HK H2 H6 H3 H5"), card("E", "DJ"))
    led = do(played("HQ HK H2 H6"), card("S", "SK"))
    bound = do(played(), card("E", "DJ"), answer("refuse"))
    for state, named in ((early, "W"), (twice, "E"), (led, "S"), (bound, "W")):
        assert refused(state, ClaimTricks(Seat.S, 3), RequestOpen) == {"seat": named}
        assert refused(state, card("E", "C4"), RequestOpen) == {"seat": named}
    for state, named in ((early, "W"), (twice, "E")):
        assert refused(state, demand("lowest", seat="N"), NotYourRequest) == {"seat": named}


def test_who_cannot_follow_suit_obeys_in_the_other_suits():
    """Dummy leads a trump, of which East has none; West plays before him."""
    state = do(played("HQ HK H2 H6 S2 S3 SK S6 S4 S7 SA D2 S5"), card("W", "DA"))
    assert state.question == PlayOptions(Seat.E, Suit.S)
    assert lawful(do(state, demand("require", "C"))) == {"CA", "CT", "C4"}
    assert lawful(do(state, demand("forbid", "D"))) == {"H7", "H5", "CA", "CT", "C4"}
    assert len(lawful(do(state, demand("highest")))) == 10


@pytest.mark.parametrize(
    ("cards", "leader", "lead_card", "early", "last", "ordinary"),
    [
        ("HQ HK H2 H6", "N", "H3", "HA", "W", "HJ HT H9"),
        ("HQ H3 H2 HA", "S", "DK", "D7", "E", "DJ DT D9 D6 D3 D2"),
    ],
)
def test_who_plays_before_his_partner_pays_nothing_once_declarer_has_played_both_hands(
    cards, leader, lead_card, early, last, ordinary
):
    """The hand that leads and the other of declarer's, too early; then the last defender (Law 57C1)."""
    led = do(played(cards), card("S", lead_card))
    both = do(led, card("S", early))
    assert led.trick.leader is Seat(leader)
    for held in both.hands[Seat(last)]:
        state = do(both, PlayCard(Seat(last), held))
        follows = held.text in ordinary.split()
        assert (state.question, state.actor) == (None, Seat(last).partner)
        assert penalty_cards(state) == (set() if follows else {(last, held.text)})
        assert (Restriction(Seat(last), "card", card=held) in state.irregularities.restrictions) == follows
        one_hand = do(led, PlayCard(Seat(last), held))
        assert one_hand.question == PlayOptions(Seat(last).partner, led.trick.led)
        assert penalty_cards(one_hand) == {(last, held.text)}


def test_what_is_demanded_counts_for_that_trick_only():
    state = do(played("HQ HK H2 H6 H3"), card("W", "HT"), demand("lowest"))
    state = play(state, "H5 HA")
    assert lawful(state) == {"HT"}
    assert play(state, "HT").irregularities.restrictions == ()


def test_a_second_card_in_a_trick_is_a_lead_before_its_time():
    """East has played to dummy's lead, and leads to the next trick before West has played (Law 57A)."""
    state = do(played("HQ HK H2 H6 H3 H5"), card("E", "DJ"))
    assert (state.question, penalty_cards(state)) == (PlayOptions(Seat.W, Suit.H), {("E", "DJ")})
    state = play(do(state, demand("highest")), "HA")
    assert lawful(state) == {"HJ"}


def test_a_card_after_both_defenders_have_played_is_just_exposed():
    """West leads, dummy and East follow, and East shows a card more at declarer's turn (Law 49)."""
    state = do(played("HQ HK H2"), card("E", "DJ"))
    assert (state.question, penalty_cards(state), state.actor) == (None, {("E", "DJ")}, Seat.S)


def test_a_card_at_the_right_hand_opponents_turn_must_be_played_if_it_can():
    """West has led; East plays at dummy's turn (Law 57D)."""
    state = do(played("HQ"), card("E", "H5"))
    assert (state.question, penalty_cards(state)) == (None, set())
    assert state.irregularities.restrictions == (Restriction(Seat.E, "card", card=Card.parse("H5")),)
    state = play(state, "HK")
    assert lawful(state) == {"H5"}
    assert refused(state, card("E", "H7"), RestrictedByDeclarer) == {}
    illegal = do(played("HQ"), card("E", "DJ"))
    assert penalty_cards(illegal) == {("E", "DJ")}


@pytest.mark.parametrize("faced", [set(), {"H2"}, {"H5"}, {"H7"}, {"H7", "H2"}, {"H7", "H5", "H2"}])
def test_no_card_before_its_turn_evades_a_penalty_card(faced):
    """West has led; East, with penalty cards or none, plays each of his others at dummy's turn (Law 57D)."""
    penalties = tuple(PenaltyCard(Seat.E, Card.parse(text)) for text in sorted(faced))
    state = played("HQ").but(irregularities=Irregularities(penalty_cards=penalties))
    for text in texts(state.hands[Seat.E]) - faced:
        early = do(state, card("E", text))
        can_be_played = text.startswith("H") and not faced
        assert penalty_cards(early) == {("E", one) for one in (faced if can_be_played else {*faced, text})}
        hearts = {one for one in {*faced, text} if one.startswith("H")}
        assert lawful(play(early, "HK")) == (hearts or {"H7", "H5", "H2"})


def test_no_card_before_its_turn_evades_a_demand():
    """West has led, and declarer demands the lowest heart of East, who plays at dummy's turn (Law 57D)."""
    bound = Irregularities(restrictions=(Restriction(Seat.E, "lowest"),))
    for text, faced in (("H2", set()), ("H7", {("E", "H7")})):
        early = do(played("HQ").but(irregularities=bound), card("E", text))
        assert penalty_cards(early) == faced
        assert lawful(play(early, "HK")) == {"H2"}


def test_declarers_card_before_its_turn_is_played_too():
    state = do(played("HQ"), card("S", "HA"))
    assert lawful(play(state, "HK H2")) == {"HA"}
    assert refused(played("HQ"), card("S", "SK"), WrongHand) == {"card": "SK", "hand": "N"}
    assert lawful(do(played("HQ H3 H2 H6 DA"), card("S", "DK"))) == {"D7"}


def test_nobody_plays_twice_too_early():
    state = do(played("HQ"), card("E", "H5"))
    assert refused(state, card("E", "H7"), NotYourTurn)["actor"] == "S"
    faced = do(played("HQ"), card("E", "DJ"))
    assert refused(faced, card("E", "DJ"), NotYourTurn)["actor"] == "S"


def test_dummy_himself_plays_nothing_at_any_time():
    state = played("HQ HK H2 H6 H3")
    assert refused(state, card("N", "SA"), NotYourTurn)["role"] == "dummy"


def test_a_revoke_is_still_no_way_around_a_penalty_card():
    state = play(do(played("HQ HK H2 H6", BOTH), card("W", "D4"), answer("refuse")), "D7 D2 DK")
    view = view_for(state, Seat.W)
    assert view.acceptable_cards == view.legal_cards == (Card.parse("D4"),)
    assert refused(state, card("W", "HJ"), MustPlayPenaltyCard) == {"card": "D4"}


def test_who_must_follow_suit_follows_before_he_plays_a_penalty_card():
    state = play(do(played("HQ HK H2 H6"), card("W", "D4"), answer("refuse")), "S2 S3 SK")
    assert lawful(state) == {"S9", "S7", "S6"}
    assert refused(state, card("W", "D4"), MustFollowSuit) == {"suit": "S"}


# A second opinion


def naive_lawful(held, led, penalties, demands, forbidden):
    """Follow suit; then do what was asked; then play a penalty card: each as far as it can be done."""
    cards = [one for one in held if one.suit is led] or list(held)
    for kind, suit in demands:
        if kind in ("highest", "lowest"):
            following = sorted((one for one in cards if one.suit is led), key=lambda one: one.rank)
            cards = [following[-1 if kind == "highest" else 0]] if following else cards
        else:
            cards = [one for one in cards if (one.suit is suit) == (kind == "require")] or cards
    if led is None:
        cards = [one for one in cards if one.suit not in forbidden] or cards
    return set([one for one in cards if one in penalties] or cards)


@effort(300)
@given(st.data())
def test_a_plain_reading_of_the_laws_agrees(data):
    held = tuple(data.draw(st.lists(st.sampled_from(DECK), min_size=1, max_size=13, unique=True)))
    penalties = set(data.draw(st.lists(st.sampled_from(held), max_size=3)))
    others = [one for one in DECK if one not in held]
    cards = tuple(data.draw(st.lists(st.sampled_from(others), max_size=1)))
    led = cards[0].suit if cards else None
    kinds = ["highest", "lowest", "require", "forbid"] if led else ["require"]
    suits = st.sampled_from([suit for suit in SUITS if suit is not led])
    demands = data.draw(st.lists(st.tuples(st.sampled_from(kinds), suits), max_size=1))
    forbidden = frozenset(data.draw(st.sets(st.sampled_from(SUITS), max_size=2)))
    faults = Irregularities(
        penalty_cards=tuple(PenaltyCard(Seat.E, one) for one in penalties),
        restrictions=tuple(Restriction(Seat.E, kind, frozenset({suit})) for kind, suit in demands),
        forbidden_lead=ForbiddenLead(Seat.E, forbidden),
    )
    trick = Trick(Seat.S if cards else Seat.E, cards)
    result = lawful_cards(Seat.E, held, trick, faults)
    assert set(result) == naive_lawful(held, led, penalties, demands, forbidden)
    assert set(result) <= set(legal_cards(held, trick))
    assert lawful_cards(Seat.W, held, trick, faults) == legal_cards(held, trick)


def test_demands_are_what_the_laws_offer():
    suits = [frozenset(some) for size in range(3) for some in combinations(SUITS, size)]
    penal = LeadOptions(Seat.W, frozenset({Suit.S, Suit.H}), "penalty_card")
    call = LeadOptions(Seat.W, frozenset({Suit.S, Suit.H}), "withdrawn_call")
    before = PlayOptions(Seat.W, Suit.S)
    for options, number in ((penal, 1 + 2 + 3), (call, 1 + 2)):
        choices = ("free", "require", "forbid")
        assert sum(options.allows(choice, some) for choice in choices for some in suits) == number
    choices = ("highest", "lowest", "require", "forbid", "free")
    assert sum(before.allows(choice, some) for choice in choices for some in suits) == 2 + 3 + 3
