"""Two lines of play side by side, from the first thing that was done otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest

from minibridge.engine import Action, Card, Seat, Trick, standing, trick_winner

from . import log_sentences, sentences
from .replays import Replay


@dataclass(frozen=True)
class Fall:
    """A card of a trick; ``is_first`` marks the one by which the lines part."""

    seat: Seat
    card: Card
    is_first: bool


@dataclass(frozen=True)
class TrickLine:
    """A trick of one line; ``winner`` is None if it was not finished."""

    falls: tuple[Fall, ...]
    winner: Seat | None


@dataclass(frozen=True)
class TrickPair:
    """The same trick in both lines; None where a line was over before."""

    number: int
    one: TrickLine | None
    other: TrickLine | None

    @property
    def is_same(self) -> bool:
        return self.one is not None and self.other is not None and _cards(self.one) == _cards(self.other)


def _cards(line: TrickLine) -> list[Card]:
    return [fall.card for fall in line.falls]


class PlayedLine:
    """What of a record stands; ``place`` is how many of these actions it shares with the other line."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.numbers = standing(replay.states[0], replay.log)
        self.actions = tuple(replay.log[number] for number in self.numbers)
        self.place = len(self.actions)

    @property
    def first(self) -> Action | None:
        """What it does otherwise; None if it was over before."""
        return self.actions[self.place] if self.place < len(self.actions) else None

    @property
    def step(self) -> int:
        """The step of the replay that shows it."""
        return self.numbers[self.place] + 1 if self.first is not None else self.replay.last

    @property
    def said(self) -> str:
        """What it does otherwise, as a sentence in the language now spoken."""
        if self.first is None:
            return " ".join(self.result)
        return log_sentences.action_said(self.replay.states[-1], self.first)

    @property
    def result(self) -> list[str]:
        return sentences.result_said(self.replay.views[-1])

    @cached_property
    def tricks(self) -> list[Trick]:
        """All tricks, the last of them unfinished where a claim ended the play."""
        end = self.replay.states[-1]
        begun = [end.trick] if end.trick is not None and 0 < len(end.trick.cards) < 4 else []
        return [*end.tricks, *begun]

    @property
    def shared_cards(self) -> int:
        return sum(action.kind == "card" for action in self.actions[: self.place])

    def trick(self, index: int) -> TrickLine | None:
        if index >= len(self.tricks):
            return None
        trick = self.tricks[index]
        first = self.first.card if self.first is not None and self.first.kind == "card" else None
        falls = tuple(Fall(seat, card, card is first) for seat, card in trick.plays)
        winner = trick_winner(trick, self.replay.states[-1].trump) if len(falls) == 4 else None
        return TrickLine(falls, winner)


class Parting:
    """Two records of the same cards; should be made while the reader's language is active."""

    def __init__(self, one: Replay, other: Replay) -> None:
        self.one, self.other = PlayedLine(one), PlayedLine(other)
        pairs = zip_longest(self.one.actions, self.other.actions)
        shared = next((n for n, (left, right) in enumerate(pairs) if left != right), len(self.one.actions))
        self.one.place = self.other.place = shared

    @property
    def is_same(self) -> bool:
        """Whether both lines are the same to their end; one may have been claimed earlier."""
        return self.one.first is None and self.other.first is None

    @property
    def shared_tricks(self) -> int:
        """The tricks before the one in which the lines part."""
        return self.one.shared_cards // 4

    @property
    def pairs(self) -> Iterator[TrickPair]:
        for index in range(self.shared_tricks, max(len(self.one.tricks), len(self.other.tricks))):
            yield TrickPair(index + 1, self.one.trick(index), self.other.trick(index))
