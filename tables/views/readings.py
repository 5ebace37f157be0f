"""The deal that an address names, for whoever may read it."""

from django.http import Http404, HttpRequest

from ..address_values import TOO_LARGE
from ..replays import Reading, reading_of


def reading_at(request: HttpRequest, record_id: int) -> Reading:
    """Raises Http404 for whoever may not read this deal."""
    reading = reading_of(record_id, request.user) if record_id < TOO_LARGE else None
    if reading is None:
        raise Http404
    return reading


def finished_reading_at(request: HttpRequest, record_id: int) -> Reading:
    """Raises Http404 for whoever may not read this deal, and for everybody while it is in play."""
    reading = reading_at(request, record_id)
    if reading.record.finished is None:
        raise Http404
    return reading
