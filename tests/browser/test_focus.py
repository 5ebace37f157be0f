"""News from others never takes what a person has in hand: focus, caret, what he typed or opened."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NAMES, Arrive, Gather
from tests.browser.ledger import SEATS
from tests.browser.party import WORKED_DEAL, WORKED_PLAY, Party, check_screen
from tests.browser.people import Player
from tests.browser.prepare import Preparer

pytestmark = pytest.mark.browser

PUSHES = 50


def chatter(party: Party, seats: str, times: int) -> None:
    """Something said is a push to everybody."""
    for turn in range(times):
        party[seats[turn % len(seats)]].post(f"/t/{party.code}/say", phrase="thinking", client_id=f"c{turn}")


def count_losses(player: Player) -> None:
    player.page.evaluate(
        "() => { window.losses = 0; addEventListener('focusout', () => { window.losses += 1 }) }"
    )


def test_a_focused_card_keeps_the_focus_over_fifty_pushes(gather: Gather) -> None:
    party = gather()
    ledger = party.worked_deal(cards=1)
    party.open_pages("S")
    south = party["S"]
    card = south.card("CJ")
    card.focus()
    count_losses(south)
    party.play(ledger, WORKED_PLAY[1:3])
    chatter(party, "NEW", PUSHES)
    party.play(ledger, WORKED_PLAY[3:5])
    south.wait_n(6)
    expect(card).to_be_focused()
    assert south.page.evaluate("() => window.losses") == 0
    check_screen(south, ledger)


def test_what_is_typed_survives_pushes_with_its_caret(arrive: Arrive, preparer: Preparer) -> None:
    party = adults(arrive, preparer)
    south = party["S"]
    south.open_table()
    line = south.page.locator("#say-line")
    line.fill("bonjour tout le monde")
    line.evaluate("(field) => field.setSelectionRange(3, 7)")
    count_losses(south)
    chatter(party, "NEW", 12)
    expect(south.region("talk").locator(".messages li")).to_have_count(12)
    expect(line).to_be_focused()
    expect(line).to_have_value("bonjour tout le monde")
    assert line.evaluate("(field) => [field.selectionStart, field.selectionEnd]") == [3, 7]
    assert south.page.evaluate("() => window.losses") == 0
    line.press("Enter")
    expect(south.region("talk").locator(".messages li").last).to_contain_text("bonjour tout le monde")
    expect(line).to_have_value("")


def adults(arrive: Arrive, preparer: Preparer) -> Party:
    """Four accounts whose owners ticked that they are adults, at one table."""
    players = {seat: arrive(NAMES[seat]) for seat in SEATS}
    host = players["N"]
    code = host.post("/new").url.rstrip("/").split("/")[-1]
    for seat, player in players.items():
        player.sign_up(f"{player.name.lower()}-{code.lower()}")
        player.open("/preferences/")
        player.page.locator('input[name="is_adult"]').check()
        player.page.locator("form.preferences button.primary").click()
        expect(player.page.locator('input[name="is_adult"]')).to_be_checked()
        player.sit_by_post(code, seat)
    return Party(players, preparer, code)


def test_a_total_being_typed_survives_pushes(gather: Gather) -> None:
    party = gather()
    party.rules("ebu")
    party.start(WORKED_DEAL)
    north = party["N"]
    north.open_table()
    field = north.page.locator('input[name="points"]')
    field.press_sequentially("1")
    chatter(party, "ESW", 5)
    expect(north.region("talk").locator(".messages li")).to_have_count(5)
    expect(field).to_be_focused()
    field.press_sequentially("1")
    expect(field).to_have_value("11")


def test_the_line_of_guidance_stays_true_while_it_has_the_focus(gather: Gather) -> None:
    party = gather()
    ledger = party.worked_deal(cards=1)
    party.open_pages("W")
    wanda = party["W"]
    before = wanda.screen().now
    wanda.region("now").focus()
    party.play(ledger, WORKED_PLAY[1:3])
    wanda.wait_n(4)
    assert wanda.screen().now != before


def test_the_last_trick_is_shown_on_demand_until_the_next_card_falls(gather: Gather) -> None:
    party = gather()
    ledger = party.worked_deal(cards=4)
    party.open_pages("W")
    wanda = party["W"]
    last = wanda.region("last")
    last.locator("summary").click()
    expect(last.locator(".trick-cards li")).to_have_count(4)
    expect(last.locator(".trick-cards")).to_be_visible()
    chatter(party, "N", 2)
    expect(wanda.region("talk").locator(".messages li")).to_have_count(2)
    expect(last.locator(".trick-cards")).to_be_visible()
    party.play(ledger, WORKED_PLAY[4:5])
    wanda.wait_n(6)
    expect(last.locator(".trick-cards")).to_be_hidden()


def test_an_open_panel_stays_open_over_pushes(gather: Gather) -> None:
    party = gather()
    party.start(WORKED_DEAL)
    party.open_pages("S")
    south = party["S"]
    south.page.locator("details.advice summary").click()
    south.page.locator('label:has(input[name="contract"][value="4S"])').click()
    south.page.locator("details.advice summary").click()
    chatter(party, "NEW", 3)
    expect(south.region("talk").locator(".messages li")).to_have_count(3)
    expect(south.page.locator("details.advice .pop-body")).to_be_visible()
    expect(south.page.locator('input[name="contract"][value="4S"]')).to_be_checked()


def test_what_lay_open_in_one_panel_is_not_open_in_the_next(gather: Gather) -> None:
    party = gather()
    party.lay(WORKED_DEAL, WORKED_DEAL)
    party.worked_deal(cards=0)
    party.open_pages("S")
    south = party["S"]
    party.act("S", "claim", tricks=10)
    request = south.actions() - 1
    for seat in "EW":
        party.act(seat, "answer_claim", accept=1, request=request)
    expect(south.page.locator("details.four-hands")).to_have_attribute("open", "")
    party.next_deal()
    south.wait_stage("contract")
    expect(south.page.locator("details.advice")).not_to_have_attribute("open", "")
    expect(south.page.locator('input[name="contract"]:checked')).to_have_count(0)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_cards_travel_unless_the_person_wants_no_motion(gather: Gather, motion: str) -> None:
    party = gather(reduced_motion=motion)
    ledger = party.worked_deal(cards=1)
    party.open_pages("S")
    south = party["S"]
    south.page.evaluate(
        """() => {
          window.moves = 0;
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (...all) {
            window.moves += 1;
            return animate.apply(this, all);
          };
        }"""
    )
    south.card("HK").click()
    ledger.play("HK")
    south.wait_n(3)
    assert bool(south.page.evaluate("() => window.moves")) == (motion == "no-preference")
    check_screen(south, ledger)


def test_the_log_is_spoken_one_sentence_for_each_card(gather: Gather) -> None:
    party = gather()
    ledger = party.worked_deal(cards=1)
    party.open_pages("E")
    spoken = party["E"].page.locator("#spoken p")
    party.play(ledger, WORKED_PLAY[1:4])
    party["E"].wait_n(5)
    said = " ".join(spoken.all_text_contents())
    for name in ("roi de cœur", "2 de cœur", "6 de cœur"):
        assert said.count(name) == 1, said
