import time

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import RequestFactory

from accounts.rate_limit import allow, client_address, one_at_a_time, parse_limit, rate_limit


def request_from(address: str, method: str = "POST"):
    return RequestFactory().generic(method, "/", REMOTE_ADDR=address)


@pytest.mark.parametrize(
    ("limit", "parsed"),
    [("30/m", (30, 60)), ("5/10m", (5, 600)), ("1/s", (1, 1)), ("2/3h", (2, 10800)), ("9/d", (9, 86400))],
)
def test_limits_read_like_speed(limit, parsed):
    assert parse_limit(limit) == parsed


def test_so_many_and_no_more():
    assert [allow("sit", "a", "3/m") for _ in range(5)] == [True, True, True, False, False]


def test_people_and_things_are_counted_apart():
    assert allow("sit", "a", "1/m")
    assert allow("sit", "b", "1/m")
    assert allow("say", "a", "1/m")
    assert not allow("sit", "a", "1/m")


def test_the_time_runs_from_the_first_attempt_and_is_not_lengthened_by_refused_ones():
    """However the attempts lie in the clock, none slips through at a seam of its seconds and minutes."""
    began = time.monotonic()
    assert allow("sit", "a", "1/s")
    refused = 0
    while not allow("sit", "a", "1/s"):
        refused += 1
        time.sleep(0.02)
        assert time.monotonic() - began < 30
    assert refused and time.monotonic() - began > 0.9
    assert not allow("sit", "a", "1/s")


def test_a_count_that_lost_its_end_gets_one(monkeypatch):
    """Between two steps of the cache a count may run out, and be made anew without an end."""
    monkeypatch.setattr(cache, "add", lambda *args, **kwargs: False)
    monkeypatch.setattr(cache, "incr", lambda name: cache.set(name, 1, None) or 1)
    assert allow("sit", "a", "1/s")
    monkeypatch.undo()
    began = time.monotonic()
    while not allow("sit", "a", "1/s"):
        time.sleep(0.02)
        assert time.monotonic() - began < 30


def test_any_key_can_be_counted():
    for key in ("", "é" * 1000, "a b\n", "\ud800"):
        assert allow("recover-name", key, "1/m")


@pytest.mark.parametrize(
    ("remote", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("192.0.2.7:5000", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("[2001:db8:1:2:3:4:5:6]:443", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", "unknown"),
        ("unix:", "unknown"),
        ("'; DROP TABLE", "unknown"),
    ],
)
def test_the_address_of_a_household(remote, address):
    assert client_address(request_from(remote)) == address


def test_a_view_answers_429_with_a_sentence():
    @rate_limit("knock", "2/m")
    def view(request):
        return HttpResponse("welcome")

    assert view(request_from("192.0.2.1")).status_code == 200
    assert view(request_from("192.0.2.1")).status_code == 200
    refused = view(request_from("192.0.2.1"))
    assert refused.status_code == 429
    assert refused["Retry-After"] == "60"
    assert "<h1>" in refused.content.decode()
    assert view(request_from("192.0.2.2")).status_code == 200
    assert view(request_from("192.0.2.1", "GET")).status_code == 200


def test_a_view_may_count_people_instead_of_addresses():
    @rate_limit("say", "1/m", key=lambda request: request.headers["X-Person"])
    def view(request):
        return HttpResponse("said")

    def say(person):
        return view(RequestFactory().post("/", headers={"x-person": person})).status_code

    assert (say("lea"), say("tom"), say("lea")) == (200, 200, 429)


def test_one_at_a_time_and_the_next_when_it_is_done():
    with one_at_a_time("hint", "a", seconds=60) as first, one_at_a_time("hint", "b", seconds=60) as other:
        assert first and other
        with one_at_a_time("hint", "a", seconds=60) as second:
            assert not second
        with one_at_a_time("hint", "a", seconds=60) as third:
            assert not third, "whoever was refused does not end the first one's turn"
    with one_at_a_time("hint", "a", seconds=60) as next_one:
        assert next_one
