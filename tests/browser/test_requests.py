"""What one asks and others answer: cards taken back, tricks claimed and conceded, points counted again."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Gather
from tests.browser.ledger import SEATS, Ledger, hands_of
from tests.browser.party import WORKED_DEAL, WORKED_PLAY, Party, check_screen, check_secrets, names_of
from tests.browser.people import Player
from tests.engine import naive

pytestmark = pytest.mark.browser


def panel_says(party: Party, *texts: str) -> None:
    for player in party:
        for text in texts:
            expect(player.region("panel")).to_contain_text(text)


def offers(player: Player, form: str) -> bool:
    return player.button(form).count() > 0


def step(party: Party, seat: str, kind: str, value: str = "") -> None:
    """By hand, and seen by all four."""
    n = party[seat].n
    party[seat].do(kind, value)
    party.wait_n(n + 1)


def test_a_card_is_taken_back_when_an_opponent_agrees(gather: Gather) -> None:
    party = gather()
    ledger = party.worked_deal(cards=1)
    party.open_pages()
    before = party["S"].screen().hands
    step(party, "S", "card", "HK")
    assert not offers(party["N"], "do-ask_takeback"), "dummy may not ask"
    assert offers(party["W"], "do-ask_takeback") and not offers(party["E"], "do-ask_takeback")

    step(party, "S", "ask_takeback")
    panel_says(party, "Sami", names_of("HK")[0])
    assert [seat for seat in SEATS if offers(party[seat], "do-answer_takeback")] == ["E", "W"]
    assert [seat for seat in SEATS if offers(party[seat], "do-withdraw_takeback")] == ["S"]
    party["E"].card("H2").click()
    expect(party["E"].alert).not_to_be_empty()
    step(party, "E", "answer_takeback", "no")
    ledger.play("HK")
    for player in party:
        expect(player.region("panel")).to_be_hidden()
        check_screen(player, ledger)

    step(party, "S", "ask_takeback")
    step(party, "S", "withdraw_takeback")
    for player in party:
        check_screen(player, ledger)

    step(party, "S", "ask_takeback")
    step(party, "W", "answer_takeback", "yes")
    ledger.take_back(1)
    for player in party:
        check_screen(player, ledger)
    assert party["S"].screen().hands == before
    party.click_on_after_requests(ledger, WORKED_PLAY[1:4])


def test_a_defender_takes_back_his_own_card_only(gather: Gather) -> None:
    party = gather()
    ledger = party.worked_deal(cards=3)
    party.open_pages("ESW")
    people = [party[seat] for seat in "ESW"]
    n = party["W"].n
    party["W"].do("ask_takeback")
    party.wait_n(n + 1, people)
    assert [player.seat for player in people if offers(player, "do-answer_takeback")] == ["S"]
    party["S"].do("answer_takeback", "yes")
    party.wait_n(n + 2, people)
    ledger.take_back(3)
    for player in people:
        check_screen(player, ledger)


def test_a_refused_claim_leaves_the_hand_in_the_sight_of_those_who_saw_it(gather: Gather) -> None:
    party = gather()
    ledger = party.worked_deal(cards=16)
    party.open_pages()
    party["S"].page.locator("#claim summary").click()
    expect(party["S"].page.locator("#claim .pop-body")).to_be_visible()
    party["S"].page.keyboard.press("Escape")
    step(party, "S", "claim", "9")
    panel_says(party, "9")
    ledger.expose("S", to="NEW")
    assert [seat for seat in SEATS if offers(party[seat], "do-answer_claim")] == ["E", "W"]
    see_hands(party, ledger)
    step(party, "E", "answer_claim", "yes")
    assert [seat for seat in SEATS if offers(party[seat], "do-answer_claim")] == ["W"]
    step(party, "W", "answer_claim", "no")
    for player in party:
        check_screen(player, ledger)
    party.click_on_after_requests(ledger, WORKED_PLAY[16:21])

    step(party, "S", "claim", "0")
    panel_says(party, "0")
    step(party, "S", "withdraw_claim")
    for player in party:
        check_screen(player, ledger)


def see_hands(party: Party, ledger: Ledger) -> None:
    for player in party:
        screen = player.screen()
        assert set(screen.hands) == ledger.open_hands(player.seat)
        check_secrets(screen, player.seat, ledger)


def test_an_accepted_claim_ends_the_deal_with_its_score(gather: Gather) -> None:
    party = gather()
    party.worked_deal(cards=16)
    party.open_pages()
    step(party, "S", "claim", "6")
    step(party, "W", "answer_claim", "yes")
    step(party, "E", "answer_claim", "yes")
    for player in party:
        player.wait_stage("finished")
        expect(player.region("scores").locator("tfoot b")).to_have_text(["420", "0"])


def test_a_partner_may_object_to_a_concession(gather: Gather) -> None:
    """A defender's hand is shown to declarer alone, and stays so after the objection."""
    party = gather()
    ledger = party.worked_deal(cards=4)
    party.open_pages()
    step(party, "W", "claim", "0")
    ledger.expose("W", to="S")
    see_hands(party, ledger)
    assert [seat for seat in SEATS if offers(party[seat], "do-answer_claim")] == ["E", "S"]
    step(party, "E", "answer_claim", "no")
    for player in party:
        check_screen(player, ledger)
    party.click_on_after_requests(ledger, WORKED_PLAY[4:8])


def test_a_wrong_total_is_told_to_its_owner_alone_and_all_count_again(gather: Gather) -> None:
    party = gather()
    party.rules("ebu")
    party.start(WORKED_DEAL)
    party.open_pages()
    hands = hands_of(WORKED_DEAL)
    totals = {seat: naive.hcp(frozenset(hands[seat])) for seat in SEATS}
    for seat in SEATS:
        assert [player.seat for player in party if offers(player, "do-announce")] == [seat]
        step(party, seat, "announce", str(totals[seat] + (seat == "E")))
    for player in party:
        expect(player.region("panel").locator(".ask-alert")).to_be_visible()
        expect(player.region("panel").locator(".ask-alert strong")).to_have_count(int(player.seat == "E"))
    for seat in SEATS:
        step(party, seat, "announce", str(totals[seat]))
    for player in party:
        player.wait_stage("contract")
        for seat in SEATS:
            expect(player.region(f"seat-{seat}").locator(".plate-points")).to_contain_text(str(totals[seat]))
    assert [player.seat for player in party if offers(player, "do-contract")] == ["S"]


def test_an_illegal_card_is_dimmed_and_the_reason_told(gather: Gather) -> None:
    party = gather()
    ledger = party.worked_deal(cards=2)
    party.open_pages("E")
    east = party["E"]
    expect(east.card("H5")).not_to_have_attribute("aria-disabled", "true")
    expect(east.card("CA")).to_have_attribute("aria-disabled", "true")
    east.card("CA").click(force=True)
    expect(east.alert).to_contain_text("cœur")
    assert east.actions() == 3
    check_screen(east, ledger)
