"""The measurement of the engine measures what it says."""

from minibridge.engine import PRESETS, MakeCall, Phase, PlayCard, replay
from tests.bench.engine import boards, readers, rules_lines
from tests.engine.record_files import FIXTURES


def test_the_boards_have_an_auction_and_all_cards():
    for board, actions in boards(3):
        assert sum(isinstance(action, PlayCard) for action in actions) == 52
        assert sum(isinstance(action, MakeCall) for action in actions) >= 4
        state = replay(board, PRESETS["bridge"], actions)
        assert state.phase is Phase.FINISHED
        assert state.contract is not None


def test_the_same_boards_come_again():
    assert list(boards(2)) == list(boards(2))


def test_a_line_tells_boards_a_second():
    assert [line.split(":")[0] for line in rules_lines()] == ["applied", "folded from a stored log"]


def test_all_three_readers_are_asked():
    found = readers()
    assert list(found) == ["minibridge", "endplay", "bridgebots"]
    assert found["minibridge"](FIXTURES / "deals.pbn") == found["endplay"](FIXTURES / "deals.pbn") > 0
