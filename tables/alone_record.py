"""What a person has achieved alone against bots: one line for each rule set, length and level."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext

from accounts.models import User
from minibridge.engine import RuleSet, Seat, Side, preset_of

from .models import Match, RecordPlayer
from .rule_texts import PRESET_TEXTS
from .rules_alone import rules_shared

Standard = tuple[str, int, str]
"""The name of the rule set (empty for a mixture), how many deals, the level (empty where they differ)."""


@dataclass(frozen=True)
class AloneLine:
    """All matches of one standard. ``best`` and ``average``: points more than the other side, per match."""

    preset: str
    deals: int
    level: str
    played: int
    won: int
    drawn: int
    best: int
    average: int

    @property
    def rules(self) -> str:
        """What the rule set is called."""
        text = PRESET_TEXTS.get(self.preset)
        return str(text.name) if text else gettext("rules of your own")

    @property
    def lost(self) -> int:
        return self.played - self.won - self.drawn


def alone_record(user: User) -> list[AloneLine]:
    """The person's record, what he played most first. Matches broken off and deals replayed do not count.

    One query, however many matches there are.
    """
    matches = (
        Match.objects.filter(table__alone=True, finished__isnull=False, ended_early=False, is_replay=False)
        .filter(records__players__user=user)
        .distinct()
    )
    players = (
        RecordPlayer.objects.filter(record__match__in=matches)
        .select_related("record__match")
        .order_by("record__match_id", "record_id")
    )
    margins: dict[Standard, list[int]] = {}
    for match, found in groupby(players, key=lambda player: player.record.match):
        by_record = [list(seats) for _record, seats in groupby(found, key=lambda player: player.record_id)]
        if match.rule_set.players != "four":
            continue  # sides change there with every deal
        margin = sum(_margin(seats, user) for seats in by_record)
        margins.setdefault(_standard(match, by_record), []).append(margin)
    lines = [_line(standard, all_margins) for standard, all_margins in margins.items()]
    return sorted(lines, key=lambda line: -line.played)


def _margin(players: list[RecordPlayer], user: User) -> int:
    """How many points more the person's side scored in one deal, on whichever side he sat."""
    mine = next((player for player in players if player.user_id == user.pk), None)
    score = players[0].record.score_ns or 0
    if mine is None:
        return 0
    return score if Seat(mine.seat).side is Side.NS else -score


def _standard(match: Match, records: list[list[RecordPlayer]]) -> Standard:
    rules: RuleSet = match.rule_set
    levels = {player.bot for players in records for player in players if player.bot}
    level = levels.pop() if len(levels) == 1 else ""
    return preset_of(rules_shared(rules)) or "", rules.deals, level


def _line(standard: Standard, margins: list[int]) -> AloneLine:
    preset, deals, level = standard
    return AloneLine(
        preset=preset,
        deals=deals,
        level=level,
        played=len(margins),
        won=sum(margin > 0 for margin in margins),
        drawn=sum(margin == 0 for margin in margins),
        best=max(margins),
        average=round(sum(margins) / len(margins)),
    )
