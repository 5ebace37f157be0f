"""What PBN files say and how it is read: the oddities of real files, one by one."""

import pytest

from minibridge.engine.auction import PASS, Auction, parse_call
from minibridge.engine.board_record import Annotation, Comment, Ending
from minibridge.engine.boards import Vulnerability, dealer_of, vulnerability_of
from minibridge.engine.cards import Card
from minibridge.engine.contracts import Contract, Denomination
from minibridge.engine.deals import Deal
from minibridge.engine.errors import NotationError
from minibridge.engine.optimum import optimum_score, optimum_tricks
from minibridge.engine.pbn import MOST_BOARDS, read_pbn
from minibridge.engine.scoring import score
from minibridge.engine.seats import SEATS, Seat, Side

from .record_files import fixture

DEAL = "N:AT52.K843.7.Q962 3.752.JT9632.AT4 KQJ84.A6.KQ5.J73 976.QJT9.A84.K85"


def board(text):
    """The only board of a text."""
    file = read_pbn(text)
    assert file.problems == ()
    assert len(file.records) == 1
    return file.records[0]


def codes(record):
    return [problem.code for problem in record.problems]


def calls(record):
    return [str(recorded.call) for recorded in record.calls]


def beside(record, index):
    return record.calls[index].annotation


def plays(record):
    return " ".join(f"{seat}:{card}" for seat, card in record.plays)


# A whole board


def test_a_whole_board_is_read():
    record = read_pbn(fixture("export.pbn")).records[0]
    assert (record.number, record.dealer, record.vulnerability) == (17, Seat.N, Vulnerability.NONE)
    assert record.deal.whole == Deal.parse(
        "N:AT9.2.J432.A9863 76432.4.KQ.QJT72 Q.KJ976.AT8765.5 KJ85.AQT853.9.K4"
    )
    assert (record.contract, record.declarer, record.tricks) == (Contract.parse("5SX"), Seat.W, 8)
    assert record.score_ns == 500
    assert record.player(Seat.W) == "Player 1"
    assert [record.tags[name] for name in ("Event", "Site", "Date", "Scoring")] == [
        "Trial",
        "Club house",
        "2021.08.23",
        "IMP",
    ]
    assert record.tags["ScoreIMP"] == "NS -2 EW 2"
    assert calls(record) == "Pass Pass 1H Pass 1NT 2H 3D 4S 5D Pass Pass 5S X Pass Pass Pass".split()
    assert beside(record, 5) == Annotation(note="Spades & minor")
    assert beside(record, 11) == Annotation(note="♠")
    assert record.auction.contract == record.contract
    assert record.auction.declarer is record.declarer
    assert len(record.plays) == 32
    assert record.play_ending is Ending.CLOSED
    assert record.is_claimed
    assert record.tricks_played(Side.EW) == 3
    assert codes(record) == []


def test_a_passed_out_board_is_not_an_unknown_one():
    record = read_pbn(fixture("export.pbn")).records[1]
    assert record.contract == PASS
    assert record.is_passed_out
    assert record.declarer is record.tricks is record.final_contract is None
    unknown = board('[Contract "?"]')
    assert unknown.contract is None
    assert not unknown.is_passed_out
    assert board('[Dealer "S"][Auction "S"] AP').is_passed_out


# Dealer and number


@pytest.mark.parametrize("number", range(1, 17))
def test_dealer_and_vulnerability_are_those_of_the_file(number):
    word = {"None": "Love", "All": "Both"}.get(vulnerability_of(number).value, vulnerability_of(number).value)
    record = board(f'[Board "{number}"][Dealer "{dealer_of(number)}"][Vulnerable "{word}"]')
    assert record.dealer is dealer_of(number)
    assert record.vulnerability is vulnerability_of(number)
    other = board(f'[Board "{number}"][Dealer "{dealer_of(number + 1)}"][Vulnerable "EW"]')
    assert (other.dealer, other.vulnerability) == (dealer_of(number + 1), Vulnerability.EW)
    assert board(f'[Board "{number}"]').dealer is None


def test_boards_that_are_sixteen_apart_are_different_boards():
    file = read_pbn("\n\n".join(f'[Board "{n}"]\n[Deal "{DEAL}"]' for n in (1, 17, 33, 36)))
    assert [record.number for record in file.records] == [1, 17, 33, 36]


def test_a_label_need_not_be_a_number():
    record = board('[Board "A7"]')
    assert (record.label, record.number) == ("A7", None)
    assert board('[Board "01"]').number == 1
    assert board(f'[Board "{"9" * 40}"]').number is None


