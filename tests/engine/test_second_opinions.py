"""Two other programs on the same facts: bridgebots on LIN files, endplay on scores and on PBN deals.

Both are for tests alone. Where they are known to be wrong they are not asked: endplay on results and
declarers of PBN files, bridgebots on plays of PBN files.
"""

from itertools import product

import pytest

from minibridge.engine.contracts import Contract, Denomination, Doubling
from minibridge.engine.lin import read_lin
from minibridge.engine.pbn import read_pbn
from minibridge.engine.scoring import score
from minibridge.engine.seats import Seat

from .record_files import FIXTURES, in_folder, real_folder

bridgebots = pytest.importorskip("bridgebots")
endplay_types = pytest.importorskip("endplay.types")
endplay_pbn = pytest.importorskip("endplay.parsers.pbn")

LIN = [*in_folder(FIXTURES, ".lin"), *in_folder(real_folder(), ".lin")]
PBN = [*in_folder(FIXTURES, ".pbn"), *in_folder(real_folder(), ".pbn")]
# It needs all names, hands and fields in the order of one program.
NOT_FOR_BRIDGEBOTS = {
    "bboforum85366_sv_zero.lin",
    "ben39_no_st_sv_last_urlencoded_board.lin",
    "lin_mojibake_pn_after_qx.lin",
    "lin_sample_midtrick_4H.lin",
    "lin_vugraph_variants.lin",
}
CALLS = {"PASS": "Pass", "DBL": "X", "RDBL": "XX"}


def lin_of_bridgebots(path):
    try:
        deals = bridgebots.parse_single_lin(path)
    except ValueError:
        deals = bridgebots.parse_multi_lin(path)
    return [(one.deal, record) for one in deals for record in one.board_records]


def card_text(card):
    return card.suit.name[0] + card.rank.value[1]


@pytest.mark.parametrize(
    "path", [path for path in LIN if path.name not in NOT_FOR_BRIDGEBOTS], ids=lambda path: path.name
)
def test_lin_boards_are_read_as_bridgebots_reads_them(path):
    ours, theirs = read_lin(path.read_bytes()).records, lin_of_bridgebots(path)
    assert len(ours) == len(theirs) > 0
    for mine, (deal, other) in zip(ours, theirs, strict=True):
        assert mine.dealer is Seat(deal.dealer.name[0])
        for direction, hand in deal.hands.items():
            assert {card.text for card in mine.deal[Seat(direction.name[0])]} == set(
                map(card_text, hand.cards)
            )
        assert [str(one.call) for one in mine.calls] == [CALLS.get(bid, bid) for bid in other.bidding_record]
        assert [card.text for _, card in mine.plays] == list(map(card_text, other.play_record))
        assert str(mine.final_contract) == str(other.contract)
        assert mine.final_declarer is Seat(other.declarer.name[0])
        assert mine.final_tricks == other.tricks


def test_every_score_is_that_of_endplay():
    vulnerable = {False: endplay_types.Vul.none, True: endplay_types.Vul.both}
    penalties = {
        Doubling.UNDOUBLED: endplay_types.Penalty.passed,
        Doubling.DOUBLED: endplay_types.Penalty.doubled,
        Doubling.REDOUBLED: endplay_types.Penalty.redoubled,
    }
    denominations = dict(
        zip(
            Denomination,
            (endplay_types.Denom.find(letter) for letter in ("C", "D", "H", "S", "NT")),
            strict=True,
        )
    )
    count = 0
    for level, denomination, doubling, vul, tricks in product(
        range(1, 8), Denomination, Doubling, (False, True), range(14)
    ):
        theirs = endplay_types.Contract(
            level=level,
            denom=denominations[denomination],
            declarer=endplay_types.Player.south,
            penalty=penalties[doubling],
            result=tricks - 6 - level,
        )
        assert score(Contract(level, denomination, doubling), vul, tricks) == theirs.score(vulnerable[vul])
        count += 1
    assert count == 2940


def test_pbn_deals_are_read_as_endplay_reads_them():
    """As far as it reads a file: one token that it does not know loses it the whole file."""
    compared = 0
    for path in PBN:
        ours = read_pbn(path.read_bytes()).records
        try:
            theirs = endplay_pbn.loads(path.read_text(encoding="latin-1"))
        except Exception:  # it has no error of its own for all that it does not know
            continue
        if len(ours) != len(theirs):
            continue
        for mine, other in zip(ours, theirs, strict=True):
            if mine.deal is None or mine.deal.whole is None:
                continue
            compared += 1
            assert str(mine.deal.whole) == other.deal.to_pbn(endplay_types.Player.north), (
                path.name,
                mine.label,
            )
    assert compared >= 5
