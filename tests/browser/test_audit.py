"""The audit itself: it names what sticks out and stays, and nothing else."""

from __future__ import annotations

import pytest

from tests.browser.audit import PHONE, overflow, resize
from tests.browser.conftest import Arrive
from tests.browser.people import Player

pytestmark = pytest.mark.browser

WIDE = "<div id='wide' style='width: 425px'>much too wide</div>"
CLIPPED = "<div style='overflow: hidden; width: 10px'><p style='width: 900px'>cut off</p></div>"
TRAVELLING = "<div id='card' style='width: 50px; height: 50px'></div>"


def page_of(arrive: Arrive, body: str) -> Player:
    player = arrive()
    player.page.set_content(f"<!doctype html><body>{body}</body>")
    resize(player.page, PHONE)
    return player


def test_what_sticks_out_is_named(arrive: Arrive) -> None:
    [told] = overflow(page_of(arrive, CLIPPED + WIDE).page)
    assert told.startswith("too wide: ")
    assert told.endswith("390: div #wide")


def test_what_is_clipped_does_not_stick_out(arrive: Arrive) -> None:
    assert overflow(page_of(arrive, CLIPPED).page) == []


def test_a_card_that_travels_is_waited_for(arrive: Arrive) -> None:
    page = page_of(arrive, TRAVELLING).page
    page.evaluate("""() => document.getElementById("card").animate(
        [{ transform: "translate(900px, 0)" }, { transform: "translate(800px, 0)" }], 400)""")
    assert page.evaluate("() => document.documentElement.scrollWidth > document.documentElement.clientWidth")
    assert overflow(page) == []
