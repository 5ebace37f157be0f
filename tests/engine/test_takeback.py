from minibridge.engine.seats import Seat
from minibridge.engine.takeback import who_may_answer


def test_either_defender_answers_declarer():
    assert who_may_answer(Seat.N, declarer=Seat.N) == {Seat.E, Seat.W}


def test_declarer_answers_a_defender_and_dummy_is_not_asked():
    assert who_may_answer(Seat.E, declarer=Seat.N) == {Seat.N}
