"""The table in the README, from the last results."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from .lines import Line
from .plan import FOLDER
from .report import figures, markdown, of
from .servers import ROOT

README = ROOT / "README.md"
BEGIN, END = "<!-- bench: written by python -m tests.bench --readme -->", "<!-- /bench -->"


def readme_write(path: Path = README, results: Path | None = None) -> Path:
    """Replace what stands between the markers; which results were read.

    Raises FileNotFoundError where nothing has been measured yet.
    """
    results = results or last_results()
    before, rest = path.read_text("utf-8").split(BEGIN)
    _old, after = rest.split(END)
    lines = [json.loads(line) for line in results.read_text("utf-8").splitlines()]
    path.write_text(f"{before}{BEGIN}\n{part_of_readme(lines)}\n\n{END}{after}", "utf-8")
    return results


def last_results() -> Path:
    found = sorted(FOLDER.glob("*.jsonl"), key=lambda path: path.stat().st_mtime)
    if not found:
        raise FileNotFoundError(f"Nothing has been measured yet: there are no results in {FOLDER}.")
    return found[-1]


def part_of_readme(lines: Sequence[Line]) -> str:
    [machine] = of(lines, "machine")
    quick = ", a short run" if machine["quick"] else ""
    said = f"Measured on {machine['day']} with {machine['processors']} processors"
    return f"{said} and Python {machine['python']}{quick}.\n\n{markdown(figures(lines))}"
