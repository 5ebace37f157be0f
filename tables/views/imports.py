"""Bringing deals in from files: choose files, look at what is in them, take what is wanted."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

from django.core import signing
from django.core.cache import cache
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.models import User
from accounts.rate_limit import rate_limit
from minibridge.engine import ENCODINGS

from ..incoming import LARGEST, MOST_BOARDS, Incoming
from ..incoming_files import FileText, file_name, read_files, too_large
from ..models import BotLevel, Match
from ..refusals import Refusal
from ..services.imports import MOST_TO_PLAY, boards_play_alone, boards_play_together, matches_bring_in
from .alone import person_or_guest
from .live import refusal_page

MOST_FILES = 20
SALT = "tables.views.imports"
LONGEST_DRAFT = 2_400_000
"""How long the files may be as the page carries them: with the ticks, Django takes no more of a form."""
HOLDS_FOR = 24 * 3600
"""How long a page with boards to choose from can be used, in seconds."""


@never_cache
@require_http_methods(["GET", "POST"])
@rate_limit("import", "30/m")
def deals_import(request: HttpRequest) -> HttpResponse:
    """Choose files; a POST shows the boards in them. Nothing is stored: the page carries the files along."""
    if request.method == "GET":
        return _form(request)
    try:
        files = files_uploaded(request)
        encoding = request.POST.get("encoding") or None
        incoming = read_files(files, encoding)
        draft = _packed(files, encoding, request.user.pk)
    except Refusal as refusal:
        return _form(request, str(refusal.sentence), refusal.status)
    if not incoming.records:
        return _form(request, "", 422, incoming)
    return _choice(request, incoming, draft)


@never_cache
@require_POST
@rate_limit("import", "30/m")
def import_take(request: HttpRequest) -> HttpResponse:
    """The boards ticked become records of the reader, or are laid ready at a table."""
    draft = request.POST.get("draft", "")
    try:
        files, encoding, number = _unpacked(draft, request.user.pk)
        incoming = read_files(files, encoding)
    except Refusal as refusal:
        return refusal_page(request, refusal)
    chosen = incoming.only(_chosen(request))
    try:
        return _taken_once(request, chosen, number)
    except Refusal as refusal:
        return _choice(request, incoming, draft, str(refusal.sentence), refusal.status)


def _taken_once(request: HttpRequest, chosen: Incoming, number: str) -> HttpResponse:
    """The same boards of one page, taken the same way twice, are stored once: the second request is led to
    where the first one went.
    """
    wish = [number, sorted(_chosen(request)), request.POST.get("how", ""), request.POST.get("level", "")]
    key = "import:" + hashlib.sha256(json.dumps(wish).encode()).hexdigest()
    imported = reverse("deals_imported")
    if not cache.add(key, imported, HOLDS_FOR):
        return redirect(cache.get(key, imported))
    try:
        response = _taken(request, chosen)
    except BaseException:
        cache.delete(key)
        raise
    if wish[2] != "review":  # what is kept may be deleted by then
        cache.set(key, response.url, HOLDS_FOR)
    return response


def _taken(request: HttpRequest, chosen: Incoming) -> HttpResponseRedirect:
    how = request.POST.get("how", "")
    if how not in ("review", "alone", "together"):
        raise Refusal(gettext_lazy("This request could not be understood."), status=400)
    if not chosen.records:
        raise Refusal(gettext_lazy("Please tick at least one deal."), status=400)
    if how == "review":
        matches = matches_bring_in(user=person_or_guest(request), incoming=chosen)
        return redirect("match", matches[0].id) if len(matches) == 1 else redirect("deals_imported")
    if len(chosen.records) > MOST_TO_PLAY:
        raise Refusal(gettext_lazy("One table plays at most 32 deals: please tick fewer."), status=400)
    if how == "alone":
        level = request.POST.get("level", "")
        if level not in BotLevel.values:
            raise Refusal(gettext_lazy("Please choose how well the robots play."), status=400)
        table = boards_play_alone(user=person_or_guest(request), incoming=chosen, level=level)
    else:
        table = boards_play_together(user=person_or_guest(request), incoming=chosen)
    return redirect("table", table.code)


@never_cache
@require_GET
def deals_imported(request: HttpRequest) -> HttpResponse:
    """What the reader has brought in, newest first."""
    matches = Match.objects.none()
    if isinstance(request.user, User):
        matches = (
            Match.objects.filter(importer=request.user, finished__isnull=False)
            .prefetch_related("records")
            .order_by("-id")[:200]
        )
    return render(request, "tables/imported.html", {"matches": matches})


def _form(
    request: HttpRequest, error: str = "", status: int = 200, incoming: Incoming | None = None
) -> HttpResponse:
    context = {
        "error": error,
        "incoming": incoming,
        "encodings": ENCODINGS,
        "megabytes": LARGEST // 1_000_000,
        "most_boards": MOST_BOARDS,
    }
    return render(request, "tables/import.html", context, status=status)


def _choice(
    request: HttpRequest, incoming: Incoming, draft: str, error: str = "", status: int = 200
) -> HttpResponse:
    ticked = _chosen(request) if error else None
    context: dict[str, Any] = {
        "incoming": incoming,
        "rows": [
            (place, record, record.board is not None and (ticked is None or place in ticked))
            for place, record in enumerate(incoming.records)
        ],
        "draft": draft,
        "error": error,
        "levels": BotLevel.choices,
        "level": request.POST.get("level", BotLevel.MEDIUM.value),
        "most_to_play": MOST_TO_PLAY,
    }
    return render(request, "tables/import_choice.html", context, status=status)


def files_uploaded(request: HttpRequest) -> list[FileText]:
    """Raises Refusal: 400 no file or too many, 413 too large."""
    files = request.FILES.getlist("files")
    if not files:
        raise Refusal(gettext_lazy("Please choose a file first."), status=400)
    if len(files) > MOST_FILES:
        raise Refusal(_("At most %(most)d files at once, please.") % {"most": MOST_FILES}, status=400)
    if sum(file.size or 0 for file in files) > LARGEST:
        raise Refusal(too_large(), status=413)
    return [_file_text(file) for file in files]


def _file_text(file: UploadedFile) -> FileText:
    return file_name(file.name or ""), file.read()


def _packed(files: list[FileText], encoding: str | None, user_id: int | None) -> str:
    """The files as the page carries them to the next step: compressed, signed against changes, for this
    person alone and with a number of their own.

    Raises Refusal (413): what cannot be compressed is too much for a form.
    """
    content = {
        "files": [(name, data.decode("latin-1")) for name, data in files],
        "encoding": encoding,
        "user": user_id,
        "number": secrets.token_urlsafe(12),
    }
    draft = signing.dumps(content, salt=SALT, compress=True)
    if len(draft) > LONGEST_DRAFT:
        raise Refusal(too_large(), status=413)
    return draft


def _unpacked(draft: str, user_id: int | None) -> tuple[list[FileText], str | None, str]:
    """The files, how to read them, and their number. Whoever looked without an account may have one by now.

    Raises Refusal (400) for what this site has not packed for this person, or too long ago.
    """
    try:
        content = signing.loads(draft, salt=SALT, max_age=HOLDS_FOR)
        if content.get("user") not in (None, user_id):
            raise signing.BadSignature
        number = content["number"]
    except (signing.BadSignature, KeyError):
        raise Refusal(gettext_lazy("Please choose the files once more."), status=400) from None
    files = [(name, data.encode("latin-1")) for name, data in content["files"]]
    return files, content["encoding"], number


def _chosen(request: HttpRequest) -> frozenset[int]:
    texts = request.POST.getlist("board")
    return frozenset(int(text) for text in texts if text.isascii() and text.isdigit() and len(text) < 6)
