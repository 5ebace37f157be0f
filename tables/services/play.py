"""One action of a player: the synchronous service behind both doors (socket and POST)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from minibridge import engine
from minibridge.engine import Claim, IllegalAction, NotationError, Seat, TakeBackRequest

from .. import push
from ..card_rows import TableHead, action_add, table_advance
from ..models import Action, Table
from ..refusals import Refusal
from ..scene import Scene, scene_keep, scene_of_row, with_log
from .change import head_lock, seat_of
from .records import record_finish

CLIENT_ID_LENGTH = 40
# What answers an open request names that request and is not stale while it is open, whatever else happened.
CLAIM_ANSWERS = frozenset({"answer_claim", "withdraw_claim"})
TAKEBACK_ANSWERS = frozenset({"answer_takeback", "withdraw_takeback"})


@dataclass(frozen=True)
class Submission:
    """What a page sends. ``n`` is how many actions of the record it had seen; ``client_id`` is its own
    number; ``request`` is the number of the claim or take-back request that is answered.
    """

    record_id: int
    n: int
    client_id: str
    kind: str
    data: dict[str, Any]
    request: int | None = None


@dataclass(frozen=True)
class Answer:
    """Status 200 stored (or stored before), 409 the page was behind, 422 not allowed; never anything half
    done.
    """

    status: int
    scene: Scene
    refusal: IllegalAction | None = None
    sentence: Promise | str = ""
    replayed: bool = False


def action_submit(*, table_id: int, user_id: int, submission: Submission) -> Answer:
    """Check, apply and store one action; the seat is the one this person holds.

    Raises Refusal: 400 the request does not parse, 404 no table or no chair here.
    """
    _check(submission)
    try:
        with transaction.atomic():
            return _submit(head_lock(table_id), user_id, submission)
    except IntegrityError:
        # The client_id was used before, at this very n: what was stored under it decides the answer.
        with transaction.atomic():
            scene = scene_of_row(head_lock(table_id))
            seat = seat_of(scene, user_id)
            return _stored_before(scene, seat, submission, _action_read(seat, submission))


def _submit(head: TableHead, user_id: int, submission: Submission) -> Answer:
    scene = scene_of_row(head)
    seat = seat_of(scene, user_id)
    action = _action_read(seat, submission)
    if not _is_current(scene, submission):
        return _stored_before(scene, seat, submission, action)
    assert scene.record is not None
    try:
        state = engine.apply(scene.record.state, action)
    except IllegalAction as refusal:
        return _refused(scene, seat, submission, action, refusal)
    _action_store(scene, user_id, submission, action)
    return Answer(200, _table_advance(with_log(scene, state, [action], head.version + 1)))


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
        seat=seat.value,
        client_id=submission.client_id,
    ).first()
    if row is None:
        return Answer(409, scene, sentence=_("The table has moved on. Here is how it stands now."))
    if (row.kind, row.data) == (action.kind, action.to_data()):
        return Answer(200, scene, replayed=True)
    return Answer(422, scene, sentence=_("This was already used for another action."))


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
    )


def _table_advance(scene: Scene) -> Scene:
    """Raise the table's version; when the deal is over its result is stored and the setting changes too."""
    assert scene.record is not None
    table_advance(scene.table_id, version=scene.version, active=timezone.now())
    if scene.record.state.phase is engine.Phase.FINISHED:
        record_finish(record_id=scene.record.id, state=scene.record.state)
        Table.objects.filter(id=scene.table_id).update(setting_version=scene.version)
        scene = scene_of_row(Table.objects.get(id=scene.table_id))
    transaction.on_commit(lambda: scene_keep(scene), robust=True)
    push.table_changed(scene.table_id, scene.version)
    return scene


def table_action(*, table: Table, scene: Scene, action: engine.Action) -> Scene:
    """Store an action of the table itself (the others' decision about an absent player).

    Should be called with the table's row locked.
    """
    assert scene.record is not None
    state = engine.apply(scene.record.state, action)
    submission = Submission(scene.record.id, scene.record.state.n, "", action.kind, action.to_data())
    _action_store(scene, None, submission, action)
    record_finish(record_id=scene.record.id, state=state)
    return with_log(scene, state, [action], scene.version)
