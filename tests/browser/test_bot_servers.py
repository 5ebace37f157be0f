"""Alone against bots on servers of another kind: with the analysis for experts, and at the real pace."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from minibridge.analysis import carrier
from tests.browser.conftest import LOCALES, PATIENCE, SERVER
from tests.browser.people import Faults, Player
from tests.browser.prepare import Preparer, preparing
from tests.browser.soloist import DECLARED_BY, Soloist
from tests.processes import wait_until
from tests.server import serving

pytestmark = pytest.mark.browser

REAL_PACE = "0.8"
# Notes when which cards lay in the middle of the table, whenever that changes.
WATCH = """() => {
  const trick = document.getElementById("r-trick").parentElement;
  const look = () => {
    const cards = [...document.querySelectorAll("#r-trick [data-card]")].map((card) => card.dataset.card);
    const last = window.tricks.at(-1);
    if (!last || last.cards.join() !== cards.join()) window.tricks.push({at: performance.now(), cards});
  };
  window.tricks = [];
  new MutationObserver(look).observe(trick, {childList: true, subtree: true, attributes: true});
  look();
}"""


@contextmanager
def soloist_at(browser: Browser, data: Path, **settings: str) -> Iterator[tuple[Soloist, Preparer]]:
    """Somebody at a site of his own; whatever goes wrong in his browser fails the test."""
    with serving(data, **SERVER | settings) as server, preparing(server) as preparer:
        if server.environment["ANALYSIS"] == "1":
            wait_until(lambda: (data / "analysis.json").exists())
        faults = Faults(host=f"localhost:{server.port}")
        context = browser.new_context(locale=LOCALES["fr"])
        context.set_default_timeout(PATIENCE)
        faults.watch(context)
        try:
            yield Soloist(Player(context, server.url, faults, "", "fr")), preparer
        finally:
            context.close()
        assert not faults.found, "\n".join(faults.found)


@pytest.mark.soak
def test_a_match_against_experts(browser: Browser, tmp_path: Path) -> None:
    if carrier.find() is None:
        pytest.skip("no double-dummy solver here")
    with soloist_at(browser, tmp_path, ANALYSIS="1") as (soloist, preparer):
        soloist.begin("expert")
        preparer.lay(soloist.player.code, [DECLARED_BY[seat] for seat in "SWN"])
        soloist.play_deal(tricks=0)
        soloist.next_deal()
        assert soloist.asked() == "contract"
        expect(soloist.player.region("seat-W").locator(".plate-note")).to_have_text("expert")
        soloist.step("contract")
        reason, options = soloist.hint()
        assert "%" not in reason and options
        soloist.page.keyboard.press("Escape")
        soloist.play_deal()
        soloist.next_deal()
        soloist.play_match(tricks=1)
        mine, _theirs = soloist.final()
        soloist.player.open("/alone/")
        [line] = soloist.page.locator(".alone-record tbody tr").all()
        expect(line.locator("td").nth(1)).to_have_text("expert")
        soloist.player.open("/deals/")
        expect(soloist.page.locator(".deal-group .deal-total")).to_contain_text(f"{mine}")
        soloist.page.locator(".deal-line").nth(-2).click()  # the second of four, or of five after 20-20
        expect(soloist.page.locator(".replay-log")).to_contain_text("répartitions")


@pytest.mark.soak
def test_at_the_real_pace_one_card_falls_after_another(browser: Browser, tmp_path: Path) -> None:
    """A finished trick lies there longer than the others take to play a card."""
    with soloist_at(browser, tmp_path, BOT_PACE_SECONDS=REAL_PACE) as (soloist, preparer):
        soloist.begin("medium")
        preparer.lay(soloist.player.code, [DECLARED_BY["W"]])
        soloist.play_deal(tricks=0)
        soloist.next_deal()
        soloist.page.evaluate(WATCH)
        soloist.play_deal()
        seen = soloist.page.evaluate("() => window.tricks")
        check_pace([(shown["at"] / 1000, shown["cards"]) for shown in seen])


def check_pace(seen: list[tuple[float, list[str]]]) -> None:
    """Every card was seen to fall, none together with another, and the tricks could be read."""
    between, reading = [], []
    for (before, cards), (now, next_cards) in pairwise(seen):
        if len(next_cards) == 1 and len(cards) == 4:
            reading.append(now - before)
        elif next_cards[:-1] == cards:
            between.append(now - before)
        else:
            assert next_cards == [] or cards == [], (cards, next_cards)
    assert len(between) + len(reading) == 52 - len(seen[0][1])
    assert statistics.median(reading) >= 1
