"""Why the engine refuses an action, in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from minibridge.engine import IllegalAction, Seat, Suit
from minibridge.engine.hands import PACK_POINTS

from .templatetags.bridge import seat_label, suit_label

REFUSALS: Mapping[str, Promise] = {
    "illegal_action": gettext_lazy("This cannot be done now."),
    "board_finished": gettext_lazy("This deal is over."),
    "wrong_phase": gettext_lazy("This cannot be done now: first comes another step of the deal."),
    "not_your_turn": gettext_lazy("It is not your turn: %(actor)s decides now."),
    "dummy_may_not": gettext_lazy("You are dummy in this deal: your partner plays your cards."),
    "not_in_hand": gettext_lazy("This card is not in the hand that is to play."),
    "wrong_hand": gettext_lazy("This card is in your other hand: play one from %(hand)s."),
    "must_follow_suit": gettext_lazy("You must follow suit: play a card of %(suit)s."),
    "insufficient_bid": gettext_lazy("Your bid must be higher than the last one."),
    "inadmissible_double": gettext_lazy(
        "You can only double the last bid, if the other side made it and nobody has doubled it yet."
    ),
    "inadmissible_redouble": gettext_lazy(
        "You can only redouble your own side's bid, when the other side has doubled it."
    ),
    "not_on_menu": gettext_lazy("This contract cannot be chosen at this table."),
    "impossible_points": gettext_lazy("No hand has so many points: 37 is the most there can be."),
    "not_a_declarer_candidate": gettext_lazy("Choose yourself or your partner."),
    "must_play_penalty_card": gettext_lazy("Your penalty card must be played first."),
    "restricted_by_declarer": gettext_lazy("The declarer has asked for another card."),
    "must_repeat_card": gettext_lazy("You must play the same card again."),
    "must_pass": gettext_lazy("You must pass for the rest of this auction."),
    "nothing_to_ask": gettext_lazy("There is nothing to ask about this hand now."),
    "not_an_option": gettext_lazy("The rules do not offer this choice here."),
    "nothing_to_take_back": gettext_lazy("You have not played anything yet that could be taken back."),
    "take_back_too_late": gettext_lazy(
        "Too late: dummy's cards have been shown because of it, and nobody can forget them."
    ),
    "take_back_off": gettext_lazy("At this table a card that is played stays played."),
    "claims_off": gettext_lazy("At this table every card is played to the end."),
    "request_open": gettext_lazy("A question is open: it has to be answered first."),
    "no_request": gettext_lazy("There is no question left to answer."),
    "not_your_request": gettext_lazy("It is for others to answer this question."),
    "too_many_tricks": gettext_lazy("Only %(remaining)s tricks are left."),
}


def refusal(error: IllegalAction) -> str:
    """Why the engine refused, in one sentence."""
    code = error.code
    if code == "not_your_turn" and error.params.get("role") == "dummy":
        code = "dummy_may_not"
    elif code == "not_your_turn" and error.params.get("actor") not in Seat.__members__:
        return gettext("It is for others to decide now.")
    sentence = str(REFUSALS.get(code, REFUSALS["illegal_action"]))
    if code == "impossible_points" and int(error.params.get("points", 0)) > PACK_POINTS:
        sentence = gettext("There are only 40 points in the whole pack.")
    return sentence % {name: _in_words(name, value) for name, value in error.params.items()}


_WORDS: Mapping[str, Callable[[str], str]] = {
    "actor": lambda letter: seat_label(Seat(letter)),
    "hand": lambda letter: seat_label(Seat(letter)),
    "suit": lambda letter: suit_label(Suit(letter)),
}


def _in_words(name: str, value: str | int) -> str:
    return _WORDS.get(name, str)(str(value))


def must_follow(suit: Suit) -> str:
    """The reason why a card of another suit is dimmed: the same sentence as the refusal."""
    return str(REFUSALS["must_follow_suit"]) % {"suit": suit_label(suit)}
