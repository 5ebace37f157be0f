"""A request the table cannot grant, with the sentence that says why."""

from __future__ import annotations

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TRY_AGAIN_AFTER = 1  # seconds; then a live page asks a busy site again by itself


class Refusal(Exception):
    """``sentence`` is shown to the person as it is; ``status`` is the HTTP status of the answer."""

    def __init__(self, sentence: Promise | str, *, status: int = 422) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence
        self.status = status


def busy() -> Refusal:
    """The database is away, or somebody else has kept it for too long."""
    return Refusal(_("The site is busy. Please try again."), status=503)


def refusal_frame(refusal: Refusal, answers: str | None) -> dict[str, Any]:
    """What a live page is told, in the language that is active; ``answers`` is the client_id of its action.

    ``retry`` are the seconds after which it may send the same action again by itself.
    """
    frame = {
        "type": "refused",
        "status": refusal.status,
        "error": str(refusal.sentence),
        "answers": answers,
    }
    return frame | {"retry": TRY_AGAIN_AFTER} if refusal.status == 503 else frame
