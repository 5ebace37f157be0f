"""What others made is what `static/vendor/VENDOR.md` says it is, and carries its licence."""

import hashlib
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "static" / "vendor" / "VENDOR.md"
FOLDERS = [ROOT / "static" / "vendor", ROOT / "tests" / "browser" / "vendor"]
ROW = re.compile(r"^\| `(?P<path>[^`]+)` \|.*\| `(?P<sha256>[0-9a-f]{64})` \|$", re.MULTILINE)


def listed_files() -> dict[str, str]:
    return {row["path"]: row["sha256"] for row in ROW.finditer(LIST.read_text())}


def stored_files() -> set[str]:
    return {
        path.relative_to(ROOT).as_posix()
        for folder in FOLDERS
        for path in folder.rglob("*")
        if path.is_file() and path != LIST and not path.name.startswith("LICENSE")
    }


def test_every_vendored_file_is_listed_and_every_listed_file_is_there():
    assert stored_files() == set(listed_files())


def test_every_vendored_file_has_the_listed_checksum():
    for path, sha256 in listed_files().items():
        assert hashlib.sha256((ROOT / path).read_bytes()).hexdigest() == sha256, path


def test_every_vendored_folder_carries_its_licence():
    for folder in {(ROOT / path).parent for path in listed_files()}:
        assert list(folder.glob("LICENSE*")), folder
