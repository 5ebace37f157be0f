"""The sums, verdicts and tables that are made of the lines of results."""

import json
import math

import pytest

from . import floors, report
from .floors import HELD, MET, MISSED, NOT_MET, verdict
from .lines import line_of
from .meter import Used, Window
from .plan import PARTS
from .readme import BEGIN, END, README, part_of_readme, readme_write
from .report import columns, figures, markdown, rows, windows


def line(server="site", *, part="closed", tables=10, turn=0, cpu=0.1, foreign=0.0, undelivered=0, **more):
    window = Window(
        server=server,
        tables=tables,
        cards=100,
        used=Used(seconds=2.0, server=cpu, client=0.1, foreign=foreign),
        undelivered=undelivered,
        received=4000,
        latencies=[0.001 * n for n in range(1, 101)],
    )
    return json.loads(json.dumps(line_of(window, part, turn, **more)))


def sandwich(before, site, after, outer="baseline", inner="site", **figures):
    return [
        line(outer, cpu=before, **figures),
        line(inner, cpu=site, **figures),
        line(outer, cpu=after, **figures),
    ]


def verdicts(lines):
    return {cells[0]: cells[-1] for cells in figures(lines)[1:]}


MACHINE = {"part": "machine", "day": "2026-01-31", "processors": 2, "python": "3.11.7", "quick": False}
WHOLE = [
    MACHINE,
    *sandwich(0.01, 0.1, 0.01, tables=10),
    *sandwich(0.01, 0.15, 0.01, tables=200),
    *sandwich(0.01, 0.1, 0.01, part="human", tables=200),
    *sandwich(0.01, 0.1, 0.01, part="human", tables=500),
    *sandwich(0.01, 0.3, 0.01, part="post"),
    line(part="play", stage="first"),
    line(part="play", stage="last", cpu=0.11),
    line(part="play", stage="end", cpu=0.5),
    *sandwich(0.1, 0.12, 0.1, part="workers", outer="1 worker", inner="2 workers"),
    {"part": "sockets", "server": "baseline", "sockets": 400, "kb_per_socket": 50.0},
    {"part": "sockets", "server": "site", "sockets": 400, "kb_per_socket": 100.0},
    {"part": "start", "server": "site", "which": "first", "seconds": 4.0},
    {"part": "start", "server": "baseline", "which": "again", "seconds": 0.5},
    {"part": "start", "server": "site", "which": "again", "seconds": 1.0},
    *(
        {
            "part": "storm",
            "server": server,
            "sockets": 400,
            "refused": 0,
            "last_ms": 900.0,
            "foreign_cpu_share": 0.0,
        }
        for server in ("baseline", "site")
    ),
    {"part": "pages", "server": "baseline", "page": "bare", "pages_per_second": 4000, "cpu_ms_per_page": 0.2},
    {
        "part": "pages",
        "server": "site",
        "page": "home",
        "pages_per_second": 400,
        "cpu_ms_per_page": 2.0,
        "queries": 4,
        "bytes": 7000,
    },
]


def test_a_window_is_a_line_of_json():
    found = line(turn=3)
    assert found["cpu_us_per_card"] == 1000
    assert (found["turn"], found["server"], found["tables"], found["bytes_per_card"]) == (3, "site", 10, 40)


def test_a_ratio_compares_the_site_with_the_mean_of_both_its_neighbours():
    [row] = rows(sandwich(0.01, 0.15, 0.02))
    assert row.cpu_ratio == pytest.approx(10)


def test_a_row_gives_the_median_of_the_ratios_of_its_tables():
    three = [one for turn, cpu in enumerate((0.3, 0.1, 0.2)) for one in sandwich(0.01, cpu, 0.01, turn=turn)]
    found = rows([*three, *sandwich(1, 1, 1, tables=50), line("baseline", tables=50, turn=1)])
    assert [row.tables for row in found] == [10, 50]
    assert found[0].cpu_ratio == pytest.approx(20)
    assert len(found[1].sandwiches) == 1


def test_lost_cards_of_every_window_are_told():
    assert rows(sandwich(1, 1, 1, undelivered=2))[0].undelivered == 6


