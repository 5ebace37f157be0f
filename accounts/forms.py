"""What people type about themselves."""

from allauth.account import forms as account_forms
from allauth.mfa.adapter import get_adapter as get_passkey_adapter
from allauth.mfa.webauthn import forms as passkey_forms
from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import NAME_LENGTH, clean_name, username_validators
from accounts.offers import mail_available

PASSWORD_HELP = _("At least 8 characters. Several short words in a row are easy to remember.")
USERNAME_LABEL = _("Name to sign in with")
PASSKEY_NAME_LENGTH = 60


class LoginForm(account_forms.LoginForm):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        set_field(self.fields["login"], USERNAME_LABEL)
        set_field(self.fields["password"], _("Password"))

    def clean_login(self) -> str:
        # Typed on another keyboard the same letter may arrive composed differently.
        return User.normalize_username(super().clean_login())


class SignupForm(account_forms.SignupForm):
    """Name and password, and an e-mail address where the site can make use of it."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        username = self.fields["username"]
        set_field(
            username, USERNAME_LABEL, _("Letters and digits without spaces. Others do not need to know it.")
        )
        username.widget.attrs["maxlength"] = NAME_LENGTH
        set_field(self.fields["password1"], _("Password"), PASSWORD_HELP)
        if mail_available():
            set_email(
                self.fields["email"],
                _("E-mail address (you may leave it empty)"),
                _("Only to send you a link if you forget your password."),
            )
        else:
            del self.fields["email"]


class KeepForm(SignupForm):
    """What a guest adds to become an account; the service fills his row."""

    def __init__(self, *args, guest: User, **kwargs):
        super().__init__(*args, **kwargs)
        proposal = guest.display_name.lower()
        if not any(refuses(validator, proposal) for validator in username_validators):
            self.fields["username"].initial = proposal


class ChangePasswordForm(account_forms.ChangePasswordForm):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        del self.fields["password2"]
        set_field(self.fields["oldpassword"], _("Present password"))
        set_field(self.fields["password1"], _("New password"), PASSWORD_HELP)


class SetPasswordForm(account_forms.SetPasswordForm):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        del self.fields["password2"]
        set_field(self.fields["password1"], _("New password"), PASSWORD_HELP)


class ResetPasswordForm(account_forms.ResetPasswordForm):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        set_email(self.fields["email"], _("E-mail address of your account"))


class ResetPasswordKeyForm(account_forms.ResetPasswordKeyForm):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        del self.fields["password2"]
        set_field(self.fields["password1"], _("New password"), PASSWORD_HELP)


class EmailForm(account_forms.AddEmailForm):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        set_email(self.fields["email"], _("New e-mail address"))


class ReauthenticateForm(account_forms.ReauthenticateForm):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        set_field(self.fields["password"], _("Your password"))


class RenewCodesForm(ReauthenticateForm):
    """New recovery codes open the account, so an unlocked computer alone must not give them away."""


class RecoverForm(forms.Form):
    """A new password by recovery code; whether name and code go together is for the view to ask."""

    username = forms.CharField(
        label=USERNAME_LABEL,
        max_length=150,
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    code = forms.CharField(
        label=_("One of your recovery codes"),
        max_length=40,
        help_text=_("Capitals, spaces and dashes do not matter."),
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )
    password = forms.CharField(
        label=_("New password"),
        strip=False,
        help_text=PASSWORD_HELP,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_username(self) -> str:
        return User.normalize_username(self.cleaned_data["username"])

    def clean(self) -> dict:
        data = super().clean()
        if "username" in data and "password" in data:
            try:
                validate_password(data["password"], User(username=data["username"]))
            except ValidationError as error:
                self.add_error("password", error)
        return data


class PreferencesForm(forms.ModelForm):
    """The choices of one person. Who has no name yet is not asked for one; only accounts say "adult"."""

    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=[("", _("As in my browser")), ("fr", "Français"), ("en", "English")],
        widget=forms.RadioSelect,
    )

    class Meta:
        model = User
        fields = [
            "display_name",
            "language",
            "deck",
            "index_letters",
            "suit_order",
            "taps",
            "sounds",
            "big_text",
            "reduced_motion",
            "keep_days",
            "is_adult",
        ]
        radios = ("deck", "index_letters", "suit_order", "taps", "keep_days")
        widgets = dict.fromkeys(radios, forms.RadioSelect)
        help_texts = {
            "display_name": _("The others at the table read it."),
            "keep_days": _(
                "Older deals go from your list by themselves, and cannot come back. The others at the table "
                "keep theirs, without your name."
            ),
            "is_adult": _("Adults with an account may write to each other freely at the table."),
        }

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["keep_days"].choices = User.KeepDays.choices
        if self.instance.pk is None:
            del self.fields["display_name"], self.fields["keep_days"]
        else:
            # A host may have made a table before he took a chair and said his name.
            self.fields["display_name"].required = bool(self.instance.display_name)
        if self.instance.pk is None or self.instance.is_guest:
            del self.fields["is_adult"]
        elif self.instance.is_pupil:  # his name, and how long his deals are kept, are his teachers' to say
            del self.fields["display_name"], self.fields["keep_days"], self.fields["is_adult"]

    def clean_display_name(self) -> str:
        typed = self.cleaned_data["display_name"]
        return clean_name(typed) if typed else ""

    def clean_keep_days(self) -> int:
        chosen = self.cleaned_data["keep_days"]
        return self.instance.keep_days if chosen in (None, "") else chosen


class CredentialField(forms.JSONField):
    """What a device sent as a passkey: small, flat, plain letters; anything else is refused unread."""

    LONGEST = 20_000

    def __init__(self):
        refusal = get_passkey_adapter().error_messages["incorrect_code"]
        super().__init__(widget=forms.HiddenInput, error_messages={"required": refusal, "invalid": refusal})

    def to_python(self, value):
        # No device writes \u, and PostgreSQL cannot store all that it can spell.
        if len(value or "") > self.LONGEST or "\\u" in (value or ""):
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        try:
            return super().to_python(value)
        except RecursionError as error:
            raise ValidationError(self.error_messages["invalid"], code="invalid") from error

    def bound_data(self, data, initial):
        # A refused passkey is of no use in the page that asks for another one.
        return initial


class PasskeyJunkMixin:
    """Turn whatever a broken or hostile browser sends as a passkey into one sentence.

    The parsers below allauth raise many kinds of errors, some of which allauth lets through.
    """

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["credential"] = CredentialField()

    def clean(self):
        return refuse_junk(super().clean)


class AddPasskeyForm(PasskeyJunkMixin, passkey_forms.AddWebAuthnForm):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        set_field(
            self.fields["name"], _("Name of this passkey"), _("For instance: the tablet in the kitchen.")
        )
        self.fields["name"].widget.attrs["maxlength"] = PASSKEY_NAME_LENGTH
        self.fields.pop("passwordless", None)

    def clean_name(self) -> str:
        # Never refused: the device has made the passkey already, and would keep one that opens nothing.
        return super().clean_name()[:PASSKEY_NAME_LENGTH]

    def clean(self) -> dict:
        # Every passkey opens the account by itself; one that is only a second lock would be no help here.
        self.cleaned_data["passwordless"] = True
        return super().clean()


class LoginPasskeyForm(PasskeyJunkMixin, passkey_forms.LoginWebAuthnForm):
    def clean_credential(self):
        return refuse_junk(super().clean_credential)


class ReauthenticatePasskeyForm(PasskeyJunkMixin, passkey_forms.ReauthenticateWebAuthnForm):
    def clean_credential(self):
        return refuse_junk(super().clean_credential)


class EditPasskeyForm(passkey_forms.EditWebAuthnForm):
    name = forms.CharField(label=_("Name of this passkey"), max_length=PASSKEY_NAME_LENGTH)


def refuse_junk(clean):
    try:
        return clean()
    except ValidationError:
        raise
    except (TypeError, ValueError, LookupError, AttributeError, OverflowError) as error:
        raise get_passkey_adapter().validation_error("incorrect_code") from error


def set_email(field: forms.Field, label, help_text="") -> None:
    set_field(field, label, help_text)
    # A longer address would be cut on its way into the database.
    field.validators.append(MaxLengthValidator(254))


def refuses(validator, value: str) -> bool:
    try:
        validator(value)
    except ValidationError:
        return True
    return False


def set_field(field: forms.Field, label, help_text="") -> None:
    """Our words in a field of allauth, and no placeholder: it vanishes when one begins to type."""
    field.label = label
    field.help_text = help_text
    field.widget.attrs.pop("placeholder", None)
