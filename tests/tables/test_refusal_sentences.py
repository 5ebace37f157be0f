"""Every refusal of the engine is told in one sentence."""

import pytest
from django.utils import translation

from minibridge import engine
from minibridge.engine import Card, ClaimTricks, IllegalAction, PlayCard, Seat, errors
from tables import refusal_sentences

from .hand_made import FRENCH, Played, worked


@pytest.fixture(autouse=True)
def in_english():
    with translation.override("en"):
        yield


def kinds_of_refusals() -> list[type[IllegalAction]]:
    return [
        kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, IllegalAction)
    ]


@pytest.mark.parametrize("kind", kinds_of_refusals())
def test_every_refusal_has_a_sentence_of_its_own(kind):
    assert kind.code in refusal_sentences.REFUSALS
    params = {"actor": "N", "hand": "N", "suit": "S", "card": "SQ", "remaining": 3, "seat": "E"}
    for language in ("fr", "en"):
        with translation.override(language):
            sentence = refusal_sentences.refusal(kind(**params))
            assert "%" not in sentence
            assert sentence[0].isupper()
            assert sentence.endswith(".")


def test_refusals_speak_in_words():
    assert (
        refusal_sentences.refusal(errors.MustFollowSuit(suit="S"))
        == "You must follow suit: play a card of spades."
    )
    assert (
        refusal_sentences.refusal(errors.NotYourTurn(actor="E")) == "It is not your turn: East decides now."
    )
    assert refusal_sentences.refusal(errors.NotYourTurn(actor="None")) == "It is for others to decide now."
    with translation.override("fr"):
        assert refusal_sentences.refusal(errors.MustFollowSuit(suit="S")) == "Il faut fournir à pique."


def test_the_engines_own_refusals_are_told():
    played = worked(1)
    refused = {
        PlayCard(Seat.W, Card.parse("S9")): "It is not your turn: South decides now.",
        PlayCard(Seat.N, Card.parse("HK")): "You are dummy in this deal: your partner plays your cards.",
        PlayCard(Seat.S, Card.parse("HA")): "This card is in your other hand: play one from North.",
        PlayCard(Seat.S, Card.parse("S2")): "You must follow suit: play a card of hearts.",
        ClaimTricks(Seat.W, 14): "Only 13 tricks are left.",
    }
    for action, sentence in refused.items():
        with pytest.raises(IllegalAction) as error:
            engine.apply(played.state, action)
        assert refusal_sentences.refusal(error.value) == sentence


def test_more_points_than_there_are_is_told_by_the_pack():
    with pytest.raises(IllegalAction) as refusal:
        Played(FRENCH).say(16, 41)
    assert refusal_sentences.refusal(refusal.value) == "There are only 40 points in the whole pack."
