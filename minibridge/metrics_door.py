"""Where Prometheus reads what is counted, and where answers to requests are counted."""

from __future__ import annotations

import hmac
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from tables.metrics import exposition, refusals

PATH = "/metrics"


def metrics_door(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer ``/metrics`` to whoever brings METRICS_TOKEN as a bearer; without the setting it does not exist.
    Of all other answers count those that grant nothing.

    Prometheus asks each process by address and by http, so neither the host's name nor the scheme is looked
    at.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        if request.path_info != PATH or not settings.METRICS_TOKEN:
            response = get_response(request)
            if response.status_code >= 400:
                refusals.labels("http", response.status_code).inc()
            return response
        if not is_allowed(request.headers.get("Authorization", "")):
            return HttpResponse(status=401, headers={"WWW-Authenticate": "Bearer"})
        if request.method != "GET":
            return HttpResponseNotAllowed(["GET"])
        return HttpResponse(
            exposition(), content_type=CONTENT_TYPE_PLAIN_0_0_4, headers={"Cache-Control": "no-store"}
        )

    return answer


def is_allowed(authorization: str) -> bool:
    scheme, _, token = authorization.partition(" ")
    return scheme.lower() == "bearer" and hmac.compare_digest(
        token.strip().encode(), settings.METRICS_TOKEN.encode()
    )
