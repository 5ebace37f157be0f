"""Which step of a card a sample belongs to."""

import pytest

from .steps import ELSE, WITHIN, shares, step_of

LOOP = "main (manage.py:11);Runner.run (asyncio/runners.py:118)"
CONSUMER = (
    f"{LOOP};LeanConsumer.dispatch (tables/lean_consumer.py:40);TableConsumer._paint (tables/consumers.py:14)"
)
THREAD = "Thread.run (threading.py:982);_worker (concurrent/futures/thread.py:83)"
ACTION = (
    f"{THREAD};SyncToAsync.thread_handler (asgiref/sync.py:522);action_submit (tables/services/play.py:81)"
)
DRAWING = f"{CONSUMER};frame (tables/frame.py:65);render (tables/regions.py:100)"
ENGINE = "the engine: rules, and who sees which card"
DRAWN = "what changed for each of four, as HTML"

SAMPLES = {
    f"{CONSUMER};PerMessageDeflate.encode (websockets/extensions/permessage_deflate.py:200)": "compression",
    f"{CONSUMER};JSONEncoder.iterencode (json/encoder.py:257)": "JSON",
    f"{ACTION};execute (django/db/backends/sqlite3/base.py:360)": "database: SQL and commit",
    f"{ACTION};lay_card (minibridge/engine/transitions/tricks.py:30)": ENGINE,
    f"{DRAWING};view_for (minibridge/engine/seat_view.py:150)": ENGINE,
    f"{DRAWING};hand_facts (tables/felt.py:211)": DRAWN,
    f"{DRAWING};gettext (django/utils/translation/__init__.py:70)": DRAWN,
    f"{ACTION};now (django/utils/timezone.py:200)": "the action beside rules and database",
    f"{THREAD};_WorkItem.run (concurrent/futures/thread.py:58)": "threads between socket and database",
    f"{CONSUMER};Frame.serialize (websockets/frames.py:300)": "frames of web sockets",
    CONSUMER: "consumers, groups and middleware",
    LOOP: "event loop and system calls",
    "main (manage.py:11)": "other",
    THREAD: None,
    "AnalysisKeeper._keep (minibridge/analysis/keeper.py:90);Popen._try_wait (subprocess.py:1990)": None,
}  # fmt: skip


@pytest.mark.parametrize("stack", SAMPLES)
def test_a_sample_belongs_to_one_step(stack):
    assert step_of(stack) == SAMPLES[stack]


def test_every_step_has_its_sample():
    assert {*SAMPLES.values()} == {*WITHIN, *ELSE, "other", None}


def test_shares_leave_out_whoever_waits():
    lines = [f"{LOOP} 1\n", f"{CONSUMER} 2\n", f"{LOOP} 1\n", f"{THREAD} 90\n"]
    assert shares(lines) == [("event loop and system calls", 0.5), ("consumers, groups and middleware", 0.5)]


def test_what_is_no_sample_is_refused():
    with pytest.raises(ValueError):
        shares(["main (manage.py:11)"])
