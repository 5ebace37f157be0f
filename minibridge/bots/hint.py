"""Advice for a person: what HARD would do in his place, with whatever is just as good."""

from dataclasses import dataclass

from minibridge.engine import Action, ChooseContract, PlayCard, SeatView

from .choose import choose
from .contract_choice import equal_contracts
from .decision import Reason
from .hard import worth_by_counting
from .knowledge import Knowledge
from .level import Level
from .sequences import equals


@dataclass(frozen=True, slots=True)
class Hint:
    """The actions worth considering, best first, and the reason for the first."""

    options: tuple[Action, ...]
    reason: Reason


def hint(view: SeatView, seed: int) -> Hint | None:
    """Gives what the person at ``view.viewer`` may consider; None if nothing is asked of him.

    Beside the first option stand only others of the same worth: touching cards, cards that win as much in a
    counted ending, contracts that are expected to score the same.
    """
    decision = choose(view, Level.HARD, seed)
    if decision is None:
        return None
    action = decision.action
    options: tuple[Action, ...] = (action,)
    if isinstance(action, PlayCard) and view.turn is not None and view.hands[view.turn] is not None:
        options = _equal_cards(view, action)
    elif isinstance(action, ChooseContract):
        equal = [ChooseContract(action.seat, contract) for contract in equal_contracts(view, action.seat)]
        options = (action, *(one for one in equal if one != action))
    return Hint(options, decision.reason)


def _equal_cards(view: SeatView, chosen: PlayCard) -> tuple[Action, ...]:
    known = Knowledge(view, chosen.seat)
    worth = worth_by_counting(known)
    same = [card for card in worth if worth[card] == worth[chosen.card]]
    touching = [card for card in equals(known, chosen.card) if card in known.legal]
    others = dict.fromkeys((*touching, *same))
    return (chosen, *(PlayCard(chosen.seat, card) for card in others if card is not chosen.card))
