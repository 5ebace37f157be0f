"""The packs from which a teacher chooses the deals of a lesson: his own, and those of the site."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import User

from .models import Pack
from .packs import PackContent, said
from .shipped_packs import shipped_packs

OWN, SITE = "own", "site"


@dataclass(frozen=True)
class PackChoice:
    """A pack in a list: ``key`` names it in a form."""

    key: str
    title: str
    deals: int
    is_own: bool


def packs_for(user: User, language: str) -> list[PackChoice]:
    """The packs of this teacher by title, then those of the site in the order of the lessons."""
    own = [
        PackChoice(f"{OWN}-{pack.id}", pack.title, len(pack.content.get("deals", ())), is_own=True)
        for pack in Pack.objects.filter(owner=user)
    ]
    site = [
        PackChoice(f"{SITE}-{slug}", said(pack.title, language), len(pack.deals), is_own=False)
        for slug, pack in shipped_packs().items()
    ]
    return own + site


def pack_chosen(user: User, key: str) -> PackContent | None:
    """The pack of this key, if this teacher may use it."""
    kind, _dash, name = key.partition("-")
    if kind == SITE:
        return shipped_packs().get(name)
    if kind == OWN and name.isascii() and name.isdigit() and len(name) < 16:
        pack = Pack.objects.filter(owner=user, id=int(name)).first()
        return PackContent.from_data(pack.content) if pack else None
    return None
