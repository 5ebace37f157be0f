"""Signing in, signing up, signing out: allauth's views, with the door left open for guests."""

from allauth.account import views as account_views
from allauth.account.adapter import get_adapter
from allauth.account.utils import get_next_redirect_url
from allauth.mfa.webauthn import views as passkey_views
from allauth.mfa.webauthn.internal import auth as passkey_auth
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache

from accounts import services
from accounts.doors import refusal_has_status, with_next
from accounts.offers import mail_available, passkeys_available
from accounts.views.codes import CODES_DUE


def has_account(request: HttpRequest) -> bool:
    """Whether somebody is in his account; a guest is in none, nor a pupil whose tablet a teacher takes."""
    return request.user.is_authenticated and not request.user.is_guest and not request.user.is_pupil


@method_decorator(refusal_has_status, name="dispatch")
class LoginView(account_views.LoginView):
    """The login page, for guests too: they are logged in, but not into their account."""

    def dispatch(self, request: HttpRequest, *args, **kwargs) -> HttpResponse:
        if has_account(request):
            return HttpResponseRedirect(get_next_redirect_url(request) or reverse("account"))
        return super().dispatch(request, *args, **kwargs)

    def get_context_data(self, **kwargs) -> dict:
        return super().get_context_data(
            **kwargs, mail_available=mail_available(), passkeys_available=passkeys_available(self.request)
        )


@method_decorator(refusal_has_status, name="dispatch")
class SignupView(account_views.SignupView):
    """A new account for who has none; a guest fills his own row instead (guest_keep)."""

    def dispatch(self, request: HttpRequest, *args, **kwargs) -> HttpResponse:
        if has_account(request):
            return HttpResponseRedirect(reverse("account"))
        if request.user.is_authenticated:
            return HttpResponseRedirect(with_next(reverse("guest_keep"), get_next_redirect_url(request)))
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form) -> HttpResponse:
        try:
            response = super().form_valid(form)
        except IntegrityError:
            # Two people took the same name at the same moment.
            form.add_error("username", get_adapter(self.request).validation_error("username_taken"))
            return self.form_invalid(form)
        if self.request.user.is_authenticated and not self.request.user.email:
            self.request.session[CODES_DUE] = True
            return HttpResponseRedirect(with_next(reverse("recovery_codes"), response["Location"]))
        return response


@method_decorator(never_cache, name="dispatch")
class LogoutView(account_views.LogoutView):
    """Signing out, after a question; a guest is told that he would lose the way back to his deals."""

    def logout(self) -> None:
        super().logout()
        # Who leaves on purpose is not asked about his deals at the next sign-in.
        services.forget_guest(self.request)


class AddPasskeyView(passkey_views.AddWebAuthnView):
    """A passkey which opens the account by itself."""

    def get_context_data(self, **kwargs) -> dict:
        context = super().get_context_data(**kwargs)
        context["js_data"] = {"creation_options": passkey_auth.begin_registration(self.request.user, True)}
        return context