@pytest.mark.parametrize(
    ("word", "vulnerability"),
    [
        *(("None", Vulnerability.NONE), ("Love", Vulnerability.NONE), ("-", Vulnerability.NONE)),
        *(("NS", Vulnerability.NS), ("EW", Vulnerability.EW), ("All", Vulnerability.BOTH)),
        *(("Both", Vulnerability.BOTH), ("both", Vulnerability.BOTH), ("ns", Vulnerability.NS)),
        *(("N-S", Vulnerability.NS), ("E/W", Vulnerability.EW), ("?", None), ("", None), ("E", None)),
    ],
)
def test_the_words_for_vulnerability(word, vulnerability):
    assert board(f'[Vulnerable "{word}"]').vulnerability is vulnerability


# Deals


def test_a_deal_may_begin_anywhere_and_in_any_order_of_ranks():
    hands = DEAL[2:].split()
    for turn, seat in enumerate(SEATS):
        text = f"{seat.value.lower()}:" + " ".join(hands[turn:] + hands[:turn])
        assert str(board(f'[Deal "{text}"]').deal) == DEAL
    assert str(board(f'[Deal "{DEAL.lower()}"]').deal) == DEAL
    assert str(board('[Deal "N:25TA.348K.7.269Q - - -"]').deal) == "N:AT52.K843.7.Q962 - - -"


def test_suit_letters_inside_a_deal():
    record = board(
        '[Board "1"]\n[Deal "S:SA7.H864.DQJT73.CAKQ SQ2.H952.D62.CJT9742 '
        'SKT853.HT3.D954.C653 SJ964.HAKQJ7.DAK8.C8"]'
    )
    assert record.deal.text_from(Seat.S) == (
        "S:A7.864.QJT73.AKQ Q2.952.62.JT9742 KT853.T3.954.653 J964.AKQJ7.AK8.8"
    )
    assert set(codes(record)) == {"suit_letters"}


def test_a_hand_may_begin_with_a_void():
    record = board('[Deal "S:.T9864.KT43.A654 AJT52.Q.AJ7.Q982 9873.J2.Q98.KJT7 KQ64.AK753.652.3"]')
    assert not any(card.suit.value == "S" for card in record.deal[Seat.S])
    assert {len(record.deal[seat]) for seat in SEATS} == {13}


def test_tens_written_with_two_digits():
    assert str(board('[Deal "N:A1052.K843.7.Q962 - - -"]').deal) == "N:AT52.K843.7.Q962 - - -"


def test_hidden_hands_stay_unknown():
    record = board(
        '[Dealer "N"]\n[Vulnerable "NS"]\n[Deal "N:AK94.Q642.Q82.QJ - Q6.AKJ.KJ95.AK63 -"]\n'
        '[Declarer "S"]\n[Contract "7NT"]\n[Auction "N"]\n1D Pass 6NT Pass\n7NT Pass Pass Pass'
    )
    assert record.deal[Seat.E] is record.deal[Seat.W] is None
    assert len(record.deal[Seat.N]) == len(record.deal[Seat.S]) == 13
    assert record.deal.whole is None
    assert codes(record) == []
    three = board(f'[Deal "{DEAL.rsplit(" ", 1)[0]} -"]')
    assert three.deal[Seat.W] is None


def test_boards_of_deals_only():
    file = read_pbn(fixture("deals.pbn"))
    assert [(record.number, record.dealer) for record in file.records] == [
        (1, Seat.N),
        (2, Seat.E),
        (3, Seat.S),
    ]
    assert file.version == "1.0"
    for record in file.records:
        assert record.deal.whole
        assert record.calls is record.played is record.contract is None
        assert codes(record) == []
    record = board('[Dealer "W"] [Vulnerable "NS"]')
    assert (record.dealer, record.vulnerability) == (Seat.W, Vulnerability.NS)


def test_an_ending_has_a_denomination_for_its_contract():
    record = board(
        '[Deal "N:.6.AKQ987.A9732 A865.KQ5.T.QJT6 J97.J98742.3.K4 QT2.AT.J6542.85"]\n[Contract "H"]\n'
        '[Play "W"]\nC5 C2 C6 CK\nS2 H6 S5 S7\nC8 CA CT C4'
    )
    assert (record.contract, record.denomination) == (None, Denomination.H)
    assert record.deal.is_ending
    assert [trick.leader for trick in record.played] == [Seat.W, Seat.S, Seat.N]
    assert record.final_denomination is Denomination.H
    assert codes(record) == []


# Contracts, declarers, results, scores


@pytest.mark.parametrize(
    ("text", "contract"),
    [
        *(("3NT", "3NT"), ("4SX", "4SX"), ("5Cx", "5CX"), ("4Sxx", "4SXX"), ("3N", "3NT"), ("2ntx", "2NTX")),
        *(("7NTX", "7NTX"), ("7NX", "7NTX"), ("7NXN", None), ("7NTXN", None), ("X7NT", None), ("7XNT", None)),
        *(("4HN", None), ("5Hearts", None), ("5NoTrump", None), ("8C", None), ("0H", None), ("4H*", None)),
        *(("4SXXX", None), ("NT7", None)),
    ],
)
def test_letters_of_a_contract_have_one_order(text, contract):
    record = board(f'[Contract "{text}"]')
    assert record.contract == (contract and Contract.parse(contract))
    assert record.tags == ({} if contract else {"Contract": text})


