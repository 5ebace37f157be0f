"""What LIN files say, how it is read, and how it is written."""

from dataclasses import replace

import pytest

from minibridge.engine.auction import DOUBLE, PASS, REDOUBLE
from minibridge.engine.board_record import Annotation, BoardRecord, Comment, Ending
from minibridge.engine.boards import Vulnerability
from minibridge.engine.cards import Card
from minibridge.engine.commentary import with_suit_symbols
from minibridge.engine.contracts import Contract
from minibridge.engine.errors import NotationError
from minibridge.engine.lin import read_lin, write_lin
from minibridge.engine.partial_deal import PartialDeal
from minibridge.engine.pbn import MOST_BOARDS, read_pbn, write_pbn
from minibridge.engine.scoring import score
from minibridge.engine.seats import SEATS, Seat, Side

from .record_files import FIXTURES, fixture, in_folder

MD = "md|3SQJ762H86DJ96CQT8,ST94HAKJD753CK764,SK8HT7542DQ82CJ92,|"
RESULTS = "4HE=,4HE=,3NW+1,3NW+1"


def board(text):
    """The only board of a text."""
    file = read_lin(text)
    assert file.problems == ()
    assert len(file.records) == 1
    return file.records[0]


def codes(record):
    return [problem.code for problem in record.problems]


def calls(record):
    return [str(recorded.call) for recorded in record.calls]


def bare(records):
    return [replace(record, problems=()) for record in records]


# Whole boards


def test_a_board_that_was_played_out():
    record = read_lin(fixture("boards.lin")).records[0]
    assert (record.number, record.dealer, record.vulnerability) == (15, Seat.S, Vulnerability.NS)
    assert [record.player(seat) for seat in (Seat.S, Seat.W, Seat.N, Seat.E)] == [
        f"Player {n}" for n in (1, 2, 3, 4)
    ]
    assert calls(record) == "Pass 1H 2NT Pass 3NT Pass Pass Pass".split()
    assert record.calls[2].annotation == Annotation(note="Unusual No Trump: 2 5card minors")
    assert (record.contract, record.declarer, record.tricks) == (None, None, None)
    assert (record.final_contract, record.final_declarer) == (Contract.parse("3NT"), Seat.N)
    assert len(record.plays) == 52
    assert record.final_tricks == 6
    assert score(record.final_contract, True, record.final_tricks) == -300
    assert codes(record) == []


def test_a_board_that_was_claimed():
    record = read_lin(fixture("boards.lin")).records[-1]
    assert (record.tricks, record.play_ending, record.is_claimed) == (11, Ending.CLOSED, True)
    assert (record.final_contract, record.final_declarer) == (Contract.parse("4H"), Seat.N)
    assert record.calls[2].annotation == Annotation(alerted=True, note="inv+fit")


def test_the_last_trick_may_be_incomplete():
    record = board(
        "md|3S865HAK9DKT3CJ862,SAQ3HQ8D9652CA753,SKT4HJT76532DACKT,|mb|4H|mb|p|mb|p|mb|p|pc|DQ|pc|D3|"
    )
    assert record.played[0].plays == ((Seat.E, Card.parse("DQ")), (Seat.S, Card.parse("D3")))
    assert record.tricks is record.final_tricks is None
    assert codes(record) == []


def test_a_match():
    file = read_lin(fixture("match.lin"))
    assert file.header["rs"] == RESULTS
    rooms = [(record.number, record.tags["Room"]) for record in file.records]
    assert rooms == [(46, "Open"), (46, "Closed"), (47, "Open"), (47, "Closed")]
    first, second = file.records[:2]
    assert (first.contract, first.declarer, first.tricks) == (Contract.parse("4H"), Seat.E, 10)
    assert [first.tags[tag] for tag in ("Event", "Stage", "Scoring", "HomeTeam", "HomeCarryOver")] == [
        "Semifinal",
        "Segment 4 of 8",
        "IMP",
        "Home",
        "80",
    ]
    assert (first.player(Seat.S), second.player(Seat.S)) == ("Player 1", "Player 5")
    for record in file.records:
        assert record.auction.contract == record.contract
        assert record.auction.declarer is record.declarer
        assert codes(record) == []


# Deals


def test_hands_come_in_the_order_south_west_north_east():
    record = board(MD)
    assert record.dealer is Seat.N
    assert record.deal.text_from(Seat.S) == (
        "S:QJ762.86.J96.QT8 T94.AKJ.753.K764 K8.T7542.Q82.J92 A53.Q93.AKT4.A53"
    )
    assert record.deal.whole


