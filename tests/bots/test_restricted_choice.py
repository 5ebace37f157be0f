"""Layouts weigh by the choices that the hidden hands would have had with them."""

from dataclasses import replace
from random import Random

from minibridge.bots.layouts import layouts
from minibridge.bots.restricted_choice import RestrictedChoice
from minibridge.engine import Card, Seat, Trick

from .endings import ending

# South has cashed the ace, on which West dropped the queen. Dummy leads the five, East follows small.
NINE_CARDS = {
    "leader": Seat.N,
    "before": "SA SQ S4 S2",
    "table": "S5 S3",
    "north": "976.2..",
    "south": "KT8.3.3.",
    "contract": "3NT",
}


def weights(known):
    """Of each layout."""
    choices = RestrictedChoice(known)
    return [(one, choices.weight(one)) for one in layouts(known, Random(0))]


def test_with_two_equal_honours_he_might_have_played_the_other():
    known = ending(west="J.AK.AK.", east=".Q.QJ.A", **NINE_CARDS)
    jack = Card.parse("SJ")
    for layout, weight in weights(known):
        assert weight == (0.5 if jack in layout[Seat.W] else 1.0)


def test_a_lead_tells_nothing():
    known = ending(west="J.AK.AK.", east=".Q.QJ.A", **NINE_CARDS)
    led = Trick(Seat.W, tuple(map(Card.parse, "SQ S4 S2 SA".split())))
    known = replace(known, tricks=(*known.tricks[:-1], led))
    assert {weight for _, weight in weights(known)} == {1.0}


def test_the_ace_is_not_equal_to_a_queen_whose_king_is_elsewhere():
    known = ending(
        leader=Seat.N,
        before="S2 SQ S4 S5",
        table="S6 S3",
        north="987...",
        south="KT.K5..",
        west="AJ.Q4..",
        east=".A.A.A",
        contract="3NT",
    )
    ace, jack = Card.parse("SA"), Card.parse("SJ")
    seen = set()
    for layout, weight in weights(known):
        assert weight == (0.5 if jack in layout[Seat.W] else 1.0)
        seen.add((ace in layout[Seat.W], jack in layout[Seat.W]))
    assert len(seen) == 4
