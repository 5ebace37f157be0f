"""How a teacher begins a lesson: who is there, which deals, which rules."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import Classroom, User
from accounts.names import folded
from minibridge.engine import RuleSet

from .junior import junior_rules
from .models import DEFAULT_PRESET, BotLevel, Lesson
from .pack_choice import pack_chosen, packs_for
from .packs import PackContent
from .rule_texts import OFFERED_PRESETS, PRESET_TEXTS
from .seating_plan import Plan, plan, plan_alone

MOST_PUPILS = 40


def _presets_of_four() -> list[tuple[str, Promise]]:
    return [(key, text.name) for key, text in PRESET_TEXTS.items() if OFFERED_PRESETS[key].players == "four"]


class LessonForm(forms.Form):
    """Every field has a value to begin with, so that one click begins."""

    title = forms.CharField(label=_("Title"), max_length=80)
    pack = forms.ChoiceField(label=_("Deals"), required=False)
    preset = forms.ChoiceField(
        label=_("Rules"),
        required=False,
        choices=[
            ("", pgettext_lazy("rules", "those of the pack, if it has some")),
            *(
                (key, text.name)
                for key, text in PRESET_TEXTS.items()
                if OFFERED_PRESETS[key].players == "four"
            ),
        ],
    )
    errors_allowed = forms.BooleanField(
        label=_("Cards that do not follow suit are accepted, and explained afterwards"), required=False
    )
    dummy_advises = forms.BooleanField(
        label=_("Dummy may look at declarer's hand and propose a card"), required=False
    )
    mode = forms.ChoiceField(
        label=_("Who plays with whom"), choices=Lesson.Mode.choices, widget=forms.RadioSelect
    )
    leftover = forms.ChoiceField(
        label=_("Where one, two or three are left over"),
        choices=Lesson.Leftover.choices,
        widget=forms.RadioSelect,
    )
    pace = forms.ChoiceField(label=_("The next deal"), choices=Lesson.Pace.choices, widget=forms.RadioSelect)
    bots = forms.ChoiceField(label=_("How well the robots play"), choices=BotLevel.choices)
    present = forms.MultipleChoiceField(
        label=_("Who is here"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Please tick the pupils who are here.")},
    )

    def __init__(self, data: Any = None, *, classroom: Classroom, teacher: User, language: str) -> None:
        self.classroom = classroom
        self.teacher = teacher
        self.pupils = [pupil.user for pupil in classroom.pupils.select_related("user").order_by("id")]
        self.pupils.sort(key=lambda user: folded(user.name))
        initial = {
            "title": gettext("Lesson of %(day)s") % {"day": date_format(timezone.localdate(), "j F")},
            "preset": "",
            "dummy_advises": classroom.junior,
            "mode": Lesson.Mode.TABLES,
            "leftover": Lesson.Leftover.BOTS,
            "pace": Lesson.Pace.TOGETHER,
            "bots": BotLevel.MEDIUM,
            "present": [str(user.pk) for user in self.pupils],
        }
        super().__init__(data, initial=initial)
        self.fields["present"].choices = [(str(user.pk), user.name) for user in self.pupils]
        self.fields["pack"].choices = [
            ("", pgettext_lazy("deals of a lesson", "random, as many as you like")),
            *((pack.key, _with_deals(pack.title, pack.deals)) for pack in packs_for(teacher, language)),
        ]

    def clean_title(self) -> str:
        title = " ".join(self.cleaned_data["title"].split())
        if not title.isprintable():
            raise forms.ValidationError(_("This text has signs that cannot be shown."))
        return title

    def clean_present(self) -> list[str]:
        present: list[str] = self.cleaned_data["present"]
        if len(present) > MOST_PUPILS:
            raise forms.ValidationError(_("A lesson has room for forty pupils."))
        return present

    @property
    def chosen_pack(self) -> PackContent | None:
        return pack_chosen(self.teacher, self.cleaned_data["pack"]) if self.cleaned_data["pack"] else None

    @property
    def rules(self) -> RuleSet:
        """Those that were chosen, else those of the pack; in a junior class as children play them."""
        pack, preset = self.chosen_pack, self.cleaned_data["preset"]
        if not preset and pack is not None and pack.rules:
            rules = RuleSet.from_dict(pack.rules)
        else:
            rules = OFFERED_PRESETS[preset or DEFAULT_PRESET]
        if not self.classroom.junior:
            return rules
        chosen = self.cleaned_data
        return junior_rules(
            rules, errors_allowed=chosen["errors_allowed"], dummy_advises=chosen["dummy_advises"]
        )

    @property
    def planned(self) -> Plan[User]:
        """Who would sit where, as far as the form says; all pupils while it says nothing."""
        value = {name: self[name].value() for name in ("present", "mode", "leftover")}
        ticked = set(map(str, value["present"] or ()))
        here = [user for user in self.pupils if str(user.pk) in ticked][:MOST_PUPILS]
        if value["mode"] == Lesson.Mode.ALONE:
            return plan_alone(here)
        return plan(here, str(value["leftover"]))


def _with_deals(title: str, deals: int) -> str:
    counted = ngettext("%(deals)d deal", "%(deals)d deals", deals) % {"deals": deals}
    return f"{title} ({counted})"
