"""Where what a record says contradicts itself or the Laws: each call, each card, and what they lead to."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from .auction import DOUBLE, PASS, Bid, Call
from .board_record import BoardRecord, Ending, RecordedCall, RecordedTrick
from .cards import Card
from .contracts import Contract, Doubling
from .play import Trick, legal_cards
from .problems import Problem, ProblemList
from .seats import SEATS, Seat, Side


def _nowhere(*_: object) -> int:
    return -1


@dataclass(frozen=True, slots=True)
class Places:
    """Where in a file the parts of a record stand, as offsets; by default nowhere."""

    tag: Callable[[str], int] = _nowhere
    call: Callable[[int], int] = _nowhere
    card: Callable[[int, Seat], int] = _nowhere


NOWHERE: Final = Places()


def contradictions(record: BoardRecord) -> tuple[Problem, ...]:
    """Lists what does not agree in a record that comes from no file."""
    problems = ProblemList(lambda offset: 0)
    check(record, NOWHERE, problems)
    return tuple(problems.found)


def check(record: BoardRecord, places: Places, problems: ProblemList) -> None:
    """Adds to *problems* each illegal call and card, and each contract, declarer, leader and number of tricks
    that is not the one that the auction and the play lead to.
    """
    if record.calls:
        _check_calls(record, record.calls, places, problems)
    _check_contract(record, places, problems)
    if record.played:
        _check_play(record, record.played, places, problems)


def _check_calls(
    record: BoardRecord, calls: tuple[RecordedCall, ...], places: Places, problems: ProblemList
) -> None:
    first, last, passes = calls[0], None, 0
    bidder, doubling = first.seat, Doubling.UNDOUBLED
    if record.dealer and first.seat is not record.dealer and "S" not in _marks(first):
        problems.add(places.call(0), "first_call", str(first.call), dealer=record.dealer.value)
    for n, recorded in enumerate(calls):
        call = recorded.call
        if n > 3 and passes >= 3:
            problems.add(places.call(n), "auction_over", str(call))
            return
        passes = passes + 1 if call is PASS else 0
        is_insufficient = "I" in _marks(recorded)
        if isinstance(call, Bid):
            is_legal = last is None or call > last
            last, bidder, doubling = call, recorded.seat, Doubling.UNDOUBLED
        elif call is PASS:
            is_legal = True
        else:
            is_doubled = Doubling.UNDOUBLED if call is DOUBLE else Doubling.DOUBLED
            is_right_side = (recorded.seat.side is bidder.side) is (call is not DOUBLE)
            is_legal = last is not None and is_right_side and doubling is is_doubled
            doubling = Doubling.DOUBLED if call is DOUBLE else Doubling.REDOUBLED
        if is_legal is is_insufficient:
            code = "no_irregularity" if is_insufficient else "illegal_call"
            problems.add(places.call(n), code, str(call), seat=recorded.seat.value)


def _marks(recorded: RecordedCall) -> str:
    return recorded.annotation.marks if recorded.annotation else ""


def _check_contract(record: BoardRecord, places: Places, problems: ProblemList) -> None:
    if record.contract == PASS:
        if record.declarer is not None:
            problems.add(places.tag("Declarer"), "declarer_of_passed_out", record.declarer.value)
        if record.tricks is not None:
            problems.add(places.tag("Result"), "result_of_passed_out", str(record.tricks))
    auction = record.auction
    if auction is None or not auction.calls:
        return
    if not auction.is_over:
        if record.auction_ending is Ending.UNSAID and (record.played or record.contract is not None):
            problems.add(places.call(len(auction.calls) - 1), "calls_unfinished", str(auction.calls[-1]))
        return
    reached: Contract | Call = auction.contract or PASS
    if record.contract is not None and record.contract != reached:
        problems.add(places.tag("Contract"), "contract_differs", str(record.contract), auction=str(reached))
    declarer = auction.declarer
    if declarer and record.declarer_swapped:
        declarer = declarer.partner
    if record.declarer is not None and declarer is not None and record.declarer is not declarer:
        problems.add(
            places.tag("Declarer"), "declarer_differs", record.declarer.value, auction=declarer.value
        )


def _check_play(
    record: BoardRecord, tricks: tuple[RecordedTrick, ...], places: Places, problems: ProblemList
) -> None:
    declarer, denomination = record.final_declarer, record.final_denomination
    play = _Play(record, places, problems)
    turn = declarer and declarer.lho
    for n, trick in enumerate(tricks):
        leader = trick.leader
        if leader is not None and turn is not None:
            is_marked = "L" in _marks_of(trick, leader)
            if (leader is turn) is is_marked:
                code = "no_irregularity" if is_marked else "leader_differs"
                problems.add(places.card(n, leader), code, leader.value, right=turn.value)
        play.take(n, trick)
        turn = trick.winner(denomination)
        if turn is not None:
            play.won[turn.side] += 1
    if declarer is not None:
        _check_tricks(record, declarer, play.won, places, problems)


def _marks_of(trick: RecordedTrick, seat: Seat) -> str:
    beside = trick.annotations.get(seat) if trick.annotations else None
    return beside.marks if beside else ""


class _Play:
    """Plays the recorded cards from the hands; a hand that is unknown holds what no other hand does."""

    def __init__(self, record: BoardRecord, places: Places, problems: ProblemList) -> None:
        deal = record.deal
        hands = [deal[seat] if deal is not None else None for seat in SEATS]
        self.won = {Side.NS: 0, Side.EW: 0}
        self._hands = [None if hand is None else set(hand) for hand in hands]
        self._seen: set[Card] = set()
        self._places, self._problems = places, problems

    def take(self, n: int, trick: RecordedTrick) -> None:
        """Plays a trick, in the order of play as far as that is known."""
        leader, cards, hands = trick.leader, trick.cards, self._hands
        led = None if leader is None else cards[leader.order]
        for seat in SEATS if leader is None else leader.clockwise:
            card = cards[seat.order]
            if card is None:
                continue
            hand = hands[seat.order]
            if card in self._seen or (card not in hand if hand is not None else self._is_held(card)):
                self._wrong(n, seat, card)
                continue
            self._seen.add(card)
            if hand is None:
                continue
            is_revoke = led is not None and card.suit is not led.suit and _revokes(hand, card, led)
            if is_revoke or trick.annotations:
                self._check_mark(n, seat, card, is_revoke, "R" in _marks_of(trick, seat))
            hand.discard(card)

    def _is_held(self, card: Card) -> bool:
        return any(hand is not None and card in hand for hand in self._hands)

    def _wrong(self, n: int, seat: Seat, card: Card) -> None:
        code = "played_twice" if card in self._seen else "not_in_hand"
        self._problems.add(self._places.card(n, seat), code, card.text, seat=seat.value)
        self._seen.add(card)

    def _check_mark(self, n: int, seat: Seat, card: Card, is_revoke: bool, is_marked: bool) -> None:
        if is_revoke is not is_marked:
            code = "no_irregularity" if is_marked else "revoke"
            self._problems.add(self._places.card(n, seat), code, card.text, seat=seat.value)


def _revokes(hand: set[Card], card: Card, led: Card) -> bool:
    return card not in legal_cards(tuple(hand), Trick(Seat.N, (led,)))


def _check_tricks(
    record: BoardRecord, declarer: Seat, wins: dict[Side, int], places: Places, problems: ProblemList
) -> None:
    won, lost = wins[declarer.side], wins[declarer.side.other]
    tricks = record.tricks
    if tricks is None or record.play_ending is Ending.OPEN:
        return
    if won + lost == 13:
        if (tricks == won) is record.tricks_misagreed:
            code = "no_irregularity" if record.tricks_misagreed else "tricks_differ"
            problems.add(places.tag("Result"), code, str(tricks), played=won)
    elif not won <= tricks <= 13 - lost and not record.tricks_misagreed:
        problems.add(places.tag("Result"), "tricks_impossible", str(tricks), won=won, lost=lost)
