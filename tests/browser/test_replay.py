"""A past deal looked at alone, by keyboard, without what is to come; and by four people together."""

from __future__ import annotations

import time
from collections.abc import Iterable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.audit import problems
from tests.browser.conftest import Gather
from tests.browser.ledger import SEATS
from tests.browser.party import WORKED_PLAY, Party, names_of
from tests.browser.people import Player
from tests.browser.test_keyboard import tab_to
from tests.processes import wait_until

pytestmark = pytest.mark.browser

LAST = len(WORKED_PLAY) + 1
RESULT = "420 points"
STEP_EVERY = 0.3  # seconds from one step that the leader's slider sends to the next, as in together.js


# The lines of the log without how long somebody thought, which a slow machine adds.
WITHOUT_THOUGHT = """(links) => links.map((link) => {
  const copy = link.cloneNode(true);
  copy.querySelector(".log-thought")?.remove();
  return copy.textContent;
})"""


def played(gather: Gather, cards: int = len(WORKED_PLAY), **options: object) -> tuple[Party, str]:
    """The worked deal, played to its end or so far and then claimed; and the path of its page."""
    party = gather(**options)
    party.worked_deal(cards=cards)
    if cards < len(WORKED_PLAY):
        party.act("S", "claim", tricks=0)
        for seat in "EW":
            party.act(seat, "answer_claim", accept=1)
    party.host.open("/deals/")
    link = party.host.page.locator("main .deal-line").first
    return party, str(link.get_attribute("href"))


def expect_step(pages: Iterable[Page], step: int) -> None:
    for page in pages:
        expect(page.locator("#replay")).to_have_attribute("data-step", str(step))


def now(page: Page) -> str:
    return page.locator("#replay-now").inner_text()


# --- alone ---------------------------------------------------------------------------------------


def test_whole_review_by_keyboard_alone(gather: Gather) -> None:
    party, path = played(gather)
    player = party["E"]
    player.open(path)
    page, press = player.page, player.page.keyboard.press
    seen = [now(page)]
    for step in range(1, LAST + 1):
        press("ArrowRight")
        expect_step([page], step)
        seen.append(now(page))
    lines = page.locator(".replay-log li > a").evaluate_all(WITHOUT_THOUGHT)
    assert [text.split() for text in lines] == [text.split() for text in seen]
    for key, step in (
        ("ArrowRight", LAST),
        ("Home", 0),
        ("ArrowLeft", 0),
        ("Shift+ArrowRight", 5),
        ("Shift+ArrowRight", 9),
        ("ArrowLeft", 8),
        ("Shift+ArrowLeft", 5),
        ("End", LAST),
    ):
        press(key)
        expect_step([page], step)
    tab_to(player, "#replay-step")
    press("ArrowLeft")
    expect_step([page], LAST - 1)
    expect(page.locator("#replay-step")).to_have_value(str(LAST - 1))
    tab_to(player, ".replay-log a")
    press("Enter")
    expect_step([page], 0)
    tab_to(player, ".replay-turns a[href*='hands=mine']")
    press("Enter")
    expect(page.locator(".replay-unseen")).to_have_count(2)
    tab_to(player, ".replay-turns a[href*='hands=all']")
    press("Enter")
    tab_to(player, "#replay-surprise")
    press("Enter")
    expect(page.locator(".replay-log li")).to_have_count(1)


def test_a_click_on_a_card_leads_to_its_step(gather: Gather) -> None:
    party, path = played(gather)
    page = party["N"].page
    party["N"].open(path)
    page.locator(".replay-hand.left .tile", has_text="9").first.click()
    expect_step([page], WORKED_PLAY.index("S9") + 2)
    page.locator(".replay-trick .left a").click()
    expect_step([page], WORKED_PLAY.index("S9") + 2)
    page.go_back()
    assert page.url.endswith("/deals/"), "steps are no pages to go back through"


def test_without_what_is_to_come_nothing_of_it_is_received(gather: Gather) -> None:
    """Every byte that the site sends is read, until the end is reached."""
    party, path = played(gather, N={"language": "en"})
    player = party["N"]
    received: list[str] = []
    player.open(path)
    player.page.locator("#replay-surprise").click()
    expect(player.page.locator(".replay-log li")).to_have_count(1)
    player.page.on("response", lambda answer: _is_text(answer.url) and received.append(answer.text()))
    player.page.reload()
    for step in range(1, LAST):
        player.page.keyboard.press("ArrowRight")
        expect_step([player.page], step)
        later = [names_of(card)[1].capitalize() for card in WORKED_PLAY[step:]]
        words = " ".join([*received, player.page.content()])
        assert RESULT not in words and f"of {LAST}" not in words
        assert not [name for name in later if f": {name.lower()}." in words.lower()]
    assert len(received) >= LAST - 1
    player.page.keyboard.press("ArrowRight")
    expect(player.page.locator(".replay-result")).to_contain_text(RESULT)
    expect(player.page.locator(".deal-more[data-untold]")).to_have_count(0)
    player.page.keyboard.press("ArrowLeft")
    expect(player.page.locator(".deal-more[data-untold]")).to_have_count(1)


