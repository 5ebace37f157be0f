"""What a deal was worth and what each card cost: asked for, followed and read, on a site with analysis."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from minibridge.analysis import carrier
from tests.browser.audit import problems
from tests.browser.conftest import SERVER, Gather
from tests.browser.party import WORKED_DEAL, Party
from tests.browser.prepare import Preparer, preparing
from tests.processes import wait_until
from tests.server import ServerProcess, serving

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A site with its analysis."""
    if carrier.find() is None:
        pytest.skip("no double-dummy solver here")
    data = tmp_path_factory.mktemp("site")
    with serving(data, **SERVER | {"ANALYSIS": "1"}) as server:
        wait_until(lambda: (data / "analysis.json").exists())
        yield server


@pytest.fixture(scope="module")
def preparer(server: ServerProcess) -> Iterator[Preparer]:
    with preparing(server) as preparer:
        yield preparer


def costly_deal(gather: Gather, **options: object) -> Party:
    """West leads a diamond, which costs a trick; South claims the rest."""
    party = gather(**options)
    party.start(WORKED_DEAL)
    party.act("S", "contract", contract="4S")
    party.act("W", "card", card="D8")
    party.act("S", "claim", tricks=11)
    for seat in "EW":
        party.act(seat, "answer_claim", accept=1, request=party["N"].actions() - 1)
    return party


def open_deal(party: Party, seat: str) -> Page:
    party[seat].open("/deals/")
    page = party[seat].page
    page.locator("main .deal-line").last.click()
    page.locator("#replay-slider").wait_for()
    return page


def analysed(page: Page) -> None:
    """The deal's table has come; the page is loaded anew until then."""

    def has_come() -> bool:
        page.wait_for_timeout(200)
        page.reload()
        return page.locator("#review .review-table").count() > 0

    wait_until(has_come)


def test_every_card_by_keyboard_alone(gather: Gather) -> None:
    party = costly_deal(gather, language="en")
    page = open_deal(party, "S")
    analysed(page)
    assert not page.locator(".review-body").is_visible(), "it tells how the deal ended"
    page.locator("#review summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#review")).to_contain_text("After the 8 of diamonds")
    expect(page.locator("#review-step")).to_have_count(0)
    for _ in range(10):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent").strip() == "Look at every card":
            break
    page.keyboard.press("Enter")
    expect(page.locator("#review")).to_have_attribute("open", "")
    expect(page.locator("#review")).to_contain_text("could", timeout=90_000)
    expect(page.locator("#review[data-working]")).to_have_count(0, timeout=90_000)
    page.locator(".review-cards a").first.focus()
    page.keyboard.press("Enter")
    played = page.locator("#review-step .review-mark.played")
    expect(played).to_have_text("8 +1 played")
    expect(page.locator("#review-step")).to_contain_text(
        "For declarer's side, if all play perfectly from here"
    )
    assert page.locator(".review-mark.best").count() > 5
    assert not problems(page, "en")


def test_a_review_that_comes_with_the_end_is_followed_too(gather: Gather) -> None:
    """It is held as if it were just being worked on, until it was asked for again."""
    party = costly_deal(gather, language="en")
    page = open_deal(party, "S")
    analysed(page)
    last = int(page.locator("#replay").get_attribute("data-last") or 0)
    path, errors, looks = urlsplit(page.url).path, [], []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda asked: asked.headers.get("x-fragment") == "review" and looks.append(asked.url))
    party["S"].open(f"{path}?step={last - 1}&hide=1")
    assert page.locator("#review").count() == 0
    page.wait_for_timeout(1700)
    assert not looks
    page.evaluate(
        """() => document.addEventListener("deal-more", () => {
          const review = document.getElementById("review");
          if (review) review.dataset.working = "1";
        }, { capture: true })"""
    )
    page.keyboard.press("ArrowRight")
    expect(page.locator("#review[data-working]")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#review")).to_have_count(0)
    page.wait_for_timeout(1700)
    assert not looks
    page.keyboard.press("ArrowRight")
    expect(page.locator("#review[data-working]")).to_have_count(1)
    expect(page.locator("#review[data-working]")).to_have_count(0, timeout=10_000)
    assert looks
    assert not errors


def test_without_javascript(gather: Gather) -> None:
    party = costly_deal(gather, W={"java_script_enabled": False}, language="fr")
    page = open_deal(party, "W")
    analysed(page)
    page.locator("#review summary").click()
    page.get_by_role("button", name="Examiner chaque carte", exact=True).click()
    page.wait_for_url("**review=open**")
    assert page.locator("#review").get_attribute("open") is not None

    def is_done() -> bool:
        page.wait_for_timeout(500)
        further = page.get_by_role("link", name="Voir où elle en est")
        if further.count():
            further.click()
        else:
            page.reload()
        return page.locator("#review[data-working]").count() == 0

    wait_until(is_done)
    expect(page.locator(".review-menu")).to_contain_text("Manche à pique était le bon choix")
    page.locator(".review-cards a").first.click()
    expect(page.locator("#review-step .review-marks")).to_be_visible()
