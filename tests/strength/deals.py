"""The boards that strength is measured on."""

from random import Random

from minibridge.engine import PRESETS, SEATS, Board, Deal, Phase, Vulnerability, start

RULES = PRESETS["four_deals"]


def board(seed: int, number: int) -> Board:
    """The board of this *number*: the same in every run with the same *seed*, and never 20-20."""
    rng = Random(f"strength {seed} {number}")
    while True:
        dealt = Board(number, SEATS[number % 4], Vulnerability.NONE, Deal.random(rng))
        if start(dealt, RULES).phase is not Phase.FINISHED:
            return dealt
