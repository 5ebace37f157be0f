"""What the value of a PBN tag means (PBN 2.1, chapters 3.4 and 4)."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from .auction import PASS, Pass
from .boards import Vulnerability
from .cards import SUITS, Card, Rank
from .contracts import Contract, Denomination, Doubling
from .partial_deal import PartialDeal
from .seats import SEATS, Seat, Side

Tell = Callable[..., None]
"""Called with a code, the text and parameters for each problem of a value."""

MANDATORY: Final = (
    "Event",
    "Site",
    "Date",
    "Board",
    "West",
    "North",
    "East",
    "South",
    "Dealer",
    "Vulnerable",
    "Deal",
    "Scoring",
    "Declarer",
    "Contract",
    "Result",
)
"""The tags of the export format, in its order (PBN 3.4)."""
TEXTS: Final = ("Event", "Site", "Date", "West", "North", "East", "South", "Scoring")
"""The mandatory tags that are texts: a question mark says that they are unknown."""
UNKNOWN: Final = ("", "?")
"""The values that say nothing."""
NOT_INHERITED: Final = frozenset(("Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play"))
"""The tags that must not be ``#`` (PBN 4.8)."""
STANDARD: Final = frozenset(
    (
        *MANDATORY,
        *"Competition DealId Description FrenchMP Generator Hidden Room Termination OptimumScore".split(),
        *"Score ScoreIMP ScoreMP ScorePercentage ScoreRubber ScoreRubberHistory".split(),
        *"BidSystemEW BidSystemNS PairEW PairNS WestNA NorthNA EastNA SouthNA".split(),
        *"WestType NorthType EastType SouthType EventDate EventSponsor HomeTeam Round Section Stage".split(),
        *"Table VisitTeam Time UTCDate UTCTime TimeControl TimeCall TimeCard".split(),
        *"Annotator AnnotatorNA Application Mode".split(),
    )
)
"""The tags of the standard that begin no section: text after them is astray."""


def is_table(name: str) -> bool:
    """Tells whether a tag begins a table, by its name alone."""
    return name.endswith("Table") and name not in STANDARD


_DATE: Final = r"(\d\d\d\d|[\d?]{4})\.[\d?]{2}\.[\d?]{2}|\?|"
_TIME: Final = r"[\d?]{2}:[\d?]{2}:[\d?]{2}|\?|"
_POINTS: Final = r"(?:{0}|(?:NS|EW) {0}|NS {0} EW {0}|EW {0} NS {0})|\?|"
FORMS: Final[Mapping[str, re.Pattern[str]]] = {
    name: re.compile(form, re.ASCII)
    for name, form in {
        "Date": _DATE,
        "EventDate": _DATE,
        "UTCDate": _DATE,
        "Time": _TIME,
        "UTCTime": _TIME,
        "Round": r"\w+(?:\.\w+)*|\?|",
        "Room": r"Open|Closed|",
        "FrenchMP": r"Yes|No|",
        "Hidden": r"[NESW]{0,4}",
        "ScoreIMP": _POINTS.format(r"[+-]?\d+(?:\.\d+)?"),
        "ScoreMP": _POINTS.format(r"[+-]?\d+(?:\.\d+)?"),
        "ScorePercentage": _POINTS.format(r"\d+(?:\.\d+)?"),
        "ScoreRubber": _POINTS.format(r"\d+/\d+"),
        "ScoreRubberHistory": r"NS \d++ \d++ ?/(?: ?\d++){1,3} EW \d++ \d++ ?/(?: ?\d++){1,3}|\?|",
        "OptimumScore": r"(?:NS|EW) [+-]?\d+|\?|",
    }.items()
}
"""The form of values that are kept as texts."""

