"""The sentences of a deal: who plays it and why, how it ends and scores, what is advised, in words a child
understands.

Every function speaks the language that is active. Nothing here decides anything: it says what the engine
decided.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from minibridge.engine import (
    Advice,
    Card,
    Claim,
    Contract,
    ScoreLine,
    Seat,
    SeatView,
    Side,
    Suit,
    Vulnerability,
)

from .templatetags.bridge import (
    card_label,
    contract_label,
    points_text,
    seat_label,
    side_label,
    suit_label,
    tricks_text,
)

# --- what happened ---------------------------------------------------------------------------------

DECLARER_REASONS: Mapping[str, Promise] = {
    "more_points": gettext_lazy("%(declarer)s is declarer: more points than %(dummy)s."),
    "first_announcer": gettext_lazy(
        "%(declarer)s is declarer: both partners have as many points, "
        "and %(declarer)s comes first after the dealer."
    ),
    "first_correct": gettext_lazy(
        "%(declarer)s is declarer: both partners have as many points, "
        "and %(declarer)s was the first to count right."
    ),
    "agreed": gettext_lazy("%(declarer)s is declarer: the two partners agreed on it."),
    "dealer": gettext_lazy("%(declarer)s is declarer, and the cards of %(dummy)s are dummy."),
    "left_of_dealer": gettext_lazy("%(declarer)s is declarer, and the cards of the empty chair are dummy."),
}
WITH_FOURTH_HAND: Mapping[str, Promise] = {
    "more_points": gettext_lazy(
        "%(declarer)s is declarer: most points of the three. The cards of the empty chair are dummy."
    ),
    "first_announcer": gettext_lazy(
        "%(declarer)s is declarer: two players have as many points, and %(declarer)s comes first after the "
        "dealer. The cards of the empty chair are dummy."
    ),
    "first_correct": gettext_lazy(
        "%(declarer)s is declarer: two players have as many points, and %(declarer)s was the first to count "
        "right. The cards of the empty chair are dummy."
    ),
}
"""Why somebody declares where the player with most points has the fourth hand as dummy."""


def declarer_named(view: SeatView) -> str:
    """Who declares and why, as far as this viewer may know the reason."""
    if view.declarer is None:
        return ""
    names = {"declarer": seat_label(view.declarer), "dummy": seat_label(view.declarer.partner)}
    reasons = WITH_FOURTH_HAND if view.side_reason == "fourth_hand" else DECLARER_REASONS
    reason = reasons.get(view.declarer_reason or "")
    return (str(reason) if reason else gettext("%(declarer)s is declarer.")) % names


def side_named(view: SeatView) -> str:
    """Which side plays and why: “North-South have 25 points, East-West 15”. Of three players each plays for
    himself in the end, so that sides are named for four only.
    """
    side = view.declaring_side
    if side is None or view.rules.players == "three_fourth_dummy":
        return ""
    if view.rules.players == "three_french":
        return _dealers_side_named(view, side)
    if view.side_reason == "dealer_side":
        return gettext("Both sides have 20 points: the dealer's side plays, %(side)s.") % {
            "side": side_label(side)
        }
    totals = {each: side_points(view, each) for each in Side}
    if totals[side] is None or totals[side.other] is None:
        return gettext("%(side)s have more points and play this deal.") % {"side": side_label(side)}
    return gettext("%(side)s have %(points)s points, %(others)s %(fewer)s: %(side)s play this deal.") % {
        "side": side_label(side),
        "points": totals[side],
        "others": side_label(side.other),
        "fewer": totals[side.other],
    }


def _dealers_side_named(view: SeatView, side: Side) -> str:
    """What the dealer and the player opposite have, and what comes of it in the French rule for three."""
    points = side_points(view, view.dealer.side)
    is_dealers = side is view.dealer.side
    if points is None:
        return ""
    if is_dealers:
        sentence = gettext(
            "The dealer and the player opposite have %(points)s: with 20 or more the dealer plays."
        )
    else:
        sentence = gettext(
            "The dealer and the player opposite have %(points)s: with fewer than 20, the player on the "
            "dealer's left plays."
        )
    return sentence % {"points": points_text(points)}


def chair_taken(view: SeatView) -> str:
    """Which of three players has taken the empty chair for this deal, and with what cards."""
    move = view.move
    if move is None:
        return ""
    names = {"player": seat_label(move.start), "chair": seat_label(move.end)}
    if move.with_cards:
        return gettext("%(player)s takes the empty chair, %(chair)s, and brings their own cards.") % names
    return gettext("%(player)s takes the empty chair, %(chair)s, and plays the cards that lie there.") % names


def declaring(view: SeatView) -> list[str]:
    """Which side plays, who declares and who moves for it: the sentences that there are. After an auction it
    is the contract that tells.
    """
    if view.rules.bidding == "auction" and view.declarer and view.contract:
        return [contract_named(view.declarer, view.contract, view.rules.menu)]
    return [line for line in (side_named(view), declarer_named(view), chair_taken(view)) if line]


def dealer_moved(dealer: Seat) -> str:
    """Why one of three players sits on another chair than in the deal before."""
    return gettext(
        "%(dealer)s has changed chair: whoever has the empty chair on their left takes it and deals."
    ) % {"dealer": seat_label(dealer)}


def side_points(view: SeatView, side: Side) -> int | None:
    """What the two hands count together, if the viewer knows both."""
    one, other = (view.points[seat] for seat in side.seats)
    return None if one is None or other is None else one + other


def contract_named(declarer: Seat, contract: Contract, menu: str) -> str:
    return gettext("%(declarer)s plays %(contract)s: %(tricks)s needed.") % {
        "declarer": seat_label(declarer),
        "contract": contract_label(contract, menu),
        "tricks": tricks_text(contract.tricks_needed),
    }


def claimed(seat: Seat, tricks: int) -> str:
    if tricks == 0:
        return gettext("%(seat)s gives up all the tricks left.") % {"seat": seat_label(seat)}
    return gettext("%(seat)s claims %(tricks)s.") % {"seat": seat_label(seat), "tricks": tricks_text(tricks)}


def vulnerable_said(vulnerability: Vulnerability) -> str:
    """Which sides score more and lose more."""
    match vulnerability:
        case Vulnerability.NONE:
            return gettext("Nobody is vulnerable.")
        case Vulnerability.BOTH:
            return gettext("Both sides are vulnerable.")
    side = next(side for side in Side if vulnerability.includes(side))
    return gettext("%(side)s are vulnerable.") % {"side": side_label(side)}


def balanced_said() -> str:
    return gettext("20 points on each side: nobody plays, the same dealer deals again.")


def recount_said(view: SeatView) -> str:
    if view.rules.recount == "wrong_only":
        return gettext("A total is not right: whoever was wrong counts again.")
    return gettext("A total is not right: everybody counts again.")


def result_said(view: SeatView) -> list[str]:
    """How the deal ended, in one or two sentences."""
    result = view.result
    if result is None:
        return []
    if result.outcome == "balanced":
        return [balanced_said()]
    if result.outcome == "passed_out":
        return [gettext("Everybody passed: nobody plays this deal, and nobody scores.")]
    if result.tricks is None or result.declarer is None:
        return [gettext("The deal was not finished: nobody scores.")]
    said = outcome_text(result.declarer, result.contract, result.tricks)
    if view.rules.players == "four":
        return [said, *points_said(result.points)]
    return [said, *points_of_three(result.declarer, result.points)]


def outcome_text(declarer: Seat, contract: Contract | None, tricks: int) -> str:
    """“South needed 10 tricks and made 10: contract made.”"""
    names = {"declarer": seat_label(declarer), "tricks": tricks_text(tricks), "taken": str(tricks)}
    if contract is None:
        return gettext("%(declarer)s took %(tricks)s with dummy.") % names
    needed = contract.tricks_needed
    names["needed"] = tricks_text(needed)
    if tricks >= needed:
        return gettext("%(declarer)s needed %(needed)s and took %(taken)s: the contract is made!") % names
    return gettext("%(declarer)s needed %(needed)s and took %(taken)s: the contract is down.") % names


def points_said(points: Mapping[Side, int]) -> list[str]:
    return [
        gettext("%(side)s score %(points)s.") % {"side": side_label(side), "points": points_text(scored)}
        for side, scored in points.items()
        if scored
    ]


def points_of_three(declarer: Seat, points: Mapping[Side, int]) -> list[str]:
    """What declarer writes, and what each of the two who defend."""
    said = []
    if points[declarer.side]:
        names = {"player": seat_label(declarer), "points": points_text(points[declarer.side])}
        said.append(gettext("%(player)s scores %(points)s.") % names)
    if points[declarer.side.other]:
        one, other = declarer.side.other.seats
        names = {"one": seat_label(one), "other": seat_label(other)}
        names["points"] = points_text(points[declarer.side.other])
        said.append(gettext("%(one)s and %(other)s score %(points)s each.") % names)
    return said


# --- the score, spelled out ------------------------------------------------------------------------

_SCORE_LINES: Mapping[str, Promise] = {
    "first_trick": gettext_lazy("First trick above six, in notrump"),
    "trick_points": gettext_lazy("Tricks above six: %(count)d × %(each)d"),
    "overtricks": gettext_lazy("Extra tricks: %(count)d × %(each)d"),
    "undertricks": gettext_lazy("Missing tricks: %(count)d × %(each)d for the other side"),
    "partscore_bonus": gettext_lazy("Bonus for a partscore made"),
    "game_bonus": gettext_lazy("Bonus for a game made"),
    "small_slam_bonus": gettext_lazy("Bonus for a small slam made"),
    "grand_slam_bonus": gettext_lazy("Bonus for a grand slam made"),
    "doubled_bonus": gettext_lazy("Bonus for a doubled contract made"),
    "redoubled_bonus": gettext_lazy("Bonus for a redoubled contract made"),
}


def score_line(line: ScoreLine, declarer: Seat, *, is_for_three: bool = False) -> str:
    """What one line of the sum is for."""
    if line.code == "undertricks" and is_for_three:
        return gettext("Missing tricks: %(count)d × %(each)d for each of the others") % line.params
    if line.code == "tricks_won" and is_for_three:
        if line.to_defenders:
            return gettext("Tricks won by the defenders")
        return gettext("Tricks won by the declarer")
    if line.code == "tricks_won":
        side = declarer.side.other if line.to_defenders else declarer.side
        return gettext("Tricks won by %(side)s") % {"side": side_label(side)}
    return str(_SCORE_LINES[line.code]) % line.params


# --- advice ----------------------------------------------------------------------------------------

_WHY_THESE_TRUMPS: Mapping[str, Promise] = {
    "major_fit": gettext_lazy(
        "You have %(length)s cards of %(suit)s together: with eight or more, make them trumps."
    ),
    "minor_fit": gettext_lazy(
        "You have %(length)s cards of %(suit)s together, and few in %(weak)s: make %(suit)s trumps."
    ),
    "notrump": gettext_lazy("You do not have eight hearts or eight spades together: play in notrump."),
}
_WHY_THIS_GOAL: Mapping[str, Promise] = {
    "partscore": gettext_lazy(
        "With %(points)s points together a partscore is enough: game usually needs 25."
    ),
    "game": gettext_lazy("With %(points)s points together, try game: 25 are usually enough."),
    "small_slam": gettext_lazy("With %(points)s points together, try the small slam: it usually needs 33."),
    "grand_slam": gettext_lazy("With %(points)s points together, try the grand slam: it usually needs 37."),
}


def advice_text(advice: Advice, view: SeatView) -> list[str]:
    """The usual choice and its reasons."""
    named = {name: _advice_word(name, value) for name, value in advice.params.items()}
    why_goal = _WHY_THIS_GOAL[str(advice.params["goal"])]
    if view.rules.points_table != "twenty_five" or view.rules.menu in ("imposed_level", "mandatory_game"):
        why_goal = gettext_lazy("You have %(points)s points together.")
    return [
        str(why_goal) % named,
        str(_WHY_THESE_TRUMPS[advice.code]) % named,
        gettext("So the usual choice is: %(contract)s.")
        % {"contract": contract_label(advice.contract, view.rules.menu)},
    ]


def _advice_word(name: str, value: str | int) -> str:
    return suit_label(Suit(str(value))) if name in ("suit", "weak") else str(value)


# --- claims and take-backs -------------------------------------------------------------------------


def taken_back(what: Card | Contract, menu: str) -> str:
    """The card or contract somebody wants back."""
    return contract_label(what, menu) if isinstance(what, Contract) else card_label(what)


def claim_rest(claim: Claim, remaining: int, declarer_of_three: Seat | None = None) -> str:
    """Who would get which of the tricks left: the two sides or, of three players, declarer and defenders."""
    rest = remaining - claim.tricks
    if declarer_of_three is not None:
        is_declarers = claim.seat is declarer_of_three
        return gettext(
            "Of the %(remaining)d tricks left: the declarer %(tricks)d, the defenders %(rest)d."
        ) % {
            "remaining": remaining,
            "tricks": claim.tricks if is_declarers else rest,
            "rest": rest if is_declarers else claim.tricks,
        }
    return gettext("Of the %(remaining)d tricks left: %(side)s %(tricks)d, %(others)s %(rest)d.") % {
        "remaining": remaining,
        "side": side_label(claim.seat.side),
        "tricks": claim.tricks,
        "others": side_label(claim.seat.side.other),
        "rest": rest,
    }
