"""Every reason a bot can give: its code, with the names of the values that it comes with.

Values are stored letters (cards ``SQ``, suits ``S``, seats ``N``, contracts ``4S``) and numbers. The
sentences are the page's, in its reader's language.
"""

from collections.abc import Mapping
from typing import Final

REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    # Before the play.
    "counts_points": ("points",),
    "adds_partners_points": ("told",),
    "first_from_dealer": ("seat",),
    "agrees_with_partner": ("seat",),
    "passes": (),
    "major_fit": ("length", "suit", "points"),
    "minor_fit": ("length", "suit", "points"),
    "notrump": ("points",),
    # Questions.
    "accepts_concession": (),
    "accepts_claim": ("sure",),
    "refuses_claim": ("sure",),
    "trusts_partner": (),
    "objects_to_concession": ("sure",),
    "allows_takeback": (),
    "refuses_lead": (),
    "leaves_lead_free": (),
    "forbids_suit": ("suit",),
    "asks_for_lowest": (),
    "refuses_bid": (),
    "is_comparable": (),
    "is_not_comparable": (),
    "designates_card": (),
    # Any card.
    "only_card": (),
    "random_card": (),
    "counts_ending": ("cards",),
    # Opening leads and defenders' leads.
    "top_of_sequence": ("card",),
    "fourth_best": ("suit",),
    "singleton": ("suit",),
    "top_of_doubleton": ("suit",),
    "top_of_nothing": ("suit",),
    "leads_low": ("suit",),
    "leads_high": ("suit",),
    "higher_of_two": ("suit",),
    "fourth_of_suit": ("suit",),
    "leads_trump": ("suit",),
    "leads_ace": ("suit",),
    "returns_partners_suit": ("suit",),
    "gives_ruff": ("suit",),
    "cashes_to_set": ("count",),
    "cashes_master": ("card",),
    # Declarer's leads.
    "draws_trumps_first": (),
    "draws_trumps_again": (),
    "draws_trumps": ("left",),
    "ruffs_loser": ("suit",),
    "prepares_ruff": ("suit",),
    "leads_to_honour": ("suit",),
    "leads_to_finesse": ("card",),
    "develops_suit": ("suit",),
    "crosses": ("suit",),
    # Following suit.
    "second_hand_low": (),
    "covers_honour": ("card",),
    "splits_honours": ("card",),
    "takes_last_trick": (),
    "third_hand_high": (),
    "finesse": ("card",),
    "leaves_to_partner": (),
    "wins_cheaply": (),
    "follows_low": (),
    "holds_up": ("suit",),
    "unblocks": ("suit",),
    # Out of the suit led.
    "ruffs": ("suit",),
    "overruffs": ("suit",),
    "discards_low": ("suit",),
}
"""What the bots say that play by rules."""

SAMPLED_REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "only_card": (),
    "only_contract": (),
    "cannot_tell": (),
    "all_alike": ("samples",),
    "makes_most_often": ("contract", "times", "samples"),
    "beats_most_often": ("contract", "times", "samples"),
    "among_best": ("samples",),
    "best_on_average": ("tenths", "samples"),
    "made_in_samples": ("contract", "made", "samples"),
}
"""What the expert says. None of it is in OPEN: how often a contract is made in the layouts that fit what the
expert knows tells something of his own hand.
"""

OPEN: Final[frozenset[str]] = frozenset(
    {
        "accepts_concession",
        "agrees_with_partner",
        "allows_takeback",
        "asks_for_lowest",
        "counts_points",
        "draws_trumps_again",
        "draws_trumps_first",
        "first_from_dealer",
        "is_comparable",
        "is_not_comparable",
        "leaves_lead_free",
        "leaves_to_partner",
        "overruffs",
        "passes",
        "random_card",
        "refuses_bid",
        "refuses_lead",
        "returns_partners_suit",
        "ruffs",
        "second_hand_low",
    }
)
"""The codes that tell nothing of a hidden hand that its action does not show: fit to be told during play."""