def test_a_doubled_contract_is_scored_as_one():
    record = board('[Declarer "N"][Contract "7NTX"][Result "13"]')
    assert score(record.contract, False, record.tricks) == 1790
    assert score(record.contract, False, 12) == -100


@pytest.mark.parametrize(
    ("text", "declarer", "tricks"),
    [
        *(("9", "S", 9), ("NS 9", "S", 9), ("NS 9", "E", 4), ("EW 10", "E", 10), ("EW 10 NS 3", "N", 3)),
        *(("NS 3 EW 10", "W", 10), ("0", "N", 0), ("13", "N", 13), ("", "N", None), ("?", "N", None)),
        *(
            ("14", "N", None),
            ("+1", "N", None),
            ("C-2", "N", None),
            ("NS 9 NS 4", "N", None),
            ("٩", "N", None),
        ),
        *(("NS 9 EW 2", "N", None), ("NS 9", "", None), ("9", "", 9)),
    ],
)
def test_the_forms_of_a_result(text, declarer, tricks):
    record = board(f'[Declarer "{declarer}"]\n[Contract "4S"]\n[Result "{text}"]')
    assert record.tricks == tricks
    assert not record.tricks_misagreed
    assert ("Result" in record.tags) is (tricks is None and text not in ("", "?"))


def test_a_result_of_a_side_is_declarers_by_the_auction_too():
    record = board('[Dealer "N"][Auction "N"] 1C AP [Result "EW 5"]')
    assert record.tricks == 8


def test_players_may_have_agreed_on_a_wrong_number_of_tricks():
    record = board('[Declarer "S"][Contract "4S"][Result "^9"]')
    assert (record.tricks, record.tricks_misagreed) == (9, True)


def test_dummy_may_have_played_the_hand():
    record = board('[Dealer "S"][Declarer "^N"][Contract "1C"][Auction "S"] 1C AP')
    assert (record.declarer, record.declarer_swapped) == (Seat.N, True)
    assert codes(record) == []


@pytest.mark.parametrize(
    ("text", "declarer", "score_ns"),
    [
        *(("NS 420", "S", 420), ("EW 420", "S", -420), ("NS +550", "N", 550), ("NS -50", "E", -50)),
        *(("420", "S", 420), ("420", "W", -420), ("-50", "W", 50), ("EW 50 NS -50", "W", -50)),
        *(
            ("NS 420 EW -420", "S", 420),
            ("NS 420 EW -400", "S", None),
            ("420", "", None),
            ("average", "S", None),
        ),
    ],
)
def test_the_forms_of_a_score(text, declarer, score_ns):
    record = board(f'[Declarer "{declarer}"]\n[Contract "4S"]\n[Score "{text}"]')
    assert record.score_ns == score_ns
    assert ("Score" in record.tags) is (score_ns is None)


def test_question_marks_leave_everything_unknown():
    record = board(
        '[Event "Hand simulated by dealer"]\n[Site "-"]\n[Date "2024.06.07"]\n[Board "1"]\n[West "-"]\n'
        '[Dealer "N"]\n[Vulnerable "None"]\n'
        '[Deal "E:A95.4.AKQ432.T62 KQJT74.93.987.98 63.AQJ87.5.AKQ74 82.KT652.JT6.J53"]\n'
        '[Declarer "?"]\n[Contract "?"]\n[Result "?"]\n[Scoring "?"]'
    )
    assert record.deal.text_from(Seat.E).startswith("E:A95.4.AKQ432.T62 ")
    assert record.declarer is record.contract is record.tricks is record.final_tricks is None
    assert "Scoring" not in record.tags
    assert codes(record) == []


# Auctions


def test_dashes_at_the_end_of_an_auction_are_padding():
    record = board('[Dealer "S"]\n[Auction "S"]\nPass 1D 2NT Pass\nPass Pass - -')
    assert calls(record) == ["Pass", "1D", "2NT", "Pass", "Pass", "Pass"]
    assert (record.final_contract, record.final_declarer) == (Contract.parse("2NT"), Seat.N)
    assert codes(record) == []


def test_the_first_column_need_not_be_the_dealers():
    record = board('[Dealer "N"]\n[Auction "W"]\n- 1D 1S 3H\n4S AP')
    assert [recorded.seat for recorded in record.calls[:4]] == [Seat.N, Seat.E, Seat.S, Seat.W]
    assert record.auction == Auction(Seat.N, tuple(map(parse_call, "1D 1S 3H 4S Pass Pass Pass".split())))
    assert codes(record) == []


