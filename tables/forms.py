"""What people type about tables: a code, and house rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import User
from accounts.names import NAME_LENGTH, folded
from minibridge.engine.errors import ContradictoryRules
from minibridge.engine.rules import NUMBERS, RuleSet, preset_of

from .deal_filter import BOTS, DOWN, FINISHED, MADE, OWN_RULES, PEOPLE, UNFINISHED, DealFilter
from .models import CODE_ALPHABET, CODE_LENGTH, DEFAULT_PRESET, BotLevel, RecordPlayer
from .rule_texts import (
    CONTRADICTIONS,
    NUMBER_LABELS,
    OFFERED_AXES,
    OFFERED_FLAGS,
    OFFERED_PRESETS,
    PRESET_TEXTS,
    QUESTIONS,
    SENTENCES,
)
from .services.alone import LENGTHS

LINK_TO_TABLE = re.compile(rf"/t/([{CODE_ALPHABET}]{{{CODE_LENGTH}}})\b", re.IGNORECASE)
NOT_IN_CODES = re.compile(r"[\s.\-–_]+")


class JoinForm(forms.Form):
    """A table code as people type it: small letters, spaces, or the whole link pasted."""

    code = forms.CharField(
        label=_("I have a code"),
        max_length=200,
        error_messages={"required": _("Please type the code of the table.")},
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "size": 10}
        ),
    )

    def clean_code(self) -> str:
        typed = self.cleaned_data["code"]
        link = LINK_TO_TABLE.search(typed)
        code = (link.group(1) if link else NOT_IN_CODES.sub("", typed)).upper()
        if len(code) != CODE_LENGTH or not set(code) <= set(CODE_ALPHABET):
            raise forms.ValidationError(
                _(
                    "A code has six letters and figures, for instance K7PM3X; it never has O, 0, I, "
                    "1 or L in it."
                )
            )
        return code


class AloneForm(forms.Form):
    """How somebody plays alone: the level of the bots, how many deals, and the rules."""

    level = forms.ChoiceField(label=_("How well the robots play"), choices=BotLevel.choices)
    deals = forms.TypedChoiceField(
        label=_("How many deals"), choices=[(n, str(n)) for n in LENGTHS], coerce=int
    )
    preset = forms.ChoiceField(
        label=_("Rules"),
        choices=[
            (key, text.name) for key, text in PRESET_TEXTS.items() if OFFERED_PRESETS[key].players == "four"
        ],
    )

    @staticmethod
    def defaults() -> dict[str, Any]:
        """What the button of the home page means for somebody who has never chosen."""
        return {"level": BotLevel.MEDIUM.value, "deals": LENGTHS[0], "preset": DEFAULT_PRESET}


class PresetForm(forms.Form):
    """One of the named rule sets, as it is."""

    preset = forms.ChoiceField(
        choices=[(key, text.name) for key, text in PRESET_TEXTS.items()],
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), _("Please choose one of the rule sets.")
        ),
    )

    def chosen(self) -> tuple[str, RuleSet]:
        """The name of the preset, and its rules."""
        preset = self.cleaned_data["preset"]
        return preset, OFFERED_PRESETS[preset]


class RuleSetForm(forms.Form):
    """Every rule by itself. Contradictory choices are refused with a sentence, and stay on the form."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, rules: RuleSet) -> None:
        super().__init__(data, initial=rules.to_dict())
        for axis, options in OFFERED_AXES.items():
            self.fields[axis] = _radio_field(axis, [(option, SENTENCES[axis][option]) for option in options])
        for flag in OFFERED_FLAGS:
            self.fields[flag] = _radio_field(flag, [(yes, SENTENCES[flag][yes]) for yes in (True, False)])
            self.fields[flag].coerce = lambda text: text == "True"
        for name, allowed in NUMBERS.items():
            self.fields[name] = forms.IntegerField(
                label=NUMBER_LABELS[name], min_value=allowed[0], max_value=allowed[-1]
            )
        numbers_follow = {"length": list(NUMBERS)}
        self.order_fields(
            name for axis in (*OFFERED_AXES, *OFFERED_FLAGS) for name in (axis, *numbers_follow.get(axis, ()))
        )

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        if not self.errors:
            try:
                self._rules = RuleSet(**values)
            except ContradictoryRules as contradiction:
                self.add_error(None, CONTRADICTIONS[contradiction.code])
        return values

    def chosen(self) -> tuple[str, RuleSet]:
        """The name of the preset that the choices amount to, empty for a mixture, and the rules."""
        return preset_of(self._rules) or "", self._rules


