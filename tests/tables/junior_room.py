"""A lesson of children at one table, and what a pupil's page of it says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from django.test import Client

from accounts.models import User
from minibridge.engine import PRESETS, RuleSet, Seat
from tables.junior import junior_rules
from tables.packs import PackContent, PackDeal
from tables.services.play import Answer, Submission, action_submit, bot_action_submit

from .cast import WORKED_DEAL, WORKED_PLAY
from .lesson_room import LessonRoom

OPEN_BEFORE = replace(PRESETS["four_deals"], balanced="dealer_side")


class JuniorRoom(LessonRoom):
    """Four pupils, the worked deal, the rules of children."""

    def __init__(
        self, rules: RuleSet | None = None, *, pupils: int = 4, is_junior: bool = True, **options: object
    ) -> None:
        pack = PackContent(title={"en": "Tricks"}, deals=(PackDeal(WORKED_DEAL), PackDeal(WORKED_DEAL)))
        super().__init__(pupils=pupils, pack=pack, rules=rules or junior_rules(OPEN_BEFORE), **options)
        if not is_junior:
            self.classroom.junior = False
            self.classroom.save()
        self.count = 0

    def dealt(self) -> JuniorRoom:
        self.deal()
        return self

    def page(self, who: Seat | User, language: str = "en") -> str:
        user = self.pupil_at(who) if isinstance(who, Seat) else who
        response = self.browser(user, language).get(f"/t/{self.table().code}/")
        assert response.status_code == 200
        return response.text

    def client(self, seat: Seat) -> Client:
        return self.browser(self.pupil_at(seat))

    def act(self, seat: Seat, kind: str, **data: object) -> Answer:
        """What the pupil on this seat sends."""
        record = self.scene().record
        assert record is not None
        self.count += 1
        submission = Submission(record.id, record.state.n, f"c{self.count}", kind, dict(data))
        answer = action_submit(
            table_id=self.table().id, user_id=self.pupil_at(seat).id, submission=submission
        )
        assert answer.status == 200, (kind, data, answer)
        return answer

    def act_for(self, person: Seat, kind: str, **data: object) -> Answer:
        """What is due at a table where one pupil plays alone: by him, or by the robot whose turn it is."""
        record = self.scene().record
        assert record is not None
        actor = record.state.actor
        if actor is not None and actor.side is person.side:
            return self.act(person, kind, **data)
        assert actor is not None
        submission = Submission(record.id, record.state.n, f"bot-{record.state.n}", kind, dict(data))
        return bot_action_submit(table_id=self.table().id, chair=actor, submission=submission)

    def play(self, cards: Iterable[str]) -> None:
        for card in cards:
            record = self.scene().record
            assert record is not None and record.state.actor is not None
            self.act(record.state.actor, "card", card=card)

    def play_worked_deal(self) -> JuniorRoom:
        self.act(Seat.S, "contract", contract="4S")
        self.play(WORKED_PLAY)
        return self

    def propose(self, seat: Seat, card: str, /, **fields: object) -> object:
        """A tap of this pupil on a card that he proposes, as his page sends it."""
        record = self.scene().record
        body = {"record": record.id, "n": record.state.n, "card": card, **fields}
        return self.client(seat).post(f"/t/{self.table().code}/propose", body, headers={"x-live": "1"})
