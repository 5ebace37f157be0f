"""The rules of minibridge, and the house rules of one table."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from minibridge.engine.rules import PRESETS

from .. import rule_texts, rules_page
from ..doors import table_find
from ..forms import PresetForm, RuleSetForm
from ..models import DEFAULT_PRESET, Table
from ..refusals import Refusal
from ..services.tables import rules_set
from .live import refusal_page


@require_GET
def rules(request: HttpRequest) -> HttpResponse:
    usual = PRESETS[DEFAULT_PRESET]
    return render(
        request,
        "tables/rules.html",
        {
            "pictures": rules_page.pictures(),
            "goals": rules_page.goals(),
            "tariff": rules_page.tariff(),
            "examples": rules_page.examples(),
            "match_length": rule_texts.sentence_of(usual, "length"),
            "presets": rules_page.preset_lines(),
            "comparison": rules_page.comparison(usual),
        },
    )


@require_http_methods(["GET", "POST"])
def table_rules(request: HttpRequest, code: str) -> HttpResponse:
    """The rules of this table for everybody; for its host also the form that changes them."""
    try:
        table = table_find(code)
    except Refusal as refusal:
        return refusal_page(request, refusal)
    form, error, status = None, "", 200
    if request.method == "POST":
        form = _form_of(request, table)
        error, status = _save(request, table, form)
        if status == 200:
            messages.success(request, _("The new rules hold from the next match on."))
            return redirect("table_rules", table.code)
    return _table_rules_page(request, table, form, error, status)


def _form_of(request: HttpRequest, table: Table) -> PresetForm | RuleSetForm:
    if "preset" in request.POST:
        return PresetForm(request.POST)
    return RuleSetForm(request.POST, rules=table.rule_set)


def _save(request: HttpRequest, table: Table, form: PresetForm | RuleSetForm) -> tuple[str, int]:
    """The sentence that says why not, and the status; ("", 200) when the rules were set."""
    if not form.is_valid():
        return " ".join(form.errors.get("preset", ())), 422
    preset, rules = form.chosen()
    try:
        rules_set(table_id=table.id, user_id=request.user.pk, preset=preset, rules=rules)
    except Refusal as refusal:
        return str(refusal.sentence), refusal.status
    return "", 200


def _table_rules_page(
    request: HttpRequest, table: Table, form: PresetForm | RuleSetForm | None, error: str, status: int
) -> HttpResponse:
    match = table.matches.order_by("-number").first()
    in_force = match.rule_set if match and match.finished is None else table.rule_set
    is_host = request.user.is_authenticated and table.host_id == request.user.id
    context = {
        "table": table,
        "lines": rule_texts.lines(in_force),
        "comparison": rules_page.comparison(in_force),
        "targets": rules_page.targets(in_force),
        "next_lines": rule_texts.lines(table.rule_set) if in_force != table.rule_set else (),
        "is_host": is_host,
        "error": error,
        "deal_is_open": match is not None and match.records.filter(finished__isnull=True).exists(),
        "presets": rules_page.preset_lines(chosen=table.preset),
        "single_form": form if isinstance(form, RuleSetForm) else RuleSetForm(rules=table.rule_set),
        "single_form_open": isinstance(form, RuleSetForm) or not table.preset,
    }
    return render(request, "tables/table_rules.html", context, status=status)
