"""A lesson from the first scan to the last trace: a teacher, twenty pupils, five tables.

Two pupils have real browsers; the others are real clients of the same doors and sockets. One drops and comes
back, one goes home for good.
"""

from __future__ import annotations

import csv
import io
import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.people import Player
from tests.browser.school import school_on, traces_of
from tests.schoolmate import HELD, WORTH, Schoolmate
from tests.server import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.soak]  # twenty pupils want minutes on a busy machine

NAMES = tuple(f"Élève-{number:02}" for number in range(1, 21))
AT_A_TABLE = re.compile(r"/t/[A-Z0-9]{6}/$")
PATIENCE = 90  # seconds for what twenty pupils do together


def wait_for(what: Callable[[], object], why: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < deadline, why
        time.sleep(0.1)


def come_in(player: Player, school_code: str, pictures: str) -> None:
    """With the code of the class and four pictures."""
    player.open("/class/")
    player.page.locator('input[name="code"]').fill(school_code)
    player.page.locator("main form button").first.click()
    for picture in pictures.split():
        player.page.locator(f'button[name="tap"][value="{picture}"]').click()
    expect(player.page).to_have_url(re.compile(r"/lesson/$"))


def act(player: Player) -> bool:
    """What the page of a pupil asks of him now; says whether it asked for anything."""
    page = player.page
    if page.locator("#table").get_attribute("data-mine") != "1":
        return False
    announce = page.locator('#r-panel input[name="points"]')
    if announce.count():
        seat = page.locator("#table").get_attribute("data-seat")
        ranks = HELD.findall(page.locator(f"#r-cards-{seat}").inner_html())
        player.do("announce", str(sum(WORTH.get(rank, 0) for rank in ranks)))
        return True
    contract = page.locator('#r-panel input[name="contract"]')
    if contract.count():
        player.do("contract", contract.first.get_attribute("value") or "")
        return True
    card = page.locator(".hand[data-due] button[data-card]:not([aria-disabled])").first
    if not card.count():
        return False
    card.press("Enter")
    return True


def press(teacher: Player, name: str) -> None:
    teacher.page.get_by_role("button", name=name, exact=True).first.click()


def test_a_whole_lesson(arrive: Arrive, server: ServerProcess) -> None:
    school = school_on(server, *NAMES)
    teacher = arrive("Tilda", "en", viewport={"width": 1366, "height": 768})
    school.enter(teacher, 0)
    scanner, tapper = (
        arrive("", "en"),
        arrive("", "en", viewport={"width": 390, "height": 844}, has_touch=True),
    )
    scanner.open(f"/c/{school.keys[0]}/")
    scanner.page.get_by_role("button", name="Yes, that is me").click()
    come_in(tapper, school.code, school.pictures[1])
    for player in (teacher, scanner, tapper):
        player.context.set_default_timeout(PATIENCE * 1000)
    mates = [Schoolmate(server) for _ in NAMES[2:]]
    with ThreadPoolExecutor(18) as pool:
        list(pool.map(lambda one: one[0].scan(one[1]), zip(mates, school.keys[2:], strict=True)))

    teacher.open(f"/classes/{school.class_id}/lesson/new")
    teacher.page.locator('select[name="pack"]').select_option("site-declarer")
    teacher.page.get_by_role("button", name="Begin the lesson").click()
    expect(teacher.page.locator("#wall")).to_have_attribute("data-wire", "live")
    expect(teacher.page.locator(".wall-table")).to_have_count(5)
    for pupil in (scanner, tapper):
        expect(pupil.page).to_have_url(AT_A_TABLE)
    with ThreadPoolExecutor(18) as pool:
        list(pool.map(Schoolmate.sit_down, mates))

    # Everything stands still while the teacher speaks, after a reload too.
    press(teacher, "Pause all tables")
    press(teacher, "Deal")
    for pupil in (scanner, tapper):
        expect(pupil.page.locator("#lesson-bar")).to_contain_text("We stop and listen")
        pupil.page.reload()
        expect(pupil.page.locator("#lesson-bar")).to_contain_text("We stop and listen")
    wait_for(lambda: all(len(mate.own) == 13 for mate in mates), "everybody is dealt thirteen cards")
    teacher.page.locator(".wall-more summary").click()
    press(teacher, "Go step by step")
    press(teacher, "Play goes on")
    assert all(mate.seen == mate.own for mate in mates), "nobody sees more than his own cards"
    assert not any(mate.refused for mate in mates)

    # Step by step: the points, then dummy and the contract, then the play.
    press(teacher, "Next step: say the points")
    play_until(lambda: teacher.page.locator(".wall-table:has-text('Counting')").count() == 0, scanner, tapper)
    teacher.page.locator(".wall-more summary").click()
    teacher.page.get_by_role("button", name="No more steps: play freely").click()

    # One falls asleep and comes back; one goes home, and a robot plays his cards.
    mates[5].drop()
    gone = mates[9]
    gone.drop()
    wall = teacher.page.url.removeprefix(server.url)
    teacher.open(wall.replace("wall/", "seating/"))
    teacher.page.locator(f".seating-people li:has-text('{NAMES[11]}') button").click()
    expect(teacher.page.locator(f".seating-people .is-gone:has-text('{NAMES[11]}')")).to_have_count(1)
    teacher.open(wall)
    mates[5].sit_down()

    results = server.url + wall.replace("wall/", "results/")
    play_until(lambda: traveller(teacher, results) == 5, scanner, tapper)
    for pupil in (scanner, tapper):
        expect(pupil.page.locator("#table")).to_have_attribute("data-stage", "finished")

    teacher.open(results.removeprefix(server.url))
    expect(teacher.page.locator("main")).to_contain_text("Table 5")
    told = teacher.context.request.get(f"{results}travellers.csv").body().decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(told), delimiter=";" if ";" in told else ","))
    assert sum(cell == "5" for row in rows for cell in row[:3]) >= 1 and len(rows) >= 6

    for mate in mates:
        mate.drop()
    for pupil in (scanner, tapper):  # the class goes while their pages are open
        pupil.faults.expect("status of 40[34]", "WebSocket")
    teacher.open(f"/classes/{school.class_id}/delete")
    teacher.page.locator("main form input[type=text]").fill("6e B")
    teacher.page.get_by_role("button", name="Delete everything").click()
    expect(teacher.page).to_have_url(re.compile(r"/classes/$"))
    assert traces_of(server, *NAMES) == []


def traveller(teacher: Player, results: str) -> int:
    """How many tables have a result that may be read."""
    answer = teacher.context.request.get(results).text()
    return len(set(re.findall(r'href="/deals/(\d+)/"', answer)))


def play_until(is_so: Callable[[], bool], *players: Player) -> None:
    """The pupils with browsers play whatever is asked of them until it is so."""
    deadline = time.monotonic() + 2 * PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, "the lesson is stuck"
        acted = [act(player) for player in players]
        if not any(acted):
            players[0].page.wait_for_timeout(200)
