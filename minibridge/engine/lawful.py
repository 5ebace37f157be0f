"""Which cards and calls the Laws allow, and which cards a table accepts, also after irregularities."""

from .auction import PASS, Auction, Bid, Call, Pass, legal_calls
from .cards import Card
from .irregularities import Irregularities
from .penalty_cards import due_penalty_cards
from .play import Trick, legal_cards
from .restrictions import narrowed_by_all
from .rules import RuleSet
from .seats import Seat


def lawful_cards(
    hand: Seat, held: tuple[Card, ...], trick: Trick | None, irregularities: Irregularities | None
) -> tuple[Card, ...]:
    """Gives the cards that *hand* may play according to the Laws.

    To follow suit comes first, then what declarer demanded, then penalty cards (Law 50D1); a card taken back
    because of somebody's revoke may have to be played again (Law 62C).
    """
    playable = legal_cards(held, trick)
    if irregularities is None or trick is None:
        return playable
    repeated = _repeated(hand, irregularities)
    if repeated is not None:
        return (repeated,)
    playable = narrowed_by_all(irregularities.restrictions, hand, playable, trick)
    forbidden = irregularities.forbidden_lead
    if forbidden is not None and forbidden.hand is hand and not trick.cards:
        playable = tuple(card for card in playable if card.suit not in forbidden.suits) or playable
    return due_penalty_cards(irregularities.penalty_cards, hand, playable) or playable


def acceptable_cards(
    hand: Seat,
    held: tuple[Card, ...],
    trick: Trick | None,
    irregularities: Irregularities | None,
    rules: RuleSet,
) -> tuple[Card, ...]:
    """Gives the cards that the table accepts from *hand*: those that are lawful and, where the rules allow
    revokes, all others; but nobody revokes in correcting a revoke, or against a demand or penalty card.
    """
    lawful = lawful_cards(hand, held, trick, irregularities)
    if rules.revokes == "refused" or irregularities is None or _is_bound(hand, lawful, irregularities):
        return lawful
    return held


def declarer_designates(
    hand: Seat, held: tuple[Card, ...], trick: Trick | None, irregularities: Irregularities | None
) -> bool:
    """Tells whether *hand* has to play one of several penalty cards: declarer says which (Law 51A)."""
    if irregularities is None or len(irregularities.penalty_cards) < 2:
        return False
    lawful = lawful_cards(hand, held, trick, irregularities)
    return len(due_penalty_cards(irregularities.penalty_cards, hand, lawful)) > 1


def _is_bound(hand: Seat, lawful: tuple[Card, ...], irregularities: Irregularities) -> bool:
    """Whether more than the suit led binds *hand*."""
    correction, forbidden = irregularities.correction, irregularities.forbidden_lead
    return (
        (correction is not None and hand in correction.offenders)
        or _repeated(hand, irregularities) is not None
        or any(one.hand is hand for one in irregularities.restrictions)
        or (forbidden is not None and forbidden.hand is hand)
        or bool(due_penalty_cards(irregularities.penalty_cards, hand, lawful))
    )


def _repeated(hand: Seat, irregularities: Irregularities) -> Card | None:
    """The card that *hand* took back and has to play again; None if it is free."""
    correction = irregularities.correction
    if correction is None or hand in correction.offenders or correction.may_change(hand):
        return None
    return next((card for seat, card in correction.withdrawn if seat is hand), None)


def lawful_calls(auction: Auction, seat: Seat, irregularities: Irregularities | None) -> tuple[Call, ...]:
    """Gives the calls that *seat*, whose turn it is, may make according to the Laws: only to pass, if his
    partner's withdrawn call has silenced him (27B2), and no double in place of one that was cancelled (27B3).
    """
    calls = legal_calls(auction)
    if irregularities is None:
        return calls
    if seat in irregularities.silenced:
        return tuple(call for call in calls if call == PASS)
    if irregularities.substitution is not None and irregularities.substitution.penalised:
        return tuple(call for call in calls if isinstance(call, Bid | Pass))
    return calls
