"""The expert in this process, as it plays in the analysis process, with a record of the time it takes.

``python -m tests.strength.expert_player [--deals N] [--seconds S]`` tells the times of four experts.
"""

import argparse
import statistics
import time
from collections import defaultdict
from dataclasses import dataclass, field

from minibridge.bots import Decision, Level, choose
from minibridge.bots.expert import MOST_SAMPLES, expert_decision, expert_request
from minibridge.bots.jobs import expert
from minibridge.engine import SEATS, SeatView
from tests.bots.slices import finish
from tests.bots.table import play_board

from .deals import RULES, board


@dataclass
class ExpertPlayer:
    """Decides on so many layouts at most or, as in a real game, in so many seconds of the processor."""

    most_samples: int = MOST_SAMPLES
    seconds: float | None = None
    times: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Seconds of the processor for each decision, by trick; 0 is the choice of the contract."""
    samples: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    """How many layouts each decision was based on."""

    def __call__(self, view: SeatView, seed: int) -> Decision | None:
        if not (view.legal_cards or view.menu):
            return choose(view, Level.EXPERT, seed)
        began = time.process_time()

        def time_left() -> float:
            return 1.0 if self.seconds is None else began + self.seconds - time.process_time()

        answer = finish(expert(expert_request(view, seed, self.most_samples), time_left))
        if answer["samples"]:
            trick = 0 if view.menu else len(view.tricks) + 1
            self.times[trick].append(time.process_time() - began)
            self.samples[trick].append(answer["samples"])
        return expert_decision(view, answer)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=None)
    options = parser.parse_args()
    player = ExpertPlayer(seconds=options.seconds)
    for number in range(options.deals):
        play_board(board(0, number), RULES, dict.fromkeys(SEATS, player), number)
    for trick, times in sorted(player.times.items()):
        times.sort()
        median, most = times[len(times) // 2], times[len(times) * 95 // 100]
        samples = statistics.mean(player.samples[trick])
        print(f"trick {trick}: median {median:.3f} s, 95% {most:.3f} s, {samples:.0f} samples")


if __name__ == "__main__":
    main()
