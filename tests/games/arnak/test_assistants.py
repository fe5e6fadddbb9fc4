"""Assistants: both sides of each, exhausting, refreshing."""

import pytest

from tests.games.arnak.positions import Position

# assistant, side, what to play after using it, tokens before, tokens after
SIDES = [
    ("a01", "silver", [], {}, {"coin": 2}),
    ("a01", "gold", [], {}, {"coin": 3}),
    ("a02", "silver", [], {}, {"tablet": 1}),
    ("a02", "gold", [], {}, {"coin": 1, "tablet": 1}),
    ("a03", "silver", ["accept", "pay card fear boot"], {}, {"arrowhead": 1}),
    ("a03", "gold", [], {}, {"arrowhead": 1}),
    ("a04", "silver", ["accept"], {"coin": 1}, {"arrowhead": 1}),
    ("a04", "gold", ["accept", "choose 1"], {"coin": 1}, {"arrowhead": 1}),
    ("a04", "gold", ["accept", "choose 2"], {"coin": 1}, {"jewel": 1}),
    ("a05", "silver", ["exile fear of hand"], {}, {}),
    ("a05", "gold", ["exile fear of hand"], {}, {"compass": 1}),
    ("a06", "silver", ["accept", "use up fear"], {}, {}),
    ("a06", "gold", ["accept"], {}, {}),
    ("a07", "silver", ["choose 1"], {}, {"coin": 1}),
    ("a07", "gold", ["choose 1"], {}, {"coin": 2}),
    ("a08", "silver", ["choose 1"], {}, {"compass": 1}),
    ("a08", "gold", ["choose 1"], {}, {"coin": 1, "compass": 1}),
    ("a09", "silver", ["choose 1"], {}, {"compass": 1}),
    ("a09", "gold", ["choose 1"], {}, {"coin": 1, "compass": 1}),
    ("a10", "silver", ["buy hat"], {}, {}),
    ("a10", "gold", ["buy torch"], {}, {}),
    ("a11", "silver", ["upgrade tablet"], {"tablet": 1}, {"arrowhead": 1}),
    ("a11", "gold", ["upgrade tablet"], {"tablet": 1}, {"arrowhead": 1, "compass": 1}),
    ("a12", "silver", [], {}, {"compass": 1}),
    ("a12", "gold", [], {}, {"compass": 2}),
]


@pytest.mark.parametrize(("name", "side", "plays", "before", "after"), SIDES)
def test_each_side_of_each_assistant(name, side, plays, before, after):
    table = Position(2).assistant(1, name, side == "gold").hand(1, "fear").deck(1, "funding_car").resources(1, **before)
    table.row(items="hat, torch").play(f"assistant {name}", *plays)
    assert table.held() == after
    assert not table.is_ready(name)
    assert bool(table.state.main_done) == (name == "a10")
    assert f"assistant {name}" not in table.options()


@pytest.mark.parametrize(("name", "icon"), [("a07", "plane"), ("a08", "car"), ("a09", "ship")])
@pytest.mark.parametrize("gold", [False, True])
def test_some_assistants_give_travel_instead(name, icon, gold):
    assert Position(2).assistant(1, name, gold).play(f"assistant {name}", "choose 2").pool() == {icon: 1 + gold}


def test_a_drawn_card_can_be_the_one_used_up():
    table = Position(2).assistant(1, "a06").deck(1, "funding_car").hand(1, "fear").play("assistant a06", "accept")
    assert table.options() == {"use up funding_car", "use up fear"}


def test_the_discount_is_one_coin_or_compass_and_two_on_the_gold_side():
    table = (
        Position(2).assistant(1, "a10").row(items="horse, hat", artifacts="stone_jar").resources(1, coin=3, compass=1)
    )
    assert table.play("assistant a10").offered("buy") == {"buy horse", "buy hat", "buy stone_jar"}
    gold = (
        Position(2).assistant(1, "a10", gold=True).row(items="horse, hat", artifacts="stone_jar").resources(1, coin=1)
    )
    assert gold.play("assistant a10").offered("buy") == {"buy hat", "buy stone_jar"}


def test_assistants_are_refreshed_at_the_end_of_the_round():
    table = Position(2).assistant(1, "a01").play("assistant a01", "pass", "end", "pass", "end")
    assert table.state.round_number == 2
    assert table.is_ready("a01")


def test_the_next_assistant_of_a_stack_comes_to_light():
    table = Position(2).tokens(1, 1, 0).resources(1, compass=1, arrowhead=1).supply("a01", "a02", "a03")
    below = int(table.state.supply[0, table.state.supply_left[0] - 2])
    table.play("research notebook 1", "recruit a01")
    assert table.state.supply[0, table.state.supply_left[0] - 1] == below


def test_other_players_assistants_cannot_be_used():
    assert Position(2).assistant(2, "a01").offered("assistant") == set()