_VULNERABILITIES: Final = {
    "none": Vulnerability.NONE,
    "love": Vulnerability.NONE,
    "-": Vulnerability.NONE,
    "ns": Vulnerability.NS,
    "ew": Vulnerability.EW,
    "all": Vulnerability.BOTH,
    "both": Vulnerability.BOTH,
}
_CONTRACT: Final = re.compile(r"([1-7])(C|D|H|S|NT?)(XX|X)?")
_RESULT: Final = re.compile(r"(\d{1,2})|(NS|EW) *(\d{1,2})(?: +(NS|EW) *(\d{1,2}))?", re.ASCII)
_SCORE: Final = re.compile(r"([+-]?\d{1,6})|(NS|EW) *([+-]?\d{1,6})(?: +(NS|EW) *([+-]?\d{1,6}))?", re.ASCII)
_BELOW: Final = re.compile(r"/([ \d]++)", re.ASCII)
_ROWS: Final[tuple[Mapping[str, Card], ...]] = tuple(
    {letter: Card(suit, rank) for rank in Rank for letter in {rank.value, rank.value.lower()}}
    for suit in SUITS
)
_LETTERS: Final = re.compile(r"[Ss]([^.]*)\.[Hh]([^.]*)\.[Dd]([^.]*)\.[Cc]([^.]*)")


def read_seat(text: str, tell: Tell) -> Seat | None:
    """Reads N, E, S or W in either case."""
    letter = text.upper()
    if letter in ("N", "E", "S", "W"):
        return Seat(letter)
    tell("value_unreadable", text)
    return None


def read_vulnerability(text: str, tell: Tell) -> Vulnerability | None:
    """Reads the words of PBN 3.4.10; ``N-S`` and ``E/W`` too, as they are often written."""
    word = text.lower()
    if word not in _VULNERABILITIES:
        word = re.sub(r"[-/\s]", "", word)
        tell("spelling" if word in _VULNERABILITIES else "value_unreadable", text)
    return _VULNERABILITIES.get(word)


def read_contract(text: str, tell: Tell) -> tuple[Contract | Pass | None, Denomination | None]:
    """Reads a contract or ``Pass``, or the denomination of an ending (PBN 3.4.14, 3.10).

    Other orders of its letters, such as ``7NXN``, are refused: they could mean anything.
    """
    word = text.upper()
    match = _CONTRACT.fullmatch(word)
    if match:
        level, denomination, doubling = match.groups(default="")
        if denomination == "N":
            tell("spelling", text)
            denomination = "NT"
        return Contract(int(level), Denomination(denomination), Doubling(doubling)), None
    if word in ("PASS", "P", "AP"):
        if word != "PASS":
            tell("spelling", text)
        return PASS, None
    if word in ("C", "D", "H", "S", "NT"):
        return None, Denomination(word)
    tell("value_unreadable", text)
    return None, None


def read_result(text: str, declarer: Seat | None, tell: Tell) -> int | None:
    """Reads how many tricks declarer's side won, in any of the forms of PBN 3.4.15.

    Without a declarer the tricks of a side say nothing about declarer's: None.
    """
    match = _RESULT.fullmatch(text)
    numbers = [int(number) for number in match.group(1, 3, 5) if number] if match else []
    if not match or max(numbers) > 13 or match[2] == match[4] is not None:
        tell("value_unreadable", text)
        return None
    if len(numbers) == 2 and sum(numbers) != 13:
        tell("tricks_sum", text, tricks=sum(numbers))
        return None
    if match[1] or declarer is None:
        return numbers[0] if match[1] else None
    return numbers[0] if match[2] == declarer.side.value else 13 - numbers[0]


def read_score(text: str, declarer: Seat | None, tell: Tell) -> int | None:
    """Reads the points of North-South, in any of the forms of PBN 4.2.1.

    None where they cannot be told: a score of declarer's without a declarer, or two sides' that differ, which
    a director may have given.
    """
    match = _SCORE.fullmatch(text)
    if not match or match[2] == match[4] is not None:
        tell("value_unreadable", text)
        return None
    if match[1]:
        return None if declarer is None else _north_south(int(match[1]), declarer.side)
    points = _north_south(int(match[3]), Side(match[2]))
    return points if match[5] is None or points == _north_south(int(match[5]), Side(match[4])) else None


