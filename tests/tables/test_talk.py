"""Who reads and writes what at a table."""

from minibridge.engine import Seat
from tables.scene import MessageLine

from .hand_made import painted, scene_of


def test_free_text_is_for_tables_of_adults():
    assert 'data-writes="1"' in painted(scene_of(adults=True), Seat.S)["talk"]
    assert 'data-writes=""' in painted(scene_of(), Seat.S)["talk"]
    assert 'data-writes=""' in painted(scene_of(adults=True), None)["talk"]


def test_messages_are_read_in_the_readers_language():
    scene = scene_of(messages=[MessageLine(1, Seat.N, "Nina", "thanks", "")])
    assert "Thank you!" in painted(scene, Seat.S, "en")["talk"]
    assert "Merci" in painted(scene, Seat.S, "fr")["talk"]


def test_what_adults_write_is_read_by_nobody_else():
    said = [MessageLine(1, Seat.E, "Emil", "", "<i>")]
    assert "&lt;i&gt;" in painted(scene_of(messages=said, adults=True), Seat.S)["talk"]
    assert "&lt;i&gt;" not in painted(scene_of(messages=said, adults=True), None)["talk"]
    assert "&lt;i&gt;" not in painted(scene_of(messages=said), Seat.S)["talk"]
