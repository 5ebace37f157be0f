"""The one line that tells a person what happens now and what to do next.

It is the first thing a child or a grandmother reads; everything else on the page may be ignored. It says who
has to do what, by name, and to the one whose turn it is how.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext

from minibridge.engine import Phase, Seat, SeatView

from .lesson_steps import WAITING
from .look import Look
from .proposals import hand_helped
from .templatetags.bridge import join_names
from .three_scores import winners


class Line(NamedTuple):
    """One of LINES with its words, and whether it asks something of the reader."""

    code: str
    words: tuple[tuple[str, str], ...] = ()
    is_mine: bool = False

    def text(self) -> str:
        """In the language now spoken."""
        return str(LINES[self.code]) % dict(self.words)


LINES: Mapping[str, Promise | str] = {
    "nothing": "",
    "closed": gettext_lazy("This table is closed."),
    "join": gettext_lazy("Write your name and take a free chair."),
    "all_taken": gettext_lazy("All chairs are taken. You can watch."),
    "missing": gettext_lazy("%(missing)s Send them the link."),
    "crowded": gettext_lazy("Three play by these rules: one of you has to leave a chair, or watch."),
    "may_start": gettext_lazy("Everybody is here. Press “Start the match”."),
    "host_starts": gettext_lazy("Everybody is here. The host starts the match."),
    "teacher_deals": gettext_lazy("Soon your teacher deals the cards."),
    "draw": gettext_lazy("The match is over: it is a draw!"),
    "won": gettext_lazy("The match is over: %(side)s win!"),
    "player_won": gettext_lazy("The match is over: %(name)s wins!"),
    "players_level": gettext_lazy("The match is over: %(names)s share first place!"),
    "answer": gettext_lazy("Play waits for your answer: do you agree?"),
    "opponent_answers": gettext_lazy("Play waits for the answer of one of the opponents."),
    "others_answer": gettext_lazy("Play waits for an answer: %(names)s."),
    "count_again": gettext_lazy("Your total was not right. Count again: ace 4, king 3, queen 2, jack 1."),
    "count": gettext_lazy("Your turn: count your points. Ace 4, king 3, queen 2, jack 1."),
    "tell_dealer": gettext_lazy(
        "Your turn: count your points and tell them to the dealer, %(name)s. Ace 4, king 3, queen 2, jack 1."
    ),
    "tell_again": gettext_lazy(
        "The total was not right. Count again and tell the dealer, %(name)s: ace 4, king 3, queen 2, jack 1."
    ),
    "add_up": gettext_lazy("%(name)s has told you %(points)s. Add your own, and say the sum."),
    "add_up_again": gettext_lazy(
        "The sum was not right. %(name)s has told you %(points)s: add your own again, and say the sum."
    ),
    "other_tells": gettext_lazy("%(name)s counts and tells the dealer how many points."),
    "other_adds_up": gettext_lazy("%(name)s adds up the points of the two hands and says the sum."),
    "other_counts": gettext_lazy("%(name)s counts and says how many points."),
    "agree": gettext_lazy("You and your partner have as many points. Who shall be declarer?"),
    "proposed": gettext_lazy("You proposed %(name)s. Your partner has to agree."),
    "others_agree": gettext_lazy("%(names)s agree who shall be declarer."),
    "choose": gettext_lazy("You are declarer. Choose what is trumps and how many tricks you try to take."),
    "partner_chooses": gettext_lazy("You are dummy. Your partner %(name)s chooses the contract."),
    "other_chooses": gettext_lazy("%(name)s is declarer and chooses the contract."),
    "moved_with_cards": gettext_lazy(
        "You have taken the empty chair (%(seat)s), with your cards. %(name)s chooses the contract."
    ),
    "moved": gettext_lazy(
        "You have taken the empty chair (%(seat)s) and play the cards there. %(name)s chooses the contract."
    ),
    "choose_for_partner": gettext_lazy(
        "Your side plays: you play both hands. Choose what is trumps and how many tricks you try to take."
    ),
    "lead": gettext_lazy("Your turn: play the first card of the deal, any card you like."),
    "dummy_leads": gettext_lazy("Dummy won the trick: play any card from dummy (%(seat)s)."),
    "won_trick": gettext_lazy("You won the trick: play any card."),
    "dummy_follows": gettext_lazy("Play a card from dummy (%(seat)s): %(suit)s must be followed."),
    "hand_leads": gettext_lazy("%(seat)s won the trick: play any card from that hand."),
    "hand_follows": gettext_lazy("Play a card from %(seat)s: %(suit)s must be followed."),
    "hand_discards": gettext_lazy("%(seat)s has no %(suit)s: play any card from that hand."),
    "follow": gettext_lazy("Your turn: play a card of %(suit)s."),
    "dummy_discards": gettext_lazy("Dummy (%(seat)s) has no %(suit)s: play any card from dummy."),
    "discard": gettext_lazy("Your turn. You have no %(suit)s: play any card."),
    "i_am_dummy": gettext_lazy("You are dummy: %(name)s plays your cards too."),
    "i_help": gettext_lazy("%(name)s plays. Tap a card to propose it."),
    "dummy_plays": gettext_lazy("%(name)s chooses a card from dummy."),
    "other_leads": gettext_lazy("%(name)s plays the first card."),
    "other_plays": gettext_lazy("It is %(name)s's turn to play."),
    "next_follows": gettext_lazy("The deal is over. The next one follows soon."),
    "lesson_begins": gettext_lazy("You are at your table. Your teacher deals soon."),
    "wait_for_teacher": gettext_lazy("The deal is over. Read the result: your teacher deals the next one."),
    "read_result": gettext_lazy("The deal is over. Read the result, then press “Next deal”."),
    "ready": gettext_lazy("You are ready. Waiting for %(names)s."),
    "paused": gettext_lazy("We stop and listen. The cards wait for you."),
    "withheld": gettext_lazy("Your deal is over. The others are still playing."),
    "go_on": gettext_lazy("Your deal is over. Press “Next deal” to go on."),
    "over_withheld": gettext_lazy("The deal is over here. Its result is not shown to the pupils yet."),
    **{f"waits_{step}": sentence for step, sentence in WAITING.items()},
}


def guide(look: Look) -> Line:
    """What happens now, for this person."""
    status = look.status
    if status == "closed":
        return Line("closed")
    if status == "gathering":
        return _gathering(look)
    if status == "over":
        return _over(look)
    assert look.view is not None
    return _held(look) or _asked(look, look.view) or _PHASES[look.view.phase](look, look.view)


def _held(look: Look) -> Line | None:
    """The teacher of a lesson has stopped the table, or keeps its result back."""
    scene = look.scene
    if scene.paused:
        return Line("paused")
    if scene.is_withheld:
        return _withheld(look)
    return Line(f"waits_{scene.waits_for_step}") if scene.waits_for_step else None


def _withheld(look: Look) -> Line:
    if look.scene.is_teacher(look.person.user_id):
        return Line("over_withheld")
    if not look.scene.goes_on or look.chair is None:
        return Line("withheld")
    return Line("go_on", is_mine=True) if look.chair in _reading(look) else _waits_for_readers(look)


def _named(code: str, name: str) -> Line:
    return Line(code, (("name", name),))


# --- before and after ------------------------------------------------------------------------------


def _gathering(look: Look) -> Line:
    if look.scene.lesson is not None:
        return Line("teacher_deals" if look.chair is None else "lesson_begins")
    free = look.scene.missing
    if free < 0:
        return Line("crowded", is_mine=look.chair is not None)
    if look.chair is None:
        return Line("join", is_mine=True) if look.scene.has_room else Line("all_taken")
    if free > 0:
        missing = ngettext("%(free)d player is missing.", "%(free)d players are missing.", free)
        return Line("missing", (("missing", missing % {"free": free}),), look.is_host)
    return Line("may_start", is_mine=True) if look.is_host else Line("host_starts")


def _over(look: Look) -> Line:
    match = look.scene.match
    assert match is not None
    is_free = look.scene.lesson is None
    can_vote = is_free and look.chair is not None and look.chair not in match.rematch_votes
    if match.players:
        best = [look.dealt_name(score.chair) for score in winners(match.players)]
        if best:
            words = (("name", best[0]), ("names", join_names(best)))
            return Line("player_won" if len(best) == 1 else "players_level", words, can_vote)
    if match.winner is None:
        return Line("draw", (), can_vote)
    return Line("won", (("side", look.words.sides[match.winner]),), can_vote)


# --- questions that stop the play ------------------------------------------------------------------


def _asked(look: Look, view: SeatView) -> Line | None:
    """A claim or a take-back waits for an answer; what is asked stands in the panel beside this line."""
    if view.claim is None and view.takeback is None:
        return None
    answerers = view.claim_answerers | view.takeback_answerers
    if look.seat in answerers:
        return Line("answer", is_mine=True)
    if view.claim is None and len(answerers) > 1:
        return Line("opponent_answers")
    return Line("others_answer", (("names", _names(look, answerers)),))


def _names(look: Look, seats: frozenset[Seat]) -> str:
    return join_names(look.player(seat) for seat in sorted(seats))


# --- the phases ------------------------------------------------------------------------------------


def _announcement(look: Look, view: SeatView) -> Line:
    if view.actor is None:
        return Line("nothing")
    if view.rules.players == "three_french":
        return _telling(look, view, view.actor)
    if look.seat is view.actor:
        return Line("count_again" if view.told_wrong else "count", is_mine=True)
    return _named("other_counts", look.person_at(view.actor))


def _telling(look: Look, view: SeatView, actor: Seat) -> Line:
    """The French rule for three: the player opposite tells the dealer, who says the sum."""
    is_dealer = actor is view.dealer
    if look.seat is not actor:
        return _named("other_adds_up" if is_dealer else "other_tells", look.person_at(actor))
    name = ("name", look.player(actor.partner))
    if not is_dealer:
        return Line("tell_again" if view.told_wrong else "tell_dealer", (name,), True)
    told = sum(one.points for one in view.announcements)
    words = (name, ("points", look.words.points[told]))
    return Line("add_up_again" if view.told_wrong else "add_up", words, True)


def _declarer(look: Look, view: SeatView) -> Line:
    assert view.agreeing is not None
    if look.seat not in view.agreeing:
        return Line("others_agree", (("names", _names(look, frozenset(view.agreeing))),))
    mine = view.agreeing[look.seat]
    return Line("agree", is_mine=True) if mine is None else _named("proposed", look.name(mine))


def _contract(look: Look, view: SeatView) -> Line:
    assert view.declarer is not None
    if look.seat is view.declarer:
        return Line("choose" if look.seat is look.place else "choose_for_partner", is_mine=True)
    if view.move is not None and look.place is view.move.end:
        code = "moved_with_cards" if view.move.with_cards else "moved"
        seat = ("seat", look.words.seats[view.move.end])
        return Line(code, (seat, ("name", look.player(view.declarer))))
    if look.seat is view.dummy:
        return _named("partner_chooses", look.name(view.declarer))
    return _named("other_chooses", look.person_at(view.declarer))


def _play(look: Look, view: SeatView) -> Line:
    if view.turn is None or view.actor is None:
        return Line("nothing")
    if look.seat is view.actor:
        return _my_card(look, view, view.turn)
    if hand_helped(look.scene, look.seat, view) is not None:
        return _named("i_help", look.name(view.actor))
    if look.seat is view.dummy and view.actor is view.declarer:
        return _named("i_am_dummy", look.name(view.actor))
    if view.turn is view.dummy:
        return _named("dummy_plays", look.person_at(view.actor))
    is_first = not view.tricks and view.trick is not None and not view.trick.cards
    return _named("other_leads" if is_first else "other_plays", look.person_at(view.turn))


def _my_card(look: Look, view: SeatView, turn: Seat) -> Line:
    seat = ("seat", look.words.seats[turn])
    led = view.trick.led if view.trick else None
    whose = "dummy_" if turn is view.dummy else "" if turn is look.place else "hand_"
    if led is None:
        if whose:
            return Line(f"{whose}leads", (seat,), True)
        return Line("won_trick" if view.tricks else "lead", (), True)
    suit = ("suit", look.words.suits[led])
    words = (seat, suit) if whose else (suit,)
    follows = bool(view.legal_cards) and view.legal_cards[0].suit is led
    if whose:
        return Line(f"{whose}follows" if follows else f"{whose}discards", words, True)
    return Line("follow" if follows else "discard", words, True)


def _finished(look: Look, view: SeatView) -> Line:
    if look.chair is None:
        return Line("next_follows")
    if look.scene.lesson is not None and look.scene.lesson.together:
        return Line("wait_for_teacher")
    if look.chair in _reading(look):
        return Line("read_result", is_mine=True)
    return _waits_for_readers(look)


def _reading(look: Look) -> frozenset[Seat]:
    """The chairs that are not ready for the next deal."""
    return frozenset(
        seat
        for seat, chair in look.scene.chairs.items()
        if seat is not look.scene.empty_chair
        and (chair is None or not (chair.ready or (chair.bot and seat is not look.chair)))
    )


def _waits_for_readers(look: Look) -> Line:
    return Line("ready", (("names", join_names(look.name(seat) for seat in sorted(_reading(look)))),))


_PHASES: Mapping[Phase, Callable[[Look, SeatView], Line]] = {
    Phase.ANNOUNCEMENT: _announcement,
    Phase.DECLARER: _declarer,
    Phase.CONTRACT: _contract,
    Phase.PLAY: _play,
    Phase.FINISHED: _finished,
}
