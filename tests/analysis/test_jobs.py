"""The jobs: right answers, in slices, and nothing without sense reaches the solver."""

import copy
import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibridge.analysis import BadRequest, Line, carrier, par_of, solver, table_to_data
from minibridge.analysis.jobs import JOBS, MOST_POSITIONS
from minibridge.engine import Card, Seat, Vulnerability
from tests.engine.strategies import effort

from .dds_lists import FIXTURE, read
from .positions import ending, in_play

needs_solver = pytest.mark.skipif(carrier.find() is None, reason="endplay is not installed")
SOLVED = list(read(FIXTURE))[2]
DEAL = str(SOLVED.deal)
POSITIONS = [in_play(Random(n), 30 + n).to_data() for n in range(5)]
LINE = Line(SOLVED.deal, SOLVED.trump, SOLVED.leader, SOLVED.cards).to_data()
TABLE = table_to_data(SOLVED.table)


def done(job: str, data: Any) -> Any:
    """What a job returns, fit for JSON."""
    work = JOBS[job](data, lambda: 0.0)
    while True:
        try:
            next(work)
        except StopIteration as end:
            return json.loads(json.dumps(end.value))


@needs_solver
def test_the_table_of_a_deal():
    assert done("table", {"deal": DEAL}) == TABLE


@needs_solver
def test_the_cards_of_positions():
    answers = done("cards", {"positions": POSITIONS})
    positions = [in_play(Random(n), 30 + n) for n in range(5)]
    assert [{Card.parse(card): n for card, n in answer.items()} for answer in answers] == solver.card_tricks(
        positions
    )


@needs_solver
def test_one_bad_position_among_many_is_told_and_the_others_are_solved():
    """Thirty-two positions, one with a card too few in West."""
    positions = [ending(Random(n), 6, 0).to_data() for n in range(32)]
    positions[20]["hands"]["W"].pop()
    answers = done("cards", {"positions": positions})
    assert answers[20] == {"error": "hand_sizes"}
    assert all(len(answer) == 6 for n, answer in enumerate(answers) if n != 20)


@needs_solver
@pytest.mark.parametrize("source", [{"deal": DEAL}, {"table": TABLE}])
def test_par_of_a_deal_or_of_its_table(source):
    expected = par_of(SOLVED.table, Seat.W, Vulnerability.EW).to_data()
    assert done("par", {**source, "dealer": "W", "vulnerability": "EW"}) == expected


@needs_solver
def test_the_trace_of_a_play():
    assert done("trace", LINE) == SOLVED.trace


@needs_solver
@pytest.mark.parametrize(("job", "data"), [("table", {"deal": DEAL}), ("cards", {"positions": POSITIONS})])
def test_long_jobs_can_be_interrupted(job, data):
    assert sum(1 for _ in JOBS[job](data, lambda: 0.0)) >= 5


# --- what is refused before the solver sees it ----------------------------------------------------------


@pytest.fixture
def no_solver(monkeypatch):
    """The solver must not be asked."""

    def asked():
        raise AssertionError("the solver was asked")

    monkeypatch.setattr(solver, "library", asked)
    solver.declarer_tricks.cache_clear()


def changed(data: dict[str, Any], *path: Any, to: Any) -> dict[str, Any]:
    data = copy.deepcopy(data)
    place: Any = data
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = to
    return data


PAR = {"table": TABLE, "dealer": "N", "vulnerability": "NS"}
PAR_OF_DEAL = {"deal": DEAL, "dealer": "N", "vulnerability": "NS"}
BAD_DEALS = [
    None,
    7,
    [],
    {},
    "",
    "N:",
    DEAL[2:],
    DEAL.lower(),
    "X" + DEAL[1:],
    DEAL[:-1],  # 51 cards
    DEAL + "2",  # 53
    DEAL.replace("QJT", "QJ"),
    DEAL.replace("QJT", "QJTT"),
    DEAL.replace(" ", "  . "),
    "N:" + " ".join(["AKQJT98765432..."] * 4),
    " ".join(DEAL.split()[:3]),
    f"{DEAL} {DEAL[2:]}",
    DEAL.replace("A", "1"),
    DEAL.replace(".", "-"),
    "\ud800",
]
BAD = [
    *(("table", {"deal": deal}, "deal") for deal in BAD_DEALS),
    *(("table", data, "deal") for data in (None, [], "", 4, True, {}, {"Deal": DEAL}, [["deal", DEAL]])),
    *(("cards", data, "positions") for data in (None, [], {}, "positions", {"positions": None})),
    *(("cards", {"positions": positions}, "positions") for positions in ([], {}, "x", POSITIONS[0], 3)),
    ("cards", {"positions": POSITIONS * MOST_POSITIONS}, "positions"),
    *(("par", changed(PAR, "table", "N", "C", to=cell), "table") for cell in (100, 14, -1, "7", 7.5, None)),
    *(("par", {**PAR, "table": table}, "table") for table in (None, {}, [7] * 20, {"N": TABLE["N"]})),
    *(("par", {**PAR, "dealer": dealer}, "dealer") for dealer in (9, -1, "", "NS", None, ["N"], {})),
    *(("par", {**PAR, "vulnerability": who}, "vulnerability") for who in (0, "", "Both", None, [], {})),
    *(("par", {**PAR_OF_DEAL, "deal": deal}, "deal") for deal in (None, DEAL[:-1], 5)),
    *(("par", data, "dealer") for data in (None, [], {}, "x")),
    *(("trace", data, "notation") for data in (None, [], {}, "x", {**LINE, "cards": 5})),
    ("trace", changed(LINE, "cards", 1, to="SA"), "revoke"),
    ("trace", {**LINE, "cards": LINE["cards"] + ["S2"] * 60}, "not_in_hand"),
]


@pytest.mark.usefixtures("no_solver")
@pytest.mark.parametrize(("job", "data", "code"), BAD)
def test_it_rejects_what_makes_no_sense(job, data, code):
    with pytest.raises(BadRequest) as refused:
        done(job, data)
    assert refused.value.code == code


BAD_POSITIONS = [
    None,
    7,
    {},
    changed(POSITIONS[0], "trump", to=9),
    changed(POSITIONS[0], "leader", to="X"),
    changed(POSITIONS[0], "hands", "N", to=[]),
    changed(POSITIONS[0], "hands", "N", to=POSITIONS[0]["hands"]["S"]),
    changed(POSITIONS[0], "hands", "N", 0, to="SX"),
    changed(POSITIONS[0], "trick", to=["SA", "SK", "SQ", "SJ"]),
]


@pytest.mark.usefixtures("no_solver")
def test_bad_positions_never_reach_the_solver():
    answers = done("cards", {"positions": BAD_POSITIONS})
    assert all(list(answer) == ["error"] for answer in answers)


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from([DEAL, "N", "SA"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                [
                    "deal",
                    "positions",
                    "hands",
                    "trump",
                    "leader",
                    "trick",
                    "table",
                    "dealer",
                    "vulnerability",
                    "N",
                ]
            )
            | st.text(max_size=3),
            inner,
            max_size=6,
        )
    ),
    max_leaves=12,
)


@effort(100)
@given(st.sampled_from(sorted(JOBS)), anything)
def test_any_json_is_answered_or_refused(job, data):
    if not isinstance(data, dict) or data.get("deal") != DEAL:  # else it may be a real question
        try:
            answers = done(job, data)
        except BadRequest:
            return
        assert job == "cards"
        assert all(list(answer) == ["error"] for answer in answers)
