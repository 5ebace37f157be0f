"""The kind of enumeration the engine is made of."""

from enum import Enum
from typing import Self


class Enumeration(Enum):
    """Members are ordered as they are written, print as their stored letters, and are hashed by identity.

    The standard hash of a member calls Python code; seats and suits are keys in every dictionary of a view,
    and this alone halves its cost. Nothing may depend on the order of a *set* of members, which differs by
    process.
    """

    order: int

    def __init__(self, *_: object) -> None:
        self.order = len(type(self).__members__)

    __hash__ = object.__hash__

    def __str__(self) -> str:
        return str(self._value_)

    def __lt__(self, other: Self) -> bool:
        return self.order < other.order if type(other) is type(self) else NotImplemented

    def __le__(self, other: Self) -> bool:
        return self.order <= other.order if type(other) is type(self) else NotImplemented

    def __gt__(self, other: Self) -> bool:
        return self.order > other.order if type(other) is type(self) else NotImplemented

    def __ge__(self, other: Self) -> bool:
        return self.order >= other.order if type(other) is type(self) else NotImplemented