def test_what_comes_too_late_is_not_told_any_more(gather: Gather) -> None:
    """The rest of the page is on its way when the reader steps back."""
    party, path = played(gather, N={"language": "en"})
    page = party["N"].page
    party["N"].open(f"{path}?step={LAST - 1}&hide=1")
    under_way: list[Route] = []
    page.route(f"**{path}?*step={LAST}&*", lambda route: _hold_page(route, under_way))
    page.keyboard.press("ArrowRight")
    expect_step([page], LAST)
    wait_until(lambda: page.wait_for_timeout(20) or bool(under_way))
    page.keyboard.press("ArrowLeft")
    expect_step([page], LAST - 1)
    with page.expect_response(lambda answer: "x-fragment" not in answer.request.headers):
        under_way[0].continue_()
    page.wait_for_timeout(300)
    expect(page.locator(".deal-more[data-untold]")).to_have_count(1)
    assert page.locator("#compare").count() == 0
    page.unroute_all()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".deal-more #compare")).to_be_visible()


def _hold_page(route: Route, under_way: list[Route]) -> None:
    if "x-fragment" in route.request.headers:
        route.continue_()
    else:
        under_way.append(route)


def _is_text(url: str) -> bool:
    return "/deals/" in url


def test_the_manner_is_found_again_at_the_next_deal(gather: Gather) -> None:
    party, path = played(gather)
    player = party["E"]
    player.open(path)
    player.page.locator(".replay-turns a[href*='hands=mine']").click()
    expect(player.page.locator(".replay-unseen")).to_have_count(2)
    player.open(path)
    expect(player.page.locator(".replay-unseen")).to_have_count(2)
    player.page.locator(".replay-turns a[href*='hands=all']").click()
    expect(player.page.locator(".replay-unseen")).to_have_count(0)
    player.open(path)
    expect(player.page.locator(".replay-unseen")).to_have_count(0)


def test_slider_and_links_work_without_javascript(gather: Gather) -> None:
    party, path = played(gather, E={"java_script_enabled": False})
    page = party["E"].page
    party["E"].open(f"{path}?step=4&hands=mine")
    page.locator("#go-on").click()
    expect_step([page], 5)
    page.locator("#replay-slider button").click()
    expect_step([page], 5)
    expect(page.locator(".replay-unseen")).to_have_count(2)
    page.locator("#together-open").click()
    expect_step([page], 5)
    page.locator("#go-on").click()
    page.locator("#together-step button").click()
    expect_step([page], 6)
    assert page.url.endswith("/together/")


# --- together ------------------------------------------------------------------------------------


def watch_together(party: Party, path: str) -> dict[str, Page]:
    """North opens it, the others come by the address that North's page shows."""
    leader = party["N"].page
    party["N"].open(path)
    leader.locator("#together-open").click()
    leader.wait_for_url("**/together/")
    leader.locator(".together-link summary").click()
    address = leader.locator(".together-link input").input_value()
    for seat in "ESW":
        party[seat].page.goto(address)
    for player in party:
        wait_live(player)
        expect(player.page.locator(".together-people li")).to_have_count(4)
    return {seat: party[seat].page for seat in SEATS}


def wait_live(player: Player) -> None:
    expect(player.page.locator("#together")).to_have_attribute("data-wire", "live")


def test_four_in_step_one_wanders_off_and_returns(gather: Gather) -> None:
    party, path = played(gather)
    pages = watch_together(party, path)
    leader, wanderer = pages["N"], pages["E"]
    for step in (1, 2, 3):
        leader.keyboard.press("ArrowRight")
        expect_step(pages.values(), step)
    assert len({now(page) for page in pages.values()}) == 1

    wanderer.locator("#go-last").click()
    expect_step([wanderer], LAST)
    expect(wanderer.locator("#together-alone")).to_be_visible()
    leader.keyboard.press("Shift+ArrowRight")
    expect_step([pages["N"], pages["S"], pages["W"]], 5)
    expect_step([wanderer], LAST)
    wanderer.reload()
    expect_step([wanderer], LAST)

    wanderer.locator("#together-back").click()
    expect_step([wanderer], 5)
    expect(wanderer.locator("#together-alone")).to_be_hidden()
    leader.keyboard.press("ArrowRight")
    expect_step(pages.values(), 6)


