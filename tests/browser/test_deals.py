"""The list of one's deals in a real browser: found, paged, added up, and deleted, with keys alone."""

import json
import subprocess
import sys

import pytest
from playwright.sync_api import Page, expect

from tests.browser.audit import PHONE, problems, resize
from tests.browser.conftest import Arrive, Gather
from tests.browser.people import Player
from tests.server import ROOT, ServerProcess

pytestmark = pytest.mark.browser

MAKE = """
import django, json, sys
django.setup()
from tests.bench.deals import deals_make
from tests.bench.site import sessions_make
print(json.dumps(sessions_make([deals_make(int(sys.argv[1]))])[0]))
"""


@pytest.fixture(scope="module")
def veteran_key(server: ServerProcess) -> str:
    """The session of somebody who has played a great deal."""
    environment = server.environment | {"DJANGO_SETTINGS_MODULE": "minibridge.settings"}
    command = [sys.executable, "-c", MAKE, "90"]
    made = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return str(json.loads(made.stdout))


@pytest.fixture
def veteran(arrive: Arrive, veteran_key: str) -> Player:
    player = arrive("Ada", language="en")
    player.context.add_cookies([{"name": "sessionid", "value": veteran_key, "url": player.site}])
    return player


def tab_to(page: Page, selector: str) -> None:
    """Tab, as often as it takes, until this has the focus."""
    for _step in range(120):
        page.keyboard.press("Tab")
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"no way to {selector} by keyboard")


def lines(page: Page) -> int:
    return page.locator(".deal-line").count()


def test_deals_are_found_and_shown_all_again_with_keys_alone(veteran: Player) -> None:
    veteran.open("/deals/")
    page = veteran.page
    assert lines(page) == 30
    tab_to(page, ".deal-filter summary")
    page.keyboard.press("Enter")
    tab_to(page, "#id_role")
    page.keyboard.type("decl")
    tab_to(page, "#id_result")
    page.keyboard.type("made")
    page.keyboard.press("Enter")
    tab_to(page, ".deal-filter button")
    page.keyboard.press("Enter")
    page.wait_for_url("**/deals/?*role=declarer*")
    assert 0 < lines(page) < 30
    expect(page.locator(".deal-asked b")).to_have_text(["My part: declarer", "Result: made"])
    expect(page.locator(".deal-line b", has_text="You were declarer")).to_have_count(lines(page))
    expect(page.locator(".deal-over", has_text="−")).to_have_count(0)
    tab_to(page, ".deal-asked a")
    page.keyboard.press("Enter")
    page.wait_for_url("**/deals/")
    assert lines(page) == 30


def test_the_next_page_goes_on_where_the_first_ends(veteran: Player) -> None:
    veteran.open("/deals/")
    page, seen = veteran.page, []
    while True:
        seen += [line.get_attribute("href") for line in page.locator(".deal-line").all()]
        older = page.locator("a[rel=next]")
        if not older.count():
            break
        older.focus()
        with page.expect_navigation():
            page.keyboard.press("Enter")
    assert len(seen) == len(set(seen)) >= 80


def test_ticked_deals_are_deleted_after_a_question_with_keys_alone(veteran: Player) -> None:
    veteran.open("/deals/")
    page = veteran.page
    going = [page.locator("input[name=deal]").nth(place).get_attribute("value") for place in (0, 1)]
    for value in going:
        tab_to(page, f"input[name=deal][value='{value}']")
        page.keyboard.press("Space")
    tab_to(page, ".deals-chosen button")
    page.keyboard.press("Enter")
    page.wait_for_url("**/deals/delete/?*")
    expect(page.locator("h1")).to_have_text("Delete these 2 deals?")
    assert lines(page) == 2
    tab_to(page, "main form .button:not(.danger)")  # Keep
    page.keyboard.press("Enter")
    page.wait_for_url("**/deals/")
    assert page.locator(f"input[name=deal][value='{going[0]}']").count() == 1
    page.go_back()
    tab_to(page, "main form .button.danger")
    page.keyboard.press("Enter")
    expect(page.locator(".notice")).to_have_text("2 deals are deleted.")
    for value in going:
        assert page.locator(f"input[name=deal][value='{value}']").count() == 0


def test_what_is_ticked_stays_in_sight_above_the_button(veteran: Player) -> None:
    veteran.open("/deals/")
    page = veteran.page
    resize(page, PHONE)
    button = page.locator(".deals-chosen button")
    expect(button).not_to_be_in_viewport()
    page.locator("input[name=deal]").first.check()
    expect(button).to_be_in_viewport()


def test_a_whole_match_is_deleted(veteran: Player) -> None:
    veteran.open("/deals/")
    page = veteran.page
    page.locator(".deal-group-end a").first.click()
    expect(page.locator("h1")).to_contain_text("Delete these")
    count = lines(page)
    page.locator("main form .button.danger").click()
    expect(page.locator(".notice")).to_have_text(f"{count} deals are deleted.")


def test_totals_say_the_same_in_pictures_and_figures(veteran: Player) -> None:
    veteran.open("/deals/")
    page = veteran.page
    page.locator(".page-head a").click()
    page.wait_for_url("**/deals/totals/")
    expect(page.locator(".chart > svg")).to_have_count(3)
    page.locator(".totals-table summary").click()
    rows = page.locator(".totals-table tbody tr")
    made = sum(int(cell.inner_text()) for cell in rows.locator("td:nth-child(3)").all())
    assert f"{made} contracts made" in page.locator(".chart").first.inner_text()
    bars = page.locator(".chart").first.locator("rect.made")
    assert bars.count() - 1 == sum(
        cell.inner_text() != "0" for cell in rows.locator("td:nth-child(3)").all()
    )  # one more is the legend's


@pytest.mark.parametrize("language", ["fr", "en"])
def test_pages_are_good_for_everybody(arrive: Arrive, veteran_key: str, language: str) -> None:
    player = arrive("Ada", language=language)
    player.context.add_cookies([{"name": "sessionid", "value": veteran_key, "url": player.site}])
    for path in (
        "/deals/",
        "/deals/?partner=friend&goal=zzz&since=2020-01-01",
        "/deals/?rules=nbb",
        "/deals/totals/",
        "/account/delete/",
        "/account/",
    ):
        player.open(path)
        player.page.evaluate(
            "() => document.querySelectorAll('details').forEach((one) => { one.open = true; })"
        )
        assert not problems(player.page, language, in_both=True), path
    player.open("/deals/")
    player.page.locator(".deal-group-end a").last.click()
    assert not problems(player.page, language, in_both=True)


def test_who_leaves_for_good_leaves_his_table_and_the_others_see_it(gather: Gather) -> None:
    party = gather()
    party.worked_deal(cards=3)
    party.open_pages("NW")
    elsewhere = party["S"].context.new_page()
    elsewhere.goto(party["S"].site + party["S"].table_path)
    party["S"].wait_live(elsewhere)
    party["S"].faults.expect("status of 422")
    page = party["S"].page
    party["S"].open("/account/delete/")
    proof = page.locator("#id_proof")
    proof.fill("Nora")
    proof.press("Enter")
    expect(page.locator(".errorlist")).to_be_visible()
    proof.fill("sami")
    proof.press("Enter")
    expect(page.locator(".notice")).to_be_visible()
    expect(elsewhere.locator("#wire a")).to_be_visible()
    expect(party["N"].region("seat-S")).not_to_contain_text("Sami")
    for seat in "NW":
        assert "Sami" not in party[seat].page.locator("#table").inner_text()
    party["S"].open("/deals/")
    expect(page.locator(".deal-line")).to_have_count(0)
