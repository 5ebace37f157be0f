"""One action of a player: the synchronous service behind both doors (socket and POST)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from minibridge import engine
from minibridge.bots import Reason
from minibridge.engine import Claim, IllegalAction, NotationError, Seat, TakeBackRequest

from .. import metrics, push
from ..card_rows import TableHead, action_add, table_advance
from ..lesson_steps import part_of, reaches
from ..models import Action, Table
from ..refusals import Refusal
from ..scene import Scene
from ..scene_reading import scene_keep, scene_of_row, with_log
from .change import PAUSED, head_lock, must_hold_chair
from .withholding import record_end

CLIENT_ID_LENGTH = 40
NOT_YET = _("Not yet: wait until your teacher says that you may go on.")
BOT_PREFIX = "bot:"  # of the numbers under which bots act, and nobody else
# What answers an open request names that request and is not stale while it is open, whatever else happened.
CLAIM_ANSWERS = frozenset({"answer_claim", "withdraw_claim"})
TAKEBACK_ANSWERS = frozenset({"answer_takeback", "withdraw_takeback"})


@dataclass(frozen=True)
class Submission:
    """What a page sends. ``n`` is how many actions of the record it had seen; ``client_id`` is its own
    number; ``request`` is the number of the claim or take-back request that is answered; ``reason`` is a
    bot's.
    """

    record_id: int
    n: int
    client_id: str
    kind: str
    data: dict[str, Any]
    request: int | None = None
    reason: Reason | None = None


@dataclass(frozen=True)
class Answer:
    """Status 200 stored (or stored before), 409 the page was behind, 422 not allowed, 423 not yet: the
    teacher has stopped the table; never anything half done.
    """

    status: int
    scene: Scene
    refusal: IllegalAction | None = None
    sentence: Promise | str = ""
    replayed: bool = False


Player = Callable[[Scene], tuple[Seat, int | None]]
"""Who acts: the seat of the deal for which he decides, and the person's number, None for a bot."""


def action_submit(*, table_id: int, user_id: int, submission: Submission) -> Answer:
    """Check, apply and store one action of a person; the seat is the one he plays from his chair.

    Raises Refusal: 400 the request does not parse, 404 no table or no chair here.
    """

    if str(submission.client_id).startswith(BOT_PREFIX):  # or he could use up what the bot will need
        raise Refusal(_("This request could not be understood."), status=400)

    def person(scene: Scene) -> tuple[Seat, int | None]:
        return scene.seat_played_from(must_hold_chair(scene, user_id)), user_id

    return _submit(table_id, person, submission)


def bot_action_submit(*, table_id: int, chair: Seat, submission: Submission) -> Answer:
    """Check, apply and store one action of the bot that plays on a chair, as if it had sent it.

    Raises Refusal: 400 the action does not parse, 404 no table, or no bot on this chair.
    """

    def bot(scene: Scene) -> tuple[Seat, int | None]:
        holder = scene.chairs[chair]
        if holder is None or not holder.bot:
            raise Refusal(_("No robot plays on this chair."), status=404)
        return scene.seat_played_from(chair), None

    return _submit(table_id, bot, submission)


def _submit(table_id: int, player: Player, submission: Submission) -> Answer:
    _check(submission)
    try:
        with transaction.atomic():
            return _submit_locked(head_lock(table_id), player, submission)
    except IntegrityError:
        # The client_id was used before, at this very n: what was stored under it decides the answer.
        with transaction.atomic():
            scene = scene_of_row(head_lock(table_id))
            seat, _user_id = player(scene)
            return _stored_before(scene, seat, submission, _action_read(seat, submission))


def _submit_locked(head: TableHead, player: Player, submission: Submission) -> Answer:
    scene = scene_of_row(head)
    seat, user_id = player(scene)
    action = _action_read(seat, submission)
    if not _is_current(scene, submission):
        return _stored_before(scene, seat, submission, action)
    assert scene.record is not None
    if scene.paused or not reaches(scene.step, part_of(action.kind)):
        before = _stored_before(scene, seat, submission, action)
        return before if before.replayed else Answer(423, scene, sentence=PAUSED if scene.paused else NOT_YET)
    try:
        state = engine.apply(scene.record.state, action)
    except IllegalAction as refusal:
        return _refused(scene, seat, submission, action, refusal)
    _action_store(scene, user_id, submission, action)
    reasons = {scene.record.state.n: submission.reason} if submission.reason else {}
    return Answer(200, _table_advance(with_log(scene, state, [action], head.version + 1, reasons)))


