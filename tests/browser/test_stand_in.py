"""Bots among friends: on free chairs, in the place of somebody who dropped out, and back out of it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import NAMES, Arrive, Gather
from tests.browser.party import WORKED_DEAL, Party, check_screen
from tests.browser.people import Player
from tests.browser.prepare import Preparer

pytestmark = pytest.mark.browser


def test_a_bot_plays_for_a_friend_who_dropped_out_until_he_is_back(gather: Gather) -> None:
    """East's browser closes when he is to play to the first trick; he is back in the middle of the second."""
    party = gather()
    ledger = party.worked_deal(cards=2)
    party.open_pages()
    others = [party[seat] for seat in "NSW"]
    party["E"].page.close()
    for player in others:
        expect(player.region("vote")).to_contain_text(NAMES["E"])
    for player in others:
        player.button("to-vote", "bot").click()
    party.wait_n(4, others)
    seat, card = party["S"].screen().trick[-1]
    assert seat == ledger.turn == "E"
    ledger.play(card)
    for player in others:
        expect(player.region("vote")).to_be_hidden()
        expect(player.region("seat-E")).to_contain_text(NAMES["E"])
        expect(player.region("seat-E").locator(".plate-note")).to_contain_text("robot")
        check_screen(player, ledger)

    come_back(party)
    party.play(ledger, ["H6", "D7"])
    party.wait_n(6)
    for player in party:
        check_screen(player, ledger)
    party["E"].card("DJ").click()
    ledger.play("DJ")
    party.wait_n(7)
    for player in party:
        check_screen(player, ledger)


def come_back(party: Party) -> None:
    """A new page; the banner says what happened, and its button gives the chair back."""
    emile = party["E"]
    emile.page = emile.context.new_page()
    emile.open_table()
    expect(emile.region("vote")).to_contain_text("robot")
    emile.button("to-back").click()
    for player in party:
        expect(player.region("vote")).to_be_hidden()
        expect(player.region("seat-E").locator(".plate-note")).to_have_count(0)


def host_with_bots(player: Player, preparer: Preparer, *deals: str, **rules: str) -> Player:
    """South has opened a table, bots are on the other chairs, and the first of these deals has begun."""
    party = Party({"S": player}, preparer, player.play_with_friends().rstrip("/").split("/")[-1])
    if rules:
        party.rules("four_deals", **rules)
    player.sit("S")
    expect(player.button("to-start")).to_have_attribute("aria-disabled", "true")
    player.button("to-bot", "N").click()
    expect(chair(player, "N")).to_contain_text("moyen")
    player.page.locator('select[form="to-bot"]').select_option("easy")
    player.page.locator('.bots-here button[form="to-bot"]').click()
    for seat in "NEW":
        expect(chair(player, seat)).to_contain_text("facile")
    preparer.lay(player.code, list(deals))
    player.button("to-start").click()
    player.wait_stage("contract")
    return player


def chair(player: Player, seat: str) -> Locator:
    return player.region("chairs").locator(f".chair.at-{seat}")


def test_bots_on_the_free_chairs_and_a_friend_who_comes_late(arrive: Arrive, preparer: Preparer) -> None:
    host = host_with_bots(arrive(NAMES["S"]), preparer, WORKED_DEAL, WORKED_DEAL)
    host.do("contract", "4S")
    host.wait_n(2)
    assert [seat for seat, _card in host.screen().trick] == ["W"]
    late = arrive(NAMES["E"])
    late.code = host.code
    late.open_table()
    expect(late.button("to-sit")).to_have_count(0)
    concede(host)
    late.sit("E")
    expect(chair(host, "E")).to_contain_text(NAMES["E"])
    host.button("to-ready").first.click()
    expect(host.region("panel").locator(".ready-note")).to_contain_text(NAMES["E"])
    late.button("to-ready").first.click()
    for player in (host, late):
        player.wait_stage("contract")
        expect(player.region("seat-E")).to_contain_text(NAMES["E"])
        expect(player.region("seat-E").locator(".plate-note")).to_have_count(0)
        expect(player.region("seat-W").locator(".plate-note")).to_have_text("facile")


def concede(declarer: Player) -> None:
    """Declarer claims none of the tricks left; no bot refuses that."""
    declarer.do("claim", "0")
    declarer.page.wait_for_function(
        "() => ['finished', 'over'].includes(document.getElementById('table').dataset.stage)"
    )


def test_bots_answer_claims_and_take_backs(arrive: Arrive, preparer: Preparer) -> None:
    south = host_with_bots(arrive(NAMES["S"]), preparer, WORKED_DEAL)
    south.do("contract", "4S")
    south.wait_n(2)
    before = south.screen().hands
    south.page.locator(".hand[data-due] button.card:not([aria-disabled])").first.click()
    south.wait_n(4)
    south.do("ask_takeback")
    south.wait_n(6)
    assert south.screen().hands == before and len(south.screen().trick) == 1
    assert south.screen().mine

    south.do("claim", "13")
    south.page.wait_for_function("() => Number(document.querySelector('#do-card input[name=n]').value) > 7")
    expect(south.region("panel")).to_be_hidden()
    assert south.screen().hands == before, "West or East has an ace"
    concede(south)
    expect(south.region("scores").locator("tbody tr")).to_have_count(1)


def test_bots_always_want_another_match(arrive: Arrive, preparer: Preparer) -> None:
    south = host_with_bots(arrive(NAMES["S"]), preparer, WORKED_DEAL, WORKED_DEAL, deals="1")
    south.do("contract", "4S")
    south.wait_n(2)
    concede(south)
    south.wait_stage("over")
    south.button("to-vote", "yes").click()
    south.wait_stage("contract")
    expect(south.region("scores").locator("tfoot b")).to_have_text(["0", "0"])
