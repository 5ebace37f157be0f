"""What was measured so far: kept in a file after every board, so that a run can be stopped and go on."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from statistics import fmean, stdev

Numbers = dict[str, float]


class Results:
    """Numbers by measure and board; those of another seed are not mixed with these."""

    def __init__(self, path: Path | None, seed: int) -> None:
        self._path, self._seed = path, seed
        self.boards: dict[str, dict[str, Numbers]] = {}
        if path is not None and path.exists():
            kept = json.loads(path.read_text("utf-8"))
            if kept["seed"] == seed:
                self.boards = kept["boards"]

    def has(self, measure: str, number: int) -> bool:
        return str(number) in self.boards.get(measure, {})

    def add(self, measure: str, number: int, numbers: Mapping[str, float]) -> None:
        """Keeps the numbers of one board; the file is whole at any moment."""
        self.boards.setdefault(measure, {})[str(number)] = dict(numbers)
        if self._path is not None:
            beside = self._path.with_suffix(".part")
            beside.write_text(json.dumps({"seed": self._seed, "boards": self.boards}), "utf-8")
            os.replace(beside, self._path)

    def mean(self, measure: str, name: str, first: int) -> tuple[float, float]:
        """The mean of a number over the *first* boards, and its standard error."""
        boards = self.boards[measure]
        values = [boards[str(number)][name] for number in range(first) if str(number) in boards]
        error = stdev(values) / len(values) ** 0.5 if len(values) > 1 else float("inf")
        return fmean(values), error
