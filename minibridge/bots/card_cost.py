"""What a card cost, double-dummy and by what could be known when it was played.

Both are told in tricks. A card could have been known to be wrong if another one

- brings a quarter of a trick more on average (less is what the order of small cards makes, or one layout in
  four: too little to tell a person), and half a trick more where the card played cost nothing, since nobody
  needs to hear of a small risk that went well;
- is better in more layouts than it is worse;
- is that far ahead beyond what accident explains, unless all possible layouts were looked at;
- does not fail more often: who gives up an overtrick so that the contract is safe, plays well.
"""

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any, Final, Self

from minibridge.analysis.position import NotAPosition, Position
from minibridge.engine import DECK, Card, NotationError, SeatView

from .evidence import Cards, Evidence
from .hindsight import Comparison, Hindsight, compare, hindsight_of
from .layouts import layouts
from .outcomes import Outcome, Outcomes, mean_tricks, share_with
from .restricted_choice import RestrictedChoice
from .verdict import Solve, TimeLeft

SAMPLES: Final = 40
"""Layouts for a card: enough to tell a quarter of a trick from nothing in most positions, and a deal is still
judged within half a minute.
"""
FEWEST: Final = 6
"""So many layouts are looked at however late it is."""
AS_GOOD: Final = 0.1
"""Of other cards that differ by less on average, the one that is best double-dummy too is told."""
MARGIN: Final = 0.25
LUCKY_MARGIN: Final = 0.5


@dataclass(frozen=True, slots=True)
class CardCost:
    """``tricks`` are all those of declarer's side, double-dummy, after each card that could be played;
    ``cost`` is how many of them the card ``played`` lost for the side that played it.

    ``other`` is the best of the other cards on average, with its ``comparison``; None where the cards that
    could be seen leave no layout to look at.
    """

    played: Card
    tricks: Mapping[Card, int]
    cost: int
    hindsight: Hindsight
    other: Card | None
    comparison: Comparison | None

    def to_data(self) -> dict[str, Any]:
        """Gives plain values, fit for JSON."""
        return {
            "played": self.played.text,
            "tricks": {card.text: count for card, count in self.tricks.items()},
            "cost": self.cost,
            "hindsight": self.hindsight.value,
            "other": self.other.text if self.other else "",
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
                played=Card.parse(data["played"]),
                tricks={Card.parse(text): int(count) for text, count in data["tricks"].items()},
                cost=int(data["cost"]),
                hindsight=Hindsight(data["hindsight"]),
                other=Card.parse(data["other"]) if data["other"] else None,
                comparison=Comparison.from_data(beside) if beside else None,
            )
        except (KeyError, TypeError, AttributeError, NotationError) as error:
            raise ValueError(f"not what a card cost: {error!r}") from None


def card_cost_request(view: SeatView, position: Position, played: Card, seed: int) -> dict[str, Any]:
    """Gives what the job ``card_cost`` is asked of the card that the viewer of *view* played, fit for JSON.

    :raises ValueError: if he had no card to play.
    """
    return {
        "evidence": Evidence.of(view).to_data(),
        "position": position.to_data(),
        "played": played.text,
        "seed": seed,
        "samples": SAMPLES,
    }


def card_cost(
    evidence: Evidence,
    position: Position,
    played: Card,
    rng: Random,
    solve: Solve,
    *,
    samples: int = SAMPLES,
    time_left: TimeLeft,
) -> Generator[None, None, CardCost]:
    """Judges the card *played* in *position*, of which its player knew what *evidence* holds; in slices.

    Where all cards are worth the same double-dummy, no layout is looked at.
    """
    tricks = declarers_tricks(evidence, position, solve)
    yield
    declares = evidence.turn.side is evidence.declarer.side
    best = max(tricks.values()) if declares else min(tricks.values())
    cost = abs(best - tricks[played])
    outcomes: Outcomes = ()
    are_all = True
    if len(set(tricks.values())) > 1:
        outcomes, are_all = yield from _outcomes(evidence, rng, solve, samples, time_left)
    if not outcomes:
        return CardCost(played, tricks, cost, hindsight_of(cost, False), None, None)
    alike = equals(position, played)
    others = {card: tricks[card] == best for card in evidence.legal if card not in alike}
    other = _best_other(outcomes, others)
    comparison = _comparison(outcomes, other, played, are_all)
    is_beaten = comparison.is_better(MARGIN if cost else LUCKY_MARGIN)
    is_beaten = is_beaten and not is_riskier(evidence, outcomes, other, played)
    return CardCost(played, tricks, cost, hindsight_of(cost, is_beaten), other, comparison)


