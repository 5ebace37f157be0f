"""A teacher opens a class at a desk; pupils come in on phones, with a card or with their pictures."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.audit import DESKTOP, PHONE, problems, resize
from tests.browser.conftest import Arrive
from tests.browser.people import Player
from tests.server import ServerProcess

pytestmark = pytest.mark.browser

SMALL = {"viewport": {"width": PHONE[0], "height": PHONE[1]}, "has_touch": True, "is_mobile": True}
NAMES = ("Lucie", "Émile", "Farid")


def open_class(teacher: Player) -> str:
    """A class of three; returns its path."""
    teacher.sign_up(f"t{time.time_ns()}")
    teacher.open("/preferences/")
    teacher.page.locator("#id_is_adult").check()
    teacher.page.locator(".save button").click()
    teacher.open("/classes/")
    teacher.page.locator('main a[href="/classes/new"]').first.click()
    teacher.page.locator("#id_name").fill("6e B")
    teacher.page.locator("main form button.primary").click()
    teacher.page.wait_for_url("**/classes/*/")
    teacher.page.locator("#id_names").fill("\n".join(NAMES))
    teacher.page.locator(".class-add button").click()
    expect(teacher.page.locator(".pupil-list li")).to_have_count(len(NAMES))
    return "/" + teacher.page.url.split("/", 3)[3]


def pictures_of(teacher: Player, path: str, name: str) -> list[str]:
    """The code of a pupil, as the teacher's page shows it."""
    teacher.open(path)
    uses = teacher.page.locator(f".pupil-list li:has-text('{name}') use").all()
    return [(use.get_attribute("href") or "").partition("#")[2] for use in uses]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_class_is_opened_and_pupils_come_in(arrive: Arrive, language: str) -> None:
    teacher = arrive(language=language, viewport={"width": DESKTOP[0], "height": DESKTOP[1]})
    path = open_class(teacher)
    code = teacher.page.locator(".class-code b").inner_text()
    assert problems(teacher.page, language, in_both=True) == []
    teacher.open(path + "cards")
    assert problems(teacher.page, language, in_both=True) == []
    expect(teacher.page.locator(".pupil-card")).to_have_count(len(NAMES))
    come_in_by_pictures(arrive(language=language, **SMALL), code, pictures_of(teacher, path, "Lucie"))
    come_in_without_javascript(
        arrive(language=language, java_script_enabled=False, **SMALL),
        code,
        pictures_of(teacher, path, "Farid"),
    )


def come_in_by_pictures(pupil: Player, code: str, pictures: list[str]) -> None:
    pupil.faults.expect("status of 422")
    pupil.open("/class/")
    assert problems(pupil.page, pupil.language, in_both=True) == []
    resize(pupil.page, PHONE)
    pupil.page.locator("#id_code").fill(code.lower())
    pupil.page.locator("main form button").click()
    pupil.page.wait_for_url(f"**/class/{code}/")
    assert problems(pupil.page, pupil.language, in_both=True) == []
    resize(pupil.page, PHONE)
    for box in pupil.page.locator(".picture-button").all():
        size = box.bounding_box()
        assert size is not None and size["width"] >= 44 and size["height"] >= 44
    tap(pupil, [*pictures[:3], "moon" if pictures[3] != "moon" else "sun"])
    expect(pupil.page.locator(".notice.error")).to_be_visible()
    tap(pupil, [pictures[0], "apple"])
    pupil.page.locator('button[name="back"]').tap()
    tap(pupil, pictures[1:])
    pupil.page.wait_for_url("**/lesson/")
    expect(pupil.page.locator(".site-person")).to_have_text("Lucie")


def tap(pupil: Player, pictures: list[str]) -> None:
    for name in pictures:
        pupil.page.locator(f'button[name="tap"][value="{name}"]').tap()


def come_in_without_javascript(pupil: Player, code: str, pictures: list[str]) -> None:
    pupil.open(f"/class/{code}/")
    for count, name in enumerate(pictures, start=1):
        pupil.page.locator(f'button[name="tap"][value="{name}"]').click()
        if count < 4:
            expect(pupil.page.locator(".slots svg")).to_have_count(count)
    pupil.page.wait_for_url("**/lesson/")


def test_a_card_is_scanned_and_one_tap_lets_in(arrive: Arrive, server: ServerProcess) -> None:
    teacher = arrive()
    path = open_class(teacher)
    teacher.open(path + "cards")
    drawn = teacher.page.locator(".pupil-card:has-text('Farid') .card-qr svg").bounding_box()
    assert drawn is not None and drawn["width"] > 120 and drawn["height"] > 120
    pupil = arrive(**SMALL)
    pupil.open(f"/c/{card_key(server, 'Farid')}/")
    expect(pupil.page.locator("h1")).to_contain_text("Es-tu Farid")
    assert problems(pupil.page, "fr") == []
    resize(pupil.page, PHONE)
    pupil.page.locator("main form button").tap()
    pupil.page.wait_for_url("**/lesson/")
    expect(pupil.page.locator(".site-person")).to_have_text("Farid")
    pupil.open("/")
    assert problems(pupil.page, "fr") == []


def card_key(server: ServerProcess, name: str) -> str:
    """What a scanner reads from the newest card of this name: no browser here can read a QR code."""
    question = """SELECT key FROM accounts_pupil p JOIN accounts_user u ON u.id = p.user_id
        WHERE u.display_name = ? ORDER BY p.id DESC"""
    path = Path(server.environment["MINIBRIDGE_DATA"]) / "minibridge.sqlite3"
    with closing(sqlite3.connect(path)) as database:
        return str(database.execute(question, [name]).fetchone()[0])
