"""The account at a glance."""

from allauth.account.models import EmailAddress
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import recovery
from accounts.offers import mail_available, passkeys_available


@never_cache
@require_safe
@login_required
def account(request: HttpRequest) -> HttpResponse:
    """What the account has, and where to change it; a guest sees how to keep his deals. A pupil has none."""
    user = request.user
    if user.is_pupil:
        return redirect("preferences")
    context = {"mail_available": mail_available(), "passkeys_available": passkeys_available(request)}
    if not user.is_guest:
        context |= {
            "email": EmailAddress.objects.filter(user=user).order_by("-verified", "-primary").first(),
            "codes_left": recovery.codes_left(user),
            "passkeys": user.authenticator_set.count(),
        }
    return render(request, "accounts/account.html", context)
