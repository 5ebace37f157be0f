"""The packs that come with the site, for a teacher to read and print before the lesson."""

from __future__ import annotations

from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.preferences import request_preferences

from ..pack_access import packs_of
from ..packs import said
from ..printed_pack import printed_pack
from ..services.packs import pack_add
from ..shipped_packs import shipped_packs
from ..templatetags.bridge import letters_of
from .class_answers import View
from .live import language
from .packs import teachers_page


def for_adults(view: View) -> View:
    """For who may keep packs: pupils are not to read the deals before they play them."""

    @teachers_page
    @wraps(view)
    def checked(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        packs_of(request.user)
        return view(request, **kwargs)

    return checked


@require_GET
@for_adults
def shipped_packs_list(request: HttpRequest) -> HttpResponse:
    here = language()
    packs = [
        (slug, said(pack.title, here), said(pack.goals, here), len(pack.deals))
        for slug, pack in shipped_packs().items()
    ]
    return render(request, "packs/shipped.html", {"packs": packs})


@require_GET
@for_adults
def shipped_pack(request: HttpRequest, slug: str) -> HttpResponse:
    """One pack with all its deals: hands, notes, questions, and the results to compare with."""
    pack = shipped_packs().get(slug)
    if pack is None:
        raise Http404
    letters = letters_of(request_preferences(request).index_letters, language())
    context = {"page": printed_pack(pack, language(), letters), "slug": slug}
    return render(request, "packs/shipped_pack.html", context)


@require_POST
@for_adults
def shipped_pack_take(request: HttpRequest, slug: str) -> HttpResponse:
    """A copy among the teacher's own packs, to be changed and handed on."""
    pack = shipped_packs().get(slug)
    if pack is None:
        raise Http404
    taken = pack_add(user=request.user, content=pack)
    messages.success(request, _("The pack is among yours now."))
    return redirect("pack", taken.id)
