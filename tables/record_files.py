"""Finished records as files to take away: which kinds there are, and each written piece by piece."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from minibridge.engine import write_lin, write_pbn

from .models import BoardRecord
from .record_json import json_pieces
from .score_csv import csv_pieces
from .written_records import with_auction, written

CHUNK = 50
"""How many records are read from the database at a time."""

Pieces = Callable[[Iterable[BoardRecord]], Iterator[str]]


def pbn_pieces(records: Iterable[BoardRecord]) -> Iterator[str]:
    head = write_pbn([])
    yield head
    for n, record in enumerate(records):
        yield "\r\n" * (n > 0) + write_pbn([written(record)]).removeprefix(head)


def lin_pieces(records: Iterable[BoardRecord]) -> Iterator[str]:
    for _match_id, group in groupby(records, key=lambda record: record.match_id):
        yield write_lin([with_auction(written(record)) for record in group])


@dataclass(frozen=True)
class FileKind:
    """A kind of file: its content type, how it is written, what it is good for, and whether the logs are read
    for it.
    """

    content_type: str
    pieces: Pieces
    use: object
    has_logs: bool = True


KINDS: Mapping[str, FileKind] = {
    "pbn": FileKind("application/x-pbn; charset=utf-8", pbn_pieces, _("for other bridge programs")),
    "lin": FileKind("application/x-lin; charset=utf-8", lin_pieces, _("for Bridge Base Online")),
    "json": FileKind("application/json", json_pieces, _("everything, to bring it back here")),
    "csv": FileKind(
        "text/csv; charset=utf-8", csv_pieces, _("the scores, for a spreadsheet"), has_logs=False
    ),
}


def pieces_of(kind: str, records: QuerySet[BoardRecord]) -> Iterator[str]:
    """A file of this kind with these records, piece by piece."""
    chosen = KINDS[kind]
    return chosen.pieces(_in_chunks(records, has_logs=chosen.has_logs))


def _in_chunks(records: QuerySet[BoardRecord], *, has_logs: bool) -> Iterator[BoardRecord]:
    """The records with all that files say of them, in the order in which they were played, a few at a time:
    no query stays open while somebody downloads slowly.
    """
    related = ("players", "actions") if has_logs else ("players",)
    ids = list(records.order_by("match_id", "position").values_list("id", flat=True))
    for start in range(0, len(ids), CHUNK):
        rows = BoardRecord.objects.filter(id__in=ids[start : start + CHUNK])
        rows = rows.select_related("board", "match__table", "source").prefetch_related(*related)
        yield from rows.order_by("match_id", "position")
