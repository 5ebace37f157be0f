"""Leaving for good: the account, or the guest, is deleted."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.rate_limit import rate_limit

from ..forms import AccountDeleteForm
from ..models import RecordPlayer
from ..services.class_deletion import classes_hand_on
from ..services.deletion import account_delete


def _who(request: HttpRequest) -> str:
    return str(request.user.pk)


@never_cache
@require_http_methods(["GET", "POST"])
@login_required
@rate_limit("account_delete", "10/10m", key=_who)
def account_delete_view(request: HttpRequest) -> HttpResponse:
    """Say what will go and what the others keep, and ask for the password, or the name of who has none."""
    user = request.user
    assert isinstance(user, User)
    form = AccountDeleteForm(request.POST or None, user=user)
    if request.method == "GET" or not form.is_valid():
        context = {
            "form": form,
            "deals": RecordPlayer.objects.filter(user=user).count(),
            "classes": [row.classroom for row in user.classes_taught.filter(is_owner=True)],
        }
        return render(
            request, "tables/account_delete.html", context, status=422 if request.method == "POST" else 200
        )
    classes_hand_on(user)
    account_delete(user)
    request.session.flush()
    request.user = AnonymousUser()
    messages.success(request, _("Everything about you is deleted. Good-bye, and thank you for playing."))
    return redirect("home")
