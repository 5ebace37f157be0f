"""Alone against bots, at one's own browser: from the home page to the final score."""

from __future__ import annotations

import pytest
from playwright.sync_api import APIResponse, Route, expect

from tests.browser.conftest import Arrive
from tests.browser.ledger import hands_of
from tests.browser.people import Player
from tests.browser.prepare import Preparer
from tests.browser.soloist import DECLARED_BY, Soloist, signed
from tests.browser.test_forms import look
from tests.browser.test_keyboard import focused, tab_to

pytestmark = pytest.mark.browser

LEVELS = {"easy": "facile", "medium": "moyen", "hard": "difficile"}


def test_from_the_home_page_to_the_final_score(arrive: Arrive, preparer: Preparer) -> None:
    """One click, no name; a deal by mouse to its last card, of both hands since the partner declares."""
    soloist = Soloist(arrive())
    soloist.begin_at_once()
    preparer.lay(soloist.player.code, [DECLARED_BY[seat] for seat in "NSW"])
    soloist.play_deal(tricks=0)
    soloist.declarers.clear()
    soloist.next_deal()
    soloist.play_deal()
    assert soloist.hands_played_from == {"N", "S"}
    soloist.next_deal()
    soloist.play_match(tricks=2)
    assert soloist.declarers[:3] == ["Nord", "Sud", "Ouest"]
    check_what_is_kept(soloist, "medium")


@pytest.mark.parametrize("level", ["easy", "hard"])
def test_a_match_at_a_level_of_ones_choice_and_another(
    arrive: Arrive, preparer: Preparer, level: str
) -> None:
    """A trick of each deal, what is left is conceded; bots always want another match."""
    soloist = Soloist(arrive())
    soloist.begin(level)
    preparer.lay(soloist.player.code, [DECLARED_BY[seat] for seat in "SNS"])
    soloist.play_match(tricks=1)
    check_what_is_kept(soloist, level)
    soloist.player.open(soloist.player.table_path)
    before = soloist.moment
    soloist.player.button("to-vote", "yes").click()
    assert soloist.asked(before) in ("contract", "play", "finished")


@pytest.mark.soak
@pytest.mark.parametrize("level", LEVELS)
def test_every_card_of_a_match(arrive: Arrive, preparer: Preparer, level: str) -> None:
    soloist = Soloist(arrive())
    soloist.begin(level)
    preparer.lay(soloist.player.code, [DECLARED_BY[seat] for seat in "NSW"])
    soloist.play_deal()
    soloist.declarers.clear()
    soloist.next_deal()
    soloist.play_match()
    assert soloist.declarers[:3] == ["Nord", "Sud", "Ouest"]
    check_what_is_kept(soloist, level)


def check_what_is_kept(soloist: Soloist, level: str) -> None:
    """The final score is that of the score sheet, of the list of deals, and of the person's record."""
    mine, theirs = soloist.final()
    soloist.player.open("/deals/")
    expect(soloist.page.locator(".deal-group .deal-total")).to_contain_text(f"{mine}")
    margins = [signed(text) for text in soloist.page.locator(".deal-score").all_inner_texts()]
    assert sum(margins) == mine - theirs
    soloist.player.open("/alone/")
    [line] = soloist.page.locator(".alone-record tbody tr").all()
    expect(line.locator("td").nth(1)).to_have_text(LEVELS[level])
    played, won, drawn, lost, best, average = map(signed, line.locator("td.number").all_inner_texts())
    assert (played, won, drawn, lost) == (1, mine > theirs, mine == theirs, mine < theirs)
    assert best == average == mine - theirs
    expect(soloist.page.locator(f'input[name="level"][value="{level}"]')).to_be_checked()


def begun_with(player: Player, preparer: Preparer, deal: str, level: str = "medium") -> Soloist:
    """Alone at a table where this deal comes second; the first is conceded at once."""
    soloist = Soloist(player)
    soloist.begin(level)
    preparer.lay(player.code, [deal])
    soloist.play_deal(tricks=0)
    soloist.declarers.clear()
    soloist.next_deal()
    return soloist


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_hint_gives_a_reason_and_options_and_bots_say_why(
    arrive: Arrive, preparer: Preparer, language: str
) -> None:
    soloist = begun_with(arrive(language=language), preparer, DECLARED_BY["W"])
    player, page = soloist.player, soloist.page
    assert soloist.asked() == "play"
    soloist.step("play")
    reason, options = soloist.hint()
    assert reason.endswith(".") and "%" not in reason
    named = {
        page.locator(f'.hand [data-card="{code}"]').get_attribute("aria-label") for code in held(soloist)
    }
    assert options and set(options) <= named
    page.keyboard.press("Escape")
    expect(player.region("hint").locator(".pop-body")).to_be_hidden()
    reasons = soloist.why()
    assert all(text.endswith(".") for text in reasons)
    page.keyboard.press("Escape")
    soloist.step("play")
    expect(player.region("hint").locator(".is-hint")).to_have_count(0)


