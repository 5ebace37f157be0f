"""The headers that tell a browser what pages of this site may do."""

from collections.abc import Callable

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse

PERMISSIONS = ", ".join(
    f"{feature}=()" for feature in ("camera", "geolocation", "microphone", "payment", "serial", "usb")
)


def content_security_policy(request: HttpRequest) -> str:
    """Everything from this host and from nowhere else; no inline script, no inline style, no eval."""
    return "; ".join(
        (
            "default-src 'self'",
            "img-src 'self' data:",
            f"connect-src {' '.join(connect_sources(request))}",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )


def connect_sources(request: HttpRequest) -> tuple[str, ...]:
    """Old Safari does not count the web socket of the same host as 'self', so it is named."""
    try:
        host = request.get_host()
    except DisallowedHost:
        return ("'self'",)
    return ("'self'", f"ws://{host}", f"wss://{host}")


class ContentSecurityPolicyMiddleware:
    """Adds both headers to every answer; stands outermost, so that refusals of the others carry them too."""

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.setdefault("Content-Security-Policy", content_security_policy(request))
        response.setdefault("Permissions-Policy", PERMISSIONS)
        return response
