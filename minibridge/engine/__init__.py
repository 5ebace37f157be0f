"""The rules of minibridge: immutable values and pure functions, from the standard library alone.

``start`` deals a board under a rule set, ``apply`` makes a new state of a state and an action, ``view_for``
tells what one viewer may see of it, ``next_in_match`` what comes after it.
"""

from .actions import (
    Action,
    AgreeDeclarer,
    AnnouncePoints,
    AnswerClaim,
    AnswerTakeBack,
    AskTakeBack,
    ChooseContract,
    ClaimTricks,
    EndBoard,
    PlayCard,
    WithdrawClaim,
    WithdrawTakeBack,
    action_from,
)
from .announcement import Announcement
from .boards import Board, Vulnerability, dealer_of, vulnerability_of
from .cards import DECK, SUITS, Card, Rank, Suit
from .claims import Claim
from .contracts import GAME_LEVEL, Contract, Denomination, Doubling
from .deals import Deal
from .errors import ContradictoryRules, IllegalAction, NotationError
from .hands import hcp, is_balanced, sorted_hand, suit_lengths
from .match import BoardOutcome, MatchOver, NextDeal, next_in_match, totals
from .menu import Advice
from .phase import Phase
from .play import Trick, legal_cards, trick_winner
from .rules import AXES, FLAGS, NUMBERS, PRESETS, RULES_VERSION, RuleSet, phases, preset_of
from .scoring import BoardResult, ScoreLine, score, score_lines
from .seat_view import SeatView, Viewer, Watcher, view_for
from .seats import SEATS, Seat, Side
from .state import BoardState, apply, legal_actions, may, replay, start
from .takeback import TakeBackRequest

__all__ = [
    "AXES",
    "DECK",
    "FLAGS",
    "GAME_LEVEL",
    "NUMBERS",
    "PRESETS",
    "RULES_VERSION",
    "SEATS",
    "SUITS",
    "Action",
    "Advice",
    "AgreeDeclarer",
    "AnnouncePoints",
    "Announcement",
    "AnswerClaim",
    "AnswerTakeBack",
    "AskTakeBack",
    "Board",
    "BoardOutcome",
    "BoardResult",
    "BoardState",
    "Card",
    "ChooseContract",
    "Claim",
    "ClaimTricks",
    "Contract",
    "ContradictoryRules",
    "Deal",
    "Denomination",
    "Doubling",
    "EndBoard",
    "IllegalAction",
    "MatchOver",
    "NextDeal",
    "NotationError",
    "Phase",
    "PlayCard",
    "Rank",
    "RuleSet",
    "ScoreLine",
    "Seat",
    "SeatView",
    "Side",
    "Suit",
    "TakeBackRequest",
    "Trick",
    "Viewer",
    "Vulnerability",
    "Watcher",
    "WithdrawClaim",
    "WithdrawTakeBack",
    "action_from",
    "apply",
    "dealer_of",
    "hcp",
    "is_balanced",
    "legal_actions",
    "legal_cards",
    "may",
    "next_in_match",
    "phases",
    "preset_of",
    "replay",
    "score",
    "score_lines",
    "sorted_hand",
    "start",
    "suit_lengths",
    "totals",
    "trick_winner",
    "view_for",
    "vulnerability_of",
]
