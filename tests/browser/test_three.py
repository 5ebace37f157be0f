"""Three friends, three browsers, one empty chair: a whole match by the French rule."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.audit import problems
from tests.browser.conftest import Gather
from tests.browser.ledger import Ledger
from tests.browser.party import WORKED_DEAL, Party, check_screen, check_secrets
from tests.browser.people import Player

pytestmark = pytest.mark.browser


def test_three_friends_play_a_match_to_the_final_score(gather: Gather) -> None:
    """North deals first, as the chair on his right is empty; he is Nora, the others Émile and Sami."""
    party = gather("NES")
    party.rules("three_french", deals="2")
    party.lay(WORKED_DEAL, WORKED_DEAL)
    nora, emile, sami = (party[seat] for seat in "NES")
    party.open_pages("NES")
    expect(nora.region("chairs").locator(".chair.at-W")).to_contain_text("reste vide")
    nora.button("to-start").click()

    the_dealer_plays(party, nora, sami)
    first = totals(party)
    assert first["Nora"] > 0
    assert first["Émile"] == first["Sami"] == 0
    for player in party:
        player.button("to-ready").first.click()

    the_left_of_the_dealer_plays(party, nora, emile, sami)
    for player in party:
        player.wait_stage("over")
        final = player.region("panel").locator(".final li")
        expect(final).to_have_count(3)
        expect(final.first).to_contain_text("Nora")
        expect(final.first).to_have_class("is-winner")
        expect(player.region("now")).to_contain_text("Nora gagne")
    for player in party:
        player.button("to-vote", "yes").click()
    for player in party:
        player.wait_stage("announcement")


def the_dealer_plays(party: Party, nora: Player, sami: Player) -> None:
    """Sami tells 16, Nora adds her 9 and declares; Sami takes the empty chair and plays West's cards."""
    for player in party:
        player.wait_stage("announcement")
        expect(player.region("seat-W")).to_contain_text("Place vide")
    sami.do("announce", "16")
    expect(nora.region("panel")).to_contain_text("Sami : 16 points")
    nora.do("announce", "25")
    expect(sami.page.locator("#table")).to_have_attribute("data-bottom", "W")
    expect(sami.region("now")).to_contain_text("pris la place vide")
    for player in party:
        expect(player.region("seat-W")).to_contain_text("Sami")
        expect(player.region("seat-S")).to_contain_text("Cartes du mort")
        expect(player.page.locator(".plate.at-W .dot")).to_have_attribute("data-is", "here")
    assert not problems(sami.page, "fr")
    sami.seat = "W"
    ledger = Ledger(WORKED_DEAL, declarer="N")
    ledger.choose("3S")
    nora.do("contract", "3S")
    for _card in range(5):
        one_card(party, ledger)
    everything_is_claimed(party, nora)


def the_left_of_the_dealer_plays(party: Party, nora: Player, emile: Player, sami: Player) -> None:
    """Sami has taken West's chair for good and deals; he and Émile have 15, so that Nora declares."""
    expect(sami.region("panel")).to_contain_text("Vous avez changé de place")
    expect(emile.region("panel")).to_contain_text("Sami a changé de place")
    for player in party:
        expect(player.region("seat-S")).to_contain_text("Place vide")
    expect(sami.page.locator("#table")).to_have_attribute("data-seat", "W")
    emile.do("announce", "5")
    expect(sami.region("panel")).to_contain_text("Émile : 5 points")
    sami.do("announce", "15")
    ledger = Ledger(WORKED_DEAL, declarer="N")
    for player in party:
        player.wait_stage("contract")
        assert set(player.screen().hands) == {player.seat}
        ledger.exposed = {seat: set() for seat in "NESW"}
        check_secrets_without_dummy(player, ledger)
    ledger.choose("3NT")
    nora.do("contract", "3NT")
    for _card in range(5):
        one_card(party, ledger)
    everything_is_claimed(party, nora)


def check_secrets_without_dummy(player: Player, ledger: Ledger) -> None:
    """Before dummy is faced nobody knows it; check with its cards among the hidden ones."""
    unseen = ledger.original[ledger.dummy]
    assert not player.screen().codes & unseen
    check_secrets(player.screen(), player.seat, ledger)


def one_card(party: Party, ledger: Ledger) -> None:
    """The next card that the rules allow, by whoever decides, and everybody's screen after it."""
    turn = ledger.turn
    actor = next(player for player in party if player.seat == ledger.person(turn))
    expect(actor.region("now")).to_have_attribute("data-mine", "1")
    card = actor.page.locator(f'#r-cards-{turn} button[data-card]:not([aria-disabled="true"])').first
    code = card.get_attribute("data-card") or ""
    n = actor.n
    card.click()
    ledger.play(code)
    party.wait_n(n + 1)
    for player in party:
        check_screen(player, ledger)


def everything_is_claimed(party: Party, declarer: Player) -> None:
    """Declarer claims what is left, and the two others agree."""
    n = declarer.n
    left = declarer.page.locator("#claim .number").count() - 1
    declarer.do("claim", str(left))
    party.wait_n(n + 1)
    for player in party:
        if player is not declarer:
            player.do("answer_claim", "yes")
    party.wait_n(n + 3)


def totals(party: Party) -> dict[str, int]:
    """The foot of the score sheet by the names in its head, the same for everybody."""
    sheets = []
    for player in party:
        sheet = player.region("scores")
        expect(sheet.locator("tbody tr")).to_have_count(1)
        names = sheet.locator(".scores-name").all_inner_texts()
        points = sheet.locator("tfoot b").all_inner_texts()
        sheets.append(dict(zip(names, map(int, points), strict=True)))
    assert sheets[0] == sheets[1] == sheets[2]
    return sheets[0]


def test_a_table_with_four_says_that_these_rules_are_for_three(gather: Gather) -> None:
    party = gather()
    party.rules("three_fourth_dummy")
    host, wanda = party["N"], party["W"]
    host.open_table()
    wanda.open_table()
    expect(host.region("now")).to_contain_text("pour trois")
    expect(host.button("to-start")).to_have_attribute("aria-disabled", "true")
    host.region("chairs").locator('button[form="to-remove"][value="W"]').first.click()
    expect(wanda.page.locator("#table")).to_have_attribute("data-seat", "")
    expect(wanda.button("to-sit")).to_have_count(0)
    expect(host.button("to-start")).not_to_have_attribute("aria-disabled", "true")
    host.button("to-start").click()
    host.wait_stage("announcement")
    wanda.wait_stage("announcement")
    expect(wanda.region("seat-W")).to_contain_text("Place vide")
    assert wanda.screen().hands == {}
