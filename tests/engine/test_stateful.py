"""Whole boards under any rules, by random people, compared with the naive model after every action."""

import os

import pytest
from hypothesis import Phase
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from minibridge.engine import errors
from minibridge.engine.boards import Board, Vulnerability
from minibridge.engine.errors import IllegalAction
from minibridge.engine.state import apply, legal_actions, replay, start

from . import naive
from .strategies import FIELDS, deals, effort, naive_of, natural_steps, rule_sets, seats, to_action
from .test_secrecy import KINDS, check_all_views, naive_words, some_values

KNOWN = {
    name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, IllegalAction)
}

any_seat = st.sampled_from(naive.SEATS)
any_value = {
    "call": st.sampled_from(["Pass", "X", "XX", *naive.BIDS]),
    "announce": st.integers(-1, 45),
    "agree": any_seat,
    "contract": st.builds(
        "{}{}{}".format,
        st.integers(1, 7),
        st.sampled_from(naive.DENOMINATIONS),
        st.sampled_from(["", "", "", "X", "XX"]),
    ),
    "card": st.sampled_from(sorted(naive.PACK)),
    "claim": st.integers(-1, 14),
    "answer_claim": st.booleans(),
    "answer_takeback": st.booleans(),
}


class WholeBoards(RuleBasedStateMachine):
    """People do what comes next, and anything else; engine and naive model must agree on all of it."""

    @initialize(deal=deals, dealer=seats, rules=rule_sets())
    def deal(self, deal, dealer, rules):
        self.board, self.rules, self.log = Board(1, dealer, Vulnerability.NONE, deal), rules, []
        self.state, self.model = start(self.board, rules), naive_of(self.board, rules)
        assert self.state.n == 0

    def attempt(self, seat, kind, value=None):
        """Do it in both worlds: both accept it, or the engine gives one of the naive model's reasons."""
        action = to_action(seat, kind, value)
        reasons, before = self.model.objections(seat, kind, value), self.state
        if not reasons:
            self.state = apply(self.state, action)
            self.model.do(seat, kind, value)
            self.log.append(action)
            assert self.state.n == before.n + 1
            return
        with pytest.raises(IllegalAction) as refusal:
            apply(self.state, action)
        given = type(refusal.value)
        assert given.__name__ in KNOWN
        assert given.__name__ in reasons, (seat, kind, value, given, reasons)
        assert all(isinstance(value, str | int) for value in refusal.value.params.values())

    @precondition(lambda self: self.model.phase != "FINISHED")
    @rule(data=st.data(), times=st.integers(1, 9))
    def go_on(self, data, times):
        """What the table waits for: announcing right, choosing, playing, answering."""
        if data.draw(st.integers(0, 99)) == 99:
            self.attempt(None, "end", "vote")
        for _ in range(times):
            steps = sorted(natural_steps(self.model), key=str)
            if steps:
                self.attempt(*data.draw(st.sampled_from(steps)))

    @precondition(lambda self: self.model.phase == "ANNOUNCEMENT")
    @rule(points=st.integers(0, 20))
    def announce_wrong(self, points):
        self.attempt(self.model.turn, "announce", points)

    @precondition(lambda self: self.model.phase == "AUCTION")
    @rule(seat=any_seat, call=any_value["call"])
    def call_anything(self, seat, call):
        self.attempt(seat, "call", call)
        self.attempt(self.model.turn, "call", call)

    @precondition(lambda self: self.model.phase == "PLAY")
    @rule(seat=any_seat, tricks=st.integers(0, 13))
    def claim(self, seat, tricks):
        self.attempt(seat, "claim", min(tricks, self.model.remaining))

    @precondition(lambda self: self.model.steps and self.model.phase != "FINISHED")
    @rule(seat=any_seat)
    def ask_to_take_back(self, seat):
        self.attempt(seat, "ask_takeback")

    @precondition(lambda self: self.model.claim or self.model.takeback)
    @rule(
        seat=any_seat,
        kind=st.sampled_from([kind for kind in KINDS if "claim" in kind or "takeback" in kind]),
        yes=st.booleans(),
    )
    def say_something_to_a_request(self, seat, kind, yes):
        self.attempt(seat, kind, self.model.remaining if kind == "claim" else yes)

    @rule(data=st.data(), seat=any_seat, kind=st.sampled_from(KINDS))
    def try_anything(self, data, seat, kind):
        self.attempt(seat, kind, data.draw(any_value.get(kind, st.none())))

    @precondition(lambda self: self.model.phase == "PLAY")
    @rule(data=st.data(), people=st.permutations(naive.SEATS), holder=any_seat)
    def try_a_card(self, data, people, holder):
        """A card that somebody holds, tried by everybody: the wrong hand, the wrong turn, perhaps right."""
        held = sorted(self.model.hands[holder])
        if held:
            card = data.draw(st.sampled_from(held))
            for person in people:
                self.attempt(person, "card", card)

    @precondition(lambda self: self.model.phase == "PLAY")
    @rule()
    def revoke(self):
        for card in sorted(self.model.hands[self.model.turn] - self.model.playable):
            self.attempt(self.model.actor, "card", card)

    @precondition(lambda self: self.log and self.model.phase != "FINISHED")
    @rule(data=st.data())
    def repeat_something_old(self, data):
        """A double click, or an answer to a request that is gone."""
        self.attempt(*naive_words(data.draw(st.sampled_from(self.log))))

    @precondition(lambda self: self.model.phase == "FINISHED")
    @rule(deal=deals, dealer=seats, rules=rule_sets())
    def deal_again(self, deal, dealer, rules):
        self.deal(deal, dealer, rules)

    @invariant()
    def the_log_gives_the_same_state(self):
        again = replay(self.board, self.rules, self.log)
        assert again == self.state
        assert self.state.n == len(self.log)

    @invariant()
    def every_viewer_knows_what_he_may(self):
        check_all_views(self.state, self.model, len(self.log))

    @invariant()
    def the_legal_actions_are_those_of_the_naive_model(self):
        offered = {naive_words(action) for action in legal_actions(self.state) if action.kind != "end"}
        values = {kind: list(some_values(self.model, kind)) for kind in KINDS}
        values |= {
            "claim": range(14),
            "announce": range(41),
            "answer_claim": [True, False],
            "answer_takeback": [True, False],
        }
        allowed = {
            (seat, kind, value if FIELDS[kind] else None)
            for seat in naive.SEATS
            for kind in KINDS
            for value in values[kind]
            if not self.model.objections(seat, kind, value)
        }
        assert offered == allowed


# To shrink a failing story of whole boards takes minutes: only a long look affords it.
QUICK = (Phase.explicit, Phase.reuse, Phase.generate)

TestWholeBoards = WholeBoards.TestCase
TestWholeBoards.settings = effort(
    20, stateful_step_count=60, phases=tuple(Phase) if "HYPOTHESIS_TIMES" in os.environ else QUICK
)