@pytest.mark.parametrize(
    ("text", "contract", "declarer"),
    [
        ("1C X 1H P P P", "1H", "S"),
        ("1H X XX P P P", "1HXX", "N"),
        ("1H X XX 2C P P P", "2C", "W"),
        ("1NT X 2D P 2H 3D 3H P P 4S P 5C X P P XX P P P", "5CXX", "W"),
        ("1C P 1C* AP", "1C", "N"),
        ("1NT P P P", "1NT", "N"),
    ],
)
def test_what_auctions_lead_to(text, contract, declarer):
    record = board(f'[Dealer "N"]\n[Auction "N"]\n{text}')
    assert (str(record.final_contract), record.final_declarer.value) == (contract, declarer)


@pytest.mark.parametrize(
    "all_pass", ["AP", "ap", "Pass Pass Pass", "PASS pass P", "P P AP", "Pass Pass Pass -"]
)
def test_ways_to_write_that_all_pass(all_pass):
    record = board(f'[Dealer "E"]\n[Auction "E"]\n1NT {all_pass}')
    assert calls(record) == ["1NT", "Pass", "Pass", "Pass"]


def test_an_asterisk_at_a_call_is_an_alert():
    record = board(
        '[Dealer "W"]\n[Auction "W"]\n2H P 3H 3S \nP 4H* X 4S \nP P P \n[Declarer "?"]\n[Result "?"]'
    )
    assert calls(record) == ["2H", "Pass", "3H", "3S", "Pass", "4H", "X", "4S", "Pass", "Pass", "Pass"]
    assert beside(record, 5) == Annotation(alerted=True)
    assert record.auction_ending is Ending.UNSAID


def test_an_asterisk_after_the_last_call_ends_the_auction():
    for text in ("1C Pass 2C *", "1C Pass 2C*"):
        record = board(f'[Dealer "W"]\n[Auction "W"]\n{text}')
        assert record.auction_ending is Ending.CLOSED
        assert beside(record, 2) is None


def test_comments_suffixes_and_glyphs_inside_an_auction():
    record = board(
        '[Dealer "N"]\n[Auction "N"]\n1D 1S 3H {A1} ! {B1} $13 =1=\n4S ; rest\n[Note "1: non-forcing"]'
    )
    assert calls(record) == ["1D", "1S", "3H", "4S"]
    assert beside(record, 2) == Annotation(note="non-forcing", glyphs=(1, 13), comments=("A1", "B1"))
    assert beside(record, 3) == Annotation(comments=(" rest",))


@pytest.mark.parametrize(
    ("suffix", "glyph"), [("!", 1), ("?", 2), ("!!", 3), ("??", 4), ("!?", 5), ("?!", 6)]
)
def test_suffixes_are_glyphs(suffix, glyph):
    record = board(f'[Dealer "N"][Auction "N"] 1C{suffix} Pass {suffix} $77')
    assert [beside(record, n).glyphs for n in (0, 1)] == [(glyph,), (glyph, 77)]
    record = board(f'[Deal "{DEAL}"][Declarer "S"][Contract "4S"][Play "W"] HQ{suffix} H3')
    assert record.played[0].annotations[Seat.W].glyphs == (glyph + 6,)


def test_notes_explain_several_calls_and_may_be_attached_to_them():
    record = board(
        '[Dealer "N"]\n[Auction "N"]\n1C=1= Pass 1D =2= Pass 1H =1= AP\n'
        '[Note "1:* forcing"]\n[Note "2: negative]: 0-7"]\n[Note "5:never used"]'
    )
    assert beside(record, 0) == beside(record, 4) == Annotation(alerted=True, note="forcing")
    assert beside(record, 2) == Annotation(note="negative]: 0-7")
    assert record.comments == (Comment("Note 5:never used", "Auction"),)
    assert codes(record) == ["note_unused"]


def test_a_note_that_stands_after_the_play_is_found():
    record = board(
        f'[Dealer "S"][Deal "{DEAL}"][Declarer "S"][Contract "4S"]\n[Auction "S"]\n4S =1= AP\n'
        '[Play "W"]\nHQ\n[Note "1:to play"]'
    )
    assert beside(record, 0).note == "to play"
    assert codes(record) == ["note_misplaced"]


def test_an_auction_may_be_continued():
    record = board('[Dealer "E"]\n[Auction "S"]\n-  -  -  1C\n+')
    assert calls(record) == ["1C"]
    assert record.auction_ending is Ending.OPEN
    assert board('[Dealer "E"][Auction "E"] +').calls == ()


