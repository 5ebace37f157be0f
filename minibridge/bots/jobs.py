"""The jobs of an analysis process that serves bots too: those of the analysis, and the expert's.

Only the process in which the solver runs imports this.
"""

from collections.abc import Mapping
from typing import Any, Final

from minibridge.analysis.errors import BadRequest
from minibridge.analysis.jobs import JOBS as ANALYSIS
from minibridge.analysis.jobs import Job, TimeLeft, Work
from minibridge.analysis.solver import card_tricks, declarer_tricks
from minibridge.engine import Card

from .evidence import Evidence
from .expert import MOST_SAMPLES, answer_of, decide

_SEEDS: Final = range(2**64)


def expert(data: Any, time_left: TimeLeft) -> Work:
    """Gives the answer (:func:`.answer_of`) to a request as :func:`.expert_request` makes it."""
    evidence, seed, most_samples, preferred = _read(data)
    verdict = yield from decide(
        evidence,
        seed,
        card_tricks,
        declarer_tricks,
        most_samples=most_samples,
        time_left=time_left,
        preferred=preferred,
    )
    return answer_of(verdict)


def _read(data: Any) -> tuple[Evidence, int, int, Card | None]:
    try:
        evidence = Evidence.from_data(data["evidence"])
        seed, most_samples = data["seed"], data["most_samples"]
        preferred = Card.parse(data["preferred"]) if "preferred" in data else None
    except (KeyError, TypeError, ValueError):
        raise BadRequest("evidence") from None
    if type(seed) is not int or seed not in _SEEDS:
        raise BadRequest("seed")
    if type(most_samples) is not int or not 1 <= most_samples <= MOST_SAMPLES:
        raise BadRequest("most_samples")
    return evidence, seed, most_samples, preferred


JOBS: Mapping[str, Job] = {**ANALYSIS, "expert": expert}
