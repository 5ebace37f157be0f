"""Players: a bot is given what its seat may see of a board, and says what it does and why."""

from .choose import choose
from .decision import Decision, Reason
from .expert import expert_decision, expert_hint, expert_request
from .hint import Hint, hint
from .level import Level
from .reasons import OPEN, REASONS, SAMPLED_REASONS

__all__ = [
    "OPEN",
    "REASONS",
    "SAMPLED_REASONS",
    "Decision",
    "Hint",
    "Level",
    "Reason",
    "choose",
    "expert_decision",
    "expert_hint",
    "expert_request",
    "hint",
]
