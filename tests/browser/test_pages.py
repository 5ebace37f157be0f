"""Every page in both languages: accessible, within its window, one heading, no fault in the console."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.audit import problems
from tests.browser.conftest import LOCALES, NAMES, Arrive, Gather
from tests.browser.party import WORKED_DEAL, Party
from tests.browser.people import Player
from tests.browser.prepare import Preparer
from tests.browser.soloist import DECLARED_BY, Soloist
from tests.engine.worked_deal import TIED

pytestmark = pytest.mark.browser

languages = pytest.mark.parametrize("language", LOCALES)


class Tour:
    """Goes from page to page and notes what is wrong."""

    def __init__(self, language: str, *, in_both: bool = False) -> None:
        self.language = language
        self.in_both = in_both
        self.wrong: list[str] = []
        self.seen = 0

    def look(self, player: Player, label: str, path: str = "") -> None:
        if path:
            player.open(path)
        if player.page.locator("#table").count():
            player.wait_live()
        self.seen += 1
        for problem in problems(player.page, self.language, in_both=self.in_both):
            self.wrong.append(f"{label} ({player.page.url.split('/', 3)[3]}): {problem}")

    def end(self, pages: int) -> None:
        assert self.seen == pages
        assert not self.wrong, "\n".join(self.wrong)


@languages
def test_pages_of_somebody_new(arrive: Arrive, language: str) -> None:
    somebody, tour = arrive(language=language), Tour(language, in_both=True)
    somebody.faults.expect(r"status of (404|422|403)")
    tour.look(somebody, "home", "/")
    tour.look(somebody, "join", "/join")
    somebody.page.locator('input[name="code"]').fill("22")
    somebody.page.locator('form[action="/join"] button').click()
    tour.look(somebody, "join, wrong code")
    tour.look(somebody, "rules", "/rules/")
    tour.look(somebody, "deals", "/deals/")
    tour.look(somebody, "preferences", "/preferences/")
    tour.look(somebody, "login", "/account/login/")
    somebody.page.locator('input[name="login"]').fill("nobody")
    somebody.page.locator('input[name="password"]').fill("wrong")
    somebody.page.locator("main form button.primary").first.click()
    tour.look(somebody, "login, wrong password")
    tour.look(somebody, "sign-up", "/account/signup/")
    somebody.page.locator('input[name="username"]').fill("a b")
    somebody.page.locator('input[name="password1"]').fill("1")
    somebody.page.locator("main form button.primary").first.click()
    tour.look(somebody, "sign-up, refused")
    tour.look(somebody, "recover", "/account/recover/")
    tour.look(somebody, "no such page", "/nowhere/")
    tour.look(somebody, "no such table", "/t/222222/")
    tour.look(somebody, "no such key", "/k/222222/")
    tour.end(pages=14)


@languages
def test_pages_of_a_guest(gather: Gather, arrive: Arrive, language: str) -> None:
    party, tour = gather(language=language), Tour(language, in_both=True)
    play_deal(party)
    host, guest = party["N"], party["E"]
    table = f"/t/{party.code}"
    tour.look(host, "home with a table", "/")
    tour.look(host, "deals", "/deals/")
    host.page.locator(".deal-line").first.click()
    expect(host.page.locator("#replay-slider")).to_be_visible()
    tour.look(host, "replay, first step")
    host.page.locator(".replay-log a").last.click()
    tour.look(host, "replay, last step")
    tour.look(host, "house rules, host", f"{table}/rules/")
    tour.look(guest, "house rules, guest", f"{table}/rules/")
    tour.look(guest, "key", f"{table}/key")
    link = guest.page.locator("main input[readonly]").input_value()
    other = arrive(language=language)
    tour.look(other, "private link", "/" + link.split("/", 3)[3])
    tour.look(guest, "keep my deals", "/account/keep/")
    tour.look(guest, "preferences", "/preferences/")
    tour.look(guest, "log out", "/account/logout/")
    tour.end(pages=11)


@languages
def test_pages_of_an_account(arrive: Arrive, language: str) -> None:
    owner, tour = arrive("Nora", language=language), Tour(language, in_both=True)
    owner.faults.expect(r"status of (404|422|403)")
    name = f"nora-{language}-{id(owner)}"
    owner.sign_up(name)
    tour.look(owner, "home", "/")
    tour.look(owner, "account", "/account/")
    owner.post("/account/logout/")
    owner.post("/account/login/", login=name, password="quatre cartes sur la table")
    owner.open("/account/codes/")
    owner.page.locator('input[name="password"]').fill("quatre cartes sur la table")
    owner.page.locator("main form button.primary").click()
    tour.look(owner, "recovery codes, shown once")
    tour.look(owner, "recovery codes", "/account/codes/")
    tour.look(owner, "password", "/account/password/")
    tour.look(owner, "passkeys", "/account/passkeys/")
    tour.look(owner, "new passkey", "/account/passkeys/add/")
    tour.look(owner, "preferences", "/preferences/")
    tour.look(owner, "deals", "/deals/")
    tour.look(owner, "log out", "/account/logout/")

    owner.post("/account/logout/")
    owner.post("/new")
    owner.post("/account/login/", login=name, password="quatre cartes sur la table")
    tour.look(owner, "take the guest's deals along", "/guest/merge/")
    tour.end(pages=11)


@languages
def test_stages_of_the_table_before_the_play(gather: Gather, arrive: Arrive, language: str) -> None:
    party, tour = gather("NE", language=language), Tour(language, in_both=True)
    table = f"/t/{party.code}/"
    visitor = arrive(language=language)
    tour.look(party["N"], "gathering, host", table)
    tour.look(party["E"], "gathering, guest", table)
    tour.look(visitor, "gathering, newcomer", table)
    for seat in "SW":
        party.players[seat] = arrive(NAMES[seat], language=language)
        party[seat].sit_by_post(party.code, seat)
    party.rules("ebu")
    tour.look(party["N"], "four chairs taken, host", table)
    party.start(WORKED_DEAL)
    tour.look(party["N"], "announcing", table)
    tour.look(party["E"], "others announce", table)
    for seat, total in zip("NESW", (9, 6, 16, 10), strict=True):
        party.act(seat, "announce", points=total)
    tour.look(party["N"], "counting again", table)
    for seat, total in zip("NESW", (9, 5, 16, 10), strict=True):
        party.act(seat, "announce", points=total)
    tour.look(party["S"], "choosing", table)
    party["S"].page.locator("details.advice summary").click()
    tour.look(party["S"], "advice")
    tour.look(party["N"], "dummy before the contract", table)
    tour.look(party["W"], "declarer chooses", table)
    tour.end(pages=11)


def test_every_choice_of_contract_fits_its_screen(gather: Gather) -> None:
    """In French, whose words are longer."""
    tour = Tour("fr")
    for preset in ("ebu_slam", "target", "shape_first", "dummy_after_lead", "count_tricks"):
        party = gather()
        party.rules(preset)
        party.start(WORKED_DEAL)
        if preset == "ebu_slam":
            for seat, total in zip("NESW", (9, 5, 16, 10), strict=True):
                party.act(seat, "announce", points=total)
        tour.look(party["S"], preset, f"/t/{party.code}/")
    for menu in ("levels", "partscore_game_slams"):
        party = gather()
        party.rules("four_deals", menu=menu)
        party.start(WORKED_DEAL)
        tour.look(party["S"], menu, f"/t/{party.code}/")
    party = gather()
    party.rules("four_deals", tie="agree")
    party.start(str(TIED.deal), dealer="E")
    tour.look(party["S"], "partners agree", f"/t/{party.code}/")
    tour.end(pages=8)


@languages
def test_stages_of_the_table_in_play_and_after(gather: Gather, arrive: Arrive, language: str) -> None:
    party, tour = gather(language=language), Tour(language, in_both=True)
    table = f"/t/{party.code}/"
    party.lay(*[WORKED_DEAL] * 3)
    ledger = party.worked_deal(cards=0)
    tour.look(party["W"], "opening lead", table)
    party.play(ledger, ["HQ"])
    tour.look(party["S"], "dummy to play", table)
    party.act("W", "ask_takeback")
    request = party["S"].actions() - 1
    tour.look(party["S"], "take-back asked", table)
    party.act("S", "answer_takeback", accept=0, request=request)
    party.play(ledger, ["HK", "H2", "H6"])
    tour.look(party["N"], "dummy", table)
    tour.look(party["E"], "defender", table)
    tour.look(arrive(language=language), "visitor", table)
    party.act("S", "claim", tricks=11)
    request = party["S"].actions() - 1
    tour.look(party["E"], "claim to answer", table)
    tour.look(party["S"], "claim open", table)
    for seat in "EW":
        party.act(seat, "answer_claim", accept=1, request=request)
    tour.look(party["N"], "result, host", table)
    tour.look(party["E"], "result, guest", table)
    for _ in range(3):
        party.next_deal()
        party.act("S", "contract", contract="4S")
        claim(party, tricks=10)
    tour.look(party["N"], "match over, host", table)
    tour.look(party["W"], "match over, guest", table)
    tour.end(pages=12)


def test_pages_of_playing_alone(arrive: Arrive, preparer: Preparer) -> None:
    """In French, whose words are longer."""
    soloist, tour = Soloist(arrive()), Tour("fr")
    player, page = soloist.player, soloist.page
    tour.look(player, "alone, no record", "/alone/")
    soloist.begin("medium")
    preparer.lay(player.code, [DECLARED_BY[seat] for seat in "NWS"])
    soloist.play_deal(tricks=0)
    soloist.next_deal()
    tour.look(player, "the partner declares, and I choose")
    soloist.step("contract")
    tour.look(player, "both hands are mine")
    soloist.play_deal(tricks=1)
    tour.look(player, "result alone")
    soloist.next_deal()
    soloist.step("play")
    soloist.why()
    tour.look(player, "why")
    page.keyboard.press("Escape")
    soloist.hint()
    tour.look(player, "hint")
    page.keyboard.press("Escape")
    soloist.play_match(tricks=1)
    tour.look(player, "match over, alone")
    tour.look(player, "alone, with a record", "/alone/")
    player.open("/deals/")
    page.locator(".deal-line").first.click()
    expect(page.locator("#replay-slider")).to_be_visible()
    page.locator(".replay-log a").nth(2).click()
    expect(page.locator(".replay-why")).to_be_visible()
    tour.look(player, "a deal to play again, with reasons")
    tour.end(pages=9)


def test_stages_of_a_table_with_bots(gather: Gather, arrive: Arrive) -> None:
    party, tour = gather("N"), Tour("fr")
    table = f"/t/{party.code}/"
    party.host.post(f"{table}bot", seat="E", level="expert")
    tour.look(party.host, "a bot in the lobby, host", table)
    party.host.post(f"{table}bot", level="hard")
    tour.look(arrive(), "bots in the lobby, newcomer", table)
    party = gather()
    table = f"/t/{party.code}/"
    party.worked_deal(cards=2)
    party.open_pages()
    party["E"].page.close()
    for seat in "NS":
        party[seat].button("to-vote", "bot").click()
    expect(party["W"].region("vote").locator(".votes li")).to_have_count(2)
    tour.look(party["W"], "vote about somebody who dropped out")
    party["W"].button("to-vote", "bot").click()
    party["W"].wait_n(4)
    expect(party["W"].region("vote")).to_be_hidden()
    tour.look(party["W"], "a bot stands in")
    party["E"].page = party["E"].context.new_page()
    tour.look(party["E"], "back on ones chair", table)
    tour.end(pages=5)


def play_deal(party: Party) -> None:
    """The worked deal, three tricks of it, and the rest claimed."""
    party.worked_deal(cards=12)
    claim(party, tricks=8)


def claim(party: Party, tricks: int) -> None:
    """South claims the rest, and the defenders agree."""
    party.act("S", "claim", tricks=tricks)
    request = party.host.actions() - 1
    for seat in "EW":
        party.act(seat, "answer_claim", accept=1, request=request)
