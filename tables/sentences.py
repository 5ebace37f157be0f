"""The sentences of the table: refusals, what happened, why, and what comes next, in words a child
understands.

Every function speaks the language that is active. Nothing here decides anything: it says what the engine
decided.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, gettext_lazy, pgettext

from minibridge.engine import (
    DECK,
    SEATS,
    Action,
    Advice,
    BoardState,
    Card,
    Claim,
    Contract,
    IllegalAction,
    Phase,
    ScoreLine,
    Seat,
    SeatView,
    Side,
    Suit,
    Watcher,
    empty_chair,
    trick_winner,
)
from minibridge.engine.hands import PACK_POINTS

from .look import Person
from .scene import RecordScene
from .seen import Kept, view_of
from .templatetags.bridge import (
    card_label,
    contract_label,
    points_text,
    seat_label,
    side_label,
    suit_label,
    tricks_text,
    words,
)

# --- refusals --------------------------------------------------------------------------------------

REFUSALS: Mapping[str, Promise] = {
    "illegal_action": gettext_lazy("This cannot be done now."),
    "board_finished": gettext_lazy("This deal is over."),
    "wrong_phase": gettext_lazy("This cannot be done now: first comes another step of the deal."),
    "not_your_turn": gettext_lazy("It is not your turn: %(actor)s decides now."),
    "dummy_may_not": gettext_lazy("You are dummy in this deal: your partner plays your cards."),
    "not_in_hand": gettext_lazy("This card is not in the hand that is to play."),
    "wrong_hand": gettext_lazy("This card is in your other hand: play one from %(hand)s."),
    "must_follow_suit": gettext_lazy("You must follow suit: play a card of %(suit)s."),
    "insufficient_bid": gettext_lazy("Your bid must be higher than the last one."),
    "inadmissible_double": gettext_lazy(
        "You can only double the last bid, if the other side made it and nobody has doubled it yet."
    ),
    "inadmissible_redouble": gettext_lazy(
        "You can only redouble your own side's bid, when the other side has doubled it."
    ),
    "not_on_menu": gettext_lazy("This contract cannot be chosen at this table."),
    "impossible_points": gettext_lazy("No hand has so many points: 37 is the most there can be."),
    "not_a_declarer_candidate": gettext_lazy("Choose yourself or your partner."),
    "must_play_penalty_card": gettext_lazy("Your penalty card must be played first."),
    "restricted_by_declarer": gettext_lazy("The declarer has asked for another card."),
    "must_repeat_card": gettext_lazy("You must play the same card again."),
    "must_pass": gettext_lazy("You must pass for the rest of this auction."),
    "nothing_to_ask": gettext_lazy("There is nothing to ask about this hand now."),
    "not_an_option": gettext_lazy("The rules do not offer this choice here."),
    "nothing_to_take_back": gettext_lazy("You have not played anything yet that could be taken back."),
    "take_back_too_late": gettext_lazy(
        "Too late: dummy's cards have been shown because of it, and nobody can forget them."
    ),
    "take_back_off": gettext_lazy("At this table a card that is played stays played."),
    "claims_off": gettext_lazy("At this table every card is played to the end."),
    "request_open": gettext_lazy("A question is open: it has to be answered first."),
    "no_request": gettext_lazy("There is no question left to answer."),
    "not_your_request": gettext_lazy("It is for others to answer this question."),
    "too_many_tricks": gettext_lazy("Only %(remaining)s tricks are left."),
}


def refusal(error: IllegalAction) -> str:
    """Why the engine refused, in one sentence."""
    code = error.code
    if code == "not_your_turn" and error.params.get("role") == "dummy":
        code = "dummy_may_not"
    elif code == "not_your_turn" and error.params.get("actor") not in Seat.__members__:
        return gettext("It is for others to decide now.")
    sentence = str(REFUSALS.get(code, REFUSALS["illegal_action"]))
    if code == "impossible_points" and int(error.params.get("points", 0)) > PACK_POINTS:
        sentence = gettext("There are only 40 points in the whole pack.")
    return sentence % {name: _in_words(name, value) for name, value in error.params.items()}


_WORDS: Mapping[str, Callable[[str], str]] = {
    "actor": lambda letter: seat_label(Seat(letter)),
    "hand": lambda letter: seat_label(Seat(letter)),
    "suit": lambda letter: suit_label(Suit(letter)),
}


def _in_words(name: str, value: str | int) -> str:
    return _WORDS.get(name, str)(str(value))


def must_follow(suit: Suit) -> str:
    """The reason why a card of another suit is dimmed: the same sentence as the refusal."""
    return str(REFUSALS["must_follow_suit"]) % {"suit": suit_label(suit)}


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
    """Which side plays, who declares and who moves for it: the sentences that there are."""
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


class Spoken(NamedTuple):
    """What is said with every card, in one language."""

    played: Mapping[tuple[Seat, Card], str]
    won: Mapping[Seat, str]


@lru_cache
def spoken_words(language: str) -> Spoken:
    """Should be called with ``language`` active."""
    seats, cards = words(language).seats, words(language).cards
    falls = pgettext("a card falls", "%(seat)s: %(card)s.")
    wins = gettext("%(seat)s wins the trick.")
    return Spoken(
        played={
            (seat, card): falls % {"seat": seats[seat], "card": cards[card]}
            for seat in SEATS
            for card in DECK
        },
        won={seat: wins % {"seat": seats[seat]} for seat in SEATS},
    )


def claimed(seat: Seat, tricks: int) -> str:
    if tricks == 0:
        return gettext("%(seat)s gives up all the tricks left.") % {"seat": seat_label(seat)}
    return gettext("%(seat)s claims %(tricks)s.") % {"seat": seat_label(seat), "tricks": tricks_text(tricks)}


_SAID: Mapping[str, Promise] = {
    "withdraw_claim": gettext_lazy("%(seat)s withdraws the claim: play goes on."),
    "ask_takeback": gettext_lazy("%(seat)s asks to take back."),
    "withdraw_takeback": gettext_lazy("%(seat)s leaves it as it was."),
    "end": gettext_lazy("The deal is broken off: a player is missing."),
}
_ANSWERED: Mapping[tuple[str, bool], Promise] = {
    ("answer_claim", True): gettext_lazy("%(seat)s agrees."),
    ("answer_claim", False): gettext_lazy("%(seat)s does not agree: play goes on."),
    ("answer_takeback", True): gettext_lazy("%(seat)s agrees: it is taken back."),
    ("answer_takeback", False): gettext_lazy("%(seat)s does not agree: it stays."),
}


def trick_won(winner: Seat) -> str:
    return spoken_words(get_language() or "fr").won[winner]


def action_said(state: BoardState, action: Action) -> str:
    """One action of the log as a sentence. ``state`` is any state of the same record."""
    if action.kind == "card":
        return spoken_words(get_language() or "fr").played[_holders(state)[action.card], action.card]
    seat = seat_label(action.seat) if action.seat else ""
    match action.kind:
        case "announce":
            return _announced(state, action.seat) % {"seat": seat, "points": points_text(action.points)}
        case "agree":
            return gettext("%(seat)s proposes %(declarer)s as declarer.") % {
                "seat": seat,
                "declarer": seat_label(action.declarer),
            }
        case "contract":
            return contract_named(action.seat, action.contract, state.rules.menu)
        case "claim":
            return claimed(action.seat, action.tricks)
        case "ask_takeback" if state.rules.takeback == "free":
            return gettext("%(seat)s takes back.") % {"seat": seat}
        case "answer_claim" | "answer_takeback":
            return str(_ANSWERED[action.kind, action.accept]) % {"seat": seat}
    return str(_SAID[action.kind]) % {"seat": seat}


def _announced(state: BoardState, seat: Seat | None) -> str:
    """How a total is told: aloud for all, or (French rule for three) to the dealer, who says the sum."""
    if state.rules.players != "three_french":
        return pgettext("announcement", "%(seat)s: %(points)s.")
    if seat is state.board.dealer:
        return pgettext("announcement", "%(seat)s: %(points)s in the two hands together.")
    return pgettext("announcement", "%(seat)s tells the dealer: %(points)s.")


def _holders(state: BoardState) -> Mapping[Card, Seat]:
    """Whose each card was as dealt; what is *said* of it is only what has been played."""
    dealt = state.original
    return _dealt.get(dealt, None, lambda: {card: seat for seat, hand in dealt.items() for card in hand})


_dealt: Kept[Mapping[Card, Seat]] = Kept(1000)


def opening(view: SeatView) -> list[str]:
    """How a deal begins, before anybody has done anything."""
    lines = [gettext("Deal %(number)d. The dealer is %(dealer)s.") % _deal(view)]
    if view.rules.players != "four":
        chair = {"chair": seat_label(empty_chair(view.dealer))}
        lines.append(gettext("Nobody sits at %(chair)s; cards are dealt there all the same.") % chair)
    if view.phase is Phase.FINISHED and view.result and view.result.outcome == "balanced":
        return [*lines, balanced_said()]
    return lines + (declaring(view) if view.declarer and view.rules.points != "announced" else [])


def _deal(view: SeatView) -> dict[str, object]:
    return {"number": view.number, "dealer": seat_label(view.dealer)}


def balanced_said() -> str:
    return gettext("20 points on each side: nobody plays, the same dealer deals again.")


def log_lines(record: RecordScene, start: int, language: str) -> list[str]:
    """What everybody heard or saw happen since action ``start``; from -1 the opening of the deal too."""
    return _lines.get(record.state, (start, language), lambda: _log_lines(record, start, language))


_lines: Kept[list[str]] = Kept(500)


def _log_lines(record: RecordScene, start: int, language: str) -> list[str]:
    state = record.state
    played, won = spoken_words(language)
    holders = _holders(state)
    view = view_of(state, Watcher.OUTSIDE)
    ends = _ends_of_tricks(view)
    last_counting = _last_of(record.log, ("announce", "agree"))
    lines = opening(view) if start < 0 else []
    if start < 0 and record.dealer_moved:
        lines.insert(0, dealer_moved(view.dealer))
    for n in range(max(start, 0), len(record.log)):
        action = record.log[n]
        if action.kind == "card":
            lines.append(played[holders[action.card], action.card])
        else:
            lines.append(action_said(state, action))
        if action.kind == "card" and action.card in ends and n == _last_card(record.log, action.card):
            lines.append(won[ends[action.card]])
        if n == last_counting:
            lines += _after_counting(view)
    if start < len(record.log) and view.result is not None and record.log:
        lines += result_said(view)
    return lines


def _ends_of_tricks(view: SeatView) -> dict[Card, Seat]:
    """The fourth card of each trick with the seat that won it."""
    trump = view.contract.trump if view.contract else None
    return {trick.cards[3]: trick_winner(trick, trump) for trick in view.tricks[-SPOKEN_TRICKS:]}


SPOKEN_TRICKS = 4  # the tail of the log that is ever told at once: no card costs more at the end


def _last_of(log: tuple[Action, ...], kinds: tuple[str, ...]) -> int:
    """Where the counting ended. It is over before the first card, so that little of the log is read."""
    last = -1
    for n, action in enumerate(log):
        if action.kind in kinds:
            last = n
        elif action.kind in ("contract", "card"):
            break
    return last


def _last_card(log: tuple[Action, ...], card: Card) -> int:
    """A card may fall twice, having been taken back in between; the trick is told once."""
    for n in range(len(log) - 1, -1, -1):
        if log[n].kind == "card" and log[n].card is card:
            return n
    return -1


def _after_counting(view: SeatView) -> list[str]:
    if view.phase is Phase.ANNOUNCEMENT:
        return [recount_said(view)] if view.recounts and _is_new_round(view) else []
    if view.result is not None and view.result.outcome == "balanced":
        return []
    return declaring(view) if view.declarer else [side_named(view)]


def _is_new_round(view: SeatView) -> bool:
    said = {one.seat for one in view.announcements}
    return not said if view.rules.recount == "everybody" else view.turn not in said


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


def spoken(record: RecordScene, start: int, person: Person) -> list[str]:
    """The sentences for the live log: what happened since action ``start`` (-1: since the deal)."""
    return log_lines(record, start, person.language)


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
