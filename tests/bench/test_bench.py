"""The measuring stand itself: it plays whole deals at the real site, and its sums are right.

How fast anything was never decides here.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import uvloop

from minibridge.engine import Phase

from .bare import BarePlace
from .closed_loop import Broken, Run, Window, idle_share, measure
from .report import Sandwich, line_of, rows, table
from .servers import ROOT, Baseline, Site
from .site import SitePlace, prepare

SEED = 7


def window(server="site", *, tables=10, cards=100, seconds=2.0, cpu=0.1, **figures):
    return Window(
        **{
            "server": server,
            "tables": tables,
            "cards": cards,
            "seconds": seconds,
            "cpu": cpu,
            "undelivered": 0,
            "foreign": 0.0,
            "client": 0.1,
            "received": 4000,
            "latencies": [0.001 * n for n in range(1, 101)],
        }
        | figures
    )


def sandwich(before, site, after, **figures):
    return Sandwich(
        window("baseline", cpu=before, **figures), window(cpu=site, **figures), window("baseline", cpu=after)
    )


def test_a_ratio_compares_the_site_with_the_mean_of_both_its_neighbours():
    assert sandwich(0.01, 0.15, 0.02).cpu_ratio == pytest.approx(10)


def test_a_row_gives_the_median_of_the_ratios_of_its_tables():
    found = rows([sandwich(0.01, cpu, 0.01) for cpu in (0.3, 0.1, 0.2)] + [sandwich(1, 1, 1, tables=50)])
    assert [row.tables for row in found] == [10, 50]
    assert found[0].cpu_ratio == pytest.approx(20)


def test_lost_cards_of_every_window_are_told():
    assert rows([sandwich(1, 1, 1, undelivered=2)])[0].undelivered == 4


def test_latencies_are_marked_where_others_used_the_machine():
    quiet, noisy = (table(rows([sandwich(1, 1, 1, foreign=share)])) for share in (0.02, 0.5))
    assert "~" not in quiet
    assert "~" in noisy


def test_a_percentile_is_one_of_the_latencies():
    one = window()
    assert one.latency(50) == pytest.approx(0.051)
    assert one.latency(99) == one.latency(100) == pytest.approx(0.1)


def test_a_window_is_a_line_of_json():
    line = json.loads(json.dumps(line_of(window(), 3)))
    assert line["cpu_us_per_card"] == 1000
    assert (line["turn"], line["server"], line["tables"], line["bytes_per_card"]) == (3, "site", 10, 40)


def test_four_guests_play_a_deal_and_are_dealt_the_next_at_the_real_site(tmp_path):
    async def play():
        site = Site(tmp_path)
        prepared = prepare(site, 1, SEED)
        with site:
            place = await SitePlace.open(site, prepared[0], SEED)
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
            for screen in place.screens:
                screen.close()
        return played

    assert uvloop.run(play()) == (20, 1 + 52 - 20)


def test_cards_at_the_bare_server_are_stored_and_counted(tmp_path):
    async def play():
        with Baseline(tmp_path) as server:
            places = [await BarePlace.open(server, number, deflate=number == 0) for number in range(2)]
            idle = await idle_share(server, 0.1)
            return await measure(server, places, at_once=2, seconds=0.3, warm_up=0.05, idle=idle)

    found = uvloop.run(play())
    assert found.cards == len(found.latencies) > 0
    assert found.undelivered == 0


@pytest.mark.soak
def test_the_command_measures_writes_lines_and_prints_a_table(tmp_path):
    lines = tmp_path / "lines.jsonl"
    command = "--tables 1,2 --turns 1 --seconds 0.5 --warm-up 0.2 --out".split()
    run = subprocess.run(
        [sys.executable, "-m", "tests.bench", *command, str(lines)],
        cwd=ROOT,
        env=os.environ | {"BENCH": "quick"},
        capture_output=True,
        text=True,
        check=True,
    )
    windows = [json.loads(line) for line in Path(lines).read_text().splitlines()]
    assert [one["server"] for one in windows] == ["baseline", "site", "baseline"] * 2
    assert "Again: BENCH=quick python -m tests.bench" in run.stdout
