"""Research: tokens, bridges, rows, bonus tiles, the Lost Temple, on both sides of the board."""

import pytest

from tests.games.arnak.positions import GAME, Position

BIRD, SNAKE = (), ("snake-temple",)
TOKENS = ("coin", "compass", "tablet", "arrowhead", "jewel")
EDGES = {
    board: [
        (start, end)
        for start in range(15)
        for end in GAME.figures[f"research.{board}.spaces.{start}.next"]
    ]
    for board in ("bird", "snake")
}  # fmt: skip
STEPS = [(board, *edge) for board, edges in EDGES.items() for edge in edges]


def at(board: str, glass: int, notebook: int = 0, **tokens: int) -> Position:
    """Seat 1 has tokens on the track and is to act; there are no bonus tiles."""
    table = Position(2, variants=SNAKE if board == "snake" else BIRD).tokens(1, glass, notebook).resources(1, **tokens)
    for space in range(14):
        table.bonus(space)
    return table.deck(1, "funding_car, fear").supply("a01", "a02", "a04").idols(1, 1).hand(1, "")


def price(board: str, space: int) -> dict[str, int]:
    return {name: n for name, n in GAME.figures[f"research.{board}.spaces.{space}.cost"].items() if name in TOKENS}


@pytest.mark.parametrize(("board", "start", "end"), STEPS)
def test_a_glass_crosses_a_bridge_for_its_cost(board, start, end):
    cost = price(board, end)
    table = at(board, start, 0, **cost)
    assert f"research glass {end}" in table.options()
    table.play(f"research glass {end}")
    assert table.state.token[0, 0] == end
    for name in cost:
        short = at(board, start, 0, **cost)
        short.state.resources[0, TOKENS.index(name)] -= 1
        assert f"research glass {end}" not in short.options()


@pytest.mark.parametrize(("board", "start", "end"), STEPS)
def test_a_notebook_follows_but_never_into_the_lost_temple(board, start, end):
    table = at(board, 14, start, **dict.fromkeys(TOKENS, 9))
    assert (f"research notebook {end}" in table.options()) == (end != 14)


@pytest.mark.parametrize("board", ["bird", "snake"])
def test_a_notebook_never_stands_above_the_glass(board):
    table = at(board, 1, 2, **dict.fromkeys(TOKENS, 9))
    assert table.offered("research notebook") == set()
    assert table.offered("research glass") == {
        f"research glass {end}" for end in GAME.figures[f"research.{board}.spaces.1.next"]
    }


ROWS = [(board, row, token) for board in ("bird", "snake") for row in range(1, 8) for token in ("glass", "notebook")]


@pytest.mark.parametrize(("board", "row", "token"), ROWS)
def test_every_row_has_its_effect(board, row, token):
    """The effect of each row is carried out when a token reaches it."""
    spaces = {space: int(at(board, 0).rules.space_row[space]) for space in range(15)}
    start, end = next((a, b) for a, b in EDGES[board] if spaces[b] == row)
    table = at(board, start if token == "glass" else 14, 0 if token == "glass" else start, **price(board, end))
    table.row(items="hat", artifacts="stone_jar").assistant(1, "a05", exhausted=True).assistant(1, "a06")
    table.discovered("j1", "l1_10", "g08").placed(1, "j1").hand(1, "exploration_car")
    fears = table.played().count("fear")
    table.play(f"research {token} {end}")
    (step,) = GAME.figures[f"research.{board}.rows.{row}.{token}_effect"]
    check_effect(table, step, fears)


