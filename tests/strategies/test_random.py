"""The random player: one for every game."""

import numpy as np
import pytest

from digsite.simulator.games import all_games, find_game
from digsite.simulator.kernel.jit.signatures import Mind
from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.play.rng import below
from digsite.strategies import registry
from digsite.strategies.minds import minds_of
from digsite.strategies.registry import Strategy, default_line_up, field_of, strategies_of


@pytest.mark.parametrize("game", all_games())
def test_every_game_has_it_first_and_needs_no_file_for_it(game):
    assert next(iter(strategies_of(game))) == "random"
    assert not find_game(game).home.players.has("random")
    assert "random" not in default_line_up(game, 4)


def test_it_takes_part_unasked_only_where_there_is_no_other_player(monkeypatch):
    assert "random" not in field_of("chac")
    monkeypatch.setattr(registry, "strategies_of", lambda _game: {"random": None})
    assert field_of("chac") == ["random"]
    assert field_of("chac", [Strategy("mine", "chac")]) == ["mine"]


def test_it_takes_any_option_by_the_next_number_of_its_seats_own_noise():
    found, minds = find_game("lost-cities"), minds_of("lost-cities")
    state, rules, noise = record(found.records.state)[0], record(found.records.rules)[0], found.records.streams["NOISE"]
    state.stream[:] = np.arange(len(state.stream), dtype=np.uint64) * np.uint64(7919)
    other, choose = state.copy(), strategies_of("lost-cities")["random"].choose()
    mind = Mind(record(minds.notes)[0], record(minds.tables)[0])
    with np.errstate(over="ignore"):
        picks = [int(choose(rules, state, 2, np.zeros(7, np.int32), 7, np.zeros(1), mind)) for _ in range(50)]
        assert picks == [int(below(other, noise + 2, 7)) for _ in range(50)]
    assert set(picks) == set(range(7))
    assert state.stream.tolist() == other.stream.tolist()
