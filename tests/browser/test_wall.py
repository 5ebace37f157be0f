"""The wall in a browser: alive, accessible, and the table that calls first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.audit import problems
from tests.browser.conftest import Arrive, patient_server
from tests.browser.people import Player
from tests.lesson_site import lesson_on
from tests.server import ServerProcess

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with patient_server(tmp_path_factory) as server:
        yield server


@pytest.fixture
def lesson(server: ServerProcess) -> dict[str, Any]:
    """Three tables, the third with three robots: one has done nothing, one is in play."""
    environment = server.environment | {"DJANGO_SETTINGS_MODULE": "minibridge.settings"}
    return lesson_on(environment, tables=3, pupils=9, cards="5,0")


def sign_in(player: Player, key: str) -> Page:
    player.context.add_cookies([{"name": "sessionid", "value": key, "url": player.site}])
    return player.page


def test_the_wall_is_alive_and_fit_for_everybody(arrive: Arrive, lesson: dict[str, Any]) -> None:
    teacher, pupil = arrive(language="fr"), arrive(language="fr")
    wall = sign_in(teacher, lesson["teacher"])
    teacher.open(f"/lessons/{lesson['lesson']}/wall/")
    expect(wall.locator("#wall")).to_have_attribute("data-wire", "live")
    expect(wall.locator(".wall-table")).to_have_count(3)
    expect(wall.locator("#wall-2 .wall-waits b")).to_contain_text("Attend")
    expect(wall.locator("#wall-2 .wall-time").first).to_contain_text(" s")

    sign_in(pupil, lesson["tables"][0]["pupils"][0])
    pupil.open("/")
    pupil.post("/lesson/hand")
    expect(wall.locator("#wall-1 .wall-up")).to_contain_text("Main levée")
    expect(wall.locator(".wall-table").first).to_have_id("wall-1")
    wall.locator("#wall-1 .wall-up button").click()
    expect(wall.locator("#wall-1 .wall-up")).to_have_count(0)

    wall.locator("#wall-2 .wall-button").first.click()
    expect(wall.locator("#talk-to")).to_have_value("t2")
    wall.locator(".wall-sentence").first.click()
    expect(wall.locator("#wall-head")).to_contain_text("Table 2")
    wall.locator("#wall-2 .wall-card").first.click()
    expect(wall.locator("#point-what")).to_contain_text("table 2")
    wall.locator("#to-point .primary").click()
    expect(wall.locator("#wall-alert")).to_contain_text("élève")

    wall.locator("[data-switch=hands]").click()
    expect(wall.locator("#wall-2 .wall-card").first).to_be_hidden()
    assert "hands=hidden" in wall.url
    wall.locator("[data-switch=hands]").click()
    assert problems(wall, "fr") == []


def test_a_teacher_who_looks_on_sees_four_hands(arrive: Arrive, lesson: dict[str, Any]) -> None:
    teacher = arrive(language="en")
    page = sign_in(teacher, lesson["teacher"])
    teacher.open(f"/t/{lesson['tables'][1]['code']}/")
    teacher.wait_live()
    expect(page.locator(".cards [data-card]")).to_have_count(52)
    expect(page.locator("button[form='to-sit']:visible")).to_have_count(0)
    page.locator(".cards [data-card='SA']").first.click()
    expect(page.locator("#point-card")).to_have_value("SA")
    page.locator("#to-point button").click()
    expect(page.locator(".look-on-said")).to_contain_text("shown")
    assert problems(page, "en") == []