def test_leader_reloads_hands_over_and_leaves(gather: Gather) -> None:
    party, path = played(gather)
    pages = watch_together(party, path)
    pages["N"].keyboard.press("ArrowRight")
    expect_step(pages.values(), 1)
    pages["N"].reload()
    wait_live(party["N"])
    pages["N"].keyboard.press("ArrowRight")
    expect_step(pages.values(), 2)

    pages["N"].locator(".together-hand summary").click()
    pages["N"].locator("button[form='together-hand']", has_text="Sami").click()
    for page in pages.values():
        expect(page.locator(".together-people li:has(.icon)")).to_contain_text("Sami")
    pages["S"].keyboard.press("Shift+ArrowRight")
    expect_step(pages.values(), 5)

    pages.pop("S").close()
    take = pages["W"].locator("button[form='together-take']")
    expect(take).to_be_visible()
    take.click()
    pages["W"].keyboard.press("ArrowRight")
    expect_step(pages.values(), 6)


def test_each_follower_keeps_language_and_eyes(gather: Gather) -> None:
    party, path = played(gather, W={"language": "en", "locale": "en-GB"})
    pages = watch_together(party, path)
    pages["W"].locator(".replay-turns a[href*='hands=mine']").click()
    expect(pages["W"].locator(".replay-unseen")).to_have_count(2)
    pages["N"].keyboard.press("ArrowRight")
    pages["N"].keyboard.press("ArrowRight")
    expect_step(pages.values(), 2)
    assert "queen of hearts" in now(pages["W"])
    assert "dame de cœur" in now(pages["S"])
    expect(pages["W"].locator(".replay-unseen")).to_have_count(2)
    expect(pages["W"].locator("#together-alone")).to_be_hidden()
    expect(pages["S"].locator(".replay-unseen")).to_have_count(0)


def test_a_slider_sends_few_steps_and_all_end_at_its_end(gather: Gather) -> None:
    party, path = played(gather)
    pages = watch_together(party, path)
    sent: list[str] = []
    pages["N"].reload()
    pages["N"].on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(str(text))))
    pages["N"].reload()
    wait_live(party["N"])
    box = pages["N"].locator("#replay-step").bounding_box()
    assert box is not None
    y = box["y"] + box["height"] / 2
    pages["N"].mouse.move(box["x"] + 10, y)
    began = time.monotonic()
    pages["N"].mouse.down()
    pages["N"].mouse.move(box["x"] + box["width"] * 0.6, y, steps=40)
    pages["N"].mouse.up()
    value = int(pages["N"].locator("#replay-step").input_value())
    assert value > 20
    expect_step(pages.values(), value)
    steps = [text for text in sent if '"type":"step"' in text]
    assert len(steps) <= 2 + (time.monotonic() - began) / STEP_EVERY


def test_where_sockets_are_blocked_the_page_asks_every_three_seconds(gather: Gather) -> None:
    party, path = played(gather)
    for seat in "NE":
        party[seat].faults.expect("WebSocket connection")
        party[seat].page.route_web_socket("**/together/**", lambda socket: socket.close())
    party["N"].open(path)
    party["N"].page.locator("#together-open").click()
    party["E"].open(f"{path}together/")
    pages = [party["N"].page, party["E"].page]
    for page in pages:
        expect(page.locator("#together")).to_have_attribute("data-wire", "polling")
    pages[0].keyboard.press("ArrowRight")
    expect_step(pages, 1)
    pages[0].keyboard.press("End")
    expect_step(pages, LAST)


def test_every_state_is_good_for_those_who_listen_or_enlarge(gather: Gather) -> None:
    party, path = played(gather, cards=6)
    found = {}
    for query in ("?step=3", "?step=3&hands=mine&seat=mine", "?step=3&hide=1", "?to=end"):
        party["E"].open(path + query)
        found[query] = problems(party["E"].page, "fr")
    pages = watch_together(party, path)
    pages["N"].locator(".together-hand summary").click()
    found["leading"] = problems(pages["N"], "fr")
    pages["W"].locator("#go-on").click()
    expect(pages["W"].locator("#together-alone")).to_be_visible()
    found["by oneself"] = problems(pages["W"], "fr")
    pages["N"].close()
    expect(pages["W"].locator("button[form='together-take']")).to_be_visible()
    found["leader gone"] = problems(pages["W"], "fr")
    assert not [(state, each) for state, each in found.items() if each]
