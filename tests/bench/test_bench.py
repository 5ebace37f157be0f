"""The measuring stand itself: it plays whole deals at the real site, and its sums are right.

How fast anything was never decides here.
"""

import asyncio
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import uvloop

from minibridge.engine import Phase

from .bare import BarePlace, BarePostPlace
from .closed_loop import Run, measure
from .meter import Meter, idle_share, percentile
from .open_loop import PACE, HumanRate, measure_open, settled
from .pages import pages
from .place import Broken, Place, check_sockets, connect_all
from .plan import plan_of
from .servers import ROOT, Baseline, Site
from .site import SitePlace, SitePostPlace, prepare
from .storm import storm

SEED = 7
SHORT = "--seconds 0.3 --warm-up 0.1 --turns 1".split()


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A running site, and tables at which nobody has played."""
    site = Site(tmp_path_factory.mktemp("site"))
    prepared = iter(prepare(site, 20, SEED, deals=2))
    with site:
        yield site, prepared


def at_tables(site, play, *, count=1, place=SitePlace):
    """What ``play`` gives that is called with so many open tables of the site."""
    server, prepared = site

    async def played():
        places = await connect_all([place(server, next(prepared), SEED) for _ in range(count)])
        found = await play(places)
        for one in places:
            one.close()
        return found

    return uvloop.run(played())


def test_a_percentile_is_one_of_the_latencies():
    times = [0.001 * n for n in range(1, 101)]
    assert percentile(times, 50) == pytest.approx(0.051)
    assert percentile(times, 99) == percentile(times, 100) == pytest.approx(0.1)
    assert percentile([], 99) == 0


def test_four_guests_play_a_deal_and_are_dealt_the_next_at_the_real_site(site):
    async def play(places):
        [place] = places
        first = Run([place], at_once=1, most={place: 20})
        await first.ended
        run = Run([place], at_once=1)
        await run.ended
        played, record = (len(first.latencies), len(run.latencies)), place.record
        with pytest.raises(Broken):
            place.reached(0, b'{"type":"refused","status":400}')
        assert place.state.phase is Phase.FINISHED
        await place.prepare()
        assert place.record > record
        assert place.state.phase is Phase.CONTRACT
        return played

    assert at_tables(site, play) == (20, 1 + 52 - 20)


def test_cards_go_up_by_post_at_both_servers_and_reach_four_screens(site, tmp_path):
    async def play(places):
        with Baseline(tmp_path) as server:
            bare = await connect_all([BarePostPlace(server, 0)])
            for place in (*places, *bare):
                run = Run([place], at_once=1, most={place: 8})
                await run.ended
                assert len(run.latencies) == 8
                check_sockets([place])
            return places[0].state.n

    assert at_tables(site, play, place=SitePostPlace) == 8


def test_a_post_that_is_refused_breaks_the_measurement(site):
    async def play(places):
        [place] = places
        place.record += 1
        place.play()
        with pytest.raises(ConnectionError, match="answered 409"):
            await place.visitors[place.awaited.screen].answer
        with pytest.raises(Broken, match="answered 409"):
            check_sockets(places)

    at_tables(site, play, place=SitePostPlace)


def test_cards_at_the_bare_server_are_stored_and_counted(tmp_path):
    async def play():
        with Baseline(tmp_path) as server:
            places = await connect_all([BarePlace(server, number, deflate=number == 0) for number in (0, 1)])
            idle = await idle_share(server, 0.1)
            fast = await measure(server, places, at_once=2, seconds=0.3, warm_up=0.05, idle=idle)
            few = await measure(server, places, at_once=2, seconds=20, most=3)
            human = await measure_open(server, places, at_once=2, seconds=PACE, warm_up=PACE)
        return fast, few, human

    fast, few, human = uvloop.run(play())
    assert fast.cards == len(fast.latencies) > 0
    assert few.cards == 6
    assert human.cards in (1, 2, 3)
    assert fast.undelivered == few.undelivered == human.undelivered == 0
    assert fast.used.server > 0


class DeafPlace(Place):
    """Cards go out and never come back, until it is told so."""

    async def screen_open(self, index):
        raise NotImplementedError

    def move(self):
        return self.awaited or ()

    def reached(self, screen, text):
        return None

    def deliver(self, move):
        pass


async def test_a_card_that_is_due_while_another_is_under_way_waits_from_then_on(monkeypatch):
    monkeypatch.setattr("tests.bench.open_loop.PACE", 0.02)
    monkeypatch.setattr("tests.bench.open_loop.PATIENCE", 0.05)
    place = DeafPlace()
    run = HumanRate([place])
    while not run.held:
        await run.loop.run_in_executor(None, lambda: None)
    due = run.held[place]
    run.arrived(place)
    assert place.played == 2
    assert place.sent_at == due
    assert len(run.latencies) == 1
    assert await run.stop() >= 1
    played = place.played
    run.arrived(place)
    assert place.played == played


async def test_a_table_whose_card_is_under_way_is_left_out(monkeypatch):
    monkeypatch.setattr("tests.bench.open_loop.SETTLING", 0.2)
    stuck, ready = DeafPlace(), DeafPlace()
    stuck.play()
    assert await settled([stuck, ready]) == [ready]


async def test_the_pages_of_a_table_send_their_heartbeats_at_human_rate(monkeypatch):
    monkeypatch.setattr("tests.bench.open_loop.PACE", 0.02)
    monkeypatch.setattr("tests.bench.open_loop.BEAT", 0.02)
    place = DeafPlace()
    beaten = asyncio.Event()
    place.beat = beaten.set
    run = HumanRate([place])
    await asyncio.wait_for(beaten.wait(), 10)
    monkeypatch.setattr("tests.bench.open_loop.PATIENCE", 0.05)
    await run.stop()


def test_a_table_hears_the_answers_to_its_heartbeats(site):
    async def play(places):
        [place] = places
        place.pinged = 0.0
        await place.prepare()
        return place.pongs

    assert at_tables(site, play) == 4


def test_a_meter_sees_what_its_server_uses(tmp_path):
    class Spinning(Site):
        def cpu(self):
            return self.spent

    server = Spinning(tmp_path)
    server.spent = 1.0
    meter = Meter(server, idle=0.0)
    server.spent = 3.5
    assert meter.read().server == pytest.approx(2.5)


def test_pages_that_lose_their_sockets_are_all_let_in_again(site):
    async def play(places):
        found = await storm(places)
        check_sockets(places)
        run = Run(places, at_once=len(places), most=dict.fromkeys(places, 2))
        await run.ended
        return found, len(run.latencies)

    found, cards = at_tables(site, play, count=10)
    assert (found.sockets, found.refused, len(found.times)) == (40, 0, 40)
    assert cards == 20


@pytest.mark.soak
def test_four_hundred_pages_that_lose_their_sockets_are_back_within_ten_seconds(tmp_path):
    site = Site(tmp_path)
    prepared = iter(prepare(site, 100, SEED, deals=1))
    with site:
        found = at_tables((site, prepared), storm, count=100)
    assert (found.sockets, found.refused, len(found.times)) == (400, 0, 400)
    assert max(found.times) < 10


def test_a_page_that_is_not_let_in_is_counted(site, monkeypatch):
    monkeypatch.setattr("tests.bench.site.PATIENCE", 1.0)

    async def play(places):
        places[0].prepared = replace(places[0].prepared, code="NOBODY")
        return await storm(places)

    found = at_tables(site, play, count=2)
    assert (found.sockets, found.refused) == (8, 4)


def test_pages_are_counted_with_their_queries(monkeypatch):
    monkeypatch.setenv("BENCH", "quick")
    plan, _is_readme = plan_of(SHORT)

    async def measured():
        return [line async for line in pages(plan)]

    lines = uvloop.run(measured())
    assert [line["page"] for line in lines] == ["bare", "home", "table", "deals", "replay"]
    assert all(0 < line["queries"] < 25 for line in lines[1:])
    assert all(line["pages_per_second"] > 0 and line["bytes"] > 1000 for line in lines)


def test_a_part_that_does_not_exist_is_refused(capsys):
    with pytest.raises(SystemExit):
        plan_of(["--parts", "closed,cards"])
    assert "the parts are closed, human" in capsys.readouterr().err


@pytest.mark.soak
def test_the_command_measures_writes_lines_and_prints_tables(tmp_path):
    lines = tmp_path / "lines.jsonl"
    command = ["--closed", "1,2", "--human", "3", "--some", "2", *SHORT, "--out", str(lines)]
    run = subprocess.run(
        [sys.executable, "-m", "tests.bench", *command],
        cwd=ROOT,
        env=os.environ | {"BENCH": "quick"},
        capture_output=True,
        text=True,
        check=True,
    )
    found = [json.loads(line) for line in Path(lines).read_text().splitlines()]
    assert [one["server"] for one in found if one["part"] == "closed"] == ["baseline", "site", "baseline"] * 2
    assert {"human", "post", "play", "sockets", "start", "storm", "pages", "workers"} < {
        one["part"] for one in found
    }
    assert "Again: BENCH=quick python -m tests.bench" in run.stdout


def test_the_measurement_begins_without_the_settings_of_a_site() -> None:
    modules = ", ".join(
        f"tests.bench.{name}" for name in ("__main__", "engine", "review", "replay", "deals", "wall")
    )
    environment = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO_")}
    subprocess.run([sys.executable, "-c", f"import {modules}"], cwd=ROOT, env=environment, check=True)
