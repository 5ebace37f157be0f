"""The channel layer loses, doubles and mixes up its messages; every page shows the same a heartbeat later."""

from __future__ import annotations

from pathlib import Path

import pytest

from .lossy_layer import Loss
from .table import FourPages

LOSSES = {
    "doubled": Loss(copies=3),
    "out of order": Loss(late=0.5),
    "one in a hundred lost": Loss(lost=0.01),
    "a third lost": Loss(lost=0.3),
    "all at once": Loss(lost=0.3, late=0.3, copies=2),
}


@pytest.mark.parametrize("loss", LOSSES)
def test_a_deal_is_played_over_a_bad_layer(room: FourPages, data: Path, loss: str) -> None:
    LOSSES[loss].begin(data)
    for _part in range(2):
        room.play(9)
        room.check()
    for page in room:
        assert not page.closes
        cards = [sentence for sentence in page.spoken if ": " in sentence]
        assert len(cards) == len(set(cards)), "no card is spoken twice"


def test_where_every_message_is_lost_play_goes_on_at_the_pace_of_the_heartbeat(
    room: FourPages, data: Path
) -> None:
    Loss(lost=1).begin(data)
    room.play(4)
    room.check()
