"""The admin shows what was played, and not one card of what is being played."""

import re

import pytest
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from minibridge.engine import Seat
from tables.models import Action, Board, BotPlay, PreparedBoard, Review, SharedLink

from .cast import WORKED_DEAL, WORKED_PLAY, Room

HIDDEN = "hidden until the deal is over"
LISTS = ["table", "board", "boardrecord", "action"]


@pytest.fixture
def keeper(db: None) -> Client:
    """The admin of whoever runs the site."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.create_superuser("keeper", password="long enough"))
    return client


def pages(room: Room) -> list[str]:
    """Every admin page about this table, its boards, records and actions."""
    rows = {
        "table": [room.table],
        "board": Board.objects.all(),
        "boardrecord": [room.record],
        "action": Action.objects.all(),
    }
    lists = [reverse(f"admin:tables_{name}_changelist") for name in LISTS]
    return lists + [
        reverse(f"admin:tables_{name}_change", args=[row.pk]) for name in LISTS for row in rows[name]
    ]


def cards_on(text: str) -> set[str]:
    """Everything on the page that looks like a card or a hand in stored letters."""
    return set(re.findall(r"\b[SHDC][2-9TJQKA]\b", text)) | set(
        re.findall(r"[2-9TJQKA]*(?:\.[2-9TJQKA]*){3}", text)
    )


def test_deal_in_play_shows_no_card(keeper: Client, playing: Room):
    playing.act(Seat.S, "contract", contract="4S")
    playing.play(WORKED_PLAY[:6])
    for page in pages(playing):
        response = keeper.get(page)
        assert response.status_code == 200
        assert not cards_on(response.text), page


def test_prepared_deal_shows_no_card(keeper: Client, room: Room):
    board = Board.objects.create(number=1, dealer="N", deal=str(WORKED_DEAL))
    PreparedBoard.objects.create(table=room.table, position=1, board=board)
    assert HIDDEN in keeper.get(reverse("admin:tables_board_change", args=[board.pk])).text
    assert not cards_on(keeper.get(reverse("admin:tables_board_changelist")).text)


def test_finished_deal_shows_its_cards(keeper: Client, playing: Room):
    playing.play_worked_deal()
    record = playing.record
    assert str(WORKED_DEAL) in keeper.get(reverse("admin:tables_boardrecord_change", args=[record.pk])).text
    assert "card HQ" in keeper.get(reverse("admin:tables_action_changelist"), {"record": record.pk}).text


@pytest.mark.parametrize(
    ("name", "lookup"),
    [
        ("board", "deal__startswith"),
        ("board", "deal"),
        ("boardrecord", "board__deal__contains"),
        ("boardrecord", "actions__data__card"),
        ("action", "data__card"),
        ("action", "data__contains"),
        ("action", "record__board__deal__contains"),
        ("table", "prepared_boards__board__deal__contains"),
        ("table", "seatings__key__startswith"),
    ],
)
def test_address_cannot_ask_for_hidden_cards(keeper: Client, playing: Room, name: str, lookup: str):
    response = keeper.get(reverse(f"admin:tables_{name}_changelist"), {lookup: "N:A"})
    assert response.status_code == 400


@pytest.mark.parametrize("name", LISTS)
def test_search_does_not_look_into_cards(keeper: Client, playing: Room, name: str):
    """A list without search takes no notice of ?q=, one with it finds nothing."""
    playing.act(Seat.S, "contract", contract="4S")
    page = reverse(f"admin:tables_{name}_changelist")
    found, everything = (keeper.get(page, query).context["cl"].result_count for query in ({"q": "AT52"}, {}))
    assert everything > 0
    assert found == (0 if keeper.get(page).context["cl"].search_fields else everything)


@pytest.mark.parametrize("name", LISTS)
def test_nothing_can_be_added_changed_or_deleted(keeper: Client, playing: Room, name: str):
    playing.act(Seat.S, "contract", contract="4S")
    assert keeper.get(reverse(f"admin:tables_{name}_add")).status_code == 403
    row = {"table": playing.table, "board": playing.record.board, "boardrecord": playing.record}.get(
        name, Action.objects.last()
    )
    assert (
        keeper.post(reverse(f"admin:tables_{name}_change", args=[row.pk]), {"code": "x"}).status_code == 403
    )
    assert (
        keeper.post(reverse(f"admin:tables_{name}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
    )


@pytest.fixture
def around(playing: Room) -> dict[str, Model]:
    """A link, a review and a play of robots, of the deal that is still in play."""
    record = playing.record
    return {
        "sharedlink": SharedLink.objects.create(user=playing.people[Seat.N], record=record),
        "review": Review.objects.create(record=record, data={"cards": str(WORKED_DEAL)}),
        "botplay": BotPlay.objects.create(
            deal=str(WORKED_DEAL), dealer="N", level="easy", rules="digest", record=record
        ),
    }


@pytest.mark.parametrize("name", ["sharedlink", "review", "botplay"])
def test_what_is_around_a_deal_is_read_and_tells_neither_card_nor_key(
    keeper: Client, around: dict[str, Model], name: str
):
    row = around[name]
    for page in (
        reverse(f"admin:tables_{name}_changelist"),
        reverse(f"admin:tables_{name}_change", args=[row.pk]),
    ):
        response = keeper.get(page)
        assert response.status_code == 200
        assert not cards_on(response.text)
        assert around["sharedlink"].key not in response.text
        assert f"/boardrecord/{row.record_id}/change/" in response.text
    assert keeper.get(reverse(f"admin:tables_{name}_add")).status_code == 403
    for door in ("change", "delete"):
        page = reverse(f"admin:tables_{name}_{door}", args=[row.pk])
        assert keeper.post(page, {"post": "yes"}).status_code == 403


@pytest.mark.parametrize(
    ("name", "lookup"),
    [("sharedlink", "key__startswith"), ("review", "data__contains"), ("botplay", "deal__startswith")],
)
def test_address_cannot_ask_for_what_is_hidden_around_a_deal(
    keeper: Client, around: dict[str, Model], name: str, lookup: str
):
    assert keeper.get(reverse(f"admin:tables_{name}_changelist"), {lookup: "N:A"}).status_code == 400


def test_a_link_to_a_match_leads_to_its_table(keeper: Client, playing: Room):
    link = SharedLink.objects.create(user=playing.people[Seat.N], match=playing.record.match)
    text = keeper.get(reverse("admin:tables_sharedlink_change", args=[link.pk])).text
    assert playing.table.code in text
    assert link.key not in text


def test_private_link_to_a_chair_is_nowhere(keeper: Client, playing: Room):
    keys = list(playing.table.seatings.values_list("key", flat=True))
    for page in pages(playing):
        text = keeper.get(page).text
        assert not any(key in text for key in keys), page


@pytest.mark.parametrize("name", LISTS)
def test_player_does_not_get_in(client: Client, playing: Room, name: str):
    client.force_login(playing.people[Seat.N])
    assert client.get(reverse(f"admin:tables_{name}_changelist")).status_code in (302, 403)


def test_lists_cost_the_same_for_many_rows(keeper: Client, playing: Room, django_assert_num_queries):
    page = reverse("admin:tables_action_changelist")
    playing.act(Seat.S, "contract", contract="4S")
    with CaptureQueriesContext(connection) as few:
        keeper.get(page)
    playing.play(WORKED_PLAY)
    with django_assert_num_queries(len(few)):
        keeper.get(page)