def _outcomes(
    evidence: Evidence, rng: Random, solve: Solve, samples: int, time_left: TimeLeft
) -> Generator[None, None, tuple[Outcomes, bool]]:
    """So many layouts that fit, played out, and whether these are all there are. None, if a hand that is seen
    has revoked in this trick: a solver cannot play on.
    """
    outcomes: list[Outcome] = []
    choices = RestrictedChoice(evidence)
    for layout in islice(layouts(evidence, rng), samples + 1):
        if len(outcomes) == samples or (len(outcomes) >= FEWEST and time_left() <= 0):
            return outcomes, False
        try:
            imagined = Position(layout, evidence.trump, evidence.trick)
        except NotAPosition:
            break
        outcomes.append(Outcome(choices.weight(layout), _own(evidence, imagined, solve)))
        yield
    return outcomes, True


def declarers_tricks(evidence: Evidence, position: Position, solve: Solve) -> dict[Card, int]:
    """All tricks of declarer's side, double-dummy, after each card that may be played."""
    own = _own(evidence, position, solve)
    declares = evidence.turn.side is evidence.declarer.side
    return {card: count if declares else 13 - count for card, count in own.items()}


def _own(evidence: Evidence, position: Position, solve: Solve) -> dict[Card, int]:
    """All tricks of the side whose hand is on turn, after each card that may be played."""
    [more] = solve([position])
    won = evidence.tricks_won(evidence.turn.side)
    return {card: won + more[card] for card in evidence.legal}


def _best_other(outcomes: Outcomes, others: Mapping[Card, bool]) -> Card:
    """Of *others*, each with whether it is best double-dummy, the one that is best on average."""
    means = {card: mean_tricks(outcomes, card) for card in others}
    top = max(means.values())
    near = [card for card in others if top - means[card] < AS_GOOD]
    return max(near, key=lambda card: (others[card], means[card]))


def _comparison(outcomes: Outcomes, other: Card, played: Card, are_all: bool) -> Comparison:
    leads = [one.tricks[other] - one.tricks[played] for one in outcomes]
    return compare(leads, [one.weight for one in outcomes], are_all=are_all)


def is_riskier(evidence: Evidence, outcomes: Outcomes, other: Card, played: Card) -> bool:
    """Whether with *other* the contract fails, or is let through, more often than with the card *played*."""
    if evidence.contract is None:
        return False
    declares = evidence.turn.side is evidence.declarer.side
    needed = evidence.contract.tricks_needed if declares else 14 - evidence.contract.tricks_needed
    return share_with(outcomes, other, needed) < share_with(outcomes, played, needed)


def equals(position: Position, card: Card) -> Cards:
    """The cards of the hand on turn that touch *card*, no other hand having one between: it is all the same
    which of them is played.
    """
    hand = position.hands[position.turn]
    elsewhere = {one for seat, held in position.hands.items() if seat is not position.turn for one in held}
    elsewhere.update(position.trick.cards)
    return tuple(
        sorted({card, *_run(hand, elsewhere, card, 1), *_run(hand, elsewhere, card, -1)}, reverse=True)
    )


def _run(hand: Cards, elsewhere: set[Card], card: Card, step: int) -> Iterator[Card]:
    place = card.order + step
    while 0 <= place < len(DECK) and DECK[place].suit is card.suit and DECK[place] not in elsewhere:
        if DECK[place] in hand:
            yield DECK[place]
        place += step


def is_choice(position: Position, legal: Cards) -> bool:
    """Whether the cards that may be played are not all equals."""
    return bool(legal) and not set(legal) <= set(equals(position, legal[0]))
