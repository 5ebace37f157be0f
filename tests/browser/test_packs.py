"""A teacher lays a deal by hand on a tablet: by drag, by taps, by keyboard, and by the shuffle."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.audit import problems
from tests.browser.conftest import Arrive
from tests.browser.people import Player
from tests.browser.test_keyboard import tab_to

pytestmark = pytest.mark.browser

TABLET = {"viewport": {"width": 768, "height": 1024}, "has_touch": True}


def teacher(arrive: Arrive, name: str, language: str = "fr", **options: object) -> Player:
    """Somebody with an account who says that he is an adult."""
    player = arrive("Tilda", language, **options)
    player.sign_up(name)
    player.open("/preferences/")
    player.page.locator('input[name="is_adult"]').check()
    player.page.locator("form.preferences button.primary").click()
    expect(player.page.locator('input[name="is_adult"]')).to_be_checked()
    return player


def begin_pack(player: Player) -> str:
    """A new pack; gives its address."""
    player.open("/packs/new")
    player.page.locator('input[name="title"]').fill("Les impasses")
    player.page.locator("main form button.primary").click()
    player.page.wait_for_url("**/packs/*/")
    return player.page.url.removeprefix(player.site)


def card(page: Page, code: str) -> Locator:
    return page.locator(f'#deal-board [data-card="{code}"]')


def cards_of(page: Page, seat: str) -> list[str]:
    return page.locator(f'.zone[data-zone="{seat}"] .card').evaluate_all(
        "all => all.map(c => c.dataset.card)"
    )


def drag(page: Page, code: str, seat: str) -> None:
    zone = page.locator(f'.zone[data-zone="{seat}"]')
    zone.scroll_into_view_if_needed()
    card(page, code).hover()
    page.mouse.down()
    target = zone.locator(".zone-name").bounding_box()
    assert target is not None
    page.mouse.move(target["x"] + 30, target["y"] + 20, steps=6)
    expect(zone).to_have_class(f"zone at-{seat} is-over")
    page.mouse.up()


def test_a_deal_is_laid_by_drag_taps_and_keys(arrive: Arrive) -> None:
    player = teacher(arrive, "tilda-packs", **TABLET)
    page = player.page
    pack = begin_pack(player)
    page.locator('a[href$="/deals/new"]').click()
    expect(page.locator("#deal-board")).to_be_visible()
    assert len(cards_of(page, "")) == 52

    drag(page, "SA", "N")
    drag(page, "HK", "N")
    assert cards_of(page, "N") == ["SA", "HK"]
    expect(page.locator('.zone[data-zone="N"] .zone-points')).to_have_text("7 pts")
    expect(page.locator("#deal-said")).to_contain_text("roi de cœur")

    card(page, "SK").tap()
    card(page, "SQ").tap()
    expect(card(page, "SK")).to_have_attribute("aria-pressed", "true")
    page.locator('.zone[data-zone="S"] .zone-name').tap()
    assert cards_of(page, "S") == ["SK", "SQ"]
    expect(page.locator("#deal-board")).not_to_have_class("deal-board is-choosing")

    tab_to(player, ".zone.deck .card")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("o")
    assert cards_of(page, "W") == ["ST"]
    page.keyboard.press("w")
    assert cards_of(page, "W") == ["ST", "S9"]
    card(page, "S9").focus()
    page.keyboard.press("Delete")
    assert cards_of(page, "W") == ["ST"]
    assert len(cards_of(page, "")) == 47

    page.locator('button[value="swap"]').click()
    assert cards_of(page, "N") == ["SK", "SQ"]
    page.locator('button[value="rest"]').click()
    hands = {seat: cards_of(page, seat) for seat in "NESW"}
    assert [len(cards) for cards in hands.values()] == [13] * 4
    assert {"SK", "SQ"} <= set(hands["N"])
    drag(page, hands["E"][0], "N")
    expect(page.locator("#deal-said")).to_contain_text("13")
    assert cards_of(page, "E") == hands["E"]

    page.locator(".deal-keep button").click()
    page.wait_for_url("**/deals/1/")
    assert {seat: cards_of(page, seat) for seat in "NESW"} == hands
    player.open(pack)
    expect(page.locator(".pack-rows > li")).to_have_count(1)


def test_typed_hands_lie_on_the_board_and_pages_of_packs_are_for_all(arrive: Arrive) -> None:
    player = teacher(arrive, "tilda-pages", "en")
    page = player.page
    found: list[str] = []

    def audit(path: str) -> None:
        player.open(path)
        found.extend(f"{path}: {problem}" for problem in problems(page, "en"))

    audit("/packs/")
    pack = begin_pack(player)
    player.open(f"{pack}deals/new")
    page.locator(".deal-texts summary").click()
    for seat, text in {"n": "AT52.K843.7.Q962", "e": "3.752.VX9632.A104", "s": "RDV84.A6.RD5.V73"}.items():
        page.locator(f'[name="hand_{seat}"]').fill(text)
        page.locator(f'[name="hand_{seat}"]').press("Tab")
    assert len(cards_of(page, "E")) == 13
    page.locator('button[value="rest"]').click()
    page.locator(".deal-form details").evaluate_all("all => all.forEach((one) => (one.open = true))")
    page.locator('[name="contract"]').select_option("4S")
    page.locator('[name="question_1_kind"]').select_option("points")
    page.locator(".deal-keep button").click()
    page.wait_for_url("**/deals/1/")
    audit(f"{pack}deals/1/")
    audit(pack)
    player.open(f"{pack}make")
    page.locator('[name="declares"]').select_option("S")
    page.locator("#order-form button.primary").click()
    expect(page.locator("#found .made-list > li")).to_have_count(4)
    found.extend(f"make: {problem}" for problem in problems(page, "en"))
    page.locator("#found button.primary").click()
    expect(page.locator(".pack-rows > li")).to_have_count(5)
    audit(f"{pack}files")
    assert not found, "\n".join(found)
