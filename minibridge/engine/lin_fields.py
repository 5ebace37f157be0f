"""The text of a LIN file as fields, and what each of them means.

Nobody has published the format. What is done here is what its files show: two letters, a bar, a value, a bar.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, NamedTuple
from urllib.parse import unquote

from .auction import DOUBLE, PASS, REDOUBLE, Bid, Call, Pass
from .boards import Vulnerability
from .cards import DECK, SUITS, Card, Rank, Suit
from .contracts import Contract, Denomination, Doubling
from .partial_deal import PartialDeal
from .problems import ProblemList
from .seats import SEATS, Seat

ORDER: Final = (Seat.S, Seat.W, Seat.N, Seat.E)
"""The order of hands and names in LIN; the dealer's digit counts in it from 1."""

_FIELD: Final = re.compile(r"\s*+([A-Za-z]{2})\|((?:[^|\n]++|\n(?![^\S\n]*+[a-z]{2}\|))*+)\|?")
_STRAY: Final = re.compile(r"(?:(?!\b[A-Za-z]{2}\|)[^|])*+\|?")
_WHOLE_URL: Final = re.compile(r"[?&]lin=([^&\s]++)")
_CALL: Final = re.compile(r"([1-7])(NT?|[SHDC])|(PASS|P|-)|(XX|RDBL|R)|(X|DBL|D)|(AP)|(!)|(.)", re.DOTALL)
_CARD: Final = re.compile(r"([SHDC])(10|[2-9TJQKA])")
_HAND: Final = re.compile(r"([SHDC])-?((?:10|[2-9TJQKA])*+)|(.)", re.DOTALL)
_RESULT: Final = re.compile(r"([1-7])(NT?|[SHDC])([NESW])(XX|X)?(?:(=)|([+-]\d{1,2}))?", re.ASCII)
_ROOM: Final = re.compile(r"([oc]?)(\d{1,6})", re.ASCII | re.IGNORECASE)
_BOARD: Final = re.compile(r"board\b\s*(.*)", re.IGNORECASE | re.DOTALL)
_PERCENT: Final = re.compile(r"%[0-9A-Fa-f]{2}")

_CARDS: Final = {text: card for card in DECK for text in (card.text, card.text[0].lower() + card.text[1])}
_SUITS: Final = {suit.value: suit for suit in Suit}
_RANKS: Final = {rank.value: rank for rank in Rank} | {"10": Rank.TEN}
_DENOMINATIONS: Final = {denomination.value: denomination for denomination in Denomination} | {
    "N": Denomination.NOTRUMP
}
_VULNERABILITIES: Final = {
    "o": Vulnerability.NONE,
    "0": Vulnerability.NONE,
    "-": Vulnerability.NONE,
    "n": Vulnerability.NS,
    "e": Vulnerability.EW,
    "b": Vulnerability.BOTH,
}


class Field(NamedTuple):
    """One field: its letters in lower case, its value, where it stands. Stray text has no letters."""

    name: str
    value: str
    offset: int


@dataclass(frozen=True, slots=True)
class Result:
    """One entry of the list of results: contract (or pass), declarer, tricks."""

    contract: Contract | Pass
    declarer: Seat | None = None
    tricks: int | None = None


def plain_text(text: str) -> str:
    """Gives the LIN text of a link to a viewer, or of a text whose bars are percent-encoded; else *text*."""
    link = _WHOLE_URL.search(text)
    if link and "|" not in text[: link.start()]:
        text = link[1]
    return unquote(text) if "|" not in text and "%7c" in text[:10_000].lower() else text


def fields(text: str) -> Iterator[Field]:
    """Gives field after field; what is none of them, up to the next bar, is stray."""
    position, end = 0, len(text.rstrip())
    while position < end:
        match = _FIELD.match(text, position)
        if match:
            yield Field(match[1].lower(), match[2], match.start(1))
        else:
            match = _STRAY.match(text, position)
            assert match is not None
            if match[0].strip(" \t\n|"):
                yield Field("", match[0], position)
        position = match.end()


def read_deal(value: str, offset: int, problems: ProblemList) -> tuple[Seat | None, PartialDeal | None]:
    """Reads the dealer's digit and the hands of South, West, North and East.

    The fourth hand is left out in LIN as a rule: it has the cards that the other three have not. Other hands
    that are missing stay unknown.
    """
    dealer = ORDER[int(value[0]) - 1] if value[:1] in ("1", "2", "3", "4") else None
    if dealer is None:
        problems.add(offset, "dealer_digit", value)
    words = value[value[:1].isdecimal() :].split(",")
    hands: dict[Seat, frozenset[Card] | None] = dict.fromkeys(SEATS)
    for seat, word in zip(ORDER, words, strict=False):
        cards = _read_hand(word.strip().upper(), seat, offset, problems)
        if cards is None:
            return dealer, None
        hands[seat] = cards or None
    if any(word.strip() for word in words[4:]):
        problems.add(offset, "deal_hands", value, hands=len(words))
    return dealer, _possible(hands, value, offset, problems)


