import pickle
import re

import pytest

from minibridge.engine import errors
from minibridge.engine.errors import (
    ContradictoryRules,
    IllegalAction,
    MustFollowSuit,
    NotationError,
    NotYourTurn,
)

KINDS = [
    kind
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, IllegalAction) and kind is not IllegalAction
]


def test_each_kind_has_a_code_of_its_own_that_reads_like_its_name():
    codes = {kind.code for kind in KINDS}
    assert len(codes) == len(KINDS) > 15
    for kind in KINDS:
        snake = re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
        assert kind.code == snake


def test_an_error_tells_its_code_and_params():
    error = MustFollowSuit(suit="S")
    assert error.params == {"suit": "S"}
    assert str(error) == "must_follow_suit (suit=S)"
    assert str(NotYourTurn()) == "not_your_turn"


@pytest.mark.parametrize("kind", [IllegalAction, NotationError, ContradictoryRules])
def test_all_errors_are_value_errors(kind):
    assert issubclass(kind, ValueError)


def test_an_error_survives_a_pickle():
    copy = pickle.loads(pickle.dumps(MustFollowSuit(suit="S")))
    assert type(copy) is MustFollowSuit
    assert copy.params == {"suit": "S"}
