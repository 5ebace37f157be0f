"""Files to take away: a deal, a match, all one's deals, and everything the site knows of a person."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from datetime import datetime
from itertools import islice

from asgiref.sync import sync_to_async
from django.contrib.auth.decorators import login_required
from django.core.handlers.asgi import ASGIRequest
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, StreamingHttpResponse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import get_language, gettext, override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.models import User
from accounts.rate_limit import person_or_address, rate_limit

from ..address_values import TOO_LARGE
from ..deal_filter import DealFilter
from ..models import BoardRecord, RecordPlayer
from ..my_data import my_data_pieces
from ..record_files import KINDS, pieces_of
from ..replays import readable_records

AT_A_TIME = 20
"""How many pieces are sent together."""


@never_cache
@require_GET
@rate_limit("download", "120/m", key=person_or_address, methods=("GET",))
def deal_file(request: HttpRequest, record_id: int, kind: str) -> StreamingHttpResponse:
    """One finished deal, for those who may read it."""
    records = _readable(request).filter(id=record_id if record_id < TOO_LARGE else None)
    record = records.select_related("board").first()
    if record is None:
        raise Http404
    name = gettext("deal-%(number)d") % {"number": record.board.number}
    return records_file(request, kind, records, f"{_day(record.started)}-{name}")


@never_cache
@require_GET
@rate_limit("download", "120/m", key=person_or_address, methods=("GET",))
def match_file(request: HttpRequest, match_id: int, kind: str) -> StreamingHttpResponse:
    """The finished deals of a match, as far as the reader may read them."""
    records = _readable(request).filter(match_id=match_id if match_id < TOO_LARGE else None)
    record = records.first()
    if record is None:
        raise Http404
    return records_file(request, kind, records, f"{_day(record.started)}-{gettext('match')}")


@never_cache
@require_GET
@rate_limit("download_all", "20/m", key=person_or_address, methods=("GET",))
def deals_file(request: HttpRequest, kind: str) -> StreamingHttpResponse:
    """All finished deals of the reader, or those that a filter in the address shows."""
    records, chosen = _readable(request), DealFilter.from_query(request.GET)
    if isinstance(request.user, User) and not chosen.is_everything:
        mine = chosen.apply(RecordPlayer.objects.filter(user=request.user))
        records = records.filter(id__in=mine.values("record_id"))
    return records_file(request, kind, records, f"{_day(timezone.now())}-{gettext('deals')}")


@never_cache
@require_GET
@login_required
@rate_limit("my_data", "10/10m", key=person_or_address, methods=("GET",))
def my_data(request: HttpRequest) -> StreamingHttpResponse:
    """Everything the site knows of the reader, in one zip."""
    assert isinstance(request.user, User)
    response = _streamed(request, my_data_pieces(request.user), "application/zip")
    response["Content-Disposition"] = content_disposition_header(
        True, f"minibridge-{_day(timezone.now())}.zip"
    )
    return response


def _readable(request: HttpRequest) -> QuerySet[BoardRecord]:
    if not isinstance(request.user, User):
        return BoardRecord.objects.none()
    return readable_records(request.user)


def _day(time: datetime) -> str:
    return timezone.localtime(time).strftime("%Y-%m-%d")


def records_file(
    request: HttpRequest, kind: str, records: QuerySet[BoardRecord], name: str
) -> StreamingHttpResponse:
    """A file with these records, which the caller has seen that the reader may have.

    Raises Http404: there is no such kind of file.
    """
    if kind not in KINDS or not isinstance(request.user, User):
        raise Http404
    response = _streamed(request, pieces_of(kind, records), KINDS[kind].content_type)
    response["Content-Disposition"] = content_disposition_header(True, f"minibridge-{name}.{kind}")
    return response


def _streamed(
    request: HttpRequest, pieces: Iterable[str] | Iterable[bytes], content_type: str
) -> StreamingHttpResponse:
    """The pieces as they come, in the language spoken now: the answer is sent when the request is over."""
    language, source = get_language(), iter(pieces)

    def batch() -> list[str] | list[bytes]:
        with override(language):
            return list(islice(source, AT_A_TIME))

    def parts() -> Iterator[str | bytes]:
        while found := batch():
            yield from found

    async def parts_later() -> AsyncIterator[str | bytes]:
        while found := await sync_to_async(batch)():
            for part in found:
                yield part

    is_async = isinstance(request, ASGIRequest)
    return StreamingHttpResponse(parts_later() if is_async else parts(), content_type=content_type)
