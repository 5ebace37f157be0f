"""Somebody who plays alone against bots: waits until he is asked, and does one thing that his page offers."""

from __future__ import annotations

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, expect

from tests.browser.people import Player

# The stage, once the page has gone beyond an action and its reader is asked something.
ASKED = """([record, n]) => {
  const {dataset} = document.getElementById("table");
  const shown = document.getElementById("do-card").elements;
  const isNews = shown.record.value !== record || Number(shown.n.value) > n;
  return isNews && (dataset.mine === "1" || dataset.stage === "over") && dataset.stage;
}"""
HANDS = "AT52.K843.7.Q962 3.752.JT9632.AT4 KQJ84.A6.KQ5.J73 976.QJT9.A84.K85"
# The third of these hands declares: it lies at South, North, West.
DECLARED_BY = {"S": f"N:{HANDS}", "N": f"S:{HANDS}", "W": f"E:{HANDS}"}
PLAYABLE = ".hand[data-due] button.card:not([aria-disabled])"


@dataclass(frozen=True)
class Moment:
    """How far a page is: the deal, and how many actions of it the page shows."""

    record: str
    n: int


BEFORE_ALL = Moment("", -1)


class Soloist:
    """A person with a chair at a table of his own; the bots hold the other three.

    The first deal comes as he sits down, before a test can lay another; if it has 20 points on each side, it
    is dealt again, and the match ends with one deal more than were laid.
    """

    def __init__(self, player: Player) -> None:
        self.player = player
        self.page = player.page
        self.declarers: list[str] = []
        self.hands_played_from: set[str] = set()

    # --- coming -------------------------------------------------------------------------------------

    def begin_at_once(self) -> None:
        """One click on the home page."""
        self.player.open("/")
        self.page.locator(".home-choice.first").click()
        self.sit_down()

    def begin(self, level: str) -> None:
        """Chooses how well the bots play."""
        self.player.open("/alone/")
        self.page.locator(f'label.choice:has(input[name="level"][value="{level}"])').click()
        self.page.locator(".alone-form .button").click()
        self.sit_down()

    def sit_down(self) -> None:
        """The table's page has come, by whichever door."""
        self.page.wait_for_url("**/t/*/")
        self.player.code = self.page.locator("#table").get_attribute("data-code") or ""
        self.player.seat = self.page.locator("#table").get_attribute("data-seat") or ""

    # --- one thing after another ---------------------------------------------------------------------

    @property
    def moment(self) -> Moment:
        record = self.page.locator('#do-card input[name="record"]').input_value()
        return Moment(record, self.player.n)

    def asked(self, after: Moment = BEFORE_ALL) -> str:
        """Waits until something is to be done; returns the stage."""
        stage = self.page.wait_for_function(ASKED, arg=[after.record, after.n])
        return str(stage.json_value())

    @property
    def playable(self) -> Locator:
        """The cards that the page offers now, of the own hand or of dummy."""
        return self.page.locator(PLAYABLE)

    def choose_contract(self, place: int = 4) -> None:
        """The contract in this place of the table of contracts."""
        self.page.locator("#r-panel .choice-cell").nth(place).click()
        self.player.button("do-contract").click()

    def play_card(self) -> None:
        card = self.playable.first
        hand = self.page.locator(".hand[data-due]").get_attribute("data-hand")
        self.hands_played_from.add(hand or "")
        card.click()

    def step(self, stage: str) -> str:
        """Does what is asked in the middle of a deal; returns the next stage."""
        before = self.moment
        self.choose_contract() if stage == "contract" else self.play_card()
        return self.asked(before)

    def play_deal(self, tricks: int = 13) -> str:
        """One deal up to its result; after so many tricks whatever is left is conceded.

        A partner who objects to that is right, and the deal is played on.
        """
        stage = self.asked()
        self.hands_played_from = set()
        has_conceded = False
        while stage in ("contract", "play"):
            if stage == "play" and not has_conceded and self.tricks_over >= tricks:
                before = self.moment
                self.player.do("claim", "0")
                has_conceded = True
                stage = self.asked(before)
            else:
                stage = self.step(stage)
        self.declarers += self.last_declarer
        return stage

    def next_deal(self) -> None:
        before = self.moment
        self.player.button("to-ready").first.click()
        self.asked(before)

    def play_match(self, tricks: int = 13) -> None:
        """All deals up to the final score."""
        while self.play_deal(tricks) != "over":
            self.next_deal()

    # --- what the page says --------------------------------------------------------------------------

    @property
    def tricks_over(self) -> int:
        return sum(map(int, self.page.locator("#r-bar .bar-tricks b").all_inner_texts()))

    @property
    def last_declarer(self) -> list[str]:
        """Who declared the latest deal, in the words of the score sheet; nobody with 20 points a side."""
        line = self.player.region("scores").locator("tbody tr").last
        return [text.split()[0] for text in line.locator(".by").all_inner_texts()]

    def scores(self) -> list[tuple[int, int]]:
        """The lines of the score sheet: points of North-South and of East-West."""
        lines = self.player.region("scores").locator("tbody tr").all()
        return [(number(line, 0), number(line, 1)) for line in lines]

    def final(self) -> tuple[int, int]:
        """The final score on the panel, which the score sheet must bear out."""
        self.player.wait_stage("over")
        totals = [int(text) for text in self.player.region("panel").locator(".final b").all_inner_texts()]
        sheet = [int(text) for text in self.player.region("scores").locator("tfoot b").all_inner_texts()]
        north_south, east_west = zip(*self.scores(), strict=True)
        assert totals == sheet == [sum(north_south), sum(east_west)]
        return totals[0], totals[1]

    def hint(self) -> tuple[str, list[str]]:
        """Asks what to play; returns the reason, and what would be good."""
        self.player.button("to-hint").click()
        pop = self.player.region("hint").locator(".pop-body")
        expect(pop).to_be_visible()
        pop.locator("summary").click()
        return pop.locator("p").inner_text(), pop.locator(".hint-options li").all_inner_texts()

    def why(self) -> list[str]:
        """The bots' reasons that may be told now."""
        self.player.region("why").locator("summary").click()
        reasons = self.player.region("why").locator("dd")
        expect(reasons.first).to_be_visible()
        return reasons.all_inner_texts()


def number(line: Locator, place: int) -> int:
    text = line.locator("td.number").nth(place).inner_text().strip()
    return int(text or 0)


def signed(text: str) -> int:
    """A number as people write it, with a true minus sign; a dash is none."""
    found = re.search(r"([+−-]?)\s*(\d+)", text)
    return 0 if found is None else int(found[2]) * (1 if found[1] in ("", "+") else -1)
