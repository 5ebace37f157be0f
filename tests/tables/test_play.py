"""The service behind both doors: what is stored, what is refused, what is answered twice."""

from __future__ import annotations

import pytest

from accounts.models import User
from minibridge.engine import Seat, Side
from tables.models import Action, BoardRecord
from tables.refusals import Refusal
from tables.scene_reading import scene_now, scenes_forget
from tables.services.play import Submission, action_submit

from .cast import WORKED_PLAY, Room


def test_the_worked_deal_scores_420(playing: Room) -> None:
    playing.play_worked_deal()
    record = playing.record
    assert (record.outcome, record.declarer, str(record.contract), record.tricks) == ("played", "S", "4S", 10)
    assert (record.points_ns, record.points_ew, record.score_ns) == (420, 0, 420)
    assert playing.scene.match.totals == {Side.NS: 420, Side.EW: 0}


def test_an_action_is_one_row_and_one_version(playing: Room) -> None:
    before = playing.scene
    answer = playing.act(Seat.S, "contract", contract="4S")
    assert answer.status == 200
    assert answer.scene.version == before.version + 1
    assert answer.scene.setting_version == before.setting_version
    row = Action.objects.get()
    assert (row.n, row.seat, row.kind, row.data) == (0, "S", "contract", {"contract": "4S"})
    assert row.user == playing.people[Seat.S]


def test_the_seat_is_the_person_never_the_message(playing: Room) -> None:
    answer = playing.act(Seat.N, "contract", contract="4S")
    assert answer.status == 422
    assert not Action.objects.exists()


def test_a_stranger_has_no_chair(playing: Room, stranger: User) -> None:
    submission = Submission(playing.record.id, 0, "x", "contract", {"contract": "4S"})
    with pytest.raises(Refusal) as refused:
        action_submit(table_id=playing.table.id, user_id=stranger.id, submission=submission)
    assert refused.value.status == 404
    assert not Action.objects.exists()


def test_the_same_client_id_gets_the_stored_answer(playing: Room) -> None:
    first = playing.act(Seat.S, "contract", client_id="a", contract="4S")
    again = playing.act(Seat.S, "contract", client_id="a", n=0, contract="4S")
    assert (first.status, again.status, again.replayed) == (200, 200, True)
    assert Action.objects.count() == 1


def test_the_same_client_id_at_the_same_n_is_stored_once_for_another_seat_too(playing: Room) -> None:
    """Numbers are each page's own: two pages may choose the same one."""
    playing.act(Seat.S, "contract", client_id="a", contract="4S")
    assert playing.act(Seat.W, "card", client_id="a", card="HQ").status == 200


@pytest.mark.parametrize("n", [0, 1])
def test_a_used_client_id_with_another_action_is_refused(playing: Room, n: int) -> None:
    playing.act(Seat.S, "contract", client_id="a", contract="4S")
    other = playing.act(Seat.S, "contract", client_id="a", n=n, contract="3NT")
    assert other.status == 422
    assert Action.objects.count() == 1


def test_a_stale_page_gets_409_and_the_fresh_view(playing: Room) -> None:
    playing.act(Seat.S, "contract", contract="4S")
    playing.act(Seat.W, "card", card="HQ")
    late = playing.act(Seat.W, "card", n=1, card="HJ")
    assert late.status == 409
    assert late.scene.record.state.n == 2
    assert Action.objects.count() == 2


def test_a_page_from_the_future_is_stale_too(playing: Room) -> None:
    assert playing.act(Seat.S, "contract", n=7, contract="4S").status == 409


def test_a_card_for_the_deal_before_is_stale(playing: Room) -> None:
    playing.play_worked_deal()
    old = playing.record
    playing.all_ready()
    submission = Submission(old.id, 53, "late", "card", {"card": "HT"})
    answer = action_submit(
        table_id=playing.table.id, user_id=playing.people[Seat.E].id, submission=submission
    )
    assert answer.status == 409
    assert answer.scene.record.id != old.id


