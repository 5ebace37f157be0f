"""A deal looked at together: who may come, who leads, and what happens when he goes."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from minibridge.engine import Seat
from tables import presence
from tables.companions import companion_end, companion_renew, companions_here
from tables.models import SharedReplay
from tables.replays import reading_of
from tables.services.purge import purge
from tables.services.shared_replays import (
    IDLE_DAYS,
    lead_hand,
    lead_take,
    shared_open,
    shared_replays_purge,
    step_show,
)
from tables.together import together_frame, together_of

from .cast import Room, reader, refused

DOORS = ("together", "together_view")
POSTS = ("together_open", "together_step", "together_take", "together_hand")
FIELDS = {"step": 3, "to": 1}


@pytest.fixture
def shared(played: Room) -> SharedReplay:
    """North has opened the worked deal at its fifth step, and is there."""
    north = played.people[Seat.N]
    shared = shared_open(record=played.record, user_id=north.id, step=5)
    companion_renew(shared.record_id, north.id)
    return shared


def now(shared: SharedReplay) -> tuple[int | None, int]:
    shared.refresh_from_db()
    return shared.leader_id, shared.step


def gone(shared: SharedReplay, user: User) -> None:
    """He closed his page, and long enough ago that it was no reload."""
    companion_end(shared.record_id, user.id)
    key = f"companion.{shared.record_id}.{user.id}"
    seen, end = cache.get(key)
    cache.set(key, (seen, end - presence.FLICKER - 1))


# --- doors -----------------------------------------------------------------------------------------


def test_players_come_in_others_do_not(played: Room, shared: SharedReplay, stranger: User) -> None:
    before = now(shared)
    for person in (stranger, None):
        for door in DOORS:
            assert reader(person).get(reverse(door, args=[shared.record_id])).status_code == 404
        for door in POSTS:
            assert reader(person).post(reverse(door, args=[shared.record_id]), FIELDS).status_code == 404
    assert now(shared) == before
    assert companions_here(shared.record_id) == (played.people[Seat.N].id,)
    for person in played.people.values():
        assert reader(person).get(reverse("together", args=[shared.record_id])).status_code == 200
    assert set(companions_here(shared.record_id)) == {person.id for person in played.people.values()}


@pytest.mark.parametrize("door", POSTS)
def test_changes_are_posted_and_carry_the_token(played: Room, shared: SharedReplay, door: str) -> None:
    north = played.people[Seat.N]
    assert reader(north).get(reverse(door, args=[shared.record_id])).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(north)
    assert strict.post(reverse(door, args=[shared.record_id]), FIELDS).status_code == 403
    assert now(shared) == (north.id, 5)


def test_a_deal_in_play_has_no_such_page(playing: Room) -> None:
    client = reader(playing.people[Seat.N])
    for door in DOORS:
        assert client.get(reverse(door, args=[playing.record.id])).status_code == 404
    for door in POSTS:
        assert client.post(reverse(door, args=[playing.record.id]), FIELDS).status_code == 404
    assert not SharedReplay.objects.exists()


@pytest.mark.parametrize("number", [10**12, 10**18, 10**30])
def test_no_deal_has_such_a_number(south: User, number: int) -> None:
    for door in DOORS:
        assert reader(south).get(reverse(door, args=[number])).status_code == 404
    for door in POSTS:
        assert reader(south).post(reverse(door, args=[number]), FIELDS).status_code == 404


def test_address_where_nobody_looks_leads_to_the_deal(played: Room) -> None:
    client = reader(played.people[Seat.S])
    answer = client.get(reverse("together", args=[played.record.id]))
    assert (answer.status_code, answer.url) == (302, reverse("deal", args=[played.record.id]))
    assert client.get(reverse("together_view", args=[played.record.id])).status_code == 404
    for door in ("together_step", "together_take"):
        post = client.post(reverse(door, args=[played.record.id]), FIELDS, headers={"x-live": "1"})
        assert (post.status_code, post.json()["type"]) == (404, "refused")
    assert not SharedReplay.objects.exists()


@pytest.mark.parametrize("step", ["", "-1", "54", "x", "9" * 30, "1.5"])
def test_step_that_the_deal_does_not_have_is_refused(played: Room, shared: SharedReplay, step: str) -> None:
    client = reader(played.people[Seat.N])
    address = reverse("together_step", args=[shared.record_id])
    answer = client.post(address, {"step": step}, headers={"x-live": "1"})
    assert answer.status_code == 400 and answer.json()["error"]
    assert now(shared) == (played.people[Seat.N].id, 5)


# --- opening and joining ---------------------------------------------------------------------------


def test_one_button_opens_it_and_shows_the_address(played: Room) -> None:
    client = reader(played.people[Seat.W])
    deal = client.get(reverse("deal", args=[played.record.id]) + "?step=7")
    assert 'name="step" value="7"' in deal.text
    answer = client.post(reverse("together_open", args=[played.record.id]), {"step": 7}, follow=True)
    assert answer.redirect_chain == [(reverse("together", args=[played.record.id]), 302)]
    assert answer.context["page"].step == 7
    assert f"http://testserver/deals/{played.record.id}/together/" in answer.text
    assert "You lead." in answer.text


def test_who_opens_it_again_joins(played: Room, shared: SharedReplay) -> None:
    client = reader(played.people[Seat.W])
    answer = client.post(reverse("together_open", args=[shared.record_id]), {"step": 30}, follow=True)
    assert answer.context["page"].step == 5
    assert now(shared) == (played.people[Seat.N].id, 5)


def test_who_opens_it_when_all_have_gone_leads_from_where_he_is(played: Room, shared: SharedReplay) -> None:
    gone(shared, played.people[Seat.N])
    shared_open(record=played.record, user_id=played.people[Seat.W].id, step=30)
    assert now(shared) == (played.people[Seat.W].id, 30)


def test_page_without_step_shows_the_leaders_and_with_one_its_own(played: Room, shared: SharedReplay) -> None:
    client = reader(played.people[Seat.E])
    address = reverse("together", args=[shared.record_id])
    following, wandering = client.get(address), client.get(f"{address}?step=9")
    assert (following.context["page"].step, following.context["follows"]) == (5, True)
    assert (wandering.context["page"].step, wandering.context["follows"]) == (9, False)
    assert 'http-equiv="refresh"' in following.text and 'http-equiv="refresh"' not in wandering.text
    fragment = client.get(f"{address}?step=9", headers={"x-fragment": "replay"}).text
    assert fragment.lstrip().startswith('<div class="replay"')


def test_each_follower_keeps_his_manner(played: Room, shared: SharedReplay) -> None:
    client = reader(played.people[Seat.E])
    page = client.get(reverse("together", args=[shared.record_id]) + "?hands=mine&seat=mine").context["page"]
    assert (page.step, page.manner.eyes, page.bottom) == (5, Seat.E, Seat.E)


# --- leading ---------------------------------------------------------------------------------------


def test_the_leader_goes_and_nobody_else(played: Room, shared: SharedReplay) -> None:
    north, east = played.people[Seat.N], played.people[Seat.E]
    companion_renew(shared.record_id, east.id)
    step_show(record_id=shared.record_id, user_id=north.id, step=53)
    assert now(shared) == (north.id, 53)
    refused(409, step_show, record_id=shared.record_id, user_id=east.id, step=1)
    refused(409, lead_take, record_id=shared.record_id, user_id=east.id)
    refused(409, lead_hand, record_id=shared.record_id, user_id=east.id, to=east.id)
    assert now(shared) == (north.id, 53)


def test_the_lead_is_handed_to_somebody_who_is_there(played: Room, shared: SharedReplay) -> None:
    north, east = played.people[Seat.N], played.people[Seat.E]
    refused(409, lead_hand, record_id=shared.record_id, user_id=north.id, to=east.id)
    companion_renew(shared.record_id, east.id)
    lead_hand(record_id=shared.record_id, user_id=north.id, to=east.id)
    refused(409, step_show, record_id=shared.record_id, user_id=north.id, step=1)
    step_show(record_id=shared.record_id, user_id=east.id, step=1)
    assert now(shared) == (east.id, 1)


def test_somebody_leads_when_the_leader_has_gone(played: Room, shared: SharedReplay) -> None:
    north, east = played.people[Seat.N], played.people[Seat.E]
    companion_renew(shared.record_id, east.id)
    companion_end(shared.record_id, north.id)
    refused(409, lead_take, record_id=shared.record_id, user_id=east.id)
    gone(shared, north)
    lead_take(record_id=shared.record_id, user_id=east.id)
    companion_renew(shared.record_id, north.id)
    refused(409, step_show, record_id=shared.record_id, user_id=north.id, step=1)
    assert now(shared) == (east.id, 5)


def test_somebody_leads_when_the_leader_is_deleted(played: Room, shared: SharedReplay) -> None:
    east = played.people[Seat.E]
    companion_renew(shared.record_id, east.id)
    played.people[Seat.N].delete()
    reading = reading_of(shared.record_id, east)
    assert reading is not None
    together = together_of(reading, east.id)
    assert together is not None and together.leader == "" and together.may_lead
    lead_take(record_id=shared.record_id, user_id=east.id)
    assert now(shared) == (east.id, 5)


@pytest.mark.parametrize("is_live", [True, False])
def test_without_a_socket_everything_goes_by_post(played: Room, shared: SharedReplay, is_live: bool) -> None:
    north, east = played.people[Seat.N], played.people[Seat.E]
    companion_renew(shared.record_id, east.id)
    headers = {"x-live": "1"} if is_live else {}

    def post(person: User, door: str, **fields: int):
        return reader(person).post(reverse(door, args=[shared.record_id]), fields, headers=headers)

    assert post(north, "together_step", step=8).status_code == (200 if is_live else 302)
    post(north, "together_hand", to=east.id)
    assert now(shared) == (east.id, 8)
    refusal = post(north, "together_step", step=9)
    assert refusal.status_code == (409 if is_live else 302)
    page = reader(north).get(reverse("together", args=[shared.record_id]))
    assert page.context["page"].step == 8
    assert now(shared) == (east.id, 8)


def test_too_many_steps_are_refused(played: Room, shared: SharedReplay, monkeypatch) -> None:
    monkeypatch.setattr("tables.views.together.STEPS", "2/m")
    client = reader(played.people[Seat.N])
    address = reverse("together_step", args=[shared.record_id])
    answers = [
        client.post(address, {"step": step}, headers={"x-live": "1"}).status_code for step in (1, 2, 3)
    ]
    assert answers == [200, 200, 429]
    assert now(shared) == (played.people[Seat.N].id, 2)


# --- what is sent ----------------------------------------------------------------------------------


def test_frame_names_people_in_the_readers_language_and_no_card(played: Room, shared: SharedReplay) -> None:
    east = played.people[Seat.E]
    client = Client(headers={"accept-language": "fr"})
    client.force_login(east)
    frame = client.get(reverse("together_view", args=[shared.record_id])).json()
    assert (frame["step"], frame["leads"], frame["version"]) == (5, False, 1)
    assert "<b>Nina</b> mène." in frame["html"] and "Emil (vous)" in frame["html"]
    assert "pique" not in str(frame) and "data-card" not in str(frame)


def test_names_are_escaped(played: Room, shared: SharedReplay) -> None:
    played.record.players.filter(seat="N").update(name="<i>&N</i>")
    east = played.people[Seat.E]
    reading = reading_of(shared.record_id, east)
    assert reading is not None
    together = together_of(reading, east.id)
    assert together is not None
    assert "<i>" not in together_frame(together, "en")["html"]


def test_page_and_poll_cost_the_same_whoever_is_there(played: Room, shared: SharedReplay) -> None:
    client = reader(played.people[Seat.S])
    for door, most in (("together", 13), ("together_view", 7)):
        address = reverse(door, args=[shared.record_id])
        client.get(address)
        counts = []
        for person in played.people.values():
            companion_renew(shared.record_id, person.id)
            with CaptureQueriesContext(connection) as queries:
                client.get(address)
            counts.append(len(queries))
        assert len(set(counts)) == 1 and counts[0] <= most, (door, counts)


def test_a_step_costs_the_same_whoever_is_there(played: Room, shared: SharedReplay) -> None:
    counts = []
    for step, person in enumerate(played.people.values()):
        companion_renew(shared.record_id, person.id)
        with CaptureQueriesContext(connection) as queries:
            step_show(record_id=shared.record_id, user_id=played.people[Seat.N].id, step=step)
        counts.append(len([one for one in queries if "SAVEPOINT" not in one["sql"]]))
    assert len(set(counts)) == 1 and counts[0] <= 3


def test_what_nobody_looks_at_any_more_is_forgotten(played: Room, shared: SharedReplay) -> None:
    assert shared_replays_purge() == 0
    SharedReplay.objects.update(active=timezone.now() - timedelta(days=IDLE_DAYS, hours=1))
    assert purge()["shared replays"] == 1
    played.record.refresh_from_db()
