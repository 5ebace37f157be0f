"""What a finished deal shows of a pupil's skills, and what is marked of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from accounts.models import Pupil
from minibridge.engine import (
    PRESETS,
    AnnouncePoints,
    ChooseContract,
    Contract,
    Deal,
    PlayCard,
    RuleSet,
    Seat,
)
from tables.models import LessonAnswer, SkillMark
from tables.packs import PackContent, PackDeal, Question
from tables.services.records import record_finish
from tables.services.skills import skills_tick
from tables.skills import CRITERIA, GROUPS, Finished, answers_show, shown_by

from .cast import WORKED_DEAL, WORKED_PLAY, Room, account, refused
from .hand_made import FOUR_DEALS, Played, worked
from .lesson_play import finish, finish_all, pack_of, record_of, release, seats_of
from .lesson_room import LessonRoom

ANNOUNCED = replace(FOUR_DEALS, points="announced")


def finished(played: Played, *, laid: int = 0, bots: str = "", plays_both: bool = False) -> Finished:
    """The deal, in which these seats are bots'."""
    by_people = {
        n
        for n, action in enumerate(played.log)
        if n >= laid and action.seat and action.seat.value not in bots
    }
    return Finished(played.log, played.state, frozenset(by_people), laid, plays_both)


def test_there_are_sixteen_criteria_in_three_groups():
    assert [len(group.criteria) for group in GROUPS] == [8, 5, 3]
    assert len(CRITERIA) == 16
    assert [key for key, one in CRITERIA.items() if not one.is_seen] == [
        "suits",
        "missing_honours",
        "partner",
        "score",
    ]
    assert all(len(key) <= SkillMark._meta.get_field("criterion").max_length for key in CRITERIA)


# --- counting ---


def test_points_that_are_right_at_once_are_seen():
    deal = finished(Played(ANNOUNCED).say_right().choose("4S").play(*WORKED_PLAY))
    assert all("points" in shown_by(seat, deal) for seat in Seat)


def test_points_that_were_wrong_at_first_are_not_seen():
    played = Played(replace(ANNOUNCED)).say(9 + 1)
    if played.state.actor is not None:
        played.say_right()
    while played.state.declarer is None:
        played.say_right()
    played.choose("4S").play(*WORKED_PLAY)
    deal = finished(played)
    assert "points" not in shown_by(Seat.N, deal)
    assert "points" in shown_by(Seat.E, deal)


def test_what_a_robot_says_in_a_pupils_place_is_not_his():
    played = Played(ANNOUNCED).say_right().choose("4S").play(*WORKED_PLAY)
    assert "points" not in shown_by(Seat.N, finished(played, bots="N"))
    assert shown_by(Seat.N, finished(played, bots="N")) == frozenset()


# --- the contract ---


def test_declarer_shows_what_his_choice_tells():
    shown = shown_by(Seat.S, finished(worked(52)))
    assert {"declarer", "tricks_needed", "suit_hand", "suit_goal"} <= shown
    assert not {"notrump_hand", "notrump_goal", "winners", "suits"} & shown
    assert shown_by(Seat.W, finished(worked(52))) == frozenset()
    assert shown_by(Seat.N, finished(worked(52))) == frozenset(), "dummy has chosen nothing"


def test_a_partscore_with_points_for_game_is_no_right_goal():
    shown = shown_by(Seat.S, finished(worked(52, "1S")))
    assert "suit_hand" in shown and "suit_goal" not in shown and "tricks_needed" not in shown


def test_notrump_with_eight_spades_is_no_notrump_hand():
    shown = shown_by(Seat.S, finished(Played().choose("3NT")))
    assert "notrump_hand" not in shown and "notrump_goal" in shown


def test_trumps_without_a_fit_are_no_suit_hand():
    shown = shown_by(Seat.S, finished(Played().choose("4H")))
    assert "suit_hand" not in shown and "suit_goal" in shown


NOTRUMP_DEAL = Deal.parse("N:KQ5.A74.QJ63.842 JT94.QT52.A5.J97 A83.K86.K974.AK5 762.J93.T82.QT63")


def test_a_notrump_hand_is_balanced_and_held_everywhere():
    shown = shown_by(Seat.S, finished(Played(deal=NOTRUMP_DEAL).choose("3NT")))
    assert {"notrump_hand", "notrump_goal"} <= shown


@pytest.mark.parametrize(
    "imposing", [{"menu": "imposed_level", "points_table": "french"}, {"menu": "mandatory_game"}]
)
def test_a_goal_that_the_rules_impose_is_nobodys_choice(imposing: dict[str, str]):
    played = Played(replace(FOUR_DEALS, **imposing))
    spades = next(str(one) for one in played.state.menu if str(one).endswith("S"))
    shown = shown_by(Seat.S, finished(played.choose(spades)))
    assert "suit_hand" in shown and "suit_goal" not in shown


