"""Who sits where, who watches, who comes back, who stays away."""

import pytest
from playwright.sync_api import expect

from tests.browser.audit import problems
from tests.browser.conftest import Arrive, Gather
from tests.browser.ledger import Ledger
from tests.browser.party import WORKED_DEAL, Party, check_screen, check_secrets

pytestmark = pytest.mark.browser


def finish_deal(party: Party) -> None:
    """The worked deal, ended by a claim."""
    party.worked_deal(cards=16)
    party.act("S", "claim", tricks=6)
    request = party["E"].actions() - 1
    for seat in "EW":
        party.act(seat, "answer_claim", accept=1, request=request)


def test_logging_out_in_another_tab_ends_the_live_page(gather: Gather) -> None:
    party = gather()
    party.worked_deal(cards=3)
    party.open_pages("W")
    wanda = party["W"]
    other = wanda.context.new_page()
    other.goto(wanda.site + "/account/logout/")
    other.locator("main form button").click()
    other.wait_for_url(wanda.site + "/")
    expect(wanda.page.locator("#wire a")).to_be_visible()
    party.act("S", "card", card="H6")
    wanda.page.locator("#wire a").click()
    expect(wanda.page.locator("#table")).to_have_attribute("data-seat", "")
    assert set(wanda.screen().hands) == {"N"}


def test_a_visitor_sees_what_everybody_may_see_and_can_do_nothing(gather: Gather, arrive: Arrive) -> None:
    party = gather()
    ledger = party.worked_deal(cards=5)
    party.open_pages("S")
    visitor = arrive()
    visitor.code = party.code
    visitor.open_table()
    check_screen(visitor, ledger)
    for form in ("do-card", "do-claim", "do-ask_takeback", "to-say", "to-ready", "to-stand", "to-sit"):
        expect(visitor.button(form)).to_have_count(0)
    view = visitor.view()
    fields = {"record": view["record"], "n": view["n"], "client_id": "v", "kind": "card", "card": "S3"}
    assert visitor.try_post(f"/t/{party.code}/act", **fields).status == 404
    party.act("E", "card", card="S3")
    ledger.play("S3")
    visitor.wait_n(7)
    check_screen(visitor, ledger)


def test_the_host_may_shut_visitors_out(gather: Gather, arrive: Arrive) -> None:
    party = gather()
    party.worked_deal(cards=1)
    visitor = arrive()
    visitor.code = party.code
    visitor.open_table()
    party.host.post(f"/t/{party.code}/settings", visitors="closed")
    expect(visitor.page.locator("#wire a")).to_be_visible()
    visitor.faults.expect("status of 403")
    visitor.page.locator("#wire a").click()
    expect(visitor.page.locator("h1")).to_be_visible()
    expect(visitor.page.locator("#table")).to_have_count(0)


def test_the_host_frees_a_chair_between_deals_and_somebody_else_takes_it(
    gather: Gather, arrive: Arrive
) -> None:
    party = gather()
    party.lay(WORKED_DEAL)
    finish_deal(party)
    party.open_pages("NW")
    host, wanda = party["N"], party["W"]
    tools = host.region("chairs").locator("details.host-tools")
    tools.locator("summary").click()
    host.button("to-remove", "W").click()
    expect(wanda.page.locator("#table")).to_have_attribute("data-seat", "")

    zoe = arrive("Zoé")
    zoe.code = party.code
    zoe.open_table()
    zoe.sit("W")
    for seat in "NES":
        party[seat].post(f"/t/{party.code}/ready")
    zoe.button("to-ready").click()
    ledger = Ledger(WORKED_DEAL, declarer="S")
    for player in (zoe, wanda, host):
        player.wait_stage("contract")
    wanda.seat = ""
    for player in (zoe, wanda, host):
        screen = player.screen()
        assert set(screen.hands) == ledger.open_hands(player.seat)
        check_secrets(screen, player.seat, ledger)
    expect(wanda.region("seat-W")).to_contain_text("Zoé")