def check_effect(table: Position, step: dict, fears: int) -> None:
    op = step["op"]
    if op == "gain":
        assert table.held() == {name: n for name, n in step.items() if name != "op"}
    elif op == "draw":
        assert "funding_car" in table.play("accept").cards()
    elif op == "fear":
        assert table.played().count("fear") == fears + 1
    elif op == "exile":
        assert table.play("exile exploration_car of hand").cards() == []
    elif op == "refresh":
        assert table.play("refresh a05").is_ready("a05")
    elif op == "recruit_assistant":
        assert table.play("recruit a02").employer("a02") == 1
        assert table.is_ready("a02")
    elif op == "upgrade_assistant":
        table.play("promote a05")
        assert table.is_gold("a05")
        assert table.is_ready("a05")
    elif op == "rescue_assistant":
        name = sorted(table.offered("recruit"))[0].split()[1]
        table.play(f"recruit {name}")
        assert table.employer(name) == 1
        assert not table.is_ready(name)
    elif op == "take_card":
        assert "stone_jar" in table.play("take stone_jar").played()
        assert table.decision() == "resolve"
    else:
        assert op == "overcome"
        assert "boon g08" in table.play("overcome j1").options()


# ------------------------------------------------------------------------------------------------ bonus tiles


@pytest.mark.parametrize("face", GAME.figures.tables["bonus_tiles"].rows)
def test_a_bonus_tile_has_its_effect_and_only_the_first_gets_it(face):
    table = at("bird", 1, 0, tablet=2, arrowhead=2).bonus(4, face).hand(1, "exploration_car")
    table.play("research glass 4", f"bonus first {face}")
    check_bonus(table, face)
    assert table.state.bonus_left[4] == 0
    table.play("end", "pass", "end")
    assert (
        table.play("research notebook 1" if "research notebook 1" in table.options() else "pass").decision() != "reward"
    )


def check_bonus(table: Position, face: str) -> None:
    if face in ("coin", "compass", "tablet"):
        assert table.held()[face] == {"coin": 1, "compass": 2, "tablet": 2}[face]
    elif face == "exile":
        assert table.play("exile exploration_car of hand").cards() == []
    elif face == "draw":
        assert "funding_car" in table.play("accept").cards()
    else:
        assert table.play("upgrade tablet").held() == {"arrowhead": 2, "compass": 1}


def test_the_row_may_come_before_the_bonus_tile():
    table = at("bird", 9, 0, compass=1, jewel=1).bonus(10, "exile").play("research glass 10", "bonus last exile")
    assert table.decision() == "draw"
    table.play("accept", "exile funding_car of hand")
    assert table.cards() == []
    assert table.decision() == "act"


def test_costs_are_paid_before_rewards_are_gained():
    assert "research glass 4" not in at("bird", 1, 0, arrowhead=1).bonus(4, "tablet").options()


def test_the_worked_example_of_a_research_action():
    table = at("bird", 1, 0, tablet=1, arrowhead=1).bonus(4, "tablet").play("research glass 4", "bonus first tablet")
    assert table.held() == {"tablet": 1, "compass": 1}


def test_the_worked_example_of_where_one_can_move():
    """One space of the first row leads to both spaces of the next, the other to one; from the start one reaches both."""
    tokens = dict.fromkeys(TOKENS, 9)
    assert at("bird", 1, 0, **tokens).offered("research glass") == {"research glass 3", "research glass 4"}
    assert at("bird", 2, 0, **tokens).offered("research glass") == {"research glass 4"}
    assert at("bird", 0, 0, **tokens).offered("research") == {"research glass 1", "research glass 2"}


def test_the_worked_example_of_gaining_an_assistant():
    table = at("bird", 4, 1, tablet=1, arrowhead=1).play("research notebook 4", "recruit a01")
    assert table.state.token[0].tolist() == [4, 4]
    assert "assistant a01" in table.options()


def test_the_worked_example_of_upgrading_an_assistant_used_before():
    table = at("bird", 5, 4, tablet=1, arrowhead=1).assistant(1, "a02").assistant(1, "a05")
    table.play("assistant a02", "research notebook 5", "promote a02", "assistant a02")
    assert table.held() == {"coin": 1, "tablet": 1}


# ------------------------------------------------------------------------------------------------ the Lost Temple