def test_an_imposed_contract_is_nobodys_choice():
    played = worked(52)
    assert not {"declarer", "suit_hand"} & shown_by(Seat.S, finished(played, laid=1))


def test_who_plays_both_hands_shows_it_also_for_his_partner():
    assert "declarer" not in shown_by(Seat.N, finished(worked(52)))
    assert "declarer" in shown_by(Seat.N, finished(worked(52), plays_both=True))


# --- the play ---


def played_deal(deal: str, contract: str, cards: str, rules: RuleSet = FOUR_DEALS) -> frozenset[str]:
    """What South shows, who declares."""
    played = Played(rules, deal=Deal.parse(deal))
    assert played.state.declarer is Seat.S
    return shown_by(Seat.S, finished(played.choose(contract).play(*cards.split())))


def test_drawing_trumps_is_seen_when_the_last_one_has_fallen():
    assert "trumps" in shown_by(Seat.S, finished(worked(52)))
    assert "trumps" in shown_by(Seat.S, finished(worked(16)))
    assert "trumps" not in shown_by(Seat.S, finished(worked(12))), "one is out"
    assert "trumps" not in shown_by(Seat.S, finished(Played().choose("3NT").play(*WORKED_PLAY[:4])))


def test_cards_that_lay_there_already_show_nothing():
    played = worked(16)
    laid = 1 + 16
    assert "trumps" not in shown_by(Seat.S, finished(played, laid=laid))


def test_a_card_that_a_robot_chose_shows_nothing_of_the_pupil():
    shown = shown_by(Seat.S, finished(worked(52), bots="S"))
    assert shown == frozenset()


FINESSE = "N:AQ4.A742.Q63.852 KT9.QT5.JT75.J97 863.KJ6.AK94.AK4 J752.983.82.QT63"
"""South has the tenace of spades opposite; East has the king."""


def test_a_finesse_is_seen_whether_it_wins_or_loses():
    lead = "C3 C2 CJ CA"
    assert "finesse" in played_deal(FINESSE, "3NT", f"{lead} S3 S2 SQ SK")
    west_has_it = FINESSE.replace("KT9", "JT9").replace("J752", "K752")
    assert "finesse" in played_deal(west_has_it, "3NT", f"{lead} S3 S2 SQ S9")


def test_what_only_looks_like_a_finesse_is_none():
    lead = "C3 C2 CJ CA"
    assert "finesse" not in played_deal(FINESSE, "3NT", f"{lead} S3 S2 SA S9"), "the ace at once"
    assert "finesse" not in played_deal(FINESSE, "3NT", f"{lead} S3 S2 S4 S9"), "a duck"
    assert "finesse" not in played_deal(FINESSE, "3NT", f"{lead} H6 H3 HA H5"), "the king is his own"
    west_has_it = FINESSE.replace("KT9", "JT9").replace("J752", "K752")
    assert "finesse" not in played_deal(west_has_it, "3NT", f"{lead} S3 SK SA S9"), "the king has come"


def test_driving_out_an_ace_is_seen_when_the_next_card_wins():
    lead = "SQ SK S2 S3"
    deal = "N:K54.A874.QJ6.542 T92.QT5.T975.J97 A83.K62.K43.AQ63 QJ76.J93.A82.KT8"
    assert Deal.parse(deal)
    first = f"{lead} DQ D5 D3 DA"
    assert "high_cards" not in played_deal(deal, "3NT", first), "nothing has come of it yet"
    assert "high_cards" in played_deal(deal, "3NT", f"{first} SJ S4 S9 SA DK D2 D6 D7")


def test_a_trick_lost_to_a_finesse_drives_nothing_out():
    lead = "C3 C2 CJ CA"
    assert "high_cards" not in played_deal(FINESSE, "3NT", f"{lead} S3 S2 SQ SK")


# --- answers ---


def test_right_answers_show_what_was_asked():
    four_spades = Contract.parse("4S")
    shown = answers_show(
        [(Question("points"), "16"), (Question("declarer"), "S"), (Question("suit"), "S")], four_spades
    )
    assert shown == {"points", "declarer", "suit_hand"}
    assert answers_show([(Question("tricks"), "10")], four_spades) == {"tricks_needed"}
    assert answers_show([(Question("tricks"), "6")], four_spades) == {"winners"}
    assert answers_show([(Question("tricks"), "6")], None) == {"winners"}


# --- the marks ---

pytestmark = pytest.mark.django_db


def marks_of(user: object) -> dict[str, int]:
    return dict(SkillMark.objects.filter(pupil__user=user).values_list("criterion", "times"))


def play_worked(room: LessonRoom, number: int) -> None:
    Room(room.table(number), seats_of(room, number).people).play_worked_deal()


