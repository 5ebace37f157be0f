"""A request the table cannot grant, with the sentence that says why."""

from __future__ import annotations

from django.utils.functional import Promise


class Refusal(Exception):
    """``sentence`` is shown to the person as it is; ``status`` is the HTTP status of the answer."""

    def __init__(self, sentence: Promise | str, *, status: int = 422) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence
        self.status = status
