"""Links as QR codes."""

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_svg(link: str) -> SafeString:
    """The link as inline SVG, without style attributes (they would offend the content security policy)."""
    code = segno.make(link, error="m", micro=False)
    svg = code.svg_inline(scale=1, border=2, omitsize=True, svgclass="qr", lineclass=None)
    return mark_safe(svg)
