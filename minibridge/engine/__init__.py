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
    AssignTricks,
    ChooseContract,
    ClaimTricks,
    EndBoard,
    HandOver,
    MakeCall,
    PlayCard,
    Rewind,
    WithdrawClaim,
    WithdrawTakeBack,
    action_from,
)
from .announcement import Announcement
from .auction import (
    BIDS,
    CALLS,
    DOUBLE,
    PASS,
    REDOUBLE,
    Auction,
    Bid,
    Call,
    Double,
    Pass,
    Redouble,
    legal_calls,
    parse_call,
)
from .board_record import Annotation, BoardRecord, Comment, Ending, RecordedCall, RecordedTable, RecordedTrick
from .boards import (
    Board,
    Vulnerability,
    chicago_vulnerability,
    dealer_of,
    rubber_vulnerability,
    vulnerability_of,
)
from .cards import DECK, SUITS, Card, Rank, Suit
from .chicago import Chicago
from .claims import Claim
from .contracts import GAME_LEVEL, Contract, Denomination, Doubling
from .contradictions import contradictions
from .deals import Deal
from .encodings import ENCODINGS, Decoded, decode
from .errors import ContradictoryRules, IllegalAction, NotationError
from .hands import hcp, is_balanced, sorted_hand, suit_lengths
from .honours import Honours, honours_in
from .imps import butler, cross_imp_lines, cross_imps, datum, imp_line, imps
from .insufficient_bids import ComparableCall, LowBid
from .irregular_actions import AnswerBid, AnswerLead, AskRevoke, JudgeCall, RestrictLead, RestrictPlay
from .irregularities import Irregularities
from .lin import LinFile, read_lin, write_lin
from .match import BoardOutcome, MatchOver, NextDeal, next_in_match, totals
from .matchpoints import matchpoint_lines, matchpoints, mean_percentage, neuberg, percentages
from .menu import Advice
from .out_of_turn import LeadOutOfTurn
from .partial_deal import PartialDeal
from .partscores import Partscores
from .pbn import PbnFile, read_pbn, write_pbn
from .penalty_cards import PenaltyCard
from .phase import Phase
from .play import Trick, legal_cards, trick_winner
from .played_deal import PlayedDeal, Unplayed
from .problems import Problem
from .restrictions import LeadOptions, PlayOptions, Restriction
from .revokes import SettledRevoke
from .rubber import GameWon, Rubber
from .rules import AXES, FLAGS, NUMBERS, PRESETS, RULES_VERSION, RuleSet, phases, preset_of
from .score_sheet import SheetEntry
from .scoring import BoardResult, ScoreLine, duplicate_lines, score, score_lines
from .seat_view import SeatView, Viewer, Watcher, view_for
from .seats import SEATS, Seat, Side
from .standing import standing
from .state import BoardState, apply, legal_actions, may, replay, start
from .takeback import TakeBackRequest
from .three_players import Move, empty_chair, scores_of_players
from .traveller import doubtful_results, is_lead_possible

__all__ = [
    "AXES",
    "BIDS",
    "CALLS",
    "DECK",
    "DOUBLE",
    "ENCODINGS",
    "FLAGS",
    "GAME_LEVEL",
    "NUMBERS",
    "PASS",
    "PRESETS",
    "REDOUBLE",
    "RULES_VERSION",
    "SEATS",
    "SUITS",
    "Action",
    "Advice",
    "AgreeDeclarer",
    "Annotation",
    "AnnouncePoints",
    "Announcement",
    "AnswerBid",
    "AnswerClaim",
    "AnswerLead",
    "AnswerTakeBack",
    "AskRevoke",
    "AskTakeBack",
    "AssignTricks",
    "Auction",
    "Bid",
    "Board",
    "BoardOutcome",
    "BoardRecord",
    "BoardResult",
    "BoardState",
    "Call",
    "Card",
    "Chicago",
    "ChooseContract",
    "Claim",
    "ClaimTricks",
    "Comment",
    "ComparableCall",
    "Contract",
    "ContradictoryRules",
    "Deal",
    "Decoded",
    "Denomination",
    "Double",
    "Doubling",
    "EndBoard",
    "Ending",
    "GameWon",
    "HandOver",
    "Honours",
    "IllegalAction",
    "Irregularities",
    "JudgeCall",
    "LeadOptions",
    "LeadOutOfTurn",
    "LinFile",
    "LowBid",
    "MakeCall",
    "MatchOver",
    "Move",
    "NextDeal",
    "NotationError",
    "PartialDeal",
    "Partscores",
    "Pass",
    "PbnFile",
    "PenaltyCard",
    "Phase",
    "PlayCard",
    "PlayOptions",
    "PlayedDeal",
    "Problem",
    "Rank",
    "RecordedCall",
    "RecordedTable",
    "RecordedTrick",
    "Redouble",
    "RestrictLead",
    "RestrictPlay",
    "Restriction",
    "Rewind",
    "Rubber",
    "RuleSet",
    "ScoreLine",
    "Seat",
    "SeatView",
    "SettledRevoke",
    "SheetEntry",
    "Side",
    "Suit",
    "TakeBackRequest",
    "Trick",
    "Unplayed",
    "Viewer",
    "Vulnerability",
    "Watcher",
    "WithdrawClaim",
    "WithdrawTakeBack",
    "action_from",
    "apply",
    "butler",
    "chicago_vulnerability",
    "contradictions",
    "cross_imp_lines",
    "cross_imps",
    "datum",
    "dealer_of",
    "decode",
    "doubtful_results",
    "duplicate_lines",
    "empty_chair",
    "hcp",
    "honours_in",
    "imp_line",
    "imps",
    "is_balanced",
    "is_lead_possible",
    "legal_actions",
    "legal_calls",
    "legal_cards",
    "matchpoint_lines",
    "matchpoints",
    "may",
    "mean_percentage",
    "neuberg",
    "next_in_match",
    "parse_call",
    "percentages",
    "phases",
    "preset_of",
    "read_lin",
    "read_pbn",
    "replay",
    "rubber_vulnerability",
    "score",
    "score_lines",
    "scores_of_players",
    "sorted_hand",
    "standing",
    "start",
    "suit_lengths",
    "totals",
    "trick_winner",
    "view_for",
    "vulnerability_of",
    "write_lin",
    "write_pbn",
]
