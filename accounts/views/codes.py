"""Recovery codes: shown once, renewed, used."""

from allauth.account.adapter import get_adapter
from allauth.account.internal.userkit import get_user_by_username
from allauth.account.utils import get_next_redirect_url
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from accounts import recovery
from accounts.doors import account_required, with_next
from accounts.forms import RecoverForm, RenewCodesForm
from accounts.models import User
from accounts.offers import mail_available
from accounts.rate_limit import allow, rate_limit, too_many_requests

# In the session: the next look at the page makes the codes and shows them, so they are stored nowhere.
CODES_DUE = "recovery_codes_due"
PER_NAME = "10/10m"


@sensitive_post_parameters("password")
@sensitive_variables("codes")
@never_cache
@require_http_methods(["GET", "POST"])
@account_required
def recovery_codes(request: HttpRequest) -> HttpResponse:
    """The page of the codes: a fresh set exactly once, else how many are left and a form for new ones."""
    target = get_next_redirect_url(request)
    if request.method == "GET" and request.session.pop(CODES_DUE, False):
        codes = recovery.codes_renew(request.user)
        return render(request, "accounts/recovery_codes_once.html", {"codes": codes, "next": target})
    form = RenewCodesForm(request.POST or None, user=request.user)
    if request.method == "POST" and form.is_valid():
        request.session[CODES_DUE] = True
        return HttpResponseRedirect(with_next(reverse("recovery_codes"), target))
    context = {"form": form, "left": recovery.codes_left(request.user), "next": target}
    return render(request, "accounts/recovery_codes.html", context, status=422 if form.is_bound else 200)


@sensitive_post_parameters("password", "code")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limit("recover", "60/5m")
def recover(request: HttpRequest) -> HttpResponse:
    """A lost password: name, one recovery code, and a new password."""
    if request.user.is_authenticated and not request.user.is_guest:
        return HttpResponseRedirect(reverse("account"))
    form = RecoverForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        name = form.cleaned_data["username"]
        if not allow("recover-name", name.lower(), PER_NAME):
            return too_many_requests(request, PER_NAME)
        user = account_by_name(name)
        if recovery.code_use(user, form.cleaned_data["code"]):
            return enter_with_new_password(request, user, form.cleaned_data["password"])
        form.add_error(None, _("This name and this code do not go together, or the code was used before."))
    context = {"form": form, "mail_available": mail_available()}
    return render(request, "accounts/recover.html", context, status=422 if form.is_bound else 200)


def account_by_name(name: str) -> User | None:
    user = get_user_by_username(name)
    return user if user and user.is_active and not user.is_guest else None


def enter_with_new_password(request: HttpRequest, user: User, password: str) -> HttpResponse:
    """Set the password, which ends every other session of the account, and log in here."""
    adapter = get_adapter(request)
    adapter.set_password(user, password)
    adapter.login(request, user)
    left = recovery.codes_left(user)
    messages.success(
        request,
        ngettext(
            "Your new password is saved. You have %(left)d recovery code left.",
            "Your new password is saved. You have %(left)d recovery codes left.",
            left,
        )
        % {"left": left},
    )
    return HttpResponseRedirect(adapter.merge_offer(request, reverse("account")))
