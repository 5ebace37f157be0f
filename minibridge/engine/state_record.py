"""From the state of a board to a written record, as files hold it."""

from collections.abc import Mapping

from .auction import PASS
from .board_record import BoardRecord, Comment, Ending, RecordedCall, RecordedTrick, cards_of
from .board_state import BoardState
from .contracts import Denomination
from .partial_deal import PartialDeal
from .phase import Phase
from .play import Trick
from .seats import SEATS, Side


def record_of(
    state: BoardState, tags: Mapping[str, str] | None = None, comments: tuple[Comment, ...] = ()
) -> BoardRecord:
    """Writes down a board that is over, with the *tags* and *comments* that the caller adds.

    What was taken back is left out, and the hands are as they were played: of three players one may have
    brought his cards to another chair. Where only tricks are counted, the contract has a denomination and no
    level.

    :raises ValueError: for a board still in play.
    """
    result = state.result
    if state.phase is not Phase.FINISHED or result is None:
        raise ValueError("a board in play is not written down")
    board, declarer = state.board, state.declarer
    tricks = [*state.tricks, *([state.trick] if state.trick and state.trick.cards else [])]
    is_whole = len(state.tricks) == 13
    counts_only = state.rules.menu == "none" and declarer is not None
    is_passed_out = result.outcome == "passed_out"
    points = result.points
    return BoardRecord(
        label=str(board.number),
        dealer=board.dealer,
        vulnerability=board.vulnerability,
        deal=PartialDeal(*(frozenset(state.original[seat]) for seat in SEATS)),
        calls=_calls(state),
        contract=PASS if is_passed_out else state.contract,
        denomination=Denomination.NOTRUMP if counts_only else None,
        declarer=None if is_passed_out else declarer,
        opening_leader=declarer.lho if declarer and tricks else None,
        played=tuple(map(_trick, tricks)) if tricks else None,
        play_ending=_ending(is_whole, bool(tricks), result.tricks is not None),
        tricks=result.tricks,
        score_ns=points[Side.NS] - points[Side.EW] if state.contract and result.tricks is not None else None,
        tags=dict(tags or {}),
        comments=comments,
    )


def _calls(state: BoardState) -> tuple[RecordedCall, ...] | None:
    auction = state.auction
    if auction is None:
        return None
    return tuple(RecordedCall(auction.seat_of(index), call) for index, call in enumerate(auction.calls))


def _trick(trick: Trick) -> RecordedTrick:
    return RecordedTrick(trick.leader, cards_of(dict(trick.plays)))


def _ending(is_whole: bool, is_begun: bool, has_result: bool) -> Ending:
    if is_whole or not is_begun:
        return Ending.UNSAID
    return Ending.CLOSED if has_result else Ending.OPEN
