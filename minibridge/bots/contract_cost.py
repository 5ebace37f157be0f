"""What a contract cost beside the others on the menu, double-dummy and by what could be known.

Both are told in points. Another contract could have been known to be better if it scores thirty points more
on average (a trick in a major; less is noise beside what the play makes of it), beyond what accident
explains, and better in more layouts than worse.
"""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any, Final, Self

from minibridge.engine import SEATS, Contract, Deal, Denomination, NotationError, SeatView, score

from .evidence import Evidence
from .hindsight import Comparison, Hindsight, compare, hindsight_of
from .layouts import layouts
from .verdict import DeclarerTricks, TimeLeft

SAMPLES: Final = 60
"""Scores scatter far more than tricks, a game being made or not."""
FEWEST: Final = 4
MARGIN: Final = 30.0
LUCKY_MARGIN: Final = 60.0

Made = Mapping[Denomination, int]
"""The tricks of declarer's side in each denomination of the menu, in one layout."""


@dataclass(frozen=True, slots=True)
class ContractCost:
    """``scores`` are what each contract of the menu would have scored double-dummy; ``cost`` is by how much
    the best of them exceeds the one ``chosen``.
    """

    chosen: Contract
    scores: Mapping[Contract, int]
    cost: int
    hindsight: Hindsight
    other: Contract | None
    comparison: Comparison | None

    def to_data(self) -> dict[str, Any]:
        """Gives plain values, fit for JSON."""
        return {
            "chosen": str(self.chosen),
            "scores": {str(contract): points for contract, points in self.scores.items()},
            "cost": self.cost,
            "hindsight": self.hindsight.value,
            "other": str(self.other) if self.other else "",
            "comparison": self.comparison.to_data() if self.comparison else None,
        }

    @classmethod
    def from_data(cls, data: Any) -> Self:
        """Makes it again.

        :raises ValueError: for anything that :meth:`to_data` does not give.
        """
        try:
            beside = data["comparison"]
            return cls(
                chosen=Contract.parse(data["chosen"]),
                scores={Contract.parse(text): int(points) for text, points in data["scores"].items()},
                cost=int(data["cost"]),
                hindsight=Hindsight(data["hindsight"]),
                other=Contract.parse(data["other"]) if data["other"] else None,
                comparison=Comparison.from_data(beside) if beside else None,
            )
        except (KeyError, TypeError, AttributeError, NotationError) as error:
            raise ValueError(f"not what a contract cost: {error!r}") from None


def contract_cost_request(view: SeatView, deal: Deal, chosen: Contract, seed: int) -> dict[str, Any]:
    """Gives what the job ``contract_cost`` is asked of the contract that the viewer of *view* chose, fit for
    JSON.

    :raises ValueError: if he had none to choose.
    """
    return {
        "evidence": Evidence.of(view).to_data(),
        "deal": str(deal),
        "chosen": str(chosen),
        "seed": seed,
        "samples": SAMPLES,
    }


def contract_cost(
    evidence: Evidence,
    deal: Deal,
    chosen: Contract,
    rng: Random,
    declarer_tricks: DeclarerTricks,
    *,
    samples: int = SAMPLES,
    time_left: TimeLeft,
) -> Generator[None, None, ContractCost]:
    """Judges the contract *chosen* in *deal*, of which declarer knew what *evidence* holds; in slices."""
    made = yield from _made(evidence, deal, declarer_tricks)
    scores = _scores(evidence, made)
    found: list[dict[Contract, int]] = []
    are_all = True
    for layout in islice(layouts(evidence, rng), samples + 1):
        if len(found) == samples or (len(found) >= FEWEST and time_left() <= 0):
            are_all = False
            break
        imagined = Deal(*(frozenset(layout[seat]) for seat in SEATS))
        found.append(_scores(evidence, (yield from _made(evidence, imagined, declarer_tricks))))
    cost = max(scores.values()) - scores[chosen]
    others = [contract for contract in evidence.menu if contract != chosen]
    if not others:
        return ContractCost(chosen, scores, cost, hindsight_of(cost, False), None, None)
    other = max(others, key=lambda one: sum(each[one] for each in found))
    comparison = _comparison(found, other, chosen, are_all)
    is_beaten = comparison.is_better(MARGIN if cost else LUCKY_MARGIN)
    return ContractCost(chosen, scores, cost, hindsight_of(cost, is_beaten), other, comparison)


def _made(
    evidence: Evidence, deal: Deal, declarer_tricks: DeclarerTricks
) -> Generator[None, None, dict[Denomination, int]]:
    made: dict[Denomination, int] = {}
    for contract in evidence.menu:
        if contract.denomination not in made:
            made[contract.denomination] = declarer_tricks(deal, evidence.declarer, contract.denomination)
            yield
    return made


def _scores(evidence: Evidence, made: Made) -> dict[Contract, int]:
    return menu_scores(evidence.menu, evidence.vulnerable, made)


def menu_scores(menu: Sequence[Contract], vulnerable: bool, made: Made) -> dict[Contract, int]:
    """What each contract of *menu* scores for declarer's side that has *made* so many tricks."""
    return {contract: score(contract, vulnerable, made[contract.denomination]) for contract in menu}


def _comparison(
    found: Sequence[Mapping[Contract, int]], other: Contract, chosen: Contract, are_all: bool
) -> Comparison:
    leads = [each[other] - each[chosen] for each in found]
    return compare(leads, [1.0] * len(leads), are_all=are_all)
