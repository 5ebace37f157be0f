"""A deal looked at together on a site of several processes: no two pages need the same one."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import SERVER, Gather
from tests.browser.prepare import Preparer, preparing
from tests.browser.test_replay import LAST, expect_step, played, watch_together
from tests.server import ServerProcess, serving

pytestmark = [pytest.mark.browser, pytest.mark.postgres_browser]


@pytest.fixture(scope="module")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    if not (os.environ.get("TEST_DATABASE_URL") and os.environ.get("TEST_REDIS_URL")):
        pytest.skip("several processes need PostgreSQL and Redis")
    with serving(tmp_path_factory.mktemp("processes"), "--workers", "3", **SERVER) as server:
        yield server


@pytest.fixture(scope="module")
def preparer(server: ServerProcess) -> Iterator[Preparer]:
    with preparing(server) as preparer:
        yield preparer


def test_four_in_step_over_three_processes(gather: Gather) -> None:
    party, path = played(gather)
    pages = watch_together(party, path)
    for step in range(1, 6):
        pages["N"].keyboard.press("ArrowRight")
        expect_step(pages.values(), step)
    pages["W"].reload()
    expect_step([pages["W"]], 5)
    pages.pop("N").close()
    pages["S"].locator("button[form='together-take']").click()
    expect(pages["E"].locator("#together-now")).to_contain_text("Sami")
    pages["S"].keyboard.press("End")
    expect_step(pages.values(), LAST)
