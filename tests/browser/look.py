"""`python -m tests.browser.look OUTDIR` walks through a match and takes a picture of every step and page.

Both languages, four sizes; the pictures are for people to look at. With a second argument, `school`, only
those of a class, its lesson and packs of deals.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser import chromium
from tests.browser.camera import Arrive, Camera, Gather, visit
from tests.browser.conftest import LOCALES, NAMES, SERVER
from tests.browser.ledger import SEATS
from tests.browser.look_school import look_school
from tests.browser.party import WORKED_DEAL, WORKED_PLAY, Party, Recorded
from tests.browser.people import Player
from tests.browser.prepare import Preparer, preparing
from tests.browser.soloist import DECLARED_BY, Soloist
from tests.server import ROOT, serving

FILES = [ROOT / "tests" / "fixtures" / "imports" / name for name in ("evening.pbn", "claimed.lin")]
PASSWORD = "quatre cartes sur la table"


def look(folder: Path, part: str = "") -> None:
    path = chromium.installed() or chromium.install()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(chromium.ARGUMENTS))
        if not part:
            matches(folder, browser)
            reviews(folder, browser)
        schools(folder, browser)


def schools(folder: Path, browser: Browser) -> None:
    """A class, its lesson and its packs, on a site of their own for each language."""
    for language in LOCALES:
        data = Path(tempfile.mkdtemp(prefix="minibridge-look-"))
        with (
            serving(data, **SERVER) as server,
            preparing(server) as preparer,
            visit(browser, server, preparer, language) as (arrive, _gather),
        ):
            look_school(Camera(folder / f"{language}-school"), arrive, server)


def matches(folder: Path, browser: Browser) -> None:
    data = Path(tempfile.mkdtemp(prefix="minibridge-look-"))
    with serving(data, **SERVER) as server, preparing(server) as preparer:
        for language in LOCALES:
            with visit(browser, server, preparer, language) as (arrive, gather):
                camera = Camera(folder / language)
                pages(camera, arrive)
                match(camera, gather, arrive)
                counting(camera, gather)
                requests(camera, gather)
                three(camera, gather)
                replays(camera, gather)
                alone(camera, arrive, preparer)
                among_bots(camera, gather, arrive, preparer)
                files(camera, gather, arrive)
            print(f"{language}: {camera.number} steps in {folder / language}")


def reviews(folder: Path, browser: Browser) -> None:
    """A deal of which every card was looked at, on a site with analysis."""
    data = Path(tempfile.mkdtemp(prefix="minibridge-look-"))
    with serving(data, **SERVER | {"ANALYSIS": "1"}) as server, preparing(server) as preparer:
        for language in LOCALES:
            with visit(browser, server, preparer, language) as (_arrive, gather):
                review(Camera(folder / f"{language}-review"), gather())


def review(camera: Camera, party: Party) -> None:
    """Dummy's queen of clubs costs the ninth trick; South claims one more than is left."""
    party.worked_deal(32)
    party.act("S", "card", card="CQ")
    party.act("S", "claim", tricks=2)
    for seat in "EW":
        party.act(seat, "answer_claim", accept=1, request=party["N"].actions() - 1)
    player = party["S"]
    player.open("/deals/")
    player.page.locator("main .deal-line").last.click()
    player.page.locator("#review summary").click()
    camera.take(player, "review waiting")
    while not player.page.locator("#review .review-ask .primary").count():
        player.page.wait_for_timeout(500)
    camera.take(player, "review of the deal")
    player.page.locator("#review .review-ask .primary").click()
    player.page.locator("#review .review-progress").wait_for()
    camera.take(player, "review under way")
    player.page.locator("#review .review-progress").wait_for(state="detached", timeout=120_000)
    camera.take(player, "review of every card")
    player.page.locator(".review-cards a").first.click()
    player.page.locator("#review-step .review-marks").wait_for()
    camera.take(player, "what a card cost")
    player.page.locator(".replay-log a").nth(1).click()
    camera.take(player, "what the lead cost")


