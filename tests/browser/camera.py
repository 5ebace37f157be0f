"""Pictures of pages in all sizes, and the people before whose browsers they are taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from tests.browser.audit import resize
from tests.browser.conftest import LOCALES, NAMES
from tests.browser.ledger import SEATS
from tests.browser.party import Party
from tests.browser.people import Faults, Player
from tests.browser.prepare import Preparer
from tests.server import ServerProcess

SIZES = ((1366, 768), (768, 1024), (390, 844), (844, 390))


class Camera:
    """Numbers the pictures in the order in which they are taken."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.number = 0
        folder.mkdir(parents=True, exist_ok=True)

    def take(self, player: Player, label: str, path: str = "") -> None:
        """The page as it is, or another one, in all sizes; a table as the window shows it, else the whole."""
        if path:
            player.open(path)
        is_table = player.page.locator("#table").count() > 0
        if is_table:
            player.wait_live()
        self.number += 1
        for width, height in SIZES:
            resize(player.page, (width, height))
            player.page.evaluate("() => document.fonts.ready")
            name = f"{self.number:02}-{label.replace(' ', '-')}-{width}x{height}.png"
            player.page.screenshot(path=self.folder / name, full_page=not is_table)


Arrive = Callable[[str], Player]
Gather = Callable[[], Party]


@contextmanager
def visit(
    browser: Browser, server: ServerProcess, preparer: Preparer, language: str
) -> Iterator[tuple[Arrive, Gather]]:
    faults = Faults(host=f"localhost:{server.port}")
    faults.expect(r"status of 404")
    contexts = []

    def arrive(name: str) -> Player:
        options: dict[str, Any] = {"locale": LOCALES[language], "reduced_motion": "reduce"}
        contexts.append(browser.new_context(**options))
        faults.watch(contexts[-1])
        return Player(contexts[-1], server.url, faults, name, language)

    def gather() -> Party:
        players = {seat: arrive(NAMES[seat]) for seat in SEATS}
        code = players["N"].post("/new").url.rstrip("/").split("/")[-1]
        for seat, player in players.items():
            player.sit_by_post(code, seat)
        return Party(players, preparer, code)

    yield arrive, gather
    for context in contexts:
        context.close()
    for fault in faults.found:
        print(f"{language}: {fault}")
