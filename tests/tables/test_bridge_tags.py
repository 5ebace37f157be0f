"""Cards, seats and contracts in words."""

import re

import pytest
from django.template import Context, Template
from django.utils import translation

from minibridge.engine import DECK, SEATS, Card, Contract, Denomination, Seat, Suit
from tables.phrases import PHRASES, REACTIONS
from tables.scene import MessageLine
from tables.templatetags import bridge, live

pytestmark = pytest.mark.any_database

LANGUAGES = ("fr", "en")


@pytest.fixture(autouse=True)
def in_english():
    with translation.override("en"):
        yield


@pytest.mark.parametrize(
    ("card", "french", "english"),
    [
        ("SQ", "dame de pique", "queen of spades"),
        ("HT", "10 de cœur", "10 of hearts"),
        ("DA", "as de carreau", "ace of diamonds"),
        ("C2", "2 de trèfle", "2 of clubs"),
        ("HJ", "valet de cœur", "jack of hearts"),
    ],
)
def test_a_card_has_its_name(card, french, english):
    assert bridge.words("fr").cards[Card.parse(card)] == french
    assert bridge.words("en").cards[Card.parse(card)] == english
    assert bridge.card_label(Card.parse(card)) == english


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_cards_have_different_names_that_begin_with_what_is_printed(language):
    names = bridge.words(language).cards
    assert len(set(names.values())) == 52
    for card in DECK:
        printed = re.search(r"<b>(\w+)</b>", bridge.card_faces(language)[card])
        assert printed is not None
        assert names[card].lower().startswith(printed[1].lower()[0]), card


def test_letters_are_the_persons_choice_or_those_of_the_language():
    assert bridge.letters_of("", "fr") == "fr"
    assert bridge.letters_of("", "en") == "en"
    assert bridge.letters_of("en", "fr") == "en"


@pytest.mark.parametrize("trump", [None, *Suit])
def test_suits_alternate_in_colour(trump):
    order = bridge.suit_order("SHCD", trump)
    red = [suit in (Suit.H, Suit.D) for suit in order]
    assert red in ([False, True, False, True], [True, False, True, False])
    assert trump is None or order[0] is trump


@pytest.mark.parametrize("trump", [None, *Suit])
def test_suits_by_rank_keep_their_rank_behind_the_trumps(trump):
    order = bridge.suit_order("SHDC", trump)
    assert set(order) == set(Suit)
    rest = [suit for suit in order if suit is not trump]
    assert rest == sorted(rest, reverse=True)
    assert trump is None or order[0] is trump


@pytest.mark.parametrize(
    ("contract", "menu", "french", "english"),
    [
        ("1S", "partscore_game", "partielle à pique", "partscore in spades"),
        ("4H", "partscore_game", "manche à cœur", "game in hearts"),
        ("3NT", "mandatory_game", "manche à sans-atout", "game in notrump"),
        ("6C", "partscore_game_slams", "petit chelem à trèfle", "small slam in clubs"),
        ("7NT", "partscore_game_slams", "grand chelem à sans-atout", "grand slam in notrump"),
        ("2D", "levels", "2 à carreau", "2 in diamonds"),
        ("3NT", "imposed_level", "3 à sans-atout", "3 in notrump"),
    ],
)
def test_a_contract_is_named_as_the_table_chooses_it(contract, menu, french, english):
    assert bridge.contract_label(Contract.parse(contract), menu) == english
    with translation.override("fr"):
        assert bridge.contract_label(Contract.parse(contract), menu) == french


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_drawn_contract_reads_like_the_named_one(language):
    with translation.override(language):
        for denomination in Denomination:
            contract = Contract(1, denomination)
            drawn = str(bridge.contract_html(contract, "partscore_game"))
            assert re.sub(r"<[^>]+>", "", drawn) == bridge.contract_label(contract, "partscore_game")


def test_results_are_signed():
    contract = Contract.parse("4S")
    assert [bridge.result_of(contract, tricks) for tricks in (8, 10, 12)] == ["−2", "=", "+2"]


def test_numbers_have_their_noun():
    assert bridge.words("en").points[1] == "1 point"
    assert bridge.words("fr").points[0] == "0 point"
    assert bridge.words("fr").points[12] == "12 points"
    assert bridge.words("fr").counts[13] == "13 cartes"


def test_names_are_joined():
    assert bridge.join_names([]) == ""
    assert bridge.join_names(["Nina"]) == "Nina"
    assert bridge.join_names(["Nina", "Emil", "Sami"]) == "Nina, Emil and Sami"
    with translation.override("fr"):
        assert bridge.join_names(["Nina", "Emil"]) == "Nina et Emil"


def test_tags_work_in_a_template():
    template = Template(
        "{% load bridge %}{% suit_svg suit %}|{% card_html card 'fr' %}|{{ seat|seat_label }}|"
        "{% contract contract 'partscore_game' %}|{% contract_text contract 'levels' %}|"
        "{% contract_short contract 'partscore_game' %}|{{ 'NT'|denomination_label }}|{{ 'game'|goal_label }}"
    )
    shown = template.render(
        Context({"suit": Suit.S, "card": Card.parse("SQ"), "seat": Seat.N, "contract": Contract.parse("4S")})
    )
    assert 'href="#suit-S"' in shown
    assert "dame de pique" in shown
    assert "|North|" in shown
    assert "4 in spades" in shown
    assert shown.endswith("|notrump|game")


def test_every_reaction_has_a_drawing_and_every_phrase_a_text():
    for code in REACTIONS:
        assert "<use" in live.said_html(MessageLine(1, Seat.N, "Nina", code, ""))
    for code in PHRASES:
        assert live.phrase_text(MessageLine(1, Seat.N, "Nina", code, "")) == str(PHRASES[code])


def test_what_people_wrote_is_escaped():
    assert live.said_html(MessageLine(1, Seat.N, "Nina", "", "<b>")) == "&lt;b&gt;"


def test_suit_keys_are_letters_of_the_language():
    assert live.live_words()["suitKeys"] == {"S": "S", "H": "H", "D": "D", "C": "C"}
    with translation.override("fr"):
        assert live.live_words()["suitKeys"] == {"P": "S", "C": "H", "K": "D", "T": "C"}


def test_seats_and_sides_are_all_named():
    for language in LANGUAGES:
        words = bridge.words(language)
        assert len(set(words.seats.values())) == len(SEATS)
        assert all(words.sides.values())