def test_accepted_irregularities_of_the_auction():
    record = board('[Dealer "W"]\n[Auction "W"]\n1D ^I 1C Pass Pass')
    assert beside(record, 1) == Annotation(marks="I")
    assert codes(record) == []
    record = board('[Dealer "W"]\n[Auction "W"]\n1D ^S ^S ^I 1C Pass Pass Pass')
    assert [recorded.seat for recorded in record.calls[:3]] == [Seat.W, Seat.S, Seat.W]
    assert beside(record, 1).marks == "SI"
    assert record.auction is None
    assert codes(record) == []
    record = board('[Dealer "W"]\n[Auction "W"]\n^S 1D Pass Pass Pass')
    assert record.calls[0].seat is Seat.N
    assert codes(record) == []


def test_the_dealer_is_who_calls_first():
    record = board('[Auction "E"]\n1NT AP')
    assert record.dealer is Seat.E
    assert codes(record) == ["tag_missing"]


# The play


def test_rows_of_the_play_are_columns_by_seat():
    record = board(
        f'[Dealer "N"]\n[Deal "{DEAL}"]\n[Declarer "S"]\n[Contract "4S"]\n[Play "W"]\n'
        "HQ H3 H2 HA\nS6 S2 S3 SK\nS7 S5 D2 SQ\n"
    )
    assert plays(record) == "W:HQ N:H3 E:H2 S:HA S:SK W:S6 N:S2 E:S3 S:SQ W:S7 N:S5 E:D2"
    assert [trick.leader for trick in record.played] == [Seat.W, Seat.S, Seat.S]
    assert record.tricks_played(Side.NS) == 3
    assert record.final_tricks is None
    assert codes(record) == []


def test_a_snapshot_in_the_middle_of_a_trick():
    text = (
        '[Deal "W:AQJ2.QJA.Q86.KJT 98.T95.K92.98643 K74.K874.T75.Q52 T653.632.AJ43.A7"]\n[Contract "2NT"]\n'
        '[Declarer "W"]\n[Play "N"]\n'
        "H5 H3 H8 H9\nS3 SA ST S2\nC6 C4 C2 CK\nC9 CQ CJ C3\nS4 C5 D3 C7\nH7 HJ - HA"
    )
    record = read_pbn(text).records[0]
    cards = [card for trick in record.played for card in trick.cards if card is not None]
    assert len(cards) == 23
    leaders = [trick.leader.value for trick in record.played]
    assert leaders == ["N", "W", "E", "W", "E", "W"]
    assert record.tricks_played(Side.EW) == 5
    assert record.played[-1].plays == (
        (Seat.W, Card.parse("HA")),
        (Seat.N, Card.parse("H7")),
        (Seat.E, Card.parse("HJ")),
    )


def test_a_lead_in_the_last_row_may_stand_alone():
    lessons = read_pbn(fixture("lesson.pbn")).records
    assert [codes(record)[-1:] for record in lessons] == [
        ["row_layout"],
        ["tag_missing"],
        ["tag_missing"],
        ["tag_missing"],
    ]
    assert lessons[0].played[-1].plays == ((Seat.S, Card.parse("SQ")),)
    assert lessons[2].played[-1].plays == ((Seat.W, Card.parse("D7")), (Seat.N, Card.parse("DA")))


def test_dashes_at_the_end_of_a_play_are_no_cards():
    record = board(
        f'[Dealer "N"][Deal "{DEAL}"][Declarer "S"][Contract "4S"]\n[Play "W"]\nHQ H3 H2 HA\n-- -- -- SK\n'
        + "- - - -\n" * 11
    )
    assert len(record.played) == 2
    assert plays(record) == "W:HQ N:H3 E:H2 S:HA S:SK"


def test_a_play_may_be_continued():
    head = f'[Deal "{DEAL}"][Declarer "S"][Contract "4S"]\n[Play "W"]\n'
    record = board(head + "HQ H3 H2 HA\n+  -  -  SK")
    assert record.play_ending is Ending.OPEN
    assert len(record.plays) == 5
    assert board(head + "+").played == ()
    record = board(head + 'HQ H3 H2 HA\nS6 S2 S3 SK\n+\n[Result "2"]')
    assert (record.tricks, codes(record)) == (2, [])


def test_cards_in_any_case_and_tens_with_two_digits():
    record = board(f'[Deal "{DEAL}"][Declarer "S"][Contract "4S"][Play "W"] hQ H3 h2 HA s6 S2 s3 sk')
    assert len(record.plays) == 8
    record = board(f'[Deal "{DEAL}"][Declarer "E"][Contract "4D"][Play "S"] S4 S6 S10 S3')
    assert (Seat.N, Card.parse("ST")) in record.plays
    assert codes(record) == ["spelling"]