def test_an_answer_that_took_its_time_does_not_undo_what_came_after(
    arrive: Arrive, preparer: Preparer
) -> None:
    """The answer to a request for a hint is kept back until the next card lies on the table."""
    soloist = begun_with(arrive(), preparer, DECLARED_BY["S"])
    stage = soloist.asked()
    stage = soloist.step(stage)
    kept: list[tuple[Route, APIResponse]] = []
    soloist.page.route("**/hint", lambda route: kept.append((route, route.fetch())))
    soloist.page.locator("#r-hint .tool").click()
    soloist.step(stage)
    before = soloist.player.screen()
    (route, answer) = kept[0]
    with soloist.page.expect_response("**/hint"):
        route.fulfill(response=answer)
    soloist.page.wait_for_function("() => !document.getElementById('to-hint').dataset.busy")
    assert soloist.player.screen() == before


def held(soloist: Soloist) -> list[str]:
    """The cards of the hand from which a card is due."""
    cards = soloist.page.locator(".hand[data-due] button.card")
    return [card.get_attribute("data-card") or "" for card in cards.all()]


def test_a_deal_is_played_again_against_other_bots(arrive: Arrive, preparer: Preparer) -> None:
    soloist = begun_with(arrive(), preparer, DECLARED_BY["S"], level="easy")
    soloist.play_deal(tricks=1)
    soloist.player.open("/deals/")
    soloist.page.locator(".deal-line").filter(has_text="Sud").first.click()
    expect(soloist.page.locator("#replay-slider")).to_be_visible()
    soloist.page.locator('.again select[name="level"]').select_option("hard")
    soloist.page.locator('.again button[value="bots"]').click()
    soloist.sit_down()
    assert soloist.asked() == "contract"
    assert set(soloist.player.screen().hands["S"]) == hands_of(DECLARED_BY["S"])["S"]
    expect(soloist.player.region("seat-W").locator(".plate-note")).to_have_text(LEVELS["hard"])
    assert soloist.play_deal(tricks=1) == "over"
    soloist.final()
    soloist.player.region("panel").locator(".ask-foot a.gold").click()
    expect(soloist.page.locator(".compare-lines tbody tr")).to_have_count(2)
    expect(soloist.page.locator(".compare-lines tr.is-here")).to_have_count(1)


def test_alone_by_keyboard(arrive: Arrive, preparer: Preparer) -> None:
    """The contract, a trick from both hands, and the rest conceded, without touching the mouse."""
    soloist = begun_with(arrive(), preparer, DECLARED_BY["N"])
    player, page = soloist.player, soloist.page
    keyboard = page.keyboard
    before = soloist.moment
    tab_to(player, 'input[name="contract"]')
    keyboard.press("ArrowRight")
    tab_to(player, 'button[form="do-contract"]')
    keyboard.press("Enter")
    soloist.asked(before)
    for _card in range(2):
        before = soloist.moment
        tab_to(player, ".hand[data-due] button.card")
        while focused(player) not in playable_codes(soloist):
            keyboard.press("ArrowRight")
        keyboard.press("Enter")
        soloist.asked(before)
    before = soloist.moment
    tab_to(player, "#claim summary")
    keyboard.press("Enter")
    tab_to(player, "#claim input")
    keyboard.press("Home")
    page.locator('#claim input[value="0"]').press("Space")
    tab_to(player, 'button[form="do-claim"]')
    keyboard.press("Enter")
    assert soloist.asked(before) == "finished"
    before = soloist.moment
    tab_to(player, 'button[form="to-ready"]')
    keyboard.press("Enter")
    soloist.asked(before)


def playable_codes(soloist: Soloist) -> set[str]:
    return {card.get_attribute("data-card") or "" for card in soloist.playable.all()}


def test_alone_by_plain_forms(arrive: Arrive, preparer: Preparer) -> None:
    """Without JavaScript: the page asks again by itself until the bots have played."""
    player = arrive(java_script_enabled=False)
    soloist = Soloist(player)
    soloist.begin_at_once()
    preparer.lay(player.code, [DECLARED_BY["S"]])
    concede(soloist)
    player.button("to-ready").first.click()
    assert stage_when_asked(player) == "contract"
    soloist.choose_contract()
    for _card in range(2):
        assert stage_when_asked(player) == "play"
        n = player.n
        soloist.play_card()
        expect(player.page.locator('#do-card input[name="n"]')).not_to_have_value(str(n))
    assert stage_when_asked(player) == "play"
    player.button("to-hint").click()
    expect(player.page.locator(".notices")).to_contain_text(".")
    concede(soloist)
    expect(player.region("scores").locator("tbody tr .by").last).to_contain_text("Sud")


def concede(soloist: Soloist) -> None:
    """Gives up the tricks that are left; should the partner object, the deal is played on."""
    has_claimed = False
    while (stage := stage_when_asked(soloist.player)) != "finished":
        if stage == "contract":
            soloist.choose_contract()
        elif has_claimed:
            soloist.play_card()
        else:
            soloist.player.do("claim", "0")
            has_claimed = True


def stage_when_asked(player: Player) -> str:
    """Loads the page until this person is asked something; returns the stage."""
    table = player.page.locator("#table")
    while True:
        look(player)
        if table.get_attribute("data-mine") == "1":
            return table.get_attribute("data-stage") or ""
