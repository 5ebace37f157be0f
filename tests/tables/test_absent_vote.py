"""The question about an absent player."""

import re

from minibridge.engine import Seat

from .hand_made import painted, scene_of, worked


def test_the_question_about_an_absent_player_is_for_those_who_are_there():
    scene = scene_of(worked(6), end_votes={Seat.N: "wait"})
    html = painted(scene, Seat.S, absent=[Seat.E])["vote"]
    assert "Emil is not there any more" in html
    assert 'value="end"' in html
    assert "Nina: wait" in re.sub(r"\s+", " ", html)
    assert "to-vote" not in painted(scene, None, absent=[Seat.E])["vote"]
    assert "hidden" in painted(scene, Seat.E, absent=[Seat.E])["vote"]
