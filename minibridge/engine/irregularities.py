"""Everything at a table that comes from an irregularity and that everybody may see.

A table may play revokes, cards out of turn and insufficient bids by the Laws of Duplicate Bridge (2017). Left
to the people, or to a host or teacher, who may assign tricks: whether a call is comparable with another (Law
23A), whether somebody used what a withdrawn call or card has told him (16C, 23C, 27D), and whether a revoke
did more harm than it costs (64C). Calls out of turn are refused; what cannot happen on a screen (dropped
cards, two cards at once, a trick with five) has no rules here.

Simpler than in the Laws:

- If the defenders disagree about declarer's lead out of turn, the first to speak counts (55A lets the one who
  plays next decide). A card of the next hand accepts no lead (53A): while a lead waits for its answer, no
  card is played.
- An insufficient bid in place of an insufficient one is refused (27B4), as is a card other than the penalty
  card that is due (52): neither can be made, so neither costs anything.
"""

from dataclasses import dataclass

from .insufficient_bids import ComparableCall, LowBid, Substitution
from .out_of_turn import LeadOutOfTurn
from .penalty_cards import PenaltyCard
from .restrictions import ForbiddenLead, LeadOptions, PlayOptions, Restriction
from .revokes import Correction, Failure
from .seats import Seat

Question = LeadOutOfTurn | LeadOptions | PlayOptions | LowBid | ComparableCall
"""What has to be answered before anything else is done."""


@dataclass(frozen=True, slots=True)
class Irregularities:
    """What irregularities have left behind at a table whose rules know them; the state of any other table
    has None.
    """

    question: Question | None = None

    penalty_cards: tuple[PenaltyCard, ...] = ()
    restrictions: tuple[Restriction, ...] = ()
    forbidden_lead: ForbiddenLead | None = None

    correction: Correction | None = None
    past_asking: frozenset[Failure] = frozenset()
    """The failures to follow suit that were asked about and were no revokes, or that their side has closed by
    a claim, by agreeing to one or by an illegal lead (Law 63A)."""

    substitution: Substitution | None = None
    silenced: frozenset[Seat] = frozenset()
    """Who must pass for the rest of the auction (Law 27B2)."""
    restricted_leaders: frozenset[Seat] = frozenset()
    """Whose partner withdrew a call: declarer may forbid a suit at their first lead (Law 26B)."""
