"""The pictures of which a pupil's code is made: four of sixteen, in their order."""

import secrets
from collections.abc import Iterable

from django.utils.translation import pgettext_lazy

PICTURE_NAMES = {
    "apple": pgettext_lazy("picture", "apple"),
    "bird": pgettext_lazy("picture", "bird"),
    "boat": pgettext_lazy("picture", "boat"),
    "book": pgettext_lazy("picture", "book"),
    "car": pgettext_lazy("picture", "car"),
    "cat": pgettext_lazy("picture", "cat"),
    "fish": pgettext_lazy("picture", "fish"),
    "flower": pgettext_lazy("picture", "flower"),
    "house": pgettext_lazy("picture", "house"),
    "key": pgettext_lazy("picture", "key"),
    "leaf": pgettext_lazy("picture", "leaf"),
    "moon": pgettext_lazy("picture", "moon"),
    "rabbit": pgettext_lazy("picture", "rabbit"),
    "star": pgettext_lazy("picture", "star"),
    "sun": pgettext_lazy("picture", "sun"),
    "tree": pgettext_lazy("picture", "tree"),
}
PICTURES = tuple(PICTURE_NAMES)
PICTURES_IN_A_CODE = 4


def pictures_drawn() -> str:
    """A code at random; the same picture may come twice."""
    return " ".join(secrets.choice(PICTURES) for _ in range(PICTURES_IN_A_CODE))


def pictures_read(text: str) -> list[str]:
    """The pictures that a page names, at most as many as a code has; what is none is left out."""
    return [name for name in text.split() if name in PICTURE_NAMES][:PICTURES_IN_A_CODE]


def pictures_said(names: Iterable[str]) -> str:
    """A code in words."""
    return ", ".join(str(PICTURE_NAMES[name]) for name in names)
