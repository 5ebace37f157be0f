"""A deal without mouse: arrows, suit and rank keys, Enter."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Gather
from tests.browser.ledger import Ledger
from tests.browser.party import WORKED_DEAL, WORKED_PLAY, check_screen
from tests.browser.people import Player

pytestmark = pytest.mark.browser

SUIT_KEYS = {"fr": dict(zip("SHDC", "pckt", strict=True)), "en": dict(zip("SHDC", "shdc", strict=True))}
RANK_KEYS = {
    "fr": {"A": "a", "K": "r", "Q": "d", "J": "v", "T": "1"},
    "en": {"A": "a", "K": "k", "Q": "q", "J": "j", "T": "0"},
}
FOCUS = (
    "() => document.activeElement.dataset.card || document.activeElement.id || document.activeElement.name"
)
MANY = 60


def focused(player: Player) -> str:
    return str(player.page.evaluate(FOCUS))


def tab_to(player: Player, selector: str) -> None:
    """With the tab key alone."""
    for _ in range(MANY):
        if player.page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
        player.page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached by the tab key")


def play_by_keys(player: Player, hand: str, card: str) -> None:
    """Suit letter, then rank: the letter may lie on another rank of the suit, the rank then moves on."""
    keyboard = player.page.keyboard
    tab_to(player, f'.hand[data-hand="{hand}"] button.card')
    language = player.language
    if not focused(player).startswith(card[0]):
        keyboard.press(SUIT_KEYS[language][card[0]])
    assert focused(player).startswith(card[0])
    if focused(player) != card:
        keyboard.press(RANK_KEYS[language].get(card[1], card[1]))
    assert focused(player) == card
    keyboard.press("Enter")


def test_no_contract_chosen_is_told_in_the_language_of_the_page(gather: Gather) -> None:
    party = gather(language="fr")
    party.start(WORKED_DEAL)
    party.open_pages("S")
    south = party["S"]
    tab_to(south, 'button[form="do-contract"]')
    south.page.keyboard.press("Enter")
    expect(south.alert).to_contain_text("Choisissez")
    assert focused(south) == "contract"
    assert south.n == 0


@pytest.mark.parametrize("language", ["fr", "en"])
def test_contract_and_three_tricks_by_keyboard_alone(gather: Gather, language: str) -> None:
    party = gather(language=language)
    party.start(WORKED_DEAL)
    party.open_pages()
    ledger = Ledger(WORKED_DEAL, declarer="S")
    south = party["S"]
    tab_to(south, 'input[name="contract"]')
    for _ in range(MANY):
        if south.page.evaluate("() => document.activeElement.value") == "4S":
            break
        south.page.keyboard.press("ArrowRight")
    expect(south.page.locator('input[name="contract"][value="4S"]')).to_be_checked()
    tab_to(south, 'button[form="do-contract"]')
    south.page.keyboard.press("Enter")
    ledger.choose("4S")
    party.wait_n(1)
    for card in WORKED_PLAY[:12]:
        hand = ledger.turn
        play_by_keys(party[ledger.play(card)], hand, card)
        party.wait_n(len(ledger.played) + 1)
    for player in party:
        check_screen(player, ledger)


def test_arrows_walk_through_the_hand_and_between_the_two_hands(gather: Gather) -> None:
    party = gather()
    party.worked_deal(cards=1)
    party.open_pages("S")
    south = party["S"]
    keyboard = south.page.keyboard
    order = south.screen().hands
    tab_to(south, '.hand[data-hand="S"] button.card')
    keyboard.press("Home")
    for card in order["S"]:
        assert focused(south) == card
        keyboard.press("ArrowRight")
    assert focused(south) == order["S"][0], "the hand is a ring"
    keyboard.press("ArrowLeft")
    assert focused(south) == order["S"][-1]
    keyboard.press("ArrowUp")
    assert focused(south) in order["N"]
    keyboard.press("End")
    assert focused(south) == order["N"][-1]
    keyboard.press("ArrowDown")
    assert focused(south) in order["S"]


def test_a_played_card_hands_the_focus_to_its_neighbour(gather: Gather) -> None:
    party = gather()
    ledger = party.worked_deal(cards=3)
    party.open_pages("S")
    south = party["S"]
    order = south.screen().hands["S"]
    place = order.index("H6")
    south.card("H6").focus()
    south.page.keyboard.press("Enter")
    ledger.play("H6")
    south.wait_n(5)
    left = [card for card in order if card != "H6"]
    assert focused(south) == left[min(place, len(left) - 1)]
    check_screen(south, ledger)


def test_each_hand_is_one_stop_of_the_tab_key(gather: Gather) -> None:
    party = gather()
    party.worked_deal(cards=1)
    party.open_pages("S")
    stops = party["S"].page.locator('.hand button.card[tabindex="0"]')
    expect(stops).to_have_count(2)
