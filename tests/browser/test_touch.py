"""On a phone: two taps, big targets, nothing beyond the edge."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Gather
from tests.browser.party import check_screen
from tests.browser.people import Player

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

SMALL_TARGETS = """() => {
  const closed = (thing) => thing.closest("details:not([open])") && !thing.closest("summary");
  return [...document.querySelectorAll("#table button, #table a, #table summary, #table input")]
    .filter((thing) => thing.checkVisibility({visibilityProperty: true}) && !closed(thing))
    .map((thing) => [thing.id || thing.textContent.trim(), thing.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && (box.width < 38 || box.height < 38))
    .map(([name, box]) => `${name} ${Math.round(box.width)}x${Math.round(box.height)}`);
}"""


def test_the_first_tap_lifts_a_card_and_the_second_plays_it(gather: Gather) -> None:
    party = gather(**PHONE)
    ledger = party.worked_deal(cards=1)
    party.open_pages("SW")
    south = party["S"]
    confirm = south.page.locator("#confirm")
    south.card("H8").tap()
    expect(south.card("H8")).to_have_attribute("aria-pressed", "true")
    expect(confirm).to_be_visible()
    south.card("HK").tap()
    expect(south.card("HK")).to_have_attribute("aria-pressed", "true")
    expect(south.card("H8")).not_to_have_attribute("aria-pressed", "true")
    assert south.actions() == 2
    south.card("HK").tap()
    ledger.play("HK")
    for player in (south, party["W"]):
        player.wait_n(3)
        check_screen(player, ledger)
    expect(confirm).to_be_hidden()


def test_the_button_plays_the_lifted_card_and_a_tap_elsewhere_lowers_it(gather: Gather) -> None:
    party = gather(**PHONE)
    ledger = party.worked_deal(cards=1)
    party.open_pages("S")
    south = party["S"]
    south.card("HK").tap()
    south.region("now").tap()
    expect(south.card("HK")).not_to_have_attribute("aria-pressed", "true")
    south.card("HK").tap()
    south.page.locator("#confirm").tap()
    ledger.play("HK")
    south.wait_n(3)
    check_screen(south, ledger)


def test_a_deal_is_opened_and_a_trick_played_on_four_phones(gather: Gather) -> None:
    party = gather(**PHONE)
    party.start("N:AT52.K843.7.Q962 3.752.JT9632.AT4 KQJ84.A6.KQ5.J73 976.QJT9.A84.K85")
    party.open_pages()
    south = party["S"]
    south.page.locator('label:has(input[name="contract"][value="4S"])').tap()
    south.button("do-contract").tap()
    party.wait_n(1)
    for n, (seat, card) in enumerate([("W", "HQ"), ("S", "HK"), ("E", "H2"), ("S", "H6")], start=2):
        for _ in range(2):
            party[seat].card(card).tap()
        party.wait_n(n)
    for player in party:
        assert [card for _, card in player.screen().trick] == ["HQ", "HK", "H2", "H6"]
        assert in_sight(player, "#r-trick .trick-cards"), player.seat


def in_sight(player: Player, selector: str) -> bool:
    """Whether the whole of it can be seen without scrolling."""
    box = player.page.locator(selector).bounding_box()
    size = player.page.viewport_size
    assert box and size
    return box["y"] >= 0 and box["y"] + box["height"] <= size["height"] and box["x"] >= 0


@pytest.mark.parametrize(
    "size", [(390, 844), (360, 640), (844, 390)], ids=lambda size: f"{size[0]}x{size[1]}"
)
def test_everything_needed_is_in_sight_and_big_enough_to_hit(gather: Gather, size: tuple[int, int]) -> None:
    width, height = size
    party = gather(**{**PHONE, "viewport": {"width": width, "height": height}})
    party.worked_deal(cards=1)
    party.open_pages("S")
    south = party["S"]
    for card in ("SK", "C3", "ST", "H3"):
        assert in_sight(south, f'button[data-card="{card}"]'), card
    assert in_sight(south, "#r-now") and in_sight(south, "#r-trick .trick-cards")
    small = south.page.evaluate(SMALL_TARGETS)
    assert not small


def test_a_card_is_played_by_dragging_it_up(gather: Gather) -> None:
    party = gather()
    ledger = party.worked_deal(cards=1)
    party.open_pages("S")
    south = party["S"]
    box = south.card("HK").bounding_box()
    assert box
    x, y = box["x"] + 12, box["y"] + box["height"] / 2
    mouse = south.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y - 20, steps=3)
    mouse.move(x, y, steps=3)
    mouse.up()
    assert south.actions() == 2, "a card let go where it was is not played"
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y - 80, steps=5)
    mouse.up()
    ledger.play("HK")
    south.wait_n(3)
    check_screen(south, ledger)


def test_a_card_that_may_not_be_played_stays_where_it_is(gather: Gather) -> None:
    """With the button up, no move of the mouse takes it along."""
    party = gather()
    party.worked_deal(cards=1)
    party.open_pages("S")
    south = party["S"]
    box = south.card("SK").bounding_box()
    assert box
    x, y = box["x"] + 12, box["y"] + box["height"] / 2
    south.page.mouse.move(x, y)
    south.page.mouse.down()
    south.page.mouse.up()
    expect(south.alert).to_be_visible()
    south.page.mouse.move(x - 60, y - 200, steps=8)
    assert south.card("SK").bounding_box() == box
    assert south.card("SK").locator(".face").evaluate("face => face.style.transform") == ""
    assert south.actions() == 2