def test_whoever_reaches_the_lost_temple_takes_a_tile_and_a_place_by_arrival():
    table = at("bird", 12, 0, coin=1, compass=1, jewel=1).bonus(14, "coin", "tablet").play("research glass 14")
    assert table.options() >= {"bonus first coin", "bonus first tablet"}
    assert table.offered("bonus last") == set()
    assert table.play("bonus first tablet").held() == {"tablet": 1}
    assert table.outcome().points_from[0, 0] == 23
    table.tokens(2, 14)
    assert table.outcome().points_from[1, 0] == 21
    assert table.state.bonus_left[14] == 1


@pytest.mark.parametrize("board", ["bird", "snake"])
@pytest.mark.parametrize("stack", GAME.figures.tables["temple.stacks"].rows)
def test_a_temple_tile_costs_its_parts(board, stack):
    parts = GAME.figures[f"temple.stacks.{stack}.pays"]
    costs = GAME.figures[f"temple.{board}.costs"]
    total = dict.fromkeys(TOKENS, 0)
    for part in parts:
        for name, n in costs[("left", "middle", "right").index(part)].items():
            total[name] += n
    table = at(board, 14, 0, **total).play(f"temple {stack}")
    assert table.held() == {}
    assert table.outcome().points_from[0, 2] == GAME.figures[f"temple.stacks.{stack}.points"]


def test_tiles_of_a_stack_are_limited():
    table = at("bird", 14, 0, jewel=9)
    table.state.stack_left[4] = 0
    assert "temple two_middle" not in table.options()


def test_nobody_takes_temple_tiles_before_reaching_the_temple():
    assert at("bird", 12, 0, **dict.fromkeys(TOKENS, 9)).offered("temple") == set()


# ------------------------------------------------------------------------------------------------ the Snake Temple


def test_the_idol_bridge_takes_an_idol_of_the_crates():
    table = at("snake", 6).play("research glass 8")
    assert table.state.crates[0] == 0
    assert table.outcome().idols_paid[0] == 1
    assert "research glass 8" not in at("snake", 6).idols(1, 0, slots=(1,)).options()


def test_a_rescued_assistant_is_exhausted_and_the_stack_keeps_its_order():
    table = at("snake", 6)
    before = table.state.rescue[: table.state.rescue_left].tolist()
    table.play("research glass 8")
    assert table.state.rescue_seen == 1
    name = GAME.figures.tables["assistants"].rows[before[0]]
    table.play(f"recruit {name}")
    assert not table.is_ready(name)
    assert table.state.rescue[: table.state.rescue_left].tolist() == before[1:]


def test_one_of_several_tiles_is_chosen_on_the_last_row():
    table = at("snake", 11, 0, coin=1, tablet=1, arrowhead=1).bonus(13, "coin", "draw").play("research glass 13")
    assert table.offered("bonus") == {f"bonus {when} {face}" for when in ("first", "last") for face in ("coin", "draw")}
    table.play("bonus first coin")
    assert table.state.bonus_left[13] == 1
    assert table.held() == {"coin": 1}


def test_the_contested_effects_have_alternatives_that_can_be_played():
    table = Position(2, variants=SNAKE, settings=['research.snake.rows.2.glass_effect=[{ op = "gain", coin = 3 }]'])
    table.bonus(4).tokens(1, 1).resources(1, tablet=1, jewel=1).play("research glass 4")
    assert table.held() == {"coin": 3}


def test_a_reward_waits_while_a_free_action_researches():
    """No printed free action does; with other figures each step of a token still has the reward of its own space."""
    researching = 'basics.funding_car.effect=[{ op = "research", free = true }]'
    table = Position(2, settings=[researching]).tokens(1, glass=1).bonus(4, "coin").hand(1, "funding_car")
    table.resources(1, tablet=1, arrowhead=1).supply("a01")
    table.play("research glass 4", "play funding_car", "research notebook 2", "recruit a01")
    assert table.decision() == "reward"
    table.play("bonus first coin")
    assert table.held() == {"coin": 1, "compass": 1}
    assert table.state.bonus_left[4] == 0
