"""Dummy proposes a card: who may, when, and who is told."""

from __future__ import annotations

import pytest

from minibridge.engine import Seat
from tables.junior import junior_rules
from tables.models import Action, BotLevel, Seating, Table
from tables.scene_reading import scenes_forget
from tables.services.proposals import card_propose

from .cast import WORKED_PLAY, account, browser, refused
from .junior_room import OPEN_BEFORE, JuniorRoom

MARK = "is-proposed"


@pytest.fixture
def room(db: None) -> JuniorRoom:
    """West has led the queen of hearts; dummy's hand, North's, is due, and South decides."""
    room = JuniorRoom().dealt()
    room.act(Seat.S, "contract", contract="4S")
    room.play(["HQ"])
    return room


def hand(page: str, seat: Seat) -> str:
    return page.split(f'id="r-cards-{seat.value}"')[1].split("</section>")[0]


def marked(page: str) -> list[str]:
    return [part.split('data-card="')[1][:2] for part in page.split(MARK)[1:]]


def test_dummy_sees_declarers_hand_and_is_told_how_to_help(room: JuniorRoom):
    page = room.page(Seat.N)
    assert "Pupil 3 plays. Tap a card to propose it." in page
    assert 'data-card="SK"' in hand(page, Seat.S)
    own = hand(page, Seat.N)
    assert own.count('form="to-propose"') == 13
    assert own.count('aria-disabled="true"') == 9, "only the hearts may be played"
    assert "to-propose" not in hand(page, Seat.S), "South's hand is not due"
    assert 'form="do-card"' not in page


def test_declarer_sees_a_soft_mark_and_plays_what_he_likes(room: JuniorRoom):
    assert room.propose(Seat.N, "HK").status_code == 200
    page = room.page(Seat.S)
    assert marked(page) == ["HK"]
    assert "Your partner proposes: king of hearts." in page
    room.act(Seat.S, "card", card="H3")
    assert marked(room.page(Seat.S)) == []


def test_the_last_proposal_counts(room: JuniorRoom):
    for card in ("HK", "H3"):
        room.propose(Seat.N, card)
    assert marked(room.page(Seat.S)) == marked(room.page(Seat.N)) == ["H3"]


def test_a_card_of_declarers_hand_is_proposed_when_it_is_due(room: JuniorRoom):
    room.play(["HK", "H2"])
    page = room.page(Seat.N)
    assert hand(page, Seat.S).count('form="to-propose"') == 13
    room.propose(Seat.N, "H6")
    assert marked(room.page(Seat.S)) == ["H6"]
    for defender in (Seat.E, Seat.W):
        assert MARK not in room.page(defender)
        assert 'data-card="H6"' not in room.page(defender), "nothing of declarer's hand is told"


def test_only_declarers_side_and_the_teacher_see_the_mark(room: JuniorRoom):
    room.propose(Seat.N, "HK")
    assert marked(room.page(room.teacher)) == ["HK"]
    for defender in (Seat.E, Seat.W):
        page = room.page(defender)
        assert MARK not in page
        assert "proposes" not in page


def test_it_is_no_action_and_leaves_no_trace_in_the_log(room: JuniorRoom):
    before = Action.objects.count()
    room.propose(Seat.N, "HK")
    assert Action.objects.count() == before
    scenes_forget()
    assert marked(room.page(Seat.S)) == ["HK"], "a new process knows it too"


def test_a_mark_goes_with_a_card_taken_back_too(room: JuniorRoom):
    room.propose(Seat.N, "HK")
    room.act(Seat.W, "ask_takeback")
    room.play(["HQ"])
    assert marked(room.page(Seat.S)) == []


