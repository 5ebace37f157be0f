"""PBN as it is written: the export format to the letter, and nothing that a text can smuggle in."""

import re
from dataclasses import replace

import pytest

from minibridge.engine.auction import PASS
from minibridge.engine.board_record import (
    Annotation,
    BoardRecord,
    Comment,
    Ending,
    RecordedCall,
    RecordedTable,
    RecordedTrick,
    cards_of,
)
from minibridge.engine.boards import Vulnerability
from minibridge.engine.cards import Card
from minibridge.engine.contracts import Contract, Denomination
from minibridge.engine.deals import Deal
from minibridge.engine.optimum import optimum_score, optimum_tricks, with_optimum
from minibridge.engine.partial_deal import PartialDeal
from minibridge.engine.pbn import read_pbn, write_pbn
from minibridge.engine.seats import SEATS, Seat

from .record_files import FIXTURES, in_folder

DEAL = Deal.parse("N:AT52.K843.7.Q962 3.752.JT9632.AT4 KQJ84.A6.KQ5.J73 976.QJT9.A84.K85")
MANDATORY = [
    *"Event Site Date Board West North East South Dealer Vulnerable Deal".split(),
    *"Scoring Declarer Contract Result".split(),
]
NASTY = [
    'a"]\n[Event "injected"]\n[X "',
    'quote " and backslash \\',
    "\\",
    '\\"',
    "ends in a backslash \\\\\\",
    "line\nbreak\r\n\ttab",
    "[Event]",
    "%not an escape",
    "{brace} ; semicolon",
    "#",
    "##for all",
    "?",
    " spaces ",
    "\x00\x1a\x7f",
    "♠ é ٣ \u2028 \x85",
    "",
]


def calls_of(dealer, text):
    from minibridge.engine.auction import parse_call

    return tuple(
        RecordedCall(dealer.clockwise[n % 4], parse_call(word)) for n, word in enumerate(text.split())
    )


PLAYED = BoardRecord(
    label="12",
    dealer=Seat.W,
    vulnerability=Vulnerability.BOTH,
    deal=PartialDeal.of(DEAL),
    calls=calls_of(Seat.W, "Pass Pass Pass 1S Pass 4S Pass Pass Pass"),
    contract=Contract.parse("4S"),
    declarer=Seat.S,
    opening_leader=Seat.W,
    played=(
        RecordedTrick(
            Seat.W, cards_of(dict(zip(Seat.W.clockwise, map(Card.parse, "HQ H3 H2 HA".split()), strict=True)))
        ),
        RecordedTrick(Seat.S, cards_of({Seat.S: Card.parse("SK"), Seat.W: Card.parse("S6")})),
    ),
    play_ending=Ending.CLOSED,
    tricks=10,
    score_ns=620,
    tags={"Event": "Club evening", "West": "W. One", "Zebra": "z", "Annotator": "me"},
)


def with_first_call(annotation):
    calls = (replace(PLAYED.calls[0], annotation=annotation), *PLAYED.calls[1:])
    return replace(PLAYED, calls=calls)


def test_a_board_in_export_format():
    assert write_pbn([PLAYED]).split("\r\n") == [
        "% PBN 2.1",
        "% EXPORT",
        '[Event "Club evening"]',
        '[Site "?"]',
        '[Date "?"]',
        '[Board "12"]',
        '[West "W. One"]',
        '[North "?"]',
        '[East "?"]',
        '[South "?"]',
        '[Dealer "W"]',
        '[Vulnerable "All"]',
        '[Deal "W:976.QJT9.A84.K85 AT52.K843.7.Q962 3.752.JT9632.AT4 KQJ84.A6.KQ5.J73"]',
        '[Scoring "?"]',
        '[Declarer "S"]',
        '[Contract "4S"]',
        '[Result "10"]',
        '[Annotator "me"]',
        '[Score "NS 620"]',
        '[Zebra "z"]',
        '[Auction "W"]',
        "Pass Pass Pass 1S",
        "Pass 4S Pass Pass",
        "Pass",
        '[Play "W"]',
        "HQ H3 H2 HA",
        "S6 - - SK",
        "*",
        "",
    ]


