"""Endings as they stand in a book: four short hands, of which a player sees two."""

from collections.abc import Iterator

from minibridge.bots.evidence import Evidence
from minibridge.engine import DECK, SUITS, Card, Contract, RuleSet, Seat, hcp, legal_cards
from minibridge.engine.play import Trick

SEEN_BY = {
    "declarer": lambda declarer: {declarer, declarer.partner},
    "lho": lambda declarer: {declarer.lho, declarer.partner},
    "rho": lambda declarer: {declarer.rho, declarer.partner},
}


def hand(text: str) -> tuple[Card, ...]:
    """Reads ``AKT.2..`` (spades, hearts, diamonds, clubs)."""
    return tuple(
        Card.parse(suit.value + rank)
        for suit, ranks in zip(SUITS, text.split("."), strict=True)
        for rank in ranks
    )


def ending(
    north: str,
    east: str,
    south: str,
    west: str,
    *,
    contract: str = "1NT",
    leader: Seat = Seat.S,
    table: str = "",
    before: str = "",
    seen_by: str = "declarer",
    told: bool = False,
) -> Evidence:
    """What South, who declares, or a defender knows in this ending.

    *table* are the cards on the table, which are not in the hands any more. The other cards were played as
    tricks of one suit each, to which everybody followed; the last of them was, if it is given, *before*, led
    by South. Points are *told* or not.
    """
    hands = dict(zip(Seat, map(hand, (north, east, south, west)), strict=True))
    trick = Trick(leader, tuple(map(Card.parse, table.split())))
    last = tuple(map(Card.parse, before.split()))
    left = {card for held in hands.values() for card in held} | {*trick.cards, *last}
    tricks = [*_tricks_of_one_suit(left), *([Trick(Seat.S, last)] if last else [])]
    turn = leader.clockwise[len(trick.cards)]
    seen = SEEN_BY[seen_by](Seat.S)
    dealt = {seat: [*held] for seat, held in hands.items()}
    for one in (*tricks, trick):
        for seat, card in one.plays:
            dealt[seat].append(card)
    return Evidence(
        seat=Seat.S if turn.side is Seat.S.side else turn,
        rules=RuleSet(points="hidden"),
        dealer=Seat.S,
        declarer=Seat.S,
        vulnerable=False,
        contract=Contract.parse(contract),
        menu=(),
        turn=turn,
        legal=legal_cards(hands[turn], trick),
        hands={seat: hands[seat] for seat in seen},
        shown={},
        counts={seat: len(held) for seat, held in hands.items()},
        points={seat: hcp(held) for seat, held in dealt.items()} if told else {},
        lengths={},
        tricks=tuple(tricks),
        trick=trick,
    )


def _tricks_of_one_suit(left: set[Card]) -> Iterator[Trick]:
    for suit in SUITS:
        gone = [card for card in DECK if card.suit is suit and card not in left]
        assert len(gone) % 4 == 0, f"{len(gone)} cards of {suit} were played"
        for i in range(0, len(gone), 4):
            yield Trick(Seat.W, tuple(gone[i : i + 4]))