@pytest.mark.parametrize(("digit", "dealer"), [("1", Seat.S), ("2", Seat.W), ("3", Seat.N), ("4", Seat.E)])
def test_the_digit_tells_the_dealer_alone(digit, dealer):
    record = board(MD.replace("md|3", f"md|{digit}"))
    assert record.dealer is dealer
    assert record.deal == board(MD).deal
    assert write_lin([record]).split("|")[5] == MD.split("|")[1].replace("3S", f"{digit}S", 1)


@pytest.mark.parametrize("digit", ["0", "5", "", "9"])
def test_another_digit_leaves_the_dealer_unknown(digit):
    record = read_lin(MD.replace("md|3", f"md|{digit}") + "mb|1C|mb|p|").records[0]
    assert record.dealer is None
    assert record.deal == board(MD).deal
    assert record.calls is None
    assert codes(record) == ["dealer_digit", "calls_unplaced"]
    assert record.comments == (Comment("1C Pass"),)


def test_cards_come_in_any_order_and_case():
    usual = board("md|1SAQH9852DQJT84C63,,,|").deal
    assert board("md|1SQAH2589D48TJQC36,,,|").deal == usual
    assert board("md|1SaqH9852Dqjt84C63,,,|").deal == usual
    assert board("md|1C63DQJ1084H9852SAQ,,,|").deal == usual
    assert "md|1SAQH9852DQJT84C63,,,|" in write_lin([BoardRecord(dealer=Seat.S, deal=usual)])


def test_only_easts_hand_is_defined_by_the_others():
    assert board(MD.replace(",|", "|")).deal.whole
    south, west, north = MD[4:-2].split(",")
    assert board(f"md|3{south},{west},,|").deal == PartialDeal(
        south=board(MD).deal.south, west=board(MD).deal.west
    )
    east = "SA53HQ93DAKT4CA53"
    assert board(f"md|3{south},,{north},{east}|").deal[Seat.W] is None
    assert board(f"md|3{south},{west},{north},{east}|").deal == board(MD).deal
    ending = board("md|1SA,SK,SQ,|").deal
    assert ending[Seat.E] is None


@pytest.mark.parametrize(
    ("md", "code"),
    [
        ("md|1SAKH9852DQJT84C63,SA,,|", "card_twice"),
        ("md|1SAAH9852DQJT84C63,,,|", "card_twice"),
        ("md|1SAKQH9852DQJT84C63,,,|", "hand_size"),
        ("md|1SAQH9852DQJT84C6,SKJH,,|", "hand_size"),
        ("md|1SAxH9852DQJT84C63,,,|", "rank_unreadable"),
        ("md|1AQH9852DQJT84C63,,,|", "rank_unreadable"),
        ("md|1,,,|", "deal_empty"),
        ("md|1SA,SK,SQ,SJ,ST|", "deal_hands"),
    ],
)
def test_wrong_deals_are_told(md, code):
    record = read_lin(md).records[0]
    assert codes(record) == [code]
    assert (record.deal is None) is (code != "deal_hands")


# Vulnerability, label, room


@pytest.mark.parametrize(
    ("value", "vulnerability"),
    [
        *(
            ("o", Vulnerability.NONE),
            ("0", Vulnerability.NONE),
            ("-", Vulnerability.NONE),
            ("O", Vulnerability.NONE),
        ),
        *(
            ("n", Vulnerability.NS),
            ("e", Vulnerability.EW),
            ("b", Vulnerability.BOTH),
            ("B", Vulnerability.BOTH),
        ),
        *(("", None), ("x", None)),
    ],
)
def test_the_letters_of_vulnerability(value, vulnerability):
    record = read_lin(f"qx|o1|{MD}rh||ah|Board 1|sv|{value}|pg||").records[0]
    assert record.vulnerability is vulnerability
    assert codes(record) == (["value_unreadable"] if value == "x" else [])


