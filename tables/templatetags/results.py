"""Figures of a lesson's results as people read them."""

from __future__ import annotations

from fractions import Fraction

from django import template
from django.utils.translation import gettext

from ..lesson_results import ResultLine
from .bridge import here, signed

register = template.Library()


@register.filter
def percent_text(percent: Fraction | None) -> str:
    """“63%”, written as the language does."""
    return "–" if percent is None else gettext("%(percent)d%%") % {"percent": round(percent)}


@register.filter
def ahead_text(ahead: Fraction | None) -> str:
    """“+120”, a whole number."""
    return "–" if ahead is None else signed(round(ahead))


@register.filter
def holds(line: ResultLine, user_id: int | None) -> bool:
    return user_id is not None and line.holds(user_id)


@register.simple_tag
def declarer_text(line: ResultLine, has_names: bool) -> str:
    """Who declared: by name where names are told and he has one, else by his chair."""
    if line.declarer is None:
        return ""
    sitter = line.sitters.get(line.declarer)
    return sitter.name if has_names and sitter else here().seats[line.declarer]
