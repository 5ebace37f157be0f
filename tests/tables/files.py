"""Files of the tests, and the way they come in."""

from __future__ import annotations

from pathlib import Path

from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tables.models import Match
from tests.server import ROOT

FILES = ROOT / "tests" / "fixtures" / "imports"
KINDS = ("pbn", "lin", "json", "csv")


def text_of(client: Client, name: str, *args: object) -> str:
    """A file that is downloaded."""
    response = client.get(reverse(name, args=args))
    assert response.status_code == 200
    return response.getvalue().decode()


def look(client: Client, *files: tuple[str, bytes] | Path, **fields: str) -> HttpResponse:
    """The page that lists what is in these files."""
    named = [(file.name, file.read_bytes()) if isinstance(file, Path) else file for file in files]
    uploads = [SimpleUploadedFile(name, data) for name, data in named]
    return client.post(reverse("deals_import"), {"files": uploads, **fields})


def take(client: Client, page: HttpResponse, how: str = "review", **fields: object) -> HttpResponse:
    """All boards that the page ticked, or those that ``board`` names."""
    ticked = [place for place, _record, is_ticked in page.context["rows"] if is_ticked]
    content = {"draft": page.context["draft"], "board": ticked, "how": how, "level": "easy", **fields}
    return client.post(reverse("import_take"), content)


def bring_in(client: Client, *files: tuple[str, bytes] | Path) -> Match:
    """The last match of these files, kept."""
    page = look(client, *files)
    assert page.status_code == 200
    assert take(client, page).status_code == 302
    return Match.objects.latest("id")