def _action_read(seat: Seat, submission: Submission) -> engine.Action:
    try:
        return engine.action_from(submission.kind, seat, submission.data)
    except NotationError:
        raise Refusal(_("This request could not be understood."), status=400) from None


def _check(submission: Submission) -> None:
    client_id = submission.client_id
    if not (
        isinstance(client_id, str) and 0 < len(client_id) <= CLIENT_ID_LENGTH and client_id.isprintable()
    ):
        raise Refusal(_("This request could not be understood."), status=400)


def _is_current(scene: Scene, submission: Submission) -> bool:
    record = scene.record
    if record is None or record.id != submission.record_id:
        return False
    if submission.n == record.state.n:
        return True
    if submission.kind in CLAIM_ANSWERS:
        waiting: Claim | TakeBackRequest | None = record.state.claim
    else:
        waiting = record.state.takeback if submission.kind in TAKEBACK_ANSWERS else None
    return waiting is not None and waiting.n == submission.request


def _stored_before(scene: Scene, seat: Seat, submission: Submission, action: engine.Action) -> Answer:
    """The same action sent again gets its stored answer; a used number with another action does not."""
    row = Action.objects.filter(
        record_id=submission.record_id,
        record__match__table_id=scene.table_id,
        seat__in=_seats_of(scene, seat),
        client_id=submission.client_id,
    ).first()
    if row is None:
        return Answer(409, scene, sentence=_("The table has moved on. Here is how it stands now."))
    if (row.kind, row.data) == (action.kind, action.to_data()):
        return Answer(200, scene, replayed=True)
    return Answer(422, scene, sentence=_("This was already used for another action."))


def _seats_of(scene: Scene, seat: Seat) -> list[str]:
    """The seats from which the person at *seat* has acted in this deal: two, if he has moved."""
    move = scene.record.state.move if scene.record is not None else None
    seats = (move.start, move.end) if move is not None and seat in (move.start, move.end) else (seat,)
    return [each.value for each in seats]


def _refused(
    scene: Scene, seat: Seat, submission: Submission, action: engine.Action, refusal: IllegalAction
) -> Answer:
    """Not allowed now; unless it is the late copy of something already stored."""
    before = _stored_before(scene, seat, submission, action)
    return before if before.replayed else Answer(422, scene, refusal=refusal)


def _action_store(scene: Scene, user_id: int | None, submission: Submission, action: engine.Action) -> None:
    assert scene.record is not None
    action_add(
        record_id=scene.record.id,
        n=scene.record.state.n,
        seat=action.seat.value if action.seat else "",
        kind=action.kind,
        data=action.to_data(),
        user_id=user_id,
        client_id=submission.client_id,
        reason=submission.reason.to_data() if submission.reason else None,
    )
    metrics.action_stored(action.kind)


def _table_advance(scene: Scene) -> Scene:
    """Raise the table's version; when the deal is over its result is stored and the setting changes too."""
    assert scene.record is not None
    table_advance(scene.table_id, version=scene.version, active=timezone.now())
    if scene.record.state.phase is engine.Phase.FINISHED:
        record_end(scene=scene, state=scene.record.state)
        Table.objects.filter(id=scene.table_id).update(setting_version=scene.version)
        scene = scene_of_row(Table.objects.get(id=scene.table_id))
    transaction.on_commit(lambda: scene_keep(scene), robust=True)
    push.table_changed(scene.table_id, scene.version)
    return scene


def table_action(*, table: Table, scene: Scene, action: engine.Action, user_id: int | None = None) -> Scene:
    """Store an action of the table itself: the others' decision about an absent player, or the teacher's.

    Should be called with the table's row locked. Raises IllegalAction.
    """
    assert scene.record is not None
    state = engine.apply(scene.record.state, action)
    submission = Submission(scene.record.id, scene.record.state.n, "", action.kind, action.to_data())
    _action_store(scene, user_id, submission, action)
    if state.phase is engine.Phase.FINISHED:
        record_end(scene=scene, state=state)
    return with_log(scene, state, [action], scene.version, {})
