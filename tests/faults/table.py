"""Four live pages at a table of a real server that may be hurt, and the worked deal before them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.browser.ledger import SEATS, Ledger
from tests.browser.party import WORKED_DEAL, WORKED_PLAY
from tests.browser.prepare import Preparer
from tests.server import ServerProcess

from .invariants import Log, check_all, sqlite_log
from .live_page import LivePage

DECLARER = "S"
HEARTBEAT = 1.0
CONVERGED_WITHIN = HEARTBEAT + 1
ENVIRONMENT = {
    "DJANGO_SETTINGS_MODULE": "tests.faults.settings",
    "ANALYSIS": "0",
    "HEARTBEAT_SECONDS": str(int(HEARTBEAT)),
    "PAGE_FRAMES": "400",
}


@dataclass
class FourPages:
    """The deal goes card by card; who is on turn is told by the ledger, not by the site."""

    server: ServerProcess
    pages: dict[str, LivePage]
    log: Log
    ledger: Ledger
    played: int = -1
    """Cards of the worked play; -1 before the contract."""

    def __iter__(self) -> Iterator[LivePage]:
        return iter(self.pages.values())

    @property
    def is_over(self) -> bool:
        return self.played == len(WORKED_PLAY)

    def next_action(self) -> tuple[LivePage, dict[str, str]]:
        """Whose page acts next, and what it does; it counts as done."""
        if self.played < 0:
            self.played = 0
            self.ledger.choose("4S")
            return self.pages[DECLARER], {"kind": "contract", "contract": "4S"}
        card = WORKED_PLAY[self.played]
        self.played += 1
        return self.pages[self.ledger.play(card)], {"kind": "card", "card": card}

    def act(self) -> int:
        """The next action over the socket, once its page knows that it is on turn."""
        page, action = self.next_action()
        done = self.played  # the contract and the cards before this one
        page.until(lambda: page.n == done)
        return page.act(**action)

    def play(self, actions: int) -> None:
        for _action in range(actions):
            if not self.is_over:
                assert self.act() in (0, 200)

    def check(self, within: float = CONVERGED_WITHIN) -> float:
        return check_all(self.log, list(self), WORKED_DEAL, DECLARER, within)


@contextmanager
def four_pages(
    server: ServerProcess,
    preparer: Preparer,
    log: Log | None = None,
    *,
    servers: Sequence[ServerProcess] = (),
    asks_again: bool = False,
) -> Iterator[FourPages]:
    """Four people sit down and the deal is dealt; their pages live at ``servers`` in turn, where given."""
    with ExitStack() as held:
        pages = {seat: LivePage(server, seat, HEARTBEAT, asks_again=asks_again) for seat in SEATS}
        first = pages["N"]
        first.code = first.post("/new").rstrip("/").split("/")[-1]
        for seat, page in pages.items():
            page.code = first.code
            page.do("sit", name=f"Player {seat}", seat=seat)
        preparer.lay(first.code, [WORKED_DEAL])
        first.do("start")
        for number, page in enumerate(pages.values()):
            page.server = servers[number % len(servers)] if servers else server
            held.callback(page.shut)
            page.open()
        data = Path(server.environment["MINIBRIDGE_DATA"])
        yield FourPages(server, pages, log or sqlite_log(data), Ledger(WORKED_DEAL, DECLARER))
