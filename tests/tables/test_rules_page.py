"""The pages of rules: numbers from the engine, the comparison with bridge, and the host's form."""

from itertools import pairwise
from math import prod

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from minibridge.engine import Contract, RuleSet, Suit, score
from minibridge.engine.rules import PRESETS
from tables import rule_texts, rules_page
from tables.forms import PresetForm, RuleSetForm

from .cast import Room

pytestmark = pytest.mark.any_database

LANGUAGES = ["fr", "en"]
MINIBRIDGE = rule_texts.OFFERED_PRESETS


@pytest.fixture
def visitor(db: None) -> Client:
    return Client(headers={"accept-language": "en"})


@pytest.fixture
def host(south: User) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(south)
    return client


def single_rules(**changes: object) -> dict[str, object]:
    """What the form of single rules sends."""
    return RuleSet().to_dict() | changes


def test_targets_cover_all_points_a_declaring_side_can_have():
    targets = rules_page.targets(PRESETS["decision_table_fr"])
    assert [line.tricks for line in targets] == [7, 8, 9, 10, 11, 12, 13]
    assert (targets[0].lowest, targets[-1].highest) == (21, 40)
    assert all(low.highest + 1 == high.lowest for low, high in pairwise(targets))
    assert rules_page.targets(RuleSet()) == ()


def test_examples_are_what_the_scorer_says():
    for example in rules_page.examples():
        assert example.points == abs(score(example.contract, False, example.tricks))
        terms = [map(int, term.split(" × ")) for term in example.sum.split(" + ")]
        assert sum(map(prod, terms)) == example.points


def test_prices_are_those_of_the_scorer():
    prices = rules_page.tariff()
    assert prices.partscore + 4 * prices.minor == score(Contract.parse("1C"), False, 10)
    assert prices.game + prices.notrump_first + 2 * prices.notrump == score(Contract.parse("3NT"), False, 9)
    assert prices.trick_short * 3 == -score(Contract.parse("4S"), False, 7)


def test_picture_of_a_trick_shows_a_trump_winning():
    pictures = rules_page.pictures()
    won = dict(pictures.trick)[pictures.winner]
    assert won.suit is pictures.trumps is Suit.S
    assert len(pictures.hand) == len(set(pictures.hand)) == 13


@pytest.mark.parametrize("preset", MINIBRIDGE)
def test_comparison_has_both_columns_filled(preset):
    for row in rules_page.comparison(PRESETS[preset]):
        assert row.topic
        assert row.minibridge
        assert row.bridge


# --- pages -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_general_rules_can_be_read_by_anybody_without_a_query(db, language, django_assert_num_queries):
    client = Client(headers={"accept-language": language})
    with django_assert_num_queries(0):
        page = client.get(reverse("rules"))
    assert page.status_code == 200
    assert "420" in page.text


def test_visitor_reads_the_rules_of_a_table_without_the_form(visitor: Client, room: Room):
    page = visitor.get(reverse("table_rules", args=[room.code]))
    assert page.status_code == 200
    assert "Any suit may be trumps." in page.text
    assert 'name="preset"' not in page.text


def test_rules_of_no_table_are_not_found(visitor: Client):
    assert visitor.get(reverse("table_rules", args=["ZZZZZZ"])).status_code == 404


def test_host_picks_a_preset(host: Client, room: Room):
    address = reverse("table_rules", args=[room.code])
    assert host.post(address, {"preset": "nbb"}).url == address
    room.table.refresh_from_db()
    assert (room.table.preset, room.table.rule_set) == ("nbb", PRESETS["nbb"])
    assert "from the next match on" in host.get(address).text


def test_host_changes_single_rules(host: Client, room: Room):
    sent = single_rules(takeback="off", deals="12", claims="False")
    host.post(reverse("table_rules", args=[room.code]), sent)
    room.table.refresh_from_db()
    assert room.table.rule_set == RuleSet(takeback="off", deals=12, claims=False)
    assert room.table.preset == ""


def test_single_rules_that_amount_to_a_preset_have_its_name(host: Client, room: Room):
    host.post(reverse("table_rules", args=[room.code]), single_rules(points="announced"))
    room.table.refresh_from_db()
    assert room.table.preset == "ebu"


