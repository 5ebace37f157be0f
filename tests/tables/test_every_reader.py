"""Six hundred thousand spoiled files, packs and hands: each is read, or refused in a sentence."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tables.hand_text import Unreadable, cards_read, hand_read
from tables.incoming_files import read_files
from tables.pack_file import PackUnreadable, pack_read, pack_written
from tables.record_json import json_pieces
from tables.refusals import Refusal
from tests.engine.mutations import spoiled
from tests.engine.test_record_fuzz import GOOD_LIN, GOOD_PBN

from .cast import Room
from .packs_at_hand import PACK

pytestmark = pytest.mark.soak

AT_FILES, AT_PACKS, AT_HANDS = 100_000, 100_000, 400_000
HAND_TEXTS = (
    "AT52 K843 7 Q962",
    "♠ARD2 ♥V10 ♦- ♣98765",
    "S AKQ H - D JT9 C 8765432",
    "as de pique, roi de cœur",
    "SA HK D7 CT, S2",
    "AT52.K843.7.Q962",
)


def read_or_refused(read: Callable[[], object], *refusals: type[Exception]) -> bool:
    """Whether it was read. Any other exception than these is a fault."""
    try:
        read()
    except refusals as refusal:
        assert str(refusal) or refusal.args
        return False
    return True


@pytest.mark.parametrize("kind", ["pbn", "lin", "json"])
@pytest.mark.django_db
def test_files_of_deals(kind: str, played: Room) -> None:
    good = {"pbn": GOOD_PBN, "lin": GOOD_LIN, "json": "".join(json_pieces([played.record])).encode()}
    for seed in range(AT_FILES // 3):
        data = spoiled(good[kind], good["lin" if kind == "pbn" else "pbn"], seed)
        read_or_refused(lambda data=data: read_files([(f"deal.{kind}", data)]), Refusal)


def test_packs() -> None:
    good = pack_written(PACK).encode()
    read = sum(
        read_or_refused(lambda seed=seed: pack_read(spoiled(good, GOOD_PBN, seed)), PackUnreadable)
        for seed in range(AT_PACKS)
    )
    assert 0 < read < AT_PACKS


@pytest.mark.parametrize("reader", [hand_read, cards_read])
def test_hands(reader: Callable[[str], object]) -> None:
    texts = [text.encode() for text in HAND_TEXTS]
    chance, read = random.Random(1), 0
    for seed in range(AT_HANDS // 2):
        text = spoiled(chance.choice(texts), chance.choice(texts), seed).decode(errors="replace")
        read += read_or_refused(lambda text=text: reader(text), Unreadable)
    assert 0 < read < AT_HANDS // 2
