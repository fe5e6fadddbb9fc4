"""Who is nudged, and when: drawn for each luck from a chance of its own."""

import numpy as np

from digsite.simulator.kernel.play.nudge import begins_turn, draw_moment, pick
from digsite.simulator.kernel.play.records import Mark, record

LUCKS, SEATS, TURNS = 6_000, 4, 6


def moments(seed: int, lucks: int = LUCKS) -> np.recarray:
    marks = record(Mark, lucks)
    with np.errstate(over="ignore"):
        for luck in range(lucks):
            draw_moment(marks[luck], seed, luck, SEATS, TURNS)
    return marks


def test_the_same_seed_and_luck_give_the_same_moment():
    drawn = moments(1, 8)
    assert drawn.seat.tolist() == [3, 3, 0, 1, 1, 3, 1, 0]
    assert drawn.turn.tolist() == [4, 1, 5, 5, 1, 2, 2, 6]
    assert not np.array_equal(moments(2, 8).chance, drawn.chance)


def test_every_seat_and_turn_has_the_same_chance_and_neither_tells_the_other():
    drawn = moments(7)
    cells = np.zeros((SEATS, TURNS))
    np.add.at(cells, (drawn.seat, drawn.turn - 1), 1)
    expected = LUCKS / cells.size
    assert (drawn.turn.min(), drawn.turn.max()) == (1, TURNS)
    assert ((cells - expected) ** 2 / expected).sum() < 49.7  # chi-square, 23 degrees of freedom, one in a thousand
    picked = np.array([pick(chance, 5) for chance in drawn.chance])
    assert abs(np.corrcoef(picked, drawn.turn)[0, 1]) < 0.05


def test_a_turn_is_counted_at_its_first_decision_only():
    mark = record(Mark)[0]
    mark.turn, mark.now = 2, -1
    assert [bool(begins_turn(mark, turn)) for turn in (-1, 0, 0, -1, 4, 4, 9)] == [False] * 4 + [True] + [False] * 2
    assert mark.own_turns == 3
