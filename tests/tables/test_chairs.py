"""Chairs: who may sit, move, remove, choose, and when."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from accounts.rate_limit import allow
from minibridge.engine import PRESETS, Seat
from tables import presence
from tables.models import CODE_ALPHABET, Seating, Table
from tables.scene_reading import scenes_forget
from tables.services import matches, tables

from .cast import Room, browser, guest, refused


def test_a_code_can_be_read_aloud(south: User) -> None:
    codes = {tables.table_create(host=south).code for _ in range(50)}
    assert len(codes) == 50
    assert all(len(code) == 6 and set(code) <= set(CODE_ALPHABET) for code in codes)
    assert not set("0O1IL") & set(CODE_ALPHABET)


def test_a_taken_chair_is_refused(room: Room, stranger: User) -> None:
    refused(409, tables.seat_take, table_id=room.table.id, user=stranger, seat=Seat.N, name="Zoe")
    assert Seating.objects.get(table=room.table, seat="N").name == "Nina"


def test_somebody_seated_moves_to_a_free_chair(south: User) -> None:
    table = tables.table_create(host=south)
    tables.seat_take(table_id=table.id, user=south, seat=Seat.S, name="Sami")
    tables.seat_take(table_id=table.id, user=south, seat=Seat.E, name="Sam")
    assert [(row.seat, row.name) for row in table.seatings.all()] == [("E", "Sam")]


def test_a_closed_table_lets_nobody_new_in(room: Room, stranger: User) -> None:
    host = room.table.host
    tables.seat_remove(table_id=room.table.id, host_id=host.id, seat=Seat.N)
    tables.settings_set(table_id=room.table.id, user_id=host.id, visitors="closed", free_text=False)
    refused(403, tables.seat_take, table_id=room.table.id, user=stranger, seat=Seat.N, name="Zoe")


def test_the_host_moves_and_swaps_between_deals(room: Room) -> None:
    tables.seat_move(table_id=room.table.id, host_id=room.table.host_id, origin=Seat.N, target=Seat.E)
    chairs = room.scene.chairs
    assert (chairs[Seat.E].name, chairs[Seat.N].name) == ("Nina", "Emil")


def test_a_swap_keeps_the_private_links(room: Room) -> None:
    before = dict(Seating.objects.filter(table=room.table).values_list("name", "key"))
    tables.seat_move(table_id=room.table.id, host_id=room.table.host_id, origin=Seat.N, target=Seat.W)
    assert dict(Seating.objects.filter(table=room.table).values_list("name", "key")) == before


@pytest.mark.parametrize("person", ["north", "stranger"])
def test_only_the_host_decides(room: Room, person: str, request: pytest.FixtureRequest) -> None:
    user_id = request.getfixturevalue(person).id
    table_id = room.table.id
    refused(403, tables.seat_move, table_id=table_id, host_id=user_id, origin=Seat.N, target=Seat.E)
    refused(403, tables.seat_remove, table_id=table_id, host_id=user_id, seat=Seat.E)
    refused(403, tables.host_pass, table_id=table_id, host_id=user_id, seat=Seat.E)
    refused(403, tables.rules_set, table_id=table_id, user_id=user_id, preset="nbb", rules=PRESETS["nbb"])
    refused(403, tables.settings_set, table_id=table_id, user_id=user_id, visitors="closed", free_text=True)


def test_nobody_changes_chair_during_a_deal(playing: Room, stranger: User) -> None:
    host, table_id = playing.table.host_id, playing.table.id
    north = playing.people[Seat.N]
    refused(409, tables.seat_move, table_id=table_id, host_id=host, origin=Seat.N, target=Seat.E)
    refused(409, tables.seat_remove, table_id=table_id, host_id=host, seat=Seat.E)
    refused(409, tables.seat_leave, table_id=table_id, user_id=north.id)
    refused(409, tables.seat_take, table_id=table_id, user=north, seat=Seat.E, name="Nina")
    refused(409, tables.rules_set, table_id=table_id, user_id=host, preset="nbb", rules=PRESETS["nbb"])
    north.delete()  # an account may always be deleted; even then nobody slips into the hand
    refused(409, tables.seat_take, table_id=table_id, user=stranger, seat=Seat.N, name="Zoe")


def test_a_table_whose_host_leaves_has_another_host(room: Room) -> None:
    tables.seat_leave(table_id=room.table.id, user_id=room.table.host_id)
    assert room.scene.host_id in {user.id for seat, user in room.people.items() if seat is not Seat.S}


def test_rules_that_differ_from_the_preset_lose_its_name(room: Room) -> None:
    from dataclasses import replace

    rules = replace(PRESETS["nbb"], deals=8)
    tables.rules_set(table_id=room.table.id, user_id=room.table.host_id, preset="nbb", rules=rules)
    assert (room.scene.preset, room.scene.rules) == ("", rules)
    tables.rules_set(table_id=room.table.id, user_id=room.table.host_id, preset="nbb", rules=PRESETS["nbb"])
    assert room.scene.preset == "nbb"


# --- through the pages -----------------------------------------------------------------------------


def test_three_actions_from_link_to_chair(south: User) -> None:
    """Open the link, type a name, choose a chair."""
    table = tables.table_create(host=south)
    client = Client()
    assert client.get(f"/t/{table.code}/").status_code == 200
    answer = client.post(f"/t/{table.code}/sit", {"name": "Léa", "seat": "N"})
    assert (answer.status_code, answer.url) == (302, f"/t/{table.code}/")
    seating = table.seatings.get()
    assert (seating.name, seating.seat, seating.user.is_guest) == ("Léa", "N", True)
    assert client.get(f"/t/{table.code}/").status_code == 200


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\x00b", "\u200b", "\u202eolleh"])
def test_a_name_nobody_can_read_is_refused(south: User, name: str) -> None:
    table = tables.table_create(host=south)
    answer = Client().post(f"/t/{table.code}/sit", {"name": name, "seat": "N"}, headers={"X-Live": "0"})
    assert answer.status_code == 422
    assert answer.json()["error"]
    assert not table.seatings.exists()
    assert User.objects.count() == 1


@pytest.mark.parametrize("seat", ["", "X", "n", "NS"])
def test_a_chair_that_does_not_exist_is_refused(south: User, seat: str) -> None:
    table = tables.table_create(host=south)
    answer = Client().post(f"/t/{table.code}/sit", {"name": "Léa", "seat": seat}, headers={"X-Live": "0"})
    assert answer.status_code == 400


def test_the_private_link_leads_to_the_chair_after_asking(room: Room) -> None:
    key = Seating.objects.get(table=room.table, seat="N").key
    other_device = Client()
    asked = other_device.get(f"/k/{key}/")
    assert asked.status_code == 200
    assert "sessionid" not in other_device.cookies
    other_device.post(f"/k/{key}/")
    assert int(other_device.session["_auth_user_id"]) == room.people[Seat.N].id


def test_the_private_link_of_an_account_asks_for_the_password(room: Room) -> None:
    north = room.people[Seat.N]
    User.objects.filter(id=north.id).update(is_guest=False)
    key = Seating.objects.get(table=room.table, seat="N").key
    client = Client()
    answer = client.post(f"/k/{key}/", follow=True)
    assert answer.status_code == 200
    assert "password" in answer.content.decode()
    assert "_auth_user_id" not in client.session


def test_an_unknown_private_link_is_404(db: None) -> None:
    assert Client().get("/k/nothing-of-the-kind/").status_code == 404


def test_private_links_are_shown_to_their_owner_only(room: Room, stranger: User) -> None:
    key = Seating.objects.get(table=room.table, seat="N").key
    assert key in browser(room.people[Seat.N]).get(f"/t/{room.code}/key").content.decode()
    for user in (room.people[Seat.E], stranger):
        for page in (f"/t/{room.code}/key", f"/t/{room.code}/", f"/t/{room.code}/view"):
            assert key not in browser(user).get(page).content.decode()


def test_visitors_are_shut_out_when_the_host_says_so(room: Room, stranger: User) -> None:
    visitor = Client()
    assert visitor.get(f"/t/{room.code}/").status_code == 200
    tables.settings_set(table_id=room.table.id, user_id=room.table.host_id, visitors="closed", free_text=True)
    assert visitor.get(f"/t/{room.code}/").status_code == 403
    assert browser(stranger).get(f"/t/{room.code}/view").status_code == 403
    assert browser(room.people[Seat.N]).get(f"/t/{room.code}/").status_code == 200


def test_private_links_stay_in_no_cache(room: Room) -> None:
    key = Seating.objects.get(table=room.table, seat="N").key
    for answer in (
        browser(room.people[Seat.N]).get(f"/t/{room.code}/key"),
        Client().get(f"/k/{key}/"),
        Client().post(f"/k/{key}/"),
    ):
        assert "no-store" in answer["Cache-Control"]


def test_a_table_without_a_host_is_not_everybodys(room: Room) -> None:
    Table.objects.filter(id=room.table.id).update(host=None, visitors="closed")
    scenes_forget()
    visitor = Client()
    for page in ("", "view"):
        assert visitor.get(f"/t/{room.code}/{page}").status_code == 403
    assert visitor.post(f"/t/{room.code}/rules/", {"preset": "ebu"}).status_code == 403
    room.table.refresh_from_db()
    assert room.table.preset == "four_deals"


def test_who_is_deleted_leaves_chair_and_table_to_the_others(room: Room, stranger: User) -> None:
    assert room.scene.is_full
    room.people.pop(Seat.S).delete()
    assert room.scene.chairs[Seat.S] is None
    assert room.scene.host_id in {user.id for user in room.people.values()}
    tables.seat_take(table_id=room.table.id, user=stranger, seat=Seat.S, name="Zoe")
    assert room.scene.host_id != stranger.id


def test_a_table_that_nobody_sits_at_outlives_its_host(south: User) -> None:
    table = tables.table_create(host=south)
    assert Client().get(f"/t/{table.code}/").status_code == 200
    south.delete()
    assert Client().get(f"/t/{table.code}/").status_code == 200
    newcomer = guest("Nina")
    tables.seat_take(table_id=table.id, user=newcomer, seat=Seat.N, name="Nina")
    table.refresh_from_db()
    assert table.host == newcomer


def test_three_do_not_deal_for_a_fourth_who_is_deleted(playing: Room) -> None:
    playing.play_worked_deal()
    playing.people.pop(Seat.S).delete()
    playing.all_ready()
    assert not playing.scene.deal_is_open


def test_a_deal_whose_player_is_deleted_can_be_ended(playing: Room) -> None:
    playing.people.pop(Seat.S).delete()
    assert playing.scene.deal_is_open
    for user in playing.people.values():
        presence.presence_renew(playing.table.id, user.id)
    for user in playing.people.values():
        matches.vote_cast(table_id=playing.table.id, user_id=user.id, question="end", choice="end")
    assert not playing.scene.deal_is_open


@pytest.mark.parametrize("page", ["/t/{}/", "/t/{}/view", "/t/{}/rules/", "/k/{}/"])
@pytest.mark.parametrize("code", ["AAAAAA", "O0IL10", "x", "toolongcode", "é", "%00"])
def test_a_table_that_does_not_exist_is_404(db: None, code: str, page: str) -> None:
    assert Client().get(page.format(code)).status_code == 404


def test_a_code_may_be_typed_in_small_letters(room: Room) -> None:
    assert Client().get(f"/t/{room.code.lower()}/").status_code == 200


def test_posts_without_the_secret_token_are_refused(room: Room) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(room.people[Seat.S])
    for door in (
        "sit",
        "stand",
        "seat",
        "remove",
        "host",
        "settings",
        "start",
        "ready",
        "stop",
        "vote",
        "say",
        "act",
    ):
        assert client.post(f"/t/{room.code}/{door}").status_code == 403, door


@pytest.mark.parametrize(
    "door",
    ["sit", "stand", "seat", "remove", "host", "settings", "start", "ready", "stop", "vote", "say", "act"],
)
def test_doors_open_by_post_only(room: Room, door: str) -> None:
    assert Client().get(f"/t/{room.code}/{door}").status_code == 405


def test_a_closed_table_says_so(room: Room) -> None:
    Table.objects.filter(id=room.table.id).update(closed=True)
    assert browser(room.people[Seat.N]).get(f"/t/{room.code}/").status_code == 410


def test_guests_get_the_name_they_typed(south: User) -> None:
    newcomer = guest("")
    table = tables.table_create(host=newcomer)
    browser(newcomer).post(f"/t/{table.code}/sit", {"name": "Mamie Jo", "seat": "W"})
    newcomer.refresh_from_db()
    assert newcomer.name == "Mamie Jo"


def test_sitting_down_all_the_time_is_too_quick(south: User) -> None:
    table = tables.table_create(host=south)
    client = Client()
    assert client.post(f"/t/{table.code}/sit", {"name": "", "seat": "N"}).status_code == 302
    assert all(allow("sit", "127.0.0.1", "120/m") for _time in range(119))
    assert client.post(f"/t/{table.code}/sit", {"name": "", "seat": "N"}).status_code == 429
    live = client.post(f"/t/{table.code}/sit", {"name": "", "seat": "N"}, headers={"X-Live": "0"})
    assert (live.status_code, live.json()["status"]) == (429, 429)
