import pickle
from dataclasses import FrozenInstanceError, fields, replace

import pytest

from minibridge.engine.actions import AgreeDeclarer, AnswerClaim, AskTakeBack, ClaimTricks, EndBoard
from minibridge.engine.cards import Card, Suit
from minibridge.engine.contracts import Contract
from minibridge.engine.rules import PRESETS, RuleSet
from minibridge.engine.seat_view import Watcher, view_for
from minibridge.engine.seats import SEATS
from minibridge.engine.state import BoardState, Phase, apply, start

from .worked_deal import BALANCED, BOARD, TIED, TOTALS, accept, after, announce, at_play, contract, play

N, E, S, W = SEATS
OUTSIDE, OPEN = Watcher.OUTSIDE, Watcher.OPEN
VIEWERS = (*SEATS, OUTSIDE, OPEN)
EBU = PRESETS["ebu"]


def seen(state, viewer):
    """The hands that *viewer* sees, as letters."""
    return "".join(seat.value for seat, hand in view_for(state, viewer).hands.items() if hand is not None)


def all_seen(state):
    return " ".join(seen(state, viewer) or "-" for viewer in (N, E, S, W, OUTSIDE))


def known(state, viewer):
    return "".join(seat.value for seat, total in view_for(state, viewer).points.items() if total is not None)


def told(state, viewer):
    return "".join(seat.value for seat, one in view_for(state, viewer).lengths.items() if one is not None)


# Who sees which hand (South declares, North is dummy)


def test_before_declarer_is_known_everybody_sees_his_own_hand():
    assert all_seen(start(BOARD, EBU)) == "N E S W -"
    assert all_seen(start(TIED, RuleSet(tie="agree"))) == "N E S W -"


@pytest.mark.parametrize(
    ("faced", "choosing", "chosen", "led"),
    [
        ("before_contract", "N NE NS NW N", "N NE NS NW N", "N NE NS NW N"),
        ("declarer_first", "N E NS W -", "N E NS W -", "N NE NS NW N"),
        ("after_lead", "N E S W -", "N E S W -", "N NE NS NW N"),
        ("shape_first", "N E S W -", "N NE NS NW N", "N NE NS NW N"),
    ],
)
def test_dummy_is_faced_when_the_rules_say(faced, choosing, chosen, led):
    rules = RuleSet(dummy_faced=faced)
    assert all_seen(start(BOARD, rules)) == choosing
    assert all_seen(at_play(rules)) == chosen
    assert all_seen(after(1, rules)) == led
    assert all_seen(after(30, rules)) == led


@pytest.mark.parametrize("faced", ["before_contract", "declarer_first", "after_lead"])
def test_dummy_is_faced_without_a_contract_too(faced):
    rules = replace(PRESETS["count_tricks"], dummy_faced=faced)
    before = {"before_contract": "N NE NS NW N", "declarer_first": "N E NS W -", "after_lead": "N E S W -"}
    assert all_seen(start(BOARD, rules)) == before[faced]
    assert all_seen(play(start(BOARD, rules), "HQ")) == "N NE NS NW N"


@pytest.mark.parametrize(
    ("faced", "choosing", "led"),
    [("before_contract", "NS", "NS"), ("declarer_first", "N", "NS"), ("after_lead", "N", "NS")],
)
def test_a_rule_for_children_lets_dummy_see_declarers_hand_once_his_own_is_faced(faced, choosing, led):
    rules = RuleSet(dummy_faced=faced, dummy_sees_declarer=True)
    assert seen(start(BOARD, rules), N) == choosing
    assert seen(after(1, rules), N) == led
    assert seen(after(1, rules), E) == "NE"


def test_declarers_claim_faces_his_hand_to_all_for_good():
    state = apply(after(8), ClaimTricks(S, 11))
    assert all_seen(state) == "NS NES NS NSW NS"
    refused = apply(state, AnswerClaim(W, False))
    assert all_seen(play(refused, "SQ")) == "NS NES NS NSW NS"


