"""Why a bot did what it did, and why a hint is one: each reason as a sentence for whoever is learning.

The sentences are impersonal, since a robot's reason is told with the same words as a hint to a person.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy, ngettext

from minibridge.bots import Reason
from minibridge.engine import Card, Contract, Seat, Suit

from .templatetags.bridge import (
    card_label,
    cards_count,
    contract_label,
    points_text,
    seat_label,
    suit_label,
    tricks_text,
)

SENTENCES: Mapping[str, Promise] = {
    # Before the play.
    "counts_points": gettext_lazy("The hand counts %(points)s."),
    "adds_partners_points": gettext_lazy("What the partner told is added to one's own hand: %(told)s."),
    "first_from_dealer": gettext_lazy("%(seat)s comes first after the dealer."),
    "agrees_with_partner": gettext_lazy("The partner has named %(seat)s."),
    "passes": gettext_lazy("Nothing to bid."),
    "major_fit": gettext_lazy(
        "%(length)s of %(suit)s together and the strength of about %(points)s: those are trumps."
    ),
    "minor_fit": gettext_lazy(
        "%(length)s of %(suit)s together and the strength of about %(points)s: better than notrump here."
    ),
    "notrump": gettext_lazy("About %(points)s, and no suit that would be better: notrump."),
    # Answers.
    "accepts_concession": gettext_lazy("Nothing is left to lose."),
    "accepts_claim": gettext_lazy("The other side surely takes %(sure)s."),
    "refuses_claim": gettext_lazy("By the cards that can be seen, the other side is sure of %(sure)s only."),
    "trusts_partner": gettext_lazy("No trick is given away."),
    "objects_to_concession": gettext_lazy("That gives too much away: this side surely takes %(sure)s."),
    "allows_takeback": gettext_lazy("Everybody may think again."),
    "refuses_lead": gettext_lazy("A lead out of turn is taken back."),
    "leaves_lead_free": gettext_lazy("A penalty card hinders most while it lies on the table."),
    "forbids_suit": gettext_lazy("%(suit)s is the weakest suit."),
    "asks_for_lowest": gettext_lazy("The lowest card does least harm."),
    "refuses_bid": gettext_lazy("A bid that is too low is replaced."),
    "is_comparable": gettext_lazy("The new bid names the same suit."),
    "is_not_comparable": gettext_lazy("The new call says something else."),
    "designates_card": gettext_lazy("Of several penalty cards the lowest."),
    # Any card.
    "only_card": gettext_lazy("There is no other card to play."),
    "random_card": gettext_lazy("Any card will do: this one came up by chance."),
    "counts_ending": gettext_lazy(
        "With %(cards)s left in each hand, all the ways the rest may lie were counted."
    ),
    # Leads of the defence.
    "top_of_sequence": gettext_lazy("From honours that touch, lead the highest: %(card)s."),
    "fourth_best": gettext_lazy("Against notrump, lead the fourth best card of the longest suit, %(suit)s."),
    "singleton": gettext_lazy("A single card of %(suit)s: perhaps the next one can be ruffed."),
    "top_of_doubleton": gettext_lazy("From two small cards of %(suit)s, lead the higher."),
    "top_of_nothing": gettext_lazy("From small cards of %(suit)s only, lead a high one."),
    "leads_low": gettext_lazy("A low card of %(suit)s: perhaps the partner has an honour there."),
    "leads_high": gettext_lazy("A high card of %(suit)s: perhaps the partner has another there."),
    "higher_of_two": gettext_lazy("From two cards of %(suit)s, lead the higher."),
    "fourth_of_suit": gettext_lazy("From a long suit with an honour, %(suit)s, lead the fourth best card."),
    "leads_trump": gettext_lazy("Any other lead would give more away than a trump, %(suit)s."),
    "leads_ace": gettext_lazy("Do not lead away from an ace: the ace of %(suit)s itself."),
    "returns_partners_suit": gettext_lazy("Return the partner's suit, %(suit)s."),
    "gives_ruff": gettext_lazy("The partner has no %(suit)s left and can ruff."),
    "cashes_to_set": gettext_lazy("Enough to beat the contract: %(count)s for sure."),
    "cashes_master": gettext_lazy("Nobody can beat %(card)s any more."),
    # Leads of the declarer.
    "draws_trumps_first": gettext_lazy("Draw trumps first."),
    "draws_trumps_again": gettext_lazy("Draw trumps: a defender still followed last time."),
    "draws_trumps": gettext_lazy("Draw trumps: the defence still has %(left)s."),
    "ruffs_loser": gettext_lazy("A losing %(suit)s is ruffed in the hand that has fewer trumps."),
    "prepares_ruff": gettext_lazy("Once %(suit)s has run out in one hand, it can be ruffed there."),
    "leads_to_honour": gettext_lazy("Lead towards the honours in %(suit)s."),
    "leads_to_finesse": gettext_lazy("Lead towards the finesse: it works if %(card)s lies in front."),
    "develops_suit": gettext_lazy("%(suit)s will bring the most tricks."),
    "crosses": gettext_lazy("The other hand should lead next: cross there in %(suit)s."),
    # Following suit.
    "second_hand_low": gettext_lazy("Second hand plays low."),
    "covers_honour": gettext_lazy("Cover an honour with an honour: %(card)s."),
    "splits_honours": gettext_lazy(
        "From honours that touch, second hand plays one: %(card)s shall not win cheaply."
    ),
    "takes_last_trick": gettext_lazy("This trick beats the contract."),
    "third_hand_high": gettext_lazy("Third hand plays high."),
    "finesse": gettext_lazy("A finesse: %(card)s should lie in the hand that has just played."),
    "leaves_to_partner": gettext_lazy("The partner wins this trick already."),
    "wins_cheaply": gettext_lazy("Win with the lowest card that is enough."),
    "follows_low": gettext_lazy("The trick cannot be won: play low."),
    "holds_up": gettext_lazy("Keep the stopper in %(suit)s for later."),
    "unblocks": gettext_lazy("A high %(suit)s would be in the partner's way."),
    # Out of the suit led.
    "ruffs": gettext_lazy("No %(suit)s left: ruff."),
    "overruffs": gettext_lazy("No %(suit)s left: ruff higher."),
    "discards_low": gettext_lazy("%(suit)s can be spared."),
    # Samples.
    "only_contract": gettext_lazy("There is no other contract to choose."),
    "made_in_samples": gettext_lazy("%(contract)s was made in %(made)s of %(samples)s."),
    "cannot_tell": gettext_lazy("Somebody has revoked in this trick: nothing can be counted."),
    "all_alike": gettext_lazy("In %(samples)s it made no difference."),
    "makes_most_often": gettext_lazy("With this card the contract was made in %(times)s of %(samples)s."),
    "beats_most_often": gettext_lazy("With this card the contract was beaten in %(times)s of %(samples)s."),
    "among_best": gettext_lazy("In %(samples)s this card was among the best on average."),
    "best_on_average": gettext_lazy(
        "In %(samples)s this card brought %(tenths)s more on average than another."
    ),
}


def reason_text(reason: Reason, menu: str = "") -> str:
    """One sentence in the language now spoken; ``menu`` is the table's, for the names of contracts."""
    sentence = SENTENCES.get(reason.code)
    if sentence is None:  # stored by a version that knew more, or other, reasons
        return gettext("The reason is not known any more.")
    params: dict[str, Any] = {name: _in_words(name, value, menu) for name, value in reason.params.items()}
    return capfirst(str(sentence) % params)


def _in_words(name: str, value: str | int, menu: str) -> str:
    if name == "contract":
        return contract_label(Contract.parse(str(value)), menu)
    return _WORDS.get(name, str)(value)


def _tenths_text(tenths: int) -> str:
    # English says “0.4 tricks” and “1.0 tricks”; French has the plural from two on.
    words = ngettext("%(tricks)s tricks", "%(tricks)s tricks", tenths // 10)
    return words % {"tricks": number_format(tenths / 10, 1)}


def _layouts_text(layouts: int) -> str:
    words = ngettext("%(layouts)d possible layout", "%(layouts)d possible layouts", layouts)
    return words % {"layouts": layouts}


_WORDS: Mapping[str, Callable[[Any], str]] = {
    "card": lambda text: card_label(Card.parse(text)),
    "suit": lambda letter: suit_label(Suit(letter)),
    "seat": lambda letter: seat_label(Seat(letter)),
    "points": points_text,
    "told": points_text,
    "length": cards_count,
    "cards": cards_count,
    "sure": tricks_text,
    "count": tricks_text,
    "tenths": _tenths_text,
    "samples": _layouts_text,
}
