"""The files that tests of PBN and LIN read: those of this project, and real ones where they are at hand."""

import os
from pathlib import Path

FIXTURES = Path(__file__).parents[1] / "fixtures" / "files"


def real_folder() -> Path:
    """The folder of real files: BRIDGE_RECORDS, else beside the project."""
    if "BRIDGE_RECORDS" in os.environ:
        return Path(os.environ["BRIDGE_RECORDS"])
    return Path(__file__).parents[3] / "shared" / "reference" / "records"


def in_folder(folder: Path, *suffixes: str) -> list[Path]:
    """Its files with one of these suffixes in any letter case, those of its subfolders too."""
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.rglob("*") if path.suffix.lower() in suffixes)


def fixture(name: str) -> bytes:
    return (FIXTURES / name).read_bytes()