def pages(camera: Camera, arrive: Arrive) -> None:
    somebody = arrive("Nora")
    camera.take(somebody, "home", "/")
    camera.take(somebody, "join", "/join")
    camera.take(somebody, "rules", "/rules/")
    camera.take(somebody, "login", "/account/login/")
    camera.take(somebody, "sign-up", "/account/signup/")
    camera.take(somebody, "recover", "/account/recover/")
    camera.take(somebody, "no deals", "/deals/")
    camera.take(somebody, "no such page", "/nowhere/")
    camera.take(somebody, "no such table", "/t/222222/")
    owner = arrive("Odile")
    name = f"odile-{owner.language}"
    owner.sign_up(name, PASSWORD)
    owner.open("/account/codes/")
    owner.page.locator('input[name="password"]').fill(PASSWORD)
    owner.page.locator("main form button.primary").click()
    camera.take(owner, "codes shown once")
    camera.take(owner, "codes", "/account/codes/")
    camera.take(owner, "account", "/account/")
    camera.take(owner, "preferences", "/preferences/")
    camera.take(owner, "password", "/account/password/")
    camera.take(owner, "passkeys", "/account/passkeys/")
    camera.take(owner, "leave for good", "/account/delete/")
    camera.take(owner, "log out", "/account/logout/")
    owner.post("/account/logout/")
    owner.post("/new")
    owner.post("/account/login/", login=name, password=PASSWORD)
    camera.take(owner, "guest merge", "/guest/merge/")


def match(camera: Camera, gather: Gather, arrive: Arrive) -> None:
    host = arrive(NAMES["N"])
    host.code = host.post("/new").url.rstrip("/").split("/")[-1]
    camera.take(host, "new table", host.table_path)
    guest = arrive("")
    camera.take(guest, "the link opened", host.table_path)

    party = gather()
    table = f"/t/{party.code}/"
    boards = [Recorded(name) for name in ("declarer_east", "game_down", "partscore_made")]
    camera.take(party["N"], "four chairs taken host", table)
    camera.take(party["E"], "four chairs taken guest", table)
    party.lay(WORKED_DEAL, *(board.deal for board in boards))
    party.start()
    camera.take(party["S"], "choosing the contract", table)
    party["S"].page.locator("details.advice summary").click()
    camera.take(party["S"], "advice")
    camera.take(party["N"], "dummy before the contract", table)
    camera.take(party["W"], "defender before the contract", table)
    ledger = party.ledger()
    party.contract(ledger, "4S")
    camera.take(party["W"], "opening lead", table)
    for card in range(1, 5):
        party.play(ledger, WORKED_PLAY[card - 1 : card])
        camera.take(party["S"], f"trick 1 card {card} declarer", table)
    camera.take(party["N"], "trick 1 over dummy", table)
    camera.take(party["E"], "trick 1 over defender", table)
    camera.take(arrive(""), "visitor", table)
    party.play(ledger, WORKED_PLAY[4:30])
    party["W"].open(table)
    party["W"].wait_live()
    party["W"].region("last").locator("summary").click()
    camera.take(party["W"], "last trick shown")
    party.play(ledger, WORKED_PLAY[30:])
    camera.take(party["N"], "result host", table)
    camera.take(party["E"], "result guest", table)
    for number, board in enumerate(boards, start=2):
        party.next_deal()
        for seat, kind, value in board.actions:
            party.act(seat, kind, **{kind: value})
        if number < 4:
            camera.take(party["W"], f"result of deal {number}", table)
    camera.take(party["N"], "match over host", table)
    camera.take(party["S"], "match over guest", table)
    after_the_match(camera, party, arrive)


def after_the_match(camera: Camera, party: Party, arrive: Arrive) -> None:
    table = f"/t/{party.code}/"
    camera.take(party["N"], "house rules host", table + "rules/")
    camera.take(party["E"], "house rules guest", table + "rules/")
    camera.take(party["E"], "my chair elsewhere", table + "key")
    link = party["E"].page.locator("main input[readonly]").input_value()
    camera.take(arrive(""), "private link", "/" + link.split("/", 3)[3])
    camera.take(party["E"], "keep my deals", "/account/keep/")
    camera.take(party["N"], "home again", "/")
    deals(camera, party["N"])
    party["N"].open("/deals/")
    party["N"].page.locator(".deal-line").last.click()
    party["N"].page.locator("#replay-slider").wait_for()
    camera.take(party["N"], "replay first step")
    party["N"].page.locator(".replay-log a").nth(12).click()
    camera.take(party["N"], "replay in the middle")


