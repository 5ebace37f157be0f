"""A pack travels as one file, and comes back as it was or not at all."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from minibridge.engine import PRESETS, SEATS, Deal, Seat, Vulnerability, read_pbn
from tables.pack_file import LARGEST, PackUnreadable, pack_as_pbn, pack_read, pack_written
from tables.packs import QUESTION_KINDS, PackContent, PackDeal, Question, Reference
from tests.engine.strategies import effort

from .packs_at_hand import FULL_DEAL, PACK

pytestmark = pytest.mark.any_database

WORDS = st.text(
    st.characters(exclude_categories=("Cs",), exclude_characters="\0"), min_size=1, max_size=30
).filter(str.strip)
TEXTS = st.dictionaries(st.sampled_from(("fr", "en", "de")), WORDS, max_size=3)
TITLES = st.dictionaries(st.sampled_from(("fr", "en")), WORDS, min_size=1, max_size=2)
ANSWERS = {"points": ("", "12"), "declarer": ("", "W"), "tricks": ("0", "13"), "suit": ("S", "NT")}


@st.composite
def questions(draw: st.DrawFn) -> Question:
    kind = draw(st.sampled_from(QUESTION_KINDS))
    return Question(kind, draw(TEXTS), draw(st.sampled_from(ANSWERS[kind])), draw(TEXTS))


@st.composite
def deals(draw: st.DrawFn) -> PackDeal:
    return PackDeal(
        deal=Deal.random(Random(draw(st.integers(0, 10_000)))),
        dealer=draw(st.sampled_from(SEATS)),
        vulnerability=draw(st.sampled_from(tuple(Vulnerability))),
        title=draw(TEXTS),
        note=draw(TEXTS),
        trick_notes={trick: draw(TITLES) for trick in sorted(draw(st.sets(st.integers(1, 13), max_size=3)))},
        contract=draw(st.sampled_from(("", "3NT", "1C", "4S"))),
        questions=tuple(draw(st.lists(questions(), max_size=4))),
        reference=draw(st.sampled_from((None, Reference("N", "3NT", 9)))),
    )


packs = st.builds(
    PackContent,
    title=TITLES,
    goals=TEXTS,
    rules=st.sampled_from(({}, PRESETS["ebu"].to_dict(), PRESETS["four_deals"].to_dict())),
    deals=st.lists(deals(), max_size=4).map(tuple),
)


def problems(data: bytes | dict[str, Any]) -> list[tuple[int, str]]:
    """What is wrong with a file, in English."""
    encoded = data if isinstance(data, bytes) else json.dumps(data).encode()
    with override("en"), pytest.raises(PackUnreadable) as caught:
        pack_read(encoded)
    assert caught.value.problems
    return list(caught.value.problems)


def changed(**fields: Any) -> dict[str, Any]:
    """The file of the pack, with these fields of its first deal changed."""
    data = json.loads(pack_written(PACK))
    data["deals"][0] |= fields
    return data


@effort(60)
@given(packs)
def test_what_is_written_is_read_again(content: PackContent):
    assert pack_read(pack_written(content).encode()) == content


def test_the_pack_at_hand_says_everything_and_travels():
    assert pack_read(pack_written(PACK).encode()) == PACK
    empty = [name for name, value in FULL_DEAL.to_data().items() if not value]
    assert empty == []


def reads_as_encoded_twice(content: PackContent) -> bool:
    """A title of letters by chance, of which the reader of files rightly warns."""
    return any(mark in text for text in content.title.values() for mark in "ÂÃâ")


@effort(30)
@given(packs.filter(lambda content: not reads_as_encoded_twice(content)))
def test_as_pbn_the_cards_are_the_same(content: PackContent):
    read = read_pbn(pack_as_pbn(content, "fr"))
    assert not read.problems
    assert [(one.dealer, one.vulnerability, str(one.deal)) for one in read.records] == [
        (deal.dealer, deal.vulnerability, str(deal.deal)) for deal in content.deals
    ]


def test_notes_do_not_go_out_with_the_deals_alone():
    text = pack_as_pbn(PACK, "fr")
    assert "Les levées" in text
    assert "Laissez-les" not in text
    assert "Combien" not in text


def test_a_byte_order_mark_and_names_of_a_later_version_do_no_harm():
    data = changed(colour="green") | {"more": [1, 2]}
    assert pack_read(b"\xef\xbb\xbf" + json.dumps(data).encode()) == PACK


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"{",
        b"[]",
        b"null",
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b'{"format": "minibridge-pack", "version": NaN}',
        b'{"format": "minibridge-pack", "version": ' + b"9" * 10_000 + b"}",
        b'{"format": "minibridge-pack", "version": 1e999}',
        b'{"format": "minibridge-pack", "version": 2}',
        b'{"format": "minibridge-pack", "version": true}',
        b'{"format": "minibridge", "version": 1}',
        b" " * (LARGEST + 1),
    ],
)
def test_what_is_no_pack_is_told_in_one_sentence(data: bytes):
    assert len(problems(data)) == 1


WRONG = {
    "title": ({"title": "Ten"}, "the title"),
    "title of no language": ({"title": {"French!": "Dix"}}, "the title"),
    "title too long": ({"title": {"fr": "x" * 81}}, "80 letters"),
    "NUL": ({"note": {"fr": "a\0b"}}, "the note"),
    "surrogate": ({"note": {"fr": "\ud800"}}, "the note"),
    "deal": ({"deal": "N:AKQ"}, "cards of this deal"),
    "deal of another kind": ({"deal": 7}, "cards of this deal"),
    "dealer": ({"dealer": "Q"}, "cards of this deal"),
    "vulnerability": ({"vulnerability": ["NS"]}, "cards of this deal"),
    "declarer": ({"declarer": "Q"}, "four seats"),
    "declarer alone": ({"declarer": "N", "contract": "", "cards": []}, "a contract is needed"),
    "declarer of another kind": ({"declarer": {}}, "the declarer"),
    "contract": ({"contract": "8S"}, "is no contract"),
    "cards": ({"cards": ["HQ", "H7"]}, "Card 2"),
    "cards that revoke": ({"cards": ["HQ", "S2"]}, "Card 2"),
    "no card": ({"cards": ["ZZ"]}, "is no card"),
    "too many cards": ({"cards": ["HQ"] * 53}, "the first cards"),
    "cards without contract": ({"contract": ""}, "a contract is needed"),
    "trick": ({"trick_notes": {"14": {"fr": "x"}}}, "notes to the tricks"),
    "tricks of another kind": ({"trick_notes": [1]}, "notes to the tricks"),
    "question": ({"questions": [{"kind": "who"}]}, "kind of question"),
    "questions": ({"questions": {"kind": "suit"}}, "the questions"),
    "too many questions": ({"questions": [{"kind": "points"}] * 5}, "the questions"),
    "answer": ({"questions": [{"kind": "tricks", "answer": "14"}]}, "from 0 to 13"),
    "answer missing": ({"questions": [{"kind": "suit"}]}, "which suit"),
    "answer of a seat": ({"questions": [{"kind": "declarer", "answer": "X"}]}, "four seats"),
    "reference": ({"reference": {"declarer": "S", "contract": "4S", "tricks": 10**30}}, "0 to 13"),
    "reference of another kind": ({"reference": 3}, "result to compare"),
    "reference contract": ({"reference": {"declarer": "S", "contract": "", "tricks": 1}}, "no contract"),
    "reference declarer": ({"reference": {"declarer": "", "contract": "1C", "tricks": 1}}, "four seats"),
}


@pytest.mark.parametrize("name", WRONG)
def test_each_fault_is_told_with_its_deal(name: str):
    fields, words = WRONG[name]
    assert any(number == 1 and words in sentence for number, sentence in problems(changed(**fields)))


def test_all_faults_are_told_together():
    data = changed(contract="9S")
    data["deals"][1]["deal"] = "?"
    data["title"] = {}
    assert [number for number, _sentence in problems(data)] == [0, 1, 2]


@pytest.mark.parametrize(
    "fields",
    [
        {"deals": None},
        {"deals": {}},
        {"deals": [{}]},
        {"deals": [7]},
        {"deals": [[]]},
        {"rules": {"points": "loud"}},
        {"rules": {"nothing": 1}},
        {"rules": {"tie": "first_correct"}},
        {"rules": [1]},
        {"rules": []},
        {"rules": False},
        {"rules": 0},
        {"rules": ""},
        {"goals": 5},
    ],
)
def test_faults_of_the_pack_itself(fields: dict[str, Any]):
    problems(json.loads(pack_written(PACK)) | fields)


def test_more_deals_than_a_lesson_has_are_too_many():
    data = json.loads(pack_written(PACK))
    data["deals"] *= 17
    assert "at most 32 deals" in problems(data)[0][1]


def test_where_the_contract_is_bid_the_pack_says_by_whom():
    data = changed(declarer="") | {"rules": PRESETS["bridge"].to_dict()}
    assert problems(data) == [(1, "Please say who declares.")]
    data["deals"][0]["declarer"] = "S"
    assert pack_read(json.dumps(data).encode()).deals == PACK.deals


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
PLACES = ("title", "goals", "rules", "deals")


@effort(150)
@given(st.sampled_from((*PLACES, *FULL_DEAL.to_data())), JSON, st.booleans())
def test_nonsense_in_any_place_is_read_or_refused(name: str, value: Any, is_outside: bool):
    data = json.loads(pack_written(PACK))
    (data if name in PLACES and is_outside else data["deals"][0])[name] = value
    try:
        content = pack_read(json.dumps(data).encode("utf-8", "surrogatepass"))
    except PackUnreadable as error:
        assert error.problems
    else:
        assert pack_read(pack_written(content).encode()) == content


@effort(80)
@given(st.binary(max_size=60), st.integers(0, 2000))
def test_damaged_bytes_are_read_or_refused(noise: bytes, at: int):
    whole = pack_written(PACK).encode()
    try:
        pack_read(whole[:at] + noise + whole[at + len(noise) :])
    except PackUnreadable as error:
        assert error.problems


def test_a_turned_pack_deal_keeps_everything_but_its_seats():
    turned = FULL_DEAL.turned(1)
    assert (turned.dealer, turned.vulnerability) == (Seat.S, Vulnerability.EW)
    assert turned.deal[Seat.W] == FULL_DEAL.deal[Seat.S]
    assert (turned.declarer, turned.contract, turned.cards) == ("W", "4S", FULL_DEAL.cards)
    assert [question.answer for question in turned.questions] == ["", "W", "10", "S"]
    assert turned.reference == Reference("W", "4S", 10)
    assert turned.turned(3) == FULL_DEAL
    content = PackContent(title={"fr": "x"}, deals=(turned,))
    assert pack_read(pack_written(content).encode()) == content
