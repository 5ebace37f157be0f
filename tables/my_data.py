"""Everything that the site knows of a person, in one zip that is written while it is sent."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.text import slugify

from accounts.models import ClassTeacher, User
from accounts.personal_data import account_data

from .models import Lesson, Message, Pack, SharedLink, Table
from .pack_file import pack_written
from .packs import PackContent
from .record_files import pieces_of
from .replays import readable_records


class _Outlet:
    """A file that can only be written to; what was written is taken out again."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def write(self, data: bytes) -> int:
        self._parts.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Nothing is held back."""

    def take(self) -> bytes:
        parts, self._parts = self._parts, []
        return b"".join(parts)


def my_data_pieces(user: User) -> Iterator[bytes]:
    """The zip, piece by piece: the account, all records as JSON, PBN and score sheet, messages, tables,
    links and packs of deals.
    """
    outlet = _Outlet()
    with zipfile.ZipFile(outlet, "w", zipfile.ZIP_DEFLATED) as archive:  # type: ignore[arg-type]
        for name, pieces in _files(user):
            entry = zipfile.ZipInfo(name, timezone.localtime().timetuple()[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            with archive.open(entry, "w", force_zip64=True) as file:
                for piece in pieces:
                    file.write(piece.encode())
                    yield outlet.take()
    yield outlet.take()


def _files(user: User) -> Iterator[tuple[str, Iterable[str]]]:
    yield "account.json", [_json(account_data(user))]
    yield "tables.json", [_json(_tables(user))]
    yield "messages.json", [_json(_messages(user))]
    yield "links.json", [_json(_links(user))]
    yield "classes.json", [_json(_teaching(user))]
    for kind in ("json", "pbn", "csv"):
        yield f"deals.{kind}", pieces_of(kind, readable_records(user))
    for pack in Pack.objects.filter(owner=user).order_by("id"):
        name = slugify(pack.title) or "pack"
        yield f"packs/{pack.pk}-{name}.json", [pack_written(PackContent.from_data(pack.content))]


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _tables(user: User) -> list[dict[str, Any]]:
    """The tables that the person opened, or at which he sits."""
    tables = Table.objects.filter(Q(host=user) | Q(seatings__user=user)).distinct().order_by("id")
    return [
        {
            "code": table.code,
            "is_host": table.host_id == user.pk,
            "seats": [row.seat for row in table.seatings.all() if row.user_id == user.pk],
            "opened": table.created.isoformat(),
            "last_used": table.active.isoformat(),
            "is_closed": table.closed,
        }
        for table in tables.prefetch_related("seatings")
    ]


def _messages(user: User) -> list[dict[str, Any]]:
    rows = Message.objects.filter(user=user).select_related("table").order_by("id")
    return [
        {
            "table": row.table.code,
            "seat": row.seat,
            "name": row.name,
            "phrase": row.phrase,
            "text": row.text,
            "said": row.created.isoformat(),
        }
        for row in rows
    ]


def _links(user: User) -> list[dict[str, Any]]:
    return [
        {"key": link.key, "shows_names": link.names, "made": link.created.isoformat()}
        for link in SharedLink.objects.filter(user=user).order_by("id")
    ]


def _teaching(user: User) -> dict[str, Any]:
    """The classes, lessons and packs of a teacher. What belongs to his pupils is theirs, and is not in it."""
    rows = ClassTeacher.objects.filter(user=user).select_related("classroom").order_by("id")
    lessons = Lesson.objects.filter(teacher=user).select_related("classroom").order_by("id")
    return {
        "classes": [
            {
                "name": row.classroom.name,
                "is_owner": row.is_owner,
                "taught_since": row.created.isoformat(),
                "opened": row.classroom.created.isoformat(),
                "last_day": row.classroom.expires.isoformat(),
            }
            for row in rows
        ],
        "lessons": [
            {
                "title": lesson.title,
                "class": lesson.classroom.name,
                "began": lesson.started.isoformat(),
                "ended": lesson.ended.isoformat() if lesson.ended else None,
            }
            for lesson in lessons
        ],
        "packs": [
            {"title": pack.title, "made": pack.created.isoformat(), "changed": pack.changed.isoformat()}
            for pack in Pack.objects.filter(owner=user).order_by("id")
        ],
    }
