"""The front door, for players, strangers and visitors."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from minibridge.engine import Seat
from tables.models import Table

from .cast import Room, room_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def visitor() -> Client:
    """Somebody who was never here."""
    return Client(headers={"accept-language": "en"})


def client_of(person: User) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(person)
    return client


def test_visitor_is_offered_the_three_ways_in(visitor):
    page = visitor.get("/").text
    for address in (reverse("table_new"), reverse("deals"), reverse("account_login"), reverse("table_join")):
        assert f'"{address}"' in page
    assert "Back to your table" not in page


def test_guest_is_offered_an_account_and_the_way_to_the_one_he_has(visitor):
    visitor.post(reverse("table_new"))
    page = visitor.get("/").text
    assert f'class="home-choice" href="{reverse("guest_keep")}"' in page
    assert reverse("account_login") in page


def test_account_is_offered_its_settings_instead(south):
    south.is_guest = False
    south.save()
    page = client_of(south).get("/").text
    assert f'class="home-choice" href="{reverse("preferences")}"' in page
    assert reverse("guest_keep") not in page


@pytest.mark.parametrize(
    "host, stays",
    [("localhost:8000", True), ("127.0.0.1", True), ("[::1]:8000", True), ("testserver", False)],
)
def test_a_link_that_leads_nobody_here_says_so(visitor, settings, host, stays):
    settings.ALLOWED_HOSTS = ["*"]
    table = visitor.post(reverse("table_new"), headers={"host": host}).url
    assert ("works on this computer only" in visitor.get(table, headers={"host": host}).text) is stays


def test_host_without_a_name_finds_the_field_empty(visitor):
    page = visitor.get(visitor.post(reverse("table_new")).url).text
    field = page[page.index('id="join-name"') :].partition(">")[0]
    assert 'value=""' in field


def test_page_speaks_french_unless_asked_otherwise(visitor):
    assert '<html lang="fr"' in Client().get("/").text
    assert '<html lang="en"' in visitor.get("/").text


def test_looking_at_the_page_makes_no_guest(visitor):
    visitor.get("/")
    assert not User.objects.exists()


def test_visitor_opens_a_table_and_becomes_its_host(visitor):
    response = visitor.post(reverse("table_new"))
    table = Table.objects.get()
    assert response.url == reverse("table", args=[table.code])
    assert table.host.is_guest
    assert visitor.session["_auth_user_id"] == str(table.host.pk)


def test_player_hosts_the_table_he_opens(north):
    client_of(north).post(reverse("table_new"))
    assert Table.objects.get().host == north


def test_opening_a_table_by_link_alone_is_refused(visitor):
    assert visitor.get(reverse("table_new")).status_code == 405
    assert not Table.objects.exists()


def test_player_finds_the_way_back_to_open_tables(room: Room, south: User):
    page = client_of(south).get("/").text
    assert reverse("table", args=[room.code]) in page
    assert "Nina" in page


def test_closed_table_is_not_offered(room: Room, south: User, stranger: User):
    Table.objects.update(closed=True)
    for person in (south, stranger):
        assert room.code not in client_of(person).get("/").text


def test_page_costs_the_same_for_many_tables(north: User, east: User, south: User, west: User):
    people = {Seat.S: south, Seat.N: north, Seat.E: east, Seat.W: west}
    room_of(people)
    client = client_of(south)
    client.get("/")
    with CaptureQueriesContext(connection) as one:
        client.get("/")
    for _ in range(4):
        room_of(people)
    with CaptureQueriesContext(connection) as many:
        client.get("/")
    assert len(many) == len(one)


@pytest.mark.parametrize(
    "disguise",
    [
        str.lower,
        lambda code: f"  {code[:3]} {code[3:]} ",
        lambda code: f"{code[:2]}-{code[2:]}",
        lambda code: f"http://localhost:8000/t/{code}/",
        lambda code: f"https://example.org/t/{code.lower()}",
    ],
)
def test_code_is_understood_however_it_is_typed(visitor, north, disguise):
    table = Table.objects.create(host=north)
    response = visitor.post(reverse("table_join"), {"code": disguise(table.code)})
    assert response.url == reverse("table", args=[table.code])


@pytest.mark.parametrize("typed", ["", "ABC", "ABCDEFG", "O0I1LL", "ÀÉÎÕÜÑ", "♠♥♦♣♠♥", "A" * 300])
def test_what_is_no_code_gets_a_sentence_and_stays_typed(visitor, typed):
    response = visitor.post(reverse("table_join"), {"code": typed})
    assert response.status_code == 422
    assert 'role="alert"' in response.text
    assert typed in response.text


def test_code_of_no_table_gets_a_sentence(visitor):
    response = visitor.post(reverse("table_join"), {"code": "ZZZZZZ"})
    assert response.status_code == 422
    assert "No table has this code" in response.text


def test_code_page_can_be_opened_by_itself(visitor):
    assert visitor.get(reverse("table_join")).status_code == 200


def test_who_opens_a_table_and_then_signs_in_stays_its_host(visitor):
    User.objects.create_user(username="lea", password="a long password")
    table_page = visitor.post(reverse("table_new")).url
    answer = visitor.post(
        reverse("account_login"), {"login": "lea", "password": "a long password", "next": table_page}
    )
    asked = visitor.get(answer.url)
    assert "The table you opened" in asked.text
    assert visitor.post(answer.url, {"take": "1", "next": table_page}).url == table_page
    assert Table.objects.get().host == User.objects.get(username="lea")
