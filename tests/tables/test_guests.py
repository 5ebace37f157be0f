"""A guest's deals and chairs go over to an account."""

from __future__ import annotations

from django.test import Client

from accounts.models import User
from accounts.services import GUEST_TO_MERGE
from minibridge.engine import Seat
from tables.models import Action, RecordPlayer, Seating, Table
from tables.scene import viewer_of
from tables.scene_reading import scene_now
from tables.services.guests import guest_merge
from tables.services.tables import settings_set, table_create

from .cast import Room, account


def browser_of(user: User, guest: User | None) -> Client:
    client = Client()
    client.force_login(user)
    if guest is not None:
        session = client.session
        session[GUEST_TO_MERGE] = guest.pk
        session.save()
    return client


def test_everything_moves_and_the_guest_is_gone(playing: Room) -> None:
    playing.play_worked_deal()
    guest, user = playing.people[Seat.S], account("Sami2")
    assert guest_merge(guest=guest, user=user) == 1
    assert not User.objects.filter(id=guest.id, is_guest=True).exists()
    assert RecordPlayer.objects.get(seat="S").user == user
    assert Seating.objects.get(seat="S").user == user
    assert not Action.objects.filter(user=None).exists()
    assert Table.objects.get().host == user
    assert viewer_of(playing.scene, user.id) is Seat.S


def test_in_the_middle_of_a_deal_the_chair_goes_on_playing(playing: Room) -> None:
    user = account("Sami2")
    guest_merge(guest=playing.people[Seat.S], user=user)
    playing.people[Seat.S] = user
    assert playing.act(Seat.S, "contract", contract="4S").status == 200


def test_where_both_sit_the_account_keeps_its_own_chair(room: Room) -> None:
    north = room.people[Seat.N]
    User.objects.filter(id=north.id).update(is_guest=False)
    north.refresh_from_db()
    guest_merge(guest=room.people[Seat.S], user=north)
    assert [(row.seat, row.user_id) for row in Seating.objects.filter(user=north)] == [("N", north.id)]
    assert not Seating.objects.filter(seat="S").exists()


def test_the_account_is_host_at_once_where_the_guest_only_looked_on(south: User) -> None:
    table, user = table_create(host=south), account("Sami2")
    assert scene_now(table.id).host_id == south.id
    guest_merge(guest=south, user=user)
    assert scene_now(table.id).host_id == user.id
    settings_set(table_id=table.id, user_id=user.id, visitors="closed", free_text=True)


def test_the_page_asks_and_takes_along(playing: Room) -> None:
    playing.play_worked_deal()
    guest, user = playing.people[Seat.S], account("Sami2")
    client = browser_of(user, guest)
    asked = client.get("/guest/merge/")
    assert asked.status_code == 200
    assert "Sami" in asked.content.decode()
    assert client.post("/guest/merge/", {"take": "1"}).url == "/deals/"
    assert RecordPlayer.objects.get(seat="S").user == user
    assert client.get("/guest/merge/").status_code == 302


def test_no_leaves_everything_where_it_is(playing: Room) -> None:
    guest, user = playing.people[Seat.S], account("Sami2")
    client = browser_of(user, guest)
    client.post("/guest/merge/", {"take": "0"})
    assert RecordPlayer.objects.get(seat="S").user == guest
    assert client.get("/guest/merge/").url == "/deals/"


def test_nobody_takes_what_his_browser_never_had(playing: Room) -> None:
    client = browser_of(account("Thief"), None)
    client.post("/guest/merge/", {"take": "1"})
    assert Client().post("/guest/merge/", {"take": "1"}).status_code == 302
    assert set(RecordPlayer.objects.values_list("user_id", flat=True)) == {
        user.id for user in playing.people.values()
    }


def test_after_the_question_the_person_goes_where_he_wanted(playing: Room) -> None:
    guest, user = playing.people[Seat.S], account("Sami2")
    table = f"/t/{playing.code}/"
    assert browser_of(user, guest).post("/guest/merge/", {"take": "0", "next": table}).url == table
    elsewhere = browser_of(user, guest).post("/guest/merge/", {"take": "0", "next": "https://evil.example/"})
    assert elsewhere.url == "/deals/"


def test_a_guest_with_nothing_to_take_along_is_not_asked_about(room: Room, stranger: User) -> None:
    assert browser_of(account("Zoe2"), stranger).get("/guest/merge/?next=/rules/").url == "/rules/"
    assert browser_of(account("Zoe3"), stranger).get("/guest/merge/?next=no+address").status_code == 302
