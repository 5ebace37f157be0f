"""The result of a deal and the end of a match, as each reader sees them."""

import re
from dataclasses import replace

from minibridge.engine import SEATS, Seat, Side

from .cast import BALANCED_DEAL
from .hand_made import (
    FOUR_DEALS,
    FOURTH,
    FRENCH,
    NAMES,
    Played,
    painted,
    played_by_three,
    scene_of,
    scores_of_three,
    text_of,
    worked,
)


def test_the_result_is_spelled_out():
    html = painted(scene_of(worked(52)), Seat.E)["panel"]
    assert "South needed 10 tricks and took 10: the contract is made!" in html
    assert re.findall(r'<td>([^<]+)</td><td class="number">(\d+)</td>', html) == [
        ("Tricks above six: 4 × 30", "120"),
        ("Bonus for a game made", "300"),
    ]
    for seat in SEATS:
        assert NAMES[seat] in html


def test_a_deal_dealt_again_says_so():
    html = painted(scene_of(Played(deal=BALANCED_DEAL)), Seat.E)["panel"]
    assert "20 points on each side: nobody plays, the same dealer deals again." in html


def test_the_end_of_a_match_names_winners_or_a_draw():
    won = scene_of(worked(52), finished=True, winner=Side.NS, rematch=[Seat.N])
    assert "North-South win!" in painted(won, Seat.S)["panel"]
    assert 'value="yes"' in painted(won, Seat.S)["panel"]
    assert 'value="no"' in painted(won, Seat.N)["panel"]
    assert 'form="to-vote"' not in painted(won, None)["panel"]
    assert "A draw!" in painted(scene_of(worked(52), finished=True), Seat.S)["panel"]


def test_each_of_three_has_his_own_score():
    """South declares alone against Nina and Emil."""
    played = played_by_three(52)
    result = played.state.result
    declarers, others = result.points[Side.NS], result.points[Side.EW]
    panel = text_of(painted(scene_of(played, free="W"), Seat.E)["panel"])
    assert f"Nina (North) {others} Emil (East) {others} Sami (South) {declarers}" in panel
    over = scene_of(played, free="W", finished=True)
    regions = painted(over, Seat.E)
    said = "Sami wins!" if declarers > others else "Nina and Emil share first place!"
    assert said in text_of(regions["panel"])
    assert f"The match is over: {said}" in text_of(regions["now"])
    level = replace(over, match=replace(over.match, players=scores_of_three(Played(FOURTH))))
    assert "A draw!" in painted(level, Seat.E)["panel"]
    sheet = text_of(regions["scores"])
    assert "Nina North Emil East Sami South" in sheet
    assert sheet.endswith(f"Total {others} {others} {declarers}")


def test_nobody_waits_without_knowing_for_what():
    crowded = scene_of(rules=FRENCH)
    for viewer in SEATS:
        assert "Three play by these rules" in painted(crowded, viewer)["now"]
    assert "Free this chair" in painted(crowded, Seat.S)["chairs"]
    assert "1 player is missing" in painted(scene_of(free="EW", rules=FRENCH), Seat.S)["now"]
    assert "Everybody is here" in painted(scene_of(free="W", rules=FRENCH), Seat.S)["now"]
    ended = played_by_three(52)
    short = scene_of(ended, free="EW", finished=True)
    assert "Another match needs three players." in painted(short, Seat.S)["panel"]
    four = scene_of(ended, free="W", finished=True, rules=FOUR_DEALS)
    assert "Another match needs four players." in painted(four, Seat.S)["panel"]
    many = scene_of(ended, finished=True)
    assert "one of you has to leave a chair" in painted(many, Seat.S)["panel"]
    left = scene_of(ended, free="EW")
    assert "waits for a third player" in painted(left, Seat.S)["panel"]
    assert "Waiting for Emil" not in painted(scene_of(ended, free="W", ready="ENS"), Seat.S)["now"]