def test_accepted_irregularities_of_the_play():
    record = board(f'[Deal "{DEAL}"][Declarer "S"][Contract "4S"]\n[Play "W"]\nHQ H3 ^R D2 HA\n')
    assert record.played[0].annotations[Seat.E].marks == "R"
    assert codes(record) == []
    record = board(f'[Deal "{DEAL}"][Declarer "S"][Contract "4S"]\n[Play "W"]\nHQ H3 H2 HA\nC5 ^L CQ CA C3')
    assert record.played[1].leader is Seat.N
    assert codes(record) == []


def test_without_a_contract_a_trick_is_won_only_where_all_follow():
    head = f'[Deal "{DEAL}"]\n[Play "W"]\nHQ H3 H2 HA\n'
    record = board(head + "S6 S2 S3 SK\nS7 S5 D2 SQ\nD4 D7 D3 DK")
    assert [trick.leader for trick in record.played] == [Seat.W, Seat.S, Seat.S, None]
    assert len(record.plays) == 12


def test_the_contract_of_the_auction_serves_where_none_is_said():
    record = board(f'[Dealer "S"][Deal "{DEAL}"]\n[Auction "S"]\n4S AP\n[Play "W"]\nHQ H3 H2 HA\nS6 S2 S3 SK')
    assert record.contract is None
    assert [trick.leader for trick in record.played] == [Seat.W, Seat.S]


def test_a_play_without_its_first_seat():
    record = board(f'[Deal "{DEAL}"][Declarer "S"][Contract "4S"]\n[Play ""]\nHQ H3 H2 HA')
    assert record.opening_leader is Seat.W
    assert board(f'[Deal "{DEAL}"][Declarer "S"][Contract "4S"]\n[Play ""]').played is None
    record = board(f'[Deal "{DEAL}"][Play ""] HQ H3 H2 HA')
    assert record.opening_leader is Seat.W
    lost = board('[Play ""]\nHQ H3 H2 HA')
    assert lost.played is None
    assert lost.comments == (Comment("HQ H3 H2 HA", "Play"),)
    assert "cards_unplaced" in codes(lost)


def test_an_unfinished_board_has_no_result():
    record = board(f'[Dealer "S"][Deal "{DEAL}"]\n[Auction "S"]\n4S AP\n[Play "W"]\nHQ H3 H2 HA\nS6 S2 S3 SK')
    assert record.tricks is record.final_tricks is record.score_ns is None
    assert not record.is_claimed


# Comments, tags, tables


def test_comments_stay_where_they_are():
    record = board(
        '{ first }\n[Event "x"] { a\n\nb } ; c\n[Board "18"]\n{PAR: 3H  = }\n[Auction "N"]\n'
        "{ before } Pass {one} Pass Pass Pass"
    )
    assert record.comments == (
        Comment(" first "),
        Comment(" a\n\nb ", "Event"),
        Comment(" c", "Event"),
        Comment("PAR: 3H  = ", "Board"),
        Comment(" before ", "Auction"),
    )
    assert beside(record, 0).comments == ("one",)


def test_a_comment_on_a_line_of_its_own():
    record = board(
        '[Board "18"]\n[Deal "N:AQ.9852.QJT84.63 KJ93.KQT4.K965.5 87654.J73.A7.AK2 T2.A6.32.QJT9874"]\n'
        '{PAR of the deal: 3H  = played by North: 140 points}\n[Auction "N"]\nPass Pass Pass Pass\n'
    )
    assert record.is_passed_out
    assert record.comments[0].after == "Deal"


def test_braces_and_semicolons_inside_comments_mean_nothing():
    file = read_pbn(
        '[Event "1"]\n{ {} {  comment is open\n\n{ {{{ }[Site "closed"]\n; } { [Date "x"]\n[Board "2"]'
    )
    record = file.records[0]
    assert record.tags["Site"] == "closed"
    assert record.label is None or record.label == "2"
    assert "Date" not in record.tags


def test_a_comment_after_all_boards_belongs_to_the_last():
    file = read_pbn('[Board "1"]\n\n{ between }\n\n[Board "2"]\n\n{ the end }\n')
    assert [record.comments for record in file.records] == [
        (),
        (Comment(" between "), Comment(" the end ", "Result")),
    ]
    assert file.problems == ()


def test_lines_with_a_percent_sign_are_no_data():
    file = read_pbn(
        '% PBN 2.1\n% EXPORT\n%[Event "no"]\n[Board "1"]\n%%!R 7597\n[Dealer "N"]\n50% [Site "x"]'
    )
    record = file.records[0]
    assert (file.version, file.is_export) == ("2.1", True)
    assert (record.number, record.dealer, record.tags) == (1, Seat.N, {"Site": "x"})
    inside = board('[Event ""]\n{\n% kept\n}')
    assert inside.comments == (Comment("\n% kept\n", "Event"),)


