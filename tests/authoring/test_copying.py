"""Columns that are fields of the State are copied; others are not."""

import numpy as np

from digsite.simulator.game.authoring.copying import copied_lines
from digsite.simulator.game.columns import Column

STATE = np.dtype(
    [("gems", "i4", (4,)), ("rooms", "i4", (4, 3)), ("storms", "i4"), ("sets", "i4", (4, 2, 2)), ("days", "i4", (5,))]
)


def lines(*columns: Column) -> tuple[list[str], list[str]]:
    return copied_lines(columns, STATE)


def test_a_number_of_each_seat_and_one_of_the_game():
    assert lines(Column("gems", "i2", ""), Column("storms", "i1", "", "game")) == (
        ["outcome.storms = state.storms"],
        ["outcome.gems[seat] = state.gems[seat]"],
    )


def test_a_row_is_copied_as_far_as_it_has_labels():
    per_game, per_seat = lines(
        Column("rooms", "i1", "", labels=("a", "b")), Column("days", "i1", "", "game", ("1", "2", "3"))
    )
    assert per_seat == ["for at in range(2):", "    outcome.rooms[seat, at] = state.rooms[seat, at]"]
    assert per_game == ["for at in range(3):", "    outcome.days[at] = state.days[at]"]


def test_a_field_of_another_shape_is_not_copied():
    shapes = (
        Column("sets", "i1", ""),
        Column("gems", "i1", "", "game"),
        Column("rooms", "i1", "", labels=tuple("abcd")),
    )
    assert lines(*shapes, Column("gold", "i1", "")) == ([], [])