def test_a_finished_deal_marks_its_pupils_and_the_next_counts_on():
    room = LessonRoom(8, pack_of(WORKED_DEAL, WORKED_DEAL))
    room.deal()
    play_worked(room, 1)
    south = room.pupil_at(Seat.S, 1)
    assert marks_of(south) == {}, "a mark would tell what is withheld"
    release(room)
    found = marks_of(south)
    assert found == dict.fromkeys(
        ("competition", "declarer", "suit_goal", "suit_hand", "tricks_needed", "trumps"), 1
    ) | {key: 1 for key in found if key in ("finesse", "high_cards")}
    assert marks_of(room.pupil_at(Seat.E, 1)) == {"competition": 1}
    assert marks_of(room.pupil_at(Seat.S, 2)) == {}, "he is still playing"
    finish(room, 2)
    room.deal()
    play_worked(room, 1)
    finish(room, 2)
    assert marks_of(south)["trumps"] == 2
    mark = SkillMark.objects.get(pupil__user=south, criterion="trumps")
    assert mark.by_site and mark.teacher is None


def test_a_single_table_is_no_tournament():
    room = LessonRoom(4, pack_of(WORKED_DEAL))
    finish_all(room, ("4S", 10))
    assert "competition" not in marks_of(room.pupil_at(Seat.S))


def test_announced_points_are_marked():
    room = LessonRoom(4, pack_of(WORKED_DEAL), rules=replace(PRESETS["four_deals"], points="announced"))
    room.deal()
    seats = seats_of(room)
    totals = seats.state.totals
    for seat in seats.state.board.dealer.clockwise:
        assert seats.act(seat, "announce", points=totals[seat]).status == 200
    finish(room, 1)
    assert all("points" in marks_of(user) for user in room.pupils)


def test_right_answers_of_the_deal_are_marked_and_wrong_ones_are_not():
    questions = (Question("points"), Question("tricks", answer="6"))
    room = LessonRoom(4, PackContent({"en": "T"}, deals=(PackDeal(WORKED_DEAL, questions=questions),)))
    room.deal()
    north, east = room.pupil_at(Seat.N), room.pupil_at(Seat.E)
    common = {"lesson": room.lesson, "deal": 1}
    LessonAnswer.objects.create(user=north, question=0, answer="9", is_right=True, **common)
    LessonAnswer.objects.create(user=north, question=1, answer="6", is_right=True, **common)
    LessonAnswer.objects.create(user=east, question=0, answer="9", is_right=False, **common)
    LessonAnswer.objects.create(user=east, question=7, answer="9", is_right=True, **common)
    finish(room, 1)
    assert marks_of(north) == {"points": 1, "winners": 1}
    assert marks_of(east) == {}


def test_a_deal_outside_a_lesson_marks_nothing(played: Room):
    assert played.record.finished is not None
    assert not SkillMark.objects.exists()


def test_a_teacher_ticks_and_unticks():
    room = LessonRoom(8, pack_of(WORKED_DEAL, WORKED_DEAL))
    finish_all(room, ("4S", 10), ("4S", 10))
    pupil = Pupil.objects.get(user=room.pupil_at(Seat.S, 1))
    tick = {"classroom_id": room.classroom.id, "teacher": room.teacher}
    skills_tick(
        add={(pupil.id, "partner"), (pupil.id, "suit_hand")}, remove={(pupil.id, "suit_goal")}, **tick
    )
    mark = SkillMark.objects.get(pupil=pupil, criterion="partner")
    assert (mark.by_site, mark.teacher, mark.times) == (False, room.teacher, 0)
    found = marks_of(pupil.user)
    assert found["suit_hand"] == 1, "what the site has seen stays its own"
    assert "suit_goal" not in found
    finish_all(room, ("4S", 10), ("4S", 10))
    assert marks_of(pupil.user)["suit_goal"] == 1, "seen again"


def test_nobody_ticks_for_a_pupil_of_another_class_or_what_is_no_criterion():
    room = LessonRoom(4)
    other = account("Other", is_adult=True)
    pupil = Pupil.objects.get(user=room.pupils[0])
    refused(
        400,
        skills_tick,
        classroom_id=room.classroom.id,
        teacher=room.teacher,
        add={(pupil.id, "cheating")},
        remove=set(),
    )
    for add, remove in (({(pupil.id, "partner")}, set()), (set(), {(pupil.id, "partner")})):
        refused(404, skills_tick, classroom_id=room.classroom.id + 1, teacher=other, add=add, remove=remove)
    assert not SkillMark.objects.exists()


def test_a_deal_finished_for_good_is_marked_once():
    room = LessonRoom(4, pack_of(WORKED_DEAL))
    finish_all(room, ("4S", 10))
    record_finish(record_id=record_of(room).id, state=room.scene().record.state)
    assert marks_of(room.pupil_at(Seat.S))["suit_hand"] == 1


def test_actions_of_the_log_are_read_by_kind():
    deal = finished(worked(4))
    assert isinstance(deal.first_own(ChooseContract, Seat.S), ChooseContract)
    assert deal.first_own(AnnouncePoints, Seat.S) is None
    assert deal.first_own(PlayCard, Seat.N) is None, "declarer plays dummy's cards"