def test_several_files_one_after_the_other():
    one = (
        '% PBN 2.1\n% EXPORT\n%Margins 1,2[Event ""]\n[Board "1"]\n[Dealer "E"]\n[Auction "E"]\n'
        "PASS PASS\nPASS PASS\n"
    )
    file = read_pbn(one + "\n" + one.replace('"1"', '"2"'))
    assert [record.number for record in file.records] == [1, 2]
    assert all(record.is_passed_out for record in file.records)


def test_values_with_brackets_quotes_and_backslashes():
    record = board(r'[Event "Random]"] [Site "a \"b\" \\ c"] [Room "[Open]"] [Section "C:\dir\x"]')
    assert record.tags == {
        "Event": "Random]",
        "Site": r'a "b" \ c',
        "Room": "[Open]",
        "Section": r"C:\dir\x",
    }


def test_quotes_that_are_not_escaped():
    record = board('[Event "The "Big" match"]\n[Site "C:\\"]\n[Board "3"]')
    assert record.tags == {"Event": 'The "Big" match', "Site": "C:\\"}
    assert record.number == 3
    assert codes(record) == ["quote_not_escaped", "quote_not_escaped"]


def test_tags_may_share_a_line_or_take_several():
    record = board('[Event "x"] [Site "y"][\n  Board\n  "4"\n]')
    assert record.number == 4


def test_a_tag_that_comes_again_is_ignored():
    record = board('[Site "here"]\n[Site "here"]\n[Room "Open"]\n[Room "IMP"]')
    assert record.tags == {"Site": "here", "Room": "Open"}
    assert codes(record) == ["tag_repeated", "tag_contradicted"]


def test_values_are_inherited():
    file = read_pbn(
        '[Event "##Autumn regional"]\n[West "?"]\n[Hidden "WNE"]\n\n[Board "2"]\n[West "#"]\n[Hidden "#"]\n\n'
        '[Board "3"]\n[West "##"]\n\n[Board "4"]\n[Event "Final"]\n\n[Board "5"]\n[Event "#"]\n[Site "#"]\n'
    )
    tags = [record.tags for record in file.records]
    assert [tag.get("Event") for tag in tags] == ["Autumn regional"] * 3 + ["Final", "Final"]
    assert [tag.get("Hidden") for tag in tags] == ["WNE", "WNE", None, None, None]
    assert [tag.get("West") for tag in tags] == [None, None, "", "", ""]
    assert tags[4]["Site"] == ""


def test_what_is_given_for_all_boards_holds_until_it_is_given_anew():
    file = read_pbn('[Date "##2001.01.01"]\n\n[Board "2"]\n\n[Date "2001.01.02"]\n\n[Board "4"]')
    assert [record.tags.get("Date") for record in file.records] == ["2001.01.01"] * 2 + ["2001.01.02", None]


def test_a_table_keeps_its_rows():
    record = board(
        '[TotalScoreTable "-Rank\\3R;Names\\45;+Percentage\\5R"]\n{ Only the best }\n'
        '  1 "Ann ;Bob"  72.49\n  2 "C. \\"D\\" E"  66.37\n[Board "7"]'
    )
    table = record.tables[0]
    assert (table.name, table.columns) == ("TotalScoreTable", "-Rank\\3R;Names\\45;+Percentage\\5R")
    assert table.rows == (("1", "Ann ;Bob", "72.49"), ("2", 'C. "D" E', "66.37"))
    assert record.comments == (Comment(" Only the best ", "TotalScoreTable"),)
    assert record.number == 7
    assert codes(record) == []


def test_columns_of_a_table_are_inherited():
    file = read_pbn('[ScoreTable "Rank;Score_NS"]\n1 500\n\n[ScoreTable "#"]\n2 470\n')
    assert [table.columns for record in file.records for table in record.tables] == ["Rank;Score_NS"] * 2


def test_a_section_of_a_users_own_is_a_table():
    record = board('[MyNotes "Word;Number"]\none 1\ntwo 2\n[Board "1"]')
    assert record.tables[0].rows == (("one", "1"), ("two", "2"))
    assert board('[MyTag "x"]').tags == {"MyTag": "x"}


def test_double_dummy_tricks_in_both_ways_of_writing():
    cells = [(seat, name) for seat in "NESW" for name in ("NT", "S", "H", "D", "C")]
    numbers = {cell: 6 + (n * 7) % 5 for n, cell in enumerate(cells)}
    rows = "\n".join(f"{seat} {name:>2} {numbers[seat, name]:>2}" for seat, name in cells)
    names = ("NT", "S", "H", "D", "C")
    lines = [rf"{seat}\t" + r"\t".join(str(numbers[seat, name]) for name in names) for seat in "NESW"]
    value = r"\n".join([r"\t".join(names), *lines])
    proper = board(
        f'[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]\n{rows}\n[OptimumScore "EW 100"]'
    )
    odd = board(f'[OptimumResultTable "{value}"]')
    expected = {(Seat(seat), Denomination(name)): number for (seat, name), number in numbers.items()}
    assert optimum_tricks(proper) == optimum_tricks(odd) == expected
    assert optimum_score(proper) == -100
    assert (codes(proper), codes(odd)) == ([], ["table_in_value"])


