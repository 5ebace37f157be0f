"""What if: a deal left in the middle and played otherwise, alone or with friends, and compared."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.audit import problems
from tests.browser.conftest import Arrive, Gather
from tests.browser.ledger import Ledger
from tests.browser.party import WORKED_DEAL, WORKED_PLAY, Party, check_screen
from tests.browser.people import Player
from tests.browser.soloist import Soloist

pytestmark = pytest.mark.browser


def read_deal(player: Player) -> str:
    """Opens the newest deal; returns its address."""
    player.open("/deals/")
    player.page.locator(".deal-line").first.click()
    expect(player.page.locator("#replay-slider")).to_be_visible()
    return player.page.url.removeprefix(player.site).split("?")[0]


def played_party(gather: Gather, dealer: str = "N", **options: Any) -> Party:
    """The worked deal, played by four people to its ten tricks. Robots play it once for each dealer."""
    party = gather(**options)
    party.start(WORKED_DEAL, dealer=dealer)
    ledger = party.ledger()
    party.contract(ledger, "4S")
    party.play(ledger, WORKED_PLAY)
    return party


def go_to_step(player: Player, step: int) -> None:
    player.page.locator(".replay-log li > a").nth(step).click()
    expect(player.page.locator("#again-step")).to_have_text(str(step))


def test_what_if_is_played_to_its_end_from_the_middle_of_a_trick(gather: Gather) -> None:
    """Wanda plays another card than she did; the two lines part there, and lead to each other."""
    wanda = played_party(gather)["W"]
    original = read_deal(wanda)
    go_to_step(wanda, 14)
    expect(wanda.page.locator('.again [value="here"]')).to_be_checked()
    expect(wanda.page.locator('.again [name="seat"]')).to_have_value("W")
    wanda.page.locator('.again button[value="bots"]').click()
    soloist = Soloist(wanda)
    soloist.sit_down()
    assert soloist.asked() == "play"
    expect(wanda.region("bar")).to_contain_text("Variante")
    assert len(wanda.screen().hands["W"]) == 10
    assert WORKED_PLAY[13] == "S9"
    before = soloist.moment
    other = next(card for card in wanda.screen().hands["W"] if card != "S9" and card[0] != "S")
    wanda.card(other if wanda.card(other).get_attribute("aria-disabled") is None else "S9").click()
    soloist.asked(before)
    assert soloist.play_deal() == "over"
    soloist.final()
    wanda.region("panel").locator('a[href$="/compare/"]').click()
    parting = wanda.page.locator("#parting")
    expect(parting).to_contain_text("levées")
    first = parting.locator(".is-first")
    expect(first).to_have_count(2)
    expect(first.first).to_contain_text("différence ici")
    parting.locator(".parting-head a").last.click()
    expect(wanda.page.locator("#replay")).not_to_have_attribute("data-step", "0")
    assert wanda.page.url.startswith(wanda.site + original)
    wanda.page.go_back()
    wanda.page.locator(".page-head a").click()
    note = wanda.page.locator(".left-note")
    expect(note).to_contain_text("variante")
    note.locator("a").first.click()
    expect(wanda.page.locator("#replay")).to_have_attribute("data-step", "14")
    assert wanda.page.url.startswith(wanda.site + original)


def test_what_if_with_another_contract(gather: Gather) -> None:
    sami = played_party(gather)["S"]
    read_deal(sami)
    sami.page.locator('.again [name="contract"]').select_option("3NT")
    sami.page.locator('.again [name="level"]').select_option("easy")
    sami.page.locator('.again button[value="bots"]').click()
    soloist = Soloist(sami)
    soloist.sit_down()
    assert soloist.asked() == "play"
    expect(sami.region("bar").locator(".bar-contract")).to_contain_text("sans-atout")
    assert soloist.play_deal(tricks=4) == "over"
    sami.region("panel").locator('a[href$="/compare/"]').click()
    expect(sami.page.locator("#parting")).to_contain_text("dès le début")
    expect(sami.page.locator(".compare-lines tbody tr")).to_have_count(2)


def test_what_if_with_a_friend_by_the_link(gather: Gather, arrive: Arrive) -> None:
    """Sami and a newcomer, with robots on two chairs, from the eighth trick on."""
    sami = played_party(gather)["S"]
    original = read_deal(sami)
    go_to_step(sami, 29)
    sami.page.locator('.again button[value="friends"]').click()
    sami.page.wait_for_url("**/t/*/")
    expect(sami.page.locator(".lobby-note")).to_be_visible()
    sami.code = sami.page.locator("#table").get_attribute("data-code") or ""
    sami.sit("S")
    friend = arrive("Zoé")
    friend.open(sami.table_path)
    friend.sit("W")
    sami.post(f"/t/{sami.code}/bot", level="easy")
    sami.button("to-start").click()
    ledger = Ledger(WORKED_DEAL, declarer="S")
    ledger.choose("4S")
    for card in WORKED_PLAY[:28]:
        ledger.play(card)
    for player in (sami, friend):
        player.wait_n(30)
        check_screen(player, ledger)
    sami.do("claim", "0")
    friend.button("do-answer_claim", "1").click()
    friend.wait_stage("over")
    expect(friend.page.locator(".lobby-note")).to_be_hidden()
    read_deal(friend)
    expect(friend.page.locator(".left-note")).to_be_visible()
    expect(friend.page.locator(".left-note a")).to_have_count(0)
    answer = friend.context.request.get(friend.site + original)
    assert answer.status == 404
    read_deal(sami)
    expect(sami.page.locator(".left-note a")).to_have_count(2)


def test_how_the_robots_play_it(gather: Gather) -> None:
    """Asked for by one, seen by all who played; the page follows by itself until they have finished."""
    party = played_party(gather, dealer="E", language="en")
    nora, wanda = party["N"], party["W"]
    address = read_deal(nora)
    nora.page.locator(".compare-bots button").click()
    nora.page.wait_for_url("**/compare/")
    lines = nora.page.locator(".compare-lines tbody tr")
    expect(lines).to_have_count(4)
    expect(lines.locator("th").filter(has_text="Robots")).to_have_count(3)
    expect(nora.page.locator(".compare-running")).to_have_count(0)
    wanda.open(f"{address}compare/")
    robots = wanda.page.locator(".compare-lines tbody tr").filter(has_text="Robots, hard")
    robots.get_by_role("link", name="Side by side").click()
    expect(wanda.page.locator("#parting")).to_be_visible()
    robots.get_by_role("link", name="Replay").click()
    expect(wanda.page.locator(".replay-hand h2 b").filter(has_text="Robot")).to_have_count(4)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_pages_are_good_for_everybody(gather: Gather, language: str) -> None:
    sami = played_party(gather, dealer="S", language=language)["S"]
    address = read_deal(sami)
    assert not problems(sami.page, language, in_both=True)
    sami.post(f"{address}again", level="easy", contract="3NT")
    soloist = Soloist(sami)
    sami.open("/deals/")
    sami.page.locator(".deal-line.open").click()
    soloist.sit_down()
    soloist.play_deal(tricks=1)
    sami.post(f"{address}robots", level="medium", contract="same")
    sami.open(f"{address}compare/")
    expect(sami.page.locator(".compare-lines tbody tr")).to_have_count(3)
    expect(sami.page.locator("#parting")).to_be_visible()
    assert not problems(sami.page, language, in_both=True)


def test_what_if_by_plain_forms(gather: Gather) -> None:
    """Without JavaScript the form begins where the page stands, and the page of the robots asks again."""
    party = played_party(gather, dealer="W", S={"java_script_enabled": False})
    sami = party["S"]
    address = read_deal(sami)
    sami.open(f"{address}?step=21")
    expect(sami.page.locator('.again [value="here"]')).to_be_checked()
    sami.page.locator('.again button[value="bots"]').click()
    sami.page.wait_for_url("**/t/*/")
    expect(sami.page.locator('#do-card input[name="n"]')).to_have_value(re.compile(r"^2[2-9]$"))
    sami.open(f"{address}compare/")
    sami.page.locator(".compare-bots button").click()
    expect(sami.page.locator(".compare-lines tbody tr")).to_have_count(4)


def test_the_choice_of_the_reader_stays_while_he_steps(gather: Gather) -> None:
    sami = played_party(gather)["S"]
    read_deal(sami)
    start, here = (sami.page.locator(f'.again [value="{where}"]') for where in ("start", "here"))
    expect(start).to_be_checked()
    go_to_step(sami, 5)
    expect(here).to_be_checked()
    start.check()
    go_to_step(sami, 9)
    expect(start).to_be_checked()
