"""The junior manner: what changes at the table of a class of children.

Their words are a language of their own, ``fr-junior`` or ``en-junior``, whose catalogue holds only what reads
otherwise there; everything that is drawn for a language, and kept by it, is so drawn for children as well.
"""

from __future__ import annotations

from dataclasses import replace

from minibridge.engine import RuleSet

VARIANT = "-junior"


def junior_language(language: str) -> str:
    """This language in words for children."""
    return language if is_junior(language) else language + VARIANT


def is_junior(language: str) -> bool:
    return language.endswith(VARIANT)


def plain_language(language: str) -> str:
    """The language itself: "fr" or "en"."""
    return language.removesuffix(VARIANT)


def junior_rules(rules: RuleSet, *, errors_allowed: bool = False, dummy_advises: bool = True) -> RuleSet:
    """The rules of a lesson as children play them: nobody claims; dummy may advise, if ``dummy_advises``.

    With ``errors_allowed`` a card that does not follow suit is accepted, may be taken back, and is explained
    after the deal; it costs a trick at most. Neither is possible with three players.
    """
    if rules.players != "four":
        return replace(rules, claims=False)
    return replace(
        rules,
        claims=False,
        revokes="one_trick" if errors_allowed else "refused",
        dummy_sees_declarer=dummy_advises,
    )