def files(camera: Camera, gather: Gather, arrive: Arrive) -> None:
    party = gather()
    party.rules("four_deals", deals="1")
    party.worked_deal(52)
    south = party["S"]
    camera.take(south, "match over with its files", south.table_path)
    south.open("/deals/")
    camera.take(south, "deals with files")
    south.page.locator(".deal-line").first.click()
    south.page.locator(".share-make button").click()
    camera.take(south, "deal with files and a link")
    shared = south.page.locator(".share-links input[readonly]").input_value()
    camera.take(arrive(""), "shared deal", "/" + shared.split("/", 3)[3])
    south.page.locator('.take-list a[href$="/print"]').click()
    camera.take(south, "deal on paper")
    south.page.locator(".print-bar a").click()
    south.page.locator('.take-list a[href^="/matches/"]').click()
    camera.take(south, "score sheet")
    south.page.locator(".share-make button").click()
    shared = south.page.locator(".share-links input[readonly]").input_value()
    camera.take(arrive(""), "shared match", "/" + shared.split("/", 3)[3])
    south.page.locator('.take-list a[href$="/print"]').click()
    camera.take(south, "score sheet on paper")
    camera.take(south, "account with its data", "/account/")
    camera.take(south, "bring deals in", "/deals/import/")
    south.page.locator("#import-files").set_input_files(FILES)
    south.page.locator("main button.primary").click()
    camera.take(south, "which deals")
    south.page.locator('button[value="review"]').click()
    camera.take(south, "all brought in")
    south.page.locator(".imported-list a").last.click()
    camera.take(south, "brought in")
    south.page.locator(".sheet tbody a").first.click()
    camera.take(south, "deal brought in")


def deals(camera: Camera, player: Player) -> None:
    camera.take(player, "deals", "/deals/")
    player.page.locator(".deal-filter summary").click()
    camera.take(player, "finding deals")
    camera.take(player, "deals found", "/deals/?role=dummy&goal=game&since=2020-01-01&until=x")
    camera.take(player, "no deal fits", "/deals/?partner=nobody")
    player.open("/deals/totals/")
    player.page.locator(".totals-table summary").click()
    camera.take(player, "totals of deals")
    player.open("/deals/")
    for tick in player.page.locator("input[name=deal]").all()[:2]:
        tick.check()
    camera.take(player, "deals ticked")
    player.page.locator(".deals-chosen button").click()
    camera.take(player, "delete deals")


def counting(camera: Camera, gather: Gather) -> None:
    party = gather()
    table = f"/t/{party.code}/"
    party.rules("ebu")
    party.start(WORKED_DEAL)
    camera.take(party["N"], "announcing points", table)
    camera.take(party["E"], "another announces", table)
    for seat, total in zip(SEATS, (9, 6, 16, 10), strict=True):
        party.act(seat, "announce", points=total)
    camera.take(party["E"], "counting again", table)
    party.act("N", "announce", points=9)
    camera.take(party["E"], "counting again wrong total", table)


def three(camera: Camera, gather: Gather) -> None:
    """Nora deals; Sami tells her his points, then takes the empty chair of Wanda, who watches."""
    party = gather()
    table = f"/t/{party.code}/"
    party.rules("three_french", deals="2")
    camera.take(party["N"], "four where three play", table)
    party["W"].post(table + "stand")
    camera.take(party["N"], "three chairs taken", table)
    party.start(WORKED_DEAL, WORKED_DEAL)
    camera.take(party["S"], "telling the dealer", table)
    party.act("S", "announce", points=16)
    camera.take(party["N"], "adding up", table)
    party.act("N", "announce", points=25)
    camera.take(party["S"], "taken the empty chair", table)
    camera.take(party["E"], "another has moved", table)
    party.act("N", "contract", contract="3NT")
    party.act("E", "card", card="CA")
    party.act("N", "card", card="C3")
    camera.take(party["S"], "playing from the empty chair", table)
    party.act("N", "claim", tricks=9)
    for seat in "ES":
        party.act(seat, "answer_claim", accept=1, request=party["N"].actions() - 1)
    camera.take(party["S"], "result of three", table)
    party.next_deal()
    camera.take(party["S"], "another chair", table)
    party.act("E", "announce", points=5)
    party.act("S", "announce", points=15)
    party.act("N", "contract", contract="3NT")
    party.act("N", "claim", tricks=0)
    for seat in "ES":
        party.act(seat, "answer_claim", accept=1, request=party["N"].actions() - 1)
    camera.take(party["N"], "match of three over", table)
    camera.take(party["N"], "deals of three", "/deals/")
    path = party["N"].page.locator("main .deal-line").last.get_attribute("href") or ""
    camera.take(party["N"], "replay of three announcing", f"{path}?step=1")
    camera.take(party["S"], "replay of three after a move", f"{path}?step=4&hands=mine")


