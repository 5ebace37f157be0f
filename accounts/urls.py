"""The addresses of the account pages. Of allauth only what this site offers: everything else is a 404."""

from allauth.account import views as allauth
from allauth.mfa.webauthn import views as webauthn
from django.urls import path, re_path

from accounts.doors import (
    account_required,
    closed_to_pupils,
    mail_required,
    passkeys_required,
    refusal_has_status,
)
from accounts.language import set_language
from accounts.views.account import account
from accounts.views.codes import recover, recovery_codes
from accounts.views.entrance import AddPasskeyView, LoginView, LogoutView, SignupView
from accounts.views.guests import guest_keep
from accounts.views.preferences import preferences, preferences_preview


def own(view):
    """A page of allauth for people with an account."""
    return account_required(refusal_has_status(view))


def by_mail(view):
    return closed_to_pupils(mail_required(refusal_has_status(view)))


urlpatterns = [
    path("i18n/setlang/", set_language, name="set_language"),
    path("preferences/", preferences, name="preferences"),
    path("preferences/preview/", preferences_preview, name="preferences_preview"),
    path("account/", account, name="account"),
    path("account/keep/", closed_to_pupils(guest_keep), name="guest_keep"),
    path("account/login/", LoginView.as_view(), name="account_login"),
    path("account/signup/", closed_to_pupils(SignupView.as_view()), name="account_signup"),
    path("account/logout/", LogoutView.as_view(), name="account_logout"),
    path("account/inactive/", allauth.account_inactive, name="account_inactive"),
    path("account/confirm/", own(allauth.reauthenticate), name="account_reauthenticate"),
    path("account/codes/", recovery_codes, name="recovery_codes"),
    path("account/recover/", closed_to_pupils(recover), name="recover"),
    path("account/password/", own(allauth.password_change), name="account_change_password"),
    path("account/password/set/", own(allauth.password_set), name="account_set_password"),
]

mail_patterns = [
    path("account/email/", mail_required(own(allauth.email)), name="account_email"),
    re_path(
        r"^account/email/confirm/(?P<key>[-:\w]+)/$",
        by_mail(allauth.confirm_email),
        name="account_confirm_email",
    ),
    path("account/password/reset/", by_mail(allauth.password_reset), name="account_reset_password"),
    path(
        "account/password/reset/sent/",
        by_mail(allauth.password_reset_done),
        name="account_reset_password_done",
    ),
    re_path(
        r"^account/password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        by_mail(allauth.password_reset_from_key),
        name="account_reset_password_from_key",
    ),
    path(
        "account/password/reset/done/",
        by_mail(allauth.password_reset_from_key_done),
        name="account_reset_password_from_key_done",
    ),
]

passkey_list = passkeys_required(own(webauthn.list_webauthn))
passkey_patterns = [
    path("account/passkeys/", passkey_list, name="mfa_list_webauthn"),
    # allauth comes back to its list of second factors; passkeys are all there is.
    path("account/passkeys/", passkey_list, name="mfa_index"),
    path("account/passkeys/add/", passkeys_required(own(AddPasskeyView.as_view())), name="mfa_add_webauthn"),
    path(
        "account/passkeys/<int:pk>/", passkeys_required(own(webauthn.edit_webauthn)), name="mfa_edit_webauthn"
    ),
    path(
        "account/passkeys/<int:pk>/remove/",
        passkeys_required(own(webauthn.remove_webauthn)),
        name="mfa_remove_webauthn",
    ),
    path(
        "account/passkeys/login/",
        passkeys_required(webauthn.login_webauthn),
        name="mfa_login_webauthn",
    ),
    path(
        "account/passkeys/confirm/",
        passkeys_required(own(webauthn.reauthenticate_webauthn)),
        name="mfa_reauthenticate_webauthn",
    ),
]

urlpatterns += mail_patterns + passkey_patterns
