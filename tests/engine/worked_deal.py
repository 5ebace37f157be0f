"""A deal played to its end, and the words to bring a board to any point of it."""

from minibridge.engine.actions import AnnouncePoints, AnswerClaim, ChooseContract, MakeCall, PlayCard
from minibridge.engine.auction import parse_call
from minibridge.engine.boards import Board, Vulnerability
from minibridge.engine.cards import Card
from minibridge.engine.contracts import Contract
from minibridge.engine.deals import Deal
from minibridge.engine.rules import RuleSet
from minibridge.engine.seats import Seat
from minibridge.engine.state import Phase, apply, start

# North has 9 points, East 5, South 16, West 10: South declares, North is dummy, West leads.
DEAL = Deal.parse("N:AT52.K843.7.Q962 3.752.JT9632.AT4 KQJ84.A6.KQ5.J73 976.QJT9.A84.K85")
BOARD = Board(1, Seat.N, Vulnerability.NONE, DEAL)
TOTALS = {Seat.N: 9, Seat.E: 5, Seat.S: 16, Seat.W: 10}

# Ten tricks for South in spades.
LINE = (
    "HQ HK H2 H6 S2 S3 SK S6 SQ S7 S5 D2 SJ S9 ST D3 DK DA D7 D6 HJ H3 H5 HA DQ D4 H4 D9 "
    "D5 D8 SA DT C9 CT CJ CK C5 C6 CA C3 H7 S4 H9 H8 C7 C8 CQ C4 C2 DJ S8 HT"
)

# North and South hold 12 each. East deals, so that South is the first of them to speak.
TIED = Board(
    1,
    Seat.E,
    Vulnerability.NONE,
    Deal.parse("N:AQ52.K43.752.QJ9 JT9.QJT9.A84.K85 8764.A86.KJ3.AT3 K3.752.QT96.7642"),
)

# North-South 20, East-West 20; South deals.
BALANCED = Board(
    3,
    Seat.S,
    Vulnerability.NONE,
    Deal.parse("N:J5.QT6.J53.A9532 K83.AJ942.T82.QJ 964.53.AKQ64.KT8 AQT72.K87.97.764"),
)


def contract(text, seat=Seat.S):
    return ChooseContract(seat, Contract.parse(text))


def play(state, cards):
    """Plays *cards*, written "HQ HK …", whoever has to play them."""
    for text in cards.split():
        state = apply(state, PlayCard(state.actor, Card.parse(text)))
    return state


def announce(state, *points):
    """The players on turn say *points*, one after the other."""
    for one in points:
        state = apply(state, AnnouncePoints(state.actor, one))
    return state


def call(state, calls):
    """The players on turn make *calls*, written "1C X …"."""
    for text in calls.split():
        state = apply(state, MakeCall(state.actor, parse_call(text)))
    return state


def at_play(rules=None, text="4S", board=BOARD):
    """The worked deal, or another *board*, with the contract chosen and the opening lead due."""
    state = start(board, RuleSet() if rules is None else rules)
    if state.phase is Phase.AUCTION:
        return call(state, f"Pass Pass {text} Pass Pass Pass")
    if state.phase is Phase.ANNOUNCEMENT:
        state = announce(state, *(TOTALS[seat] for seat in BOARD.dealer.clockwise))
    return apply(state, contract(text)) if state.phase is Phase.CONTRACT else state


def after(cards, rules=None, text="4S"):
    """The worked deal after *cards* (a number of the line, or the cards themselves)."""
    if isinstance(cards, int):
        cards = " ".join(LINE.split()[:cards])
    return play(at_play(rules, text), cards)


def accept(state, *seats):
    for seat in seats:
        state = apply(state, AnswerClaim(seat, True))
    return state
