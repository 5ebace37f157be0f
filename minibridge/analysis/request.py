"""What the service has been asked and has not answered yet."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .errors import BadRequest

LONGEST_LINE = 2**20
"""Bytes that a question may have, with its frame."""
LEAST_BUDGET = 0.15
"""Seconds that a job gets however many wait."""
LONGEST = 600.0
LIMITS = {"table": 20.0, "par": 20.0, "trace": 20.0}
"""Seconds that one step of a job may take, by its name, where the request says nothing."""
LIMIT = 5.0
NOBODY = 99
"""The priority of work that nobody waits for any more, and that cannot be stopped gently."""


@dataclass(eq=False, slots=True)
class Request:
    """A job to do for a client.

    ``seconds`` are what it may take, ``limit`` what one step of it may take before its process is killed.
    """

    key: int
    job: str
    data: Any
    priority: int
    seconds: float
    limit: float
    answer: Callable[[dict[str, Any]], None]
    began: float | None = None
    restarts: int = 0
    text: str = field(init=False)

    def __post_init__(self) -> None:
        try:
            self.text = json.dumps({"job": self.job, "data": self.data})
        except (RecursionError, ValueError):
            raise BadRequest("nesting") from None

    @property
    def urgency(self) -> tuple[int, int]:
        """The lower, the sooner: by priority, then in the order of arrival."""
        return self.priority, self.key

    def time_left(self, waiting_alike: int) -> float:
        """Its share of the time that it wanted, with so many others of its priority waiting, less what has
        passed since its first step.
        """
        budget = max(LEAST_BUDGET, self.seconds / (1 + waiting_alike))
        return budget if self.began is None else budget - (time.monotonic() - self.began)


def read_request(key: int, message: dict[str, Any], answer: Callable[[dict[str, Any]], None]) -> Request:
    """Makes a request of what a client sent.

    :raises BadRequest: if its frame is wrong; whether ``data`` make sense is for the job to say.
    """
    job = message.get("job")
    if not isinstance(job, str) or "data" not in message:
        raise BadRequest("job")
    priority = message.get("priority")
    if type(priority) is not int or not 0 <= priority <= 3:
        raise BadRequest("priority")
    limit = message.get("limit")
    return Request(
        key,
        job,
        message["data"],
        priority,
        seconds=_seconds("seconds", message.get("seconds")),
        limit=_seconds("limit", LIMITS.get(job, LIMIT) if limit is None else limit),
        answer=answer,
    )


def _seconds(name: str, value: Any) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value <= LONGEST:
        raise BadRequest(name)
    return value
