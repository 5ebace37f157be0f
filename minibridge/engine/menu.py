"""Which contracts declarer may choose from, and what is usually advised."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .cards import Suit
from .contracts import GAME_LEVEL, Contract, Denomination
from .rules import RuleSet

GAME_POINTS = 25
SMALL_SLAM_POINTS = 33
GRAND_SLAM_POINTS = 37
MINOR_GAME_POINTS = 27
"""With fewer, eleven tricks in a minor are too many to hope for."""

LEVEL_FROM_POINTS: Mapping[str, tuple[int, ...]] = {
    "french": (23, 25, 27, 30, 33, 37),
    "target": (23, 25, 28, 31, 34, 38),
}
"""The combined points from which the tables say level 2, 3, 4, 5, 6 and 7; with fewer it is level 1."""


def level_from_points(table: str, points: int) -> int:
    """Reads the ``french`` decision table or the ``target`` table (its tricks less six)."""
    return 1 + sum(points >= bound for bound in LEVEL_FROM_POINTS[table])


def menu(rules: RuleSet, points: int, lengths: Mapping[Suit, int]) -> tuple[Contract, ...]:
    """Lists the contracts offered to declarer, lowest first, for the *points* and *lengths* of both hands."""
    levels = {
        denomination: _levels(rules, denomination, points)
        for denomination in Denomination
        if _is_long_enough(rules, denomination, lengths)
    }
    return tuple(
        Contract(level, denomination)
        for level in range(1, 8)
        for denomination, offered in levels.items()
        if level in offered
    )


def _is_long_enough(rules: RuleSet, denomination: Denomination, lengths: Mapping[Suit, int]) -> bool:
    if denomination.trump is None or rules.trump_minimum == "none":
        return True
    is_minor = denomination.trump in (Suit.C, Suit.D)
    needed = 9 if is_minor and rules.trump_minimum == "eight_major_nine_minor" else 8
    return lengths[denomination.trump] >= needed


def _levels(rules: RuleSet, denomination: Denomination, points: int) -> tuple[int, ...]:
    game = GAME_LEVEL[denomination]
    match rules.menu:
        case "partscore_game":
            return (1, game)
        case "partscore_game_small_slam":
            return (1, game, 6)
        case "partscore_game_slams":
            return (1, game, 6, 7)
        case "levels":
            return (1, 2, 3, 4, 5, 6, 7)
        case "imposed_level":
            return (level_from_points(rules.points_table, points),)
        case "mandatory_game":
            return (game,) if points >= GAME_POINTS else (1,)
    return ()


@dataclass(frozen=True, slots=True)
class Advice:
    """The usual choice, with its reason.

    ``code`` tells why this denomination: ``major_fit`` (params ``suit``, ``length``), ``notrump`` (no eight
    cards in a major), ``minor_fit`` (``suit``, ``length``, and ``weak``: the suit that is too short for
    notrump). Params always have ``points`` and ``goal``, the kind of the contract.
    """

    code: str
    params: Mapping[str, str | int]
    contract: Contract

    def __hash__(self) -> int:
        return hash((self.code, self.contract, frozenset(self.params.items())))


def advise(rules: RuleSet, offered: tuple[Contract, ...], points: int, lengths: Mapping[Suit, int]) -> Advice:
    """Advises one of *offered*: a major with eight trumps, else notrump; a minor as the last resort.

    As high as the points reach: 25 for game, 33 and 37 for the slams, or what the table of the rules says.
    """
    code, denomination, why = _denomination(offered, points, lengths)
    choices = [contract for contract in offered if contract.denomination is denomination]
    reach = _reach(rules, denomination, points)
    contract = max((one for one in choices if one.level <= reach), default=choices[0])
    return Advice(code, {"points": points, "goal": contract.kind, **why}, contract)


def _denomination(
    offered: tuple[Contract, ...], points: int, lengths: Mapping[Suit, int]
) -> tuple[str, Denomination, dict[str, str | int]]:
    trumps = {contract.trump for contract in offered}
    majors: list[Suit] = [suit for suit in (Suit.S, Suit.H) if suit in trumps and lengths[suit] >= 8]
    if majors:
        major: Suit = max(majors, key=lambda suit: (lengths[suit], suit))
        return "major_fit", Denomination(major.value), {"suit": major.value, "length": lengths[major]}
    for suit, weak in _minors_to_flee_to(points, lengths):
        if suit in trumps:
            why: dict[str, str | int] = {"suit": suit.value, "length": lengths[suit], "weak": weak.value}
            return "minor_fit", Denomination(suit.value), why
    return "notrump", Denomination.NOTRUMP, {}


def _minors_to_flee_to(points: int, lengths: Mapping[Suit, int]) -> Iterator[tuple[Suit, Suit]]:
    """Yields minors with nine trumps, longest first, each with the suit in which notrump would be weak.

    Weak is a suit of which the two hands hold four cards or fewer.
    """
    weak = min(lengths, key=lambda suit: (lengths[suit], suit))
    if lengths[weak] > 4 or GAME_POINTS <= points < MINOR_GAME_POINTS:
        return
    for suit in sorted((Suit.D, Suit.C), key=lambda one: (lengths[one], one), reverse=True):
        if lengths[suit] >= 9:
            yield suit, weak


def _reach(rules: RuleSet, denomination: Denomination, points: int) -> int:
    if rules.points_table != "twenty_five":
        return level_from_points(rules.points_table, points)
    if points >= SMALL_SLAM_POINTS:
        return 7 if points >= GRAND_SLAM_POINTS else 6
    return GAME_LEVEL[denomination] if points >= GAME_POINTS else 1
