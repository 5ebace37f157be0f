"""What a request may say, and how much time it gets."""

import pytest

from minibridge.analysis import BadRequest
from minibridge.analysis import request as module
from minibridge.analysis.request import LEAST_BUDGET, read_request

MESSAGE = {"job": "cards", "data": {}, "priority": 1, "seconds": 0.6}


def read(**change):
    return read_request(7, {**MESSAGE, **change}, print)


def test_steps_have_a_limit_by_job_unless_the_request_gives_one():
    assert read().limit == 5
    assert read(job="table").limit == read(job="par").limit == 20
    assert read(job="table", limit=3).limit == 3


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"job": None}, "job"),
        ({"job": ["cards"]}, "job"),
        ({"priority": 4}, "priority"),
        ({"priority": True}, "priority"),
        ({"priority": "1"}, "priority"),
        ({"seconds": 0}, "seconds"),
        ({"seconds": float("nan")}, "seconds"),
        ({"seconds": float("inf")}, "seconds"),
        ({"seconds": True}, "seconds"),
        ({"seconds": None}, "seconds"),
        ({"limit": 601}, "limit"),
        ({"limit": -1}, "limit"),
    ],
)
def test_it_rejects_a_wrong_frame(change, code):
    with pytest.raises(BadRequest) as refused:
        read(**change)
    assert refused.value.code == code


def test_it_rejects_data_that_cannot_be_passed_on():
    nested: object = []
    for _ in range(100_000):
        nested = [nested]
    with pytest.raises(BadRequest):
        read(data=nested)


def test_the_urgent_come_first_and_equals_in_the_order_of_arrival():
    order = [
        read_request(key, {**MESSAGE, "priority": priority}, print)
        for key, priority in enumerate([2, 0, 2, 0])
    ]
    assert [one.key for one in sorted(order, key=lambda one: one.urgency)] == [1, 3, 0, 2]


def test_those_who_wait_together_share_the_time():
    assert read().time_left(0) == pytest.approx(0.6)
    assert read().time_left(2) == pytest.approx(0.2)
    assert read().time_left(50) == LEAST_BUDGET


def test_the_time_runs_from_the_first_step(monkeypatch):
    one = read()
    one.began = 100.0
    monkeypatch.setattr(module.time, "monotonic", lambda: 100.5)
    assert one.time_left(0) == pytest.approx(0.1)
    assert one.time_left(1) == pytest.approx(-0.2)
