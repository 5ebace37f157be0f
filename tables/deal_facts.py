"""What each player of a finished deal remembers of it: the part he had, and what it brought his side."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from minibridge.engine import Contract, RuleSet, Seat, Side, preset_of
from minibridge.engine.scoring import BoardResult

from .models import RecordPlayer
from .rules_alone import rules_shared


@dataclass(frozen=True)
class DealFacts:
    """``over`` counts the tricks above the contract, ``score`` the points of his side less those of the
    other; None where there is no contract or no result. Of three players, declarer is a side by himself, the
    two others are one, and each writes what he scored alone.
    """

    outcome: str
    side: str
    role: str
    denomination: str
    goal: str
    over: int | None
    score: int | None
    preset: str

    def to_fields(self) -> dict[str, object]:
        """As ``RecordPlayer`` stores it."""
        return asdict(self)


def deal_facts(rules: RuleSet, result: BoardResult, seat: Seat, *, is_alone: bool) -> DealFacts:
    """``is_alone`` tells that one person plays both hands of his side."""
    contract = result.contract
    side = side_of(rules, result.declarer, seat)
    has_result = contract is not None and result.tricks is not None
    return DealFacts(
        outcome=result.outcome,
        side=side.value if side else "",
        role=role_of(rules, result.declarer, seat, is_alone=is_alone),
        denomination=contract.denomination.value if contract else "",
        goal=goal_of(contract) if contract else "",
        over=result.tricks - contract.tricks_needed if has_result else None,
        score=_score(rules, result, side),
        preset=preset_name(rules),
    )


def preset_name(rules: RuleSet) -> str:
    """The preset that these rules are, of any length, alone or not; empty if they are the table's own."""
    return preset_of(rules_shared(rules)) or ""


def goal_of(contract: Contract) -> str:
    return RecordPlayer.Goal.SLAM.value if contract.level > 5 else contract.kind


def side_of(rules: RuleSet, declarer: Seat | None, seat: Seat) -> Side | None:
    """With whom this seat scores; None of three players of whom nobody declared."""
    if rules.players == "four":
        return seat.side
    if declarer is None:
        return None
    return declarer.side if seat is declarer else declarer.side.other


def role_of(rules: RuleSet, declarer: Seat | None, seat: Seat, *, is_alone: bool) -> str:
    """Empty where nobody declared."""
    roles = RecordPlayer.Role
    if declarer is None:
        return ""
    if is_alone and rules.players == "four" and declarer.side is seat.side:
        return roles.BOTH.value
    if seat is declarer:
        return roles.DECLARER.value
    is_dummy = rules.players == "four" and seat is declarer.partner
    return roles.DUMMY.value if is_dummy else roles.DEFENDER.value


def _score(rules: RuleSet, result: BoardResult, side: Side | None) -> int | None:
    if side is None or result.outcome not in ("played", "claimed"):
        return None
    mine, theirs = result.points[side], result.points[side.other]
    return mine if rules.players != "four" else mine - theirs