def _read_hand(word: str, seat: Seat, offset: int, problems: ProblemList) -> frozenset[Card] | None:
    cards: list[Card] = []
    for match in _HAND.finditer(word):
        if match[3]:
            problems.add(offset, "rank_unreadable", word, seat=seat.value, rank=match[3])
            return None
        suit = _SUITS[match[1]]
        cards += [Card(suit, _RANKS[rank]) for rank in re.findall("10|.", match[2])]
        if len(cards) > len(DECK):
            break
    twice = next((card for n, card in enumerate(cards) if card in cards[:n]), None)
    if twice:
        problems.add(offset, "card_twice", word, card=twice.text)
    elif len(cards) > 13:
        problems.add(offset, "hand_size", word, seat=seat.value, cards=len(cards))
    return None if twice or len(cards) > 13 else frozenset(cards)


def _possible(
    hands: dict[Seat, frozenset[Card] | None], value: str, offset: int, problems: ProblemList
) -> PartialDeal | None:
    known = {seat: hand for seat, hand in hands.items() if hand is not None}
    seen: set[Card] = set()
    for hand in known.values():
        for card in sorted(seen & hand):
            problems.add(offset, "card_twice", value, card=card.text)
            return None
        seen |= hand
    if not known:
        problems.add(offset, "deal_empty", value)
        return None
    sizes = {seat: len(hand) for seat, hand in known.items()}
    if max(sizes.values()) - min(sizes.values()) > (max(sizes.values()) < 13):
        seat = min(sizes, key=lambda seat: sizes[seat])
        problems.add(offset, "hand_size", value, seat=seat.value, cards=sizes[seat])
        return None
    return completed(PartialDeal(*(hands[seat] for seat in SEATS)))


def completed(deal: PartialDeal) -> PartialDeal:
    """Gives East the cards that the three others have not, if those have 39: so LIN defines his hand."""
    others = [deal[seat] for seat in ORDER[:3]]
    if deal.east is not None or any(hand is None or len(hand) != 13 for hand in others):
        return deal
    return replace(deal, east=frozenset(DECK).difference(*(hand or () for hand in others)))


def read_vulnerability(value: str) -> Vulnerability | None:
    """Reads ``o`` (or zero), ``n``, ``e`` or ``b`` in either case; None for anything else."""
    return _VULNERABILITIES.get(value.strip().lower())


def read_calls(value: str) -> list[tuple[Call | None, bool]] | None:
    """Reads one call, or several written together, each with whether it is alerted.

    None stands for all pass; no list at all for a text that is no call.
    """
    found: list[tuple[Call | None, bool]] = []
    for match in _CALL.finditer(re.sub(r"\s", "", value).upper()):
        call = _read_call(match)
        if match[7] and found:
            found[-1] = (found[-1][0], True)
        elif match[6]:
            found.append((None, False))
        elif call is None or len(found) > 400:
            return None
        else:
            found.append((call, False))
    return found


def _read_call(match: re.Match[str]) -> Call | None:
    if match[1]:
        return Bid(int(match[1]), _DENOMINATIONS[match[2]])
    return PASS if match[3] else REDOUBLE if match[4] else DOUBLE if match[5] else None


def read_cards(value: str) -> list[Card] | None:
    """Reads one card, or several written together; None for a text that is none."""
    card = _CARDS.get(value)
    if card is not None:
        return [card]
    word = re.sub(r"\s", "", value).upper()
    cards = [Card(_SUITS[match[1]], _RANKS[match[2]]) for match in _CARD.finditer(word)]
    return cards if cards and sum(len(match[0]) for match in _CARD.finditer(word)) == len(word) else None


def read_result(value: str) -> Result | None:
    """Reads an entry of the list of results, such as ``4SWx-4``; None for a text that is none."""
    word = re.sub(r"\s", "", value).upper()
    if word in ("PASS", "P", "AP"):
        return Result(Pass())
    match = _RESULT.fullmatch(word)
    if not match:
        return None
    contract = Contract(int(match[1]), _DENOMINATIONS[match[2]], Doubling(match[4] or ""))
    tricks = contract.tricks_needed + int(match[6] or 0) if match[5] or match[6] else None
    if tricks is not None and not 0 <= tricks <= 13:
        return None
    return Result(contract, Seat(match[3]), tricks)


def read_room(value: str) -> tuple[str | None, str | None]:
    """Reads ``o12`` or ``c12``: the room and the board number."""
    match = _ROOM.fullmatch(value.strip())
    if not match:
        return None, None
    return {"o": "Open", "c": "Closed"}.get(match[1].lower()), match[2]


def read_label(value: str, offset: int, problems: ProblemList) -> str | None:
    """Reads what stands over the board: its number, after the word board."""
    if _PERCENT.search(value):
        problems.add_once(offset, "percent_encoded", value)
        value = unquote(value)
    match = _BOARD.fullmatch(value.strip())
    return (match[1] if match else value).strip() or None


def lin_hand(cards: frozenset[Card]) -> str:
    """Writes a hand: the letter of each suit, spades first, with its ranks from high to low."""
    ranks = {
        suit: [card.rank.value for card in sorted(cards, reverse=True) if card.suit is suit] for suit in SUITS
    }
    return "".join(suit.value + "".join(ranks[suit]) for suit in SUITS)
