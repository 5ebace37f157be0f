"""Deals on their way out and in: files by keyboard, a link sent to a friend, a sheet of paper."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from minibridge.engine import read_pbn
from tests.browser.audit import problems
from tests.browser.conftest import LOCALES, Arrive, Gather
from tests.browser.people import Player
from tests.browser.test_keyboard import tab_to
from tests.server import ROOT

pytestmark = pytest.mark.browser

FILES = [ROOT / "tests" / "fixtures" / "imports" / name for name in ("evening.pbn", "claimed.lin")]
PAPER = {"format": "A4", "prefer_css_page_size": True}


def played(gather: Gather, **options: object) -> Player:
    """South at the end of a match of one deal."""
    party = gather(**options)
    party.rules("four_deals", deals="1")
    party.worked_deal(52)
    return party["S"]


def sheets(page: Page) -> int:
    """How many sheets of A4 the page takes."""
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(**PAPER)))


def test_from_the_end_of_a_match_to_its_files_and_paper(gather: Gather) -> None:
    south = played(gather)
    south.open_table()
    south.page.locator('#r-panel a[href^="/matches/"]').click()
    expect(south.page.locator(".sheet tbody tr")).to_have_count(1)
    with south.page.expect_download() as download:
        south.page.locator('.take-list a[href$="/pbn"]').click()
    assert download.value.suggested_filename.endswith(".pbn")
    (record,) = read_pbn(download.value.path().read_bytes()).records
    assert (record.problems, record.tricks) == ((), 10)
    south.page.locator('.take-list a[href$="/print"]').click()
    expect(south.page.locator("[data-print]")).to_be_visible()
    assert sheets(south.page) == 1
    south.page.locator(".print-bar a").click()
    south.page.locator(".sheet tbody a").click()
    south.page.locator('.take-list a[href$="/print"]').click()
    expect(south.page.locator(".paper-play tbody tr")).to_have_count(13)
    assert sheets(south.page) == 1


def test_a_long_match_and_a_long_auction_fit_on_a_sheet(arrive: Arrive) -> None:
    zoe = arrive("Zoe")
    deal = "N:AT52.K843.7.Q962 3.752.JT9632.AT4 KQJ84.A6.KQ5.J73 976.QJT9.A84.K85"
    calls = (
        "Pass Pass Pass " + " Pass Pass X Pass Pass XX Pass Pass ".join(f"{n}C" for n in range(1, 8)) + " AP"
    )
    boards = [
        f'[Board "{n}"]\n[Dealer "N"]\n[Deal "{deal}"]\n[Auction "N"]\n{calls}\n[Result "3"]\n'
        for n in range(1, 33)
    ]
    bring_in(zoe, {"name": "long.pbn", "mimeType": "text/plain", "buffer": "\n".join(boards).encode()})
    zoe.page.locator('button[value="review"]').click()
    zoe.page.locator('.take-list a[href$="/print"]').click()
    expect(zoe.page.locator(".sheet tbody tr")).to_have_count(32)
    assert sheets(zoe.page) == 1
    zoe.page.locator(".print-bar a").click()
    zoe.page.locator(".sheet tbody a").first.click()
    zoe.page.locator('.take-list a[href$="/print"]').click()
    expect(zoe.page.locator(".paper-calls tbody tr")).to_have_count(16)
    assert sheets(zoe.page) == 1


def bring_in(player: Player, *files: object) -> None:
    """To the page that lists what is in these files."""
    player.open("/deals/import/")
    player.page.locator("#import-files").set_input_files(list(files))
    player.page.locator("main button.primary").click()
    player.page.locator(".import-list").wait_for()


def test_a_file_comes_in_by_keyboard_alone(arrive: Arrive) -> None:
    zoe = arrive("Zoe")
    zoe.page.on("filechooser", lambda chooser: chooser.set_files(FILES))  # before any key
    zoe.open("/deals/")
    tab_to(zoe, 'a[href="/deals/import/"]')
    zoe.page.keyboard.press("Enter")
    zoe.page.locator("#import-files").wait_for()
    tab_to(zoe, "#import-files")
    zoe.page.keyboard.press("Enter")
    zoe.page.wait_for_function("() => document.getElementById('import-files').files.length === 2")
    tab_to(zoe, "main button.primary")
    zoe.page.keyboard.press("Enter")
    zoe.page.locator(".import-list").wait_for()
    expect(zoe.page.locator(".import-list > li")).to_have_count(6)
    expect(zoe.page.locator(".import-list > li").nth(2)).to_contain_text("Nord a 12 cartes.")
    tab_to(zoe, '[data-tick-all=""]')
    zoe.page.keyboard.press("Enter")
    expect(zoe.page.locator('[name="board"]:checked')).to_have_count(0)
    tab_to(zoe, '[name="board"]')
    zoe.page.keyboard.press("Space")
    tab_to(zoe, 'button[value="review"]')
    zoe.page.keyboard.press("Enter")
    zoe.page.locator(".sheet").wait_for()
    tab_to(zoe, ".sheet tbody a")
    zoe.page.keyboard.press("Enter")
    zoe.page.locator("#replay").wait_for()
    expect(zoe.page.locator(".replay-log")).to_contain_text("Sud : 1 pique.")


def test_a_link_is_sent_read_and_taken_back(gather: Gather, arrive: Arrive) -> None:
    south = played(gather)
    south.open("/deals/")
    south.page.locator(".deal-line").first.click()
    south.page.locator(".share-make button").click()
    link = south.page.locator(".share-links input[readonly]").input_value()
    south.page.locator("[data-copy]").click()
    expect(south.page.locator("[data-copy]")).to_contain_text("Copié")
    friend = arrive()
    friend.page.goto(link)
    friend.page.locator("#go-on").click()
    expect(friend.page.locator("#replay")).to_have_attribute("data-step", "1")
    expect(friend.page.locator("body")).not_to_contain_text("Sami")
    friend.page.reload()
    expect(friend.page.locator("#replay")).to_have_attribute("data-step", "1")
    south.page.locator('.share-links button[name="take_back"]').click()
    expect(south.page.locator(".share-links")).to_have_count(0)
    friend.faults.expect(r"status of 404")
    friend.page.goto(link)
    expect(friend.page.locator("#replay")).to_have_count(0)


def test_files_without_scripts(gather: Gather, arrive: Arrive) -> None:
    south = played(gather, S={"java_script_enabled": False})
    south.open("/deals/")
    south.page.locator(".deal-line").first.click()
    south.page.locator(".share-make button").click()
    expect(south.page.locator(".share-links input[readonly]")).to_be_visible()
    expect(south.page.locator("[data-copy]")).to_be_hidden()
    bring_in(south, *FILES)
    expect(south.page.locator("[data-tick]")).to_be_hidden()
    south.page.locator('button[value="alone"]').click()
    expect(south.page.locator("#table")).to_be_visible()


@pytest.mark.parametrize("language", LOCALES)
def test_the_pages_of_files_are_accessible(gather: Gather, arrive: Arrive, language: str) -> None:
    south, wrong = played(gather, language=language), []
    south.faults.expect(r"status of (404|422)")

    def look(path: str = "") -> None:
        if path:
            south.open(path)
        where = south.page.url.split("/", 3)[3]
        wrong.extend(f"{where}: {problem}" for problem in problems(south.page, language, in_both=True))

    south.open("/deals/")
    south.page.locator(".deal-line").first.click()
    south.page.locator(".share-make button").click()
    look()
    link = south.page.locator(".share-links input[readonly]").input_value()
    look(south.page.locator('.take-list a[href$="/print"]').get_attribute("href") or "")
    south.page.locator(".print-bar a").click()
    look(south.page.locator('.take-list a[href^="/matches/"]').get_attribute("href") or "")
    look(south.page.locator('.take-list a[href$="/print"]').get_attribute("href") or "")
    look("/" + link.split("/", 3)[3])
    look("/deals/import/")
    bring_in(south, *FILES)
    look()
    south.page.locator('button[value="review"]').click()
    look()
    south.page.locator(".imported-list a").last.click()
    look()
    assert not wrong, "\n".join(wrong)