def test_the_host_lets_two_people_change_chairs_between_deals(gather: Gather) -> None:
    party = gather()
    finish_deal(party)
    party.open_pages("NEW")
    host = party["N"]
    tools = host.region("chairs").locator("details.host-tools")
    tools.locator("summary").click()
    tools.locator('select[name="seat"]').select_option("E")
    tools.locator('select[name="to"]').select_option("W")
    host.button("to-seat").click()
    expect(party["E"].page.locator("#table")).to_have_attribute("data-bottom", "W")
    expect(party["W"].page.locator("#table")).to_have_attribute("data-bottom", "E")


def test_the_private_link_brings_one_back_to_his_chair_on_another_device(
    gather: Gather, arrive: Arrive
) -> None:
    party = gather()
    ledger = party.worked_deal(cards=1)
    sami = party["S"]
    sami.open(f"/t/{party.code}/key")
    link = sami.page.locator("main input[readonly]").input_value()
    picture = sami.page.locator("svg.qr").bounding_box()
    assert picture and picture["width"] > 120 and picture["height"] > 120
    phone = arrive("Sami", viewport={"width": 390, "height": 844}, has_touch=True)
    phone.page.goto(link)
    phone.page.locator("main form button").click()
    phone.page.wait_for_url("**/t/*/")
    phone.wait_live()
    phone.code, phone.seat = party.code, "S"
    check_screen(phone, ledger)
    phone.card("HK").tap()
    phone.card("HK").tap()
    phone.wait_n(3)
    ledger.play("HK")
    check_screen(phone, ledger)


def test_a_guest_who_makes_an_account_keeps_his_chair_in_mid_deal(gather: Gather) -> None:
    party = gather()
    ledger = party.worked_deal(cards=1)
    party.open_pages("S")
    sami = party["S"]
    other = sami.context.new_page()
    other.goto(sami.site + "/account/keep/")
    other.locator('input[name="username"]').fill(f"sami-{party.code.lower()}")
    other.locator('input[name="password1"]').fill("quatre cartes sur la table")
    other.locator("main form button").first.click()
    other.wait_for_url("**/account/codes/**")
    party.click_on(ledger, "S", cards=3)
    other.goto(sami.page.url)
    sami.wait_live(other)
    assert sami.screen(other).hands == sami.screen().hands


def test_the_others_may_break_off_when_somebody_stays_away(gather: Gather) -> None:
    party = gather()
    party.worked_deal(cards=5)
    party.open_pages()
    here = [party[seat] for seat in "NES"]
    party["W"].page.close()
    for player in here:
        expect(player.page.locator(".plate.at-W .dot")).to_have_attribute("data-is", "away")
        expect(player.region("vote")).to_be_visible()
        expect(player.region("vote")).to_contain_text("Wanda")
    for player, choice in zip(here, ("wait", "end", "end"), strict=True):
        player.button("to-vote", choice).click()
        expect(player.button("to-vote", choice)).to_have_attribute("aria-pressed", "true")
        player.wait_stage("play")
    here[0].button("to-vote", "end").click()
    for player in here:
        player.wait_stage("finished")
        expect(player.region("scores").locator("tfoot b")).to_have_text(["0", "0"])


def test_nobody_is_asked_about_a_player_who_came_back(gather: Gather) -> None:
    party = gather()
    party.worked_deal(cards=5)
    party.open_pages("NW")
    north, wanda = party["N"], party["W"]
    wanda.page.close()
    expect(north.region("vote")).to_be_visible()
    assert not problems(north.page, "fr")
    wanda.page = wanda.context.new_page()
    wanda.open_table()
    expect(north.page.locator(".plate.at-W .dot")).to_have_attribute("data-is", "here")
    expect(north.region("vote")).to_be_hidden()


def test_the_host_chooses_the_rules_and_everybody_can_read_them(gather: Gather) -> None:
    party = gather()
    host, guest = party["N"], party["E"]
    host.open(f"/t/{party.code}/rules/")
    host.page.locator('label:has(input[name="preset"][value="ebu"])').click()
    host.page.locator("form:has(.preset-cards) button.primary").click()
    expect(host.page.locator('input[name="preset"][value="ebu"]')).to_be_checked()
    guest.open(f"/t/{party.code}/rules/")
    expect(guest.page.locator('input[name="preset"]')).to_have_count(0)
    party.start(WORKED_DEAL)
    host.open_table()
    host.wait_stage("announcement")