def test_a_server_that_used_no_time_gives_no_finite_ratio():
    assert rows(sandwich(0.0, 1, 0.0))[0].cpu_ratio == math.inf


def test_latencies_are_marked_where_others_used_the_machine():
    quiet, noisy = (columns(windows(rows(sandwich(1, 1, 1, foreign=share)))) for share in (0.02, 0.5))
    assert "~" not in quiet
    assert "~" in noisy


@pytest.mark.parametrize(
    ("value", "said"), [(9, MET), (10, MET), (11, NOT_MET), (25, NOT_MET), (25.1, MISSED)]
)
def test_a_verdict_on_aim_and_floor(value, said):
    assert verdict(value, aim=10, floor=25) == said


def test_a_verdict_on_a_floor_alone_or_on_nothing():
    assert verdict(1, floor=1) == HELD
    assert verdict(2, floor=1) == MISSED
    assert verdict(2) == ""


def test_nothing_is_judged_while_others_use_the_machine():
    assert verdict(2, floor=1, foreign=0.6) == "not judged: others used 60%"
    assert verdict(2, floor=1, foreign=0.2) == MISSED
    assert verdict(2, floor=1, foreign=0.2, most_foreign=floors.NOISY).startswith("not judged")


def test_every_part_has_its_figures_and_verdicts():
    assert list(verdicts(WHOLE).values()) == [
        MET, NOT_MET, HELD, "", "", HELD, "", MET, "", "", HELD, HELD, "", "", HELD, "",
    ]  # fmt: skip
    assert {one["part"] for one in WHOLE} == {*PARTS, "machine", "start"}


def test_the_end_of_a_deal_is_told_apart_from_its_last_tricks():
    found = figures([one for one in WHOLE if one["part"] == "play"])[1:]
    assert [cells[1] for cells in found] == ["1.10", "5000 µs, 5.0"]


def test_a_lost_card_misses_the_floor_however_quick_the_others_were():
    found = verdicts(sandwich(1, 1, 1, part="human", tables=200, undelivered=1))
    assert found["200 tables at human rate, p50 / p95 / p99"] == MISSED


def test_a_refused_handshake_misses_the_floor_of_the_storm():
    refused = [one | {"refused": 1} if one["part"] == "storm" else one for one in WHOLE]
    assert verdicts(refused)["400 sockets lost at once, until all are back"] == MISSED


def test_a_second_worker_may_be_worth_its_rate_or_its_processor_time():
    def said(cpu, rate):
        three = sandwich(0.1, cpu, 0.1, part="workers", outer="1 worker", inner="2 workers")
        three[1]["cards_per_second"] *= rate
        [found] = verdicts(three).values()
        return found

    assert said(0.2, 1.5) == HELD
    assert said(0.13, 1.0) == HELD
    assert said(0.14, 1.4) == MISSED


def test_what_is_left_out_is_told():
    [cells] = figures([{"part": "workers", "left_out": "Redis (no)"}])[1:]
    assert cells[1] == "left out: Redis (no)"


def test_a_table_has_as_many_cells_in_each_line():
    cells = figures(WHOLE)
    assert {len(line) for line in cells} == {len(report.FIGURES)}
    assert {line.count("|") for line in markdown(cells).splitlines()} == {len(report.FIGURES) + 1}


def test_the_part_of_the_readme_between_the_markers_is_replaced(tmp_path):
    readme, results = tmp_path / "README.md", tmp_path / "lines.jsonl"
    readme.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n")
    results.write_text("".join(f"{json.dumps(one)}\n" for one in WHOLE))
    for _again in range(2):
        readme_write(readme, results)
    assert readme.read_text() == f"before\n{BEGIN}\n{part_of_readme(WHOLE)}\n\n{END}\nafter\n"
    assert "Measured on 2026-01-31 with 2 processors and Python 3.11.7." in readme.read_text()


def test_the_readme_has_both_markers_once():
    text = README.read_text("utf-8")
    assert (text.count(BEGIN), text.count(END)) == (1, 1)
