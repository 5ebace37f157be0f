"""House rules as data: one field for everything on which the sources of minibridge and bridge differ."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final

from .errors import ContradictoryRules
from .phase import Phase

RULES_VERSION: Final = 1
"""Stored with every record; grows when the meaning of a stored rule set changes."""

AXES: Final[Mapping[str, tuple[str, ...]]] = {
    "players": ("four", "three_french", "three_fourth_dummy"),
    "bidding": ("announcement", "auction"),
    "points": ("shown", "announced", "partners", "written", "hidden"),
    "recount": ("everybody", "wrong_only"),
    "balanced": ("redeal", "dealer_side"),
    "tie": ("first_announcer", "first_correct", "agree"),
    "dummy_faced": ("before_contract", "declarer_first", "after_lead", "shape_first"),
    "menu": (
        "partscore_game",
        "partscore_game_small_slam",
        "partscore_game_slams",
        "levels",
        "imposed_level",
        "mandatory_game",
        "none",
    ),
    "trump_minimum": ("none", "eight", "eight_major_nine_minor"),
    "points_table": ("twenty_five", "french", "target"),
    "scoring": ("standard", "tricks"),
    "vulnerability": ("ignored", "board"),
    "length": ("deals", "points", "time"),
    "draw": ("drawn", "extra_deal"),
    "takeback": ("free", "opponents", "off"),
    "revokes": ("refused", "one_trick", "laws"),
    "out_of_turn": ("refused", "laws"),
    "insufficient_bids": ("refused", "laws"),
}
"""Every choice among words, with its options, in the order in which a page lists them."""

NUMBERS: Final[Mapping[str, range]] = {
    "deals": range(1, 33),
    "target_points": range(100, 10_001),
    "minutes": range(1, 601),
}
"""Every choice of a number, with the numbers allowed."""

FLAGS: Final[tuple[str, ...]] = ("dummy_sees_declarer", "claims", "hints")
"""Every choice between yes and no."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The rules of a table. The defaults are those of the preset ``four_deals``.

    :raises ValueError: for an option, number or type that does not exist.
    :raises ContradictoryRules: for options that exclude one another.
    """

    players: str = "four"
    """How many play. With three, the chair on the dealer's right is empty. ``three_french``: the player
    opposite tells the dealer his points; with 20 together (at 20-20 as ``balanced`` says) the dealer
    declares, his partner's hand is dummy, and the partner defends with the hand of the empty chair; with
    fewer the player on his left declares, that hand being his dummy. ``three_fourth_dummy``: whoever has most
    points declares, with the fourth hand as dummy."""
    bidding: str = "announcement"
    """What decides who declares: the points, by ``announcement`` as in minibridge, or an ``auction``, which
    also makes the contract. Totals stay hidden then, and rules about menus have nothing to say."""
    points: str = "shown"
    """How totals become known. ``shown``: the site shows all four to everybody. ``announced``: every player
    counts and says his own in turn. ``partners``: each sees his own and his partner's, with the suit
    lengths. ``written``: totals and suit lengths of all lie open. ``hidden``: no total is shown, only who
    declares."""
    recount: str = "everybody"
    """Who announces again after a wrong total: ``everybody``, or the ``wrong_only``."""
    balanced: str = "redeal"
    """At 20-20: ``redeal`` by the same dealer, or the ``dealer_side`` declares."""
    tie: str = "first_announcer"
    """Who declares when partners have equal totals: the ``first_announcer`` from the dealer clockwise, the
    ``first_correct`` (who first said his right total), or they ``agree``."""
    dummy_faced: str = "before_contract"
    """When dummy is seen. ``before_contract``: by all, before the contract is chosen. ``declarer_first``:
    before it by declarer, by all after the opening lead. ``after_lead``: after the opening lead; until then
    dummy tells his suit lengths, except after an auction. ``shape_first``: dummy tells his suit lengths, and
    is faced once the contract is chosen."""
    menu: str = "partscore_game"
    """Which contracts are offered. ``partscore_game``, ``partscore_game_small_slam`` and
    ``partscore_game_slams`` are what they say; ``levels``: any level; ``imposed_level``: the level that the
    points table gives; ``mandatory_game``: game with 25 points, partscore below; ``none``: no contract,
    notrump, count the tricks."""
    trump_minimum: str = "none"
    """How many trumps the two hands need: none, ``eight``, or ``eight_major_nine_minor``; else notrump."""
    points_table: str = "twenty_five"
    """From points to tricks: 25 for game, 33 and 37 for slams (advice), or the ``french`` decision table,
    or the ``target`` table."""
    scoring: str = "standard"
    """``standard`` duplicate scores, or one point for each of the side's ``tricks``."""
    vulnerability: str = "ignored"
    """Whether scores depend on it: it is ``ignored`` (nobody is vulnerable), or counts as the ``board``
    says."""
    length: str = "deals"
    """A match ends after so many ``deals``, when a side has ``points`` enough, or when the ``time`` is up."""
    deals: int = 4
    target_points: int = 1000
    minutes: int = 45
    draw: str = "drawn"
    """Equal totals at the end: the match is ``drawn``, or decided by an ``extra_deal``."""
    takeback: str = "opponents"
    """Taking back a card or a call: it is ``free``, the ``opponents`` are asked, or it is ``off``."""
    revokes: str = "refused"
    """A card that does not follow suit, though the hand could: it is ``refused``; or it is accepted,
    corrected if somebody notices it in time, else settled after the play, by ``one_trick`` if the side won
    one from then on, as in minibridge, or by the ``laws`` (61 to 64, with penalty cards)."""
    out_of_turn: str = "refused"
    """A card led or played out of turn: ``refused``, or accepted and then treated by the ``laws`` (49 to
    57)."""
    insufficient_bids: str = "refused"
    """A bid that does not outrank the last one: ``refused``, or treated by the ``laws`` (27)."""
    dummy_sees_declarer: bool = False
    """Whether dummy, once faced, may look at declarer's hand and help (a rule for children)."""
    claims: bool = True
    """Whether the rest of the tricks may be claimed or conceded."""
    hints: bool = False
    """Whether players may ask during the deal what to do, and why a bot did what it did."""

    def __post_init__(self) -> None:
        for axis, options in AXES.items():
            if getattr(self, axis) not in options:
                raise ValueError(f"{axis} is one of {', '.join(options)}")
        for name, allowed in NUMBERS.items():
            value = getattr(self, name)
            if type(value) is not int or value not in allowed:
                raise ValueError(f"{name} is a number from {allowed[0]} to {allowed[-1]}")
        for name in FLAGS:
            if type(getattr(self, name)) is not bool:
                raise ValueError(f"{name} is yes or no")
        for code, holds in _contradictions(self):
            if holds:
                raise ContradictoryRules(code)

    def to_dict(self) -> dict[str, str | int | bool]:
        """Gives all fields as plain values, fit for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "RuleSet":
        """Makes the rule set again; a field that is missing has its default.

        :raises ValueError: as the constructor, and for a name that is no rule.
        """
        if not isinstance(data, Mapping):
            raise ValueError("rules are a mapping of names")
        unknown = set(data) - {field.name for field in fields(cls)}
        if unknown:
            raise ValueError(f"no such rule: {', '.join(sorted(map(str, unknown)))}")
        return cls(**data)


def _contradictions(rules: RuleSet) -> tuple[tuple[str, bool], ...]:
    """Lists the pairs of options that cannot stand together, each with whether *rules* has it."""
    no_contract = rules.menu == "none"
    hidden = rules.points == "hidden"
    auction = rules.bidding == "auction"
    three = rules.players != "four"
    return (
        ("three_players_with_auction", three and auction),
        # The partner of the moment may sit on another chair, or on none.
        ("three_players_with_partners", three and (rules.points == "partners" or rules.tie == "agree")),
        ("three_players_with_advice", three and rules.dummy_sees_declarer),
        ("three_players_with_revokes", three and rules.revokes != "refused"),
        # Sides change with every deal: there is no side whose points could end or decide a match.
        ("three_players_in_sides", three and (rules.length == "points" or rules.draw == "extra_deal")),
        # Totals that lie open would tell more than any bid.
        ("auction_needs_hidden_points", auction and not hidden),
        ("auction_needs_levels", auction and rules.menu != "levels"),
        # Before the opening lead nobody knows who will be dummy.
        ("auction_needs_dummy_after_lead", auction and rules.dummy_faced != "after_lead"),
        ("trump_minimum_with_auction", auction and rules.trump_minimum != "none"),
        # Where dummy lies open before the lead, the Laws leave no choice about a lead out of turn (54C).
        ("out_of_turn_needs_auction", rules.out_of_turn == "laws" and not auction),
        ("insufficient_bids_need_auction", rules.insufficient_bids == "laws" and not auction),
        # A card or call that counts by the Laws cannot be taken back for the asking (Laws 25, 47F2).
        ("laws_with_takeback", counts_by_laws(rules) and rules.takeback != "off"),
        # Nobody can be the first to say it right where nobody says it.
        ("first_correct_needs_announced", rules.tie == "first_correct" and rules.points != "announced"),
        # Partners who do not know that they are level have nothing to agree on.
        ("agree_with_hidden", rules.tie == "agree" and hidden),
        ("no_contract_needs_trick_scoring", no_contract and rules.scoring != "tricks"),
        ("trick_scoring_needs_no_contract", rules.scoring == "tricks" and not no_contract),
        ("trump_minimum_without_contract", rules.trump_minimum != "none" and no_contract),
        ("shape_first_without_contract", rules.dummy_faced == "shape_first" and no_contract),
        ("target_points_with_tricks", rules.length == "points" and rules.scoring == "tricks"),
        ("imposed_level_needs_table", rules.menu == "imposed_level" and rules.points_table == "twenty_five"),
        # What is offered would tell the total that the other rule hides.
        ("imposed_level_with_hidden", rules.menu == "imposed_level" and hidden),
        ("mandatory_game_with_hidden", rules.menu == "mandatory_game" and hidden),
    )


def _irregularities(rules: RuleSet) -> tuple[str, str, str]:
    return rules.revokes, rules.out_of_turn, rules.insufficient_bids


def counts_by_laws(rules: RuleSet) -> bool:
    """Tells whether anything irregular counts as the Laws have it, so that nobody may simply take it back."""
    return "laws" in _irregularities(rules)


def knows_irregularities(rules: RuleSet) -> bool:
    """Tells whether a table accepts anything that is irregular; elsewhere it is simply refused."""
    return _irregularities(rules) != ("refused", "refused", "refused")


CONTRADICTIONS: Final[tuple[str, ...]] = tuple(code for code, _ in _contradictions(RuleSet()))
"""The codes of all contradictions a rule set can be refused for."""

_FOUR_DEALS: Final = RuleSet()
_EBU: Final = RuleSet(points="announced")

PRESETS: Final[Mapping[str, RuleSet]] = {
    "four_deals": _FOUR_DEALS,
    "ebu": _EBU,
    "nbb": replace(_EBU, menu="mandatory_game", trump_minimum="eight"),
    "ebu_slam": replace(_EBU, menu="partscore_game_small_slam"),
    "decision_table_fr": replace(_FOUR_DEALS, menu="imposed_level", points_table="french"),
    "target": replace(_FOUR_DEALS, menu="imposed_level", points_table="target"),
    "count_tricks": replace(_FOUR_DEALS, menu="none", scoring="tricks"),
    "shape_first": replace(_FOUR_DEALS, dummy_faced="shape_first"),
    "dummy_after_lead": replace(_FOUR_DEALS, dummy_faced="after_lead"),
    "bridge": replace(
        _FOUR_DEALS,
        bidding="auction",
        points="hidden",
        menu="levels",
        dummy_faced="after_lead",
        vulnerability="board",
    ),
    "three_french": replace(
        _EBU,
        players="three_french",
        balanced="dealer_side",
        dummy_faced="shape_first",
        menu="imposed_level",
        trump_minimum="eight",
        points_table="french",
    ),
    "three_fourth_dummy": replace(_EBU, players="three_fourth_dummy"),
}
"""Named rule sets in the order in which a page offers them; the first is the default."""


def preset_of(rules: RuleSet) -> str | None:
    """Names the preset that *rules* is; None if it is a table's own mixture."""
    return next((name for name, preset in PRESETS.items() if preset == rules), None)


def phases(rules: RuleSet) -> tuple[Phase, ...]:
    """Lists the phases a deal can have under *rules*, in order."""
    auction = rules.bidding == "auction"
    present = {
        Phase.AUCTION: auction,
        Phase.ANNOUNCEMENT: rules.points == "announced",
        Phase.DECLARER: rules.tie == "agree" and not auction,
        Phase.CONTRACT: rules.menu != "none" and not auction,
    }
    return tuple(phase for phase in Phase if present.get(phase, True))
