"""A revoke is put right: the trick is taken back to it and played again from there (Law 62)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import dropwhile

from ..board_state import BoardState
from ..cards import Card
from ..irregularities import Irregularities
from ..penalty_cards import PenaltyCard
from ..revokes import TWELFTH, Correction, Revoke
from ..seats import Seat


def corrected(state: BoardState, revoke: Revoke) -> BoardState:
    """Takes everything back to *revoke*, whose hand now has to follow suit.

    If the other side revoked on the same trick too, and has played to the next, that is corrected with it
    (Law 62C3), and so is what the partner revoked later on the trick: he plays to it again, and need not
    revoke again. What a defender takes back becomes a penalty card where the Laws are played: his revoke, and
    where both sides revoked all he played after it.
    """
    wrong = _revokes_with(state, revoke)
    taken_back = _plays_since(state, wrong)
    before = taken_back[-1].before
    withdrawn = _withdrawn(before, taken_back)
    now, then = state.irregularities or Irregularities(), before.irregularities or Irregularities()
    return replace(
        before,
        n=state.n,
        exposed=state.exposed,
        irregularities=replace(
            then,
            penalty_cards=_penalty_cards(state, wrong, taken_back, now, then),
            correction=Correction(frozenset(one.hand for one in wrong), withdrawn),
            past_asking=frozenset(
                one
                for one in now.past_asking
                if one.trick < revoke.trick or (one.trick == revoke.trick and one.hand not in dict(withdrawn))
            ),
        ),
    )


def advanced(faults: Irregularities, hand: Seat, card: Card, exposes: bool) -> Irregularities:
    """Notes that *hand* has played *card* in a trick played again; *exposes* is whether another card than
    before leaves the old one as a penalty card (Law 62C2).
    """
    correction = faults.correction
    if correction is None:
        return faults
    (_, old), rest = correction.withdrawn[0], correction.withdrawn[1:]
    sides = {offender.side for offender in correction.offenders}
    replaced = card is not old and hand not in correction.offenders
    changed = correction.changed or (replaced and hand.side not in sides)
    penalties = faults.penalty_cards
    if replaced and exposes and hand.side in sides:
        penalties = (*penalties, PenaltyCard(hand, old))
    following = Correction(correction.offenders, rest, changed) if rest else None
    return replace(faults, penalty_cards=penalties, correction=following)


def _revokes_with(state: BoardState, revoke: Revoke) -> list[Revoke]:
    """All that is corrected with *revoke*, in the order of play; an earlier one of the partner's is not taken
    back, and can be asked about itself.
    """
    asked = [revoke, *_revokes_of_the_other_side(state, revoke)]
    on_trick = (one for one in state.revokes if one.trick == revoke.trick)
    taken_back = dropwhile(lambda one: one not in asked, on_trick)
    return [one for one in taken_back if one in asked or one.hand.side is revoke.hand.side]


def _revokes_of_the_other_side(state: BoardState, revoke: Revoke) -> list[Revoke]:
    played_on = {seat.side for seat, _ in state.trick.plays} if state.trick is not None else set()
    is_last = revoke.trick == len(state.tricks) - 1
    return [
        other
        for other in state.revokes
        if other.trick == revoke.trick
        and other.hand.side is not revoke.hand.side
        and (revoke.trick == TWELFTH or (is_last and other.hand.side in played_on))
    ]


@dataclass(frozen=True, slots=True)
class _Play:
    """A card taken back, with the state before it was played."""

    hand: Seat
    card: Card
    before: BoardState


def _plays_since(state: BoardState, wrong: Sequence[Revoke]) -> list[_Play]:
    """The plays from the earliest of the revokes on, the latest play first."""
    missing = {(one.hand, one.card) for one in wrong}
    plays = []
    decision = state.past
    while missing and decision is not None:
        if decision.hand is not None and isinstance(decision.what, Card):
            plays.append(_Play(decision.hand, decision.what, decision.before))
            missing.discard((decision.hand, decision.what))
        decision = decision.before.past
    return plays


def _withdrawn(before: BoardState, taken_back: Sequence[_Play]) -> tuple[tuple[Seat, Card], ...]:
    """The cards of the trick itself that are taken back, in rotation; a lead to the next is just undone."""
    room = 4 - (len(before.trick.cards) if before.trick is not None else 0)
    return tuple((one.hand, one.card) for one in reversed(taken_back))[:room]


def _penalty_cards(
    state: BoardState,
    wrong: Sequence[Revoke],
    taken_back: Sequence[_Play],
    now: Irregularities,
    then: Irregularities,
) -> tuple[PenaltyCard, ...]:
    """Those that lie there *now*, those that had been played since, and what the correction adds."""
    played = {one.card for one in taken_back}
    restored = [one for one in then.penalty_cards if one.card in played]
    return tuple(dict.fromkeys((*now.penalty_cards, *restored, *_new_ones(state, wrong, taken_back))))


def _new_ones(state: BoardState, wrong: Sequence[Revoke], taken_back: Sequence[_Play]) -> list[PenaltyCard]:
    if state.rules.revokes != "laws":
        return []
    cards = [PenaltyCard(one.hand, one.card) for one in wrong if not one.faced]
    if len({one.hand.side for one in wrong}) == 2 and wrong[0].trick != TWELFTH:
        next_trick = [one for one in taken_back if len(one.before.tricks) > wrong[0].trick]
        cards += [PenaltyCard(one.hand, one.card) for one in next_trick]
    return [one for one in cards if one.hand.side is not state.declaring_side]
