"""Who is offered what with the chairs."""

from minibridge.engine import Seat

from .hand_made import VIEWERS, painted, scene_of


def test_only_the_host_has_the_hosts_tools():
    scene = scene_of(free="E")
    for viewer in VIEWERS:
        html = painted(scene, viewer)["chairs"]
        assert ("to-start" in html) == ("to-remove" in html) == (viewer is Seat.S)
        assert html.count('form="to-sit"') == 1
