"""Four friends, four browsers, one link: a whole match."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NAMES, Arrive
from tests.browser.ledger import SEATS, Ledger
from tests.browser.party import WORKED_DEAL, WORKED_PLAY, Party, Recorded, check_screen, check_secrets
from tests.browser.prepare import Preparer

pytestmark = pytest.mark.browser

LATER_DEALS = ("declarer_east", "claim_accepted", "game_down")


@pytest.mark.postgres_browser
def test_four_friends_join_by_link_and_play_a_match(arrive: Arrive, preparer: Preparer) -> None:
    party = friends_join(arrive, preparer)
    party.lay(WORKED_DEAL, *(Recorded(name).deal for name in LATER_DEALS))
    expect(party.host.button("to-start")).not_to_have_attribute("aria-disabled", "true")
    party.host.button("to-start").click()

    play_the_worked_deal(party)
    totals = {"NS": 420, "EW": 0}
    for number, name in enumerate(LATER_DEALS, start=2):
        board = Recorded(name)
        play_recorded(party, board, number)
        totals = {side: totals[side] + board.points[side] for side in totals}

    for player in party:
        player.wait_stage("over")
        final = player.region("panel").locator(".final")
        expect(final.locator("li b")).to_have_text([str(totals["NS"]), str(totals["EW"])])
        expect(final.locator("li.is-winner b")).to_have_text(str(max(totals.values())))
    rematch(party)


def friends_join(arrive: Arrive, preparer: Preparer) -> Party:
    """The host opens a table from the home page; the others open the link, type a name, take a chair."""
    moving = {"reduced_motion": "no-preference"}
    languages = {"N": "fr", "E": "fr", "S": "fr", "W": "en"}
    players = {seat: arrive(NAMES[seat], languages[seat], **moving) for seat in SEATS}
    link = players["N"].play_with_friends()
    assert re.fullmatch(r"http://localhost:\d+/t/[2-9A-HJKM-NP-Z]{6}/", link)
    players["N"].sit("N")
    for seat in "ESW":
        player = players[seat]
        player.page.goto(link)
        player.code = players["N"].code
        player.sit(seat)
    for player in players.values():
        expect(player.page.locator("html")).to_have_attribute("lang", player.language)
        for seat in SEATS:
            expect(player.region("chairs").locator(f".chair.at-{seat}")).to_contain_text(NAMES[seat])
    return Party(players, preparer, players["N"].code)


def play_the_worked_deal(party: Party) -> None:
    """Ten tricks in spades, every screen looked at after every card."""
    ledger = Ledger(WORKED_DEAL, declarer="S")
    for player in party:
        player.wait_stage("contract")
        screen = player.screen()
        check_secrets(screen, player.seat, ledger)
        assert set(screen.hands) == ledger.open_hands(player.seat)
    for player in party:
        offered = player.page.locator('input[name="contract"]').count()
        assert bool(offered) == (player.seat == "S")
    ledger.choose("4S")
    party["S"].do("contract", "4S")
    for n, card in enumerate(WORKED_PLAY, start=1):
        party.wait_n(n)
        for player in party:
            check_screen(player, ledger)
        party[ledger.play(card)].card(card).click()
    for player in party:
        player.wait_stage("finished")
        expect(player.region("panel").locator("table.sum tfoot b")).to_have_text(["420", "0"])
        expect(player.region("scores").locator("tfoot b")).to_have_text(["420", "0"])
        expect(player.region("panel").locator(".diagram-hand")).to_have_count(4)


def play_recorded(party: Party, board: Recorded, number: int) -> None:
    """A deal that was played elsewhere, with the same cards, claims and answers."""
    party.all_ready()
    ledger = Ledger(board.deal, board.declarer)
    for player in party:
        expect(player.region("bar").locator("b").first).to_contain_text(str(number))
        player.wait_stage("contract")
        check_secrets(player.screen(), player.seat, ledger)
    for n, (seat, kind, value) in enumerate(board.actions):
        party.wait_n(n)
        party[seat].do(kind, value)
    for player in party:
        player.page.wait_for_function(
            "() => ['finished', 'over'].includes(document.getElementById('table').dataset.stage)"
        )
        expect(player.region("scores").locator("tbody tr")).to_have_count(number)


def rematch(party: Party) -> None:
    """The next match begins with the fourth vote, and not before."""
    *first, last = party
    for player in first:
        player.button("to-vote", "yes").click()
        expect(player.region("panel").locator(".ready-note")).to_be_visible()
    last.button("to-vote", "yes").click()
    for player in party:
        expect(player.region("scores").locator("tfoot b")).to_have_text(["0", "0"])
        expect(player.region("bar").locator("b").first).to_contain_text("1")
