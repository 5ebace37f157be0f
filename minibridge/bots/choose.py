"""The door to the bots that play by rules: whatever is asked of a seat, they answer it."""

from minibridge.engine import PASS, AnswerTakeBack, MakeCall, PlayCard, Seat, SeatView

from . import announcing, claim_answers, contract_choice, rulings
from .decision import Decision, Reason
from .easy import easy
from .hard import hard
from .knowledge import Knowledge
from .level import Level
from .medium import medium
from .rule import Play, play


def choose(view: SeatView, level: Level, seed: int) -> Decision | None:
    """Gives what the bot at ``view.viewer`` does now, and why; None if nothing is asked of it.

    The same view, *level* and *seed* give the same decision in every process. EXPERT is answered as HARD is:
    these rules are what it falls back on where there is no analysis.
    """
    seat = view.viewer
    if not isinstance(seat, Seat):
        return None
    answer = _answered(view, seat)
    if answer is not None:
        return answer
    if "call" in view.may:
        return Decision(MakeCall(seat, PASS), Reason("passes"))
    if "card" in view.may:
        played = _played(view, seat, level, seed)
        return Decision(PlayCard(seat, played.card), played.reason)
    return None


def _played(view: SeatView, seat: Seat, level: Level, seed: int) -> Play:
    if view.turn is not None and view.hands[view.turn] is None:
        return play(view.legal_cards[-1], "designates_card")
    known = Knowledge(view, seat)
    match level:
        case Level.EASY:
            return easy(known, seed)
        case Level.MEDIUM:
            return medium(known)
    return hard(known)


def _answered(view: SeatView, seat: Seat) -> Decision | None:
    """What it says, as against the card or call that it makes."""
    may = view.may
    if "answer_claim" in may:
        return claim_answers.answer_claim(view, seat)
    if "answer_takeback" in may:
        return Decision(AnswerTakeBack(seat, True), Reason("allows_takeback"))
    if "answer_lead" in may:
        return rulings.answer_lead(seat)
    if "restrict_lead" in may:
        return rulings.restrict_lead(view, seat)
    if "restrict_play" in may:
        return rulings.restrict_play(seat)
    if "answer_bid" in may:
        return rulings.answer_bid(seat)
    if "judge_call" in may:
        return rulings.judge_call(view, seat)
    if "announce" in may:
        return announcing.announce(view, seat)
    if "agree" in may:
        return announcing.agree_declarer(view, seat)
    if "contract" in may:
        return contract_choice.choose_contract(view, seat)
    return None
