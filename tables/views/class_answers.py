"""How the pages of a class answer who is refused."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port

from ..refusals import Refusal
from .live import refusal_page

LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")

View = Callable[..., HttpResponse]


def refusals_paged(view: View) -> View:
    """A Refusal becomes a page with its sentence and status; who is nobody yet is asked to sign in first."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        try:
            return view(request, *args, **kwargs)
        except Refusal as refusal:
            return refusal_page(request, refusal)

    return answered


def is_local(request: HttpRequest) -> bool:
    """Whether links that this page shows lead other devices to themselves."""
    return split_domain_port(request.get_host())[0] in LOCAL_HOSTS
