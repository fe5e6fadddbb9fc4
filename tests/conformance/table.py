"""Playing a game by hand, decision by decision, with the real kernel functions."""

from collections.abc import Iterator

import numpy as np

from simulator.game.game import Game
from simulator.games import all_games
from simulator.kernel.compile import Mind
from simulator.kernel.events import SILENT
from simulator.kernel.records import record
from simulator.kernel.rng import open_streams
from strategies.minds import minds_of
from strategies.registry import line_up, strategies_of


def blank_mind(game: str, rules: np.record) -> Mind:
    """A mind for a player of the game who has not thought yet."""
    minds = minds_of(game)
    return Mind(record(minds.notes)[0], minds.build_tables(rules)[0])


class HandPlayed:
    """One game whose every decision the test sees."""

    def __init__(self, game: Game, seats: int, luck: int, variants=(), settings=(), seed: int = 11):
        figures = game.figures.with_variants(variants, seats).with_settings(settings)
        self.game, self.seats = game, seats
        self.box = game.build_rules(figures, seats)
        self.rules = self.box[0]
        self.kernels = game.kernels
        self.state_box = record(game.records.state)
        self.state = self.state_box[0]
        self.options = np.zeros(game.records.max_options, np.int32)
        self.minds = [blank_mind(game.id, self.rules) for _ in range(seats)]
        with np.errstate(over="ignore"):
            open_streams(self.state, seed, luck)
            self.kernels.setup(self.rules, self.state, SILENT)

    def legal(self) -> int:
        return self.kernels.legal(self.rules, self.state, self.options)

    def apply(self, option: int) -> None:
        with np.errstate(over="ignore"):
            self.kernels.apply(self.rules, self.state, option, SILENT)

    def copy(self) -> np.record:
        return self.state_box.copy()[0]

    def play(self, strategies: list[str]) -> Iterator[tuple[int, int]]:
        """Play on with these strategies; before each decision is carried out, gives (options, the one picked)."""
        players = line_up(self.game.id, strategies)
        choose = [player.strategy.choose() for player in players]
        weights = [np.array([*player.weights, 0.0]) for player in players]
        for _ in range(200_000):
            if self.state.over:
                return
            n = self.legal()
            seat = int(self.state.seat)
            with np.errstate(over="ignore"):
                pick = int(choose[seat](self.rules, self.state, seat, self.options, n, weights[seat], self.minds[seat]))
            assert 0 <= pick < n
            option = int(self.options[pick])
            yield n, pick
            self.apply(option)
        raise AssertionError("the game does not end")


def fields(game: Game, seats: int) -> list[list[str]]:
    """Line-ups that between them have every strategy of the game, and one of random players."""
    names = list(strategies_of(game.id))
    heuristic = [name for name in names if name != "random"]
    mixed = [
        [heuristic[(at + shift) % len(heuristic)] for at in range(seats)] for shift in range(0, len(heuristic), seats)
    ]
    return [["random"] * seats, *mixed]


def every_table() -> list:
    """(game, seats) for every game and player count."""
    return [(game, seats) for game in all_games().values() for seats in game.players]


def variant_sets(game: Game, seats: int) -> list[list[str]]:
    """No variant, each alone, and all that go together."""
    fitting = [v.name for v in game.figures.variants.values() if not v.players or seats in v.players]
    together: list[str] = []
    for name in fitting:
        if not any(
            name in game.figures.variants[o].excludes or o in game.figures.variants[name].excludes for o in together
        ):
            together.append(name)
    return [[], *([name] for name in fitting), together]
