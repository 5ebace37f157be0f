"""The stored results are what the logs say."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tables.models import Action, BoardRecord

from .cast import BALANCED_DEAL, WORKED_DEAL, Room


def verify() -> str:
    out = StringIO()
    try:
        call_command("verify_records", stdout=out)
    except CommandError as error:
        return f"{out.getvalue()}{error}"
    return out.getvalue()


def test_records_as_played_have_no_difference(room: Room) -> None:
    room.start([BALANCED_DEAL, WORKED_DEAL])
    room.all_ready()
    room.play_worked_deal()
    assert verify() == "2 records, 0 differences\n"


@pytest.mark.parametrize(
    ("field", "value"),
    [("points_ns", 450), ("tricks", 9), ("declarer", "N"), ("denomination", "H"), ("outcome", "claimed")],
)
def test_a_result_that_was_changed_is_found(playing: Room, field: str, value: object) -> None:
    playing.play_worked_deal()
    BoardRecord.objects.update(**{field: value})
    said = verify()
    assert f"{field} is {value!r}" in said
    assert "1 differences" in said


def test_a_log_that_lost_a_card_is_found(playing: Room) -> None:
    playing.play_worked_deal()
    Action.objects.filter(n=20).delete()
    assert "does not replay" in verify()
