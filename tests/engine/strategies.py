"""Hypothesis strategies for deals, rule sets and whole boards, for the tests of every layer.

`HYPOTHESIS_TIMES=50 pytest tests/engine` looks fifty times as long as a test is worth; without it, since each
run looks at other examples, a third as long is enough. `make soak` takes its time.
"""

import os
import random
from dataclasses import dataclass

from hypothesis import HealthCheck, reject, settings
from hypothesis import strategies as st

from minibridge.engine.actions import Action, action_from
from minibridge.engine.boards import Board, Vulnerability
from minibridge.engine.cards import DECK
from minibridge.engine.contracts import Contract, Denomination, Doubling
from minibridge.engine.deals import Deal
from minibridge.engine.errors import ContradictoryRules
from minibridge.engine.rules import PRESETS, RuleSet
from minibridge.engine.seat_view import Watcher
from minibridge.engine.seats import SEATS

from . import naive

OPTIONS = {
    "players": ("four", "three_french", "three_fourth_dummy"),
    "bidding": ("announcement", "auction"),
    "points": ("shown", "announced", "partners", "written", "hidden"),
    "recount": ("everybody", "wrong_only"),
    "balanced": ("redeal", "dealer_side"),
    "tie": ("first_announcer", "first_correct", "agree"),
    "dummy_faced": ("before_contract", "declarer_first", "after_lead", "shape_first"),
    "menu": (
        "partscore_game",
        "partscore_game_small_slam",
        "partscore_game_slams",
        "levels",
        "imposed_level",
        "mandatory_game",
        "none",
    ),
    "trump_minimum": ("none", "eight", "eight_major_nine_minor"),
    "points_table": ("twenty_five", "french", "target"),
    "scoring": ("standard", "tricks"),
    "vulnerability": ("ignored", "board"),
    "length": ("deals", "points", "time"),
    "draw": ("drawn", "extra_deal"),
    "takeback": ("free", "opponents", "off"),
    "revokes": ("refused", "one_trick", "laws"),
    "out_of_turn": ("refused", "laws"),
    "insufficient_bids": ("refused", "laws"),
}
IRREGULARITIES = ("revokes", "out_of_turn", "insufficient_bids")


def effort(examples, **options):
    """Settings of a test that is worth so many examples, of which each may be slow."""
    times = float(os.environ.get("HYPOTHESIS_TIMES", "0.35"))
    return settings(
        max_examples=max(5, round(examples * times)),
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
        **options,
    )


# Special deals: 20-20, 20-20 with a tie inside both sides, a tie for declarer, a slam, a suit each.
SPECIAL_DEALS = (
    "N:J5.QT6.J53.A9532 K83.AJ942.T82.QJ 964.53.AKQ64.KT8 AQT72.K87.97.764",
    "N:J95.K972.JT5.KQ3 AKQT743.85.3.JT4 8.AQJT64.K94.985 62.3.AQ8762.A762",
    "N:A6.J9.K87432.AT3 9752.K876.QJ.Q84 KQ8.Q54.AT9.J972 JT43.AT32.65.K65",
    "N:KQ82.A86.A7.AKQ7 76.532.Q9632.983 AJ9543.KQ.J8.542 T.JT974.KT54.JT6",
    "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432",
)

seats = st.sampled_from(SEATS)
cards = st.sampled_from(DECK)
contracts = st.builds(
    Contract, st.integers(1, 7), st.sampled_from(list(Denomination)), st.sampled_from(list(Doubling))
)
viewers = st.sampled_from([*SEATS, Watcher.OUTSIDE])
seeds = st.integers(0, 2**32 - 1)


def _hands(deal):
    return {seat.value: frozenset(map(str, deal[seat])) for seat in SEATS}


def deal_where(wanted, seed=0):
    """The first seeded deal whose hands, as the naive model holds them, satisfy `wanted`."""
    rng = random.Random(seed)
    while True:
        deal = Deal.random(rng)
        if wanted(_hands(deal)):
            return deal


def _is_tied(hands):
    best = max("NS", "EW", key=lambda pair: sum(naive.hcp(hands[seat]) for seat in pair))
    return naive.hcp(hands[best[0]]) == naive.hcp(hands[best[1]])


def _is_balanced(hands):
    return naive.hcp(hands["N"]) + naive.hcp(hands["S"]) == 20


random_deals = st.builds(lambda seed: Deal.random(random.Random(seed)), seeds)
balanced_deals = st.builds(lambda seed: deal_where(_is_balanced, seed), st.integers(0, 50))
tied_deals = st.builds(lambda seed: deal_where(_is_tied, seed), st.integers(0, 20))
deals = st.one_of(
    random_deals,
    random_deals,
    random_deals,
    st.sampled_from([Deal.parse(text) for text in SPECIAL_DEALS]),
    balanced_deals,
    tied_deals,
)
boards = st.builds(Board, st.integers(1, 64), seats, st.sampled_from(list(Vulnerability)), deals)
MINIBRIDGE = {
    name: rules
    for name, rules in PRESETS.items()
    if rules.bidding == "announcement" and rules.players == "four"
}
presets = st.sampled_from(list(PRESETS.values()))


