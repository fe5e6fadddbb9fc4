"""Predicted chances beside what happened: at a random moment of each game, for a random seat."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import polars as pl

from digsite.simulator.play.backends import default_threads
from digsite.simulator.play.plan import make_plan
from digsite.simulator.play.rollouts import RolloutTable


@dataclass(frozen=True)
class Predictions:
    """A chance twice, by two halves of the worlds, and the part of the win that came of it; one entry per game."""

    sorted_by: np.ndarray
    chance: np.ndarray
    won: np.ndarray

    def table(self, bins: int = 10) -> pl.DataFrame:
        """By tenths of the chance: how often it came true, and by how many standard errors that is off.

        Sorted by one half of the worlds and measured by the other, so that the error of the first half does not show.
        """
        at = np.minimum((self.sorted_by * bins).astype(int), bins - 1)
        rows = []
        for place in range(bins):
            mine = at == place
            if mine.sum() < 10:
                continue
            chance, won = self.chance[mine], self.won[mine]
            error = np.sqrt((chance * (1 - chance)).sum() + 0.25) / mine.sum()
            rows.append({
                "chance": f"{100 * place // bins} to {100 * (place + 1) // bins} %", "games": int(mine.sum()),
                "predicted": float(chance.mean()), "observed": float(won.mean()),
                "z": float((won.mean() - chance.mean()) / error),
            })  # fmt: skip
        return pl.DataFrame(rows)

    @property
    def worst(self) -> float:
        """The probability of a table at least as far off as this one, if all chances are right."""
        from scipy.stats import chi2

        z = self.table()["z"].to_numpy()
        return float(chi2.sf((z * z).sum(), len(z)))

    @property
    def slope(self) -> tuple[float, float]:
        """How much of a chance above the mean comes true, with its standard error: 1 if chances are right, less if bold.

        By the second half of the worlds as an instrument for the first, so that their noise does not flatten it.
        """
        x, y, lean = (
            self.chance - self.chance.mean(),
            self.won - self.won.mean(),
            self.sorted_by - self.sorted_by.mean(),
        )
        slope = (lean * y).sum() / (lean * x).sum()
        return float(slope), float(np.sqrt((lean * lean * (y - slope * x) ** 2).sum()) / abs((lean * x).sum()))


def predict(
    game: str, games: int, worlds: int, view: str, *, players: int = 3, seats=None, seed: int = 1
) -> Predictions:
    """Chances at a random turn of each game: view "open", or "own" for that of the seat whose chance it is."""
    plan = make_plan(game, games, players=players, seats=seats, seed=seed, events=0)
    table, chance = RolloutTable.of(plan), np.random.default_rng(seed)
    draws = [
        (at, chance.random(), int(chance.integers(plan.seats)), int(chance.integers(2**62))) for at in range(games)
    ]

    def one(draw) -> tuple[float, float, float]:
        index, when, seat, luck = draw
        played = table.moments(index)
        moment = played.moments[int(when * len(played.moments))]
        wins = table.wins([moment], worlds, [luck], None if view == "open" else seat)[0, :, seat]
        return wins[::2].mean(), wins[1::2].mean(), played.wins[seat]

    with ThreadPoolExecutor(default_threads()) as pool:
        return Predictions(*np.array(list(pool.map(one, draws))).T)