def requests(camera: Camera, gather: Gather) -> None:
    party = gather()
    table = f"/t/{party.code}/"
    ledger = party.worked_deal(cards=7)
    party.act("S", "ask_takeback")
    camera.take(party["S"], "take-back asked by me", table)
    camera.take(party["E"], "take-back to answer", table)
    party.act("E", "answer_takeback", accept=0, request=party["E"].actions() - 1)
    party.play(ledger, WORKED_PLAY[7:12])
    party["S"].open(table)
    party["S"].wait_live()
    party["S"].page.locator("#claim summary").click()
    camera.take(party["S"], "claiming")
    party.act("S", "claim", tricks=8)
    camera.take(party["W"], "claim to answer", table)
    camera.take(party["S"], "claim waits", table)
    party.act("W", "answer_claim", accept=0, request=party["W"].actions() - 1)
    camera.take(party["W"], "claim refused", table)
    for seat in "NES":
        party[seat].open_table()
    party["W"].page.close()
    party["N"].region("vote").wait_for(timeout=40_000)
    camera.take(party["N"], "somebody is away")
    party["N"].say("moment")
    camera.take(party["E"], "something said")
    party["S"].page.evaluate("() => document.documentElement.classList.add('big-text')")
    camera.take(party["S"], "big text")


def replays(camera: Camera, gather: Gather) -> None:
    """A deal with a card taken back and a claim: looked at alone, and together."""
    party = gather()
    ledger = party.worked_deal(cards=7)
    time.sleep(2)  # thinks
    party.act("S", "ask_takeback")
    party.act("E", "answer_takeback", accept=1, request=party["E"].actions())
    ledger.take_back(1)
    party.play(ledger, WORKED_PLAY[6:16])
    party.act("S", "claim", tricks=8)
    for seat in "EW":
        party.act(seat, "answer_claim", accept=1, request=party["S"].actions())
    party["S"].open("/deals/")
    path = party["S"].page.locator("main .deal-line").first.get_attribute("href") or ""
    camera.take(party["S"], "replay with a card taken back", f"{path}?step=10")
    camera.take(party["E"], "replay as I saw it", f"{path}?step=9&hands=mine&seat=mine")
    camera.take(party["E"], "replay without what is to come", f"{path}?step=14&hide=1")
    together(camera, party, path)


def together(camera: Camera, party: Party, path: str) -> None:
    leader, follower = party["N"], party["E"]
    leader.open(path)
    leader.page.locator("#together-open").click()
    leader.page.wait_for_url("**/together/")
    for seat in "SWE":
        party[seat].open(f"{path}together/")
    leader.page.locator(".together-people li").nth(3).wait_for()
    leader.page.locator("#go-trick-on").click()
    leader.page.locator(".together-hand summary").click()
    leader.page.locator(".together-link summary").click()
    camera.take(leader, "together leader")
    follower.page.locator("#go-on").click()
    camera.take(follower, "together by oneself")
    leader.page.close()
    party["S"].page.locator("button[form='together-take']").wait_for(timeout=40_000)
    camera.take(party["S"], "together leader gone")


