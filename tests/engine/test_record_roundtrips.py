"""What is written of a record reads back the same, in both formats, whatever people wrote about the board."""

import re
from dataclasses import fields, replace

from hypothesis import given
from hypothesis import strategies as st

from minibridge.engine.board_record import BoardRecord, Ending
from minibridge.engine.lin import read_lin, write_lin
from minibridge.engine.pbn import read_pbn, write_pbn

from .record_strategies import nasty_texts, played_records, told_records
from .strategies import effort


def faults(records):
    return [problem for record in records for problem in record.problems if not problem.is_harmless]


def fields_that_differ(read, record):
    """Each field but the problems, with both values, so that a failure is short."""
    names = [field.name for field in fields(BoardRecord) if field.name != "problems"]
    pairs = {name: (getattr(read, name), getattr(record, name)) for name in names}
    return [(name, *pair) for name, pair in pairs.items() if pair[0] != pair[1]]


@effort(50)
@given(st.lists(told_records(), min_size=1, max_size=3), st.booleans())
def test_pbn_reads_back_the_same(records, export):
    text = write_pbn(records, export)
    file = read_pbn(text)
    assert file.problems == ()
    for read, record in zip(file.records, records, strict=True):
        assert fields_that_differ(read, record) == []
    assert faults(file.records) == []
    assert write_pbn(file.records, export) == text
    assert read_pbn(text.encode("utf-8")).records == file.records


def as_lin_says(record: BoardRecord) -> BoardRecord:
    """What is left of a played board in LIN: no more than the calls and cards, and a claim."""
    calls = tuple(
        replace(call, annotation=call.annotation and replace(call.annotation, glyphs=()))
        for call in record.calls
    )
    is_seen = len(record.plays) == 52 or record.is_passed_out
    return replace(
        record,
        calls=calls,
        contract=None,
        declarer=None,
        tricks=None if is_seen else record.tricks,
        score_ns=None,
        tables=(),
        comments=tuple(replace(comment, after="") for comment in record.comments),
        tags={name: text for name, text in record.tags.items() if name in ("North", "West") and text},
    )


@effort(50)
@given(st.lists(told_records(), min_size=1, max_size=3))
def test_lin_reads_back_the_same(records):
    records = [replace(record, tags={**record.tags, "Room": ""}) for record in records]
    text = write_lin(records)
    file = read_lin(text)
    assert file.problems == ()
    for read, record in zip(file.records, records, strict=True):
        assert fields_that_differ(read, as_lin_says(record)) == []
    assert faults(file.records) == []
    assert write_lin(file.records) == text


@effort(40)
@given(st.lists(played_records(), min_size=1, max_size=4), st.data())
def test_a_match_keeps_its_results(records, data):
    rooms = data.draw(
        st.lists(st.sampled_from(["Open", "Closed"]), min_size=len(records), max_size=len(records))
    )
    match = [
        replace(record, label=str(50 + n), tags={"Room": room, "Event": "Final", "South": f"s{room}"})
        for n, (record, room) in enumerate(zip(records, rooms, strict=True))
    ]
    file = read_lin(write_lin(match))
    assert faults(file.records) == []
    for read, record in zip(file.records, match, strict=True):
        assert (read.contract, read.declarer, read.tricks) == (
            record.contract,
            record.declarer,
            record.tricks,
        )
        assert (read.calls, read.plays, read.tags) == (record.calls, record.plays, record.tags)
        assert read.is_claimed is record.is_claimed


@effort(40)
@given(played_records(), st.integers(0, 60), st.booleans())
def test_a_play_that_goes_on_is_read_back(record, cut, export):
    tricks = record.played and record.played[: cut // 4]
    unfinished = replace(record, played=tricks, play_ending=Ending.OPEN if tricks else Ending.UNSAID)
    unfinished = unfinished if tricks is not None else record
    read = read_pbn(write_pbn([unfinished], export)).records[0]
    assert fields_that_differ(read, unfinished) == []


def is_alerted(call):
    """Whether a call is alerted, or has a note that says so by an asterisk."""
    note = re.sub(r"[\x00-\x1f]", " ", call.annotation.note or "").strip() if call.annotation else ""
    return note.startswith("* ") or note == "*" or bool(call.annotation and call.annotation.alerted)


@effort(60)
@given(st.lists(told_records(texts=nasty_texts), min_size=1, max_size=3), st.booleans())
def test_texts_of_any_kind_change_nothing_else(records, export):
    text = write_pbn(records, export)
    file = read_pbn(text)
    assert faults(file.records) == []
    for read, record in zip(file.records, records, strict=True):
        assert [call.call for call in read.calls] == [call.call for call in record.calls]
        assert list(map(is_alerted, read.calls)) == list(map(is_alerted, record.calls))
        facts = (
            "label",
            "dealer",
            "vulnerability",
            "deal",
            "contract",
            "declarer",
            "played",
            "tricks",
            "score_ns",
        )
        assert [getattr(read, fact) for fact in facts] == [getattr(record, fact) for fact in facts]
        assert read.tags.keys() <= record.tags.keys()
        assert len(read.tables) == len(record.tables)
    assert write_pbn(file.records, export) == text


@effort(60)
@given(st.lists(told_records(texts=nasty_texts), min_size=1, max_size=3))
def test_texts_of_any_kind_change_nothing_else_in_lin(records):
    text = write_lin(records)
    file = read_lin(text)
    assert faults(file.records) == []
    for read, record in zip(file.records, records, strict=True):
        assert [call.call for call in read.calls] == [call.call for call in record.calls]
        facts = ("label", "dealer", "vulnerability", "deal", "plays")
        assert [getattr(read, fact) for fact in facts] == [getattr(record, fact) for fact in facts]
    assert write_lin(file.records) == text
