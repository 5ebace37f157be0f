"""An account from its making to the lost password, and what a person's choices do to the table."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive, Gather
from tests.browser.people import Player

pytestmark = pytest.mark.browser

PASSWORD = "quatre cartes sur la table"
NEW_PASSWORD = "treize levées dans la donne"


def press(page: Page) -> None:
    page.locator("main form button.primary").first.click()


def sign_up(player: Player, name: str) -> list[str]:
    """By hand; returns the recovery codes."""
    player.open("/account/signup/")
    player.page.locator('input[name="username"]').fill(name)
    player.page.locator('input[name="password1"]').fill(PASSWORD)
    press(player.page)
    codes = player.page.locator("#codes code")
    expect(codes.first).to_be_visible()
    return codes.all_inner_texts()


def log_out(player: Player) -> None:
    player.open("/account/logout/")
    player.page.locator("main form button").first.click()
    player.page.wait_for_url(player.site + "/")


def test_a_recovery_code_opens_the_account_once(arrive: Arrive) -> None:
    player = arrive()
    player.faults.expect("status of 422")
    name = f"perdu{id(player)}"
    code = sign_up(player, name)[0]
    log_out(player)
    for attempt in range(2):
        player.open("/account/recover/")
        player.page.locator('input[name="username"]').fill(name)
        player.page.locator('input[name="code"]').fill(code.lower())
        player.page.locator('input[name="password"]').fill(NEW_PASSWORD)
        press(player.page)
        if attempt == 0:
            player.page.wait_for_url("**/account/")
            log_out(player)
    expect(player.page.locator("main form .notice.error, main form .errorlist").first).to_be_visible()
    player.open("/account/login/")
    player.page.locator('input[name="login"]').fill(name)
    player.page.locator('input[name="password"]').fill(NEW_PASSWORD)
    press(player.page)
    player.page.wait_for_url(player.site + "/")


def test_a_passkey_is_made_and_opens_the_account(arrive: Arrive) -> None:
    player = arrive()
    device = player.context.new_cdp_session(player.page)
    device.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    device.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    sign_up(player, f"doigt{id(player)}")
    player.open("/account/passkeys/add/")
    player.page.locator('input[name="password"]').fill(PASSWORD)  # a new way in asks for the old one
    press(player.page)
    player.page.locator('input[name="name"]').fill("Mon téléphone")
    player.page.locator("#mfa_webauthn_add").click()
    player.page.wait_for_url("**/account/passkeys/**")
    expect(player.page.locator("main")).to_contain_text("Mon téléphone")
    log_out(player)
    player.open("/account/login/")
    player.page.locator("#passkey_login").click()
    player.page.wait_for_url(player.site + "/")
    expect(player.page.locator(".site-person")).to_be_visible()


def test_the_guests_deals_go_along_into_an_account(gather: Gather, arrive: Arrive) -> None:
    party = gather()
    party.worked_deal(cards=2)
    east = party["E"]
    name = f"emile{id(east)}"
    arrive().sign_up(name, PASSWORD)
    east.open("/account/login/")
    east.page.locator('input[name="login"]').fill(name)
    east.page.locator('input[name="password"]').fill(PASSWORD)
    press(east.page)
    east.page.wait_for_url("**/guest/merge/**")
    east.page.locator('button[name="take"][value="1"]').click()
    east.page.wait_for_url(east.site + "/")
    east.open_table()
    expect(east.hand).to_have_count(13)


def test_choices_hold_at_the_table(gather: Gather) -> None:
    party = gather()
    party.worked_deal(cards=1)
    south = party["S"]
    south.open("/preferences/")
    for name, value in {"taps": "2", "index_letters": "en", "deck": "two"}.items():
        south.page.locator(f'label:has(input[name="{name}"][value="{value}"])').click()
    south.page.locator('input[name="big_text"]').check()
    press(south.page)
    expect(south.page.locator("html")).to_have_class("deck-two big-text")
    south.open_table()
    expect(south.card("HK").locator("b")).to_have_text("K")
    south.card("HK").click()
    expect(south.card("HK")).to_have_attribute("aria-pressed", "true")
    assert south.actions() == 2
    south.card("HK").click()
    south.wait_n(3)


def test_the_language_switch_turns_the_whole_table(gather: Gather) -> None:
    party = gather()
    party.worked_deal(cards=1)
    south = party["S"]
    south.open("/")
    south.page.locator('.site-language button[value="en"]').click()
    expect(south.page.locator("html")).to_have_attribute("lang", "en")
    south.open_table()
    expect(south.card("HK")).to_have_attribute("aria-label", "king of hearts")
    expect(south.card("HK").locator("b")).to_have_text("K")
    party.act("S", "card", card="HK")
    expect(south.page.locator("#r-log li").last).to_contain_text("king of hearts")
