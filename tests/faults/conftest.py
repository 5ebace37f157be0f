"""One server for each file of tests; it may be killed, started again, and hurt at its points."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.prepare import Preparer, preparing
from tests.server import ServerProcess

from .table import ENVIRONMENT, FourPages, four_pages


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="module")
def server(data: Path) -> Iterator[ServerProcess]:
    """On SQLite."""
    server = ServerProcess(data, **ENVIRONMENT)
    server.has_tables()
    server.start()
    try:
        yield server
    finally:
        server.kill()


@pytest.fixture(scope="module")
def preparer(server: ServerProcess) -> Iterator[Preparer]:
    with preparing(server) as preparer:
        yield preparer


@pytest.fixture
def room(server: ServerProcess, preparer: Preparer) -> Iterator[FourPages]:
    with four_pages(server, preparer) as room:
        yield room


@pytest.fixture(autouse=True)
def _no_traceback(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whatever befalls it, the server logs no error that nobody expects."""
    yield
    server = request.getfixturevalue("server")
    if request.node.get_closest_marker("errors_expected") is None:
        assert "Traceback" not in server.log.read_text()
