"""Deals brought in from files: looked at, kept, played; and what people send that is no file at all."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from itertools import product
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core import signing
from django.core.cache import cache
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from minibridge.engine import PRESETS, Seat, read_lin, read_pbn
from minibridge.engine.problems import HARMLESS, RULES
from tables.alone_record import alone_record
from tables.deal_list import deals_of
from tables.incoming import IncomingAction, IncomingPlayer, IncomingRecord
from tables.incoming_files import file_name, kind_of, read_files
from tables.incoming_json import matches_of_json
from tables.models import (
    Board,
    BoardRecord,
    Match,
    PreparedBoard,
    RecordPlayer,
    RecordSource,
    SharedLink,
    Table,
)
from tables.problem_sentences import SENTENCES, problem_said, problems_said
from tables.record_json import json_pieces
from tables.refusals import Refusal
from tables.replays import readable_records, reading_of, replay_of
from tables.services.deletion import account_delete
from tables.services.guests import guest_merge
from tables.services.imports import imports_purge
from tables.services.purge import records_purge
from tables.services.records import records_bring_in, result_differences
from tables.views import imports
from tests.engine.record_files import FIXTURES as OTHERS
from tests.engine.record_files import in_folder, real_folder
from tests.engine.test_records import RECORDS, action_of, load, read_line

from .cast import WORKED_DEAL, WORKED_PLAY, Room, account, guest, reader
from .files import FILES, bring_in, look, take, text_of

EVENING, CLAIMED = FILES / "evening.pbn", FILES / "claimed.lin"


@pytest.fixture
def zoe(db: None) -> User:
    return guest("Zoe")


@pytest.fixture
def client(zoe: User) -> Client:
    return reader(zoe)


# --- looking ---------------------------------------------------------------------------------------


def test_the_boards_are_listed_with_what_is_wrong(client: Client):
    page = look(client, EVENING, CLAIMED)
    assert page.status_code == 200
    records = [record for _place, record, _ticked in page.context["rows"]]
    assert [record.label for record in records] == ["7", "8", "9", "10", "11", "1"]
    assert [record.board is None for record in records] == [False, False, True, False, False, False]
    for sentence in (
        "North has 12 cards.",
        "North does not follow suit with the 6 of clubs, but could.",
        "The file does not say how the contract was bid: the shortest auction that leads to it stands here.",
        "by South · 10 tricks (=) · 20 cards played",
        "everybody passed",
        "the cards alone",
    ):
        assert sentence in page.text
    assert Match.objects.count() == BoardRecord.objects.count() == Table.objects.count() == 0


def test_somebody_without_an_account_may_look_and_becomes_a_guest_when_he_takes(db: None):
    client = reader(None)
    page = look(client, CLAIMED)
    assert User.objects.count() == 0
    assert take(client, page).status_code == 302
    assert Match.objects.get().importer == User.objects.get(is_guest=True)


def test_only_what_is_ticked_is_taken(client: Client):
    page = look(client, EVENING)
    take(client, page, board=[1, 2, 4, 77, "x"])
    assert [record.board.number for record in BoardRecord.objects.order_by("position")] == [8, 11]


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"board": []}, 400),
        ({"board": [2]}, 400),
        ({"how": "sideways"}, 400),
        ({"how": "alone", "level": "genius"}, 400),
        ({"draft": "nonsense"}, 400),
        ({"draft": ""}, 400),
    ],
)
def test_a_choice_that_makes_no_sense_stores_nothing(client: Client, fields: dict[str, object], status: int):
    page = look(client, EVENING)
    response = take(client, page, **fields)
    assert response.status_code == status
    assert Match.objects.count() == Table.objects.count() == 0


def test_a_page_from_yesterday_asks_for_the_files_again(client: Client, monkeypatch: pytest.MonkeyPatch):
    page = look(client, EVENING)
    monkeypatch.setattr(imports, "HOLDS_FOR", -1)
    response = take(client, page)
    assert response.status_code == 400
    assert "Please choose the files once more." in response.text


def test_what_the_page_carries_cannot_be_changed(client: Client):
    page = look(client, EVENING)
    draft = page.context["draft"]
    content = {"files": [["x.pbn", "[Board]"]], "encoding": None}
    for forged in (draft[:-1], "." + draft, signing.dumps(content, salt="another", compress=True)):
        assert take(client, page, draft=forged).status_code == 400


# --- what cannot be read ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("a.json", b'{"format": "minibridge", "version": 1, "matches": [', "ends too early or is damaged"),
        ("a.json", b"[" * 200_000, "ends too early or is damaged"),
        ("a.json", b'{"format": "chess"}', "was not made by a minibridge site"),
        ("a.json", b"[1, 2]", "was not made by a minibridge site"),
        ("a.json", b'{"format": "minibridge", "version": 99}', "made by a newer site"),
        ("a.json", b'{"format": "minibridge", "version": 1, "matches": 7}', "There is no deal in this file."),
        ("a.pbn", b"% PBN 2.1\n", "There is no deal in this file."),
        ("a.pbn", b"", "There is no deal in this file."),
        ("a.pbn", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 9, "This is not a PBN file."),
        ("a.pbn", b"[ [ { once upon a time", "This is not a PBN file."),
        ("a.lin", b"\x00\xff\xfe" * 50, "There is no deal in this file."),
        ("a.png", b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "There is no deal in this file."),
    ],
)
def test_a_file_without_deals_is_told_in_a_sentence(client: Client, name: str, data: bytes, sentence: str):
    response = look(client, (name, data))
    assert response.status_code == 422
    assert sentence in response.text


def test_too_much_is_refused_in_a_sentence(client: Client):
    assert look(client, ("a.pbn", b" " * 2_000_001)).status_code == 413
    many = b'[Board "1"]\n[Dealer "N"]\n\n' * 601
    response = look(client, ("a.pbn", many))
    assert response.status_code == 413
    assert "more than 600 boards" in response.text
    assert look(client, *[("a.pbn", b"x")] * 21).status_code == 400
    assert client.post(reverse("deals_import"), {}).status_code == 400
    assert client.post(reverse("deals_import"), {"files": "no file"}).status_code == 400
    assert look(client, EVENING, encoding="klingon").status_code == 400


@pytest.mark.parametrize("matches", ['[{"records": [%s]}]', "[%s]"])
def test_too_many_entries_are_counted_before_any_is_read(
    client: Client, monkeypatch: pytest.MonkeyPatch, matches: str
):
    monkeypatch.setattr("tables.incoming_json._match", lambda *_: pytest.fail("built"))
    content = '{"format": "minibridge", "version": 1, "matches": %s}' % (matches % ",".join(["{}"] * 600_000))
    response = look(client, ("a.json", content.encode()))
    assert response.status_code == 413
    assert "more than 600 boards" in response.text


def test_what_cannot_be_compressed_is_too_much_for_the_next_page(client: Client):
    noise = random.Random(3).randbytes(1_900_000)
    response = look(client, EVENING, ("noise.pbn", noise))
    assert response.status_code == 413
    assert "at most 2 megabytes" in response.text


def test_as_much_as_the_page_takes_can_be_taken(client: Client, monkeypatch: pytest.MonkeyPatch):
    noise = random.Random(3).randbytes(900_000).hex().encode()
    page = look(client, ("a.pbn", EVENING.read_bytes() + b"; " + noise))
    assert page.status_code == 200
    assert take(client, page).status_code == 302


def test_letters_are_read_as_one_chooses(client: Client):
    data = '[Board "1"]\n[North "Émile"]\n'.encode("cp437") + f'[Deal "{WORKED_DEAL}"]\n'.encode()
    assert "Émile" not in look(client, ("a.pbn", data)).text
    page = look(client, ("a.pbn", data), encoding="cp437")
    assert "Émile" in page.text
    take(client, page)
    assert RecordPlayer.objects.get().name == "Émile"


def test_names_of_files_and_kinds():
    assert file_name("C:\\Documents\\club.pbn") == "club.pbn"
    assert file_name("../../etc/passwd") == "passwd"
    with translation.override("en"):
        assert file_name("") == "file"
    assert file_name("a\u202egpj.\x00exe") == "a gpj. exe"
    assert [kind_of("x", head) for head in (b'{"a": 1}', b"{a remark}", b"[Event", b"qx|o1|")] == [
        "json",
        "pbn",
        "pbn",
        "lin",
    ]


def test_every_problem_of_a_file_has_a_sentence():
    assert set(RULES) - HARMLESS <= set(SENTENCES)
    for code in SENTENCES:
        for params in (
            {},
            {"seat": "N", "cards": 12, "card": "SQ", "right": "S", "dealer": "N", "tag": "md"},
        ):
            said = problem_said({"code": code, "text": "SQ", "params": params})
            assert said
            assert "%(" not in said
    assert problem_said({"code": "of the future", "text": "", "params": {}})


def test_what_was_wrong_in_the_file_is_not_told_before_the_end(client: Client, zoe: User):
    record = bring_in(client, EVENING).records.first()
    RecordSource.objects.filter(record=record).update(
        problems=[{"code": "more_problems", "text": "", "params": {}}]
    )
    path = reverse("deal", args=[record.id])
    told = "And there is more that is not as it should be."
    assert told in client.get(f"{path}?step=0&hide=0").text
    assert told not in client.get(f"{path}?step=0&hide=1").text


def test_many_problems_of_a_kind_are_not_all_told():
    rows = [
        {"code": "hand_size", "text": "", "params": {"seat": "N", "cards": n}} for n in (12, 12, *range(9))
    ]
    assert len(problems_said(rows)) == 4
    assert problems_said(rows[:3])[0] == problem_said(rows[0])


# --- keeping ---------------------------------------------------------------------------------------


def test_what_is_kept_is_the_importers_alone(client: Client, zoe: User, room: Room):
    match = bring_in(client, EVENING)
    assert (match.importer, match.source, match.table.closed) == (zoe, "evening.pbn", True)
    record = match.records.order_by("position").first()
    reading = reading_of(record.id, zoe)
    assert (reading.record, reading.seat) == (record, None)
    assert client.get(reverse("deal", args=[record.id])).status_code == 200
    for person in (room.people[Seat.N], None):
        other = reader(person)
        assert reading_of(record.id, person or AnonymousUser()) is None
        for name, number in (
            ("deal", record.id),
            ("deal_print", record.id),
            ("match", match.id),
            ("match_print", match.id),
        ):
            assert other.get(reverse(name, args=[number])).status_code == 404
        assert other.get(reverse("deal_file", args=[record.id, "pbn"])).status_code == 404
        assert other.get(reverse("match_file", args=[match.id, "json"])).status_code == 404
        assert other.post(reverse("match_remove", args=[match.id])).status_code == 404
        assert "evening.pbn" not in other.get(reverse("deals_imported")).text
    assert "evening.pbn" in client.get(reverse("deals_imported")).text


def test_a_doubled_vulnerable_claimed_board_is_replayed_by_the_rules_of_bridge(client: Client):
    match = bring_in(client, EVENING)
    record = match.records.get(board__number=7)
    assert (record.outcome, record.doubling, record.tricks, record.points_ns) == ("assigned", "X", 10, 790)
    page = client.get(reverse("deal", args=[record.id]) + "?step=99")
    for sentence in (
        "Deal 7. The dealer is South. Both sides are vulnerable.",
        "South: 1 spade.",
        "West: double.",
        "South plays 4 in spades, doubled: 10 tricks needed.",
        "The result was written down: 10 tricks for the declarer.",
    ):
        assert sentence in page.text
    passed = client.get(reverse("deal", args=[match.records.get(board__number=8).id]))
    assert "Everybody passed: nobody plays this deal, and nobody scores." in passed.text
    revoked = client.get(reverse("deal", args=[match.records.get(board__number=10).id]))
    assert "North does not follow suit with the 6 of clubs, but could." in revoked.text


def test_what_is_brought_in_counts_in_no_record(client: Client, zoe: User):
    bring_in(client, EVENING)
    assert alone_record(zoe) == []
    assert deals_of(zoe).groups == ()
    assert records_purge() == 0
    assert readable_records(zoe).count() == 4
    call_command("verify_records")


def test_it_can_be_deleted_and_goes_with_its_importer(client: Client, zoe: User):
    match = bring_in(client, EVENING)
    client.post(reverse("match_remove", args=[match.id]))
    assert stored() == [0] * 5
    assert client.post(reverse("match_remove", args=[match.id])).status_code == 404
    bring_in(client, EVENING)
    zoe.delete()
    assert Match.objects.count() == RecordSource.objects.count() == 0


def test_a_match_that_was_played_is_not_deleted_there(played: Room):
    client = reader(played.people[Seat.S])
    assert client.post(reverse("match_remove", args=[played.record.match_id])).status_code == 404
    assert BoardRecord.objects.count() == 1


def test_a_guest_takes_it_along_to_his_account(client: Client, zoe: User):
    match = bring_in(client, EVENING)
    owner = account("Odile")
    guest_merge(guest=zoe, user=owner)
    match.refresh_from_db()
    assert match.importer == owner


def test_a_long_file_is_stored_a_few_boards_at_a_time(client: Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tables.services.imports.AT_A_TIME", 3)
    match = bring_in(client, EVENING)
    records = match.records.order_by("position").values_list("position", "board__number")
    assert list(records) == [(1, 7), (2, 8), (3, 10), (4, 11)]


def test_an_account_that_is_deleted_takes_its_files_along(client: Client, zoe: User):
    bring_in(client, EVENING)
    account_delete(zoe)
    assert Match.objects.count() == Table.objects.count() == Board.objects.count() == 0


def broken_after(monkeypatch: pytest.MonkeyPatch, batches: int) -> None:
    """The database fails after so many batches of records."""
    monkeypatch.setattr("tables.services.imports.AT_A_TIME", 2)
    left = [None] * batches

    def bring_in_or_fail(**batch: object) -> None:
        if not left:
            raise DatabaseError("the disk is full")
        left.pop()
        records_bring_in(**batch)

    monkeypatch.setattr("tables.services.imports.records_bring_in", bring_in_or_fail)


def stored() -> list[int]:
    return [model.objects.count() for model in (Match, Table, BoardRecord, Board, RecordSource)]


@pytest.mark.parametrize("batches", [0, 1, 2])
def test_a_take_that_fails_leaves_nothing_and_may_be_tried_again(
    client: Client, monkeypatch: pytest.MonkeyPatch, batches: int
):
    page = look(client, EVENING, CLAIMED)
    with monkeypatch.context() as failing:
        broken_after(failing, batches)
        with pytest.raises(DatabaseError):
            take(client, page)
    assert stored() == [0] * 5
    assert take(client, page).status_code == 302
    assert [match.finished is None for match in Match.objects.all()] == [False, False]
    assert BoardRecord.objects.count() == 5


def test_what_a_stop_in_the_middle_left_is_not_listed_and_purged(
    client: Client, monkeypatch: pytest.MonkeyPatch
):
    page = look(client, EVENING)
    with monkeypatch.context() as failing:
        broken_after(failing, 1)
        failing.setattr("tables.services.imports.match_drop", lambda match: None)  # nothing runs any more
        with pytest.raises(DatabaseError):
            take(client, page)
    assert BoardRecord.objects.count() == 2
    assert "evening.pbn" not in client.get(reverse("deals_imported")).text
    assert imports_purge() == 0
    Table.objects.update(created=timezone.now() - timedelta(hours=2))
    bring_in(client, CLAIMED)
    assert imports_purge() == 1
    assert [match.source for match in Match.objects.all()] == ["claimed.lin"]
    assert stored()[:4] == [1] * 4


@pytest.mark.parametrize("how", ["review", "alone", "together"])
@pytest.mark.parametrize("person", ["guest", "nobody"])
def test_a_page_sent_twice_is_taken_once(client: Client, zoe: User, how: str, person: str):
    client = client if person == "guest" else reader(None)
    page = look(client, EVENING)
    first = take(client, page, how)
    before = stored()
    again = take(client, page, how)
    assert (again.status_code, stored()) == (302, before)
    assert client.get(again.url).status_code == 200
    assert how == "review" or again.url == first.url
    assert take(client, page, how, board=[0]).status_code == 302
    assert stored() != before
    before = stored()
    assert take(client, look(client, EVENING), how).status_code == 302
    assert stored() != before


def test_a_page_is_for_whom_it_was_made(client: Client):
    page = look(client, EVENING)
    for other in (reader(guest("Otto")), reader(None)):
        response = take(other, page)
        assert response.status_code == 400
        assert "Please choose the files once more." in response.text
    assert stored() == [0] * 5


def test_boards_that_somebody_else_uses_stay(client: Client, zoe: User, room: Room):
    match = bring_in(client, EVENING)
    board = match.records.first().board
    PreparedBoard.objects.create(table=room.table, position=99, board=board)
    client.post(reverse("match_remove", args=[match.id]))
    assert list(Board.objects.all()) == [board]


@pytest.mark.parametrize("leave", [account_delete, User.delete])
def test_who_leaves_takes_all_his_files_along_at_once(
    client: Client, zoe: User, leave: Callable[[User], object]
):
    bring_in(client, EVENING)
    bring_in(client, CLAIMED)
    others = bring_in(reader(guest("Otto")), CLAIMED)
    leave(zoe)
    assert list(Match.objects.all()) == [others]
    assert stored()[:4] == [1] * 4


def test_it_costs_as_many_queries_whatever_the_number_of_boards(client: Client):
    counts = []
    for boards in ([0], [0, 1, 3, 4]):
        page = look(client, EVENING)
        with CaptureQueriesContext(connection) as queries:
            take(client, page, board=boards)
        counts.append(len(queries))
    assert counts[0] == counts[1]


# --- playing ---------------------------------------------------------------------------------------


def test_boards_are_played_alone(client: Client, zoe: User):
    page = look(client, EVENING)
    response = take(client, page, "alone", board=[0, 4])
    table = Table.objects.get()
    assert response.url == reverse("table", args=[table.code])
    record = BoardRecord.objects.get()
    assert record.board.deal == str(WORKED_DEAL)
    assert (record.board.dealer, record.match.rule_set.deals) == ("S", 2)
    assert PreparedBoard.objects.count() == 1
    assert alone_record(zoe) == []


def test_boards_are_played_with_friends(client: Client, zoe: User):
    page = look(client, EVENING)
    take(client, page, "together", board=[0, 3, 4])
    table = Table.objects.get()
    assert (table.host, table.rule_set.deals, table.alone) == (zoe, 3, False)
    assert PreparedBoard.objects.count() == 3
    assert table.matches.count() == 0


@pytest.mark.parametrize("how", ["alone", "together"])
def test_a_table_has_room_for_32_boards(client: Client, how: str):
    data = b"".join(f'[Board "{n}"]\n[Deal "{WORKED_DEAL}"]\n\n'.encode() for n in range(1, 34))
    page = look(client, ("a.pbn", data))
    assert take(client, page, how).status_code == 400
    assert Table.objects.count() == 0
    assert take(client, page, how, board=list(range(32))).status_code == 302


# --- out and in again ------------------------------------------------------------------------------


def kept_record(zoe: User, board, rules, actions) -> BoardRecord:
    """A finished record with players, as if it had been played."""
    table = Table.objects.create(host=zoe)
    match = Match.objects.create(
        table=table, number=1, rules=rules.to_dict(), first_dealer=board.dealer.value, importer=zoe
    )
    names = {
        Seat.N: IncomingPlayer("Nina"),
        Seat.E: IncomingPlayer("", "hard"),
        Seat.S: IncomingPlayer("Zoe"),
    }
    reason = {"code": "only_card"}
    said = tuple(IncomingAction(action, reason if n % 7 == 3 else None) for n, action in enumerate(actions))
    records_bring_in(match=match, incoming=[IncomingRecord("1", board, rules, said, names)])
    match.finished = match.started
    match.save()
    return match.records.get()


def replay_pages(client: Client, record: BoardRecord, address: str = "") -> list[str]:
    """What the replay shows at the first step, in the middle and at the end."""
    last = record.actions.count()
    address = address or reverse("deal", args=[record.id])
    fragments = [
        client.get(f"{address}?step={step}", headers={"x-fragment": "replay"}).text
        for step in (0, last // 2, last)
    ]
    assert all(text.lstrip().startswith('<div class="replay"') for text in fragments)
    return fragments


def linked(user: User, record: BoardRecord) -> str:
    link = SharedLink.objects.create(user=user, record=record, names=True)
    return reverse("shared", args=[link.key])


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_exported_deleted_and_brought_in_again_the_replay_is_the_same(client: Client, zoe: User, path: Path):
    for board, rules, run in random.Random(path.stem).sample(list(load(path)), 1):
        cache.clear()
        record = kept_record(zoe, board, rules, [action_of(*read_line(line)) for line in run["actions"]])
        before = replay_pages(client, record)
        text = text_of(client, "match_file", record.match_id, "json")
        client.post(reverse("match_remove", args=[record.match_id]))
        assert BoardRecord.objects.count() == 0
        page = look(client, ("again.json", text.encode()))
        assert page.context["rows"][0][1].problems == ()
        take(client, page)
        again = BoardRecord.objects.get()
        assert replay_pages(client, again) == before
        assert result_differences(again) == []
        later = json.loads(text_of(client, "match_file", again.match_id, "json"))
        earlier = json.loads(text)
        later["matches"][0]["source"] = earlier["matches"][0]["source"]
        later["matches"][0]["number"] = earlier["matches"][0]["number"]
        assert later == earlier
        client.post(reverse("match_remove", args=[again.match_id]))


def test_a_deal_that_was_played_comes_back_as_it_was(played: Room):
    """As somebody sees it who had no part in it: a file does not say whose it was."""
    client, south = reader(played.people[Seat.S]), played.people[Seat.S]
    for n, row in enumerate(played.record.actions.order_by("n")):
        row.created = played.record.started + timedelta(seconds=n * 3)  # all of them thought
        row.save()
    before = replay_pages(client, played.record, linked(south, played.record))
    assert "log-thought" in before[-1]
    text = text_of(client, "deal_file", played.record.id, "json")
    played.record.delete()
    match = bring_in(client, ("deal.json", text.encode()))
    assert replay_pages(client, match.records.get(), linked(south, match.records.get())) == before
    assert reading_of(match.records.get().id, south).seat is None


@pytest.mark.parametrize("kind", ["pbn", "lin"])
def test_what_a_file_said_is_said_again(client: Client, kind: str):
    """PBN gives back all, LIN what it has words for."""
    source = EVENING if kind == "pbn" else CLAIMED
    read = read_pbn if kind == "pbn" else read_lin
    match = bring_in(client, source)
    written = read(text_of(client, "match_file", match.id, kind)).records
    kept = [record for record in read(source.read_bytes()).records if record.deal is not None]
    assert [replace(record, problems=()) for record in written] == [replace(one, problems=()) for one in kept]


def check_file(client: Client, path: Path) -> None:
    """In, every page, out in all kinds, and the JSON in once more."""
    cache.clear()
    page = look(client, path)
    if page.status_code == 422:
        assert page.context["incoming"].problems
        return
    assert page.status_code == 200
    if not any(ticked for _place, _record, ticked in page.context["rows"]):
        assert all(record.problems for _place, record, _ticked in page.context["rows"])
        return
    assert take(client, page).status_code == 302
    match = Match.objects.latest("id")
    records = list(match.records.order_by("position"))
    assert [problem for record in records for problem in result_differences(record)] == []
    for record in records[:: max(len(records) // 5, 1)]:
        for name in ("deal", "deal_print"):
            assert client.get(reverse(name, args=[record.id]) + "?step=9").status_code == 200
    assert client.get(reverse("match", args=[match.id])).status_code == 200
    pbn = text_of(client, "match_file", match.id, "pbn")
    said = [replace(one, problems=()) for one in read_pbn(pbn).records]
    sources = RecordSource.objects.filter(record__match=match).order_by("record__position")
    assert said == [replace(read_pbn(source.pbn).records[0], problems=()) for source in sources]
    for kind in ("lin", "csv"):
        text_of(client, "match_file", match.id, kind)
    text = text_of(client, "match_file", match.id, "json")
    client.post(reverse("match_remove", args=[match.id]))
    again = bring_in(client, ("again.json", text.encode()))
    assert (
        json.loads(text_of(client, "match_file", again.id, "json"))["matches"][0]["records"]
        == (json.loads(text)["matches"][0]["records"])
    )
    client.post(reverse("match_remove", args=[again.id]))


REAL = in_folder(real_folder(), ".pbn", ".lin")


@pytest.mark.parametrize("path", in_folder(OTHERS, ".pbn", ".lin"), ids=lambda path: path.name)
def test_files_of_other_programs_go_in_and_out(client: Client, path: Path):
    check_file(client, path)


@pytest.mark.skipif(not REAL, reason="no real files: set BRIDGE_RECORDS to a folder of them")
def test_some_real_files_go_in_and_out(client: Client):
    small = [path for path in REAL if path.stat().st_size < 6000]
    for path in random.Random(7).sample(small, min(8, len(small))):
        check_file(client, path)


@pytest.mark.soak
@pytest.mark.parametrize("path", REAL, ids=lambda path: path.name)
def test_every_real_file_goes_in_and_out(client: Client, path: Path):
    check_file(client, path)


# --- whatever is sent ------------------------------------------------------------------------------

BASES = [path.read_bytes() for path in (EVENING, CLAIMED, OTHERS / "notes.pbn", OTHERS / "boards.lin")]


@st.composite
def damaged(draw: st.DrawFn, bases: list[bytes]) -> bytes:
    """A file of which some bytes are lost, doubled or others."""
    data = bytearray(draw(st.sampled_from(bases)))
    for _ in range(draw(st.integers(1, 12))):
        at = draw(st.integers(0, max(len(data) - 1, 0)))
        match draw(st.sampled_from(["cut", "double", "insert"])):
            case "cut":
                del data[at : at + draw(st.integers(1, 40))]
            case "double":
                data[at:at] = data[at : at + draw(st.integers(1, 40))]
            case "insert":
                data[at:at] = draw(st.binary(max_size=8))
    return bytes(data)


quiet = settings(deadline=None, suppress_health_check=list(HealthCheck), max_examples=60)


@quiet
@given(
    data=st.one_of(damaged(BASES), st.binary(max_size=300)),
    name=st.sampled_from(["a.pbn", "a.lin", "a", "a.json"]),
)
def test_damaged_files_are_read_as_far_as_they_go(data: bytes, name: str):
    try:
        incoming = read_files([(name, data)])
    except Refusal as refusal:
        assert refusal.status in (400, 413)
        return
    for record in incoming.records:
        problems_said(record.problems)
        assert record.board is None or record.result is not None
    for row in incoming.problems:
        assert problem_said(row)


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["N", "S", "card"]),
    lambda children: (
        st.lists(children, max_size=3) | st.dictionaries(st.text(max_size=8), children, max_size=3)
    ),
    max_leaves=8,
)


@pytest.fixture
def whole(played: Room) -> str:
    return "".join(json_pieces([played.record]))


@pytest.mark.django_db
def test_json_with_any_value_in_any_place_is_read(whole: str):
    content = json.loads(whole)
    content["matches"][0]["records"][0]["actions"] = content["matches"][0]["records"][0]["actions"][:9]

    def places(node: object, path: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
        items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
        return [path, *(found for key, child in items for found in places(child, (*path, key)))]

    every = [path for path in places(content) if path]

    @quiet
    @given(path=st.sampled_from(every), value=json_values)
    def check(path: tuple[object, ...], value: object) -> None:
        changed = json.loads(json.dumps(content))
        node = changed
        for key in path[:-1]:
            node = node[key]
        node[path[-1]] = value
        incoming = read_files([("a.json", json.dumps(changed).encode())])
        for record in incoming.records:
            problems_said(record.problems)
            assert record.board is None or record.result is not None

    check()


def test_a_log_that_cheats_is_kept_up_to_the_cheating(whole: str, client: Client):
    content = json.loads(whole)
    record = content["matches"][0]["records"][0]
    record["actions"][5]["data"]["card"] = "H9"
    record["actions"][1]["reason"] = {"code": "leads_low", "params": {"suit": ["x"]}}
    record["players"] = [{"seat": "N", "name": "N" * 200, "bot": "genius"}, {"seat": "Q"}, 7]
    match = bring_in(client, ("cheat.json", json.dumps(content).encode()))
    kept = match.records.get()
    assert (kept.outcome, kept.tricks, kept.points_ns) == ("unfinished", None, 0)
    assert [str(action.card) for action in replay_of(kept).log if action.kind == "card"] == WORKED_PLAY[:4]
    assert [row.name for row in kept.players.all()] == ["N" * 24]
    assert kept.actions.get(n=1).reason is None
    page = client.get(reverse("deal", args=[kept.id]))
    assert "Step 6 is not possible by the rules" in page.text


TEXTS = [r'"\ud800"', r'"a\u0000"']
PLACES = ["reason", "pbn", "problem", "tricks", "name", "unread"]


@pytest.mark.parametrize(
    ("place", "value"),
    [
        *product(PLACES, [*TEXTS, "NaN", "-Infinity", "1e999", "1" * 20]),
        *product(["key"], TEXTS),
    ],
)
def test_what_no_database_can_keep_is_refused(whole: str, client: Client, place: str, value: str):
    content = json.loads(whole)
    record = content["matches"][0]["records"][0]
    match place:
        case "reason":
            record["actions"][1]["reason"] = {"code": "leads_low", "params": {"suit": "@"}}
        case "pbn":
            record["source"] = {"pbn": "@"}
        case "problem":
            record["source"] = {"pbn": "", "problems": [{"code": "revoke", "params": {"card": "@"}}]}
        case "tricks":
            record["result"]["tricks"] = "@"
        case "name":
            record["players"][0]["name"] = "@"
        case "key":
            content["@"] = 1
        case "unread":
            content["more"] = [["@"]]
    text = json.dumps(content).replace('"@"', value)
    response = look(client, ("a.json", text.encode()))
    assert response.status_code == 422
    assert "ends too early or is damaged" in response.text


@pytest.mark.parametrize(
    "reason",
    [
        {"code": "of_the_future"},
        {"code": "leads_low"},
        {"code": "leads_low", "params": {"suit": "X"}},
        {"code": "leads_low", "params": {"suit": "S", "more": 1}},
        {"code": "leads_low", "params": [["suit", "S"]]},
        {"code": "draws_trumps", "params": {"left": "<b>"}},
        {"code": "counts_points", "params": {"points": True}},
        {"code": "counts_points", "params": {"points": 12.5}},
        {"code": ["only_card"]},
        "only_card",
    ],
)
def test_a_reason_that_no_bot_gives_is_left_out(whole: str, reason: object):
    content = json.loads(whole)
    actions = content["matches"][0]["records"][0]["actions"]
    actions[1]["reason"], actions[2]["reason"] = reason, {"code": "leads_low", "params": {"suit": "S"}}
    (match,) = matches_of_json("a.json", json.dumps(content).encode())
    kept = [action.reason for action in match.records[0].actions[:3]]
    assert kept == [None, None, {"code": "leads_low", "params": {"suit": "S"}}]


def test_a_file_of_another_program_with_what_no_database_can_keep(client: Client):
    data = f'[Board "1"]\n[Event "a\x00b"]\n[North "\x00"]\n[Deal "{WORKED_DEAL}"]\n[Auction "\x00"]\n'
    match = bring_in(client, ("a.pbn", data.encode()))
    source = RecordSource.objects.get(record__match=match)
    assert 'Event "a b"' in source.pbn
    assert "\0" not in source.pbn + json.dumps(source.problems) + match.records.get().board.deal
    assert "\\u0000" not in json.dumps(source.problems)


@pytest.mark.parametrize("date", ["0001.01.01", "9999.12.31", "0000.00.00", "1900.01.01", "2026.02.30"])
def test_a_date_that_cannot_be_is_none(client: Client, date: str):
    match = bring_in(client, ("a.pbn", f'[Board "1"]\n[Date "{date}"]\n[Deal "{WORKED_DEAL}"]\n'.encode()))
    assert match.records.get().started.year > 2020
    assert client.get(reverse("match", args=[match.id])).status_code == 200


def test_rules_that_nobody_knows_cannot_be_taken(whole: str, client: Client):
    content = json.loads(whole)
    content["matches"][0]["records"][0]["rules"]["menu"] = "everything"
    page = look(client, ("a.json", json.dumps(content).encode()))
    assert "The rules of this deal are not known here." in page.text
    assert take(client, page, board=[0]).status_code == 400


def test_the_presets_of_a_file_are_read(whole: str):
    (match,) = matches_of_json("a.json", whole.encode())
    assert match.rules == PRESETS["four_deals"]
    assert match.records[0].started is not None
