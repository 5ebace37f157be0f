"""The rules in words: a sentence for every choice, with its number where it has one."""

import re

import pytest
from django.utils import translation

from minibridge.engine import RuleSet
from minibridge.engine.rules import AXES, CONTRADICTIONS, FLAGS, NUMBERS, PRESETS
from tables import rule_texts, rules_page
from tables.forms import PresetForm
from tests.engine.test_rules import CONTRADICTORY

pytestmark = pytest.mark.any_database

LANGUAGES = ["fr", "en"]


MINIBRIDGE = {name: rules for name, rules in PRESETS.items() if name in rule_texts.PRESET_TEXTS}


def test_every_option_of_every_axis_has_one_sentence():
    for axis, options in rule_texts.OFFERED_AXES.items():
        assert set(rule_texts.SENTENCES[axis]) == set(AXES[axis]) == set(options)
    for flag in rule_texts.OFFERED_FLAGS:
        assert set(rule_texts.SENTENCES[flag]) == {True, False}
    assert set(rule_texts.QUESTIONS) == {*rule_texts.OFFERED_AXES, *rule_texts.OFFERED_FLAGS}
    assert set(rule_texts.NUMBER_LABELS) == set(NUMBERS)


def test_the_site_offers_minibridge_and_nothing_that_it_has_no_pages_for():
    left_out = {*AXES, *FLAGS} - {*rule_texts.OFFERED_AXES, *rule_texts.OFFERED_FLAGS}
    irregular = {"revokes", "out_of_turn", "insufficient_bids"}
    assert left_out == {"bidding", "vulnerability", *irregular}
    usual = {"announcement", "ignored", "refused"}
    for name, rules in rule_texts.OFFERED_PRESETS.items():
        assert {getattr(rules, axis) for axis in left_out} == usual, name
    left_out = PRESETS.keys() - rule_texts.OFFERED_PRESETS.keys()
    assert left_out == {"bridge"}
    for name in left_out:
        assert not PresetForm({"preset": name}).is_valid()


def test_every_preset_and_contradiction_has_its_words():
    assert list(rule_texts.PRESET_TEXTS) == list(MINIBRIDGE)
    offered = {*rule_texts.OFFERED_AXES, *rule_texts.OFFERED_FLAGS}
    met = {code for code, options in CONTRADICTORY.items() if options.keys() <= offered}
    assert set(rule_texts.CONTRADICTIONS) == met <= set(CONTRADICTIONS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_sentences(language):
    with translation.override(language):
        said = [str(text) for options in rule_texts.SENTENCES.values() for text in options.values()]
        said += [str(text.sentence) for text in rule_texts.PRESET_TEXTS.values()]
        said += [str(text) for text in rule_texts.CONTRADICTIONS.values()]
    assert len(set(said)) == len(said)
    for sentence in said:
        assert sentence.endswith("."), sentence
        assert sentence.count(". ") == 0, sentence


@pytest.mark.parametrize("preset", MINIBRIDGE)
def test_rules_of_a_preset_leave_out_what_has_no_effect(preset):
    rules = PRESETS[preset]
    axes = {line.axis for line in rule_texts.lines(rules)}
    assert ("recount" in axes) == (rules.points == "announced")
    assert ("trump_minimum" in axes) == (rules.menu != "none")


def test_rules_for_three_are_said_in_words_for_three():
    french, fourth = PRESETS["three_french"], PRESETS["three_fourth_dummy"]
    with translation.override("en"):
        said = {line.axis: line.sentence for line in rule_texts.lines(french)}
        assert "tells the dealer" in said["points"]
        assert said["balanced"] == "The dealer plays the deal."
        assert not {"tie", "dummy_sees_declarer"} & said.keys()
        said = {line.axis: line.sentence for line in rule_texts.lines(fourth)}
        assert said["points"].startswith("Each of the three")
        assert said["tie"].startswith("Of players with as many points")
        assert "balanced" not in said
        for rules in (french, fourth):
            for text in (line.sentence for line in rule_texts.lines(rules)):
                assert not re.search(r"\b(all four players|two partners|side plays)\b", text), text
            rows = {row.topic: row.minibridge for row in rules_page.comparison(rules)}
            assert "side" not in rows["Declarer"]


def test_single_rules_for_three_fit_in_every_option():
    """Each sentence that is said where three play belongs to rules that three can have."""
    for axis, option in rule_texts.FOR_THREE:
        rules = RuleSet(**{"players": "three_fourth_dummy", "points": "announced", axis: option})
        assert rule_texts.sentence_of(rules, axis) == rule_texts.FOR_THREE[axis, option]


def test_numbers_are_those_of_the_table():
    with translation.override("en"):
        assert rule_texts.sentence_of(RuleSet(deals=8), "length") == "A match has 8 deals."
        assert "750" in rule_texts.sentence_of(RuleSet(length="points", target_points=750), "length")
        assert "20 minutes" in rule_texts.sentence_of(RuleSet(length="time", minutes=20), "length")
