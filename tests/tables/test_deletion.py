"""Deals taken out of lists, and people who leave for good: what goes, and what the others keep."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import models
from django.utils import timezone

from accounts.models import User
from accounts.recovery import codes_renew
from minibridge.engine import PRESETS, Seat
from tables.deal_list import deals_of
from tables.models import Action, Board, BoardRecord, Match, Message, RecordPlayer, Seating, Table
from tables.replays import names_of, reading_of, replay_of
from tables.services import matches, tables
from tables.services.alone import alone_start
from tables.services.deletion import (
    account_delete,
    deals_delete,
    deals_expire,
    kept_days,
    match_deals,
    orphans,
)
from tables.services.messages import message_say
from tables.services.purge import purge

from .cast import BALANCED_DEAL, WORKED_DEAL, Room, account, guest, reader, refused, room_of, trio_of


def people_of(record: BoardRecord) -> dict[str, tuple[str, int | None]]:
    return {row.seat: (row.name, row.user_id) for row in record.players.all()}


def match_over(room: Room) -> None:
    """The match ends now, whatever its length."""
    Match.objects.filter(table=room.table).update(finished=timezone.now())


# --- deals -----------------------------------------------------------------------------------------


def test_the_others_keep_the_deal_with_an_anonymous_chair(played: Room) -> None:
    record, south, east = played.record, played.people[Seat.S], played.people[Seat.E]
    assert deals_delete(user=south, record_ids=[record.id]) == 1
    assert people_of(record)["S"] == ("", None)
    assert people_of(record)["E"] == ("Emil", east.id)
    assert not Action.objects.filter(user=south).exists()
    assert Action.objects.filter(user=east).exists()
    assert reading_of(record.id, south) is None
    assert replay_of(BoardRecord.objects.get()).states[-1].result.tricks == 10
    call_command("verify_records", verbosity=0)


def test_the_name_is_nowhere_in_what_the_others_read(played: Room) -> None:
    record, east = played.record, played.people[Seat.E]
    deals_delete(user=played.people[Seat.S], record_ids=[record.id])
    browser = reader(east)
    for path in ("/deals/", f"/deals/{record.id}/"):
        page = browser.get(path).text
        assert "Sami" not in page
        assert "somebody" in page
    assert "Sami" not in browser.get("/deals/?opponent=somebody").text
    assert "No deal fits" in browser.get("/deals/?opponent=sami").text


def test_when_nobody_has_it_any_more_the_deal_is_gone(played: Room) -> None:
    record_id = played.record.id
    match_over(played)
    for count, person in enumerate(played.people.values(), start=1):
        assert BoardRecord.objects.filter(id=record_id).exists()
        deals_delete(user=person, record_ids=[record_id])
        assert BoardRecord.objects.exists() == (count < 4)
    for model in (BoardRecord, RecordPlayer, Action, Match):
        assert not model.objects.exists(), model
    assert not Board.objects.filter(preparedboard=None, records__isnull=False).exists()
    assert Table.objects.exists()  # people still sit there


def test_a_table_whose_match_is_deleted_can_begin_another(played: Room) -> None:
    match_over(played)
    before = played.scene.version
    for person in played.people.values():
        deals_delete(user=person, record_ids=[played.record.id])
    assert played.scene.version > before
    assert played.scene.match is None
    assert reader(played.people[Seat.N]).get(f"/t/{played.code}/").status_code == 200
    played.start()
    assert played.scene.deal_is_open


def test_in_a_match_still_on_the_deal_stays_until_it_is_over(played: Room) -> None:
    for person in played.people.values():
        deals_delete(user=person, record_ids=[played.record.id])
    assert BoardRecord.objects.count() == 1
    assert not orphans().exists()
    played.all_ready()
    assert played.scene.record.position == 2
    match_over(played)
    assert set(orphans()) == {BoardRecord.objects.earliest("id")}


def test_a_closed_table_goes_with_its_last_deal(played: Room) -> None:
    match_over(played)
    Table.objects.update(closed=True)
    for person in played.people.values():
        deals_delete(user=person, record_ids=[played.record.id])
    assert not Table.objects.exists()


def test_deals_of_others_and_deals_in_play_stay(played: Room, stranger: User) -> None:
    first = played.record
    refused(404, deals_delete, user=stranger, record_ids=[first.id])
    refused(404, deals_delete, user=played.people[Seat.N], record_ids=[first.id, first.id + 99])
    refused(404, deals_delete, user=played.people[Seat.N], record_ids=[])
    matches.boards_prepare(table_id=played.table.id, deals=[WORKED_DEAL])
    played.all_ready()
    refused(409, deals_delete, user=played.people[Seat.N], record_ids=[first.id, played.record.id])
    assert all(user for _name, user in people_of(first).values())


def test_a_whole_match_is_chosen_when_it_is_over(played: Room, stranger: User) -> None:
    north, match_id = played.people[Seat.N], played.record.match_id
    refused(409, match_deals, user=north, match_id=match_id)
    refused(404, match_deals, user=stranger, match_id=match_id)
    refused(404, match_deals, user=north, match_id=match_id + 99)
    matches.boards_prepare(table_id=played.table.id, deals=[BALANCED_DEAL, WORKED_DEAL])
    played.all_ready()
    match_over(played)
    BoardRecord.objects.filter(finished=None).update(finished=timezone.now())
    chosen = match_deals(user=north, match_id=match_id)
    assert chosen == list(BoardRecord.objects.order_by("id").values_list("id", flat=True))
    deals_delete(user=north, record_ids=chosen)
    assert deals_of(north).groups == ()
    assert len(deals_of(played.people[Seat.S]).groups[0].lines) == len(chosen)


def test_deals_of_three_go_together_because_chairs_are_told_from_the_first(north, east, south) -> None:
    people = {Seat.N: north, Seat.E: east, Seat.S: south}
    trio = trio_of(people, PRESETS["three_french"])
    for _deal in range(2):
        trio.start() if trio.scene.match is None else ready_for(trio)
        trio.say_totals()
        claim(trio)
    match_over(trio)
    first, second = BoardRecord.objects.order_by("id")
    for person in people.values():
        deals_delete(user=person, record_ids=[first.id])
    assert BoardRecord.objects.count() == 2
    assert deals_of(south).groups[0].others
    for person in people.values():
        deals_delete(user=person, record_ids=[second.id])
    assert not BoardRecord.objects.exists()


def ready_for(trio: Room) -> None:
    matches.boards_prepare(table_id=trio.table.id, deals=[WORKED_DEAL])
    trio.all_ready()


def claim(trio: Any) -> None:
    declarer = trio.state.declarer
    assert trio.act(declarer, "contract", contract="3NT").status == 200
    trio.act(declarer, "claim", tricks=0)
    for seat in set(trio.chairs) - {declarer}:
        trio.act(seat, "answer_claim", accept=True, request=trio.state.n - 1)


# --- the doors -------------------------------------------------------------------------------------


def test_the_question_names_the_deals_and_changes_nothing(played: Room) -> None:
    record = played.record
    page = reader(played.people[Seat.S]).get("/deals/delete/", {"deal": record.id})
    assert page.status_code == 200
    assert "Delete this deal?" in page.text
    assert "cannot be undone" in page.text
    assert people_of(record)["S"][0] == "Sami"


def test_a_post_deletes_and_says_so(played: Room) -> None:
    browser = reader(played.people[Seat.S])
    answer = browser.post("/deals/delete/", {"deal": [played.record.id]}, follow=True)
    assert "1 deal is deleted." in answer.text
    assert "No deals yet" in answer.text


def test_a_match_is_deleted_however_long_it_was(played: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.views.deals.MOST_AT_ONCE", 1)
    matches.boards_prepare(table_id=played.table.id, deals=[BALANCED_DEAL])
    played.all_ready()
    match_over(played)
    browser, match_id = reader(played.people[Seat.S]), played.record.match_id
    page = browser.get("/deals/delete/", {"match": match_id}).text
    assert "Delete these 2 deals?" in page
    assert f'name="match" value="{match_id}"' in page
    answer = browser.post("/deals/delete/", {"match": match_id}, follow=True)
    assert "2 deals are deleted." in answer.text


@pytest.mark.parametrize("method", ["get", "post"])
def test_only_who_played_a_deal_finds_the_door(played: Room, stranger: User, method: str) -> None:
    record = played.record
    for person in (stranger, None):
        for query in ({"deal": record.id}, {"match": record.match_id}, {"deal": record.id + 99}):
            assert getattr(reader(person), method)("/deals/delete/", query).status_code == 404
    assert all(user for _name, user in people_of(record).values())


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({"deal": "x"}, 404),
        ({"deal": "9" * 30}, 404),
        ({"match": "9" * 15}, 404),
        ({"match": "x"}, 400),
        ({"deal": [str(number) for number in range(300)]}, 400),
    ],
)
def test_what_makes_no_sense_is_answered_with_a_sentence(
    played: Room, method: str, query: dict[str, Any], status: int
) -> None:
    answer = getattr(reader(played.people[Seat.S]), method)("/deals/delete/", query)
    assert answer.status_code == status
    assert "<h1" in answer.text
    assert people_of(played.record)["S"][0] == "Sami"


@pytest.mark.parametrize("method", ["get", "post"])
def test_without_a_tick_the_list_says_what_to_do(played: Room, method: str) -> None:
    answer = getattr(reader(played.people[Seat.S]), method)("/deals/delete/", follow=True)
    assert answer.redirect_chain == [("/deals/", 302)]
    assert "No deal is ticked. Tick those that shall go." in answer.text
    assert f"/deals/{played.record.id}/" in answer.text


def test_a_deal_in_play_is_refused_and_shown_to_nobody(playing: Room) -> None:
    browser = reader(playing.people[Seat.S])
    for method in (browser.get, browser.post):
        answer = method("/deals/delete/", {"deal": playing.record.id})
        assert answer.status_code == 409
        assert "still being played" in answer.text
    answer = browser.get("/deals/delete/", {"match": playing.record.match_id})
    assert answer.status_code == 409


# --- leaving for good ------------------------------------------------------------------------------

NAME, LOGIN, MAIL = "Zébulon", "zebulon-login", "zebulon@example.org"


@pytest.fixture
def leaver(db: None) -> User:
    """Somebody with everything that an account can have."""
    user = User.objects.create_user(LOGIN, MAIL, "a long password", display_name=NAME, is_adult=True)
    EmailAddress.objects.create(user=user, email=MAIL, primary=True)
    Authenticator.objects.create(user=user, type="webauthn", data={"name": f"tablet of {NAME}"})
    codes_renew(user)
    LogEntry.objects.create(
        user=user,
        content_type=ContentType.objects.get_for_model(User),
        object_id="1",
        object_repr="x",
        action_flag=1,
    )
    return user


@pytest.fixture
def left_room(leaver: User, north: User, east: User, west: User) -> Room:
    """He has played a deal, plays another, is host, and has talked."""
    people = {Seat.S: leaver, Seat.N: north, Seat.E: east, Seat.W: west}
    room = room_of(people)
    room.start([WORKED_DEAL, WORKED_DEAL])
    room.play_worked_deal()
    room.all_ready()
    Message.objects.create(table=room.table, user=leaver, seat="S", name=NAME, text=f"{NAME} was here")
    message_say(table_id=room.table.id, user_id=leaver.id, phrase="thanks")
    return room


def traces(words: tuple[str, ...], user_id: int) -> Iterator[str]:
    """Wherever any row of any model still refers to the person, by key or by word."""
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, models.ForeignKey) and field.related_model is User:
                if model._base_manager.filter(**{field.attname: user_id}).exists():
                    yield f"{model.__name__}.{field.name}"
            elif isinstance(field, (models.CharField, models.TextField, models.JSONField)):
                values = [str(value) for value in model._base_manager.values_list(field.attname, flat=True)]
                if any(word.lower() in value.lower() for word in words for value in values):
                    yield f"{model.__name__}.{field.name}"
    for session in Session.objects.all():
        if any(word in str(session.get_decoded()) for word in words):
            yield "Session"


def test_nothing_is_left_of_who_leaves(left_room: Room, leaver: User) -> None:
    words, user_id = (NAME, "zebulon", MAIL), leaver.pk
    before = set(traces(words, user_id))
    assert {"RecordPlayer.user", "RecordPlayer.folded_name", "Message.text", "Action.user"} <= before
    assert {"EmailAddress.email", "Authenticator.user", "RecoveryCode.user", "Table.host"} <= before
    assert {"Seating.name", "LogEntry.user", "User.username"} <= before
    account_delete(leaver)
    assert list(traces(words, user_id)) == []


def test_the_others_go_on_without_him(left_room: Room, leaver: User) -> None:
    record = left_room.record
    account_delete(leaver)
    scene = left_room.scene
    assert scene.chairs[Seat.S] is None
    assert scene.is_host(left_room.people[Seat.N].id)
    assert scene.deal_is_open
    assert not scene.messages
    newcomer = guest("Karl")
    page = reader(left_room.people[Seat.N]).get(f"/t/{left_room.code}/")
    assert NAME not in page.text
    left_room.people[Seat.S] = newcomer
    first = BoardRecord.objects.earliest("id")
    assert names_of(first)[Seat.S] != NAME
    assert first.actions.count() == 53
    assert record.finished is None
    call_command("verify_records", verbosity=0)


def test_a_table_where_nobody_is_left_is_closed_and_gone(south: User) -> None:
    table = alone_start(user=south, level="easy", deals=4, preset="four_deals")
    account_delete(south)
    assert not BoardRecord.objects.exists()
    assert not Table.objects.filter(id=table.id).exists()
    assert not Board.objects.exists()
    assert not User.objects.exists()


def test_when_all_have_left_nothing_of_their_match_is_kept(played: Room) -> None:
    for person in played.people.values():
        account_delete(person)
    for model in (User, Table, Match, BoardRecord, RecordPlayer, Action, Message, Seating):
        assert not model.objects.exists(), model


def test_a_host_who_only_looked_on_leaves_a_table_that_closes(south: User) -> None:
    table = tables.table_create(host=south)
    account_delete(south)
    table.refresh_from_db()
    assert table.closed
    assert table.host is None


# --- the door to it --------------------------------------------------------------------------------

LEAVE = "/account/delete/"


def test_an_account_is_deleted_with_its_password(db: None) -> None:
    user = account("Ada")
    here, elsewhere = reader(user), reader(user)
    assert "a password" not in here.get(LEAVE).text
    answer = here.post(LEAVE, {"proof": "wrong"})
    assert answer.status_code == 422
    assert "This is not your password." in answer.text
    assert here.post(LEAVE, {"proof": "Ada"}).status_code == 422
    answer = here.post(LEAVE, {"proof": "a long password"}, follow=True)
    assert "Everything about you is deleted." in answer.text
    assert not User.objects.exists()
    for browser in (here, elsewhere):
        assert browser.get("/account/").status_code == 302
        assert "No deals yet" in browser.get("/deals/").text


def test_a_guest_types_his_name(played: Room) -> None:
    sami = played.people[Seat.S]
    browser = reader(sami)
    page = browser.get(LEAVE).text
    assert "Sami" in page
    assert "your list with 1 deal;" in page
    for proof in ("", "Nina", "  "):
        assert browser.post(LEAVE, {"proof": proof}).status_code == 422
    assert browser.post(LEAVE, {"proof": " SAMI "}).status_code == 302
    assert not User.objects.filter(id=sami.pk).exists()


def test_a_guest_without_a_name_types_what_stands_there(db: None) -> None:
    browser = reader(guest(""))
    assert "please type your name: Guest" in browser.get(LEAVE).text
    assert browser.post(LEAVE, {"proof": "guest"}).status_code == 302


def test_nobody_else_comes_in(db: None) -> None:
    answer = reader(None).get(LEAVE)
    assert answer.headers["Location"] == f"/account/login/?next={LEAVE}"
    assert reader(None).post(LEAVE, {"proof": "x"}).status_code == 302


def test_guessing_the_password_is_held_up(db: None) -> None:
    browser = reader(account("Ada"))
    answers = [browser.post(LEAVE, {"proof": "wrong"}).status_code for _guess in range(12)]
    assert answers == [422] * 10 + [429] * 2
    assert User.objects.exists()


def test_the_account_page_leads_there(db: None) -> None:
    for person in (account("Ada"), guest("Bob")):
        assert LEAVE in reader(person).get("/account/").text


# --- for how long ----------------------------------------------------------------------------------


def make_old(record: BoardRecord, days: int) -> None:
    RecordPlayer.objects.filter(record=record).update(day=timezone.localdate() - timedelta(days=days))


def test_deals_go_after_the_time_that_each_person_wants(played: Room) -> None:
    south = played.people[Seat.S]
    User.objects.filter(id=south.pk).update(keep_days=90)
    make_old(played.record, 90)
    assert deals_expire() == 0
    make_old(played.record, 91)
    assert purge()["deals taken from lists"] == 1
    people = people_of(played.record)
    assert people["S"] == ("", None)
    assert all(user for seat, (_name, user) in people.items() if seat != "S")
    assert not Action.objects.filter(user=south).exists()
    assert deals_expire() == 0


def test_the_site_may_want_a_shorter_time(played: Room, settings: Any) -> None:
    settings.DEALS_KEPT_DAYS = 60
    User.objects.filter(id=played.people[Seat.S].pk).update(keep_days=30)
    assert [kept_days(choice) for choice in User.KeepDays.values] == [60, 60, 60, 30]
    make_old(played.record, 31)
    assert deals_expire() == 1
    make_old(played.record, 61)
    match_over(played)
    assert deals_expire() == 3
    assert not BoardRecord.objects.exists()


def test_without_a_limit_deals_are_kept_for_ever(played: Room) -> None:
    assert kept_days(User.KeepDays.ALWAYS) is None
    make_old(played.record, 10_000)
    assert deals_expire() == 0


def test_a_deal_in_play_is_not_too_old(playing: Room) -> None:
    User.objects.update(keep_days=30)
    make_old(playing.record, 400)
    assert deals_expire() == 0


def test_the_list_says_how_long_deals_are_kept(played: Room, settings: Any) -> None:
    browser = reader(played.people[Seat.S])
    assert "kept until you delete them" in browser.get("/deals/").text
    settings.DEALS_KEPT_DAYS = 45
    assert "kept for 45 days" in browser.get("/deals/").text


def test_how_long_is_chosen_among_the_choices(played: Room) -> None:
    south = played.people[Seat.S]
    browser = reader(south)
    page = browser.get("/preferences/").text
    assert page.count('name="keep_days"') == 4
    chosen = {"display_name": "Sami", "deck": "four", "suit_order": "SHCD", "keep_days": "365"}
    assert browser.post("/preferences/", chosen).status_code == 302
    south.refresh_from_db()
    assert south.keep_days == 365
    assert browser.post("/preferences/", chosen | {"keep_days": "7"}).status_code == 422
    assert "keep_days" not in reader(None).get("/preferences/").text


def test_the_hands_of_an_abandoned_deal_are_shown(playing: Room) -> None:
    playing.act(Seat.S, "contract", contract="4S")
    Table.objects.update(active=timezone.now() - timedelta(days=400))
    assert purge()["tables closed"] == 1
    record = playing.record
    page = reader(playing.people[Seat.E]).get(f"/deals/{record.id}/")
    assert page.status_code == 200
    assert page.text.count('class="replay-hand ') == 4
    hands = replay_of(record).views[-1].hands
    assert {seat: set(hands[seat]) for seat in Seat} == {seat: set(WORKED_DEAL[seat]) for seat in Seat}


def test_an_account_deleted_by_the_administrator_leaves_no_name_either(left_room: Room, leaver: User) -> None:
    User.objects.filter(id=leaver.pk).delete()
    assert list(traces((NAME, "zebulon", MAIL), leaver.pk)) == []
    assert left_room.scene.chairs[Seat.S] is None
