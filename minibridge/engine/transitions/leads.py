"""What declarer may demand of a defender who is to lead (Laws 26B, 50D2, 51B)."""

from dataclasses import replace

from ..board_state import BoardState
from ..cards import Suit
from ..errors import NoRequest, NotAnOption
from ..insufficient_bids import unspecified_suits
from ..irregular_actions import RestrictLead
from ..irregularities import Irregularities
from ..penalty_cards import PenaltyCard, penalty_suits
from ..phase import Phase
from ..restrictions import ForbiddenLead, LeadOptions, Restriction
from ..seats import Seat
from .refusals import check_question_answerer


def leader_bound(state: BoardState) -> BoardState:
    """Lets go what bound the last leader, if another hand leads now, and asks declarer what he demands."""
    faults = state.irregularities
    if faults is None or state.phase is not Phase.PLAY or state.trick is None or state.trick.cards:
        return state
    leader = state.trick.leader
    if faults.forbidden_lead is not None and faults.forbidden_lead.hand is not leader:
        faults = replace(faults, forbidden_lead=None)
    return state.but(irregularities=_asked(state, faults, leader))


def restrict_lead(state: BoardState, action: RestrictLead) -> BoardState:
    """Declarer demands a lead; penalty cards in a suit that he names are picked up (Laws 50D2a, 51B)."""
    faults, options = state.irregularities, state.question
    if faults is None or not isinstance(options, LeadOptions):
        raise NoRequest()
    check_question_answerer(state, action.seat)
    if not options.allows(action.choice, action.suits):
        raise NotAnOption()
    faults = replace(faults, question=None)
    if action.choice == "require":
        demand = Restriction(options.leader, "require", action.suits)
        faults = replace(faults, restrictions=(*faults.restrictions, demand))
    if action.choice == "forbid":
        before = faults.forbidden_lead
        suits = action.suits if before is None else before.suits | action.suits
        faults = replace(faults, forbidden_lead=ForbiddenLead(options.leader, suits))
    if options.because == "penalty_card":
        left = _not_picked_up(faults, options.leader.partner, action.suits)
        faults = replace(faults, penalty_cards=left)
    else:
        faults = _penalties_asked(faults, options.leader)
    return state.but(n=state.n + 1, irregularities=faults)


def _not_picked_up(faults: Irregularities, hand: Seat, suits: frozenset[Suit]) -> tuple[PenaltyCard, ...]:
    return tuple(one for one in faults.penalty_cards if one.hand is not hand or one.card.suit not in suits)


def _asked(state: BoardState, faults: Irregularities, leader: Seat) -> Irregularities:
    """Asks first because of a withdrawn call, which counts for the first lead only, then of penalty cards."""
    if leader.side is state.declaring_side:
        return faults
    if leader in faults.restricted_leaders and state.auction is not None:
        faults = replace(faults, restricted_leaders=faults.restricted_leaders - {leader})
        suits = unspecified_suits(state.auction, leader.partner)
        if suits:
            return replace(faults, question=LeadOptions(leader, suits, "withdrawn_call"))
    return _penalties_asked(faults, leader)


def _penalties_asked(faults: Irregularities, leader: Seat) -> Irregularities:
    suits = penalty_suits(faults.penalty_cards, leader.partner)
    return replace(faults, question=LeadOptions(leader, suits, "penalty_card")) if suits else faults
