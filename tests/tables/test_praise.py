"""Quiet praise: every sentence is true of the pupil who reads it, and of the deal that he played."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.utils import translation

from minibridge.engine import SEATS, Seat, legal_cards
from tables.doors import person_at
from tables.junior import junior_rules
from tables.look import Look
from tables.models import Lesson
from tables.praise import praise
from tables.services.lock_step import deal_end
from tables.services.withholding import lesson_results_open

from .cast import WORKED_PLAY, Room, reader
from .junior_room import OPEN_BEFORE, JuniorRoom

pytestmark = pytest.mark.any_database

COUNTED = replace(OPEN_BEFORE, points="announced")


@pytest.fixture(autouse=True)
def english():
    with translation.override("en-junior"):
        yield


def look_of(room: JuniorRoom, seat: Seat) -> Look:
    scene = room.scene()
    return Look(scene, person_at(scene, room.pupil_at(seat), "en"))


def all_praise(room: JuniorRoom, seat: Seat) -> set[str]:
    """What may be said to this pupil, whatever the number of the deal."""
    look = look_of(room, seat)
    said = set()
    for number in range(1, 13):
        look.view = replace(look.view, number=number)
        said.add(praise(look))
    return said


def shown(room: JuniorRoom, seat: Seat, language: str = "en") -> str:
    found = re.search(r'class="praise">.*?</svg> (.*?)</p>', room.page(seat, language))
    return found[1] if found else ""


def count_all(room: JuniorRoom, *first: tuple[Seat, int]) -> None:
    right = {Seat.N: 9, Seat.E: 5, Seat.S: 16, Seat.W: 10}
    if first:
        for seat, points in (right | dict(first)).items():
            room.act(seat, "announce", points=points)
    for seat, points in right.items():
        room.act(seat, "announce", points=points)


def test_a_contract_made_is_praised_on_each_chair(db: None):
    room = JuniorRoom().dealt().play_worked_deal()
    assert all_praise(room, Seat.S) == {"You made your contract: 10 tricks!", "You won 10 tricks."}
    assert "Your cards helped your partner to make the contract." in all_praise(room, Seat.N)
    assert not any("contract" in said for said in all_praise(room, Seat.E) | all_praise(room, Seat.W))


def test_the_tricks_told_are_those_won(db: None):
    room = JuniorRoom().dealt().play_worked_deal()
    told = {seat: "".join(all_praise(room, seat)) for seat in SEATS}
    own = [int(n) for seat in (Seat.E, Seat.W) for n in re.findall(r"You won (\d+)", told[seat])]
    assert sum(own) == 3
    [dummys] = re.findall(r"Your cards won (\d+)", told[Seat.N])
    assert 0 < int(dummys) < 10


def test_who_stopped_a_contract_is_praised_and_declarer_is_not_blamed(db: None):
    room = JuniorRoom().dealt()
    room.act(Seat.S, "contract", contract="3NT")
    while room.scene().deal_is_open:
        record = room.scene().record
        actor = record.state.actor
        turn = record.state.turn
        room.act(actor, "card", card=str(legal_cards(record.state.hands[turn], record.state.trick)[-1]))
    result = room.scene().record.state.result
    stopped = "You and your partner stopped the contract together."
    is_down = result.tricks < 9
    for seat in (Seat.E, Seat.W):
        assert (stopped in all_praise(room, seat)) is is_down
    for seat in (Seat.N, Seat.S):
        said = all_praise(room, seat)
        assert all(said)
        assert not any(re.search("down|not|lost|but|missing", sentence) for sentence in said)


def test_counting_is_praised_only_where_the_first_total_was_right(db: None):
    room = JuniorRoom(junior_rules(COUNTED)).dealt()
    count_all(room, (Seat.E, 6))
    room.play_worked_deal()
    right = "You counted your points right straight away."
    assert right in all_praise(room, Seat.S)
    assert right in all_praise(room, Seat.N)
    assert right not in all_praise(room, Seat.E)


def test_following_suit_is_praised_only_where_one_could_err_and_did_not(db: None):
    followed = "You followed suit every time."
    room = JuniorRoom(junior_rules(OPEN_BEFORE, errors_allowed=True)).dealt()
    room.act(Seat.S, "contract", contract="4S")
    room.play(["HQ", "HK", "D2", "H6", *"S2 S3 SK S6 SQ S7 S5 H2".split(), *WORKED_PLAY[12:]])
    assert followed in all_praise(room, Seat.W)
    assert followed in all_praise(room, Seat.S)
    assert followed not in all_praise(room, Seat.E)
    assert followed not in all_praise(room, Seat.N), "dummy chose no card"


def test_nobody_may_err_so_that_following_suit_is_no_merit(db: None):
    room = JuniorRoom().dealt().play_worked_deal()
    assert not any("followed" in said for seat in SEATS for said in all_praise(room, seat))


@pytest.mark.parametrize("language", ["fr", "en"])
def test_it_stands_in_the_result_one_short_sentence_for_each(db: None, language: str):
    room = JuniorRoom().dealt().play_worked_deal()
    for seat in SEATS:
        said = shown(room, seat, language)
        assert 10 < len(said) < 80
        assert not re.search(r"Pupil \d|\bvous\b", said), "of nobody else, and to a child"


def test_it_changes_from_deal_to_deal(db: None):
    room = JuniorRoom().dealt().play_worked_deal()
    first = [shown(room, seat) for seat in SEATS]
    room.deal()
    room.play_worked_deal()
    assert [shown(room, seat) for seat in SEATS] != first


def test_before_the_end_there_is_none(db: None):
    room = JuniorRoom().dealt()
    assert [praise(look_of(room, seat)) for seat in SEATS] == [""] * 4


def test_teachers_and_classes_of_adults_are_not_praised(db: None):
    room = JuniorRoom().dealt().play_worked_deal()
    assert 'class="praise"' not in room.page(room.teacher)
    assert "Result of the deal" in room.page(room.teacher)


def test_a_class_of_adults_is_not_praised(db: None):
    room = JuniorRoom(is_junior=False).dealt().play_worked_deal()
    assert "Result of the deal" in room.page(Seat.S)
    assert 'class="praise"' not in room.page(Seat.S)


def test_other_tables_are_not_praised(played: Room):
    assert 'class="praise"' not in reader(played.people[Seat.S]).get(f"/t/{played.code}/").text


def test_who_has_only_points_to_show_is_told_of_them(db: None):
    room = JuniorRoom().dealt().play_worked_deal()
    look = look_of(room, Seat.E)
    look.view = replace(look.view, tricks=())
    assert praise(look) == "Your hand brought your team 5 points."
    look.view = replace(look.view, points=dict.fromkeys(SEATS, 0))
    assert praise(look) == "You played this deal to its end."


def test_a_deal_broken_off_is_not_praised(db: None):
    room = JuniorRoom().dealt()
    room.act(Seat.S, "contract", contract="4S")
    deal_end(lesson_id=room.lesson.id, user_id=room.teacher.id)
    lesson_results_open(room.lesson.id)
    assert "Result of the deal" in room.page(Seat.S)
    assert praise(look_of(room, Seat.S)) == "" == shown(room, Seat.S)


def test_who_plays_alone_has_made_the_contract_of_both_hands(db: None):
    room = JuniorRoom(pupils=1, mode=Lesson.Mode.ALONE).dealt()
    room.act_for(Seat.N, "contract", contract="4S")
    for card in WORKED_PLAY:
        room.act_for(Seat.N, "card", card=card)
    assert all_praise(room, Seat.N) == {"You made your contract: 10 tricks!", "You won 10 tricks."}
    assert shown(room, Seat.N) in all_praise(room, Seat.N)