def test_fields_may_come_after_the_play_and_labels_in_percent_signs():
    record = read_lin(
        "pn|A,B,C,D|md|3ST52HAJDQ8652CT75,SQ874HK3DKT7CK963,SAK963HQT65DAJ9C4,SJH98742D43CAQJ82|ah|Board%209|"
        "mb|1S|mb|p|mb|2S|mb|p|mb|4C|mb|d|mb|p|mb|p|mb|p|pc|D4|mc|0|sv|e|"
    ).records[0]
    assert (record.number, record.vulnerability) == (9, Vulnerability.EW)
    assert (record.final_contract, record.final_declarer, record.tricks) == (Contract.parse("4CX"), Seat.N, 0)
    assert score(record.final_contract, False, record.tricks) == -2600
    assert codes(record) == ["percent_encoded"]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Board 15", "15"),
        ("board 7", "7"),
        ("Board  3 ", "3"),
        ("12", "12"),
        ("Boarding", "Boarding"),
        ("", None),
    ],
)
def test_the_label_stands_after_the_word_board(text, label):
    assert board(f"{MD}ah|{text}|").label == label


def test_the_room_gives_the_number_where_no_label_does():
    record = board(f"qx|c12|{MD}")
    assert (record.number, record.tags["Room"]) == (12, "Closed")
    assert board(f"qx|7|{MD}").tags == {}
    assert board(f"qx|o7|{MD}ah|Board 8|").number == 8


# Calls


def test_spellings_of_calls():
    record = board(f"{MD}mb|1c|mb|d|mb|R|mb|2N|mb|P|mb|-|mb|dbl|mb|xx|mb|p|mb|pass|mb|p|")
    made = [recorded.call for recorded in record.calls]
    assert calls(record)[:4] == ["1C", "X", "XX", "2NT"]
    assert made[4:] == [PASS, PASS, DOUBLE, REDOUBLE, PASS, PASS, PASS]
    assert codes(record) == []
    assert calls(board(f"{MD}mb|1NT|mb|ap|")) == ["1NT", "Pass", "Pass", "Pass"]
    assert calls(board(f"{MD}mb|1SP2S!PPP|")) == ["1S", "Pass", "2S", "Pass", "Pass", "Pass"]


@pytest.mark.parametrize("text", ["8C", "1", "Z", "1C2", "!", "?"])
def test_what_is_no_call_is_told(text):
    record = read_lin(f"{MD}mb|1C|mb|{text}|mb|p|").records[0]
    assert codes(record)[:1] == ["call_unreadable"]
    assert calls(record) == ["1C", "Pass"]


def test_alerts_and_their_texts_are_kept():
    record = board(f"{MD}mb|2N!|an|inv+fit|mb|d!|mb|p|an|texas !h |mb|p|an||nt|a comment|mb|3C|mb|d|mb|p!|")
    assert record.calls[0].annotation == Annotation(alerted=True, note="inv+fit")
    assert record.calls[1] == replace(record.calls[1], call=DOUBLE, annotation=Annotation(alerted=True))
    assert record.calls[2].annotation == Annotation(note="texas !h")
    assert with_suit_symbols(record.calls[2].annotation.note) == "texas ♥"
    assert record.calls[3].annotation == Annotation(comments=("a comment",))
    assert record.calls[6].annotation.alerted


def test_an_explanation_belongs_to_a_call():
    record = read_lin(f"{MD}an|too early|mb|1C|an|one|an|two|").records[0]
    assert codes(record) == ["no_call_before", "note_twice"]
    assert record.comments == (Comment("too early"),)
    assert record.calls[0].annotation == Annotation(note="one", comments=("two",))


# Play and results


def test_cards_of_a_play_are_given_to_those_who_lead_and_follow():
    record = board(f"{MD}mb|1H|mb|p|mb|p|mb|p|pc|cA|pc|C8|pc|c4|pc|c2|pg||pc|D10|pcDK|")
    assert [trick.leader for trick in record.played] == [Seat.E, Seat.E]
    assert str(record.played[1].cards[Seat.E.order]) == "DT"


def test_without_a_contract_cards_go_to_those_who_hold_them():
    record = board(f"{MD}pc|SA|pc|S2|pc|S4|pc|S8|pg||pc|DAD6D3D2|")
    assert [trick.leader for trick in record.played] == [Seat.E, Seat.E]
    nobody = read_lin("md|3,,,|pc|SA|").records[0]
    assert nobody.played == ()
    assert "cards_unplaced" in codes(nobody)
    assert nobody.comments == (Comment("SA"),)


@pytest.mark.parametrize(
    ("value", "tricks"), [("0", 0), ("13", 13), ("9", 9), ("", None), ("14", None), ("x", None)]
)
def test_a_claim_gives_declarers_tricks(value, tricks):
    record = read_lin(f"{MD}mb|1H|mb|ap|pc|CA|mc|{value}|").records[0]
    assert (record.tricks, record.play_ending) == (tricks, Ending.CLOSED)
    assert codes(record) == (["value_unreadable"] if value in ("14", "x") else [])


