"""Records of boards as LIN text: a line for each board, or a match with its header."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from .auction import PASS, Bid, Call, Double, Redouble
from .board_record import NO_ANNOTATION, BoardRecord, Ending, RecordedTrick
from .boards import Vulnerability
from .contracts import Denomination
from .lin_board import KNOWN, LAYOUT, OWN
from .lin_fields import ORDER, completed, lin_hand

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
MOST_MISSING: Final = 100
"""How many boards may be missing in a match for which a list of results is written."""

Titles = tuple[str, ...]
"""What the header of a match says: event, stage, scoring, then each team with what it carries over."""


def write_lin(records: Iterable[BoardRecord]) -> str:
    """Writes a file; what is read from it is written again as the same text.

    Boards of which the room is known are written as a match, with its results in the header. What the format
    does not know is left out: scores, tables, glyphs, dates, calls out of rotation, a contract without an
    auction outside a match, and a record without deal, calls and cards.
    """
    lines: list[str] = []
    is_match = False
    sayable = [record for record in records if _titles(record) or _single(record)]
    for titles, group in groupby(sayable, key=_titles):
        boards = list(group)
        if titles is not None and _is_match(boards):
            lines += _match(titles, boards)
            is_match = True
        else:
            singles = [line for line in map(_single, boards) if line is not None]
            lines += ["vg||"] * (is_match and bool(singles)) + singles
            is_match = is_match and not singles
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
    return len(places) == len(boards) and max(numbers) - min(numbers) < 2 * len(boards) + MOST_MISSING


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
    read = _as_read(record, is_listed=bool(_result(record)))
    claim = _claim(record, read) if record.play_ending is Ending.CLOSED else ""
    return f"qx|{room}|{names}st||{_deal(record)}{_rest(record, read)}{claim}"


def _single(record: BoardRecord) -> str | None:
    """Writes a board for itself, on one line; None if nothing in it can be said in LIN."""
    label = _PERCENT.sub("%25", _text(record.label or "").strip())
    over = f"ah|Board {label}|" if label else ""
    read = _as_read(record, is_listed=False)
    deal, claim = _deal(record), _claim(record, read)
    if not (deal or claim or read.calls or read.played):
        return None
    return f"pn|{_names(record)}|st||{deal}rh||{over}{_rest(record, read)}{claim}"


def _as_read(record: BoardRecord, is_listed: bool) -> BoardRecord:
    """Gives what a reader will know of the contract and the play: whose a card is follows from who leads."""
    auction = record.auction
    is_in_turn = auction is not None and record.dealer in (None, auction.dealer)
    read = BoardRecord(
        dealer=record.dealer,
        deal=None if record.deal is None else completed(record.deal),
        calls=record.calls if is_in_turn else None,
        contract=(PASS if record.is_passed_out else record.final_contract) if is_listed else None,
        declarer=record.final_declarer if is_listed and not record.is_passed_out else None,
    )
    return replace(read, played=tuple(_placed(record, read)))


def _placed(record: BoardRecord, read: BoardRecord) -> Iterator[RecordedTrick]:
    """Gives the tricks whose cards a reader will give to the same seats."""
    declarer, denomination = read.final_declarer, read.final_denomination
    leader = declarer.lho if declarer else None
    for trick in record.played or ():
        plays = trick.plays
        if leader is None and plays and read.deal is not None:
            leader = read.deal.holder(plays[0][1])
        if not plays or leader is not trick.leader:
            return
        yield trick
        if len(plays) < 4:
            return
        leader = trick.winner(denomination)


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


def _rest(record: BoardRecord, read: BoardRecord) -> str:
    """Writes what follows the deal: vulnerability, other fields, comments, calls and cards."""
    vulnerability = record.vulnerability
    head = "" if vulnerability is None else f"sv|{_VULNERABILITIES[vulnerability]}|"
    for name, value in record.tags.items():
        other = _OTHER.fullmatch(name)
        text = _text(value)
        if other and other[1] not in KNOWN and (text.strip() or other[1] not in LAYOUT):
            head += f"{other[1]}|{text}|"
    comments = "".join(_comment(comment.text) for comment in record.comments)
    return f"{head}{comments}{_calls(read)}pg||{_cards(read)}"


def _calls(read: BoardRecord) -> str:
    text = ""
    for recorded in read.calls or ():
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


def _cards(read: BoardRecord) -> str:
    """Writes the cards in the order of play, as far as no card is missing."""
    text = ""
    for trick in read.played or ():
        plays = trick.plays
        for seat, card in plays:
            beside = trick.annotations.get(seat, NO_ANNOTATION)
            text += f"pc|{card}|" + "".join(map(_comment, beside.comments))
        text += "pg||" if len(plays) == 4 else ""
    return text


def _claim(record: BoardRecord, read: BoardRecord) -> str:
    """Writes declarer's tricks, where the cards alone do not show them."""
    if record.tricks is None:
        return "mc||" if record.play_ending is Ending.CLOSED else ""
    return "" if read.final_tricks == record.tricks else f"mc|{record.tricks}|pg||"


def _comment(text: str) -> str:
    return f"nt|{_text(text)}|pg||"


def _text(text: str) -> str:
    """Gives a value that ends where it should."""
    return _CONTROLS.sub(" ", text).replace("|", "/")


def _part(text: str) -> str:
    """Gives one of several values between commas."""
    return _COMMA.sub(" ", _text(text)).strip()
