"""Records of boards as LIN text: a line for each board, or a match with its header."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from .auction import Bid, Call, Double, Redouble
from .board_record import NO_ANNOTATION, BoardRecord, Ending
from .boards import Vulnerability
from .contracts import Denomination
from .lin_board import KNOWN, OWN
from .lin_fields import ORDER, lin_hand

_CONTROLS: Final = re.compile(r"[\x00-\x1f\x7f]")
_COMMA: Final = re.compile(r"\s*,\s*")
_PERCENT: Final = re.compile(r"%(?=[0-9A-Fa-f]{2})")
_OTHER: Final = re.compile(OWN + r"([a-z]{2})")
_DENOMINATIONS: Final = {Denomination.NOTRUMP: "N"}
_VULNERABILITIES: Final = {
    Vulnerability.NONE: "o",
    Vulnerability.NS: "n",
    Vulnerability.EW: "e",
    Vulnerability.BOTH: "b",
}
_SCORINGS: Final = {"IMP": "I", "MP": "P", "BAM": "B"}
_TITLES: Final = ("Event", "Stage", "HomeTeam", "HomeCarryOver", "VisitTeam", "VisitCarryOver")
_ROOMS: Final = {"Open": "o", "Closed": "c"}

Titles = tuple[str, ...]
"""What the header of a match says: event, stage, scoring, then each team with what it carries over."""


def write_lin(records: Iterable[BoardRecord]) -> str:
    """Writes a file; what is read from it is written again as the same text.

    Boards of which the room is known are written as a match, with its results in the header. What the format
    does not know is left out: scores, tables, glyphs, dates, calls out of rotation, and a contract without an
    auction outside a match.
    """
    lines: list[str] = []
    for titles, group in groupby(records, key=_titles):
        boards = list(group)
        if titles is not None and _is_match(boards):
            lines += _match(titles, boards)
        else:
            lines += ["vg||"] * bool(lines) + [_single(record) for record in boards]
    return "".join(f"{line}\n" for line in lines)


def _titles(record: BoardRecord) -> Titles | None:
    """Gives what stands over the match that a board belongs to; None for a board of no match."""
    number, tags = record.number, record.tags
    if tags.get("Room") not in _ROOMS or number is None or not 0 < number < 1_000_000:
        return None
    scoring = _SCORINGS.get(tags.get("Scoring", ""), "")
    event, stage, *teams = (_part(tags.get(name, "")) for name in _TITLES)
    return event, stage, scoring, *teams


def _is_match(boards: Sequence[BoardRecord]) -> bool:
    """Tells whether no board was played twice in a room, and the numbers lie close enough for a list."""
    numbers = [record.number or 0 for record in boards]
    places = {(record.number, record.tags["Room"]) for record in boards}
    return len(places) == len(boards) and max(numbers) - min(numbers) < 2 * len(boards) + 100


def _match(titles: Titles, boards: Sequence[BoardRecord]) -> list[str]:
    numbers = [record.number or 0 for record in boards]
    first, last = min(numbers), max(numbers)
    by_place = {(record.number, record.tags["Room"]): record for record in boards}
    places = [(number, room) for number in range(first, last + 1) for room in _ROOMS]
    results = ",".join(_result(by_place[place]) if place in by_place else "" for place in places)
    head = ",".join((*titles[:3], str(first), str(last), *titles[3:]))
    names = {room: {_names(record) for record in boards if record.tags["Room"] == room} for room in _ROOMS}
    is_shared = all(len(found) <= 1 for found in names.values())
    rooms = [next(iter(found), ",,,") for found in names.values()]
    shared = [f"pn|{','.join(rooms)}|pg||"] if is_shared else []
    return [f"vg|{head}|", f"rs|{results}|", *shared, *(_board(record, not is_shared) for record in boards)]


def _result(record: BoardRecord) -> str:
    """Writes an entry of the list of results."""
    contract, declarer = record.final_contract, record.final_declarer
    if record.is_passed_out:
        return "PASS"
    if contract is None or declarer is None:
        return ""
    tricks, doubling = record.final_tricks, contract.doubling.value.lower()
    beyond = "" if tricks is None else f"{tricks - contract.tricks_needed:+d}"
    text = f"{contract.level}{_letter(contract.denomination)}{declarer}{doubling}"
    return text + ("=" if beyond == "+0" else beyond)


def _board(record: BoardRecord, has_names: bool) -> str:
    """Writes a board of a match."""
    room = f"{_ROOMS[record.tags['Room']]}{record.number}"
    names = f"pn|{_names(record)}|" if has_names else ""
    mere = record.play_ending is not Ending.CLOSED
    return f"qx|{room}|{names}st||{_deal(record)}{_rest(record, '' if mere else _claim(record))}"


def _single(record: BoardRecord) -> str:
    """Writes a board for itself, on one line."""
    label = _PERCENT.sub("%25", _text(record.label or "").strip())
    over = f"ah|Board {label}|" if label else ""
    return f"pn|{_names(record)}|st||{_deal(record)}rh||{over}{_rest(record, _claim(record))}"


def _names(record: BoardRecord) -> str:
    return ",".join(_part(record.player(seat) or "") for seat in ORDER)


def _deal(record: BoardRecord) -> str:
    """Writes dealer and hands; East's is left out where it follows from the others."""
    dealer, deal = record.dealer, record.deal
    if dealer is None and deal is None:
        return ""
    digit = 0 if dealer is None else ORDER.index(dealer) + 1
    hands = [None if deal is None else deal[seat] for seat in ORDER]
    texts = ["" if hand is None else lin_hand(hand) for hand in hands]
    if deal is not None and deal.whole is not None:
        texts[3] = ""
    return f"md|{digit}{','.join(texts)}|"