def test_a_defenders_claim_faces_his_hand_to_declarer_alone_for_good():
    state = apply(after(8), ClaimTricks(W, 3))
    assert all_seen(state) == "N NE NSW NW N"
    refused = apply(state, AnswerClaim(E, False))
    assert all_seen(play(refused, "SQ")) == "N NE NSW NW N"


def test_what_a_claim_showed_is_not_hidden_again_by_a_take_back():
    rules = RuleSet(takeback="free")
    state = apply(apply(after(1, rules), ClaimTricks(S, 13)), AnswerClaim(W, False))
    state = apply(state, AskTakeBack(S))
    assert state.phase is Phase.CONTRACT
    assert seen(state, W) == "NSW"


@pytest.mark.parametrize("state", [start(BOARD, EBU), start(BOARD, RuleSet()), at_play(), after(9)])
def test_an_open_viewer_sees_all_hands_from_the_beginning(state):
    view = view_for(state, OPEN)
    assert view.hands == state.hands
    assert view.original == state.original
    assert view.points == TOTALS
    assert (view.legal_cards, view.may, view.menu) == ((), frozenset(), ())


@pytest.mark.parametrize("viewer", VIEWERS)
def test_everybody_sees_all_of_a_finished_board(viewer):
    for state in (
        after(52),
        accept(apply(after(8), ClaimTricks(S, 8)), W, E),
        apply(start(BOARD, RuleSet(points="hidden", dummy_faced="after_lead")), EndBoard(reason="vote")),
        apply(start(BOARD, EBU), EndBoard(reason="vote")),
    ):
        view = view_for(state, viewer)
        assert view.original == state.original
        assert view.hands == state.hands
        assert view.points == TOTALS
        assert view.result == state.result


def test_nobody_sees_the_original_hands_before_the_end():
    for viewer in (*SEATS, OUTSIDE):
        assert view_for(after(51), viewer).original is None


def test_a_balanced_board_is_shown_to_all():
    assert all_seen(start(BALANCED, RuleSet())) == "NESW NESW NESW NESW NESW"


def test_hands_are_sorted_and_lose_the_cards_played():
    view = view_for(after(2), S)
    assert "".join(map(str, view.hands[N])) == "SASTS5S2H8H4H3D7CQC9C6C2"
    assert view.counts == {N: 12, E: 13, S: 13, W: 12}


# Who knows which total


@pytest.mark.parametrize(
    ("points", "seat", "outside"),
    [
        ("shown", "NESW", "NESW"),
        ("written", "NESW", "NESW"),
        ("partners", "NS", ""),
        ("hidden", "", ""),
    ],
)
def test_totals_are_known_as_the_rules_say(points, seat, outside):
    state = start(BOARD, RuleSet(points=points))
    assert (known(state, S), known(state, N), known(state, OUTSIDE)) == (seat, seat, outside)
    assert known(after(9, RuleSet(points=points)), S) == seat


def test_announced_totals_are_known_when_all_are_right():
    state = announce(start(BOARD, EBU), 9, 5, 15)
    for viewer in (*SEATS, OUTSIDE):
        assert known(state, viewer) == ""
        assert [one.points for one in view_for(state, viewer).announcements] == [9, 5, 15]
    state = announce(state, 10)
    assert [known(state, viewer) for viewer in (*SEATS, OUTSIDE)] == [""] * 5
    state = announce(state, 9, 5, 16, 10)
    assert [known(state, viewer) for viewer in (*SEATS, OUTSIDE)] == ["NESW"] * 5


def test_a_wrong_total_is_told_to_its_player_alone():
    state = announce(start(BOARD, EBU), 9, 5, 15, 10)
    assert [view_for(state, viewer).told_wrong for viewer in VIEWERS] == [
        False,
        False,
        True,
        False,
        False,
        False,
    ]
    assert view_for(state, W).recounts == 1
    assert not view_for(announce(state, 9, 5, 16, 10), S).told_wrong


