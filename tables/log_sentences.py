"""What everybody heard or saw happen in a deal, one sentence for each action of its log."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, gettext_lazy, pgettext

from minibridge.engine import (
    DECK,
    SEATS,
    Action,
    BoardState,
    Card,
    Phase,
    Seat,
    SeatView,
    Watcher,
    empty_chair,
    trick_winner,
)

from .look import Person
from .scene import RecordScene
from .seen import Kept, view_of
from .sentences import (
    balanced_said,
    claimed,
    contract_named,
    dealer_moved,
    declaring,
    recount_said,
    result_said,
    side_named,
    vulnerable_said,
)
from .templatetags.bridge import call_label, points_text, seat_label, tricks_text, words
from .withheld import Hold


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


_SAID: Mapping[str, Promise] = {
    "withdraw_claim": gettext_lazy("%(seat)s withdraws the claim: play goes on."),
    "ask_takeback": gettext_lazy("%(seat)s asks to take back."),
    "withdraw_takeback": gettext_lazy("%(seat)s leaves it as it was."),
    "end": gettext_lazy("The deal is broken off: a player is missing."),
    "hand_over": gettext_lazy("So far the cards were laid ready. From here on they are played."),
    "rewind": gettext_lazy("The teacher goes back: from there on it is played again."),
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
        case "call":
            return pgettext("a call", "%(seat)s: %(call)s.") % {"seat": seat, "call": call_label(action.call)}
        case "assign":
            return gettext("The result was written down: %(tricks)s for the declarer.") % {
                "tricks": tricks_text(action.tricks)
            }
        case "end" if action.reason == "file":
            return gettext("Nothing more is known of this deal.")
        case "end" if action.reason == "teacher":
            return gettext("The teacher ends the deal here.")
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
    if view.rules.vulnerability == "board":
        lines.append(vulnerable_said(view.vulnerability))
    if view.rules.players != "four":
        chair = {"chair": seat_label(empty_chair(view.dealer))}
        lines.append(gettext("Nobody sits at %(chair)s; cards are dealt there all the same.") % chair)
    if view.phase is Phase.FINISHED and view.result and view.result.outcome == "balanced":
        return [*lines, balanced_said()]
    return lines + (declaring(view) if view.declarer and view.rules.points != "announced" else [])


def _deal(view: SeatView) -> dict[str, object]:
    return {"number": view.number, "dealer": seat_label(view.dealer)}


def log_lines(record: RecordScene, start: int, language: str) -> list[str]:
    """What everybody heard or saw happen since action ``start``; from -1 the opening of the deal too."""
    key = (start, language, record.is_withheld)
    return _lines.get(record.state, key, lambda: _log_lines(record, start, language))


_lines: Kept[list[str]] = Kept(500)


def _log_lines(record: RecordScene, start: int, language: str) -> list[str]:
    state = record.state
    played, won = spoken_words(language)
    holders = _holders(state)
    view = view_of(state, Watcher.OUTSIDE, hold=Hold(is_withheld=True) if record.is_withheld else None)
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


def spoken(record: RecordScene, start: int, person: Person) -> list[str]:
    """The sentences for the live log: what happened since action ``start`` (-1: since the deal)."""
    return log_lines(record, start, person.language)