def _rest(record: BoardRecord, claim: str) -> str:
    vulnerability = record.vulnerability
    head = "" if vulnerability is None else f"sv|{_VULNERABILITIES[vulnerability]}|"
    for name, value in record.tags.items():
        other = _OTHER.fullmatch(name)
        if other and other[1] not in KNOWN:
            head += f"{other[1]}|{_text(value)}|"
    comments = "".join(_comment(comment.text) for comment in record.comments)
    return f"{head}{comments}{_calls(record)}pg||{_cards(record)}{claim}"


def _calls(record: BoardRecord) -> str:
    """Writes the calls, if each was made in turn, the dealer's first."""
    auction = record.auction
    if auction is None or record.calls is None or record.dealer not in (None, auction.dealer):
        return ""
    if not record.calls:
        return ""
    text = ""
    for recorded in record.calls:
        beside = recorded.annotation or NO_ANNOTATION
        note = _text(beside.note or "").strip()
        text += f"mb|{_call(recorded.call)}{'!' * beside.alerted}|"
        text += f"an|{note}|" if note else ""
        text += "".join(map(_comment, beside.comments))
    return text


def _call(call: Call) -> str:
    match call:
        case Bid(level, denomination):
            return f"{level}{_letter(denomination)}"
        case Double():
            return "d"
        case Redouble():
            return "r"
    return "p"


def _letter(denomination: Denomination) -> str:
    return _DENOMINATIONS.get(denomination, str(denomination))


def _cards(record: BoardRecord) -> str:
    """Writes the cards in the order of play, as far as no card is missing."""
    text = ""
    for trick in record.played or ():
        plays = trick.plays
        for seat, card in plays:
            beside = trick.annotations.get(seat, NO_ANNOTATION)
            text += f"pc|{card}|" + "".join(map(_comment, beside.comments))
        if len(plays) < 4:
            break
        text += "pg||"
    return text


def _claim(record: BoardRecord) -> str:
    """Writes declarer's tricks, where the cards alone do not show them."""
    if record.tricks is None:
        return "mc||" if record.play_ending is Ending.CLOSED else ""
    is_seen = len(record.plays) == 52 and replace(record, tricks=None).final_tricks == record.tricks
    return "" if is_seen else f"mc|{record.tricks}|pg||"


def _comment(text: str) -> str:
    return f"nt|{_text(text)}|pg||"


def _text(text: str) -> str:
    """Gives a value that ends where it should."""
    return _CONTROLS.sub(" ", text).replace("|", "/")


def _part(text: str) -> str:
    """Gives one of several values between commas."""
    return _COMMA.sub(" ", _text(text)).strip()
