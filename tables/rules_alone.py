"""The rules of somebody who plays alone."""

from __future__ import annotations

from dataclasses import replace

from minibridge.engine import RuleSet


def rules_alone(rules: RuleSet) -> RuleSet:
    """The same rules for somebody who plays alone: he may ask what to do, and take back as he likes, except
    where the Laws say what becomes of a mistake.
    """
    has_laws = "laws" in (rules.revokes, rules.out_of_turn, rules.insufficient_bids)
    return replace(rules, hints=True, takeback=rules.takeback if has_laws else "free")


def rules_shared(rules: RuleSet) -> RuleSet:
    """The rules of a match alone without what is only for a person alone, and without its length."""
    defaults = RuleSet()
    return replace(rules, hints=defaults.hints, takeback=defaults.takeback, deals=defaults.deals)
