"""The steps of a deal in a lesson: what each lets be done, and which of them a set of rules has."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from minibridge.engine import BoardState, Card, Phase, RuleSet

from .models import LessonStep

FREE = ""
"""What a table without steps has: it goes to the end by itself."""

ORDER = (*LessonStep.values, FREE)

_PART_OF_KIND: Mapping[str, str] = {
    "announce": LessonStep.ANNOUNCE,
    "agree": LessonStep.ANNOUNCE,
    "call": LessonStep.CONTRACT,
    "answer_bid": LessonStep.CONTRACT,
    "judge_call": LessonStep.CONTRACT,
    "contract": LessonStep.CONTRACT,
    "ask_takeback": LessonStep.COUNT,
    "answer_takeback": LessonStep.COUNT,
    "withdraw_takeback": LessonStep.COUNT,
}
_PART_IN: Mapping[Phase, str] = {
    Phase.ANNOUNCEMENT: LessonStep.ANNOUNCE,
    Phase.DECLARER: LessonStep.ANNOUNCE,
    Phase.AUCTION: LessonStep.CONTRACT,
    Phase.CONTRACT: LessonStep.CONTRACT,
    Phase.PLAY: LessonStep.PLAY,
    Phase.FINISHED: LessonStep.SCORE,
}

WAITING: Mapping[str, Promise] = {
    LessonStep.ANNOUNCE: _("Count your points, and wait: your teacher says when you tell them."),
    LessonStep.CONTRACT: _("Look and think, and wait: your teacher says when the contract is chosen."),
    LessonStep.PLAY: _("Think about the first card, and wait: your teacher says when you play."),
}
"""What a player reads while this part of the deal has to wait."""


def reaches(step: str, part: str) -> bool:
    """Whether a table at this step may do this part of the deal."""
    return ORDER.index(step) >= ORDER.index(part)


def part_of(kind: str) -> str:
    """The step to which an action belongs: what is not said before the play is part of it."""
    return _PART_OF_KIND.get(kind, LessonStep.PLAY)


def part_in(state: BoardState) -> str:
    """The step to which belongs what the deal waits for."""
    return _PART_IN[state.phase]


def steps_of(rules: RuleSet) -> tuple[str, ...]:
    """The steps that mean something under these rules, in their order."""
    is_auction = rules.bidding == "auction"
    has_contract = is_auction or rules.menu != "none"
    left_out = set()
    if is_auction or rules.points != "announced":
        left_out.add(LessonStep.ANNOUNCE)
    # Dummy's suits are told before the contract where his cards are not shown yet.
    if is_auction or (rules.dummy_faced == "after_lead" and not has_contract):
        left_out.add(LessonStep.DUMMY)
    if not has_contract:
        left_out.add(LessonStep.CONTRACT)
    return tuple(step for step in LessonStep.values if step not in left_out)


def step_after(step: str, rules: RuleSet) -> str | None:
    """The step that follows under these rules; None after the last, and where a table has no steps."""
    if step == FREE:
        return None
    later = (one for one in steps_of(rules) if not reaches(step, one))
    return next(later, None)


def step_passed(state: BoardState, step: str) -> str:
    """The step behind which a table cannot fall back: what has been done or seen there stays so."""
    decided = state.past.what if state.past is not None else None
    if state.phase is Phase.FINISHED or isinstance(decided, Card):
        return LessonStep.PLAY
    if decided is not None:
        return LessonStep.CONTRACT
    if state.declarer is not None and reaches(step, LessonStep.DUMMY):
        return LessonStep.DUMMY
    return LessonStep.ANNOUNCE if state.announcements or state.recounts else LessonStep.COUNT