def alone(camera: Camera, arrive: Arrive, preparer: Preparer) -> None:
    soloist = Soloist(arrive(""))
    camera.take(soloist.player, "alone no record", "/alone/")
    soloist.begin("medium")
    preparer.lay(soloist.player.code, [DECLARED_BY[seat] for seat in "SNW"])
    soloist.play_deal(tricks=0)
    soloist.next_deal()
    camera.take(soloist.player, "alone South chooses")
    soloist.step("contract")
    camera.take(soloist.player, "alone dummy to play")
    for _card in range(9):
        soloist.step("play")
    camera.take(soloist.player, "alone in play")
    soloist.play_deal()
    camera.take(soloist.player, "alone result")
    soloist.next_deal()
    camera.take(soloist.player, "alone North declares and chooses")
    soloist.step("contract")
    soloist.step("play")
    camera.take(soloist.player, "alone North declares")
    soloist.play_deal(tricks=1)
    soloist.next_deal()
    soloist.step("play")
    hint_and_reasons(camera, soloist)
    soloist.play_deal(tricks=2)
    camera.take(soloist.player, "alone match over")
    camera.take(soloist.player, "alone with a record", "/alone/")
    deal_again(camera, soloist)


def hint_and_reasons(camera: Camera, soloist: Soloist) -> None:
    """A defender asks for a hint, and why the bots did what they did."""
    soloist.why()
    camera.take(soloist.player, "alone why")
    soloist.page.keyboard.press("Escape")
    soloist.hint()
    camera.take(soloist.player, "alone hint")
    soloist.page.keyboard.press("Escape")


def deal_again(camera: Camera, soloist: Soloist) -> None:
    page = soloist.page
    soloist.player.open("/deals/")
    camera.take(soloist.player, "deals alone")
    page.locator(".deal-line").nth(2).click()
    page.locator("#replay-slider").wait_for()
    camera.take(soloist.player, "deal to play again")
    page.locator(".replay-log a").nth(9).click()
    page.locator(".replay-why").wait_for()
    camera.take(soloist.player, "reason of a bot")
    what_if(camera, soloist)


def what_if(camera: Camera, soloist: Soloist) -> None:
    """On from the ninth step, then how the robots play it, and both lines side by side."""
    player, page = soloist.player, soloist.page
    player.open("/deals/")
    page.locator(".deal-line").nth(2).click()
    for step in ("5", "9"):
        page.locator("#go-trick-on").click()
        page.locator("#again-step").filter(has_text=step).wait_for()
    camera.take(player, "what if from here")
    original = page.url.split("?")[0]
    page.locator('.again button[value="bots"]').click()
    soloist.sit_down()
    soloist.asked()
    camera.take(player, "what if at the table")
    soloist.play_deal(tricks=6)
    camera.take(player, "what if is over")
    page.locator(".ask-foot a.gold").click()
    page.locator("#parting").wait_for()
    camera.take(player, "side by side")
    page.locator(".compare-bots button").click()
    page.locator(".compare-lines tbody tr").nth(4).wait_for()
    camera.take(player, "compared with robots")
    player.open(original.removeprefix(player.site))
    camera.take(player, "replay with what if and compare")
    page.locator('.again button[value="friends"]').click()
    page.wait_for_url("**/t/*/")
    camera.take(player, "what if with friends")


def among_bots(camera: Camera, gather: Gather, arrive: Arrive, preparer: Preparer) -> None:
    host = arrive(NAMES["S"])
    table = f"/t/{host.post('/new').url.rstrip('/').split('/')[-1]}/"
    host.sit_by_post(table.split("/")[2], "S")
    host.post(f"{table}bot", level="hard")
    camera.take(host, "lobby with bots host", table)
    camera.take(arrive(""), "lobby with bots newcomer", table)
    preparer.lay(host.code, [DECLARED_BY["N"]])
    host.post(f"{table}start")
    host.open_table()
    host.wait_stage("finished")
    camera.take(host, "result among bots")
    stand_in(camera, gather)


def stand_in(camera: Camera, gather: Gather) -> None:
    party = gather()
    party.worked_deal(cards=2)
    party.open_pages("NES")
    party["E"].page.close()
    for seat in "NS":
        party[seat].button("to-vote", "bot").click()
    camera.take(party["W"], "vote about somebody away", f"/t/{party.code}/")
    party["W"].button("to-vote", "bot").click()
    party["W"].wait_n(4)
    camera.take(party["W"], "a bot stands in")
    party["E"].page = party["E"].context.new_page()
    camera.take(party["E"], "back to ones chair", f"/t/{party.code}/")


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[2:] not in ([], ["school"]):
        sys.exit(__doc__)
    look(Path(sys.argv[1]), *sys.argv[2:])
