"""Compiling everything there is, one process a game: `make test` does so before its workers start."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from time import perf_counter

from simulator.games import all_games, find_game
from simulator.play.backends import default_threads
from strategies.minds import search_of
from strategies.registry import strategies_of


def compile_game(game: str) -> tuple[str, float]:
    """Compile a game's kernels and strategies into the cache, and play one game so that nothing is left."""
    from simulator.play.plan import make_plan
    from simulator.play.rollouts import RolloutTable

    began = perf_counter()
    for name in strategies_of(game):
        seats = [name] * find_game(game).players[0]
        table = RolloutTable.of(make_plan(game, 1, seats=seats, seed=1, events=0))
        last = table.moments(0).moments[-1:]
    for seat in (0, None):
        table.wins(last, 1, [1], seat)
    assert search_of(game, wanted=True)
    if find_game(game).own_nudges:
        assert find_game(game).nudge_kernels
    return game, perf_counter() - began


def warm() -> Iterator[tuple[str, float]]:
    """Compile all games; gives each game and the seconds it took."""
    with ProcessPoolExecutor(default_threads()) as pool:
        yield from pool.map(compile_game, all_games())