def test_contradiction_gets_its_sentence_and_the_choices_stay(host: Client, room: Room):
    sent = single_rules(points="hidden", tie="agree", deals="7")
    response = host.post(reverse("table_rules", args=[room.code]), sent)
    assert response.status_code == 422
    assert (
        str(rule_texts.CONTRADICTIONS["agree_with_hidden"])
        in response.context["single_form"].non_field_errors()
    )
    kept = response.context["single_form"]
    assert (kept["points"].value(), kept["tie"].value(), kept["deals"].value()) == ("hidden", "agree", "7")
    room.table.refresh_from_db()
    assert room.table.rule_set == RuleSet()


@pytest.mark.parametrize(
    "wrong",
    [
        {"points": "loud"},
        {"deals": "0"},
        {"deals": "many"},
        {"minutes": ""},
        {"claims": "maybe"},
        {"draw": ""},
    ],
)
def test_wrong_value_is_refused_at_its_field(host: Client, room: Room, wrong: dict[str, str]):
    response = host.post(reverse("table_rules", args=[room.code]), single_rules(**wrong))
    assert response.status_code == 422
    assert set(response.context["single_form"].errors) == set(wrong)


def test_unknown_preset_is_refused(host: Client, room: Room):
    response = host.post(reverse("table_rules", args=[room.code]), {"preset": "poker"})
    assert response.status_code == 422
    assert 'role="alert"' in response.text


def test_only_the_host_changes_rules(room: Room, north: User, visitor: Client, stranger: User):
    address = reverse("table_rules", args=[room.code])
    for person in (north, stranger):
        visitor.force_login(person)
        assert visitor.post(address, {"preset": "nbb"}).status_code == 403
    visitor.logout()
    assert visitor.post(address, {"preset": "nbb"}).status_code == 403
    room.table.refresh_from_db()
    assert room.table.preset != "nbb"


def test_rules_stay_while_a_deal_is_in_play(host: Client, playing: Room):
    address = reverse("table_rules", args=[playing.code])
    assert "You can change the rules when it is over." in host.get(address).text
    assert host.post(address, {"preset": "nbb"}).status_code == 409


def test_new_rules_are_announced_for_the_next_match(host: Client, visitor: Client, playing: Room):
    playing.play_worked_deal()
    address = reverse("table_rules", args=[playing.code])
    host.post(address, {"preset": "count_tricks"})
    page = visitor.get(address)
    assert page.context["lines"] == rule_texts.lines(RuleSet())
    assert page.context["next_lines"] == rule_texts.lines(PRESETS["count_tricks"])


def test_page_costs_no_more_after_many_matches(host: Client, playing: Room):
    address = reverse("table_rules", args=[playing.code])
    host.get(address)
    with CaptureQueriesContext(connection) as first:
        host.get(address)
    playing.play_worked_deal()
    playing.all_ready()
    with CaptureQueriesContext(connection) as later:
        host.get(address)
    assert len(later) == len(first)


# --- forms -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", MINIBRIDGE)
def test_form_filled_with_a_preset_gives_it_back(preset):
    form = RuleSetForm(PRESETS[preset].to_dict(), rules=RuleSet())
    assert form.is_valid(), form.errors
    assert form.chosen() == (preset, PRESETS[preset])
    named = PresetForm({"preset": preset})
    assert named.is_valid()
    assert named.chosen() == (preset, PRESETS[preset])


@pytest.mark.parametrize("language", LANGUAGES)
def test_form_prints_every_sentence(language, rf):
    with translation.override(language):
        form = RuleSetForm(rules=RuleSet())
        html = render_to_string(
            "tables/_rules_form.html", {"single_form": form, "table": {"code": "ABCDEF"}}, rf.get("/")
        )
    axes, flags = rule_texts.OFFERED_AXES, rule_texts.OFFERED_FLAGS
    assert html.count('type="radio"') == sum(map(len, axes.values())) + 2 * len(flags)
    assert html.count("checked") == len(axes) + len(flags)
