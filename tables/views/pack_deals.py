"""The deals of a pack: edited by hand, made by constraint, brought in from files."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from accounts.rate_limit import one_at_a_time, person_or_address, rate_limit
from minibridge.engine import SEATS, Board, Deal, NotationError, RuleSet, Seat, Side, Vulnerability

from .. import analysis
from ..deal_making import deals_made_for, tricks_asked, tricks_known
from ..incoming_files import read_files
from ..pack_access import pack_of
from ..pack_checks import pack_rules
from ..pack_forms import DealForm, OrderForm, hands_changed
from ..pack_opening import declarers
from ..pack_page import DealRow, cards_to_deal, deal_rows, tricks_rows
from ..packs import MOST_DEALS, PackContent, PackDeal, said
from ..refusals import Refusal
from ..services.packs import deal_set, deals_add
from .imports import files_uploaded
from .live import language
from .packs import letters, teachers_page

BUSY_SECONDS = 60
CHANGES = ("rest", "clear", "swap")
"""What can be done with the cards before the deal is kept."""


def _content(request: HttpRequest, pack_id: int) -> PackContent:
    return PackContent.from_data(pack_of(pack_id, request.user).content)


@require_http_methods(["GET", "POST"])
@teachers_page
def deal_new(request: HttpRequest, pack_id: int) -> HttpResponse:
    """A deal made by hand, for the end of the pack."""
    content = _content(request, pack_id)
    return _editor(request, pack_id, content, None, len(content.deals) + 1)


@require_http_methods(["GET", "POST"])
@teachers_page
def deal_edit(request: HttpRequest, pack_id: int, number: int) -> HttpResponse:
    content = _content(request, pack_id)
    if not 1 <= number <= len(content.deals):
        raise Refusal(_("This pack has no such deal."), status=404)
    return _editor(request, pack_id, content, content.deals[number - 1], number)


def _editor(
    request: HttpRequest, pack_id: int, content: PackContent, deal: PackDeal | None, number: int
) -> HttpResponse:
    rules = pack_rules(content.rules)
    options: dict[str, Any] = {
        "deal": deal,
        "rules": rules,
        "language": language(),
        "letters": letters(request),
        "dealer": SEATS[(number - 1) % 4],
    }
    what = request.POST.get("do", "save")
    if request.method == "GET":
        form = DealForm(**options)
    elif what in CHANGES:
        form = _changed(request, options, what)
    else:
        form = DealForm(request.POST, **options)
        if form.is_valid():
            try:
                return _kept(request, pack_id, number, form)
            except Refusal as refusal:
                if refusal.status not in (409, 422):
                    raise
                form.add_error(None, str(refusal.sentence))
    return _editor_page(request, pack_id, content, form, number)


def _changed(request: HttpRequest, options: dict[str, Any], what: str) -> DealForm:
    """The same page with other hands, all else as it was typed."""
    said_now = request.POST.dict()
    form = DealForm(said=said_now, **options)
    try:
        hands = hands_changed(form, what, said_now.get("swap_one", ""), said_now.get("swap_other", ""))
    except ValueError:
        return DealForm(request.POST, **options)
    return DealForm(said={**said_now, **hands}, **options)


def _kept(request: HttpRequest, pack_id: int, number: int, form: DealForm) -> HttpResponse:
    assert isinstance(request.user, User)
    if form.old is None:
        number = deals_add(user=request.user, pack_id=pack_id, deals=[form.chosen])
    else:
        deal_set(
            user=request.user,
            pack_id=pack_id,
            number=number,
            deal=form.chosen,
            was=request.POST.get("was", ""),
        )
    messages.success(request, _("Kept."))
    return redirect("pack_deal", pack_id, number)


def _editor_page(
    request: HttpRequest, pack_id: int, content: PackContent, form: DealForm, number: int
) -> HttpResponse:
    held = {card: seat for seat, cards in form.held.items() for card in cards}
    cards = cards_to_deal(language(), form.letters)
    context = {
        "pack_id": pack_id,
        "pack_title": said(content.title, language()),
        "form": form,
        "number": number,
        "is_new": form.old is None,
        "was": form.old.mark if form.old else "",
        "cards": [(shown, held[shown.card].value if shown.card in held else "") for shown in cards],
        "letters": form.letters,
        "seats": SEATS,
        "sides": tuple(Side),
        **_known(form.old, form.rules),
    }
    return render(request, "packs/deal.html", context, status=422 if form.errors else 200)


def _known(deal: PackDeal | None, rules: RuleSet) -> dict[str, Any]:
    """What follows from the deal as it is kept: who declares, and its tricks if they were worked out."""
    if deal is None:
        return {}
    by_points = declarers(deal.board(1), rules)
    table = tricks_known(deal.deal)
    return {
        "declarer": by_points[0] if len(by_points) == 1 else None,
        "tricks": tricks_rows(table) if table else None,
        "has_analysis": analysis.is_available(),
    }


@require_POST
@rate_limit("pack_tricks", "40/m", key=person_or_address)
@teachers_page
def deal_tricks(request: HttpRequest, pack_id: int, number: int) -> HttpResponse:
    """Work out the double-dummy table of a deal; the page of the deal shows it."""
    content = _content(request, pack_id)
    if not 1 <= number <= len(content.deals):
        raise Refusal(_("This pack has no such deal."), status=404)
    try:
        tricks_asked(content.deals[number - 1].deal)
    except Refusal as refusal:
        messages.warning(request, str(refusal.sentence))
    return redirect("pack_deal", pack_id, number)


@require_http_methods(["GET", "POST"])
@rate_limit("pack_order", "40/m", key=person_or_address)
@teachers_page
def deals_order(request: HttpRequest, pack_id: int) -> HttpResponse:
    """Deals as the teacher wishes them: a POST makes some and shows them, to be taken or not."""
    content = _content(request, pack_id)
    form = OrderForm(request.POST or None)
    context: dict[str, Any] = {
        "pack_id": pack_id,
        "pack_title": said(content.title, language()),
        "form": form,
    }
    context["has_analysis"] = analysis.is_available()
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            context |= _made(request, form, pack_rules(content.rules))
        except Refusal as refusal:
            context["error"], status = refusal.sentence, refusal.status
    elif form.errors:
        status = 422
    return render(request, "packs/order.html", context, status=status)


def _made(request: HttpRequest, form: OrderForm, rules: RuleSet) -> dict[str, Any]:
    """What is found, after what an earlier page of the same search had found."""
    goes_on = "first" in request.POST
    before = _chosen_deals(request)[: form.cleaned_data["number"]] if goes_on else []
    first = request.POST.get("first", "1")
    first = first if first.isascii() and first.isdigit() and len(first) < 7 else "1"
    missing = form.cleaned_data["number"] - len(before)
    with one_at_a_time("pack_order", str(request.user.pk), BUSY_SECONDS) as is_free:
        if not is_free:
            raise Refusal(_("Your last search is still under way. Please wait a moment."), status=429)
        made = deals_made_for(
            form.order(rules),
            max(1, missing),
            form.cleaned_data["seed"],
            form.dealer_chosen(),
            form.tricks(),
            int(first) or 1,
        )
    found = [
        PackDeal(deal=board.deal, dealer=board.dealer, vulnerability=board.vulnerability)
        for board in made.boards
    ]
    rows = deal_rows([*before, *found], rules, language(), letters(request))
    return {"rows": rows, "next": made.next, "sentence": made.sentence}


@require_http_methods(["GET", "POST"])
@rate_limit("import", "30/m", key=person_or_address)
@teachers_page
def deals_from_files(request: HttpRequest, pack_id: int) -> HttpResponse:
    """Deals out of PBN and LIN files: a POST lists them with what is wrong with each, to be taken or not."""
    content = _content(request, pack_id)
    context: dict[str, Any] = {"pack_id": pack_id, "pack_title": said(content.title, language())}
    status = 200
    if request.method == "POST":
        try:
            incoming = read_files(files_uploaded(request))
        except Refusal as refusal:
            context["error"], status = refusal.sentence, refusal.status
        else:
            rules = pack_rules(content.rules)
            context["incoming"] = incoming
            context["found"] = [
                (record, _row_of(record.board, rules, request) if record.board else None)
                for record in incoming.records
            ]
            status = 200 if incoming.records else 422
    return render(request, "packs/files.html", context, status=status)


def _row_of(board: Board, rules: RuleSet, request: HttpRequest) -> DealRow:
    deal = PackDeal(deal=board.deal, dealer=board.dealer, vulnerability=board.vulnerability)
    (row,) = deal_rows([deal], rules, language(), letters(request), first=board.number)
    return row


@require_POST
@teachers_page
def deals_take(request: HttpRequest, pack_id: int) -> HttpResponse:
    """Lay the ticked deals at the end of the pack."""
    assert isinstance(request.user, User)
    pack_of(pack_id, request.user)
    deals = _chosen_deals(request)
    if not deals:
        raise Refusal(_("Please tick at least one deal."), status=400)
    deals_add(user=request.user, pack_id=pack_id, deals=deals)
    sentence = ngettext("%(count)d deal is added.", "%(count)d deals are added.", len(deals))
    messages.success(request, sentence % {"count": len(deals)})
    return redirect("pack", pack_id)


def _chosen_deals(request: HttpRequest) -> list[PackDeal]:
    """The deals that a page carries. Raises Refusal: 400 what is none, 422 more than a pack holds."""
    texts = request.POST.getlist("deal")
    if len(texts) > MOST_DEALS:
        raise Refusal(_("A pack has at most %(most)d deals.") % {"most": MOST_DEALS}, status=422)
    try:
        return [_deal_of(text) for text in texts]
    except (NotationError, ValueError):
        raise Refusal(_("This request could not be understood."), status=400) from None


def _deal_of(text: str) -> PackDeal:
    dealer, vulnerability, deal = text.split("|")
    return PackDeal(
        deal=Deal.parse(deal), dealer=Seat.parse(dealer), vulnerability=Vulnerability(vulnerability)
    )
