"""A double-dummy solver of a few lines for endings of a few cards: it tries everything."""

from minibridge.analysis import Position
from minibridge.engine import Card, Trick, trick_winner


def card_tricks(position: Position) -> dict[Card, int]:
    """The tricks that each legal card wins for the side on turn."""
    return {card: _after(position, card) for card in _playable(position)}


def _playable(position: Position) -> list[Card]:
    hand = position.hands[position.turn]
    following = [card for card in hand if position.trick.cards and card.suit is position.trick.cards[0].suit]
    return following or list(hand)


def _after(position: Position, card: Card) -> int:
    side = position.turn.side
    hands = {
        seat: tuple(other for other in hand if other is not card) for seat, hand in position.hands.items()
    }
    trick = Trick(position.trick.leader, (*position.trick.cards, card))
    won = 0
    if len(trick.cards) == 4:
        winner = trick_winner(trick, position.trump)
        won, trick = int(winner.side is side), Trick(winner)
        if not any(hands.values()):
            return won
    left = max(map(len, hands.values()))
    following = Position(hands, position.trump, trick)
    best = max(card_tricks(following).values())
    return won + (best if following.turn.side is side else left - best)