def test_a_record_of_another_table_is_none_of_this_one(playing: Room) -> None:
    submission = Submission(playing.record.id + 1000, 0, "x", "contract", {"contract": "4S"})
    answer = action_submit(
        table_id=playing.table.id, user_id=playing.people[Seat.S].id, submission=submission
    )
    assert answer.status == 409


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("card", {"card": "ZZ"}),
        ("card", {}),
        ("card", {"card": None}),
        ("card", {"card": ["SA"]}),
        ("contract", {"contract": "9S"}),
        ("announce", {"points": "many"}),
        ("end", {"reason": "absent"}),
        ("fly", {}),
        ("", {}),
    ],
)
def test_what_does_not_parse_is_refused_with_400(playing: Room, kind: str, data: dict[str, object]) -> None:
    with pytest.raises(Refusal) as refused:
        playing.act(Seat.S, kind, **data)
    assert refused.value.status == 400
    assert not Action.objects.exists()


@pytest.mark.parametrize("client_id", ["x" * 41, "a\nb", "\x00"])
def test_a_strange_client_id_is_refused(playing: Room, client_id: str) -> None:
    with pytest.raises(Refusal) as refused:
        playing.act(Seat.S, "contract", client_id=client_id, contract="4S")
    assert refused.value.status == 400


def test_an_illegal_card_tells_its_reason(playing: Room) -> None:
    playing.act(Seat.S, "contract", contract="4S")
    playing.act(Seat.W, "card", card="HQ")
    answer = playing.act(Seat.S, "card", card="D7")
    assert answer.status == 422
    assert answer.refusal.code == "must_follow_suit"
    assert answer.refusal.params == {"suit": "H"}
    assert playing.state.n == 2


def test_a_new_process_folds_the_same_state(playing: Room) -> None:
    playing.act(Seat.S, "contract", contract="4S")
    playing.play(WORKED_PLAY[:17])
    kept = playing.scene
    scenes_forget()
    assert scene_now(playing.table.id) == kept


def test_another_process_catches_up_by_the_new_actions_alone(
    playing: Room, django_assert_num_queries
) -> None:
    playing.act(Seat.S, "contract", contract="4S")
    stale = playing.scene
    playing.play(WORKED_PLAY[:9])
    fresh = playing.scene
    scenes_forget()
    from tables.scene_reading import scene_keep

    scene_keep(stale)
    with django_assert_num_queries(2):
        assert scene_now(playing.table.id) == fresh


def test_the_last_card_costs_no_more_queries_than_the_first(playing: Room, django_assert_num_queries) -> None:
    playing.act(Seat.S, "contract", contract="4S")
    for card in WORKED_PLAY[:51]:
        actor = playing.state.actor
        # the test's own look at the scene, savepoint, table row, action, version, savepoint released
        with django_assert_num_queries(6):
            playing.act(actor, "card", card=card)


def test_an_answer_to_an_open_request_is_never_stale(playing: Room) -> None:
    playing.act(Seat.S, "contract", contract="4S")
    playing.play(WORKED_PLAY[:1])
    asked = playing.act(Seat.W, "ask_takeback")
    request = asked.scene.record.state.takeback.n
    answer = playing.act(Seat.S, "answer_takeback", n=0, accept=True, request=request)
    assert answer.status == 200
    assert playing.state.trick.cards == ()


def test_an_answer_to_another_request_is_stale(playing: Room) -> None:
    playing.act(Seat.S, "contract", contract="4S")
    playing.play(WORKED_PLAY[:1])
    first = playing.act(Seat.W, "ask_takeback").scene.record.state.takeback.n
    playing.act(Seat.W, "withdraw_takeback")
    playing.act(Seat.W, "ask_takeback")
    answer = playing.act(Seat.S, "answer_takeback", n=0, accept=True, request=first)
    assert answer.status == 409


def test_a_claim_of_the_rest_ends_the_deal(playing: Room) -> None:
    playing.act(Seat.S, "contract", contract="4S")
    playing.play(WORKED_PLAY[:40])
    playing.act(Seat.S, "claim", tricks=2)
    claim = playing.state.claim
    playing.act(Seat.W, "answer_claim", accept=True, request=claim.n)
    assert playing.act(Seat.E, "answer_claim", accept=True, request=claim.n).status == 200
    record = playing.record
    assert record.outcome == BoardRecord.Outcome.CLAIMED
    assert record.finished is not None


def test_a_database_error_leaves_nothing(playing: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    from django.db import OperationalError

    from tables.services import play

    def broken(*args: object, **kwargs: object) -> None:
        raise OperationalError("disk full")

    before = playing.scene
    monkeypatch.setattr(play, "_table_advance", broken)
    with pytest.raises(OperationalError):
        playing.act(Seat.S, "contract", contract="4S")
    monkeypatch.undo()
    scenes_forget()
    assert playing.scene == before
    assert not Action.objects.exists()