# Files as a whole


def test_boards_of_latin_letters():
    file = read_pbn(fixture("latin.pbn"))
    assert (file.encoding, file.how) == ("windows-1252", "fallback")
    assert file.records[0].tags["Event"] == "Párový turnaj “Louny”"
    assert len(file.records) == 2
    assert len(optimum_tricks(file.records[0])) == 20
    assert read_pbn(fixture("latin.pbn"), "iso-8859-2").records[0].tags["Event"].startswith("Párový turnaj")


@pytest.mark.parametrize("mark", [b"\xef\xbb\xbf", b""])
def test_a_byte_order_mark_is_no_text(mark):
    file = read_pbn(mark + b'[Event "1NT Opening - All Pass"]\n[Auction "N"]\n1NT Pass Pass Pass\n')
    assert file.records[0].tags["Event"] == "1NT Opening - All Pass"
    assert file.encoding == "utf-8"


def test_a_file_in_utf_16():
    data = f'[Board "1"]\r\n[Deal "{DEAL}"]\r\n'.encode("utf-16")
    file = read_pbn(data)
    assert len(file.records) == 1
    assert str(file.records[0].deal) == DEAL


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_all_kinds_of_line_ends(end):
    text = fixture("notes.pbn").decode()
    assert read_pbn(text.replace("\n", end).encode()).records == read_pbn(text).records


def test_an_empty_line_after_each_line_does_not_split_a_board():
    text = fixture("notes.pbn").decode().split("\n\n")[0]
    doubled = board(text.replace("\n", "\n\n"))
    plain = board(text)
    assert (doubled.deal, doubled.calls, doubled.played) == (plain.deal, plain.calls, plain.played)
    assert codes(doubled) == ["lines_doubled"]
    both = fixture("notes.pbn").decode()
    assert len(read_pbn(both.replace("\n", "\n\n")).records) == 2


def test_single_lines_that_are_whole_boards_stay_boards():
    file = read_pbn("\n\n".join([f'[Deal "{DEAL}"]'] * 5))
    assert len(file.records) == 5


def test_boards_without_empty_lines_between_them():
    one = f'[Board "{{}}"]\n[Dealer "N"]\n[Deal "{DEAL}"]\n[North "?"]\n[Result "9"]\n'
    file = read_pbn(one.format(1) + one.format(2) + one.format(3))
    assert [record.number for record in file.records] == [1, 2, 3]
    assert [codes(record).count("boards_not_separated") for record in file.records] == [0, 1, 1]
    endings = read_pbn("\n".join(f'[Deal "W:T95...{rank} 8.T..T5 .J..J87 ...AJ62"]' for rank in "Q9K"))
    assert len(endings.records) == 3


def test_a_comment_that_is_never_closed_loses_no_board():
    good = f'[Board "2"]\n[Deal "{DEAL}"]\n'
    for bad in ('[Board "1"]\n{ never closed', '[Board "1"] { {', '[Event "x"]\n{\n\n% remark'):
        file = read_pbn(f"{bad}\n\n{good}{{ closed }}\n\n{good}")
        assert [str(record.deal) for record in file.records[1:]] == [DEAL, DEAL]
        assert codes(file.records[0]) == ["comment_not_closed"]


@pytest.mark.parametrize("text", ["", "\n\n", "% PBN 2.1\n", "\ufeff", "{ only a comment }"])
def test_files_without_boards(text):
    assert read_pbn(text).records == ()


def test_text_outside_all_boards_is_a_problem_of_the_file():
    file = read_pbn('some words\n\n[Board "1"]\n\nother words\n')
    assert [problem.code for problem in file.problems] == ["stray_text", "stray_text"]
    assert [problem.line for problem in file.problems] == [1, 5]
    assert len(file.records) == 1


def test_lines_that_are_too_long_are_told_once():
    file = read_pbn(f'[Event "{"x" * 300}"]\n[Site "{"y" * 300}"]')
    assert [(problem.code, problem.params["lines"]) for problem in file.problems] == [("line_too_long", 2)]
    assert file.records[0].tags["Event"] == "x" * 300


def test_letters_encoded_twice_are_told_and_kept():
    file = read_pbn('[Event "intÃ©rÃ©ssÃ©"]')
    assert file.problems[0].code == "double_encoded"
    assert file.records[0].tags["Event"] == "intÃ©rÃ©ssÃ©"


def test_a_file_with_too_many_boards_is_refused():
    one = '[Board "1"]\n\n'
    assert len(read_pbn(one * 50).records) == 50
    with pytest.raises(NotationError, match="boards"):
        read_pbn(one * (MOST_BOARDS + 1))
