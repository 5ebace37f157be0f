"""The browser of the browser tests."""

import os
from typing import Any

import pytest

from tests.browser import chromium


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    path = chromium.installed()
    if path is None:
        pytest.skip(os.environ.get("NO_CHROMIUM") or "no Chromium here: `make test` gets one")
    return {**browser_type_launch_args, "executable_path": path, "args": list(chromium.ARGUMENTS)}
