"""All that happened in a replayed deal, as far as it is told: what was said, why, and after how long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from minibridge.engine import SEATS, SeatView, trick_winner

from . import log_sentences, sentences
from .manner import Manner
from .reasons import reason_text
from .replays import Replay
from .thinking_times import time_text, totals_of


@dataclass(frozen=True)
class LogLine:
    """What one step was. ``is_taken_back``: it does not stand any more at the end of what is told."""

    step: int
    address: str
    text: str
    why: str
    thought: str
    is_now: bool
    is_taken_back: bool


class ReplayLog:
    """``views`` are what the reader sees after each action; ``told`` is the last step that is told."""

    def __init__(
        self, replay: Replay, views: Sequence[SeatView], *, manner: Manner, step: int, told: int
    ) -> None:
        self.replay = replay
        self.views = views
        self.step = step
        self.told = told
        self.manner = manner

    @property
    def now(self) -> str:
        """What this step is."""
        return " ".join(self._said(self.step))

    @property
    def why(self) -> str:
        """Why a bot did what this step shows."""
        return self._why(self.step)

    @cached_property
    def lines(self) -> tuple[LogLine, ...]:
        taken_back = self.replay.taken_back(self.told)
        return tuple(
            LogLine(
                step=step,
                address=self.manner.at(step),
                text=" ".join(self._said(step)),
                why=self._why(step),
                thought=self._thought(step),
                is_now=step == self.step,
                is_taken_back=step - 1 in taken_back,
            )
            for step in range(self.told + 1)
        )

    @property
    def thought_totals(self) -> tuple[tuple[str, str], ...]:
        """How long each person thought, over all that is told."""
        totals = totals_of(self.replay.thoughts, self.told)
        return tuple((self.replay.name(seat), time_text(totals[seat])) for seat in SEATS if seat in totals)

    def _thought(self, step: int) -> str:
        thought = self.replay.thoughts.get(step - 1)
        return time_text(thought.seconds) if thought else ""

    def _why(self, step: int) -> str:
        """The reasons of bots tell of their hands, and are for those who see all four."""
        is_open = self.manner.eyes is None or self.step == self.replay.last
        reason = self.replay.reasons.get(step - 1) if is_open else None
        return reason_text(reason, self.views[step].rules.menu) if reason else ""

    def _said(self, step: int) -> list[str]:
        after = self.views[step]
        if step == 0:
            return log_sentences.opening(after)
        before, action = self.views[step - 1], self.replay.log[step - 1]
        said = [log_sentences.action_said(self.replay.states[step], action)]
        if len(after.tricks) > len(before.tricks):
            trump = after.contract.trump if after.contract else None
            said.append(log_sentences.trick_won(trick_winner(after.tricks[-1], trump)))
        if after.recounts > before.recounts:
            said.append(sentences.recount_said(after))
        if after.declaring_side and not before.declaring_side and not after.declarer:
            said.append(sentences.side_named(after))
        if after.declarer and not before.declarer:
            said += (
                sentences.declaring(after) if not before.declaring_side else [sentences.declarer_named(after)]
            )
        if after.result and not before.result:
            said += sentences.result_said(after)
        return said
