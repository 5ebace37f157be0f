"""The packs that come with the site: eight lessons, one file each, in French and English."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from .packs import PackContent

FOLDER = Path(__file__).parent / "lesson_packs"

SLUGS = (
    "tricks",
    "declarer",
    "contract",
    "trumps",
    "long-suits",
    "finesse",
    "defence",
    "tournament",
)
"""In the order in which a class takes them; each is the name of a file."""


@cache
def shipped_packs() -> Mapping[str, PackContent]:
    """The packs by their slugs, in the order of the lessons."""
    return MappingProxyType({slug: _pack(slug) for slug in SLUGS})


def _pack(slug: str) -> PackContent:
    return PackContent.from_data(json.loads((FOLDER / f"{slug}.json").read_text("utf-8")))
