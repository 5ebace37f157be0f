"""The card that is best on average over the layouts that are possible."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Final

from minibridge.analysis.position import NotAPosition, Position
from minibridge.engine import Card, PlayCard, hcp

from .decision import Decision, Reason
from .evidence import Evidence
from .layouts import Layout, layouts
from .outcomes import Outcome, Outcomes, are_settled, mean_tricks, share_with
from .restricted_choice import RestrictedChoice
from .verdict import Deliberation, Solve, TimeLeft, Verdict

FEWEST: Final = 4
"""So many layouts are always played out, however late it is."""
_HAIR: Final = 0.03
"""Cards whose averages differ by less than so many tricks count as equal."""


def best_card(
    evidence: Evidence,
    rng: Random,
    solve: Solve,
    *,
    most_samples: int,
    time_left: TimeLeft,
    preferred: Card | None = None,
) -> Deliberation:
    """Judges the cards that may be played.

    Each layout drawn is played out double-dummy after each card; who wins most tricks on average is best.
    Among equals *preferred* is played, else the lowest.
    """
    outcomes: list[Outcome] = []
    won = evidence.tricks_won(evidence.seat.side)
    possible = _positions(evidence, layouts(evidence, rng)) if len(evidence.legal) > 1 else iter(())
    for weight, position in islice(possible, most_samples):
        outcomes.append(Outcome(weight, _own_tricks(evidence, position, solve, won)))
        yield
        if are_settled(outcomes) or (len(outcomes) >= FEWEST and time_left() <= 0):
            break
    return _verdict(evidence, outcomes, preferred)


def _positions(evidence: Evidence, possible: Iterable[Layout]) -> Iterator[tuple[float, Position]]:
    """Gives each layout its weight. None, if a hand that is seen has revoked in this trick: a solver cannot
    play on.
    """
    choices = RestrictedChoice(evidence)
    for layout in possible:
        try:
            yield choices.weight(layout), Position(layout, evidence.trump, evidence.trick)
        except NotAPosition:
            return


def _own_tricks(evidence: Evidence, position: Position, solve: Solve, won: int) -> dict[Card, int]:
    """All tricks of the side that plays, after each card; it has *won* some already."""
    [more] = solve([position])
    if evidence.turn.side is evidence.seat.side:
        return {card: won + more[card] for card in evidence.legal}
    return {card: won + position.tricks_left - more[card] for card in evidence.legal}


def _verdict(evidence: Evidence, outcomes: Outcomes, preferred: Card | None) -> Verdict:
    means = {card: mean_tricks(outcomes, card) for card in evidence.legal} if outcomes else {}
    top = max(means.values(), default=0.0)
    equals = [card for card in evidence.legal if not means or top - means[card] < _HAIR]
    card = preferred if preferred is not None and preferred in equals else min(equals, key=_cheapness)
    decision = Decision(PlayCard(evidence.seat, card), _reason(evidence, outcomes, card, equals))
    return Verdict(decision, len(outcomes), {one.text: mean for one, mean in means.items()})


def _reason(evidence: Evidence, outcomes: Outcomes, card: Card, equals: Sequence[Card]) -> Reason:
    samples = len(outcomes)
    others = [one for one in evidence.legal if one not in equals]
    if not samples:
        return Reason("only_card" if len(evidence.legal) == 1 else "cannot_tell")
    if not others:
        return Reason("all_alike", {"samples": samples})
    if evidence.contract is not None:
        declares = evidence.seat.side is evidence.declarer.side
        needed = evidence.contract.tricks_needed if declares else 14 - evidence.contract.tricks_needed
        share = share_with(outcomes, card, needed)
        if share > max(share_with(outcomes, one, needed) for one in others):
            code = "makes_most_often" if declares else "beats_most_often"
            counts = {"times": round(share * samples), "samples": samples}
            return Reason(code, {"contract": str(evidence.contract), **counts})
    gain = mean_tricks(outcomes, card) - max(mean_tricks(outcomes, one) for one in others)
    tenths = round(10 * gain)
    if tenths < 1:
        return Reason("among_best", {"samples": samples})
    return Reason("best_on_average", {"tenths": tenths, "samples": samples})


def _cheapness(card: Card) -> tuple[int, int]:
    """Honours last, then by rank."""
    return hcp((card,)), card.rank.order
