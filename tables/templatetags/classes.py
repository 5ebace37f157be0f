"""The pictures of pupils' codes, and what they are called."""

from __future__ import annotations

from django import template
from django.templatetags.static import static
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.pictures import PICTURE_NAMES

register = template.Library()


@register.simple_tag
def picture(name: str) -> SafeString:
    """The drawing alone, without words."""
    return format_html(
        '<svg class="picture" viewBox="0 0 48 48" aria-hidden="true" focusable="false">'
        '<use href="{}#{}"></use></svg>',
        static("pictures.svg"),
        name,
    )


@register.filter
def picture_name(name: str) -> Promise:
    return PICTURE_NAMES[name]
