"""Every reason that is given is listed with its values, and every reason that is listed is given."""

import random
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from minibridge import bots
from minibridge.bots import OPEN, REASONS, Level, Reason
from minibridge.engine import PRESETS, RuleSet

from .table import play_board, random_board, table_of

SOURCE = "\n".join(path.read_text("utf-8") for path in Path(bots.__file__).parent.glob("*.py"))
LETTERS = {
    "card": r"[SHDC][2-9TJQKA]",
    "suit": r"[SHDC]",
    "seat": r"[NESW]",
}


@cache
def given(boards):
    """How often each code is given on so many boards of all levels, mostly under the commonest rules."""
    codes = Counter()

    def watch(_, decision):
        check(decision.reason)
        codes[decision.reason.code] += 1

    for seed in range(boards):
        rng = random.Random(seed)
        rules = rng.choice(
            [PRESETS["four_deals"], PRESETS["ebu"], PRESETS["three_french"], RuleSet(tie="agree")]
        )
        play_board(random_board(rng), rules, table_of(*rng.choices(list(Level), k=2)), seed, watch)
    return codes


def check(reason):
    """A reason is listed with just these values; they are stored letters or numbers."""
    assert set(reason.params) == set(REASONS[reason.code]), reason
    for name, value in reason.params.items():
        assert isinstance(value, int) or re.fullmatch(LETTERS[name], value), reason
    assert Reason.from_data(reason.to_data()) == reason


def test_common_reasons_are_given():
    common = {
        "counts_points", "major_fit", "minor_fit", "notrump", "only_card", "random_card", "counts_ending",
        "top_of_sequence", "fourth_best", "leads_low", "returns_partners_suit", "cashes_to_set",
        "cashes_master", "draws_trumps_first", "draws_trumps_again", "draws_trumps", "leads_to_honour",
        "leads_to_finesse", "develops_suit", "crosses", "second_hand_low", "covers_honour",
        "third_hand_high", "finesse", "leaves_to_partner", "wins_cheaply", "follows_low", "ruffs",
        "discards_low",
    }  # fmt: skip
    assert common <= set(given(45))


@pytest.mark.soak
def test_every_reason_of_the_play_is_given():
    said = {
        "accepts",
        "refuses",
        "trusts",
        "objects",
        "allows",
        "leaves_lead",
        "forbids",
        "asks",
        "is",
        "designates",
    }
    play = {code for code in REASONS if not any(code.startswith(word) for word in said)}
    # Bots pass in auctions alone, a suit is rarely led so that it blocks, and rarer still is a leader who has
    # three aces and no trump: other tests show these.
    assert play - set(given(3000)) <= {"passes", "unblocks", "leads_ace"}


def test_every_code_in_the_code_is_listed_and_every_code_listed_is_there():
    for code in REASONS:
        assert SOURCE.count(f'"{code}"') >= 2, f"{code} is listed and never given"


def test_what_may_be_told_is_listed():
    assert set(REASONS) > OPEN
    # What is counted, and which honour is missing or held, would tell the others.
    assert not OPEN & {"draws_trumps", "finesse", "only_card", "follows_low", "holds_up", "top_of_sequence"}
