"""Players: a bot is given what its seat may see of a board, and says what it does and why."""

from .decision import Decision, Reason
from .level import Level

__all__ = ["Decision", "Level", "Reason"]
