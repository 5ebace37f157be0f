"""What the pages of rules show: presets, targets, scoring, and the comparison with bridge.

The words are those of the rules, the numbers come from rule set and scorer.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from minibridge.engine import (
    DECK,
    GAME_LEVEL,
    Card,
    Contract,
    Denomination,
    RuleSet,
    ScoreLine,
    Seat,
    Suit,
    Trick,
    hcp,
    score,
    score_lines,
    trick_winner,
)
from minibridge.engine.contracts import TRICK_VALUE
from minibridge.engine.hands import HONOUR_POINTS
from minibridge.engine.menu import level_from_points

from .rule_texts import PRESET_TEXTS, sentence_of
from .templatetags.bridge import here


@dataclass(frozen=True)
class TargetLine:
    """So many points of the two hands are worth so many tricks."""

    lowest: int
    highest: int
    tricks: int


def targets(rules: RuleSet) -> tuple[TargetLine, ...]:
    """The table from points to tricks, where the rules use one."""
    if rules.menu == "none" or rules.points_table == "twenty_five":
        return ()
    lowest = 20 if rules.balanced == "dealer_side" else 21
    if rules.players == "three_fourth_dummy":  # two hands of four may be the poorer ones
        lowest = 0
    by_level: dict[int, list[int]] = {}
    for points in range(lowest, 41):
        by_level.setdefault(level_from_points(rules.points_table, points), []).append(points)
    return tuple(TargetLine(points[0], points[-1], 6 + level) for level, points in by_level.items())


@dataclass(frozen=True)
class PresetLine:
    key: str
    name: str
    sentence: str
    is_chosen: bool


def preset_lines(chosen: str = "") -> tuple[PresetLine, ...]:
    return tuple(
        PresetLine(key, str(text.name), str(text.sentence), key == chosen)
        for key, text in PRESET_TEXTS.items()
    )


# --- pictures of the general rules -----------------------------------------------------------------

HAND = "SA SQ S9 S5 S3 HK H7 CQ C6 C2 DJ D8 D4"
TRICK = Trick(Seat.W, tuple(Card.parse(text) for text in ("HQ", "HA", "H5", "S3")))
TRUMPS = Suit.S


@dataclass(frozen=True)
class Pictures:
    """The cards that illustrate the rules, and what is true of them."""

    hand: tuple[Card, ...]
    hand_points: int
    honours: tuple[tuple[Card, int], ...]
    pack_points: int
    trick: tuple[tuple[Seat, Card], ...]
    trumps: Suit
    winner: Seat


def pictures() -> Pictures:
    hand = tuple(Card.parse(text) for text in HAND.split())
    return Pictures(
        hand=hand,
        hand_points=hcp(hand),
        honours=tuple((Card(Suit.S, rank), points) for rank, points in HONOUR_POINTS.items()),
        pack_points=hcp(DECK),
        trick=TRICK.plays,
        trumps=TRUMPS,
        winner=trick_winner(TRICK, TRUMPS),
    )


# --- scoring ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tariff:
    """The prices of the scorer, read off its results."""

    minor: int
    major: int
    notrump_first: int
    notrump: int
    partscore: int
    game: int
    small_slam: int
    grand_slam: int
    trick_short: int


def tariff() -> Tariff:
    def premium(level: int, denomination: Denomination) -> int:
        contract = Contract(level, denomination)
        return score(contract, False, contract.tricks_needed) - contract.trick_points

    one_club = Contract(1, Denomination.C)
    return Tariff(
        minor=TRICK_VALUE[Denomination.C],
        major=TRICK_VALUE[Denomination.S],
        notrump_first=Contract(1, Denomination.NOTRUMP).trick_points,
        notrump=TRICK_VALUE[Denomination.NOTRUMP],
        partscore=premium(1, Denomination.C),
        game=premium(5, Denomination.C),
        small_slam=premium(6, Denomination.C),
        grand_slam=premium(7, Denomination.C),
        trick_short=-score(one_club, False, one_club.tricks_needed - 1),
    )


@dataclass(frozen=True)
class ScoreExample:
    contract: Contract
    tricks: int
    lines: tuple[ScoreLine, ...]
    points: int

    @property
    def is_made(self) -> bool:
        return self.tricks >= self.contract.tricks_needed

    @property
    def sum(self) -> str:
        """The sum in figures alone: “4 × 30 + 300”."""
        return " + ".join(_figures(line) for line in self.lines)


def _figures(line: ScoreLine) -> str:
    count = line.params.get("count", 1)
    return f"{count} × {line.params['each']}" if count > 1 else str(line.points)


EXAMPLES = (("1D", 8), ("4S", 10), ("3NT", 10), ("5C", 11), ("4H", 8))


def examples() -> tuple[ScoreExample, ...]:
    """A few results with their sums, all of them from the scorer."""
    rules = RuleSet()
    return tuple(
        ScoreExample(
            contract=contract,
            tricks=tricks,
            lines=score_lines(contract, tricks, rules),
            points=abs(score(contract, False, tricks)),
        )
        for contract, tricks in ((Contract.parse(text), tricks) for text, tricks in EXAMPLES)
    )


@dataclass(frozen=True)
class GoalLine:
    """How many tricks a partscore and a game need in a denomination."""

    denomination: Denomination
    name: str
    partscore: int
    game: int


def goals() -> tuple[GoalLine, ...]:
    return tuple(
        GoalLine(
            denomination,
            here().denominations[denomination],
            partscore=Contract(1, denomination).tricks_needed,
            game=Contract(GAME_LEVEL[denomination], denomination).tricks_needed,
        )
        for denomination in reversed(Denomination)
    )


# --- beside bridge ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class ComparisonRow:
    topic: str
    minibridge: str
    bridge: str


def comparison(rules: RuleSet) -> tuple[ComparisonRow, ...]:
    """What beginners ask: how these rules differ from bridge."""
    rows = (
        (
            _("Auction"),
            _("There is none: the points decide which side plays."),
            _("The players bid in turn until three of them pass; the last bid becomes the contract."),
        ),
        (
            _("Points"),
            sentence_of(rules, "points"),
            _("Nobody tells their points; only the bids say something about a hand."),
        ),
        (
            _("Declarer"),
            _declarer_sentence(rules),
            _("The one on the side of the last bid who first named its suit."),
        ),
        (
            _("Dummy"),
            sentence_of(rules, "dummy_faced"),
            _("Dummy's cards are laid face up after the first card."),
        ),
        (
            _("Contract"),
            sentence_of(rules, "menu"),
            _("Any number of tricks from 7 to 13, with trumps or without; the other side may double it."),
        ),
        (
            _("Playing the cards"),
            _("Exactly the same as in bridge."),
            _("Exactly the same as in minibridge."),
        ),
        *_score_rows(rules),
        (
            _("Length"),
            sentence_of(rules, "length"),
            _("As many deals as agreed, or a rubber: until one side has won two games."),
        ),
    )
    return tuple(ComparisonRow(*row) for row in rows)


def _declarer_sentence(rules: RuleSet) -> str:
    match rules.players:
        case "three_french":
            return _(
                "The dealer, with 20 points or more in the two hands; else the player on the dealer's left."
            )
        case "three_fourth_dummy":
            return _("The player with most points.")
    return _("The player with more points on the side that has more than 20.")


def _score_rows(rules: RuleSet) -> tuple[tuple[str, str, str], ...]:
    prices = tariff().__dict__
    in_bridge = (
        _("The tricks promised count toward a game; overtricks, slams and doubled contracts bring bonuses."),
        _("%(trick_short)d points for each trick short, more when doubled or vulnerable.") % prices,
        _("Some deals are played vulnerable: bonuses and penalties are larger."),
    )
    if rules.scoring == "tricks":
        return ((_("Scoring"), sentence_of(rules, "scoring"), in_bridge[0]),)
    made = (
        _("The tricks above six, and %(partscore)d points for a partscore or %(game)d for a game.") % prices
    )
    short = _("%(trick_short)d points to the other side for each trick short.") % prices
    return (
        (_("Contract made"), made, in_bridge[0]),
        (_("Contract not made"), short, in_bridge[1]),
        (_("Vulnerability"), _("Nobody is ever vulnerable, and nobody doubles."), in_bridge[2]),
    )