@pytest.mark.parametrize(
    ("rules", "choosing", "outside"),
    [
        (RuleSet(), "", ""),
        (RuleSet(points="written"), "NESW", "NESW"),
        (RuleSet(points="partners"), "NS", ""),
        (RuleSet(dummy_faced="after_lead"), "N", "N"),
        (RuleSet(dummy_faced="shape_first"), "N", "N"),
        (RuleSet(points="partners", dummy_faced="after_lead"), "NS", "N"),
        (RuleSet(dummy_faced="declarer_first"), "", ""),
    ],
)
def test_suit_lengths_are_told_as_the_rules_say(rules, choosing, outside):
    for state in (start(BOARD, rules), after(9, rules)):
        assert told(state, S) == choosing
        assert told(state, OUTSIDE) == outside
    if choosing:
        assert view_for(after(9, rules), S).lengths[N] == {Suit.S: 4, Suit.H: 4, Suit.D: 1, Suit.C: 4}


def test_dummy_tells_no_lengths_before_it_is_known_who_is_dummy():
    state = start(BOARD, RuleSet(points="announced", dummy_faced="shape_first"))
    assert told(state, S) == ""


# Declarer, and why


@pytest.mark.parametrize("points", ["shown", "written"])
def test_the_reason_is_told_where_totals_are_known(points):
    view = view_for(start(BOARD, RuleSet(points=points)), OUTSIDE)
    assert (view.declarer, view.dummy, view.declarer_reason, view.side_reason) == (
        S,
        N,
        "more_points",
        "more_points",
    )


def test_the_reason_tells_nobody_a_total_he_may_not_know():
    hidden = start(TIED, RuleSet(points="hidden"))
    assert {view_for(hidden, viewer).declarer_reason for viewer in (*SEATS, OUTSIDE)} == {"untold"}
    assert {view_for(hidden, viewer).side_reason for viewer in (*SEATS, OUTSIDE)} == {"untold"}
    partners = start(TIED, RuleSet(points="partners"))
    assert [view_for(partners, viewer).declarer_reason for viewer in (N, E, S, W, OUTSIDE)] == [
        "first_announcer",
        "untold",
        "first_announcer",
        "untold",
        "untold",
    ]


def test_agreeing_partners_are_heard_by_all():
    state = apply(start(TIED, RuleSet(tie="agree", points="partners")), AgreeDeclarer(N, S))
    assert view_for(state, OUTSIDE).agreeing == {N: S, S: None}
    state = apply(state, AgreeDeclarer(S, S))
    assert view_for(state, OUTSIDE).declarer_reason == "agreed"
    assert view_for(state, OUTSIDE).agreeing is None


# The choice


def test_declarer_alone_is_offered_the_menu_and_the_sums():
    state = start(BOARD, RuleSet())
    view = view_for(state, S)
    assert len(view.menu) == 10
    assert view.combined_points == 25
    assert view.combined_lengths == {Suit.S: 9, Suit.H: 6, Suit.D: 4, Suit.C: 7}
    assert view.advice.contract == Contract.parse("4S")
    for viewer in (N, E, W, OUTSIDE, OPEN):
        other = view_for(state, viewer)
        assert (other.menu, other.combined_points, other.combined_lengths, other.advice) == (
            (),
            None,
            None,
            None,
        )


def test_nothing_is_offered_any_more_once_the_contract_is_chosen():
    view = view_for(at_play(), S)
    assert (view.menu, view.combined_points, view.advice) == ((), None, None)


@pytest.mark.parametrize(
    ("rules", "points", "lengths", "advice"),
    [
        (RuleSet(points="hidden"), None, True, False),
        (RuleSet(points="hidden", dummy_faced="after_lead"), None, True, False),
        (RuleSet(points="partners"), 25, True, True),
        (RuleSet(points="partners", dummy_faced="after_lead"), 25, True, True),
        (RuleSet(dummy_faced="shape_first"), 25, True, True),
        (RuleSet(dummy_faced="declarer_first"), 25, True, True),
    ],
)
def test_declarer_is_helped_with_what_he_may_know(rules, points, lengths, advice):
    view = view_for(start(BOARD, rules), S)
    assert view.combined_points == points
    assert (view.combined_lengths is not None) is lengths
    assert (view.advice is not None) is advice


# The play


