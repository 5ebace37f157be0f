"""Work that is done in slices, done at once."""

from collections.abc import Generator
from typing import TypeVar

Result = TypeVar("Result")


def finish(work: Generator[None, None, Result]) -> Result:
    """Runs all slices and gives the result."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value
