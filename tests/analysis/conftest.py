"""Analysis processes for tests: each in a folder of its own, ended with the test."""

import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from minibridge.analysis import Analysis, carrier
from minibridge.analysis.address import Address
from tests.processes import PATIENCE, children, lives, wait_until
from tests.server import ROOT


class AnalysisProcess:
    """``python -m minibridge.analysis`` with the jobs of these tests."""

    def __init__(self, folder: Path, jobs: str = "tests.analysis.strange_jobs") -> None:
        self.folder = folder
        before = Address.read(folder)
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "minibridge.analysis", "--until-input-ends"),
                *("--folder", str(folder), "--jobs", jobs),
            ],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stderr=(folder / "analysis.log").open("ab"),
        )
        wait_until(lambda: Address.read(folder) not in (None, before))

    @property
    def worker_pid(self) -> int | None:
        """The worker's number, or None while there is none."""
        found = children(self.process.pid)
        return found[0] if found else None

    def log(self) -> str:
        return (self.folder / "analysis.log").read_text()

    def end(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait(PATIENCE)


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AnalysisProcess]:
    """One for all tests of a file: whatever they do to its worker, it serves the next."""
    if carrier.find() is None:
        pytest.skip("endplay is not installed")
    started = AnalysisProcess(tmp_path_factory.mktemp("analysis"))
    yield started
    worker = started.worker_pid
    started.end()
    assert worker is None or not lives(worker)
    assert Address.read(started.folder) is None


@pytest.fixture
async def analysis(process: AnalysisProcess) -> AsyncIterator[Analysis]:
    one = Analysis(process.folder)
    yield one
    await one.close()
