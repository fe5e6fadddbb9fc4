"""What the end of a world is worth to a player: its part of the win, or its points ahead."""

import pytest

from digsite.simulator.game.columns import outcome_of
from digsite.simulator.kernel.play.loop import add_up_sides, rank_seats
from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.search.worlds import TIE_BREAK, Objective, worth_to


def ended(*points, dead=(), sides=()):
    """The outcome of a game that ended with these points; the dead cannot win, and the seats of a side win together."""
    box = record(outcome_of((), len(points)))
    box[0].score[:] = points
    box[0].side[:] = sides or range(len(points))
    add_up_sides(box[0], len(points))
    box[0].contends[:] = [seat not in dead for seat in range(len(points))]
    rank_seats(box[0], len(points))
    return box[0]


def worths(outcome, objective):
    seats = len(outcome.score)
    return [worth_to(outcome, seats, seat, objective) for seat in range(seats)]


def test_a_lead_is_one_over_the_best_rival():
    assert worths(ended(12, 9, 4), Objective.LEAD) == [3, -3, -8]
    assert worths(ended(4, 12, 9), Objective.LEAD) == [-8, 3, -3]


def test_a_side_leads_with_the_points_of_all_its_seats_over_the_best_other_side():
    assert worths(ended(12, 9, 4, 3, sides=(0, 1, 0, 1)), Objective.LEAD) == [4, -4, 4, -4]


def test_seats_that_all_play_together_have_no_rival():
    outcome = ended(3, 4, sides=(0, 0))
    assert worths(outcome, Objective.LEAD) == [7, 7]
    assert outcome.winners == 1
    assert outcome.winner == 0


def test_who_cannot_win_has_nothing_to_lead_with():
    assert worths(ended(12, 9, 4, dead=[0]), Objective.LEAD) == [-9, 5, -5]


def test_a_player_alone_leads_by_all_it_has():
    assert worths(ended(12), Objective.LEAD) == [12]


@pytest.mark.parametrize(
    ("outcome", "shares"),
    [
        (ended(12, 9, 4), [1, 0, 0]),
        (ended(12, 12, 4), [1 / 2, 1 / 2, 0]),
        (ended(12, 9, 4, dead=[0]), [0, 1, 0]),
        (ended(12, 9, 4, dead=[0, 1, 2]), [0, 0, 0]),
    ],
)
def test_a_win_is_shared_by_those_who_have_it_and_points_break_ties(outcome, shares):
    """Points add or take less than a tenth, so that no lead is worth a win."""
    found = worths(outcome, Objective.WIN)
    assert all(abs(worth - share) < TIE_BREAK for worth, share in zip(found, shares, strict=True))
    for worth, share, lead in zip(found, shares, worths(outcome, Objective.LEAD), strict=True):
        assert (worth - share > 0) == (lead > 0)
