"""What stands below a deal or a match: files to download, paper, secret links."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User

from ..models import BoardRecord, Match, SharedLink
from ..problem_sentences import problems_said
from ..record_files import KINDS
from ..refusals import Refusal
from ..replays import MatchReading, Reading
from ..services.sharing import link_make, link_take_back, links_of
from ..written_records import source_of
from .live import refusal_page


@dataclass(frozen=True)
class Download:
    kind: str
    address: str
    use: object


@dataclass(frozen=True)
class LinkLine:
    """A secret link as its maker sees it."""

    id: int
    address: str
    names: bool
    is_of_match: bool


@dataclass(frozen=True)
class TakeAway:
    """``problems`` are what could not be kept of a file from which the deal came."""

    downloads: tuple[Download, ...]
    print_address: str
    share_address: str
    links: tuple[LinkLine, ...]
    problems: tuple[str, ...] = ()
    match_id: int | None = None
    is_match: bool = False


def deal_take_away(request: HttpRequest, reading: Reading) -> TakeAway:
    record = reading.record
    source = source_of(record)
    return TakeAway(
        downloads=tuple(
            Download(kind, reverse("deal_file", args=[record.id, kind]), one.use)
            for kind, one in KINDS.items()
        ),
        print_address=reverse("deal_print", args=[record.id]),
        share_address=reverse("deal_share", args=[record.id]),
        links=_lines(request, list(links_of(request.user.pk, record=record))),
        problems=tuple(problems_said(source.problems)) if source else (),
        match_id=record.match_id,
    )


def match_take_away(request: HttpRequest, reading: MatchReading) -> TakeAway:
    match = reading.match
    return TakeAway(
        downloads=tuple(
            Download(kind, reverse("match_file", args=[match.id, kind]), one.use)
            for kind, one in KINDS.items()
        ),
        print_address=reverse("match_print", args=[match.id]),
        share_address=reverse("match_share", args=[match.id]),
        links=_lines(request, list(links_of(request.user.pk, match=match))),
        is_match=True,
    )


def _lines(request: HttpRequest, links: list[SharedLink]) -> tuple[LinkLine, ...]:
    return tuple(
        LinkLine(
            id=link.id,
            address=request.build_absolute_uri(reverse("shared", args=[link.key])),
            names=link.names,
            is_of_match=link.match_id is not None,
        )
        for link in links
    )


def link_answer(
    request: HttpRequest, page: str, *, record: BoardRecord | None = None, match: Match | None = None
) -> HttpResponse:
    """Make a secret link or take one back, and show it on the ``page`` of the deal or the match."""
    try:
        _link_change(request, record, match)
    except Refusal as refusal:
        return refusal_page(request, refusal)
    return redirect(f"{page}#share")


def _link_change(request: HttpRequest, record: BoardRecord | None, match: Match | None) -> None:
    """Make a link, or with ``take_back`` in the form take one back.

    Raises Refusal: 400 it makes no sense, 404 no such link, 409 too many.
    """
    taken_back = request.POST.get("take_back")
    if taken_back is not None:
        if not (taken_back.isascii() and taken_back.isdigit() and len(taken_back) < 16):
            raise Refusal(_("This request could not be understood."), status=400)
        link_take_back(links=links_of(request.user.pk, record=record, match=match), link_id=int(taken_back))
        return
    assert isinstance(request.user, User)
    link_make(user=request.user, names="names" in request.POST, record=record, match=match)
