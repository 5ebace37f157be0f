"""Who may open a socket: pages of this very site, nobody else's.

A browser sends cookies along with a socket opened by any page of the web, so the Origin is what tells ours
from theirs. The validator of Channels ignores port and scheme; this one compares the whole origin.
"""

from __future__ import annotations

from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host


class SameOrigin:
    """ASGI wrapper: lets a websocket through whose Origin is the host it asks for, or a trusted one."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        if is_own_origin(scope):
            return await self.application(scope, receive, send)
        return await WebsocketDenier()(scope, receive, send)


def is_own_origin(scope: dict[str, Any]) -> bool:
    """Whether the handshake comes from a page of this site: same scheme, host and port."""
    headers = {name.lower(): value for name, value in scope.get("headers", ())}
    host = headers.get(b"host", b"").decode("latin-1")
    origin = headers.get(b"origin", b"").decode("latin-1")
    if not origin or not validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
        return False
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    schemes = ("https",) if settings.USE_HTTPS else ("http", "https")
    return origin in {f"{scheme}://{host}" for scheme in schemes}