def test_a_board_in_import_format_has_only_what_is_known():
    assert write_pbn([BoardRecord(dealer=Seat.N, deal=PartialDeal(north=DEAL.north))], export=False) == (
        '% PBN 2.1\n[Dealer "N"]\n[Deal "N:AT52.K843.7.Q962 - - -"]\n'
    )


def test_a_passed_out_board_has_no_declarer_and_no_result():
    record = BoardRecord(dealer=Seat.N, contract=PASS, calls=calls_of(Seat.N, "Pass Pass Pass Pass"))
    text = write_pbn([record])
    assert '[Declarer ""]\r\n[Contract "Pass"]\r\n[Result ""]' in text
    assert read_pbn(text).records == (record,)


def test_a_mere_deal_has_empty_results_and_an_unknown_one_question_marks():
    assert '[Declarer ""]\r\n[Contract ""]\r\n[Result ""]' in write_pbn([BoardRecord(deal=PLAYED.deal)])
    text = write_pbn([BoardRecord(calls=calls_of(Seat.N, "1C"), dealer=Seat.N)])
    assert '[Declarer "?"]\r\n[Contract "?"]\r\n[Result "?"]' in text


def test_each_note_stands_after_its_section():
    alerted = with_first_call(Annotation(alerted=True, note="weak"))
    trick = replace(PLAYED.played[0], annotations={Seat.W: Annotation(note="top of a sequence")})
    lines = write_pbn([replace(alerted, played=(trick,))]).split("\r\n")
    auction, play = lines.index('[Auction "W"]'), lines.index('[Play "W"]')
    assert lines[auction : auction + 5] == [
        '[Auction "W"]',
        "Pass =1= Pass Pass 1S",
        "Pass 4S Pass Pass",
        "Pass",
        '[Note "1:* weak"]',
    ]
    assert lines[play:] == ['[Play "W"]', "HQ =1= H3 H2 HA", "*", '[Note "1:top of a sequence"]', ""]


def test_equal_notes_share_a_number():
    note = Annotation(note="strong")
    calls = tuple(replace(call, annotation=note) for call in PLAYED.calls)
    text = write_pbn([replace(PLAYED, calls=calls)])
    assert text.count("=1=") == 9
    assert text.count("[Note ") == 1


@pytest.mark.parametrize(
    "annotation",
    [
        Annotation(alerted=True),
        Annotation(alerted=True, note="forcing"),
        Annotation(note="not alerted"),
        Annotation(glyphs=(1, 13, 77)),
        Annotation(comments=("one", "two\nlines", "with } brace", "{")),
        Annotation(alerted=True, note="all", glyphs=(2,), comments=("x",)),
    ],
)
def test_what_stands_beside_a_call_is_kept(annotation):
    record = with_first_call(annotation)
    assert read_pbn(write_pbn([record])).records == (record,)


def test_more_notes_than_the_standard_numbers_are_kept():
    calls = tuple(
        RecordedCall(Seat.N.clockwise[n % 4], call.call, Annotation(note=f"note {n}"))
        for n, call in enumerate(calls_of(Seat.N, "Pass Pass Pass " + "1C X XX 1D X XX 1H X XX 1S X XX " * 3))
    )
    record = BoardRecord(dealer=Seat.N, calls=calls[:39])
    read = read_pbn(write_pbn([record])).records[0]
    assert read.calls == record.calls


@pytest.mark.parametrize("export", [True, False])
def test_the_next_card_to_play_is_marked(export):
    record = replace(PLAYED, play_ending=Ending.OPEN, tricks=None)
    assert "S6 + - SK" in write_pbn([record], export)
    assert read_pbn(write_pbn([record], export)).records == (record,)
    between = replace(record, played=PLAYED.played[:1])
    assert re.search(r"HQ H3 H2 HA\s+- - - \+", write_pbn([between], export))
    assert read_pbn(write_pbn([between], export)).records == (between,)
    before = replace(record, played=())
    assert read_pbn(write_pbn([before], export)).records == (before,)


def test_accepted_irregularities_are_written():
    text = (
        '[Dealer "W"]\n[Declarer "^S"]\n[Contract "1C"]\n[Result "^9"]\n[Auction "W"]\n1D ^S ^S ^I 1C Pass\n'
    )
    record = read_pbn(text).records[0]
    written = write_pbn([record])
    assert "1D ^S ^S ^I 1C\r\nPass" in written
    assert '[Declarer "^S"]' in written
    assert '[Result "^9"]' in written
    assert read_pbn(written).records[0].calls == record.calls


