"""Without JavaScript the same pages work as plain forms."""

import pytest
from playwright.sync_api import Error, expect

from tests.browser.conftest import NAMES, Arrive, Gather
from tests.browser.ledger import SEATS, Ledger
from tests.browser.party import WORKED_DEAL, WORKED_PLAY, Party, check_screen
from tests.browser.people import Player
from tests.browser.prepare import Preparer

pytestmark = pytest.mark.browser


def look(player: Player) -> None:
    """The table as it is now. A waiting page asks again by itself, perhaps at this very moment."""
    try:
        player.open(player.table_path)
    except Error as error:
        assert "interrupted by another navigation" in error.message
        player.open(player.table_path)


def stage(player: Player) -> str | None:
    return player.page.locator("#table").get_attribute("data-stage")


def test_a_deal_by_plain_forms(arrive: Arrive, preparer: Preparer) -> None:
    players = {seat: arrive(NAMES[seat], java_script_enabled=False) for seat in SEATS}
    link = players["N"].play_with_friends()
    for seat, player in players.items():
        player.code = players["N"].code
        player.page.goto(link)
        player.sit(seat)
    party = Party(players, preparer, players["N"].code)
    party.lay(WORKED_DEAL, WORKED_DEAL)
    look(party.host)
    party.host.button("to-start").click()
    ledger = Ledger(WORKED_DEAL, declarer="S")
    do(party, "S", "contract", "4S")
    ledger.choose("4S")
    for card in WORKED_PLAY[:8]:
        do(party, ledger.play(card), "card", card)
    for player in party:
        look(player)
        check_screen(player, ledger)
    party.play(ledger, WORKED_PLAY[8:16])
    do(party, "S", "claim", "6")
    do(party, "E", "answer_claim", "yes")
    do(party, "W", "answer_claim", "yes")
    for player in party:
        look(player)
        assert stage(player) == "finished"
        expect(player.region("scores").locator("tfoot b")).to_have_text(["420", "0"])
        player.button("to-ready").first.click()
    look(party.host)
    assert stage(party.host) == "contract"


def do(party: Party, seat: str, kind: str, value: str) -> None:
    """This person looks at the table, does one thing, and sees it done."""
    player = party[seat]
    look(player)
    n = player.n
    player.do(kind, value)
    expect(player.page.locator('#do-card input[name="n"]')).to_have_value(str(n + 1))


def test_a_refusal_is_told_on_the_page(gather: Gather) -> None:
    party = gather(java_script_enabled=False)
    party.worked_deal(cards=2)
    east = party["E"]
    look(east)
    east.card("CA").click(force=True)
    expect(east.page.locator(".notices")).to_contain_text("cœur")
    assert east.n == 3


def test_a_waiting_page_asks_again_by_itself(gather: Gather) -> None:
    party = gather(java_script_enabled=False)
    ledger = party.worked_deal(cards=1)
    west = party["W"]
    look(west)
    party.act(ledger.play("HK"), "card", card="HK")
    expect(west.page.locator('#do-card input[name="n"]')).to_have_value("3")
    check_screen(west, ledger)
