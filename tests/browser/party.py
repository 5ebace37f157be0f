"""Four people at one table, brought to any point of a deal."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from minibridge.engine.rules import PRESETS
from tests.browser.ledger import SEATS, Ledger
from tests.browser.people import Player, Screen
from tests.browser.prepare import Preparer
from tests.engine import worked_deal
from tests.server import ROOT

WORKED_DEAL = str(worked_deal.DEAL)
WORKED_PLAY = worked_deal.LINE.split()

RECORDS = ROOT / "tests" / "fixtures" / "records"


class Recorded:
    """A whole board from the fixtures: the deal, what everybody did, the result."""

    def __init__(self, name: str, preset: str = "four_deals") -> None:
        content = json.loads((RECORDS / f"{name}.json").read_text())
        run = next(run for run in content["runs"] if run["preset"] == preset and not run["changes"])
        self.deal: str = content["deal"]
        self.dealer: str = content["dealer"]
        self.lines: list[str] = run["actions"]
        self.points: dict[str, int] = run["expected"]["points"]
        self.declarer: str = run["expected"]["declarer"]

    @property
    def actions(self) -> Iterator[tuple[str, str, str]]:
        """(seat, kind, value)"""
        for line in self.lines:
            seat, kind, *value = line.split()
            yield seat, kind, " ".join(value)

    @property
    def cards(self) -> list[str]:
        return [value for _, kind, value in self.actions if kind == "card"]


class Party:
    """The first of the people is the host."""

    def __init__(self, players: Mapping[str, Player], preparer: Preparer, code: str) -> None:
        self.players = dict(players)
        self.preparer = preparer
        self.code = code

    def __getitem__(self, seat: str) -> Player:
        return self.players[seat]

    def __iter__(self) -> Iterator[Player]:
        return iter(self.players.values())

    @property
    def host(self) -> Player:
        return next(iter(self))

    def rules(self, preset: str, **axes: str) -> None:
        """A preset, or one with single rules changed."""
        fields = {**PRESETS[preset].to_dict(), **axes} if axes else {"preset": preset}
        self.host.post(f"/t/{self.code}/rules/", **fields)

    def lay(self, *deals: str, dealer: str = "N") -> None:
        self.preparer.lay(self.code, list(deals), dealer)

    def start(self, *deals: str, dealer: str = "N") -> None:
        if deals:
            self.lay(*deals, dealer=dealer)
        self.host.post(f"/t/{self.code}/start")

    def open_pages(self, seats: str = SEATS) -> None:
        for seat in seats:
            self[seat].open_table()

    # --- by the doors, without pages ----------------------------------------------------------------

    def act(self, seat: str, kind: str, **fields: Any) -> dict[str, Any]:
        """One action by POST, as the page sends it when it has no socket."""
        player = self[seat]
        view = player.view()
        client_id = f"{seat}-{view['record']}-{view['n']}-{kind}"
        answer = player.post(
            f"/t/{self.code}/act",
            record=view["record"],
            n=view["n"],
            client_id=client_id,
            kind=kind,
            **fields,
        )
        return dict(answer.json())

    def play(self, ledger: Ledger, cards: Iterable[str]) -> None:
        for card in cards:
            self.act(ledger.play(card), "card", card=card)

    def contract(self, ledger: Ledger, contract: str) -> None:
        ledger.choose(contract)
        self.act(ledger.declarer, "contract", contract=contract)

    def next_deal(self) -> None:
        self.host.post(f"/t/{self.code}/ready", now=1)

    def ledger(self) -> Ledger:
        """The worked deal before its contract."""
        return Ledger(WORKED_DEAL, declarer="S")

    def worked_deal(self, cards: int) -> Ledger:
        """The worked deal, played by the doors up to this many cards."""
        self.start(WORKED_DEAL)
        ledger = self.ledger()
        self.contract(ledger, "4S")
        self.play(ledger, WORKED_PLAY[:cards])
        return ledger

    # --- on the pages -------------------------------------------------------------------------------

    def wait_n(self, n: int, players: Iterable[Player] | None = None) -> None:
        for player in players or self:
            player.wait_n(n)

    def click_on(self, ledger: Ledger, seats: str, cards: int = 4) -> None:
        """The worked deal goes on by hand; each card arrives on the screens of these seats, and no other."""
        watching = [self[seat] for seat in seats]
        for card in WORKED_PLAY[len(ledger.played) :][:cards]:
            person = ledger.play(card)
            if person in seats:
                self[person].card(card).click()
            else:
                self.act(person, "card", card=card)
            self.wait_n(len(ledger.played) + 1, watching)
            for player in watching:
                check_screen(player, ledger)

    def click_on_after_requests(self, ledger: Ledger, cards: Iterable[str]) -> None:
        """As `click_on`, on four screens, when requests and answers have taken numbers too."""
        for card in cards:
            n = self.host.n
            self[ledger.play(card)].card(card).click()
            self.wait_n(n + 1)
            for player in self:
                check_screen(player, ledger)

    def all_ready(self) -> None:
        for player in self:
            player.button("to-ready").first.click()


def check_screen(player: Player, ledger: Ledger) -> None:
    """This page in the middle of the play: all that its seat may know, and nothing else."""
    screen = player.screen()
    seat = player.seat
    open_hands = ledger.open_hands(seat)
    assert {hand: set(cards) for hand, cards in screen.hands.items()} == {
        hand: ledger.hand(hand) for hand in open_hands
    }
    assert [tuple(play) for play in screen.trick] == ledger.shown_trick
    assert screen.winner == ledger.winner
    assert screen.counts.items() <= {each: len(ledger.hand(each)) for each in SEATS}.items()
    assert screen.counts.keys() >= set(SEATS) - open_hands
    assert screen.turns == [ledger.turn]
    assert screen.won == [ledger.won("NS"), ledger.won("EW")]
    assert screen.mine == (seat == ledger.person(ledger.turn))
    check_secrets(screen, player.seat, ledger)


def check_secrets(screen: Screen, seat: str, ledger: Ledger) -> None:
    """No card of a hand that this seat may not see is anywhere in its page, in any spelling.

    What was said aloud is left out: it tells of earlier deals, too.
    """
    hidden = ledger.hidden(seat)
    assert not screen.codes & hidden, (seat, screen.codes & hidden)
    words = screen.words
    told = [name for card in hidden for name in names_of(card) if name in words]
    assert not told, (seat, told)


FRENCH = {"A": "as", "K": "roi", "Q": "dame", "J": "valet", "T": "10"}
ENGLISH = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}
SUITS = {
    "S": ("pique", "spades"),
    "H": ("cœur", "hearts"),
    "D": ("carreau", "diamonds"),
    "C": ("trèfle", "clubs"),
}


def names_of(card: str) -> tuple[str, str]:
    french, english = SUITS[card[0]]
    rank = card[1]
    return f"{FRENCH.get(rank, rank)} de {french}", f"{ENGLISH.get(rank, rank)} of {english}"