@pytest.mark.parametrize(
    ("entry", "contract", "declarer", "tricks"),
    [
        *(
            ("4HE=", "4H", "E", 10),
            ("3NN-3", "3NT", "N", 6),
            ("4SWx-4", "4SX", "W", 6),
            ("5DSxx+1", "5DXX", "S", 12),
        ),
        *(("7NTN=", "7NT", "N", 13), ("1CE", "1C", "E", None), ("PASS", "Pass", None, None)),
        *(
            ("", None, None, None),
            ("4EH=", None, None, None),
            ("4H=", None, None, None),
            ("1NN+9", None, None, None),
        ),
    ],
)
def test_entries_of_the_list_of_results(entry, contract, declarer, tricks):
    record = read_lin(f"vg|,,I,1,1,,,,|rs|{entry},|qx|o1|{MD}").records[0]
    said = (
        record.contract and str(record.contract),
        record.declarer and record.declarer.value,
        record.tricks,
    )
    assert said == (contract, declarer, tricks)
    assert codes(record) == (["value_unreadable"] if entry and contract is None else [])


def test_results_are_found_by_room_and_number():
    header = "vg|Match,,P,3,4,,,,|rs|1CN=,2CN=,3CN=,4CN=|"
    file = read_lin(header + "".join(f"qx|{room}|{MD}" for room in ("c3", "o4", "o3", "c4", "o5", "o2")))
    assert [record.contract and record.contract.level for record in file.records] == [2, 3, 1, 4, None, None]
    assert file.records[0].tags["Scoring"] == "MP"
    listed = read_lin(f"vg|,,I,1,9,,,,|rs|1CN=,,2CN=,,|bn|7,9|qx|o9|{MD}qx|o7|{MD}")
    assert [record.contract.level for record in listed.records] == [2, 1]


def test_a_claim_that_differs_from_the_list_is_told():
    record = read_lin(f"vg|,,I,1,1,,,,|rs|1HN=,|qx|o1|{MD}mb|1H|mb|ap|mc|9|").records[0]
    assert record.tricks == 9
    assert codes(record) == ["tricks_differ"]


def test_contradictions_are_told():
    record = read_lin(f"vg|,,I,1,1,,,,|rs|2SW=,|qx|o1|{MD}mb|1H|mb|1C|mb|ap|pc|HA|").records[0]
    assert sorted(codes(record)) == ["contract_differs", "declarer_differs", "illegal_call", "not_in_hand"]


# Names


def test_names_of_both_rooms_and_of_a_board_of_its_own():
    names = "pn|a,b,c,d,e,f,g,h|pg||"
    file = read_lin(f"vg|x,,I,1,2,,,,|{names}qx|o1|{MD}qx|c1|{MD}qx|c2|pn|i,j,k,l|{MD}")
    assert [record.player(Seat.S) for record in file.records] == ["a", "e", "i"]
    assert [record.player(Seat.E) for record in file.records] == ["d", "h", "l"]


def test_names_of_a_list_of_pairs_serve_where_there_are_no_others():
    text = f"vg|x,,P,1,2,,,,|rs|,,,|pw|a,b,c,d,e,f,g,h,i,j,k,l|qx|o1|{MD}qx|c1|{MD}qx|o2|{MD}"
    assert [record.player(Seat.S) for record in read_lin(text).records] == ["a", "e", "i"]


def test_names_that_are_missing_are_unknown():
    record = read_lin(f"pn|a,,c|{MD}").records[0]
    assert [record.player(seat) for seat in (Seat.S, Seat.W, Seat.N, Seat.E)] == ["a", None, "c", None]
    assert codes(record) == ["names_count"]
    assert board(MD).tags == {}


# Files


def test_boards_begin_with_a_room_with_names_or_with_a_deal():
    assert len(read_lin(f"pn|a,b,c,d|{MD}mb|p|pn|a,b,c,d|{MD}").records) == 2
    assert len(read_lin(f"qx|o1|{MD}qx|o2|{MD}").records) == 2
    assert len(read_lin(MD * 3).records) == 3
    assert len(read_lin(f"qx|o1|pn|a,b,c,d|st||{MD}").records) == 1
    assert len(read_lin(f"st||{MD}rh||ah|Board 1|pn|a,b,c,d|mb|p|").records) == 1


