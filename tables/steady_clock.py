"""The time that processes share, and since when it may be trusted.

Only the time of day means the same in all processes, and it may be set: by hand, or by a machine that found
out how late it is. The monotonic clock of this process tells when that happened.
"""

from __future__ import annotations

import math
import time

STEP = 2.0  # seconds; smaller corrections do nobody harm


class SteadyClock:
    """Ages of what happened, never longer than this process can answer for."""

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()
        self._sure_since = time.monotonic()
        self._was_set_back = False

    def now(self) -> float:
        """The time of day, in seconds."""
        now, monotonic = time.time(), time.monotonic()
        step = now - monotonic - self._offset
        self._offset += step
        if abs(step) > STEP:
            self._was_set_back = step < 0
            self.doubt()
        return now

    def doubt(self) -> None:
        """From now on only: what was known before has been lost, or cannot be compared."""
        self._sure_since = time.monotonic()

    def sure_for(self) -> float:
        """For how many seconds what is known has been whole, and its times comparable."""
        self.now()
        return time.monotonic() - self._sure_since

    def age(self, moment: float, *, ahead: float) -> float:
        """Seconds since a moment, as far as they are sure.

        A moment that lies more than ``ahead`` seconds in the future is one from before the clock was set
        back, if it was; else another machine's clock is fast. When the time of day gets there again, it
        counts as that of a person who has just gone: late, and wrong about nobody who is there.
        """
        age = self.now() - moment
        if age < -ahead and self._was_set_back:
            age = math.inf
        return min(max(age, 0.0), self.sure_for())
