"""What a bot does, with the reason that decided it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from minibridge.engine import Action


@dataclass(frozen=True, slots=True)
class Reason:
    """The rule or the count that decided, as a code and the values its sentence needs, in stored letters."""

    code: str
    params: Mapping[str, str | int] = field(default_factory=dict)

    def to_data(self) -> dict[str, Any]:
        """Gives plain values, fit for JSON."""
        return {"code": self.code, **({"params": dict(self.params)} if self.params else {})}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Makes it again from what :meth:`to_data` gave."""
        return cls(data["code"], data.get("params", {}))


@dataclass(frozen=True, slots=True)
class Decision:
    """An action, and why."""

    action: Action
    reason: Reason