def test_comments_keep_their_places():
    comments = (Comment("first"), Comment("on the event", "Event"), Comment("on the auction", "Auction"))
    record = replace(PLAYED, comments=comments)
    lines = write_pbn([record]).split("\r\n")
    assert lines[2:5] == ["{first}", '[Event "Club evening"]', "{on the event}"]
    assert lines[lines.index('[Auction "W"]') + 1] == "{on the auction}"
    assert read_pbn(write_pbn([record])).records == (record,)


@pytest.mark.parametrize(
    "text",
    [
        "plain",
        "} ends early",
        "a\n} b\n{ c",
        'a\n\n[Event "no"]\n[Board "1"]',
        'a\n\n% x\n  [Event "no"]',
        "%x\n%y",
        "; [Site x]",
        "[Event x]",
        "word " * 300,
        "x" * 700,
        " " * 600 + '[Event "no"]',
        "\x00\t\r\n",
        "",
    ],
)
def test_a_comment_cannot_begin_anything_else(text):
    places = [
        replace(PLAYED, comments=(Comment(text), Comment(text, "Event"), Comment(text, "Nowhere"))),
        with_first_call(Annotation(comments=(text, "after"))),
        replace(
            PLAYED,
            tables=(RecordedTable("ScoreTable", "A", (("1",),)),),
            comments=(Comment(text, "ScoreTable"),),
        ),
    ]
    for record in places:
        for export in (True, False):
            written = write_pbn([record, PLAYED], export)
            file = read_pbn(written)
            assert [problem.code for problem in file.problems] in ([], ["line_too_long"])
            assert len(file.records) == 2
            assert file.records[1] == PLAYED
            first = file.records[0]
            assert (first.tags, first.deal, first.played) == (record.tags, record.deal, record.played)
            assert [call.call for call in first.calls] == [call.call for call in record.calls]
            assert write_pbn(file.records, export) == written


def test_a_comment_in_export_format_has_no_long_lines():
    text = write_pbn([replace(PLAYED, comments=(Comment("word " * 300, "Event"),))])
    assert max(map(len, text.split("\r\n"))) < 254
    assert " ".join(read_pbn(text).records[0].comments[0].text.split()) == "word " * 299 + "word"


@pytest.mark.parametrize("text", NASTY)
def test_no_text_injects_a_tag(text):
    record = replace(
        PLAYED,
        label=text,
        tags={
            "Event": text,
            "West": text,
            "Annotator": text,
            "MyTag": text,
            text: text,
            "Play": text,
            "Note": "x",
        },
        calls=(replace(PLAYED.calls[0], annotation=Annotation(note=text, alerted=True)), *PLAYED.calls[1:]),
        tables=(RecordedTable("ScoreTable", f'A;B"{text}\\2R', ((text, "1"), ("2", text))),),
    )
    for export in (True, False):
        written = write_pbn([record, PLAYED], export)
        file = read_pbn(written)
        assert len(file.records) == 2
        assert file.records[1] == PLAYED
        first = file.records[0]
        assert "injected" not in first.tags.values()
        assert {*first.tags} - {"Event", "West"} <= {
            "Annotator",
            "MyTag",
            "Play_",
            "Note_",
            "_".join(re.findall(r"[A-Za-z0-9_]+", text)) or "_",
        }
        assert [call.call for call in first.calls] == [call.call for call in PLAYED.calls]
        assert first.played == PLAYED.played
        assert len(first.tables[0].rows) == 2
        assert write_pbn(file.records, export) == written


@pytest.mark.parametrize(
    "text", ['a "b" \\ c', "\\", '"', "\\\\", '\\"', "x\\y\\", "é ♠", "[x] {y} ; z", "#x", "% 50"]
)
def test_values_come_back_as_they_were(text):
    record = BoardRecord(tags={"Event": text, "Own": text}, comments=(Comment("x", "Event"),))
    assert read_pbn(write_pbn([record])).records[0].tags == record.tags


