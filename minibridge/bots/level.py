"""How well a bot plays, told by what it knows."""

from minibridge.engine.enumeration import Enumeration


class Level(Enumeration):
    """The four levels, weakest first."""

    EASY = "easy"
    """One card in two is any legal one; the others are those of MEDIUM."""
    MEDIUM = "medium"
    """Plays by the rules of thumb: second hand low, third hand high, fourth hand as cheaply as it can."""
    HARD = "hard"
    """Remembers every card and knows which are masters; places missing honours by the points announced."""
    EXPERT = "expert"
    """Deals the hidden cards many times as they may lie, and plays what is best on average."""
