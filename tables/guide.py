"""The one line that tells a person what happens now and what to do next.

It is the first thing a child or a grandmother reads; everything else on the page may be ignored. It says who
has to do what, by name, and to the one whose turn it is how.
"""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from minibridge.engine import Card, Contract, Phase, Seat, SeatView

from .look import Look
from .templatetags.bridge import card_label, contract_label, join_names, seat_label, side_label, suit_label

Line = tuple[str, bool]  # the sentence, and whether it asks something of the reader


def guide(look: Look) -> Line:
    """What happens now, for this person."""
    status = look.scene.status
    if status == "closed":
        return gettext("This table is closed."), False
    if status == "gathering":
        return _gathering(look)
    if status == "over":
        return _over(look)
    assert look.view is not None
    return _asked(look, look.view) or _PHASES[look.view.phase](look, look.view)


# --- before and after ------------------------------------------------------------------------------


def _gathering(look: Look) -> Line:
    free = sum(chair is None for chair in look.scene.chairs.values())
    if look.seat is None:
        if free:
            return gettext("Write your name and take a free chair."), True
        return gettext("All chairs are taken. You can watch."), False
    if free:
        missing = ngettext("%(free)d player is missing.", "%(free)d players are missing.", free) % {
            "free": free
        }
        return f"{missing} {gettext('Send them the link.')}", look.is_host
    if look.is_host:
        return gettext("Everybody is here. Press “Start the match”."), True
    return gettext("Everybody is here. The host starts the match."), False


def _over(look: Look) -> Line:
    match = look.scene.match
    assert match is not None
    if match.winner is None:
        line = gettext("The match is over: it is a draw!")
    else:
        line = gettext("The match is over: %(side)s win!") % {"side": side_label(match.winner)}
    can_vote = look.seat is not None and look.seat not in match.rematch_votes
    return line, can_vote


# --- questions that stop the play ------------------------------------------------------------------


def _asked(look: Look, view: SeatView) -> Line | None:
    """A claim or a take-back waits for an answer; what is asked stands in the panel beside this line."""
    if view.claim is None and view.takeback is None:
        return None
    answerers = view.claim_answerers | view.takeback_answerers
    if look.seat in answerers:
        return gettext("Play waits for your answer: do you agree?"), True
    if view.claim is None and len(answerers) > 1:
        return gettext("Play waits for the answer of one of the opponents."), False
    return gettext("Play waits for an answer: %(names)s.") % {"names": _names(look, answerers)}, False


def taken_back(what: Card | Contract, menu: str) -> str:
    return contract_label(what, menu) if isinstance(what, Contract) else card_label(what)


def _names(look: Look, seats: frozenset[Seat]) -> str:
    return join_names(look.name(seat) for seat in sorted(seats))


# --- the phases ------------------------------------------------------------------------------------


def _announcement(look: Look, view: SeatView) -> Line:
    if look.seat is not None and look.seat is view.actor:
        if view.told_wrong:
            return gettext("Your total was not right. Count again: ace 4, king 3, queen 2, jack 1."), True
        return gettext("Your turn: count your points. Ace 4, king 3, queen 2, jack 1."), True
    if view.actor is None:
        return "", False
    return gettext("%(name)s counts and says how many points.") % {"name": look.person_at(view.actor)}, False


def _declarer(look: Look, view: SeatView) -> Line:
    assert view.agreeing is not None
    if look.seat in view.agreeing:
        mine = view.agreeing[look.seat]
        if mine is None:
            return gettext("You and your partner have as many points. Who shall be declarer?"), True
        return gettext("You proposed %(name)s. Your partner has to agree.") % {"name": look.name(mine)}, False
    return gettext("%(names)s agree who shall be declarer.") % {
        "names": _names(look, frozenset(view.agreeing))
    }, False


def _contract(look: Look, view: SeatView) -> Line:
    assert view.declarer is not None
    if look.seat is view.declarer:
        return gettext("You are declarer. Choose what is trumps and how many tricks you try to take."), True
    if look.seat is view.dummy:
        return gettext("You are dummy. Your partner %(name)s chooses the contract.") % {
            "name": look.name(view.declarer)
        }, False
    return gettext("%(name)s is declarer and chooses the contract.") % {
        "name": look.person_at(view.declarer)
    }, False


def _play(look: Look, view: SeatView) -> Line:
    if view.turn is None or view.actor is None:
        return "", False
    if look.seat is view.actor:
        return _my_card(look, view), True
    if look.seat is view.dummy and view.actor is view.declarer:
        return gettext("You are dummy: %(name)s plays your cards too.") % {
            "name": look.name(view.actor)
        }, False
    if view.turn is view.dummy:
        return gettext("%(name)s chooses a card from dummy.") % {"name": look.person_at(view.actor)}, False
    if not view.tricks and view.trick is not None and not view.trick.cards:
        return gettext("%(name)s plays the first card.") % {"name": look.person_at(view.turn)}, False
    return gettext("It is %(name)s's turn to play.") % {"name": look.person_at(view.turn)}, False


def _my_card(look: Look, view: SeatView) -> str:
    assert view.turn is not None
    is_dummys = view.turn is view.dummy
    led = view.trick.led if view.trick else None
    if led is None:
        if not view.tricks and not is_dummys:
            return gettext("Your turn: play the first card of the deal, any card you like.")
        if is_dummys:
            return gettext("Dummy won the trick: play any card from dummy (%(seat)s).") % {
                "seat": seat_label(view.turn)
            }
        return gettext("You won the trick: play any card.")
    words = {"suit": suit_label(led), "seat": seat_label(view.turn)}
    if view.legal_cards and view.legal_cards[0].suit is led:
        if is_dummys:
            return gettext("Play a card from dummy (%(seat)s): %(suit)s must be followed.") % words
        return gettext("Your turn: play a card of %(suit)s.") % words
    if is_dummys:
        return gettext("Dummy (%(seat)s) has no %(suit)s: play any card from dummy.") % words
    return gettext("Your turn. You have no %(suit)s: play any card.") % words


def _finished(look: Look, view: SeatView) -> Line:
    waiting = [seat for seat, chair in look.scene.chairs.items() if chair is None or not chair.ready]
    if look.seat is None:
        return gettext("The deal is over. The next one follows soon."), False
    if look.seat in waiting:
        return gettext("The deal is over. Read the result, then press “Next deal”."), True
    return gettext("You are ready. Waiting for %(names)s.") % {
        "names": _names(look, frozenset(waiting))
    }, False


_PHASES = {
    Phase.ANNOUNCEMENT: _announcement,
    Phase.DECLARER: _declarer,
    Phase.CONTRACT: _contract,
    Phase.PLAY: _play,
    Phase.FINISHED: _finished,
}
