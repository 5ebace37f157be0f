"""People come, go, lead, hand over and wander off in any order: all is as a plain model says."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.core.cache import cache, caches
from django.test import override_settings
from django.urls import reverse
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from tables import presence
from tables.companions import companion_end, companion_renew
from tables.models import SharedReplay
from tables.refusals import Refusal
from tables.replays import reading_of
from tables.services.shared_replays import lead_hand, lead_take, shared_open, step_show
from tables.together import Together, together_of

from .cast import Room, reader

PEOPLE = st.integers(0, 3)
STEPS = st.integers(-1, 55)
LAST = 53


def machine_of(room: Room) -> type[RuleBasedStateMachine]:
    record, users = room.record, list(room.people.values())
    clients = [reader(user) for user in users]

    class Watching(RuleBasedStateMachine):
        """The model: who is there, who leads, at which step; nothing at all before somebody opens it."""

        def __init__(self) -> None:
            super().__init__()
            SharedReplay.objects.all().delete()
            caches["default"].key_prefix = uuid4().hex
            self.is_open = False
            self.here: set[int] = set()
            self.leader = -1
            self.step = 0
            self.version = 0

        def attempt(self, is_allowed: bool, change: Callable[[], object]) -> None:
            try:
                change()
                assert is_allowed
            except Refusal:
                assert not is_allowed

        @rule(person=PEOPLE, step=STEPS)
        def open(self, person: int, step: int) -> None:
            is_step = 0 <= step <= LAST
            self.attempt(is_step, lambda: shared_open(record=record, user_id=users[person].id, step=step))
            if is_step and not self.here:
                self.is_open, self.leader, self.step = True, person, step

        @rule(person=PEOPLE)
        def come(self, person: int) -> None:
            """He opens the page, which counts him in only where there is something to look at."""
            answer = clients[person].get(reverse("together_view", args=[record.id]))
            assert answer.status_code == (200 if self.is_open else 404)
            if self.is_open:
                self.here.add(person)

        @rule(person=PEOPLE)
        def go(self, person: int) -> None:
            if person in self.here:
                self.here.remove(person)
                companion_end(record.id, users[person].id)
                key = f"companion.{record.id}.{users[person].id}"
                seen, end = cache.get(key)
                cache.set(key, (seen, end - presence.FLICKER - 1))

        @rule(person=PEOPLE, step=STEPS)
        def show(self, person: int, step: int) -> None:
            is_allowed = self.is_open and person == self.leader and 0 <= step <= LAST
            self.attempt(
                is_allowed, lambda: step_show(record_id=record.id, user_id=users[person].id, step=step)
            )
            if is_allowed:
                self.step = step

        @rule(person=PEOPLE)
        def take(self, person: int) -> None:
            is_allowed = self.is_open and (person == self.leader or self.leader not in self.here)
            self.attempt(is_allowed, lambda: lead_take(record_id=record.id, user_id=users[person].id))
            if is_allowed:
                self.leader = person

        @rule(person=PEOPLE, to=PEOPLE)
        def hand(self, person: int, to: int) -> None:
            is_allowed = self.is_open and person == self.leader and to in self.here
            self.attempt(
                is_allowed,
                lambda: lead_hand(record_id=record.id, user_id=users[person].id, to=users[to].id),
            )
            if is_allowed:
                self.leader = to

        @rule(person=PEOPLE, step=st.integers(0, LAST))
        def wander(self, person: int, step: int) -> None:
            """One's own step changes nothing for the others; the way back is the address without it."""
            if not self.is_open:
                return
            companion_renew(record.id, users[person].id)
            self.here.add(person)
            address = reverse("together", args=[record.id])
            for query, shown in ((f"?step={step}", step), ("", self.step)):
                answer = clients[person].get(address + query, headers={"x-fragment": "replay"})
                assert f'data-step="{shown}"' in answer.text

        def seen_by(self, person: int) -> Together | None:
            reading = reading_of(record.id, users[person])
            assert reading is not None
            return together_of(reading, users[person].id)

        @invariant()
        def everybody_sees_the_same(self) -> None:
            for person in range(4):
                seen = self.seen_by(person)
                assert (seen is not None) == self.is_open
                if seen is None:
                    continue
                assert seen.step == self.step
                assert seen.leads == (person == self.leader)
                assert seen.may_lead == (not seen.leads and self.leader not in self.here)
                assert {one.user_id for one in seen.companions} == {users[each].id for each in self.here}
                assert seen.version >= self.version
                self.version = seen.version

    return Watching


@pytest.mark.django_db
def test_whatever_people_do_one_leads_and_all_see_it(played: Room) -> None:
    options = settings(
        max_examples=15, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck)
    )
    with override_settings(
        PRESENCE_LEASE_SECONDS=3600
    ):  # on a busy machine an example takes longer than a lease
        run_state_machine_as_test(machine_of(played), settings=options)
