"""A finished record as other programs write it down: names, date and points beside the cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.utils import timezone
from django.utils.translation import gettext

from minibridge import engine
from minibridge.engine import Annotation, BoardState, Comment, RecordedCall, Seat, read_pbn
from minibridge.engine.board_record import NAME_TAGS
from minibridge.engine.record_log import shortest_auction
from minibridge.engine.state_record import record_of

from .models import BoardRecord, RecordSource
from .replays import names_of
from .scene_reading import engine_action, fold
from .templatetags.bridge import points_text, seat_label


def source_of(record: BoardRecord) -> RecordSource | None:
    """What the file said from which the record was brought in."""
    return getattr(record, "source", None)


def last_state(record: BoardRecord) -> BoardState:
    """The state at the end of a record's log. Raises ValueError for one still in play."""
    if record.finished is None:
        raise ValueError("a deal in play is not written down")
    rows = sorted(record.actions.all(), key=lambda row: row.n)
    return fold(record.start(), map(engine_action, rows))


def written(record: BoardRecord, *, names: Mapping[Seat, str] | None = None) -> engine.BoardRecord:
    """The record as PBN holds it. One that came from a file is what that file said.

    ``names`` are those to be written in place of the players'; with an empty mapping nobody is named.
    """
    source = source_of(record)
    if source is not None and source.pbn:
        return _with_names(read_pbn(source.pbn).records[0], names)
    state = last_state(record)
    called = names_at_the_end(names_of(record) if names is None else names, state)
    tags = {NAME_TAGS[seat]: name for seat, name in called.items() if name}
    tags |= {"Event": "Minibridge", "Date": timezone.localtime(record.started).strftime("%Y.%m.%d")}
    return record_of(state, tags, tuple(Comment(text, "Result") for text in _remarks(state)))


def _with_names(said: engine.BoardRecord, names: Mapping[Seat, str] | None) -> engine.BoardRecord:
    if names is None:
        return said
    tags = {tag: text for tag, text in said.tags.items() if tag not in NAME_TAGS.values()}
    return replace(said, tags=tags | {NAME_TAGS[seat]: name for seat, name in names.items()})


def names_at_the_end(names: Mapping[Seat, str], state: BoardState) -> dict[Seat, str]:
    """Who sat where in the play: of three players one may have taken the empty chair."""
    found = dict(names)
    if state.move is not None and state.move.start in found:
        found[state.move.end] = found.pop(state.move.start)
    return found


def _remarks(state: BoardState) -> Iterable[str]:
    """What the format has no tag for: the points, which decide in minibridge who declares."""
    if state.rules.bidding == "announcement":
        points = (f"{seat_label(seat)} {points_text(total)}" for seat, total in state.totals.items())
        yield ", ".join(points)
    if state.result is not None and state.result.outcome == "balanced":
        yield gettext("20 points on each side: nobody plays, the same dealer deals again.")


def with_auction(said: engine.BoardRecord) -> engine.BoardRecord:
    """The same with the fewest calls that lead to the contract, where it was not bid: LIN knows no other way
    to name one.
    """
    contract, declarer = said.final_contract, said.final_declarer
    if said.calls is not None or contract is None or declarer is None or said.dealer is None:
        return said
    auction = shortest_auction(contract, declarer, said.dealer)
    note = Annotation(alerted=True, note=gettext("Minibridge: the contract was chosen, not bid"))
    calls = tuple(
        RecordedCall(auction.seat_of(index), call, note if isinstance(call, engine.Bid) else None)
        for index, call in enumerate(auction.calls)
    )
    return replace(said, calls=calls)
