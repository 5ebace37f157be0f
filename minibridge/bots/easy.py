"""EASY: one card in two is any legal one."""

from random import Random

from .knowledge import Knowledge
from .medium import medium
from .rule import Play, play


def easy(known: Knowledge, seed: int) -> Play:
    """Gives any legal card or, one time in two, that of MEDIUM. The same seed and position give the same."""
    rng = Random(f"{seed} {known.view.n} {known.viewer}")
    if rng.random() < 0.5:
        return play(rng.choice(known.legal), "random_card")
    return medium(known)