def _radio_field(axis: str, choices: list[tuple[Any, Any]]) -> forms.TypedChoiceField:
    """A rule as radio buttons, labelled with the sentences of its options."""
    return forms.TypedChoiceField(label=QUESTIONS[axis], choices=choices, widget=forms.RadioSelect)


ANY = ("", _("all"))


def _pick(label: Promise, choices: Iterable[tuple[str, Promise | str]]) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=[ANY, *choices], required=False)


def _name(label: Promise) -> forms.CharField:
    attributes = {"list": "companions", "autocomplete": "off", "maxlength": NAME_LENGTH}
    return forms.CharField(label=label, required=False, widget=forms.TextInput(attrs=attributes))


def _day(label: Promise) -> forms.DateField:
    return forms.DateField(label=label, required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))


class DealFilterForm(forms.Form):
    """Which deals the list shows. It is only drawn: ``DealFilter`` reads what was chosen."""

    since = _day(_("From"))
    until = _day(_("To"))
    partner = _name(_("Partner"))
    opponent = _name(_("Opponent"))
    role = _pick(_("My part"), [(role.value, role.label) for role in RecordPlayer.Role])
    denomination = _pick(
        _("Trumps"),
        [
            ("S", pgettext_lazy("suit", "spades")),
            ("H", pgettext_lazy("suit", "hearts")),
            ("D", pgettext_lazy("suit", "diamonds")),
            ("C", pgettext_lazy("suit", "clubs")),
            ("NT", pgettext_lazy("suit", "notrump")),
        ],
    )
    goal = _pick(_("Contract"), [(goal.value, goal.label) for goal in RecordPlayer.Goal])
    result = _pick(
        _("Result"), [(MADE, pgettext_lazy("contract", "made")), (DOWN, pgettext_lazy("contract", "down"))]
    )
    rules = _pick(
        _("Rules"),
        [*((key, text.name) for key, text in PRESET_TEXTS.items()), (OWN_RULES, _("rules of your own"))],
    )
    company = _pick(_("With"), [(PEOPLE, _("other people")), (BOTS, _("robots only"))])
    state = _pick(_("State"), [(FINISHED, _("finished")), (UNFINISHED, _("not finished"))])

    def __init__(self, chosen: DealFilter) -> None:
        super().__init__(initial=chosen.said)
        self.chosen = chosen

    @property
    def asked(self) -> list[tuple[str, str]]:
        """What is asked for, in words: each question with its answer."""
        return [(str(self.fields[name].label), self._answer(name)) for name in self.chosen.said]

    @property
    def unclear(self) -> list[str]:
        return [str(self.fields[name].label) for name in self.chosen.unclear]

    def _answer(self, name: str) -> str:
        value = getattr(self.chosen, name)
        if isinstance(value, date):
            return date_format(value, "j N Y")
        choices = getattr(self.fields[name], "choices", ())
        return next((str(label) for choice, label in choices if choice == value), value)


class AccountDeleteForm(forms.Form):
    """Who may delete an account: who knows its password, or, where there is none, types its name."""

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        if user.has_usable_password():
            label, widget = _("Your password"), forms.PasswordInput({"autocomplete": "current-password"})
        else:
            label = format_lazy(_("To be sure, please type your name: {name}"), name=user.name)
            widget = forms.TextInput({"autocomplete": "off", "spellcheck": "false"})
        self.fields["proof"] = forms.CharField(label=label, strip=False, max_length=200, widget=widget)

    def clean_proof(self) -> str:
        proof: str = self.cleaned_data["proof"]
        if self.user.has_usable_password():
            if not self.user.check_password(proof):
                raise forms.ValidationError(_("This is not your password."))
        elif folded(proof.strip()) != folded(self.user.name):
            raise forms.ValidationError(_("This is not the name that is written above."))
        return proof
