"""Meetings: who ranked before whom, place by place."""

import numpy as np

from digsite.simulator.play.line_up_sums import sum_line_up
from digsite.simulator.play.plan import make_plan

FIELDS = [("rank", "i1", 2), ("score", "i4", 2), ("winners", "i1")]


def test_equal_ranks_count_half_for_each_and_places_follow_the_line_up():
    plan = make_plan("lost-cities", 4, seats="rusher,random", seed=1, rotate=True, events=0)
    rows = np.zeros(4, FIELDS)
    # First deal: two ties. Second deal: the first place wins both games, from seat 1 and then from seat 2.
    rows["rank"] = [[1, 1], [1, 1], [1, 2], [2, 1]]
    rows["winners"] = [2, 2, 1, 1]
    found = sum_line_up(plan, [rows])
    assert found.ahead[:, 0, 1].tolist() == [1.0, 2.0]
    assert found.ahead[:, 1, 0].tolist() == [1.0, 0.0]
    assert found.wins.tolist() == [[1.0, 1.0], [2.0, 0.0]]
