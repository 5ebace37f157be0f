"""The panel in the middle: what is asked of whom."""

import re
from dataclasses import replace

from minibridge.engine import AskTakeBack, Seat

from .hand_made import EBU, FOUR_DEALS, FRENCH, VIEWERS, Played, painted, scene_of, text_of, worked


def test_declarer_chooses_from_the_menu_of_the_table():
    html = painted(scene_of(Played()), Seat.S)["panel"]
    assert set(re.findall(r'value="(\w+)"', html)) == {
        *("1C", "1D", "1H", "1S", "1NT"),
        *("5C", "5D", "4H", "4S", "3NT"),
    }
    assert "Together <b>25 points</b>" in html
    assert "You have 9 cards of spades together" in html
    assert "do-contract" not in painted(scene_of(Played()), Seat.N)["panel"]


def test_levels_are_listed_by_their_tricks():
    html = painted(scene_of(Played(replace(FOUR_DEALS, menu="levels"))), Seat.S)["panel"]
    assert len(re.findall(r'name="contract"', html)) == 35
    assert re.findall(r'scope="row">(\d+ tricks)', html) == [f"{n} tricks" for n in range(7, 14)]


def test_whoever_was_wrong_is_told_so_and_nobody_else():
    scene = scene_of(Played(EBU).say(9, 5, 15, 10))
    for viewer in VIEWERS:
        html = painted(scene, viewer)["panel"]
        assert "everybody counts again" in html
        assert ("Yours was not right" in html) == (viewer is Seat.S)


def test_a_take_back_names_the_card():
    scene = scene_of(worked(7).do(AskTakeBack(Seat.S)))
    html = painted(scene, Seat.E)["panel"]
    assert "Sami (South) asks to take back" in html
    assert "king of spades" in html
    assert 'name="request" value="' in html
    assert "do-withdraw_takeback" in painted(scene, Seat.S)["panel"]


def test_the_french_announcement_says_what_is_to_be_said():
    def line_and_panel(played: Played, viewer: Seat) -> tuple[str, str]:
        regions = painted(scene_of(played, free="W"), viewer)
        return text_of(regions["now"]), text_of(regions["panel"])

    line, panel = line_and_panel(Played(FRENCH), Seat.S)
    assert "tell them to the dealer, Nina" in line
    assert panel.startswith("Tell the dealer your points")
    line, panel = line_and_panel(Played(FRENCH), Seat.N)
    assert line == "Sami (South) counts and tells the dealer how many points."
    line, panel = line_and_panel(Played(FRENCH).say(16), Seat.N)
    assert line == "Sami has told you 16 points. Add your own, and say the sum."
    assert panel.startswith("Your points and your partner's together Sami: 16 points")
    assert "South + North" in panel
    assert 'max="40"' in painted(scene_of(Played(FRENCH).say(16), free="W"), Seat.N)["panel"]
    line, panel = line_and_panel(Played(FRENCH).say(16), Seat.E)
    assert line == "Nina (North) adds up the points of the two hands and says the sum."
    line, panel = line_and_panel(Played(FRENCH).say(15, 24), Seat.S)
    assert line.startswith("The total was not right")
    line, panel = line_and_panel(Played(FRENCH).say(16, 24, 16), Seat.N)
    assert line.startswith("The sum was not right. Sami has told you 16 points")
    plate = text_of(painted(scene_of(Played(FRENCH).say_right(), free="W"), Seat.E)["seat-N"])
    assert "9 points" in plate, "the dealer's own points, not the sum he said"
