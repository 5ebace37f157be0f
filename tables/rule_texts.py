"""What each rule says in one plain sentence, what presets are called, and which of both the site offers."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from minibridge.engine import RuleSet
from minibridge.engine.rules import AXES, FLAGS, PRESETS

QUESTIONS = {
    "players": gettext_lazy("How many play?"),
    "points": gettext_lazy("Who learns the points?"),
    "recount": gettext_lazy("When an announced total is wrong"),
    "balanced": gettext_lazy("With 20 points on each side"),
    "tie": gettext_lazy("When both partners have as many points"),
    "dummy_faced": gettext_lazy("When dummy's cards are shown"),
    "menu": gettext_lazy("What the declarer may choose"),
    "trump_minimum": gettext_lazy("How many cards a trump suit needs"),
    "points_table": gettext_lazy("Points and tricks"),
    "scoring": gettext_lazy("How points are scored"),
    "length": gettext_lazy("How long a match lasts"),
    "draw": gettext_lazy("With equal scores at the end"),
    "takeback": gettext_lazy("Taking a card back"),
    "dummy_sees_declarer": gettext_lazy("What dummy sees"),
    "claims": gettext_lazy("Ending a deal early"),
    "hints": gettext_lazy("Help during a deal"),
}


NUMBER_LABELS = {
    "deals": gettext_lazy("Number of deals"),
    "target_points": gettext_lazy("Points to reach"),
    "minutes": gettext_lazy("Minutes"),
}


# One plain sentence for each choice: the same on the host's form, on the rules page and in the comparison.
SENTENCES = {
    "players": {
        "four": gettext_lazy("Four play, two against two."),
        "three_french": gettext_lazy(
            "Three play: with 20 points the dealer declares with the cards of the player opposite, who takes "
            "those of the empty chair; with fewer, the player on the dealer's left declares with those."
        ),
        "three_fourth_dummy": gettext_lazy(
            "Three play: whoever has most points declares, with the cards of the empty chair as dummy."
        ),
    },
    "points": {
        "shown": gettext_lazy("The site counts the honour points and shows all four totals to everybody."),
        "announced": gettext_lazy(
            "Each player counts their own points and announces them in turn, the dealer first."
        ),
        "partners": gettext_lazy(
            "You learn your partner's points and suit lengths; those of the other side stay secret."
        ),
        "written": gettext_lazy(
            "The points and the suit lengths of all four players are written for everybody to read."
        ),
        "hidden": gettext_lazy("Nobody's points are shown: the site only says who is declarer."),
    },
    "recount": {
        "everybody": gettext_lazy("All four players count and announce again."),
        "wrong_only": gettext_lazy("Only the player who was wrong counts again."),
    },
    "balanced": {
        "redeal": gettext_lazy("Nobody plays this deal: the same dealer deals again."),
        "dealer_side": gettext_lazy("The dealer's side plays the deal."),
    },
    "tie": {
        "first_announcer": gettext_lazy("The first of the two, counting from the dealer, is declarer."),
        "first_correct": gettext_lazy("The first of the two who announced the right total is declarer."),
        "agree": gettext_lazy("The two partners agree which of them is declarer."),
    },
    "dummy_faced": {
        "before_contract": gettext_lazy(
            "Dummy's cards are laid face up for everybody before the contract is chosen."
        ),
        "declarer_first": gettext_lazy(
            "The declarer alone sees dummy's cards and chooses the contract; everybody sees them "
            "after the first card."
        ),
        "after_lead": gettext_lazy(
            "Dummy tells the lengths of their suits and the declarer chooses without seeing the cards; "
            "they are shown after the first card."
        ),
        "shape_first": gettext_lazy(
            "Dummy tells the lengths of their suits, the declarer chooses, then dummy's cards are "
            "shown to everybody."
        ),
    },
    "menu": {
        "partscore_game": gettext_lazy("The declarer chooses trumps or notrump, and a partscore or a game."),
        "partscore_game_small_slam": gettext_lazy(
            "The declarer chooses trumps or notrump, and a partscore, a game or a small slam (12 tricks)."
        ),
        "partscore_game_slams": gettext_lazy(
            "The declarer chooses trumps or notrump, and a partscore, a game, a small slam (12 tricks) "
            "or a grand slam (all 13)."
        ),
        "levels": gettext_lazy(
            "The declarer chooses trumps or notrump, and promises any number of tricks from 7 to 13."
        ),
        "imposed_level": gettext_lazy(
            "The points of the two hands fix the number of tricks; the declarer chooses trumps or notrump."
        ),
        "mandatory_game": gettext_lazy(
            "The declarer chooses trumps or notrump; "
            "with 25 points or more it must be a game, with fewer a partscore."
        ),
        "none": gettext_lazy(
            "There is no contract: all play notrump, and each side takes what tricks it can."
        ),
    },
    "trump_minimum": {
        "none": gettext_lazy("Any suit may be trumps."),
        "eight": gettext_lazy("The two hands must hold at least eight cards of the trump suit."),
        "eight_major_nine_minor": gettext_lazy(
            "The two hands must hold eight cards of spades or hearts, nine of diamonds or clubs."
        ),
    },
    "points_table": {
        "twenty_five": gettext_lazy("The usual advice: 25 points in the two hands are enough for a game."),
        "french": gettext_lazy("The French decision table tells how many tricks the points are worth."),
        "target": gettext_lazy("The table of targets tells how many tricks the points are worth."),
    },
    "scoring": {
        "standard": gettext_lazy(
            "A contract made scores its tricks above six and a bonus; each trick short scores for "
            "the other side."
        ),
        "tricks": gettext_lazy("Each trick is worth one point to the side that takes it."),
    },
    "length": {
        "deals": gettext_lazy("A match has a fixed number of deals."),
        "points": gettext_lazy("A match ends when one side has reached a number of points."),
        "time": gettext_lazy("A match ends when the time is up and the deal in play is finished."),
    },
    "draw": {
        "drawn": gettext_lazy("The match is a draw."),
        "extra_deal": gettext_lazy("One more deal is played, until one side is ahead."),
    },
    "takeback": {
        "free": gettext_lazy("You may take your last card back at once, without asking."),
        "opponents": gettext_lazy("You may ask to take your last card back; one opponent says yes or no."),
        "off": gettext_lazy("A card played stays played."),
    },
    "dummy_sees_declarer": {
        False: gettext_lazy("Dummy sees their own cards and the table, and says nothing about the play."),
        True: gettext_lazy("Dummy also sees the declarer's cards and may give advice."),
    },
    "claims": {
        True: gettext_lazy(
            "You may claim or give up the rest of the tricks; if the others refuse, play goes on."
        ),
        False: gettext_lazy("All thirteen tricks are always played."),
    },
    "hints": {
        True: gettext_lazy(
            "Whoever wishes may ask what would be good to play, and why a robot did what it did."
        ),
        False: gettext_lazy("Nobody is given hints; why a robot did what it did is told after the deal."),
    },
}


# Where three play, these say the same rule in words that fit.
FOR_THREE = {
    ("points", "shown"): gettext_lazy(
        "The site counts the honour points and shows all totals to everybody, the empty chair's too."
    ),
    ("points", "written"): gettext_lazy(
        "The points and the suit lengths of all four hands are written, the empty chair's too."
    ),
    ("points", "announced"): gettext_lazy(
        "Each of the three counts their own points and announces them in turn, the dealer first."
    ),
    ("recount", "everybody"): gettext_lazy("Whoever has announced counts and announces again."),
    ("balanced", "dealer_side"): gettext_lazy("The dealer plays the deal."),
    ("tie", "first_announcer"): gettext_lazy(
        "Of players with as many points, the first counting from the dealer is declarer."
    ),
    ("tie", "first_correct"): gettext_lazy(
        "Of players with as many points, the first who announced the right total is declarer."
    ),
}
TOLD_TO_THE_DEALER = gettext_lazy(
    "The player opposite tells the dealer their points, and the dealer announces what both have together."
)


DUMMY_WITHOUT_CONTRACT = {
    "before_contract": gettext_lazy("Dummy's cards are laid face up for everybody before the first card."),
    "declarer_first": gettext_lazy(
        "The declarer alone sees dummy's cards at first; everybody sees them after the first card."
    ),
    "after_lead": gettext_lazy("Dummy's cards are shown after the first card."),
}


@dataclass(frozen=True)
class PresetText:
    """What a preset is called, and what it is like in one sentence."""

    name: Promise
    sentence: Promise


PRESET_TEXTS = {
    "four_deals": PresetText(
        gettext_lazy("Four deals"),
        gettext_lazy(
            "The site shows all the points, each player deals once, and the side with more points wins."
        ),
    ),
    "ebu": PresetText(
        gettext_lazy("Count and announce"),
        gettext_lazy("As at a club or in class: each player counts their own points and announces them."),
    ),
    "nbb": PresetText(
        gettext_lazy("Dutch rules"),
        gettext_lazy(
            "With 25 points a game is compulsory, and a trump suit needs eight cards in the two hands."
        ),
    ),
    "ebu_slam": PresetText(
        gettext_lazy("With the small slam"),
        gettext_lazy("Count and announce, and the declarer may also promise twelve tricks for a big bonus."),
    ),
    "decision_table_fr": PresetText(
        gettext_lazy("French decision table"),
        gettext_lazy(
            "The points fix how many tricks to take, from 7 to 13; the declarer only chooses trumps."
        ),
    ),
    "target": PresetText(
        gettext_lazy("Target of tricks"),
        gettext_lazy("The points set a target of tricks, a little easier than in the French table."),
    ),
    "count_tricks": PresetText(
        gettext_lazy("First tricks"),
        gettext_lazy("For the very first time: no contract and no trumps, every trick counts one point."),
    ),
    "shape_first": PresetText(
        gettext_lazy("Shape first"),
        gettext_lazy(
            "Dummy only tells how long their suits are; the cards appear once the contract is chosen."
        ),
    ),
    "dummy_after_lead": PresetText(
        gettext_lazy("Dummy after the lead"),
        gettext_lazy("One step closer to bridge: dummy's cards appear only after the first card is played."),
    ),
    "three_french": PresetText(
        gettext_lazy("Three players, French rules"),
        gettext_lazy(
            "One chair is empty: with 20 points in two hands the dealer plays, else the player on the left."
        ),
    ),
    "three_fourth_dummy": PresetText(
        gettext_lazy("Three players, one against two"),
        gettext_lazy(
            "Whoever has most points plays alone, with the cards of the empty chair, against the two others."
        ),
    ),
}


CONTRADICTIONS = {
    "three_players_with_partners": gettext_lazy(
        "Where three play there are no fixed partners who could tell each other points or agree who declares."
    ),
    "three_players_with_advice": gettext_lazy(
        "Where three play nobody is dummy, so that dummy cannot see the declarer's cards."
    ),
    "three_players_in_sides": gettext_lazy(
        "Where three play each scores alone: a match has a number of deals or a time, and may be a draw."
    ),
    "first_correct_needs_announced": gettext_lazy(
        "The first to announce the right total can only be declarer where the players announce their points."
    ),
    "agree_with_hidden": gettext_lazy(
        "Partners cannot agree who is declarer while no points are shown: they do not know that they "
        "have as many."
    ),
    "no_contract_needs_trick_scoring": gettext_lazy("Without a contract only the tricks can be counted."),
    "trick_scoring_needs_no_contract": gettext_lazy(
        "One point for each trick goes only with the rule that there is no contract."
    ),
    "trump_minimum_without_contract": gettext_lazy(
        "Without a contract there are no trumps, so they cannot need a number of cards."
    ),
    "shape_first_without_contract": gettext_lazy(
        "Without a contract dummy has nothing to tell beforehand: choose when the cards are shown."
    ),
    "target_points_with_tricks": gettext_lazy(
        "Where each trick counts one point, a match lasts a number of deals or a time, not a number "
        "of points."
    ),
    "imposed_level_needs_table": gettext_lazy(
        "Where the points fix the number of tricks, choose which table says how many: the French one "
        "or the targets."
    ),
    "imposed_level_with_hidden": gettext_lazy(
        "Where the points fix the number of tricks, they cannot stay hidden: the number would tell them."
    ),
    "mandatory_game_with_hidden": gettext_lazy(
        "Where 25 points make a game compulsory, the points cannot stay hidden: the choice would tell them."
    ),
}


# The engine knows more rules than the site has pages for. What has words here is offered, nothing else.
OFFERED_AXES = {axis: tuple(SENTENCES[axis]) for axis in AXES if axis in SENTENCES}
OFFERED_FLAGS = tuple(flag for flag in FLAGS if flag in SENTENCES)
OFFERED_PRESETS = {name: PRESETS[name] for name in PRESET_TEXTS}


@dataclass(frozen=True)
class RuleLine:
    axis: str
    question: str
    sentence: str


def lines(rules: RuleSet) -> tuple[RuleLine, ...]:
    """The rules in the order in which a deal meets them, without those that have no effect here."""
    return tuple(
        RuleLine(axis, str(QUESTIONS[axis]), sentence_of(rules, axis))
        for axis in (*OFFERED_AXES, *OFFERED_FLAGS)
        if _has_effect(rules, axis)
    )


def sentence_of(rules: RuleSet, axis: str) -> str:
    """What the rule set says on this axis, with its number where it has one."""
    if axis == "length":
        return _length_sentence(rules)
    if axis == "dummy_faced" and rules.menu == "none":
        return str(DUMMY_WITHOUT_CONTRACT[rules.dummy_faced])
    if rules.players != "four":
        return _sentence_for_three(rules, axis)
    return str(SENTENCES[axis][getattr(rules, axis)])


def _sentence_for_three(rules: RuleSet, axis: str) -> str:
    option = getattr(rules, axis)
    if axis == "points" and option == "announced" and rules.players == "three_french":
        return str(TOLD_TO_THE_DEALER)
    return str(FOR_THREE.get((axis, option), SENTENCES[axis][option]))


def _has_effect(rules: RuleSet, axis: str) -> bool:
    if axis == "dummy_sees_declarer" and rules.players != "four":
        return False
    if axis == "tie" and rules.players == "three_french":
        return False
    if axis == "balanced" and rules.players == "three_fourth_dummy":
        return False
    if axis == "recount":
        return rules.points == "announced"
    if axis in ("trump_minimum", "points_table"):
        return rules.menu != "none"
    return True


def _length_sentence(rules: RuleSet) -> str:
    if rules.length == "points":
        return _("A match ends when one side has %(points)d points.") % {"points": rules.target_points}
    if rules.length == "time":
        return ngettext(
            "A match ends after %(minutes)d minute, when the deal in play is finished.",
            "A match ends after %(minutes)d minutes, when the deal in play is finished.",
            rules.minutes,
        ) % {"minutes": rules.minutes}
    return ngettext("A match has %(deals)d deal.", "A match has %(deals)d deals.", rules.deals) % {
        "deals": rules.deals
    }