def test_lines_may_end_anywhere_and_bars_may_be_missing():
    text = fixture("boards.lin").decode()
    assert bare(read_lin(text.replace("|pg||", "|pg||\r\n")).records) == bare(read_lin(text).records)
    assert calls(board(f"{MD}\nmb|1C\nmb|p\n\nmb|d|mb|p")) == ["1C", "Pass", "X", "Pass"]


def test_stray_text_is_told_and_skipped():
    record = read_lin(f"{MD}garbage, more garbage\nmb|1C|x|mb|p|nt|a|b|pg||mb|1D|").records[0]
    assert calls(record) == ["1C", "Pass", "1D"]
    assert set(codes(record)) == {"field_malformed"}


def test_other_fields_are_kept():
    record = read_lin(f"{MD}hf|x|hf|x|hf|y|lb|label|pg|layout|").records[0]
    assert record.tags == {"LIN_hf": "x", "LIN_lb": "label", "LIN_pg": "layout"}
    assert codes(record) == ["field_repeated"]
    assert "hf|x|lb|label|pg|layout|" in write_lin([record])


def test_comments_have_their_places():
    file = read_lin(f"nt|intro|pg||{MD}nt|deal|mb|1C|nt|call|pc|SA|nt|card|pg||vg||nt|end|")
    record = file.records[0]
    assert record.comments == (Comment("intro"), Comment("deal"), Comment("end"))
    assert record.calls[0].annotation.comments == ("call",)
    assert record.played[0].annotations[Seat.E].comments == ("card",)


def test_a_link_to_a_viewer_holds_a_board():
    link = "https://viewer.example/?bbo=y&lin=pn%7CA%20A,B,C,D%7Cmd%7C3SQJ762H86DJ96CQT8,,,%7Cmb%7C1C%7C&x=1"
    file = read_lin(link)
    record = file.records[0]
    assert (record.player(Seat.S), calls(record)) == ("A A", ["1C"])
    assert [problem.code for problem in file.problems] == ["percent_encoded"]


def test_letters_encoded_twice_are_told_and_kept():
    file = read_lin(f"{MD}mb|4H|an|intÃ©rÃ©ssÃ©|".encode())
    assert [problem.code for problem in file.problems] == ["double_encoded"]
    assert file.records[0].calls[0].annotation.note == "intÃ©rÃ©ssÃ©"


@pytest.mark.parametrize("text", ["", "\n", "pg||", "vg|a|rs|b|", "pn|a,b,c,d|", "no bars at all"])
def test_files_without_boards(text):
    assert read_lin(text).records == ()


def test_text_that_belongs_to_no_board_is_told():
    assert [problem.code for problem in read_lin("no bars at all").problems] == ["field_malformed"]
    assert [problem.line for problem in read_lin("pg||\nnt|only words|").problems] == [2]


def test_a_file_with_too_many_boards_is_refused():
    with pytest.raises(NotationError, match="boards"):
        read_lin("md|1|" * (MOST_BOARDS + 1))


# Writing


def test_a_board_is_written_on_a_line():
    record = board(
        f"pn|A,B,C,D|{MD}rh||ah|Board 7|sv|b|mb|1H!|an|five|mb|ap|pc|CA|pc|C8|pc|C4|pc|C2|pg||pc|DA|mc|8|"
    )
    assert write_lin([record]) == (
        f"pn|A,B,C,D|st||{MD}rh||ah|Board 7|sv|b|mb|1H!|an|five|mb|p|mb|p|mb|p|pg||"
        "pc|CA|pc|C8|pc|C4|pc|C2|pg||pc|DA|mc|8|pg||\n"
    )


def test_a_match_is_written_with_its_header():
    text = write_lin(read_lin(fixture("match.lin")).records)
    lines = text.split("\n")
    assert lines[0] == "vg|Semifinal,Segment 4 of 8,I,46,47,Home,80,Visitors,99|"
    assert lines[1] == f"rs|{RESULTS}|"
    assert lines[2] == "pn|" + ",".join(f"Player {n}" for n in range(1, 9)) + "|pg||"
    assert [line[:7] for line in lines[3:]] == ["qx|o46|", "qx|c46|", "qx|o47|", "qx|c47|", ""]


def test_boards_after_a_match_take_nothing_from_it():
    records = (*read_lin(fixture("match.lin")).records[:1], *read_lin(MD).records)
    read = read_lin(write_lin(records)).records
    assert read[1].tags == {}
    assert read[1].contract is None


