"""The columns bear the right names: what was sold stands under the heading of its treasure, size and seat."""

from tests.games.archaeology.positions import GAME, Position

SALES = {"talisman": (4, 32), "coin": (2, 6), "pot_shard": (5, 15), "broken_cup": (1, 2), "pharaohs_mask": (3, 30)}


def headings(table: Position) -> dict[str, int]:
    """The row of the game as a table shows it."""
    out = table.outcome()
    return {
        heading: int(out[column.name][index]) for column in GAME.own_columns for heading, index in column.headings(2)
    }


def test_sets_and_money_stand_under_the_name_of_their_treasure_and_seat():
    cards = ", ".join(f"{name} {size}" for name, (size, _money) in SALES.items())
    table = Position(2).hands("map", cards).acting(2)
    table.play(*(f"sell {name} {size}" for name, (size, _money) in SALES.items()))
    row = headings(table)
    sets = {f"sets_{name}_{size}_2": 1 for name, (size, _money) in SALES.items()}
    money = {f"money_{name}_2": money for name, (_size, money) in SALES.items()}
    expected = sets | money
    found = {name: value for name, value in row.items() if value and name.startswith(("sets_", "money_"))}
    found = {name: value for name, value in found.items() if not name.startswith(("sets_sold", "money_after"))}
    assert found == expected
    assert row["sets_sold_2"] == 5
    assert row["full_sets_2"] == 1
    assert row["cards_sold_2"] == 15
    assert row["cards_sold_1"] == 0
    assert row["first_seat"] == 1


def test_the_monument_and_the_moments_of_tents_are_named():
    table = Position(2, "sphinx").hands("coin 4", "map").digging(1, "sandstorm", "coin", "coin").play("use tent")
    row = headings(table)
    (monument,) = (column for column in GAME.own_columns if column.name == "monument")
    assert monument.choices[row["monument"]] == "sphinx"
    assert row["tents_used_1"] == 1
    assert row["tent_storm_first_1"] == row["storms"]
    assert row["tent_turn_first_1"] == int(table.state.turns)
    assert row["tent_turn_second_1"] == row["tent_turn_first_2"] == 0
