"""Whatever happens to page, wire or server: the screens come back, and nothing is lost or done twice."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, WebSocketRoute, expect

from tests.browser.conftest import SERVER, Gather
from tests.browser.party import WORKED_PLAY, check_screen
from tests.browser.people import Faults
from tests.server import ServerProcess

pytestmark = pytest.mark.browser

HEARTBEAT = int(SERVER["HEARTBEAT_SECONDS"]) * 1000
BROKEN_WIRE = (r"WebSocket connection to", r"net::ERR_", r"Failed to load resource")
SOCKETS = re.compile(r"/ws/t/")


class Wire:
    """The socket of a page, in the hands of the test: real frames to and from the real server."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.sockets: list[WebSocketRoute] = []
        self.is_dead = False
        self.up: Callable[[WebSocketRoute, str], bool] = lambda socket, message: True
        self.down: Callable[[WebSocketRoute, str], bool] = lambda socket, message: True
        page.route_web_socket(SOCKETS, self.connect)

    def connect(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        self.sockets.append(socket)
        number = len(self.sockets)

        def passes(chosen: Callable[[WebSocketRoute, str], bool], message: str) -> bool:
            return not (self.is_dead and number == 1) and chosen(socket, message)

        socket.on_message(lambda message: passes(self.up, str(message)) and server.send(message))
        server.on_message(lambda message: passes(self.down, str(message)) and socket.send(message))

    def wait_for(self, count: int) -> None:
        """Until the page has opened so many sockets."""
        while len(self.sockets) < count:
            self.page.wait_for_timeout(50)

    def cut(self, code: int = 1012) -> None:
        self.sockets[-1].close(code=code)


def stays(page: Page) -> Callable[[], None]:
    """A mark that a reload would wipe out; the function returned looks for it."""
    page.evaluate("() => { window.unbroken = true }")

    def check() -> None:
        assert page.evaluate("() => window.unbroken === true"), "the page was loaded anew"

    return check


def test_reload_in_mid_trick_shows_the_same_trick(gather: Gather) -> None:
    party = gather()
    ledger = party.worked_deal(cards=6)
    party.open_pages()
    for player in party:
        player.page.reload()
        player.wait_live()
        check_screen(player, ledger)
    party.click_on(ledger, "NESW", cards=3)


@pytest.mark.parametrize("code", [1000, 1001, 1012, 4000])
def test_a_closed_socket_comes_back_by_itself(gather: Gather, faults: Faults, code: int) -> None:
    faults.expect(*BROKEN_WIRE)
    party = gather()
    ledger = party.worked_deal(cards=1)
    wire = Wire(party["W"].page)
    party.open_pages("SW")
    is_whole = stays(party["W"].page)
    wire.cut(code)
    party.act(ledger.play("HK"), "card", card="HK")
    party["W"].wait_n(3)
    expect(party["W"].page.locator("#table")).to_have_attribute("data-wire", "live")
    assert len(wire.sockets) == 2
    party.click_on(ledger, "SW", cards=3)
    is_whole()


def test_offline_nothing_is_sent_and_nothing_kept_for_later(gather: Gather, faults: Faults) -> None:
    faults.expect(*BROKEN_WIRE)
    party = gather()
    ledger = party.worked_deal(cards=1)
    party.open_pages("SW")
    sami = party["S"]
    is_whole = stays(sami.page)
    sami.context.set_offline(True)
    expect(sami.page.locator("#wire")).not_to_be_empty()
    sami.card("HK").click()
    expect(sami.alert).not_to_be_empty()
    sami.context.set_offline(False)
    sami.wait_live()
    expect(sami.page.locator("#wire")).to_be_empty()
    assert sami.actions() == 2
    check_screen(sami, ledger)
    party.click_on(ledger, "SW", cards=4)
    is_whole()


def test_what_happened_while_offline_arrives_on_coming_back(gather: Gather, faults: Faults) -> None:
    faults.expect(*BROKEN_WIRE)
    party = gather()
    ledger = party.worked_deal(cards=2)
    party.open_pages("W")
    wanda = party["W"]
    wanda.context.set_offline(True)
    party.play(ledger, WORKED_PLAY[2:6])
    wanda.context.set_offline(False)
    wanda.wait_n(7)
    check_screen(wanda, ledger)


def test_without_web_sockets_the_page_asks_and_sends_by_http(gather: Gather) -> None:
    party = gather()
    ledger = party.worked_deal(cards=0)
    for seat in "SW":
        party[seat].page.route_web_socket(SOCKETS, lambda socket: socket.close())
        party[seat].open(party[seat].table_path)
        expect(party[seat].page.locator("#table")).to_have_attribute("data-wire", "polling")
        expect(party[seat].page.locator("#wire")).not_to_be_empty()
    party.click_on(ledger, "SW", cards=5)
    party["S"].say("thanks")
    expect(party["W"].region("talk").locator(".messages li")).to_have_count(1)


def test_a_dead_socket_is_replaced_without_waiting_for_its_end(gather: Gather) -> None:
    party = gather()
    ledger = party.worked_deal(cards=1)
    wanda = party["W"]
    wanda.page.clock.install()
    wire = Wire(wanda.page)
    party.open_pages("W")
    wire.is_dead = True
    party.act(ledger.play("HK"), "card", card="HK")
    wanda.page.clock.fast_forward(HEARTBEAT)  # asks whether the other end is there
    wanda.page.clock.fast_forward(2_000)  # no answer: another socket
    wanda.page.clock.fast_forward(600)
    wanda.wait_n(3)
    assert len(wire.sockets) == 2
    check_screen(wanda, ledger)


def test_who_answers_slowly_is_given_more_time(gather: Gather) -> None:
    """A busy site is no dead one: the page does not come anew at every heartbeat."""
    party = gather()
    ledger = party.worked_deal(cards=1)
    wanda = party["W"]
    wanda.page.clock.install()
    wire = Wire(wanda.page)
    held: list[tuple[WebSocketRoute, str]] = []

    def hold(socket: WebSocketRoute, message: str) -> bool:
        held.append((socket, message))
        return False

    party.open_pages("W")
    wire.down = hold
    wanda.page.clock.fast_forward(HEARTBEAT)
    wanda.page.clock.fast_forward(2_000)
    wanda.page.clock.fast_forward(600)
    wire.wait_for(2)
    wanda.page.clock.fast_forward(3_000)  # more than the first time
    wire.down = lambda socket, message: True
    for socket, message in held:
        if socket is wire.sockets[-1]:
            socket.send(message)
    party.act(ledger.play("HK"), "card", card="HK")
    wanda.wait_n(3)
    assert len(wire.sockets) == 2
    check_screen(wanda, ledger)


def busy(client_id: str, status: int = 503) -> str:
    """What the server says when it could not do this now."""
    frame = {"type": "refused", "status": status, "error": "Occupé", "answers": client_id}
    return json.dumps(frame | ({"retry": 1} if status == 503 else {}))


@pytest.mark.parametrize(("status", "times", "sent"), [(503, 2, 3), (503, 9, 4), (500, 1, 1)])
def test_a_busy_site_is_asked_again_and_a_broken_one_is_not(
    gather: Gather, status: int, times: int, sent: int
) -> None:
    """The same card under the same number, a few times; then the person is told."""
    party = gather()
    ledger = party.worked_deal(cards=1)
    sami = party["S"]
    wire = Wire(sami.page)
    party.open_pages("S")
    asked: list[str] = []

    def refuse(socket: WebSocketRoute, message: str) -> bool:
        if '"act"' not in message:
            return True
        asked.append(json.loads(message)["client_id"])
        if len(asked) > times:
            return True
        socket.send(busy(asked[-1], status))
        return False

    wire.up = refuse
    sami.card("HK").click()
    if times < sent:
        ledger.play("HK")
        sami.wait_n(3)
        expect(sami.alert).to_be_empty()
    else:
        expect(sami.alert).to_contain_text("Occupé")
        sami.page.wait_for_timeout(2_500)  # a heartbeat, and as long as another try would take
        expect(sami.card("HK")).not_to_have_attribute("aria-busy", "true")
    assert len(asked) == sent and len(set(asked)) == 1
    assert sami.actions() == (3 if times < sent else 2)
    check_screen(sami, ledger)


def test_a_busy_site_is_asked_again_by_http_too(gather: Gather, faults: Faults) -> None:
    faults.expect(*BROKEN_WIRE, r"^503 ")
    party = gather()
    ledger = party.worked_deal(cards=1)
    sami = party["S"]
    asked: list[str] = []

    def refuse(route: Route) -> None:
        found = re.search(r'name="client_id"\r\n\r\n(\w+)', route.request.post_data or "")
        assert found is not None
        asked.append(found[1])
        if len(asked) > 2:
            route.continue_()
        else:
            route.fulfill(status=503, content_type="application/json", body=busy(asked[-1]))

    sami.page.route_web_socket(SOCKETS, lambda socket: socket.close())
    sami.page.route("**/act", refuse)
    sami.open(sami.table_path)
    expect(sami.page.locator("#table")).to_have_attribute("data-wire", "polling")
    ledger.play("HK")
    sami.card("HK").click()
    sami.wait_n(3)
    expect(sami.alert).to_be_empty()
    assert len(asked) == 3 and len(set(asked)) == 1
    check_screen(sami, ledger)


def test_news_that_comes_twice_is_spoken_once(gather: Gather) -> None:
    party = gather()
    ledger = party.worked_deal(cards=1)
    wanda = party["W"]
    wire = Wire(wanda.page)
    party.open_pages("SW")

    def twice(socket: WebSocketRoute, message: str) -> bool:
        socket.send(message)
        return True

    wire.down = twice
    before = wanda.page.locator("#spoken p").count()
    party.act(ledger.play("HK"), "card", card="HK")
    party.act(ledger.play("H2"), "card", card="H2")
    wanda.wait_n(4)
    check_screen(wanda, ledger)
    sentences = wanda.page.locator("#spoken p").all_text_contents()[before:]
    assert len(sentences) == len(set(sentences)) >= 2


def test_an_answer_lost_on_the_way_plays_the_card_once(gather: Gather, faults: Faults) -> None:
    faults.expect(*BROKEN_WIRE)
    party = gather()
    ledger = party.worked_deal(cards=1)
    sami = party["S"]
    wire = Wire(sami.page)
    party.open_pages("S")

    def break_at_answer(socket: WebSocketRoute, message: str) -> bool:
        if '"n": 3' not in message and '"n":3' not in message:
            return True
        wire.down = lambda socket, message: True
        socket.close(code=1012)
        return False

    wire.down = break_at_answer
    ledger.play("HK")
    sami.card("HK").click()
    sami.wait_n(3)
    expect(sami.alert).to_be_empty()
    check_screen(sami, ledger)
    assert sami.actions() == 3
    party.click_on(ledger, "S", cards=4)


def test_a_card_lost_on_the_way_goes_again(gather: Gather, faults: Faults) -> None:
    faults.expect(*BROKEN_WIRE)
    party = gather()
    ledger = party.worked_deal(cards=1)
    sami = party["S"]
    wire = Wire(sami.page)
    party.open_pages("S")

    def swallow(socket: WebSocketRoute, message: str) -> bool:
        if '"act"' not in message:
            return True
        wire.up = lambda socket, message: True
        socket.close(code=1012)
        return False

    wire.up = swallow
    ledger.play("HK")
    sami.card("HK").click()
    sami.wait_n(3)
    expect(sami.alert).to_be_empty()
    check_screen(sami, ledger)
    assert sami.actions() == 3


def test_a_double_click_plays_one_card(gather: Gather) -> None:
    """South wins the trick and is to lead, and the next card lies there, when the second click falls."""
    party = gather()
    ledger = party.worked_deal(cards=23)
    party.open_pages("SW")
    sami = party["S"]
    place = sami.card("HA").bounding_box()
    assert place
    x, y = place["x"] + place["width"] / 3, place["y"] + place["height"] / 2
    ledger.play("HA")
    sami.page.mouse.click(x, y)
    sami.wait_n(25)
    sami.page.mouse.down(click_count=2)
    sami.page.mouse.up(click_count=2)
    check_screen(sami, ledger)
    party.click_on(ledger, "SW", cards=1)
    assert sami.actions() == 26


def test_button_mashing_plays_one_card(gather: Gather) -> None:
    party = gather()
    ledger = party.worked_deal(cards=1)
    party.open_pages("SW")
    sami = party["S"]
    sami.page.evaluate(
        """() => {
          const cards = ["HK", "H8", "H4", "H3"].map((code) => document.getElementById("c-" + code));
          for (let time = 0; time < 10; time++) for (const card of cards) card.click();
        }"""
    )
    ledger.play("HK")
    party.wait_n(3, [sami, party["W"]])
    check_screen(sami, ledger)
    check_screen(party["W"], ledger)
    assert sami.actions() == 3


def test_two_tabs_on_one_chair_play_one_card(gather: Gather) -> None:
    party = gather()
    ledger = party.worked_deal(cards=1)
    party.open_pages("S")
    sami = party["S"]
    second = sami.context.new_page()
    second.goto(sami.page.url)
    sami.wait_live(second)
    for page, code in ((sami.page, "HK"), (second, "H8")):
        page.evaluate("(code) => document.getElementById('c-' + code).click()", code)
    for page in (sami.page, second):
        sami.wait_n(3, page)
    assert sami.actions() == 3
    played = sami.screen().trick[-1][1]
    assert played in ("HK", "H8") and sami.screen(second).trick[-1][1] == played
    ledger.play(played)
    check_screen(sami, ledger)
    second.close()
    sami.card("HA" if played == "HK" else "H6")
    party.act(ledger.play("H2"), "card", card="H2")
    sami.wait_n(4)
    check_screen(sami, ledger)


def test_a_server_killed_in_mid_trick_comes_back_to_the_same_trick(
    gather: Gather, server: ServerProcess, faults: Faults
) -> None:
    faults.expect(*BROKEN_WIRE)
    party = gather()
    ledger = party.worked_deal(cards=5)
    party.open_pages()
    are_whole = [stays(player.page) for player in party]
    server.kill()
    try:
        for player in party:
            expect(player.page.locator("#wire")).not_to_be_empty()
        east = party["E"]
        east.card("S3").click()
        expect(east.alert).not_to_be_empty()
    finally:
        server.start()
    for player in party:
        player.wait_live()
        check_screen(player, ledger)
    party.click_on(ledger, "NESW", cards=4)
    for is_whole in are_whole:
        is_whole()


def test_a_socket_that_dies_while_the_page_is_painted_leaves_no_half_hand(
    gather: Gather, faults: Faults
) -> None:
    faults.expect(*BROKEN_WIRE)
    party = gather()
    ledger = party.worked_deal(cards=1)
    sami = party["S"]
    close_while_painting(sami.context)
    party.open_pages("S")
    sami.card("HA").focus()
    party.act(ledger.play("HK"), "card", card="HK")
    party.act(ledger.play("H2"), "card", card="H2")
    sami.wait_n(4)
    sami.wait_live()
    check_screen(sami, ledger)
    assert sami.page.evaluate("() => document.activeElement.id") == "c-HA"
    assert sami.page.evaluate("() => window.closed_in_painting") >= 1
    party.click_on(ledger, "S", cards=3)


def close_while_painting(context: BrowserContext) -> None:
    """Each of the first two changes of the trick closes the socket, in the middle of the morph."""
    context.add_init_script(
        """
        window.sockets = [];
        window.closed_in_painting = 0;
        window.WebSocket = class extends WebSocket {
          constructor(...all) { super(...all); window.sockets.push(this); }
        };
        const remove = Element.prototype.setAttributeNode;
        Element.prototype.setAttributeNode = function (attribute) {
          if (this.id === "r-now" && window.closed_in_painting < 2) {
            window.closed_in_painting += 1;
            window.sockets.at(-1).close();
          }
          return remove.call(this, attribute);
        };
        """
    )


def test_a_page_put_to_sleep_is_up_to_date_soon_after_waking(gather: Gather) -> None:
    party = gather()
    ledger = party.worked_deal(cards=1)
    party.open_pages("S")
    sami = party["S"]
    life = sami.context.new_cdp_session(sami.page)
    life.send("Page.setWebLifecycleState", {"state": "frozen"})
    party.play(ledger, WORKED_PLAY[1:4])
    life.send("Page.setWebLifecycleState", {"state": "active"})
    sami.wait_n(5)
    check_screen(sami, ledger)


def test_back_and_forward_show_the_table_as_it_is_now(gather: Gather) -> None:
    party = gather()
    ledger = party.worked_deal(cards=1)
    party.open_pages("S")
    sami = party["S"]
    sami.open("/rules/")
    party.play(ledger, WORKED_PLAY[1:4])
    sami.page.go_back()
    sami.wait_live()
    sami.wait_n(5)
    check_screen(sami, ledger)
    party.click_on(ledger, "S", cards=1)
