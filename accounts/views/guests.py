"""A guest makes an account and keeps his deals."""

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.email_verification import send_verification_email_for_user
from allauth.account.utils import get_next_redirect_url
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts import services
from accounts.doors import with_next
from accounts.forms import KeepForm
from accounts.rate_limit import rate_limit
from accounts.views.codes import CODES_DUE


@sensitive_post_parameters("password1")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limit("guest_keep", "60/m")
def guest_keep(request: HttpRequest) -> HttpResponse:
    """ "Keep my deals": the guest's own row becomes an account, and he stays where he is."""
    target = get_next_redirect_url(request)
    if not request.user.is_authenticated:
        return HttpResponseRedirect(with_next(reverse("account_signup"), target))
    if not request.user.is_guest:
        return HttpResponseRedirect(reverse("account"))
    form = KeepForm(request.POST or None, guest=request.user)
    if request.method != "POST" or not form.is_valid():
        return keep_page(request, form, target)
    try:
        user = services.guest_keep(
            request.user,
            username=form.cleaned_data["username"],
            password=form.cleaned_data["password1"],
            email=form.cleaned_data.get("email", ""),
        )
    except ValidationError as error:
        form.add_error(None, error)
        return keep_page(request, form, target)
    request.user = user
    # The password is part of what the session proves; without this the person would be logged out.
    update_session_auth_hash(request, user)
    messages.success(
        request, _("Your account is ready, %(name)s. Your deals are yours.") % {"name": user.name}
    )
    if user.email:
        send_verification_email_for_user(request, user)
        return HttpResponseRedirect(target or get_adapter(request).get_login_redirect_url(request))
    request.session[CODES_DUE] = True
    return HttpResponseRedirect(with_next(reverse("recovery_codes"), target))


def keep_page(request: HttpRequest, form: KeepForm, target: str | None) -> HttpResponse:
    status = 422 if form.is_bound else 200
    return render(request, "accounts/guest_keep.html", {"form": form, "next": target}, status=status)
