"""People at their browsers: what they do by hand, and what they have before their eyes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import APIResponse, BrowserContext, Locator, Page, Request, Response, expect

CARD = re.compile(r"(?<![A-Za-z0-9])([SHDC][2-9TJQKA])(?![A-Za-z0-9])")

# Everything of the page that could give a card away or show how the deal stands, in one question.
SCREEN = """() => {
  const attributes = new Set();
  for (const element of document.querySelectorAll("*"))
    for (const {name, value} of element.attributes)
      if (name !== "d" && name !== "content") attributes.add(value);
  const codes = (root) => [...root.querySelectorAll("[data-card]")].map((card) => card.dataset.card);
  const seats = ["N", "E", "S", "W"];
  const region = (name) => document.getElementById("r-" + name);
  const seatOf = (element) => [...element.classList].find((name) => name.startsWith("at-")).slice(3);
  const count = (seat) => region("seat-" + seat).querySelector(".plate-count [aria-hidden]")?.textContent;
  const open = seats.filter((seat) => !region("cards-" + seat).hidden);
  const spoken = document.getElementById("spoken").textContent;
  return {
    attributes: [...attributes],
    text: document.body.textContent.replace(spoken, " "),
    spoken: spoken,
    hands: Object.fromEntries(open.map((seat) => [seat, codes(region("cards-" + seat))])),
    counts: Object.fromEntries(seats.filter(count).map((seat) => [seat, Number.parseInt(count(seat))])),
    trick: [...region("trick").querySelectorAll("li")].map((line) => [seatOf(line), codes(line)[0]]),
    winner: region("trick").dataset.winner || null,
    turns: seats.filter((seat) => region("seat-" + seat).classList.contains("is-turn")),
    won: [...document.querySelectorAll("#r-bar .bar-tricks b")].map((number) => Number(number.textContent)),
    mine: document.getElementById("table").dataset.mine === "1",
    stage: document.getElementById("table").dataset.stage,
    bottom: document.getElementById("table").dataset.bottom,
    now: region("now").textContent.trim(),
  };
}"""


@dataclass
class Screen:
    """What one page holds at one moment."""

    attributes: list[str]
    text: str
    spoken: str
    hands: dict[str, list[str]]
    counts: dict[str, int]
    trick: list[list[str]]
    winner: str | None
    turns: list[str]
    won: list[int]
    mine: bool
    stage: str
    bottom: str
    now: str

    @property
    def codes(self) -> set[str]:
        """Every card that any attribute of any element names."""
        return {code for value in self.attributes for code in CARD.findall(value)}

    @property
    def words(self) -> str:
        """All that is said: text, and what only screen readers get."""
        return " ".join([self.text, *self.attributes])


# Who leaves a page takes back what it still asked, and htmx logs both of these as errors. A request that
# fails is told besides by an event of its own (`htmx:sendError`, `htmx:responseError`), which stays a fault.
LEFT_UNANSWERED = re.compile(r"htmx:(afterRequest|sendAbort)\b")


@dataclass
class Faults:
    """What must not happen in any browser: errors in its console, refused styles, other hosts, status 5xx."""

    host: str
    found: list[str] = field(default_factory=list)
    expected: list[re.Pattern[str]] = field(default_factory=list)

    def expect(self, *patterns: str) -> None:
        """The test breaks something on purpose: messages like these are no faults."""
        self.expected += map(re.compile, patterns)

    def add(self, text: str) -> None:
        if LEFT_UNANSWERED.match(text):
            return
        if not any(pattern.search(text) for pattern in self.expected):
            self.found.append(text)

    def watch(self, context: BrowserContext) -> None:
        context.on("console", lambda message: message.type in ("error", "warning") and self.add(message.text))
        context.on("weberror", lambda error: self.add(str(error.error)))
        context.on("request", self.request)
        context.on("response", self.response)

    def request(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in ("data", "blob") and address.netloc != self.host:
            self.add(f"request to {request.url}")

    def response(self, response: Response) -> None:
        if response.status >= 500:
            self.add(f"{response.status} {response.url}")


class Player:
    """A person with one browser. Chair and table are known once he sits."""

    def __init__(self, context: BrowserContext, site: str, faults: Faults, name: str, language: str) -> None:
        self.context = context
        self.site = site
        self.faults = faults
        self.name = name
        self.language = language
        self.code = ""
        self.seat = ""
        self.page: Page = context.new_page()

    @property
    def table_path(self) -> str:
        return f"/t/{self.code}/"

    # --- coming ---------------------------------------------------------------------------------

    def open(self, path: str) -> None:
        self.page.goto(self.site + path)

    def open_table(self) -> None:
        """The table's page, its live wire included."""
        self.open(self.table_path)
        self.wait_live()

    def wait_live(self, page: Page | None = None) -> None:
        expect((page or self.page).locator("#table")).to_have_attribute("data-wire", "live")

    def play_with_friends(self) -> str:
        """Open a table from the home page; returns the link to send."""
        self.open("/")
        self.page.locator('form[action="/new"] button').click()
        self.page.wait_for_url("**/t/*/")
        self.code = self.page.locator("#table").get_attribute("data-code") or ""
        return self.page.locator(".link-row input").input_value()

    def sit(self, seat: str) -> None:
        """Name and chair by hand, on the page of the table."""
        name = self.page.locator("#join-name")
        if name.count():
            name.fill(self.name)
        self.page.locator(f'button[form="to-sit"][value="{seat}"]').click()
        self.seat = seat
        expect(self.page.locator("#table")).to_have_attribute("data-seat", seat)

    # --- the doors without the page -----------------------------------------------------------------

    def post(self, path: str, **fields: str | int) -> APIResponse:
        """A form sent as the page would, without opening it; the answer must be no refusal."""
        answer = self.try_post(path, **fields)
        assert answer.ok, (answer.status, answer.text()[:500])
        return answer

    def try_post(self, path: str, **fields: str | int) -> APIResponse:
        token = self.token() or (self.context.request.get(self.site + "/") and self.token())
        form = {"csrfmiddlewaretoken": token, **{name: str(value) for name, value in fields.items()}}
        return self.context.request.post(self.site + path, form=form, headers=self.headers)

    @property
    def headers(self) -> dict[str, str]:
        return {"X-Live": "0", "Accept-Language": self.language}

    def token(self) -> str:
        return next((c["value"] for c in self.context.cookies() if c["name"] == "csrftoken"), "")

    def sit_by_post(self, code: str, seat: str) -> None:
        self.code, self.seat = code, seat
        self.post(f"/t/{code}/sit", name=self.name, seat=seat)
        self.view()  # seen at the table: somebody who never was there counts as absent

    def sign_up(self, username: str, password: str = "quatre cartes sur la table") -> None:
        """An account; a guest's own row becomes one."""
        is_guest = any(cookie["name"] == "sessionid" for cookie in self.context.cookies())
        path = "/account/keep/" if is_guest else "/account/signup/"
        self.post(path, username=username, password1=password)

    def view(self) -> dict[str, Any]:
        """What the poll would bring."""
        answer = self.context.request.get(f"{self.site}/t/{self.code}/view", headers=self.headers)
        return answer.json()

    # --- seeing -------------------------------------------------------------------------------------

    def region(self, name: str) -> Locator:
        return self.page.locator(f"#r-{name}")

    @property
    def hand(self) -> Locator:
        """The cards of the own hand."""
        return self.page.locator(f"#r-cards-{self.seat} [data-card]")

    @property
    def n(self) -> int:
        return int(self.page.locator('#do-card input[name="n"]').input_value())

    def wait_n(self, n: int, page: Page | None = None) -> None:
        """Until the page shows the deal after its n-th action."""
        (page or self.page).wait_for_function(
            "(n) => document.querySelector('#do-card input[name=n]').value === String(n)",
            arg=n,
        )

    def wait_stage(self, stage: str) -> None:
        expect(self.page.locator("#table")).to_have_attribute("data-stage", stage)

    def screen(self, page: Page | None = None) -> Screen:
        """The page as it is, once the cards of the last trick have flown away."""
        expect((page or self.page).locator("#flight .card")).to_have_count(0)
        return Screen(**(page or self.page).evaluate(SCREEN))

    @property
    def alert(self) -> Locator:
        return self.page.locator("#alert")

    # --- doing --------------------------------------------------------------------------------------

    def button(self, form: str, value: str = "", page: Page | None = None) -> Locator:
        chosen = f'[value="{value}"]' if value else ""
        return (page or self.page).locator(f'button[form="{form}"]{chosen}')

    def card(self, code: str, page: Page | None = None) -> Locator:
        return (page or self.page).locator(f'button[data-card="{code}"]')

    def do(self, kind: str, value: str = "") -> None:
        """One action of the deal by hand, as the page offers it."""
        match kind:
            case "card":
                self.card(value).click()
            case "contract":
                self.page.locator(f'label:has(input[name="contract"][value="{value}"])').click()
                self.button("do-contract").click()
            case "announce":
                self.page.locator('#r-panel input[name="points"]').fill(value)
                self.button("do-announce").click()
            case "agree":
                self.button("do-agree", value).click()
            case "claim":
                self.page.locator("#claim summary").click()
                self.page.locator(f'#claim label:has(input[value="{value}"])').click()
                self.button("do-claim").click()
            case "answer_claim" | "answer_takeback":
                self.button(f"do-{kind}", "1" if value == "yes" else "0").click()
            case "ask_takeback" | "withdraw_claim" | "withdraw_takeback":
                self.button(f"do-{kind}").click()
            case _:
                raise ValueError(kind)

    def actions(self) -> int:
        """How many actions the deal has, by the database."""
        return int(self.view()["n"])

    def say(self, phrase: str) -> None:
        self.page.locator("#r-talk details.phrases summary").click()
        self.button("to-say", phrase).click()