def test_tables_are_aligned_as_their_columns_say():
    table = RecordedTable(
        "TotalScoreTable",
        "-Rank\\3R;Names\\12L;Club\\5;Points",
        (("1", "Ann; Bob", "", "12.5"), ("10", "C", "x", "9")),
    )
    lines = write_pbn([BoardRecord(tables=(table,))], export=False).split("\n")
    assert lines[-4:] == [
        '[TotalScoreTable "-Rank\\3R;Names\\12L;Club\\5;Points"]',
        '  1 "Ann; Bob"   ""    12.5',
        " 10 C            x     9",
        "",
    ]
    assert read_pbn("\n".join(lines)).records[0].tables == (table,)


@pytest.mark.parametrize(
    "columns", ["A\\2R;B", "A\\\\;B", 'A";B', "A;B\\", "\\", "a\\\\b\\2", "#", "##x", ""]
)
def test_columns_come_back_as_they_were(columns):
    table = RecordedTable("MyTable", columns, (("1", "2"),))
    read = read_pbn(write_pbn([BoardRecord(tables=(table,))])).records[0].tables[0]
    assert read.columns.strip() == columns
    assert read.rows == table.rows


def test_tables_that_could_not_be_read_as_such_are_left_out():
    for name in ("Event", "Auction", "Note", "bad name", ""):
        text = write_pbn(
            [BoardRecord(tables=(RecordedTable(name, "A", (("1",),)),), dealer=Seat.N)], export=False
        )
        assert text == '% PBN 2.1\n[Dealer "N"]\n[Event "?"]\n'
    assert "MyTag" not in write_pbn([BoardRecord(tables=(RecordedTable("MyTag", "A"),))])


def test_an_analysis_has_the_names_of_the_standard():
    tricks = {(seat, strain): 6 + strain.order for seat in SEATS for strain in Denomination}
    record = with_optimum(PLAYED, tricks, score_ns=100)
    text = write_pbn([record])
    assert '[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]\r\nN NT 10\r\nN  S  9\r\n' in text
    assert '[OptimumScore "NS 100"]' in text
    assert text.count("[Optimum") == 2
    read = read_pbn(text).records[0]
    assert (optimum_tricks(read), optimum_score(read)) == (tricks, 100)
    assert with_optimum(record, tricks, score_ns=100) == record


def test_a_table_in_a_value_is_written_as_a_table():
    value = r"NT\tS\nN\t7\t6\nE\t6\t7\nS\t7\t6\nW\t6\t7\n"
    record = read_pbn(f'[OptimumResultTable "{value}"]').records[0]
    assert '[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]\r\nN NT  7\r\n' in write_pbn([record])


def test_an_empty_file_is_one_without_boards():
    assert read_pbn(write_pbn([])).records == ()
    assert len(read_pbn(write_pbn([BoardRecord()] * 3, export=False)).records) == 3
    assert read_pbn(write_pbn([BoardRecord()])).records == (BoardRecord(),)


@pytest.mark.parametrize("path", in_folder(FIXTURES, ".pbn"), ids=lambda path: path.name)
@pytest.mark.parametrize("export", [True, False])
def test_real_boards_are_written_as_they_were_read(path, export):
    records = read_pbn(path.read_bytes()).records
    text = write_pbn(records, export)
    file = read_pbn(text)
    assert [replace(record, problems=()) for record in file.records] == [
        replace(record, problems=()) for record in records
    ]
    assert write_pbn(file.records, export) == text
    assert file.is_export is export
    if export:
        for board in text.split("\r\n\r\n"):
            tags = re.findall(r"^\[(\w+) ", board, re.MULTILINE)
            assert tags[:15] == MANDATORY
            assert [tag for tag in tags[15:] if tag < "Auction"] == sorted(
                tag for tag in tags[15:] if tag < "Auction"
            )
        assert "\n" not in text.replace("\r\n", "")


@pytest.mark.parametrize("export", [True, False])
@pytest.mark.parametrize("value", ["", " ", "?", "-", "\x85", "\u2028", "\t"])
def test_a_value_that_says_nothing_is_written_the_same_again(value, export):
    for name in (*MANDATORY, "Score", "Annotator"):
        if (name, value) == ("Vulnerable", "-"):
            continue  # this one says that nobody is
        text = write_pbn([BoardRecord(label="1", tags={name: value})], export)
        assert write_pbn(read_pbn(text).records, export) == text, name