@pytest.mark.parametrize("path", in_folder(FIXTURES, ".lin"), ids=lambda path: path.name)
def test_real_boards_are_written_as_they_were_read(path):
    records = read_lin(path.read_bytes()).records
    text = write_lin(records)
    assert bare(read_lin(text).records) == bare(records)
    assert write_lin(read_lin(text).records) == text


@pytest.mark.parametrize("path", in_folder(FIXTURES, ".lin"), ids=lambda path: path.name)
@pytest.mark.parametrize("export", [True, False])
def test_nothing_is_lost_on_the_way_to_pbn_and_back(path, export):
    records = read_lin(path.read_bytes()).records
    through = read_pbn(write_pbn(records, export)).records
    assert bare(through) == bare(records)
    assert write_lin(through) == write_lin(records)


@pytest.mark.parametrize("path", in_folder(FIXTURES, ".pbn"), ids=lambda path: path.name)
def test_what_lin_can_say_of_pbn_is_kept(path):
    for record in read_pbn(path.read_bytes()).records:
        read = read_lin(write_lin([record])).records[0]
        assert (read.deal, read.dealer, read.vulnerability) == (
            record.deal,
            record.dealer,
            record.vulnerability,
        ) or (record.dealer is None)
        assert (read.calls is None) is (record.calls is None)
        assert [call.call for call in read.calls or ()] == [call.call for call in record.calls or ()]
        assert record.plays[: len(read.plays)] == read.plays
        if record.declarer and record.calls:
            assert (read.final_contract, read.final_declarer) == (
                record.final_contract,
                record.final_declarer,
            )
            assert read.final_tricks == record.final_tricks
            assert read.plays == record.plays


@pytest.mark.parametrize(
    "text",
    [
        "a|b",
        "|mb|7N|",
        "a\nmd|1|",
        "comma, comma",
        "%41 %zz 50%",
        " x ",
        "\x00\x1f",
        "!",
        "Board 3",
        "♠ é",
        "",
        "mb|",
    ],
)
def test_no_text_injects_a_field(text):
    calls_made = board(f"{MD}mb|1H|mb|ap|").calls
    record = BoardRecord(
        label=text,
        dealer=Seat.N,
        deal=board(MD).deal,
        calls=(replace(calls_made[0], annotation=Annotation(note=text, comments=(text,))), *calls_made[1:]),
        comments=(Comment(text), Comment(text, "Event")),
        tags={"North": text, "West": text, "LIN_hf": text, "LIN_md": text, "LIN_pg": text, text: text},
    )
    match = replace(record, label="5", tags={**record.tags, "Room": "Open", "Event": text, "HomeTeam": text})
    for one in (record, match):
        written = write_lin([one, one])
        file = read_lin(written)
        assert len(file.records) == 2
        for read in file.records:
            assert read.deal == record.deal
            assert [call.call for call in read.calls] == [call.call for call in calls_made]
            assert read.contract in (None, Contract.parse("1H"))
            assert len(read.comments) == 2
            assert {problem.code for problem in read.problems} <= {"percent_encoded"}
        assert write_lin(file.records) == written


def test_what_lin_cannot_say_is_left_out():
    assert write_lin([BoardRecord()]) == ""
    assert write_lin([BoardRecord(contract=Contract.parse("4S"), declarer=Seat.S, score_ns=420)]) == ""
    skipped = read_pbn('[Dealer "W"]\n[Auction "W"]\n1D ^S 2D Pass Pass Pass').records[0]
    assert "mb|" not in write_lin([skipped])


def test_tricks_are_written_where_the_cards_do_not_show_them():
    record = read_lin(fixture("boards.lin")).records[0]
    assert "mc|" not in write_lin([record])
    assert "mc|" not in write_lin([replace(record, tricks=6)])
    assert "mc|7|" in write_lin([replace(record, tricks=7)])
    assert record.tricks_played(Side.NS) == 6


def test_boards_played_twice_in_a_room_are_no_match():
    one = replace(board(f"qx|o1|{MD}"), tags={"Room": "Open"})
    assert write_lin([one, one]).count("qx|") == 0
    far = [replace(one, label=label) for label in ("1", "999")]
    assert write_lin(far).count("qx|") == 0
    assert write_lin([one, replace(one, label="9")]).count("qx|") == 2
    assert [one.player(seat) for seat in SEATS] == [None] * 4