def _north_south(points: int, side: Side) -> int:
    return points if side is Side.NS else -points


def vulnerability_in_rubber(history: str) -> Vulnerability:
    """Gives the vulnerability after the games that a ScoreRubberHistory tells of (PBN 4.2.6)."""
    has_game = [
        any(len(points.lstrip("0")) > 2 for points in below.split()) for below in _BELOW.findall(history)
    ]
    names = {
        (False, False): Vulnerability.NONE,
        (True, False): Vulnerability.NS,
        (False, True): Vulnerability.EW,
    }
    return names.get((has_game[0], has_game[-1]), Vulnerability.BOTH)


def read_deal(text: str, tell: Tell) -> PartialDeal | None:
    """Reads a deal of which hands may be hidden (PBN 3.4.11); suit letters within it are passed over.

    One fault makes it unreadable as a whole: no card of it can be trusted.
    """
    first, colon, rest = text.partition(":")
    letter = first.strip().upper()
    words = rest.split()
    if not colon or letter not in ("N", "E", "S", "W") or len(words) != 4:
        tell("deal_hands", text, hands=len(words))
        return None
    if len(rest) != sum(map(len, words)) + 3:
        tell("deal_spaces", text)
    hands: dict[Seat, frozenset[Card] | None] = {}
    for seat, word in zip(Seat(letter).clockwise, words, strict=True):
        cards = [] if word in ("-", "...") else _read_hand(word, seat, tell)
        if cards is None:
            return None
        hands[seat] = frozenset(cards) if cards else None
    if not _is_possible(hands, text, tell):
        return None
    return PartialDeal(*(hands[seat] for seat in SEATS))


def _read_hand(word: str, seat: Seat, tell: Tell) -> list[Card] | None:
    holdings = word.split(".")
    try:
        cards = [row[rank] for row, ranks in zip(_ROWS, holdings, strict=True) for rank in ranks]
    except (KeyError, ValueError):
        lettered = _LETTERS.fullmatch(word)
        if lettered:
            tell("suit_letters", word)
            holdings = list(lettered.groups())
        if "10" in word:
            tell("spelling", word)
            holdings = [ranks.replace("10", "T") for ranks in holdings]
        wrong = [
            rank for row, ranks in zip(_ROWS, holdings, strict=False) for rank in ranks if rank not in row
        ]
        if wrong or len(holdings) != 4:
            tell("rank_unreadable", word, seat=seat.value, rank=wrong[0] if wrong else "")
            return None
        cards = [row[rank] for row, ranks in zip(_ROWS, holdings, strict=True) for rank in ranks]
    return cards if _are_different(cards, seat, word, tell) else None


def _are_different(cards: list[Card], seat: Seat, word: str, tell: Tell) -> bool:
    if len(set(cards)) == len(cards) <= 13:
        return True
    twice = next((card for n, card in enumerate(cards) if card in cards[:n]), None)
    if twice:
        tell("card_twice", word, card=str(twice))
    if len(cards) > 13:
        tell("hand_size", word, seat=seat.value, cards=len(cards))
    return False


def _is_possible(hands: Mapping[Seat, frozenset[Card] | None], text: str, tell: Tell) -> bool:
    known = {seat: hand for seat, hand in hands.items() if hand is not None}
    if not known:
        tell("deal_empty", text)
        return False
    seen: set[Card] = set()
    for hand in known.values():
        for card in sorted(seen & hand):
            tell("card_twice", text, card=str(card))
            return False
        seen |= hand
    sizes = {len(hand) for hand in known.values()}
    if max(sizes) - min(sizes) > (max(sizes) < 13):
        seat = min(known, key=lambda seat: len(known[seat]))
        tell("hand_size", text, seat=seat.value, cards=len(known[seat]))
        return False
    return True
