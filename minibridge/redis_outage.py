"""Whether Redis is away, as this process knows it from its own calls.

What processes share in Redis is worth little: who is there, how often somebody knocked, the hint that a table
has changed. Nobody waits for it, and nothing fails without it.
"""

from __future__ import annotations

import functools
import logging
import time

log = logging.getLogger(__name__)

PATIENCE = 0.4  # seconds until a call is given up
RETRY_SECONDS = 1.0
SAY_SECONDS = 10.0


class Outage:
    """While it is on, one call in RETRY_SECONDS tries; all others are spared the wait."""

    def __init__(self) -> None:
        self._retry_at: float | None = None
        self._said: float | None = None
        self._is_said = False

    def may_try(self) -> bool:
        """Whether a call has a chance, or is the one that finds out."""
        now = time.monotonic()
        if self._retry_at is None:
            return True
        if now < self._retry_at:
            return False
        self._retry_at = now + RETRY_SECONDS
        return True

    def begin(self, error: BaseException) -> None:
        """A call has failed. Said once in SAY_SECONDS, however many fail."""
        now = time.monotonic()
        self._retry_at = now + RETRY_SECONDS
        if self._said is None or now - self._said >= SAY_SECONDS:
            self._said, self._is_said = now, True
            log.warning("Redis does not answer (%s): the site goes on without it", type(error).__name__)

    def end(self) -> None:
        """A call was answered."""
        self._retry_at = None
        if self._is_said:
            self._is_said = False
            log.warning("Redis answers again")


@functools.cache
def outage_of(address: str) -> Outage:
    """What cache and channel layer of this process know together of the Redis at that address."""
    return Outage()
