"""A run: every pairing and every measure on the same boards."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from pathlib import Path

from . import double_dummy
from .choosers import CHOOSERS
from .deals import board
from .measures import MEASURES, compared
from .results import Numbers, Results


def measure(levels: Sequence[str], deals: int, seed: int, path: Path | None, solve: bool = True) -> Results:
    """Measures what *path* does not hold yet; with *solve*, also against double-dummy play."""
    results = Results(path, seed)
    tasks = dict(_tasks(levels, solve and double_dummy.is_available()))
    for number in range(deals):
        for name, task in tasks.items():
            if not results.has(name, number):
                results.add(name, number, task(board(seed, number)))
    return results


def _tasks(levels: Sequence[str], solve: bool) -> Iterator[tuple[str, partial[Numbers]]]:
    for weak, strong in combinations(levels, 2):
        yield pairing(strong, weak), partial(compared, CHOOSERS[strong], CHOOSERS[weak])
    for level in levels if solve else ():
        for name, measured in MEASURES.items():
            yield f"{level} {name}", partial(measured, CHOOSERS[level])


def pairing(strong: str, weak: str) -> str:
    return f"{strong} v. {weak}"


def lines(results: Results, levels: Sequence[str], deals: int) -> Iterator[str]:
    """Tells the figures; for each pairing whether the difference exceeds two standard errors."""
    for weak, strong in combinations(levels, 2):
        name = pairing(strong, weak)
        for unit in ("points", "tricks"):
            mean, error = results.mean(name, unit, deals)
            verdict = "more than" if mean > 2 * error else "NOT more than"
            ahead = f"{mean:+.2f} {unit} a deal, standard error {error:.2f}"
            yield f"{name}: {ahead}: {verdict} two of them ahead"
    for level in levels:
        for measured in MEASURES:
            name = f"{level} {measured}"
            for number in results.boards.get(name, {}).get("0", {}):
                mean, error = results.mean(name, number, deals)
                yield f"{name}: {number} {mean:+.3f}, standard error {error:.3f}"


def sample(deals: int = 20) -> dict[str, float]:
    """The mean points a deal by which each level beats the one below it, on a few boards: no verdict."""
    levels = ("easy", "medium", "hard")
    results = measure(levels, deals, seed=0, path=None, solve=False)
    pairs = zip(levels[1:], levels, strict=False)
    return {pairing(*pair): results.mean(pairing(*pair), "points", deals)[0] for pair in pairs}
