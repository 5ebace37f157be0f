"""A Content-Type that cannot be read counts as none."""

from collections.abc import Awaitable, Callable
from typing import Any

from django.utils.http import parse_header_parameters

Application = Callable[[dict[str, Any], Any, Any], Awaitable[None]]


class ReadableContentType:
    """Django parses the header before any view or middleware, where its error would be nobody's to answer."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        headers = [header for header in scope["headers"] if header[0] != b"content-type" or _reads(header[1])]
        await self.application({**scope, "headers": headers}, receive, send)


def _reads(value: bytes) -> bool:
    try:
        parse_header_parameters(value.decode("latin-1"))
    except ValueError:
        return False
    return True
