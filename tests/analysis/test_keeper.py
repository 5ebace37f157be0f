"""The keeper: one process for a folder, alive as long as the server, and none left behind."""

import logging
import os
import signal
import subprocess
import sys

import pytest

from minibridge.analysis import Analysis, AnalysisKeeper, AnalysisUnavailable, carrier, folder_lock, keeper
from minibridge.analysis.address import Address
from tests.processes import children, lives, wait_until
from tests.server import ROOT

pytestmark = pytest.mark.skipif(carrier.find() is None, reason="endplay is not installed")
JOBS = "tests.analysis.strange_jobs"


def ask(analysis, job="echo", data=1):
    return analysis.ask_now(job, data, priority=1, seconds=1, patience=60)


def is_answered(analysis):
    try:
        return ask(analysis) == 1
    except AnalysisUnavailable:
        return False


def test_it_starts_a_process_and_leaves_none_behind(tmp_path):
    analysis = Analysis(tmp_path)
    with AnalysisKeeper(tmp_path, JOBS) as kept:
        wait_until(lambda: is_answered(analysis))
        service = kept.pid
        [worker] = children(service)
    assert not lives(service)
    assert not lives(worker)
    assert kept.pid is None
    assert Address.read(tmp_path) is None
    assert not is_answered(Analysis(tmp_path))


def test_a_killed_process_is_started_again_and_the_client_recovers(tmp_path, caplog, monkeypatch):
    monkeypatch.setattr(keeper, "FIRST_PAUSE", 0.05)
    analysis = Analysis(tmp_path)
    with AnalysisKeeper(tmp_path, JOBS) as kept:
        wait_until(lambda: is_answered(analysis))
        service = kept.pid
        [worker] = children(service)
        os.kill(service, signal.SIGKILL)
        wait_until(lambda: kept.pid not in (None, service))
        wait_until(lambda: is_answered(analysis))
        wait_until(lambda: not lives(worker))
    assert [record.message for record in caplog.records if record.levelno >= logging.WARNING] == [
        "The analysis process ended (-9); another is started in 0.1 s."
    ]


def test_a_process_that_cannot_live_is_tried_again_more_and_more_slowly(tmp_path, caplog, monkeypatch):
    monkeypatch.setattr(keeper, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(keeper.sys, "executable", "/bin/false")
    with AnalysisKeeper(tmp_path, JOBS):
        wait_until(lambda: len(caplog.records) >= 4)
    pauses = [record.args[1] for record in caplog.records]
    assert pauses[:4] == [0.01, 0.02, 0.04, 0.08]


def test_jobs_that_cannot_be_loaded_leave_the_service_alive_and_say_so(tmp_path):
    analysis = Analysis(tmp_path)
    with AnalysisKeeper(tmp_path, "tests.analysis.no_such_jobs") as kept:
        wait_until(analysis.is_available)
        service = kept.pid
        for _ in range(3):
            with pytest.raises(AnalysisUnavailable) as refused:
                ask(analysis)
            assert refused.value.code == "died"
        assert kept.pid == service


def test_two_keepers_of_a_folder_share_one_process_and_the_second_takes_over(tmp_path, monkeypatch):
    monkeypatch.setattr(keeper, "LOOK", 0.05)
    analysis = Analysis(tmp_path)
    with AnalysisKeeper(tmp_path, JOBS) as first:
        wait_until(lambda: is_answered(analysis))
        with AnalysisKeeper(tmp_path, JOBS) as second:
            assert is_answered(analysis)
            assert second.pid is None
            first.__exit__(None, None, None)
            wait_until(lambda: second.pid is not None)
            wait_until(lambda: is_answered(analysis))


def test_a_second_process_for_a_folder_ends_at_once(tmp_path):
    with folder_lock.lock(tmp_path):
        assert folder_lock.is_locked(tmp_path)
        done = subprocess.run(
            [sys.executable, "-m", "minibridge.analysis", "--folder", str(tmp_path)], cwd=ROOT, timeout=60
        )
        assert done.returncode == folder_lock.ANOTHER_HAS_IT
    assert not folder_lock.is_locked(tmp_path)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_on_a_signal(tmp_path, number):
    process = subprocess.Popen(
        [sys.executable, "-m", "minibridge.analysis", "--folder", str(tmp_path), "--jobs", JOBS], cwd=ROOT
    )
    analysis = Analysis(tmp_path)
    wait_until(lambda: is_answered(analysis))
    [worker] = children(process.pid)
    process.send_signal(number)
    assert process.wait(60) == 0
    assert not lives(worker)
    assert Address.read(tmp_path) is None


def test_without_endplay_nothing_is_started_and_that_is_said_once(tmp_path, caplog, monkeypatch):
    monkeypatch.setattr(carrier, "find", lambda: None)
    with AnalysisKeeper(tmp_path) as kept:
        assert kept.pid is None
        assert not Analysis(tmp_path).is_available()
    assert [record.message for record in caplog.records] == [
        "The package endplay is not installed: the site runs without analysis."
    ]
