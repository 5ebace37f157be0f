"""What people type about tables: a code, and house rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from minibridge.engine.errors import ContradictoryRules
from minibridge.engine.rules import NUMBERS, RuleSet, preset_of

from .models import CODE_ALPHABET, CODE_LENGTH, DEFAULT_PRESET, BotLevel
from .rules_page import (
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
