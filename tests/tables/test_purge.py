"""What nobody uses any more: closed, deleted, and what must stay."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from minibridge.engine import Seat
from tables.models import BoardRecord, DealTricks, RecordPlayer, Table
from tables.services import tables
from tables.services.purge import purge

from .cast import Room, account

LONG_AGO = timezone.now() - timedelta(days=400)


def test_a_table_in_use_stays(playing: Room) -> None:
    assert set(purge().values()) == {0}
    assert playing.scene.deal_is_open


def test_an_abandoned_table_is_closed_and_its_deal_ends_unfinished(playing: Room) -> None:
    playing.play_worked_deal()
    playing.all_ready()
    Table.objects.update(active=LONG_AGO)
    assert purge()["tables closed"] == 1
    playing.table.refresh_from_db()
    assert playing.table.closed
    assert not playing.table.seatings.exists()
    assert playing.record.outcome in (BoardRecord.Outcome.UNFINISHED, BoardRecord.Outcome.BALANCED)
    assert not BoardRecord.objects.filter(finished=None).exists()
    assert playing.scene.match.ended_early
    assert purge()["tables closed"] == 0


def test_a_table_without_a_deal_is_deleted(south: User) -> None:
    tables.table_create(host=south)
    Table.objects.update(active=LONG_AGO)
    assert purge()["tables deleted"] == 1
    assert not Table.objects.exists()


def test_idle_guests_go_and_their_chairs_stay_in_the_records(playing: Room) -> None:
    playing.play_worked_deal()
    keeper = account("Karla")
    RecordPlayer.objects.filter(seat="E").update(user=keeper)
    User.objects.filter(is_guest=True).update(last_seen=LONG_AGO)
    Table.objects.update(active=LONG_AGO)
    counts = purge()
    assert counts["guests"] == 4
    assert counts["records"] == 0
    players = {player.seat: (player.name, player.user) for player in RecordPlayer.objects.all()}
    assert players == {"N": ("Nina", None), "E": ("Emil", keeper), "S": ("Sami", None), "W": ("Wanda", None)}


def test_records_nobody_can_open_any_more_are_deleted(playing: Room) -> None:
    playing.play_worked_deal()
    User.objects.all().update(last_seen=LONG_AGO)
    Table.objects.update(active=LONG_AGO)
    assert purge()["records"] == 1
    assert not BoardRecord.objects.exists()


def test_the_commands_say_what_they_did(playing: Room) -> None:
    out = StringIO()
    call_command("purge", stdout=out)
    assert "0 guests" in out.getvalue()
    epoch = playing.table.epoch
    call_command("restored", stdout=out)
    playing.table.refresh_from_db()
    assert playing.table.epoch != epoch
    assert playing.people[Seat.S].is_guest


def test_what_the_solver_found_long_ago_is_forgotten(db: None) -> None:
    DealTricks.objects.create(deal="old", tricks={}, created=LONG_AGO)
    DealTricks.objects.create(deal="new", tricks={})
    assert purge()["tricks"] == 1
    assert DealTricks.objects.get().deal == "new"
