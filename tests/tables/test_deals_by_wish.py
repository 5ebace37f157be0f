"""Deals made for a pack by wish, with and without the analysis."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import User
from minibridge.analysis import AnalysisUnavailable, carrier
from minibridge.engine import PRESETS, SEATS, Denomination, Seat, Side, Suit, hcp
from minibridge.engine.deal_constraints import DealConstraints, Fit, declarer_of
from tables import analysis, deal_making
from tables.deal_making import TricksWanted, deals_made_for, tricks_asked, tricks_known
from tables.models import DealTricks, Pack
from tables.packs import PackContent
from tables.services import packs

from .analyst import InProcess
from .cast import WORKED_DEAL, account, reader, refused
from .packs_at_hand import PACK

pytestmark = pytest.mark.django_db

PLAIN = {"number": "2", "seed": "7", "tricks_kind": "game", "fit_least": "8"}
GAME = DealConstraints(declarer=Seat.S, zone="game", fits=(Fit(Side.NS, 8, Suit.S),))


class AskedNow(InProcess):
    """The same answers for somebody who waits."""

    def ask_now(self, job: str, data: Any, **options: Any) -> Any:
        return async_to_sync(self.ask)(job, data, **options)


class Gone(InProcess):
    """It was there a moment ago."""

    def ask_now(self, job: str, data: Any, **options: Any) -> Any:
        raise AnalysisUnavailable("died")


@pytest.fixture
def teacher() -> User:
    cache.clear()
    return account("Tilda", is_adult=True)


@pytest.fixture
def pack(teacher: User) -> Pack:
    return packs.pack_add(user=teacher, content=PackContent(title={"en": "Wishes"}))


@pytest.fixture
def solver(monkeypatch: pytest.MonkeyPatch) -> None:
    if carrier.find() is None:
        pytest.skip("endplay is not installed")
    monkeypatch.setattr(analysis, "analysis", AskedNow())
    monkeypatch.setattr(analysis.settings, "ANALYSIS", True)


@pytest.fixture
def no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis.settings, "ANALYSIS", False)


def wish(teacher: User, pack: Pack, **fields: str) -> HttpResponse:
    return reader(teacher).post(reverse("pack_make", args=[pack.id]), {**PLAIN, **fields})


def deals_of(answer: HttpResponse) -> list[str]:
    return [row.text for row in answer.context["rows"]]


def test_a_wish_becomes_deals_of_the_pack(teacher: User, pack: Pack):
    answer = wish(teacher, pack, number="3", declares="S", zone="game", fit_side="NS", fit_suit="S")
    assert answer.status_code == 200
    texts = deals_of(answer)
    reader(teacher).post(reverse("pack_take", args=[pack.id]), {"deal": texts[:2]})
    pack.refresh_from_db()
    deals = PackContent.from_data(pack.content).deals
    assert [deal.dealer for deal in deals] == [Seat.N, Seat.E]
    for deal in deals:
        assert declarer_of(deal.board(1), PRESETS["four_deals"]) is Seat.S
        assert hcp(deal.deal[Seat.N]) + hcp(deal.deal[Seat.S]) >= 25
        assert sum(card.suit is Suit.S for seat in Side.NS.seats for card in deal.deal[seat]) >= 8


def test_the_same_wish_and_number_give_the_same_deals(teacher: User, pack: Pack):
    first = deals_of(wish(teacher, pack, points_N_least="12"))
    assert deals_of(wish(teacher, pack, points_N_least="12")) == first
    assert deals_of(wish(teacher, pack, points_N_least="12", seed="8")) != first


def test_every_field_is_a_wish(teacher: User, pack: Pack):
    answer = wish(
        teacher,
        pack,
        dealer="W",
        declares="NS",
        zone="partscore",
        balanced="E",
        points_N_least="8",
        points_S_most="14",
        points_NS_most="23",
        length_N_H_least="5",
        length_S_C_most="4",
    )
    for row in answer.context["rows"]:
        deal = row.deal.deal
        both = hcp(deal[Seat.N]) + hcp(deal[Seat.S])
        assert row.deal.dealer is Seat.W
        assert 21 <= both <= 23
        assert hcp(deal[Seat.N]) >= 8
        assert hcp(deal[Seat.S]) <= 14
        assert sum(card.suit is Suit.H for card in deal[Seat.N]) >= 5
        assert sum(card.suit is Suit.C for card in deal[Seat.S]) <= 4
        assert max(sum(card.suit is suit for card in deal[Seat.E]) for suit in Suit) <= 5


CONTRADICTIONS = {
    "least is more than the most": {"points_N_least": "12", "points_N_most": "9"},
    "There are only 40 points": {"points_N_least": "30", "points_S_least": "11"},
    "may not have so few": {f"points_{seat}_most": "9" for seat in "NESW"},
    "points of North-South": {"points_NS_most": "20", "declares": "NS"},
    "do not fit the contract": {"points_NS_most": "24", "declares": "NS", "zone": "game"},
    "North would have more than 13": {"length_N_S_least": "7", "length_N_H_least": "7"},
    "North would have fewer than 13": {f"length_N_{suit}_most": "3" for suit in "SHDC"},
    "more than 13 cards of this suit: spades": {"length_N_S_least": "7", "length_E_S_least": "7"},
    "fewer than 13 cards of this suit": {f"length_{seat}_S_most": "3" for seat in "NESW"},
    "cannot be balanced": {"length_N_S_least": "6", "balanced": "N"},
    "such a fit": {
        "fit_side": "NS", "fit_suit": "S", "length_N_S_most": "3", "length_S_S_most": "3", "fit_least": "7",
    },
    "North cannot declare": {"points_N_most": "9", "points_S_least": "10", "declares": "N"},
    "hardly ever come together": {
        "fit_side": "NS", "fit_suit": "S", "fit_least": "11", "length_E_S_least": "3",
    },
}  # fmt: skip


@pytest.mark.parametrize("words", CONTRADICTIONS)
def test_what_cannot_be_is_told_in_a_sentence(teacher: User, pack: Pack, words: str):
    answer = wish(teacher, pack, **CONTRADICTIONS[words])
    assert answer.status_code == 422
    assert words in str(answer.context["error"])
    assert 'name="points_N_least"' in answer.content.decode()


@pytest.mark.parametrize(
    "fields",
    [
        {"number": "0"},
        {"number": "17"},
        {"number": "x"},
        {"seed": ""},
        {"seed": "x" * 41},
        {"declares": "Q"},
        {"points_N_least": "38"},
        {"points_NS_least": "-1"},
        {"length_N_S_most": "14"},
        {"fit_least": "1"},
        {"balanced": "Q"},
        {"tricks_in": "X"},
        {"tricks_least": "9", "tricks_most": "8"},
        {"seed": "a\0"},
    ],
)
def test_what_is_no_wish_is_refused_at_its_field(teacher: User, pack: Pack, fields: dict[str, str]):
    answer = wish(teacher, pack, **fields)
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) <= set(fields)
    assert answer.context["form"].errors


def test_a_search_that_takes_long_shows_what_it_has_and_goes_on(
    teacher: User, pack: Pack, monkeypatch: pytest.MonkeyPatch
):
    whole = deals_of(wish(teacher, pack, number="16"))
    monkeypatch.setattr(deal_making, "SECONDS", -1.0)
    begun = wish(teacher, pack, number="16")
    assert deals_of(begun) == whole[:12]
    assert "12 of 16" in begun.context["sentence"]
    more = reader(teacher).post(
        reverse("pack_make", args=[pack.id]),
        {**PLAIN, "number": "16", "first": str(begun.context["next"]), "deal": deals_of(begun)},
    )
    assert deals_of(more) == whole
    assert not more.context["sentence"]


def test_one_search_at_a_time(teacher: User, pack: Pack, monkeypatch: pytest.MonkeyPatch):
    def meanwhile(*_arguments: object) -> None:
        assert wish(teacher, pack).status_code == 429
        raise deal_making.Refusal("enough", status=422)

    monkeypatch.setattr("tables.views.pack_deals.deals_made_for", meanwhile)
    assert wish(teacher, pack).status_code == 422


def test_without_analysis_tricks_cannot_be_wished_for(teacher: User, pack: Pack, no_solver: None):
    answer = wish(teacher, pack, tricks_in="NT")
    assert answer.status_code == 503
    assert "not available" in str(answer.context["error"])
    assert wish(teacher, pack).status_code == 200
    refused(503, tricks_asked, deal=WORKED_DEAL)


def test_an_analysis_that_dies_meanwhile_is_told(teacher: User, pack: Pack, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(analysis, "analysis", Gone())
    monkeypatch.setattr(analysis.settings, "ANALYSIS", True)
    assert wish(teacher, pack, tricks_in="NT").status_code == 503
    refused(503, tricks_asked, deal=WORKED_DEAL)
    assert not DealTricks.objects.exists()


def test_deals_in_which_game_makes(solver: None):
    made = deals_made_for(GAME, 2, "game", tricks=TricksWanted(Denomination.S, 10, 13))
    assert len(made.boards) == 2
    for board in made.boards:
        assert tricks_asked(board.deal)[Seat.S, Denomination.S] >= 10


def test_deals_with_few_tricks_and_the_way_on(solver: None):
    wanted = TricksWanted(Denomination.NOTRUMP, 6, 8)
    two = deals_made_for(GAME, 2, "few", tricks=wanted)
    for board in two.boards:
        assert 6 <= tricks_asked(board.deal)[Seat.S, Denomination.NOTRUMP] <= 8
    (one,) = deals_made_for(GAME, 1, "few", tricks=wanted).boards
    on = deals_made_for(GAME, 1, "few", tricks=wanted, first=one.number + 1)
    assert (one, *on.boards) == two.boards


def test_the_form_knows_what_a_game_needs(teacher: User, pack: Pack, solver: None):
    answer = wish(teacher, pack, number="1", declares="S", zone="game", tricks_in="NT")
    (row,) = answer.context["rows"]
    assert tricks_asked(row.deal.deal)[Seat.S, Denomination.NOTRUMP] >= 9
    fields = {"tricks_in": "NT", "tricks_kind": "between", "tricks_least": "0", "tricks_most": "8"}
    answer = wish(teacher, pack, number="1", declares="S", **fields)
    (row,) = answer.context["rows"]
    assert tricks_asked(row.deal.deal)[Seat.S, Denomination.NOTRUMP] <= 8


def test_the_tricks_of_a_deal_are_worked_out_once_and_shown(teacher: User, solver: None):
    pack = packs.pack_add(user=teacher, content=PACK)
    client, page = reader(teacher), reverse("pack_deal", args=[pack.id, 1])
    assert "Work out the tricks" in client.get(page).content.decode()
    assert client.post(reverse("pack_tricks", args=[pack.id, 1])).url == page
    assert DealTricks.objects.count() == 1
    table = tricks_known(WORKED_DEAL)
    assert table is not None
    assert table[Seat.S, Denomination.S] == 10
    rows = client.get(page).context["tricks"]
    assert rows[2] == (Seat.S, [table[Seat.S, one] for one in map(Denomination, ("S", "H", "D", "C", "NT"))])
    assert [seat for seat, _tricks in rows] == list(SEATS)


def test_tricks_that_cannot_be_worked_out_are_told_on_the_page(teacher: User, no_solver: None):
    pack = packs.pack_add(user=teacher, content=PACK)
    client = reader(teacher)
    answer = client.post(reverse("pack_tricks", args=[pack.id, 1]), follow=True)
    assert "not available" in answer.content.decode()
    assert client.post(reverse("pack_tricks", args=[pack.id, 7])).status_code == 404


def test_a_broken_row_of_the_cache_is_worked_out_anew(solver: None):
    DealTricks.objects.create(deal=str(WORKED_DEAL), tricks={"N": 3})
    assert tricks_known(WORKED_DEAL) is None
    assert tricks_asked(WORKED_DEAL)[Seat.S, Denomination.S] == 10


def test_whoever_only_looks_makes_nothing(teacher: User, pack: Pack):
    page = Client(headers={"accept-language": "fr"})
    page.force_login(teacher)
    answer = page.get(reverse("pack_make", args=[pack.id]))
    assert answer.status_code == 200
    assert answer.context.get("rows") is None
