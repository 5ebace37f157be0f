"""Cards led or played out of turn (Laws 49 and 53 to 57).

A lead is accepted or not; a defender who plays before his partner gives declarer a choice, and one who plays
before declarer's side is bound to his card. Two things the Laws know are simply refused: a lead of declarer's
side before the opening lead, which costs nothing (54E, 24), and any lead to the last trick, where every hand
has one card.
"""

from dataclasses import replace

from ..actions import PlayCard
from ..board_state import BoardState
from ..cards import Card
from ..errors import NoRequest, NotAnOption
from ..irregular_actions import AnswerLead, RestrictPlay
from ..irregularities import Irregularities
from ..lawful import lawful_cards
from ..out_of_turn import LeadOutOfTurn
from ..penalty_cards import PenaltyCard
from ..play import Trick, legal_cards
from ..restrictions import PlayOptions, Restriction
from ..seats import Seat
from .leads import leader_bound
from .refusals import check_question_answerer
from .revokes import established
from .tricks import lay_card


def played_out_of_turn(state: BoardState, action: PlayCard) -> BoardState | None:
    """Gives the state after a card out of turn; None if it is in turn, or out of turn in a way that is
    refused.
    """
    faults, trick = state.irregularities, state.trick
    if state.rules.out_of_turn != "laws" or faults is None or trick is None or faults.correction is not None:
        return None
    hand = _hand_of(state, action)
    if hand is None or hand is state.turn or _is_bound_already(faults, hand, action.card):
        return None
    if not trick.cards:
        return _led(state, hand, action.card, faults)
    if hand.side is state.declaring_side:
        return _played_by_declarer(state, hand, action.card, trick, faults)
    return _played_by_defender(state, hand, action.card, trick, faults)


def answer_lead(state: BoardState, action: AnswerLead) -> BoardState:
    """Accepts a lead out of turn, or has it taken back: a defender's becomes a penalty card (Law 56)."""
    faults, lead = state.irregularities, state.question
    if faults is None or not isinstance(lead, LeadOutOfTurn):
        raise NoRequest()
    check_question_answerer(state, action.seat)
    if action.choice not in lead.choices:
        raise NotAnOption()
    faults = replace(faults, question=None)
    if action.choice == "refuse":
        return _taken_back(state, lead, faults)
    if action.choice == "spread" and state.declarer is not None:
        state = state.but(declarer=state.declarer.partner, declarer_reason="spread_hand")
    person = state.controller(lead.hand)
    state = state.but(irregularities=_kept(faults, lead), trick=Trick(lead.hand), turn=lead.hand)
    return lay_card(state, person, lead.hand, lead.card)


def restrict_play(state: BoardState, action: RestrictPlay) -> BoardState:
    """Declarer demands a card of the defender whose partner has played before him (Law 57A)."""
    faults, options = state.irregularities, state.question
    if faults is None or not isinstance(options, PlayOptions):
        raise NoRequest()
    check_question_answerer(state, action.seat)
    if not options.allows(action.choice, action.suits):
        raise NotAnOption()
    demand = Restriction(options.hand, action.choice, action.suits)
    faults = replace(faults, question=None, restrictions=(*faults.restrictions, demand))
    return state.but(n=state.n + 1, irregularities=faults)


def _hand_of(state: BoardState, action: PlayCard) -> Seat | None:
    """The hand that the card comes from: one that the person plays, and in which it is."""
    if action.seat is state.dummy:
        return None
    hands = [action.seat]
    if action.seat is state.declarer and state.lead_is_made:
        hands.append(action.seat.partner)
    return next((hand for hand in hands if action.card in state.hands[hand]), None)


def _is_bound_already(faults: Irregularities, hand: Seat, card: Card) -> bool:
    faced = any(one.card is card for one in faults.penalty_cards)
    return faced or any(one.hand is hand and one.kind == "card" for one in faults.restrictions)


def _led(state: BoardState, hand: Seat, card: Card, faults: Irregularities) -> BoardState | None:
    opening = not state.lead_is_made
    if len(state.tricks) == 12 or (opening and hand.side is state.declaring_side):
        return None
    faults = replace(established(state, faults, hand.side), question=LeadOutOfTurn(hand, card, opening))
    return state.but(n=state.n + 1, irregularities=faults)


def _taken_back(state: BoardState, lead: LeadOutOfTurn, faults: Irregularities) -> BoardState:
    """Declarer's card goes back, and what he has demanded of the leader stands; a defender's adds to that."""
    if lead.hand.side is state.declaring_side:
        return state.but(n=state.n + 1, irregularities=faults)
    faults = replace(faults, penalty_cards=(*faults.penalty_cards, PenaltyCard(lead.hand, lead.card)))
    return leader_bound(state.but(n=state.n + 1, irregularities=faults))


def _played_by_defender(
    state: BoardState, hand: Seat, card: Card, trick: Trick, faults: Irregularities
) -> BoardState | None:
    """Before his partner (57A), at his right-hand opponent's turn (57D), or when both have played (49).

    Before his partner is no offence once declarer has played from both hands (57C1), be it too early.
    """
    played = {seat for seat, _ in trick.plays}
    if hand in played:
        faults = established(state, faults, hand.side)
    early = {one.hand for one in faults.restrictions if one.kind == "card"}
    both = sum(seat.side is state.declaring_side for seat in played | early) == 2
    awaited = hand.partner not in played and (hand in played or not both)
    is_lawful = card in lawful_cards(hand, state.hands[hand], trick, faults)
    if hand not in played and not awaited and is_lawful:
        return _committed(state, hand, card, faults)
    faults = replace(faults, penalty_cards=(*faults.penalty_cards, PenaltyCard(hand, card)))
    if awaited and trick.led is not None:
        faults = replace(faults, question=PlayOptions(hand.partner, trick.led))
    return state.but(n=state.n + 1, irregularities=faults)


def _played_by_declarer(
    state: BoardState, hand: Seat, card: Card, trick: Trick, faults: Irregularities
) -> BoardState | None:
    """A legal card of either hand is played and stays (57C3); any other is just not accepted (48A)."""
    played = {seat for seat, _ in trick.plays}
    if hand in played or card not in legal_cards(state.hands[hand], trick):
        return None
    return _committed(state, hand, card, faults)


def _committed(state: BoardState, hand: Seat, card: Card, faults: Irregularities) -> BoardState:
    promise = Restriction(hand, "card", card=card)
    faults = replace(faults, restrictions=(*faults.restrictions, promise))
    return state.but(n=state.n + 1, irregularities=faults)


def _kept(faults: Irregularities, lead: LeadOutOfTurn) -> Irregularities:
    """Another hand leads than the one that was to: what bound that one's lead is void."""
    forbidden = faults.forbidden_lead
    stays = forbidden is not None and forbidden.hand is lead.hand
    return replace(faults, restrictions=(), forbidden_lead=forbidden if stays else None)
