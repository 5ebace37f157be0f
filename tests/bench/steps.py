"""What a busy site does with its time, by steps of a card: the sums of a sampled profile.

`py-spy record --format raw --output stacks.txt --duration 30 --rate 200 --pid ...` samples a server while
`python -m tests.bench --parts closed` plays at it (`pip install py-spy`; it needs no place in the project);
`python -m tests.bench.steps stacks.txt` prints the shares.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

WAITING = re.compile(
    r"_worker \(concurrent/futures/thread\.py|_try_wait \(subprocess\.py|wait \(threading\.py"
)
"""The innermost function of a thread that does nothing."""

WITHIN = {
    "compression": r"permessage_deflate\.py",
    "JSON": r"json/",
    "database: SQL and commit": r"django/db/",
    "the engine: rules, and who sees which card": r"minibridge/engine/",
    "what changed for each of four, as HTML": r"tables/(frame|regions)\.py",
    "the action beside rules and database": r"tables/(doors|services/play)\.py",
}
"""Whatever is done within such a function belongs to its step, the first that fits."""

ELSE = {
    "threads between socket and database": r"asgiref/|channels/db\.py|concurrent/futures/",
    "frames of web sockets": r"websockets/|uvicorn/protocols/",
    "consumers, groups and middleware": r"tables/|channels/|minibridge/",
    "event loop and system calls": r"asyncio/|uvicorn/",
}
"""All else belongs to the step of its innermost function that has one."""

_WITHIN = {step: re.compile(pattern) for step, pattern in WITHIN.items()}
_ELSE = {step: re.compile(pattern) for step, pattern in ELSE.items()}


def step_of(stack: str) -> str | None:
    """The step of one stack, outermost function first, parted by semicolons; None for a thread that waits."""
    functions = stack.split(";")
    if WAITING.search(functions[-1]):
        return None
    for step, pattern in _WITHIN.items():
        if pattern.search(stack):
            return step
    for function in reversed(functions):
        for step, pattern in _ELSE.items():
            if pattern.search(function):
                return step
    return "other"


def shares(lines: Iterable[str]) -> list[tuple[str, float]]:
    """The share of each step in the time in which anything was done, the greatest first.

    Each line is a stack and the number of its samples. Raises ValueError for a line that is neither.
    """
    samples: Counter[str] = Counter()
    for line in lines:
        stack, _, count = line.rstrip().rpartition(" ")
        step = step_of(stack)
        if step is not None:
            samples[step] += int(count)
    return [(step, count / samples.total()) for step, count in samples.most_common()]


def main(path: str) -> None:
    for step, share in shares(Path(path).read_text().splitlines()):
        print(f"| {step} | {share:.0%} |")


if __name__ == "__main__":
    main(sys.argv[1])
