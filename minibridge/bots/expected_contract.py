"""The contract that scores best on average over the layouts that are possible."""

from collections.abc import Mapping, Sequence
from itertools import islice
from random import Random
from typing import Final

from minibridge.engine import SEATS, ChooseContract, Contract, Deal, Denomination, score

from .decision import Decision, Reason
from .evidence import Evidence
from .layouts import layouts
from .verdict import DeclarerTricks, Deliberation, TimeLeft, Verdict

FEWEST: Final = 2
"""So many layouts are always looked at, however late it is."""
_NARROWED: Final[Mapping[int, int]] = {4: 3, 12: 2}
"""After so many layouts, how many denominations are still looked at."""

Results = dict[Denomination, list[int]]
"""The tricks of declarer's side, layout by layout."""


def expected_contract(
    evidence: Evidence,
    rng: Random,
    declarer_tricks: DeclarerTricks,
    *,
    most_samples: int,
    time_left: TimeLeft,
) -> Deliberation:
    """Judges the contracts on the menu by what they score on average when both sides play double-dummy.

    Denominations that are behind after the first few layouts are given up.
    """
    results: Results = {contract.denomination: [] for contract in evidence.menu}
    source = layouts(evidence, rng)
    samples = 0
    for layout in islice(source, most_samples if len(evidence.menu) > 1 else 0):
        if samples >= FEWEST and time_left() <= 0:
            break
        deal = Deal(*(frozenset(layout[seat]) for seat in SEATS))
        for denomination, tricks in results.items():
            tricks.append(declarer_tricks(deal, evidence.declarer, denomination))
            yield
        samples += 1
        if samples in _NARROWED:
            results = _best(evidence, results, _NARROWED[samples])
    return _verdict(evidence, _values(evidence, results), results, samples)


def _values(evidence: Evidence, results: Results) -> dict[Contract, float]:
    """What each contract scores on average."""
    return {
        contract: _mean([score(contract, evidence.vulnerable, won) for won in results[contract.denomination]])
        for contract in evidence.menu
        if results.get(contract.denomination)
    }


def _mean(scores: Sequence[int]) -> float:
    return sum(scores) / len(scores)


def _best(evidence: Evidence, results: Results, count: int) -> Results:
    """Keeps the denominations whose best contracts score most."""
    values = _values(evidence, results)

    def worth(denomination: Denomination) -> float:
        return max(value for contract, value in values.items() if contract.denomination is denomination)

    return {one: results[one] for one in sorted(results, key=worth, reverse=True)[:count]}


def _verdict(evidence: Evidence, values: Mapping[Contract, float], results: Results, samples: int) -> Verdict:
    if not values:
        decision = Decision(ChooseContract(evidence.seat, evidence.menu[0]), Reason("only_contract"))
        return Verdict(decision, 0, {})
    contract = max(values, key=lambda one: (values[one], one.denomination))
    made = sum(won >= contract.tricks_needed for won in results[contract.denomination])
    reason = Reason("made_in_samples", {"contract": str(contract), "made": made, "samples": samples})
    texts = {str(one): value for one, value in values.items()}
    return Verdict(Decision(ChooseContract(evidence.seat, contract), reason), samples, texts)
