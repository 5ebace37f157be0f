"""Children in real browsers: dummy proposes, declarer sees it, and every hand is whole on the screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PATIENCE, patient_server
from tests.browser.junior_lesson import junior_lesson
from tests.browser.people import Faults
from tests.server import ServerProcess

pytestmark = pytest.mark.browser

SIZES = ((1366, 768), (768, 1024), (390, 844), (844, 390))
Pages = dict[str, Page]


@pytest.fixture(scope="module")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with patient_server(tmp_path_factory) as server:
        yield server


@pytest.fixture
def pages(browser: Browser, server: ServerProcess, faults: Faults) -> Iterator[Pages]:
    """The page of each pupil, by his seat."""
    lesson = junior_lesson(server)
    contexts, pages = [], {}
    for seat, session in lesson["sessions"].items():
        options: dict[str, Any] = {"locale": "fr-FR", "reduced_motion": "reduce"}
        context = browser.new_context(**options)
        context.set_default_timeout(PATIENCE)
        context.add_cookies([{"name": "sessionid", "value": session, "url": server.url}])
        faults.watch(context)
        contexts.append(context)
        pages[seat] = context.new_page()
        pages[seat].goto(f"{server.url}/t/{lesson['code']}/")
        expect(pages[seat].locator('#table[data-wire="live"]')).to_be_attached()
    for page in pages.values():  # who came first has waited for the others
        expect(page.locator("#r-vote")).to_be_hidden()
    yield pages
    for context in contexts:
        context.close()


def left_of_hand(page: Page, seat: str) -> list[float]:
    """How far the own hand lies within the window: above, left, right and below."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    script = """(seat) => {
        scrollTo(0, 0);
        const cards = [...document.querySelectorAll(`#r-cards-${seat} .face`)];
        const places = cards.map((card) => card.getBoundingClientRect());
        const least = (values) => Math.min(...values);
        return [
          least(places.map((place) => place.top)),
          least(places.map((place) => place.left)),
          least(places.map((place) => innerWidth - place.right)),
          least(places.map((place) => innerHeight - place.bottom)),
        ];
    }"""
    return page.evaluate(script, seat)


def is_whole(page: Page, seat: str) -> bool:
    """Once the page has settled in its new size."""
    for _ in range(50):
        if min(left_of_hand(page, seat)) >= -1:
            return True
        page.wait_for_timeout(100)
    return False


def test_dummy_proposes_and_every_hand_is_whole_on_every_screen(pages: Pages):
    south, north, west = pages["S"], pages["N"], pages["W"]
    for width, height in SIZES:
        for seat in ("S", "N"):
            pages[seat].set_viewport_size({"width": width, "height": height})
            assert is_whole(pages[seat], seat), (seat, width, height, left_of_hand(pages[seat], seat))
    south.set_viewport_size({"width": 1366, "height": 768})
    south.locator('input[value="4S"]').check(force=True)
    south.locator("#r-panel .button.gold").click()
    west.locator('button[data-card="HQ"]').click()
    expect(north.locator("#r-now")).to_have_text("Pupil 3 joue. Touche une carte pour la proposer.")
    for width, height in SIZES:
        north.set_viewport_size({"width": width, "height": height})
        assert is_whole(north, "N"), (width, height, left_of_hand(north, "N"))
    north.locator('button[data-card="HK"]').click()
    expect(south.locator(".is-proposed")).to_have_attribute("data-card", "HK")
    expect(north.locator(".is-proposed")).to_have_attribute("data-card", "HK")
    expect(west.locator("#r-now")).to_contain_text("main posée")
    assert west.locator(".is-proposed").count() == 0
    south.locator('button[data-card="H3"]').click()
    expect(south.locator(".is-proposed")).to_have_count(0)