@st.composite
def rule_sets(draw, **fixed):
    """Any rule set that is not contradictory and refuses irregularities; keywords fix single axes."""
    fixed = dict.fromkeys(IRREGULARITIES, "refused") | fixed
    values = {axis: draw(st.sampled_from(options)) for axis, options in OPTIONS.items() if axis not in fixed}
    values |= {"deals": draw(st.integers(1, 32)), "claims": draw(st.sampled_from([True, True, True, False]))}
    values |= {"dummy_sees_declarer": draw(st.booleans())} | fixed
    if values["players"] != "four" and "bidding" not in fixed:
        # Half as many of these as of the others: there are three kinds of table.
        values |= {"bidding": "announcement", "dummy_sees_declarer": False, "draw": "drawn"}
        values |= {"length": "deals"} if values["length"] == "points" else {}
        values |= {"points": "announced"} if values["points"] == "partners" and "points" not in fixed else {}
        values |= {"tie": "first_announcer"} if values["tie"] == "agree" and "tie" not in fixed else {}
    if values["bidding"] == "auction":
        suited = {"menu": "levels", "dummy_faced": "after_lead", "trump_minimum": "none"}
        values |= {axis: option for axis, option in suited.items() if axis not in fixed}
        if "points" not in fixed:
            values["points"] = "hidden"
    if values["menu"] == "none":
        values |= {"scoring": "tricks", "trump_minimum": "none"}
    elif "scoring" not in fixed:
        values["scoring"] = "standard"
    if values["tie"] == "first_correct" and values["points"] != "announced" and "tie" not in fixed:
        values["tie"] = "first_announcer"
    if values["menu"] == "imposed_level" and values["points_table"] == "twenty_five":
        values["points_table"] = "french"
    try:
        return RuleSet(**values)
    except ContradictoryRules:
        reject()


def naive_of(board, rules):
    """The naive model of a board before its first action."""
    hands = _hands(board.deal)
    return naive.NaiveBoard(board.dealer.value, hands, rules.to_dict(), board.vulnerability.value)


FIELDS = {
    "call": "call",
    "announce": "points",
    "agree": "declarer",
    "contract": "contract",
    "card": "card",
    "claim": "tricks",
    "answer_claim": "accept",
    "answer_takeback": "accept",
    "withdraw_claim": None,
    "ask_takeback": None,
    "withdraw_takeback": None,
    "end": "reason",
}


def to_action(seat: str | None, kind: str, value=None) -> Action:
    """The engine's action for the naive model's words."""
    field = FIELDS[kind]
    person = None if seat is None else SEATS[naive.SEATS.index(seat)]
    return action_from(kind, person, {} if field is None else {field: value})


def natural_steps(model):
    """Every choice that carries the board on, in the naive model's words."""
    if model.phase == "FINISHED":
        return []
    if model.claim:
        return [(seat, "answer_claim", accept) for seat in model.answerers() for accept in (True, False)]
    if model.takeback:
        seats = model.takeback_answerers()
        return [(seat, "answer_takeback", accept) for seat in seats for accept in (True, False)]
    if model.phase == "AUCTION":
        legal = naive.legal_calls(model.calls)
        low = [bid for bid in naive.BIDS if bid in legal][:7]
        # Chosen evenly among all calls, an auction would end at 7NT nearly every time.
        calls = ["Pass"] * 9 + [call for call in ("X", "XX") if call in legal] + low
        return [(model.turn, "call", call) for call in calls]
    if model.phase == "ANNOUNCEMENT":
        return [(model.turn, "announce", model.due(model.turn))]
    if model.phase == "DECLARER":
        pair = naive.declaring_side(model.dealer, model.dealt, model.rules)
        return [(seat, "agree", pair[0]) for seat in pair if model.agreed.get(seat) != pair[0]]
    if model.phase == "CONTRACT":
        return [(model.declarer, "contract", choice) for choice in model.offered]
    actor = model.actor
    return [(actor, "card", card) for card in model.playable] if model.phase == "PLAY" else []


def play_on(model, rng, steps=200):
    """Carry a naive board on at random, at most so many steps; returns the actions done."""
    done = []
    while len(done) < steps and model.phase != "FINISHED":
        step = rng.choice(sorted(natural_steps(model), key=str))
        model.do(*step)
        done.append(to_action(*step))
    return done


@dataclass(frozen=True)
class WholeBoard:
    board: Board
    rules: RuleSet
    log: tuple[Action, ...]


@st.composite
def whole_boards(draw, rules=None):
    """A board played to its end at random, with claims and take-backs: `replay` accepts its log."""
    board, chosen = draw(boards), draw(rules if rules is not None else rule_sets())
    model, rng = naive_of(board, chosen), random.Random(draw(seeds))
    log = []
    while model.phase != "FINISHED":
        log += play_on(model, rng, steps=rng.randint(1, 20))
        side_step = rng.choice(["ask_takeback", "claim", None])
        seat, value = rng.choice(naive.SEATS), rng.randint(0, model.remaining)
        if side_step and not model.objections(seat, side_step, value):
            model.do(seat, side_step, value)
            log.append(to_action(seat, side_step, value))
    return WholeBoard(board, chosen, tuple(log))
