"""Browsers, the site they look at, and the people who sit at them."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import chromium
from tests.browser.ledger import SEATS
from tests.browser.party import Party
from tests.browser.people import Faults, Player
from tests.browser.prepare import Preparer, preparing
from tests.server import ServerProcess, serving

NAMES = {"N": "Nora", "E": "Émile", "S": "Sami", "W": "Wanda"}
LOCALES = {"fr": "fr-FR", "en": "en-GB"}
# Times as short as a test wants them; what they are is a setting, not a part of the site.
PATIENCE = 30_000  # milliseconds: machines that run tests are busy
SERVER = {
    "ABSENCE_SECONDS": "4",
    "HEARTBEAT_SECONDS": "2",
    "PRESENCE_LEASE_SECONDS": "600",
    "PAGE_FRAMES": "200",
    "BOT_PACE_SECONDS": "0",
    "ANALYSIS": "0",
}


expect.set_options(timeout=PATIENCE)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "browser: needs a Chromium")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    path = chromium.installed()
    if path is None:
        pytest.skip(os.environ.get("NO_CHROMIUM") or "no Chromium here: `make test` gets one")
    return {**browser_type_launch_args, "executable_path": path, "args": list(chromium.ARGUMENTS)}


@pytest.fixture(scope="session")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """The site as `make run` serves it. After `browser`, so that nothing starts where none is."""
    with serving(tmp_path_factory.mktemp("site"), **SERVER) as server:
        yield server


@contextmanager
def patient_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A site on which nobody counts as absent, for tests with pupils who have no page open."""
    with serving(tmp_path_factory.mktemp("site"), **SERVER | {"ABSENCE_SECONDS": "600"}) as server:
        yield server


@pytest.fixture(scope="session")
def preparer(server: ServerProcess) -> Iterator[Preparer]:
    with preparing(server) as preparer:
        yield preparer


@pytest.fixture
def faults(server: ServerProcess) -> Iterator[Faults]:
    """Whatever went wrong in any browser of this test fails it."""
    faults = Faults(host=f"localhost:{server.port}")
    yield faults
    assert not faults.found, "\n".join(faults.found)


Arrive = Callable[..., Player]


@pytest.fixture
def arrive(browser: Browser, server: ServerProcess, faults: Faults) -> Iterator[Arrive]:
    """Somebody sits down at a browser of his own; `options` are those of a browser context."""
    contexts = []

    def arrive(name: str = "", language: str = "fr", **options: Any) -> Player:
        options = {"locale": LOCALES[language], "reduced_motion": "reduce", **options}
        context = browser.new_context(**options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        faults.watch(context)
        return Player(context, server.url, faults, name, language)

    yield arrive
    for context in contexts:
        context.close()


Gather = Callable[..., Party]


@pytest.fixture
def gather(arrive: Arrive, preparer: Preparer) -> Gather:
    """Four people with chairs at a new table; North is the host. `options` go to each browser, or by seat."""

    def gather(seats: str = SEATS, **options: Any) -> Party:
        own = {seat: options.pop(seat, {}) for seat in SEATS}
        players = {seat: arrive(NAMES[seat], **{**options, **own[seat]}) for seat in seats}
        host = players[seats[0]]
        code = host.post("/new").url.rstrip("/").split("/")[-1]
        for seat, player in players.items():
            player.sit_by_post(code, seat)
        return Party(players, preparer, code)

    return gather
