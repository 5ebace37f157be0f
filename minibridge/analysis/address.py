"""Where the analysis process listens: a small file in the data folder that its owner alone can read."""

import contextlib
import json
import os
import secrets
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

NAME = "analysis.json"


@dataclass(frozen=True, slots=True)
class Address:
    """A port of this machine, and the word without which nobody is answered there."""

    port: int
    token: str

    @classmethod
    def at(cls, port: int) -> "Address":
        """A new one, with a token of its own."""
        return cls(port, secrets.token_urlsafe(32))

    @classmethod
    def read(cls, folder: Path) -> "Address | None":
        """Gives the address that *folder* holds, if any."""
        try:
            data = json.loads((folder / NAME).read_text("utf-8"))
            return cls(int(data["port"]), str(data["token"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def write(self, folder: Path) -> None:
        """The file appears whole, and from its first moment for its owner alone."""
        descriptor, draft = tempfile.mkstemp(dir=folder)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(asdict(self), file)
        os.replace(draft, folder / NAME)

    def remove(self, folder: Path) -> None:
        """Takes it away, unless another process has written its own meanwhile."""
        if Address.read(folder) == self:
            with contextlib.suppress(OSError):
                (folder / NAME).unlink()
