"""Players that look ahead are players like others: they see no more, change no more, and can be repeated."""

import os
import subprocess
import sys

import numpy as np
import pytest

from digsite.simulator.lab.battery.checks.lookahead import WAYS, check_lookahead, player_of, strategy_of
from digsite.simulator.play.backends import batches
from digsite.simulator.play.plan import make_plan
from digsite.simulator.play.seating import CYCLIC, FIXED
from digsite.strategies.registry import line_up
from tests.conformance.table import each_game, found, subject

each_way = pytest.mark.parametrize("how", WAYS)


@each_way
@each_game
def test_looking_ahead_sees_and_changes_no_more_can_be_repeated_and_takes_other_options(game, how):
    here = subject(game, game.players[-1])
    before = here.seen["choice"]
    assert not found(check_lookahead(here, (how,)))
    assert here.seen["choice"] > before


def rows(game, hows, threads, batch_games, rotate=True):
    name, seats = strategy_of(game), max(game.players[0], 2)
    line = [*(player_of(game, how) for how in hows), *[name] * seats][:seats]
    plan = make_plan(
        game.id, 2 * seats, players=seats, seats=line, seed=5, seating=CYCLIC if rotate else FIXED, events=0
    )
    return np.concatenate([batch.rows for batch in batches(plan, threads=threads, batch_games=batch_games)])


@pytest.mark.parametrize("hows", [("+2", "*24"), ("greedy", "searcher:deals=24")], ids=["strategies", "general"])
@each_game
def test_rows_of_players_who_think_are_the_same_for_any_threads_and_batches(game, hows):
    one, other = rows(game, hows, 1, None), rows(game, hows, 2, 3)
    assert all((one[name] == other[name]).all() for name in one.dtype.names)


def test_who_thinks_meets_the_luck_of_the_game_that_nobody_thinks_in():
    """A search draws on the seat's own noise alone: a caution that forbids every change leaves every row as it is."""
    found = []
    for first in ("opportunist+2:caution=1000000", "opportunist"):
        plan = make_plan("lost-cities", 2, seats=[first, "cautious"], seed=6, events=0)
        found.append(np.concatenate([batch.rows for batch in batches(plan, threads=1)]))
    assert all((found[0][field] == found[1][field]).all() for field in found[0].dtype.names)


@pytest.mark.parametrize("horizon", ["game", "chapter"])
def test_a_chapter_is_a_field_of_the_state(horizon):
    from digsite.strategies.search import search_records

    (player,) = line_up("lost-cities", [f"opportunist+8:horizon={horizon}"])
    made = search_records("lost-cities", [player.search])[0]
    assert bool(made.chapter_size) == (horizon == "chapter")


def _plain_and_compiled(game, line_up, tmp_path):
    """The rows of one game as plain Python and as compiled code."""
    script = (
        "import sys, numpy as np; from digsite.simulator.play.plan import make_plan; from digsite.simulator.play.table import table_for\n"
        "plan = make_plan(sys.argv[1], 1, seats=sys.argv[2], seed=21, events=0)\n"
        "np.save(sys.argv[3], np.asarray(table_for(plan).play(0, 1).rows))\n"
    )
    for mode in ("0", "1"):
        arguments = [game, line_up, str(tmp_path / mode)]
        subprocess.run(
            [sys.executable, "-c", script, *arguments], check=True, env=os.environ | {"NUMBA_DISABLE_JIT": mode}
        )
    return np.load(tmp_path / "1.npy"), np.load(tmp_path / "0.npy")


def test_a_whole_game_of_players_who_think_is_the_same_compiled_and_plain(tmp_path):
    """In the game whose playing out takes plain Python the least time; whatever thinks is the same code."""
    plain, compiled = _plain_and_compiled("chac", "random+2:caution=0,greedy:deals=2:choices=2", tmp_path)
    assert (plain == compiled).all()


@pytest.mark.verify
@each_way
@each_game
def test_whole_games_of_players_who_think_are_the_same_compiled_and_plain(game, how, tmp_path):
    seats = max(game.players[0], 2)
    player = f"random{how}" if how[0] in "+*" else how
    plain, compiled = _plain_and_compiled(game.id, ",".join([player, *["random"] * (seats - 1)]), tmp_path)
    assert (plain == compiled).all()
