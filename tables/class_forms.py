"""What teachers type about a class, and pupils at its door."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.class_door import class_of_code
from accounts.classes import LONGEST_DAYS, school_year_end
from accounts.models import Classroom
from accounts.names import NAME_LENGTH, folded

CLASS_NAME_LENGTH = 60


class ClassForm(forms.Form):
    """A class as it is opened."""

    name = forms.CharField(
        label=_("Name of the class"),
        help_text=_("As your pupils know it, for instance: 6e B. No school name is needed."),
        max_length=CLASS_NAME_LENGTH,
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    expires = forms.DateField(
        label=_("Last day"),
        help_text=_("On the day after it, the class is deleted with everything in it. You can change it."),
        widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"),
    )
    junior = forms.BooleanField(
        label=_("Simple words and big cards, for children"), required=False, initial=True
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        today = timezone.localdate()
        self.fields["expires"].initial = school_year_end(today)
        limits = {"min": today.isoformat(), "max": (today + timedelta(days=LONGEST_DAYS)).isoformat()}
        self.fields["expires"].widget.attrs.update(limits)

    def clean_name(self) -> str:
        name = " ".join(self.cleaned_data["name"].split())
        if not name.isprintable():
            raise ValidationError(_("This name contains a sign that cannot be shown. Please type it again."))
        return name

    def clean_expires(self) -> date:
        expires: date = self.cleaned_data["expires"]
        today = timezone.localdate()
        if not today <= expires <= today + timedelta(days=LONGEST_DAYS):
            raise ValidationError(_("Please choose a day within the next 400 days."))
        return expires


class ClassSettingsForm(ClassForm):
    """A class as it is changed."""

    joining = forms.BooleanField(
        label=_("Pupils may come in"),
        help_text=_("Without it neither a card nor a code opens the class; who is in stays in."),
        required=False,
    )

    @staticmethod
    def values_of(classroom: Classroom) -> dict[str, Any]:
        return {name: getattr(classroom, name) for name in ("name", "expires", "junior", "joining")}


class PupilsForm(forms.Form):
    """A list of names, one on each line."""

    names = forms.CharField(
        label=_("First names or pseudonyms, one on each line"),
        help_text=_("No family names, please: a first name, or a name the child chooses, is enough."),
        max_length=4000,
        error_messages={"required": _("Please type at least one name.")},
        widget=forms.Textarea({"rows": 8, "autocomplete": "off", "spellcheck": "false"}),
    )

    def listed(self) -> list[str]:
        return [line for line in self.cleaned_data["names"].splitlines() if line.strip()]


class PupilNameForm(forms.Form):
    name = forms.CharField(
        label=_("First name or pseudonym"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )


class ClassDeleteForm(forms.Form):
    """To be sure, the name of the class is typed."""

    proof = forms.CharField(
        max_length=200, strip=False, widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"})
    )

    def __init__(self, *args: Any, classroom: Classroom, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.classroom = classroom
        self.fields["proof"].label = format_lazy(
            _("To be sure, please type the name of the class: {name}"), name=classroom.name
        )

    def clean_proof(self) -> str:
        proof: str = self.cleaned_data["proof"]
        if folded(" ".join(proof.split())) != folded(self.classroom.name):
            raise ValidationError(_("This is not the name that is written above."))
        return proof


class ClassCodeForm(forms.Form):
    """The code of a class as a child types it."""

    code = forms.CharField(
        label=_("Code of your class"),
        max_length=40,
        error_messages={"required": _("Please type the code of your class.")},
        widget=forms.TextInput(
            {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "size": 10}
        ),
    )

    def clean_code(self) -> str:
        classroom = class_of_code(self.cleaned_data["code"])
        if classroom is None:
            raise ValidationError(
                _("No class has this code. Look at the six letters and figures again, or ask your teacher.")
            )
        return classroom.code
