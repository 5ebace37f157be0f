"""A line of play is legal card by card, or it is none."""

import pytest

from minibridge.analysis import Line, NotALine

from .dds_lists import FIXTURE, read

SOLVED = list(read(FIXTURE))
DATA = Line(SOLVED[0].deal, SOLVED[0].trump, SOLVED[0].leader, SOLVED[0].cards).to_data()


@pytest.mark.parametrize("solved", SOLVED, ids=range(10))
def test_real_plays_are_lines_and_the_same_after_the_journey(solved):
    line = Line(solved.deal, solved.trump, solved.leader, solved.cards)
    assert Line.from_data(line.to_data()) == line


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"cards": [*DATA["cards"][:4], "SA"]}, "not_in_hand"),
        ({"cards": DATA["cards"][1:]}, "not_in_hand"),
        ({"cards": ["CT", "C4", "CA", "SA"]}, "revoke"),
        ({"cards": ["CT", "CT"]}, "not_in_hand"),
        ({"cards": DATA["cards"] * 2}, "not_in_hand"),
        ({"cards": ["C10"]}, "notation"),
        ({"cards": None}, "notation"),
        ({"cards": [7]}, "notation"),
        ({"deal": DATA["deal"].replace("QJ6", "QJ")}, "notation"),
        ({"deal": DATA["deal"].replace("QJ6", "QJ9")}, "notation"),
        ({"deal": 5}, "notation"),
        ({"trump": "X"}, "notation"),
        ({"leader": "NS"}, "notation"),
    ],
)
def test_it_rejects_what_nobody_can_have_played(change, code):
    with pytest.raises(NotALine) as refused:
        Line.from_data({**DATA, **change})
    assert refused.value.code == code


@pytest.mark.parametrize("data", [None, [], "x", 7, {}])
def test_it_rejects_other_shapes(data):
    with pytest.raises(NotALine):
        Line.from_data(data)
