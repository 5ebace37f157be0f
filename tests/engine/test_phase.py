from minibridge.engine.phase import Phase


def test_phases_are_in_the_order_of_a_deal():
    assert [phase.value for phase in sorted(Phase)] == [
        "auction",
        "announcement",
        "declarer",
        "contract",
        "play",
        "finished",
    ]
