"""What django-allauth does our way: clear sentences, guests at the door, mail that may fail."""

import logging
from smtplib import SMTPException

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from django.contrib import messages
from django.contrib.auth import logout as django_logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import NoReverseMatch, reverse
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from accounts import preferences, services
from accounts.doors import with_next
from accounts.language import LANGUAGES
from accounts.models import User
from accounts.names import NAME_LENGTH
from accounts.offers import passkeys_available
from accounts.rate_limit import client_address

logger = logging.getLogger(__name__)

PASSKEY_METHOD = "mfa_reauthenticate:webauthn"


class AccountAdapter(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": _("This account has been closed. Please ask the people who run this site."),
        "email_taken": _("There is already an account with this e-mail address."),
        "duplicate_email": _("This is your e-mail address already."),
        "same_as_current": _("This is your e-mail address already."),
        "enter_current_password": _("This is not your present password."),
        "incorrect_password": _("This is not your password."),
        "too_many_login_attempts": _(
            "Too many attempts in a short time. Please wait five minutes, then try again."
        ),
        "username_password_mismatch": _("This name and this password do not go together."),
        "username_taken": _("Somebody has this name already. Please choose another one."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        username = User.normalize_username(username)
        username = super().clean_username(username, shallow=shallow)
        # Names made by hand in the admin may contain capitals; they are taken all the same.
        if not shallow and User.objects.filter(username__iexact=username).exists():
            raise self.validation_error("username_taken")
        return username

    def save_user(self, request: HttpRequest, user: User, form, commit: bool = True) -> User:
        """Fill a new person, or a guest who stays, from the sign-up form."""
        super().save_user(request, user, form, commit=False)
        preferences.choices_set(user, preferences.session_pop(request))
        user.display_name = user.display_name or form.cleaned_data["username"][:NAME_LENGTH]
        user.language = user.language or (get_language() if get_language() in LANGUAGES else "")
        user.is_guest = False
        if commit:
            user.save()
        return user

    def login(self, request: HttpRequest, user: User) -> None:
        """Log in. Whoever this browser was before is logged out, which ends his open pages too; a guest is
        remembered around it."""
        guest = request.user if getattr(request.user, "is_guest", False) else None
        if request.user.is_authenticated and request.user.pk != user.pk:
            django_logout(request)
        super().login(request, user)
        if guest and guest.pk != user.pk:
            services.guest_remember(request, guest)

    def logout(self, request: HttpRequest) -> None:
        """Log out. A link from an e-mail does so as well, and then a guest must find his deals again."""
        guest = request.user if getattr(request.user, "is_guest", False) else None
        super().logout(request)
        if guest:
            services.guest_remember(request, guest)

    def post_login(self, request: HttpRequest, user: User, **kwargs) -> HttpResponse:
        response = super().post_login(request, user, **kwargs)
        return HttpResponseRedirect(self.merge_offer(request, response["Location"]))

    def merge_offer(self, request: HttpRequest, target: str) -> str:
        """`target`; for a former guest, the page which first asks about his deals and then goes there."""
        if not services.pending_guest(request):
            return target
        try:
            return with_next(reverse("guest_merge"), target)
        except NoReverseMatch:
            services.forget_guest(request)
            return target

    def get_login_stages(self) -> list[str]:
        # A passkey is another way in, never a second lock: a child who adds one on the tablet must still
        # enter with the password at school.
        return ["allauth.account.stages.EmailVerificationStage"]

    def get_reauthentication_methods(self, user: User) -> list[dict]:
        """How the person may show that it is he, without passkeys where the page cannot use them."""
        methods = super().get_reauthentication_methods(user)
        words = {"reauthenticate": _("Use my password"), PASSKEY_METHOD: _("Use a passkey")}
        return [
            method | {"description": words.get(method["id"], method["description"])}
            for method in methods
            if method["id"] != PASSKEY_METHOD or passkeys_available(self.request)
        ]

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account")

    def get_client_ip(self, request: HttpRequest) -> str:
        return client_address(request)

    def send_mail(self, template_prefix: str, email: str, context: dict) -> None:
        """Send, or say that it did not work: a mail server that is away must not cost the person his page."""
        try:
            super().send_mail(template_prefix, email, context)
        except (SMTPException, OSError):
            logger.exception("could not send %s", template_prefix)
            messages.error(
                self.request,
                gettext("The e-mail could not be sent just now. Please try again later."),
            )


class PasskeyAdapter(DefaultMFAAdapter):
    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("This passkey did not work. Please try again, or use your password."),
    }

    def _get_site_name(self) -> str:
        return "Minibridge"

    def get_public_key_credential_user_entity(self, user: User) -> dict:
        entity = super().get_public_key_credential_user_entity(user)
        return entity | {"name": user.get_username(), "display_name": user.name}

    def generate_authenticator_name(self, user: User, type) -> str:
        number = user.authenticator_set.filter(type=type).count() + 1
        return gettext("Passkey %(number)d") % {"number": number}
