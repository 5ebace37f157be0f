"""``python -m tests.strength [--deals N] [--levels easy,medium,hard] [--seed N] [--out FILE]``"""

import argparse
from pathlib import Path

from . import double_dummy
from .choosers import CHOOSERS
from .run import lines, measure, sample

parser = argparse.ArgumentParser(
    description="Measures how well the bots play. A run that was stopped goes on."
)
parser.add_argument("--deals", type=int, default=200, help="how many boards")
parser.add_argument("--levels", default="easy,medium,hard", help="weakest first, separated by commas")
parser.add_argument("--seed", type=int, default=0, help="which boards")
parser.add_argument("--out", type=Path, default=None, help="the file that keeps the results")
parser.add_argument("--pairings", action="store_true", help="only level against level, nothing double-dummy")
parser.add_argument("--sample", action="store_true", help="twenty boards, no verdict")
options = parser.parse_args()
if options.sample:
    for name, points in sample().items():
        print(f"{name}: {points:+.0f} points a deal on 20 deals")
    parser.exit()
levels = options.levels.split(",")
unknown = set(levels) - set(CHOOSERS)
if unknown:
    parser.error(f"no such level: {', '.join(sorted(unknown))}")
if not options.pairings and not double_dummy.is_available():
    print("endplay is not installed: nothing is measured double-dummy.")
results = measure(levels, options.deals, options.seed, options.out, solve=not options.pairings)
for line in lines(results, levels, options.deals):
    print(line)
