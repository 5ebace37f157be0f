"""Links as QR codes."""

from functools import lru_cache

import segno
from django.utils.safestring import SafeString, mark_safe


@lru_cache(maxsize=1024)  # drawing one costs more than all else on the page of a table
def qr_svg(link: str) -> SafeString:
    """The link as inline SVG, without style attributes (they would offend the content security policy)."""
    code = segno.make(link, error="m", micro=False)
    svg = code.svg_inline(scale=1, border=2, omitsize=True, svgclass="qr", lineclass=None)
    return mark_safe(svg)
