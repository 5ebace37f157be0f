"""The expert: deals the hidden cards many times as they may lie, and plays what is best on average.

The sampling runs where the double-dummy solver is; the web processes only ask for it, and check the answer.
"""

from random import Random
from typing import Any, Final

from minibridge.engine import (
    Action,
    Card,
    ChooseContract,
    NotationError,
    PlayCard,
    Seat,
    SeatView,
    action_from,
)

from .best_card import best_card
from .choose import choose
from .decision import Decision, Reason
from .evidence import Evidence
from .expected_contract import expected_contract
from .hint import Hint
from .level import Level
from .verdict import DeclarerTricks, Deliberation, Solve, TimeLeft, Verdict, unhurried

MOST_SAMPLES: Final = 100
"""More layouts than this change little."""


def decide(
    evidence: Evidence,
    seed: int,
    solve: Solve,
    declarer_tricks: DeclarerTricks,
    *,
    most_samples: int = MOST_SAMPLES,
    time_left: TimeLeft = unhurried,
    preferred: Card | None = None,
) -> Deliberation:
    """Judges what *evidence* asks for, a card or a contract, in slices.

    The layouts are fixed by *seed*; *time_left*, in seconds, only cuts them short, and never to none.
    *preferred* is the card to play if others are as good, but not better.
    """
    rng = Random(seed)
    if evidence.menu:
        return expected_contract(
            evidence, rng, declarer_tricks, most_samples=most_samples, time_left=time_left
        )
    return best_card(
        evidence, rng, solve, most_samples=most_samples, time_left=time_left, preferred=preferred
    )


def expert_request(view: SeatView, seed: int, most_samples: int = MOST_SAMPLES) -> dict[str, Any]:
    """Gives what the job ``expert`` is asked for the viewer of *view*, fit for JSON.

    Of cards that are as good as one another HARD's is preferred, which follows a plan.

    :raises ValueError: if he has no card to play and no contract to choose.
    """
    request = {"evidence": Evidence.of(view).to_data(), "seed": seed, "most_samples": most_samples}
    usual = choose(view, Level.HARD, seed)
    if usual is not None and isinstance(usual.action, PlayCard):
        request["preferred"] = usual.action.card.text
    return request


def answer_of(verdict: Verdict) -> dict[str, Any]:
    """Gives the answer of the job ``expert``, fit for JSON."""
    action = verdict.decision.action
    return {
        "action": {"kind": action.kind, "data": action.to_data()},
        "reason": verdict.decision.reason.to_data(),
        "samples": verdict.samples,
        "values": dict(verdict.values),
    }


def expert_decision(view: SeatView, answer: Any) -> Decision:
    """Reads the answer to :func:`expert_request`, which came from another process.

    :raises ValueError: for anything but a card or contract that the viewer of *view* may choose now.
    """
    try:
        kind, data = answer["action"]["kind"], answer["action"]["data"]
        action = action_from(kind, view.viewer if isinstance(view.viewer, Seat) else None, data)
        reason = Reason.from_data(answer["reason"])
    except (KeyError, TypeError, AttributeError, NotationError) as error:
        raise ValueError(f"not an answer of the expert: {error!r}") from None
    match action:
        case PlayCard(card=card) if card in view.legal_cards:
            return Decision(action, reason)
        case ChooseContract(contract=contract) if contract in view.menu:
            return Decision(action, reason)
    raise ValueError("the expert chose what cannot be chosen")


def expert_hint(view: SeatView, answer: Any) -> Hint:
    """Reads the same answer as advice for a person: what the expert would do, and whatever is nearly as good,
    within a tenth of a trick, or ten points.

    :raises ValueError: as :func:`expert_decision`.
    """
    decision = expert_decision(view, answer)
    chosen, values = decision.action, answer.get("values")
    if not isinstance(values, dict) or not all(isinstance(value, int | float) for value in values.values()):
        raise ValueError("an answer tells what each choice is worth")
    choices: list[tuple[str, Action]] = []
    if isinstance(chosen, PlayCard):
        near, choices = 0.1, [(card.text, PlayCard(chosen.seat, card)) for card in view.legal_cards]
    elif isinstance(chosen, ChooseContract):
        near, choices = 10, [(str(one), ChooseContract(chosen.seat, one)) for one in view.menu]
    worth = {action: values[text] for text, action in choices if text in values}
    close = [action for action in worth if max(worth.values()) - worth[action] <= near and action != chosen]
    return Hint((chosen, *sorted(close, key=worth.__getitem__, reverse=True)), decision.reason)
