"""What can be wrong with something that a person or a file hands to the engine.

Two families: text that does not parse (:class:`NotationError`), and an action that parses but is not allowed
(:class:`IllegalAction`). Every kind of the second has a ``code``, which the page turns into one sentence.
"""

from typing import ClassVar


class NotationError(ValueError):
    """The text or data does not describe a card, deal, contract or action at all."""


class ContradictoryRules(ValueError):
    """Two house rules that cannot be true at one table; ``code`` names the pair."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class IllegalAction(ValueError):
    """The action is understood, but not allowed now.

    ``code`` is the same for all errors of a kind; ``params`` hold what the sentence about it needs, in stored
    letters (``"S"``, ``"NT"``), never in the words of a language.
    """

    code: ClassVar[str] = "illegal_action"

    def __init__(self, **params: str | int) -> None:
        super().__init__()
        self.params = params

    def __str__(self) -> str:
        details = ", ".join(f"{name}={value}" for name, value in self.params.items())
        return f"{self.code} ({details})" if details else self.code


class BoardFinished(IllegalAction):
    """The board is over: nothing can be added to it."""

    code = "board_finished"


class WrongPhase(IllegalAction):
    """The action belongs to another phase of the deal. Params: ``phase``."""

    code = "wrong_phase"


class NotYourTurn(IllegalAction):
    """Somebody else decides now.

    Params: ``actor``, his seat (or the side whose partners agree), and ``role``: ``dummy`` if it was dummy,
    whose turn never comes, else ``player``.
    """

    code = "not_your_turn"


class DummyMayNot(IllegalAction):
    """Dummy claims nothing, takes nothing back, answers nothing (Law 43). Params: ``actor``, the declarer."""

    code = "dummy_may_not"


class NotInHand(IllegalAction):
    """The hand that is to play does not hold this card. Params: ``card``, ``hand``."""

    code = "not_in_hand"


class WrongHand(IllegalAction):
    """Declarer holds this card, but in his other hand. Params: ``card``, ``hand`` (the one due)."""

    code = "wrong_hand"


class MustFollowSuit(IllegalAction):
    """The hand still holds a card of the suit led (Law 44C). Params: ``suit``."""

    code = "must_follow_suit"


class InsufficientBid(IllegalAction):
    """The bid does not outrank the last one (Law 18D). Params: ``bid``, ``last``."""

    code = "insufficient_bid"


class InadmissibleDouble(IllegalAction):
    """Only the opponents' bid can be doubled, the last one, while it is undoubled (Law 19A)."""

    code = "inadmissible_double"


class InadmissibleRedouble(IllegalAction):
    """Only one's own side's bid can be redoubled, the last one, while it is doubled (Law 19B)."""

    code = "inadmissible_redouble"


class NotOnMenu(IllegalAction):
    """The rules of the table do not offer this contract here. Params: ``contract``."""

    code = "not_on_menu"


class ImpossiblePoints(IllegalAction):
    """No hand holds so many points: 37 is the most. Params: ``points``."""

    code = "impossible_points"


class NotADeclarerCandidate(IllegalAction):
    """Only one of the two partners with equal totals can be agreed on. Params: ``declarer``."""

    code = "not_a_declarer_candidate"


class MustPlayPenaltyCard(IllegalAction):
    """A penalty card is played at the first opportunity (Law 50D1). Params: ``card``."""

    code = "must_play_penalty_card"


class RestrictedByDeclarer(IllegalAction):
    """After his side's irregularity declarer has demanded another card (Laws 26B, 50D2, 57A)."""

    code = "restricted_by_declarer"


class MustRepeatCard(IllegalAction):
    """The trick was taken back because of this side's own revoke: the card stays (Law 62C). Params:
    ``card``.
    """

    code = "must_repeat_card"


class MustPass(IllegalAction):
    """After his partner's withdrawn call the player passes to the end of the auction (Law 27B2)."""

    code = "must_pass"


class NothingToAsk(IllegalAction):
    """This hand has followed suit, was asked before, or it is too late for the question (Laws 61B, 63A)."""

    code = "nothing_to_ask"


class NotAnOption(IllegalAction):
    """The Laws do not offer this choice here."""

    code = "not_an_option"


class NothingToTakeBack(IllegalAction):
    """This person has decided nothing yet that could be taken back."""

    code = "nothing_to_take_back"


class TakeBackTooLate(IllegalAction):
    """Dummy was faced because of it: nobody can forget what he has seen."""

    code = "take_back_too_late"


class TakeBackOff(IllegalAction):
    """The rules of the table know no take-back."""

    code = "take_back_off"


class ClaimsOff(IllegalAction):
    """The rules of the table know no claims: every card is played."""

    code = "claims_off"


class RequestOpen(IllegalAction):
    """A claim or a take-back waits for its answer; everything else waits too (Law 68D). Params: ``seat``."""

    code = "request_open"


class NoRequest(IllegalAction):
    """There is nothing to answer or to withdraw."""

    code = "no_request"


class NotYourRequest(IllegalAction):
    """It is not for this person to answer, or to withdraw, what is open. Params: ``seat`` (who asked)."""

    code = "not_your_request"


class TooManyTricks(IllegalAction):
    """A claim of more tricks than are left. Params: ``remaining``."""

    code = "too_many_tricks"
