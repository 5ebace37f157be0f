"""The jobs of an analysis process that serves bots too: those of the analysis, the expert's, and what cards
and contracts cost.

Only the process in which the solver runs imports this.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from minibridge.analysis.errors import BadRequest
from minibridge.analysis.jobs import JOBS as ANALYSIS
from minibridge.analysis.jobs import Job, TimeLeft, Work
from minibridge.analysis.position import Position
from minibridge.analysis.solver import card_tricks, declarer_tricks
from minibridge.engine import Card, Contract, Deal

from .card_cost import card_cost
from .contract_cost import contract_cost
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


def card(data: Any, time_left: TimeLeft) -> Work:
    """Gives what a card cost (:meth:`.CardCost.to_data`), asked as :func:`.card_cost_request` makes it."""
    try:
        evidence = Evidence.from_data(data["evidence"])
        position = Position.from_data(data["position"])
        played = Card.parse(data["played"])
    except (KeyError, TypeError, ValueError):
        raise BadRequest("card") from None
    if played not in evidence.legal or position.turn is not evidence.turn:
        raise BadRequest("card")
    if not set(evidence.legal) <= set(position.hands[position.turn]):
        raise BadRequest("card")
    seed, samples = _seed_and_samples(data)
    rng = Random(seed)
    work = card_cost(evidence, position, played, rng, card_tricks, samples=samples, time_left=time_left)
    return (yield from work).to_data()


def contract(data: Any, time_left: TimeLeft) -> Work:
    """Gives what a contract cost (:meth:`.ContractCost.to_data`), asked as :func:`.contract_cost_request`
    makes it.
    """
    try:
        evidence = Evidence.from_data(data["evidence"])
        deal = Deal.parse(data["deal"])
        chosen = Contract.parse(data["chosen"])
    except (KeyError, TypeError, ValueError):
        raise BadRequest("contract") from None
    if chosen not in evidence.menu:
        raise BadRequest("contract")
    seed, samples = _seed_and_samples(data)
    rng = Random(seed)
    work = contract_cost(evidence, deal, chosen, rng, declarer_tricks, samples=samples, time_left=time_left)
    return (yield from work).to_data()


def _read(data: Any) -> tuple[Evidence, int, int, Card | None]:
    try:
        evidence = Evidence.from_data(data["evidence"])
        preferred = Card.parse(data["preferred"]) if "preferred" in data else None
    except (KeyError, TypeError, ValueError):
        raise BadRequest("evidence") from None
    return evidence, *_seed_and_samples(data, "most_samples"), preferred


def _seed_and_samples(data: Any, name: str = "samples") -> tuple[int, int]:
    seed, samples = data.get("seed"), data.get(name)
    if type(seed) is not int or seed not in _SEEDS:
        raise BadRequest("seed")
    if type(samples) is not int or not 1 <= samples <= MOST_SAMPLES:
        raise BadRequest(name)
    return seed, samples


JOBS: Mapping[str, Job] = {**ANALYSIS, "expert": expert, "card_cost": card, "contract_cost": contract}