# --- who may not ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "card", "status"),
    [
        (Seat.N, "H9", 422),  # not in the hand
        (Seat.N, "S2", 422),  # does not follow suit
        (Seat.N, "SK", 422),  # in the hand that is not due
        (Seat.N, "", 400),
        (Seat.N, "HZ", 400),
        (Seat.S, "HK", 403),
        (Seat.E, "H2", 403),
        (Seat.W, "HJ", 403),
    ],
)
def test_what_cannot_be_proposed_changes_nothing(room: JuniorRoom, seat: Seat, card: str, status: int):
    version = room.table().version
    assert room.propose(seat, card).status_code == status
    assert (room.table().version, room.table().proposal) == (version, "")


@pytest.mark.parametrize("fields", [{"n": 0}, {"record": 10**9}, {"n": 10**12}])
def test_an_old_moment_is_refused(room: JuniorRoom, fields: dict[str, int]):
    assert room.propose(Seat.N, "HK", **fields).status_code == 409


@pytest.mark.parametrize("fields", [{"n": "x"}, {"record": ""}])
def test_what_makes_no_sense_is_refused(room: JuniorRoom, fields: dict[str, str]):
    assert room.propose(Seat.N, "HK", **fields).status_code == 400


def test_strangers_and_teachers_have_no_chair_from_which_to_propose(room: JuniorRoom):
    record = room.scene().record
    assert record is not None
    body = {"record": record.id, "n": record.state.n, "card": "HK"}
    address = f"/t/{room.table().code}/propose"
    assert browser(room.teacher).post(address, body, headers={"x-live": "1"}).status_code == 404
    stranger = browser(account("Otto"))
    assert stranger.post(address, body, headers={"x-live": "1"}).status_code in (403, 404)
    assert room.table().proposal == ""


def test_the_seat_is_never_taken_from_the_body(room: JuniorRoom):
    assert room.propose(Seat.E, "HK", seat="N", user=str(room.pupil_at(Seat.N).id)).status_code == 403


def test_while_the_teacher_has_stopped_the_play_nothing_is_proposed(room: JuniorRoom):
    table = room.table()
    Table.objects.filter(id=table.id).update(
        paused=True, version=table.version + 1, setting_version=table.version + 1
    )
    assert room.propose(Seat.N, "HK").status_code == 409


def test_a_robot_is_not_advised(room: JuniorRoom):
    table = room.table()
    Seating.objects.filter(table=table, seat="S").update(bot=BotLevel.MEDIUM)
    Table.objects.filter(id=table.id).update(version=table.version + 1, setting_version=table.version + 1)
    assert room.propose(Seat.N, "HK").status_code == 403
    assert "to-propose" not in hand(room.page(Seat.N), Seat.N)


def test_where_the_rules_say_no_dummy_only_looks_on(db: None):
    room = JuniorRoom(junior_rules(OPEN_BEFORE, dummy_advises=False)).dealt()
    room.act(Seat.S, "contract", contract="4S")
    room.play(["HQ"])
    page = room.page(Seat.N)
    assert "Pupil 3 plays your cards too." in page
    assert 'data-card="SK"' not in page
    assert room.propose(Seat.N, "HK").status_code == 403


def test_after_the_deal_nothing_is_proposed(room: JuniorRoom):
    room.play(WORKED_PLAY[1:])
    assert room.propose(Seat.N, "HK").status_code == 403
    record = room.scene().record
    assert record is not None
    refused(
        409,
        card_propose,
        table_id=room.table().id,
        user_id=room.pupil_at(Seat.N).id,
        record_id=record.id,
        n=3,
        card="HK",
    )


def test_a_plain_form_proposes_too(room: JuniorRoom):
    record = room.scene().record
    assert record is not None
    body = {"record": record.id, "n": record.state.n, "card": "HK"}
    response = room.client(Seat.N).post(f"/t/{room.table().code}/propose", body)
    assert (response.status_code, response.url) == (302, f"/t/{room.table().code}/")
    page = room.page(Seat.N)
    form = page.split('id="to-propose"')[1].split("</form>")[0]
    assert f'name="record" value="{record.id}"' in form
    assert f'name="n" value="{record.state.n}"' in form
