"""Revokes (Laws 61 to 64): failing to follow suit, until when it can be put right, and what it costs."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from .cards import Card, Suit
from .play import Trick
from .seats import Seat, Side

TWELFTH: Final = 11
"""The index of the twelfth trick, on which a revoke is corrected however late it is found (Law 62D)."""


@dataclass(frozen=True, slots=True)
class Revoke:
    """``card`` was played from ``hand`` to the trick with index ``trick``, though it held the ``suit`` led.

    ``faced`` is whether the hand lay open (Law 64B3). A state knows its revokes; nobody at the table is told
    of one before it is asked about or the play is over.
    """

    hand: Seat
    trick: int
    suit: Suit
    card: Card
    faced: bool


@dataclass(frozen=True, slots=True)
class Failure:
    """``hand`` did not follow suit to the trick with index ``trick``; all saw that, and nobody knows why."""

    hand: Seat
    trick: int


@dataclass(frozen=True, slots=True)
class SettledRevoke:
    """What an established revoke costs: ``tricks`` that go to the other side.

    Codes: ``one_trick``, ``two_tricks`` (Law 64A), or why it costs nothing (Law 64B): ``none_won``,
    ``same_suit`` (not the hand's first in it), ``faced``, ``both_sides``.
    """

    revoke: Revoke
    tricks: int
    code: str


@dataclass(frozen=True, slots=True)
class Correction:
    """A trick taken back to a revoke, while its cards are played again.

    ``offenders`` must now follow suit. ``withdrawn`` are the hands that have still to play again, each with
    the card it took back.
    """

    offenders: frozenset[Seat]
    withdrawn: tuple[tuple[Seat, Card], ...]
    changed: bool = False
    """Whether a player of the other side has replaced his card."""

    def may_change(self, hand: Seat) -> bool:
        """Tells whether *hand* may play another card than before: the other side may, and after one of them
        has done so the offending side may too (Law 62C); where both sides revoked, everybody may.
        """
        sides = {offender.side for offender in self.offenders}
        return self.changed or len(sides) == 2 or hand.side not in sides


def failures(
    tricks: Sequence[Trick], trick: Trick | None, past_asking: Container[Failure]
) -> tuple[Failure, ...]:
    """Lists the failures to follow suit that may still be asked about (Law 61B), because a revoke would not
    be established: until the hand's side plays to the next trick (Law 63A1), on the twelfth to the end.
    """
    here, on_table = len(tricks), () if trick is None else trick.plays
    found = [Failure(seat, here) for seat in _who_failed(on_table)]
    if tricks:
        played = {seat.side for seat, _ in on_table}
        late = here - 1 == TWELFTH
        before = _who_failed(tricks[-1].plays)
        found += [Failure(seat, here - 1) for seat in before if late or seat.side not in played]
    return tuple(one for one in found if one not in past_asking)


def _who_failed(plays: Sequence[tuple[Seat, Card]]) -> list[Seat]:
    return [seat for seat, card in plays if card.suit is not plays[0][1].suit]


def settle_revokes(
    revokes: Sequence[Revoke], winners: Sequence[Seat], claimed: Mapping[Side, int], law: str
) -> tuple[SettledRevoke, ...]:
    """Settles established revokes after the play, in their order.

    *winners* are the hands that won the tricks played, *claimed* how many of the rest each side got. Under
    ``laws`` a revoke costs two tricks if the player won the revoke trick and his side a later one, one if his
    side won any trick from the revoke on, and nothing in the cases of Law 64B that can occur here (2, 3 and
    7; nobody can be too late in noticing it, as in 4 and 5). As ``one_trick``, in minibridge, it always costs
    one if the side won one from then on. A trick is transferred only once. Whether that is enough is for
    people to judge (64C).
    """
    sides = [winner.side for winner in winners] + [side for side in Side for _ in range(claimed.get(side, 0))]
    both = law == "laws" and len({revoke.hand.side for revoke in revokes}) == 2
    gone: set[int] = set()
    settled: list[SettledRevoke] = []
    for revoke in revokes:
        code = "both_sides" if both else _why_free(revoke, settled) if law == "laws" else None
        if code is None:
            won = [
                n
                for n, side in enumerate(sides)
                if n >= revoke.trick and side is revoke.hand.side and n not in gone
            ]
            won_it = revoke.trick < len(winners) and winners[revoke.trick] is revoke.hand
            taken = won[: 2 if law == "laws" and won_it and revoke.trick in won else 1]
            gone.update(taken)
            code = ("none_won", "one_trick", "two_tricks")[len(taken)]
        tricks = {"one_trick": 1, "two_tricks": 2}.get(code, 0)
        settled.append(SettledRevoke(revoke, tricks, code))
    return tuple(settled)


def _why_free(revoke: Revoke, earlier: Iterable[SettledRevoke]) -> str | None:
    if revoke.faced:
        return "faced"
    same = any(one.revoke.hand is revoke.hand and one.revoke.suit is revoke.suit for one in earlier)
    return "same_suit" if same else None
