"""The site's own channel layer as a bad one would be: messages are lost, doubled, late and out of order."""

from __future__ import annotations

import json
import random
import threading
from dataclasses import asdict, dataclass
from pathlib import Path

from django.conf import settings

from tables.local_layer import LocalChannelLayer, Message

FILE = "loss.json"


@dataclass(frozen=True)
class Loss:
    """Of all messages to groups: which share is lost, which comes late, and how often each is sent."""

    lost: float = 0
    late: float = 0
    copies: int = 1

    def begin(self, data: Path) -> None:
        """From now on, in the server that uses this folder."""
        (data / FILE).write_text(json.dumps(asdict(self)))


class LossyLayer(LocalChannelLayer):
    rng = random.Random(0)

    def group_notify(self, group: str, message: Message) -> None:
        loss = _loss()
        for _copy in range(loss.copies):
            if self.rng.random() < loss.lost:
                continue
            if self.rng.random() < loss.late:
                # So late that the next one, or the next but one, comes first.
                threading.Timer(self.rng.uniform(0.05, 0.4), super().group_notify, (group, message)).start()
            else:
                super().group_notify(group, message)


def _loss() -> Loss:
    try:
        return Loss(**json.loads((settings.DATA_DIR / FILE).read_text()))
    except (OSError, ValueError):  # none was asked for, or it is being written
        return Loss()
