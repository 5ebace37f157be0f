"""The skills record of minibridge: its sixteen criteria, and which of them a finished deal shows.

Three groups, after the minibridge level of the Junior Award: deciding the contract, playing, and what belongs
to the game as a whole. The site ticks what it can see in a log; the rest is for the teacher.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from minibridge.engine import (
    SEATS,
    SUITS,
    Action,
    AnnouncePoints,
    BoardState,
    Card,
    ChooseContract,
    Contract,
    PlayCard,
    Rank,
    Seat,
    Side,
    Suit,
    Trick,
    suit_lengths,
    trick_winner,
)
from minibridge.engine.announcement import due_total

from .packs import Question


@dataclass(frozen=True)
class Criterion:
    """``short`` is said about a pupil, ``own`` to him. ``is_seen`` tells whether the site can see it."""

    key: str
    short: Promise
    own: Promise
    is_seen: bool = True


@dataclass(frozen=True)
class CriterionGroup:
    title: Promise
    criteria: tuple[Criterion, ...]


GROUPS = (
    CriterionGroup(
        _("Deciding the contract"),
        (
            Criterion("points", _("counts the points of a hand"), _("I count my points.")),
            Criterion(
                "suits",
                _("names the suits in their order, from clubs to notrump"),
                _("I know the suits and their order."),
                is_seen=False,
            ),
            Criterion("declarer", _("says who declares, and what is trump"), _("I know who declares.")),
            Criterion(
                "tricks_needed",
                _("knows how many tricks a contract needs"),
                _("I know how many tricks I need."),
            ),
            Criterion("notrump_hand", _("sees when to play in notrump"), _("I see when to play in notrump.")),
            Criterion(
                "notrump_goal",
                _("decides for game or partscore in notrump"),
                _("In notrump, I know when to try for game."),
            ),
            Criterion("suit_hand", _("sees when to play with trumps"), _("I see when to choose trumps.")),
            Criterion(
                "suit_goal",
                _("decides for game or partscore with trumps"),
                _("With trumps, I know when to try for game."),
            ),
        ),
    ),
    CriterionGroup(
        _("Playing the cards"),
        (
            Criterion("winners", _("counts the sure tricks"), _("I count my sure tricks.")),
            Criterion(
                "high_cards",
                _("drives out a high card to win tricks later"),
                _("I give up a trick to win others later."),
            ),
            Criterion("trumps", _("draws trumps"), _("I draw the trumps.")),
            Criterion(
                "missing_honours",
                _("places missing honours by the points announced"),
                _("I guess who has the missing high cards."),
                is_seen=False,
            ),
            Criterion("finesse", _("takes a finesse"), _("I can take a finesse.")),
        ),
    ),
    CriterionGroup(
        _("Playing together"),
        (
            Criterion(
                "competition", _("takes part in a tournament of the class"), _("I played in a tournament.")
            ),
            Criterion("partner", _("respects partner"), _("I am a good partner."), is_seen=False),
            Criterion(
                "score",
                _("works out the score and writes it down"),
                _("I can write the score."),
                is_seen=False,
            ),
        ),
    ),
)
CRITERIA: Mapping[str, Criterion] = {one.key: one for group in GROUPS for one in group.criteria}

GAME_POINTS = 25
FIT = 8
"""Trumps of both hands together."""


@dataclass(frozen=True)
class Finished:
    """A finished deal: its log and its ``end``. ``by_people`` are the numbers of the actions that people did
    themselves, no robot in their place. The first ``laid`` actions are nobody's. Who ``plays_both`` hands of
    his side also declares for his partner.
    """

    log: Sequence[Action]
    end: BoardState
    by_people: frozenset[int]
    laid: int = 0
    plays_both: bool = False

    def declares(self, seat: Seat) -> bool:
        declarer = self.end.declarer
        if declarer is None:
            return False
        return seat is declarer or (self.plays_both and seat is declarer.partner)

    def first_own(self, kind: type[Action], seat: Seat) -> Action | None:
        """The first action of this kind by whoever sat here himself."""
        of_seat = (n for n, one in enumerate(self.log) if isinstance(one, kind) and one.seat is seat)
        n = next(of_seat, None)
        return self.log[n] if n is not None and n in self.by_people else None

    @property
    def is_contract_chosen(self) -> bool:
        """Whether a person chose the contract that was played."""
        chosen = [n for n, action in enumerate(self.log) if isinstance(action, ChooseContract)]
        return bool(chosen) and chosen[-1] >= self.laid and chosen[-1] in self.by_people

    def is_played_by_people(self, side: Side) -> bool:
        """Whether people chose every card of a side, but for those that were laid."""
        return all(
            n in self.by_people
            for n, action in enumerate(self.log)
            if n >= self.laid and isinstance(action, PlayCard) and action.seat.side is side
        )

    @property
    def tricks_laid(self) -> int:
        """How many tricks were begun before anybody sat down."""
        return -(-sum(isinstance(action, PlayCard) for action in self.log[: self.laid]) // 4)


def shown_by(seat: Seat, deal: Finished) -> frozenset[str]:
    """What whoever sat here has shown in a finished deal."""
    end, shown = deal.end, set()
    said = deal.first_own(AnnouncePoints, seat)
    if isinstance(said, AnnouncePoints):
        due = due_total(seat, end.totals, end.board.dealer, end.rules)
        shown |= {"points"} if said.points == due else set()
    declarer = end.declarer
    if declarer is None or not deal.declares(seat):
        return frozenset(shown)
    if end.contract is not None and deal.is_contract_chosen:
        shown |= set(_contract_shows(end, declarer, end.contract))
    if deal.is_played_by_people(declarer.side):
        shown |= set(_play_shows(end, declarer, _lying(end)[deal.tricks_laid :]))
    return frozenset(shown)


def answers_show(answers: Iterable[tuple[Question, str]], contract: Contract | None) -> frozenset[str]:
    """What right answers to questions inside a deal show. How many tricks is either what the contract needs
    or what is sure; where both are the same number it is taken for the first.
    """
    return frozenset(_answer_shows(question, answer, contract) for question, answer in answers)


def _answer_shows(question: Question, answer: str, contract: Contract | None) -> str:
    if question.kind == "tricks":
        needed = contract is not None and answer == str(contract.tricks_needed)
        return "tricks_needed" if needed else "winners"
    return {"points": "points", "declarer": "declarer", "suit": "suit_hand"}[question.kind]


# --- the contract ---


def _contract_shows(end: BoardState, declarer: Seat, contract: Contract) -> Iterator[str]:
    """What the choice of a contract shows: notrump without eight cards of a major and with every suit held,
    trumps where there are eight; game with 25 points, and else a partscore.
    """
    hands = (end.original[declarer], end.original[declarer.partner])
    lengths = suit_lengths([*hands[0], *hands[1]])
    points = end.totals[declarer] + end.totals[declarer.partner]
    has_choice = end.rules.menu not in ("imposed_level", "mandatory_game")
    is_goal_right = has_choice and contract.is_game == (points >= GAME_POINTS)
    yield "declarer"
    if contract.is_game and end.result is not None and (end.result.tricks or 0) >= contract.tricks_needed:
        yield "tricks_needed"
    if contract.trump is not None:
        if lengths[contract.trump] >= FIT:
            yield "suit_hand"
        if is_goal_right:
            yield "suit_goal"
        return
    if max(lengths[Suit.S], lengths[Suit.H]) < FIT and all(_is_held(hands, suit) for suit in SUITS):
        yield "notrump_hand"
    if is_goal_right:
        yield "notrump_goal"


def _is_held(hands: Iterable[Sequence[Card]], suit: Suit) -> bool:
    """Whether one of the hands has the ace, a guarded king, or a queen with two small cards."""
    for hand in hands:
        cards = [card for card in hand if card.suit is suit]
        high = max((card.rank for card in cards), default=None)
        guards = {Rank.ACE: 1, Rank.KING: 2, Rank.QUEEN: 3}
        if high in guards and len(cards) >= guards[high]:
            return True
    return False


# --- the play ---


@dataclass(frozen=True)
class _Laid:
    """A complete trick that lies, and the four hands before it."""

    trick: Trick
    winner: Seat
    hands: Mapping[Seat, frozenset[Card]]


def _lying(end: BoardState) -> tuple[_Laid, ...]:
    """The tricks as they came to lie, without those that were taken back."""
    hands = {seat: frozenset(end.original[seat]) for seat in SEATS}
    laid = []
    for trick in end.tricks:
        laid.append(_Laid(trick, trick_winner(trick, end.trump), hands))
        hands = {seat: hands[seat] - {card} for seat, card in trick.plays}
    return tuple(laid)


def _play_shows(end: BoardState, declarer: Seat, tricks: Sequence[_Laid]) -> Iterator[str]:
    if _draws_trumps(tricks, declarer.side, end.trump):
        yield "trumps"
    if any(_is_finesse(laid, declarer.side, end.trump) for laid in tricks):
        yield "finesse"
    if _drives_out(tricks, declarer.side, end.trump):
        yield "high_cards"


def _held_by(hands: Mapping[Seat, frozenset[Card]], side: Side, suit: Suit) -> list[Card]:
    """The cards of a suit that a side still has, lowest first."""
    return sorted(card for seat in side.seats for card in hands[seat] if card.suit is suit)


def _draws_trumps(tricks: Sequence[_Laid], side: Side, trump: Suit | None) -> bool:
    """Whether declarer's side, having led trumps, took the last one of the defenders and had some left."""
    if trump is None:
        return False
    for laid in tricks:
        led_by_side = laid.trick.leader.side is side and laid.trick.led is trump
        had = set(_held_by(laid.hands, side.other, trump))
        if led_by_side and had and had <= set(laid.trick.cards):
            return bool(set(_held_by(laid.hands, side, trump)) - set(laid.trick.cards))
    return False