def test_only_the_person_on_turn_is_shown_legal_cards():
    state = after(1)
    assert [str(card) for card in view_for(state, S).legal_cards] == ["HK", "H8", "H4", "H3"]
    for viewer in (N, E, W, OUTSIDE, OPEN):
        assert view_for(state, viewer).legal_cards == ()
    assert view_for(start(BOARD, RuleSet()), S).legal_cards == ()


def test_no_card_is_legal_while_an_answer_is_awaited():
    state = apply(after(1), AskTakeBack(W))
    assert view_for(state, S).legal_cards == ()
    assert (view_for(state, S).turn, view_for(state, S).actor) == (N, None)
    assert view_for(state, OUTSIDE).takeback == state.takeback


def test_the_trick_on_the_table_and_the_one_before():
    view = view_for(after(4), E)
    assert (view.trick.cards, view.trick.leader) == ((), N)
    assert view.last_trick == view.tricks[-1]
    assert view_for(after(5), E).last_trick == after(4).tricks[0]
    assert view_for(after(3), E).last_trick is None
    assert view_for(at_play(), E).trick.leader is W
    assert view_for(start(BOARD, RuleSet()), E).trick is None
    assert (view_for(after(52), E).trick, view_for(after(52), E).remaining) == (None, 0)


@pytest.mark.parametrize("viewer", [OUTSIDE, OPEN])
def test_a_watcher_may_do_nothing(viewer):
    for state in (start(BOARD, EBU), start(BOARD, RuleSet()), after(8)):
        assert view_for(state, viewer).may == frozenset()


# Nothing leaks


STATES = [
    *(
        start(BOARD, replace(rules, points=points))
        for rules in (RuleSet(), PRESETS["shape_first"])
        for points in ("shown", "announced", "hidden")
    ),
    start(TIED, RuleSet(tie="agree")),
    after(1, PRESETS["dummy_after_lead"]),
    after(20),
    apply(after(8), ClaimTricks(W, 3)),
]


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("viewer", [*SEATS, OUTSIDE])
def test_neither_repr_nor_pickle_of_a_view_holds_a_hidden_card(state, viewer):
    view = view_for(state, viewer)
    hidden = {str(card) for seat in SEATS if view.hands[seat] is None for card in state.hands[seat]}
    words = set(repr(view).replace("(", " ").replace(")", " ").split())
    assert not hidden & words
    assert pickle.loads(pickle.dumps(view)) == view
    assert not hidden & {str(card) for card in cards_reached(view)}


def cards_reached(thing):
    """All cards that can be reached from *thing* by following attributes and contents."""
    pending, done = [thing], set()
    while pending:
        one = pending.pop()
        if id(one) in done:
            continue
        done.add(id(one))
        assert not isinstance(one, BoardState)
        if isinstance(one, Card):
            yield one
        elif isinstance(one, dict):
            pending += [*one.keys(), *one.values()]
        elif isinstance(one, tuple | frozenset | list):
            pending += one
        elif hasattr(one, "__dataclass_fields__"):
            pending += [getattr(one, field.name) for field in fields(one)]


def test_a_view_cannot_be_changed_nor_changes_the_state():
    state = after(8)
    view = view_for(state, S)
    with pytest.raises(FrozenInstanceError):
        view.n = 3  # type: ignore[misc]
    for field in fields(view):
        value = getattr(view, field.name)
        if isinstance(value, dict):
            value.clear()
    assert view_for(state, S).hands[S] == state.hands[S]
    assert view_for(state, S).tricks_won == state.tricks_won


def test_two_worlds_that_look_the_same_to_a_seat_give_the_same_view():
    """East and West may hold each other's cards: South, who sees neither, cannot tell."""
    swapped = replace(BOARD, deal=type(BOARD.deal)(*(BOARD.deal[seat] for seat in (N, W, S, E))))
    for rules in (RuleSet(points="hidden"), RuleSet(points="partners", dummy_faced="after_lead")):
        assert view_for(start(BOARD, rules), S) == view_for(start(swapped, rules), S)
        chosen = [apply(start(board, rules), contract("4S")) for board in (BOARD, swapped)]
        assert view_for(chosen[0], OUTSIDE) == view_for(chosen[1], OUTSIDE)
