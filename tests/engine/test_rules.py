from dataclasses import FrozenInstanceError, fields, replace

import pytest

from minibridge.engine.errors import ContradictoryRules
from minibridge.engine.phase import Phase
from minibridge.engine.rules import (
    AXES,
    CONTRADICTIONS,
    FLAGS,
    NUMBERS,
    PRESETS,
    RuleSet,
    phases,
    preset_of,
)


def test_every_field_is_an_axis_a_number_or_a_flag():
    assert {field.name for field in fields(RuleSet)} == {*AXES, *NUMBERS, *FLAGS}


def test_the_defaults_are_the_first_preset():
    assert next(iter(PRESETS)) == "four_deals"
    assert PRESETS["four_deals"] == RuleSet()
    assert preset_of(RuleSet()) == "four_deals"


def test_presets_differ_and_are_recognised():
    assert [preset_of(rules) for rules in PRESETS.values()] == list(PRESETS)
    assert preset_of(replace(RuleSet(), deals=5)) is None


@pytest.mark.parametrize("axis", AXES)
def test_unknown_options_are_refused(axis):
    for value in ("", "whatever", None, 1, True, ["shown"]):
        with pytest.raises(ValueError, match=axis):
            RuleSet(**{axis: value})


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_out_of_range_or_of_another_type_are_refused(name):
    allowed = NUMBERS[name]
    for value in (allowed[0] - 1, allowed[-1] + 1, "4", 4.0, True, None):
        with pytest.raises(ValueError, match=name):
            RuleSet(**{name: value})
    for value in (allowed[0], allowed[-1]):
        assert getattr(RuleSet(**{name: value}), name) == value


@pytest.mark.parametrize("name", FLAGS)
def test_flags_are_yes_or_no(name):
    for value in (0, 1, "yes", None):
        with pytest.raises(ValueError, match=name):
            RuleSet(**{name: value})


AUCTION = {"bidding": "auction", "points": "hidden", "menu": "levels", "dummy_faced": "after_lead"}
CONTRADICTORY = {
    "auction_needs_hidden_points": AUCTION | {"points": "shown"},
    "auction_needs_levels": AUCTION | {"menu": "partscore_game"},
    "auction_needs_dummy_after_lead": AUCTION | {"dummy_faced": "shape_first"},
    "trump_minimum_with_auction": AUCTION | {"trump_minimum": "eight"},
    "three_players_with_auction": AUCTION | {"players": "three_french"},
    "three_players_with_partners": {"players": "three_french", "points": "partners"},
    "three_players_with_advice": {"players": "three_fourth_dummy", "dummy_sees_declarer": True},
    "three_players_with_revokes": {"players": "three_french", "revokes": "one_trick"},
    "three_players_in_sides": {"players": "three_french", "draw": "extra_deal"},
    "out_of_turn_needs_auction": {"out_of_turn": "laws", "takeback": "off"},
    "insufficient_bids_need_auction": {"insufficient_bids": "laws", "takeback": "off"},
    "laws_with_takeback": {"revokes": "laws", "takeback": "opponents"},
    "first_correct_needs_announced": {"tie": "first_correct"},
    "agree_with_hidden": {"tie": "agree", "points": "hidden"},
    "no_contract_needs_trick_scoring": {"menu": "none"},
    "trick_scoring_needs_no_contract": {"scoring": "tricks"},
    "trump_minimum_without_contract": {"menu": "none", "scoring": "tricks", "trump_minimum": "eight"},
    "shape_first_without_contract": {"menu": "none", "scoring": "tricks", "dummy_faced": "shape_first"},
    "target_points_with_tricks": {"menu": "none", "scoring": "tricks", "length": "points"},
    "imposed_level_needs_table": {"menu": "imposed_level"},
    "imposed_level_with_hidden": {"menu": "imposed_level", "points_table": "french", "points": "hidden"},
    "mandatory_game_with_hidden": {"menu": "mandatory_game", "points": "hidden"},
}


@pytest.mark.parametrize(("code", "options"), CONTRADICTORY.items(), ids=list(CONTRADICTORY))
def test_contradictions_are_refused_with_their_code(code, options):
    with pytest.raises(ContradictoryRules) as refusal:
        RuleSet(**options)
    assert refusal.value.code == code


def test_each_contradiction_has_its_example():
    assert set(CONTRADICTIONS) == set(CONTRADICTORY)


@pytest.mark.parametrize("name", PRESETS)
def test_rules_survive_being_stored(name):
    assert RuleSet.from_dict(PRESETS[name].to_dict()) == PRESETS[name]


def test_a_rule_that_was_not_stored_has_its_default():
    assert RuleSet.from_dict({"points": "announced"}) == PRESETS["ebu"]


@pytest.mark.parametrize("data", [{"colour": "red"}, {1: 2}, {"points": []}, [], None, "points"])
def test_malformed_rules_are_a_value_error(data):
    with pytest.raises(ValueError):
        RuleSet.from_dict(data)


def test_rules_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        RuleSet().points = "hidden"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (RuleSet(), [Phase.CONTRACT, Phase.PLAY, Phase.FINISHED]),
        (PRESETS["ebu"], [Phase.ANNOUNCEMENT, Phase.CONTRACT, Phase.PLAY, Phase.FINISHED]),
        (
            RuleSet(points="announced", tie="agree"),
            [Phase.ANNOUNCEMENT, Phase.DECLARER, Phase.CONTRACT, Phase.PLAY, Phase.FINISHED],
        ),
        (PRESETS["bridge"], [Phase.AUCTION, Phase.PLAY, Phase.FINISHED]),
        (PRESETS["count_tricks"], [Phase.PLAY, Phase.FINISHED]),
    ],
)
def test_the_phases_follow_from_the_rules(rules, expected):
    assert list(phases(rules)) == expected