def _is_finesse(laid: _Laid, side: Side, trump: Suit | None) -> bool:
    """Whether the hand opposite the lead played a card that only one card of the defenders beats, keeping a
    higher one with which it could have taken the trick. Whether that succeeded does not matter.
    """
    (leader, lead), (_second, before), (seat, card), _last = laid.trick.plays
    if leader.side is not side or card.suit is not lead.suit:
        return False
    if before.suit is trump and lead.suit is not trump:
        return False
    out = _held_by(laid.hands, side.other, lead.suit)
    if before.suit is lead.suit:
        out.remove(before)
        if before > card:
            return False
    above = [one for one in out if one > card]
    higher = [one for one in laid.hands[seat] if one.suit is lead.suit and one > card]
    return len(above) == 1 and any(one > above[0] for one in higher) and card > lead


def _drives_out(tricks: Sequence[_Laid], side: Side, trump: Suit | None) -> bool:
    """Whether declarer's side led a suit, lost that trick to the defenders' highest card of it, and later won
    a trick with a card of the suit that this one had beaten.
    """
    for n, laid in enumerate(tricks):
        led, gone = laid.trick.led, _driven_out(laid, side)
        if gone is None or led is None or led is trump:
            continue
        freed = {card for card in _held_by(laid.hands, side, led) if card < gone}
        for later in tricks[n + 1 :]:
            won = next(card for seat, card in later.trick.plays if seat is later.winner)
            if later.winner.side is side and won in freed and won.rank >= Rank.TEN:
                return True
    return False


def _driven_out(laid: _Laid, side: Side) -> Card | None:
    """The card to which declarer's side lost a trick of its own lead, if it was the highest of the suit."""
    if laid.trick.leader.side is not side or laid.winner.side is side:
        return None
    won = next(card for seat, card in laid.trick.plays if seat is laid.winner)
    own = [card for seat, card in laid.trick.plays if seat.side is side and card.suit is won.suit]
    rest = [card for seat in SEATS for card in laid.hands[seat] if card.suit is won.suit]
    is_highest = won == max(rest) and won.suit is laid.trick.led
    return won if is_highest and own and max(own).rank >= Rank.NINE else None
