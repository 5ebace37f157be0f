"""What a person sees when the server itself could not answer."""

import sys

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from ..models import UnknownRules

RETRY_AFTER_SECONDS = "30"


def server_error(request: HttpRequest) -> HttpResponse:
    """The page for an unexpected error: 503 where the database was busy or away, since waiting helps there;
    410 for a deal that can be read no more.

    The templates get neither request nor context: whatever broke must not break them too.
    """
    if isinstance(sys.exc_info()[1], OperationalError):
        return HttpResponse(
            render_to_string("503.html"), status=503, headers={"Retry-After": RETRY_AFTER_SECONDS}
        )
    if isinstance(sys.exc_info()[1], UnknownRules):
        return HttpResponse(render_to_string("410.html"), status=410)
    return HttpResponse(render_to_string("500.html"), status=500)
