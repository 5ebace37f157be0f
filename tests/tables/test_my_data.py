"""Everything the site knows of a person, in one file."""

from __future__ import annotations

import io
import json
import zipfile

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.conf import settings
from django.core.cache import cache
from django.urls import reverse

from accounts.models import User
from accounts.personal_data import account_data
from minibridge.engine import Seat, read_pbn
from tables.models import Pack, SharedLink
from tables.services import messages

from .cast import Room, account, reader, second_deal
from .files import FILES, bring_in
from .lesson_room import LessonRoom


def files_of(person: User) -> dict[str, str]:
    cache.clear()
    response = reader(person).get(reverse("my_data"))
    assert response.status_code == 200
    assert response["Content-Type"] == "application/zip"
    assert response["Content-Disposition"].startswith('attachment; filename="minibridge-')
    archive = zipfile.ZipFile(io.BytesIO(response.getvalue()))
    assert archive.testzip() is None
    return {name: archive.read(name).decode() for name in archive.namelist()}


def test_all_that_is_the_persons_is_in_it_and_nothing_of_others(played: Room, stranger: User):
    south, north = played.people[Seat.S], played.people[Seat.N]
    messages.message_say(table_id=played.table.id, user_id=south.id, phrase="thanks", client_id="a")
    messages.message_say(table_id=played.table.id, user_id=north.id, phrase="hello", client_id="b")
    SharedLink.objects.create(user=south, record=played.record)
    other = SharedLink.objects.create(user=north, record=played.record)
    bring_in(reader(south), FILES / "evening.pbn")
    bring_in(reader(stranger), FILES / "claimed.lin")
    found = files_of(south)
    assert json.loads(found["account.json"])["name_at_the_table"] == "Sami"
    assert [row["phrase"] for row in json.loads(found["messages.json"])] == ["thanks"]
    assert [row["seats"] for row in json.loads(found["tables.json"])] == [["S"]]
    assert len(json.loads(found["links.json"])) == 1
    assert sum(len(match["records"]) for match in json.loads(found["deals.json"])["matches"]) == 5
    assert len(read_pbn(found["deals.pbn"]).records) == 5
    assert found["deals.csv"].count("\n") == 6
    everything = "".join(found.values())
    assert other.key not in everything
    assert north.username not in everything


def test_a_deal_in_play_is_not_in_it(played: Room):
    second_deal(played)
    assert played.record.finished is None
    found = files_of(played.people[Seat.S])
    assert len(read_pbn(found["deals.pbn"]).records) == 1


def test_an_account_is_told_without_its_secrets(db: None):
    owner = account("Odile", email="odile@example.org")
    EmailAddress.objects.create(user=owner, email="odile@example.org", verified=True, primary=True)
    Authenticator.objects.create(
        user=owner, type="webauthn", data={"name": "My phone", "credential": {"id": "s3"}}
    )
    data = account_data(owner)
    assert data["sign_in_name"] == "odile"
    assert data["email_addresses"] == [{"address": "odile@example.org", "is_confirmed": True}]
    assert [passkey["name"] for passkey in data["passkeys"]] == ["My phone"]
    assert data["last_seen"].endswith("+00:00")
    whole = json.dumps(files_of(owner))
    assert owner.password not in whole
    assert "s3" not in whole


def test_every_choice_of_a_person_is_in_it(db: None):
    """A field that is added to people has to be told, or named here as a secret or as what allauth keeps."""
    told = {
        "username", "display_name", "is_guest", "is_pupil", "is_adult", "may_teach", "date_joined",
        "last_seen", "last_login", "email", "language", "deck", "index_letters", "taps", "suit_order",
        "sounds", "big_text", "reduced_motion", "keep_days",
    }  # fmt: skip
    untold = {"id", "password", "is_superuser", "is_staff", "is_active", "first_name", "last_name"}
    fields = {field.name for field in User._meta.get_fields() if field.concrete and not field.many_to_many}
    assert fields == told | untold


def test_every_table_with_people_is_thought_of():
    """What belongs to a person is in his file: a new model that names people has to be looked at."""
    model = apps.get_model(settings.AUTH_USER_MODEL)
    pointing = {relation.related_model._meta.label for relation in model._meta.related_objects}
    assert pointing == {
        "accounts.RecoveryCode",
        "account.EmailAddress",
        "admin.LogEntry",
        "mfa.Authenticator",
        "tables.Table",
        "tables.Seating",
        "tables.Match",
        "tables.RecordPlayer",
        "tables.Action",
        "tables.Message",
        "tables.SharedLink",
        "tables.SharedReplay",  # who leads it just now: nothing of his
        "accounts.ClassTeacher",
        "accounts.Pupil",
        "tables.Pack",
        "tables.Lesson",
        "tables.LessonPupil",
        "tables.LessonAnswer",
        "tables.Whisper",
    }


def test_only_who_is_somebody_gets_it(db: None):
    response = reader(None).get(reverse("my_data"))
    assert response.status_code == 302
    assert response.url.startswith(reverse("account_login"))
    owner = account("Odile")
    assert reverse("my_data") in reader(owner).get(reverse("account")).text
    assert {reader(owner).get(reverse("my_data")).status_code for _ in range(10)} == {200}
    assert reader(owner).get(reverse("my_data")).status_code == 429


def test_what_a_teacher_has_is_in_it_and_nothing_of_the_pupils(db: None):
    room = LessonRoom(4)
    Pack.objects.create(owner=room.teacher, title="My tricks")
    found = files_of(room.teacher)
    told = json.loads(found["classes.json"])
    assert [row["name"] for row in told["classes"]] == ["6e B"]
    assert [row["title"] for row in told["lessons"]] == ["Tricks"]
    assert [row["title"] for row in told["packs"]] == ["My tricks"]
    whole = "".join(found.values())
    assert "Pupil 1" not in whole
    assert room.classroom.code not in whole
    assert not any(pupil.pupil.key in whole for pupil in room.pupils)
