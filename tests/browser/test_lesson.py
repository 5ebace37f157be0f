"""A lesson at real browsers: pupils who wait are led to their table, and to another one when moved."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.conftest import Arrive, patient_server
from tests.browser.people import Player
from tests.browser.school import school_on
from tests.server import ServerProcess

pytestmark = pytest.mark.browser

NAMES = ("Adam", "Bea", "Chloe", "Dora", "Elie")
AT_A_TABLE = re.compile(r"/t/[A-Z0-9]{6}/$")


@pytest.fixture(scope="module")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A robot plays for nobody whose browser is slow, and Elie has none."""
    with patient_server(tmp_path_factory) as server:
        yield server


def chair(teacher: Player, place: str) -> Locator:
    return teacher.page.locator(f'[data-chair="{place}"]')


def test_four_pupils_are_led_to_their_tables_and_one_to_another(
    arrive: Arrive, server: ServerProcess
) -> None:
    school = school_on(server, *NAMES)
    teacher = arrive("Tilda")
    school.enter(teacher, 0)
    pupils = {name: arrive(name) for name in NAMES[:4]}
    for number, pupil in enumerate(pupils.values(), start=1):
        school.enter(pupil, number)
        pupil.open("/lesson/")

    # Dora's sockets are blocked: she learns by asking.
    pupils["Dora"].page.route_web_socket(re.compile(r"/ws/"), lambda socket: socket.close())
    pupils["Dora"].faults.expect("WebSocket", "status of 403", "status of 410")

    teacher.open(f"/classes/{school.class_id}/lesson/new")
    expect(teacher.page.locator(".preview-tables > li")).to_have_count(2)
    teacher.page.locator(".lesson-go .primary").click()
    for pupil in pupils.values():
        expect(pupil.page).to_have_url(AT_A_TABLE)
    first = pupils["Adam"].page.url
    assert pupils["Bea"].page.url == pupils["Chloe"].page.url == first != pupils["Dora"].page.url

    teacher.page.locator('.lesson-control a[href$="/seating/"]').click()
    chair(teacher, "1-N").drag_to(chair(teacher, "2-E"))
    expect(chair(teacher, "2-E")).to_contain_text("Adam")
    expect(pupils["Adam"].page).to_have_url(pupils["Dora"].page.url)
    expect(pupils["Adam"].page.locator("#table")).to_have_attribute("data-seat", "E")

    # Two taps take her there and him back; Dora has no socket and comes all the same.
    chair(teacher, "2-N").click()
    chair(teacher, "1-N").click()
    expect(chair(teacher, "1-N")).to_contain_text("Dora")
    expect(pupils["Dora"].page).to_have_url(first)

    teacher.page.locator("main .way-back a").click()
    # A robot that declares would soon play the cards of a pupil who is its dummy.
    teacher.page.locator('.lesson-control form[action$="/pause"] button').click()
    expect(teacher.page.locator('.lesson-control form[action$="/pause"] input[name="paused"]')).to_have_value(
        "0"
    )
    teacher.page.locator('.lesson-control form[action$="/deal"] button').click()
    for pupil in pupils.values():
        seat = pupil.page.locator("#table").get_attribute("data-seat")
        expect(pupil.page.locator(f"#r-cards-{seat} [data-card]")).to_have_count(13)
        expect(pupil.page.locator("#lesson-bar")).to_have_count(1)
        expect(pupil.page.locator("[form=to-stand]")).to_have_count(0)

    teacher.page.locator(".wall-more summary").click()
    teacher.page.locator(".lesson-control .danger").click()
    teacher.page.locator("button[name=sure]").click()
    for pupil in pupils.values():
        expect(pupil.page).to_have_url(re.compile(r"/lesson/$"))
