"""``python -m tests.bench.engine``: boards through the rules, and PBN boards read, per second of CPU.

The readers take turns on the same files in the same run; a file counts for a pair only where both find the
same number of boards in it.
"""

from __future__ import annotations

import logging
import random
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from minibridge.engine import (
    PASS,
    PRESETS,
    Action,
    Board,
    Deal,
    MakeCall,
    Phase,
    PlayCard,
    Seat,
    action_from,
    apply,
    dealer_of,
    legal_actions,
    read_pbn,
    replay,
    start,
    vulnerability_of,
)
from tests.engine.record_files import FIXTURES, in_folder, real_folder

BOARDS = 40
ROUNDS = 5
Stored = list[tuple[str, Seat, dict[str, object]]]


def boards(count: int, seed: int = 1) -> Iterator[tuple[Board, list[Action]]]:
    """Boards with an auction and 52 cards, all legal, by chance."""
    rng = random.Random(seed)
    number = 0
    while count:
        number += 1
        board = Board(number, dealer_of(number), vulnerability_of(number), Deal.random(rng))
        actions = whole_board(board, rng)
        if any(isinstance(action, PlayCard) for action in actions):
            count -= 1
            yield board, actions


def whole_board(board: Board, rng: random.Random) -> list[Action]:
    state, actions = start(board, PRESETS["bridge"]), []
    while state.phase is not Phase.FINISHED:
        legal = [action for action in legal_actions(state) if isinstance(action, MakeCall | PlayCard)]
        passes = [action for action in legal if isinstance(action, MakeCall) and action.call == PASS]
        action = passes[0] if passes and rng.random() < 0.6 else rng.choice(legal)
        actions.append(action)
        state = apply(state, action)
    return actions


def cpu(work: Callable[[], object]) -> float:
    start_of_work = time.process_time()
    work()
    return time.process_time() - start_of_work


def rules_lines() -> Iterator[str]:
    played = list(boards(BOARDS))
    stored: list[tuple[Board, Stored]] = [
        (board, [(action.kind, action.seat, action.to_data()) for action in actions])
        for board, actions in played
    ]
    rules = PRESETS["bridge"]

    def applied() -> None:
        for board, actions in played:
            replay(board, rules, actions)

    def folded() -> None:
        for board, log in stored:
            replay(board, rules, [action_from(kind, seat, data) for kind, seat, data in log])

    count = sum(len(actions) for _, actions in played)
    for name, work in (("applied", applied), ("folded from a stored log", folded)):
        seconds = statistics.median(cpu(work) for _ in range(ROUNDS))
        yield (
            f"{name}: {BOARDS / seconds:,.0f} boards a second, auction and 52 cards,"
            f" {seconds / count * 1e6:.1f} us an action"
        )


def readers() -> dict[str, Callable[[Path], int]]:
    """Ours first; the others as far as they are installed. Each gives the number of boards."""
    found: dict[str, Callable[[Path], int]] = {
        "minibridge": lambda path: len(read_pbn(path.read_bytes()).records)
    }
    try:
        from endplay.parsers import pbn as endplay_pbn

        found["endplay"] = lambda path: len(endplay_pbn.loads(path.read_text(encoding="latin-1")))
    except ImportError:
        pass
    try:
        import bridgebots

        found["bridgebots"] = lambda path: len(bridgebots.parse_pbn(path))
    except ImportError:
        pass
    return found


def count_of(read: Callable[[Path], int], path: Path) -> int | None:
    try:
        return read(path)
    except Exception:  # what the others raise for a token that they do not know
        return None


def pbn_lines() -> Iterator[str]:
    ours, *others = readers().items()
    paths = [*in_folder(FIXTURES, ".pbn"), *in_folder(real_folder(), ".pbn")]
    for name, read in others:
        both = [path for path in paths if count_of(read, path) == count_of(ours[1], path)]
        total = sum(ours[1](path) for path in both)
        ratios, rates = [], []
        for _ in range(ROUNDS):
            mine = sum(cpu(partial(ours[1], path)) for path in both)
            theirs = sum(cpu(partial(read, path)) for path in both)
            ratios.append(theirs / mine)
            rates.append(total / mine)
        yield (
            f"PBN: {statistics.median(rates):,.0f} boards a second, {statistics.median(ratios):.1f}x {name}"
            f" ({min(ratios):.1f}-{max(ratios):.1f}; {total} boards of {len(both)} files)"
        )


def main() -> None:
    logging.disable(logging.CRITICAL)  # bridgebots writes a line for each token that it does not know
    for line in (*rules_lines(), *pbn_lines()):
        print(line, flush=True)
    print("Again: python -m tests.bench.engine")


if __name__ == "__main__":
    main()
