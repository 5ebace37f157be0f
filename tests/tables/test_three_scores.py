"""What three players have written, beside the engine's own sum and a plain count."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from minibridge.engine import SEATS, Seat, Side, scores_of_players
from minibridge.engine.scoring import BoardResult
from tables.three_scores import PlayerScore, chairs_through, player_scores, winners

deals = st.lists(
    st.tuples(
        st.sampled_from(["played", "claimed", "balanced", "unfinished"]), st.integers(0, 1), st.booleans()
    ),
    min_size=1,
    max_size=12,
)


def results_of(first: Seat, deals: list[tuple[str, int, bool]]) -> list[tuple[Seat, BoardResult]]:
    """Deals one after the other: the dealer declares, or the player on his left; made or not."""
    dealer, results = first, []
    for outcome, place, is_made in deals:
        declarer = (dealer, dealer.next)[place] if outcome in ("played", "claimed") else None
        points = dict.fromkeys(Side, 0)
        if declarer is not None:
            points[declarer.side if is_made else declarer.side.other] = 90 if is_made else 50
        results.append((dealer, BoardResult(outcome, declarer, None, None, points)))
        if outcome != "balanced":
            dealer = dealer.next.next.next
    return results


@given(st.sampled_from(SEATS), deals)
def test_the_sum_is_the_engines_and_that_of_a_plain_count(
    first: Seat, deals: list[tuple[str, int, bool]]
) -> None:
    results = results_of(first, deals)
    dealers = [dealer for dealer, _result in results]
    scores = player_scores(dealers, [result for _dealer, result in results])
    assert {score.first: score.total for score in scores} == scores_of_players(results)

    ring = ["dealer", "left", "opposite"]  # clockwise from the first dealer; the empty chair is the fourth
    sums = dict.fromkeys(ring, 0)
    for outcome, place, is_made in deals:
        if outcome in ("played", "claimed"):
            declarer = ring[place]
            for player in ring:
                if (player == declarer) == is_made:
                    sums[player] += 90 if is_made else 50
        if outcome != "balanced":  # the one opposite the dealer crosses the empty chair and deals
            ring = [ring[2], ring[0], ring[1]]
    by_place = {"dealer": first, "left": first.next, "opposite": first.next.next}
    assert {by_place[player]: total for player, total in sums.items()} == scores_of_players(results)


@given(st.sampled_from(SEATS), deals)
def test_in_every_deal_three_have_a_chair_and_the_dealer_is_one_of_them(
    first: Seat, deals: list[tuple[str, int, bool]]
) -> None:
    dealers = [dealer for dealer, _result in results_of(first, deals)]
    for dealer, chairs in zip(dealers, chairs_through(dealers), strict=True):
        assert set(chairs.values()) == set(SEATS) - {dealer.rho}


def test_before_the_first_deal_nobody_has_a_score() -> None:
    assert player_scores([], []) == ()
    assert [score.points for score in player_scores([Seat.N], [])] == [(), (), ()]


def test_who_has_most_wins_and_two_may_share_it() -> None:
    def named(*totals: int) -> list[str]:
        scores = [PlayerScore(seat, seat, (total,)) for seat, total in zip(SEATS[:3], totals, strict=True)]
        return [score.first.value for score in winners(scores)]

    assert named(400, 90, 100) == ["N"]
    assert named(90, 120, 120) == ["E", "S"]
    assert named(50, 50, 50) == []
