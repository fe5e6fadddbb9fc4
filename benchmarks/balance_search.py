"""How near do searches for balanced rules come with the same number of games?

    python benchmarks/balance_search.py [GAMES] [SEEDS]

High roll, the toy game of the tests, whose win rates are known exactly: four figures may move, at most two at once, and the
first seat is to win 50 % within half a point. Compared are the search of `digsite balance`, random candidates, and CMA-ES with
margin over the numbers of the values, whose best is the middle of its last candidates. What is reported is the exact distance of
the best candidate from the target, in points, on average over the seeds; random search also has three times the games.
"""

import sys
import tempfile
from pathlib import Path

import numpy as np

from digsite.analyses.experiments.balance.question import BalanceQuestion
from digsite.simulator.games import chosen_game
from digsite.simulator.lab.balancing.balance import _own_proof
from digsite.simulator.lab.balancing.luck import CommonLuck
from digsite.simulator.lab.balancing.search import BalanceSearch, Round
from digsite.simulator.lab.balancing.space import space_of
from digsite.simulator.lab.balancing.targets import targets_of
from digsite.simulator.lab.experiments.arms import arm_plan
from digsite.simulator.lab.players.cma import Limits, Log
from tests.lab.balancing.exact import HIGH_ROLL, first_wins

LOW, HIGH = 0.495, 0.505
VARIED = ["first.bonus=0..6", "second.bonus=0..6", "second.luck=0..1", "second.gift=0..9", "faces=4..20"]
NAMES = {
    "first.bonus": "first",
    "second.bonus": "second",
    "second.luck": "luck",
    "second.gift": "gift",
    "faces": "faces",
}


def outside(space, candidate) -> float:
    """Return how far outside the target a candidate lies exactly, in points."""
    rate = first_wins(**{NAMES[key]: value for key, value in space.changes_of(candidate).items()})
    return 100 * max(LOW - rate, rate - HIGH, 0.0)


def ours(space, question, plan, games, seed):
    """Return what the search of balance proposes first."""
    luck = CommonLuck(arm_plan(HIGH_ROLL, 100_000, seed=10_000 + seed), question.extra, 1)
    own = _own_proof(question, plan, 1).tallies[0]
    with tempfile.TemporaryDirectory() as folder:
        search = BalanceSearch(space, question.own, luck, own, games)
        found = search.run(Log(Path(folder) / "log", Round), Limits(games), lambda _: None)
    return found.proposals[-1] if found.proposals else space.present, found.games


def mean_rates(space, question, candidates, games, seed):
    """Return the first seat's win rate of candidates that play the same deals."""
    luck = CommonLuck(arm_plan(HIGH_ROLL, 100_000, seed=20_000 + seed), question.extra, 1)
    size = luck.part(games)
    base = luck.reference(question.own.figures, range(1), size)[0][1]
    changes = luck.changes(
        question.own.figures, [space.changes_of(c) for c in candidates], [range(1)] * len(candidates), size
    )
    return [base + rows[0][1] for rows in changes]


def gap(rate: float) -> float:
    """Return how far outside the target a measured win rate lies."""
    return max(LOW - rate, rate - HIGH, 0.0)


def at_random(space, question, games, seed, each=1_000):
    """Return the best of random candidates, each with as many games."""
    rng = np.random.default_rng(seed)
    every = [*space.singles(), *space.pairs()]
    chosen = [every[at] for at in rng.permutation(len(every))[: max(games // each, 1)]]
    rates = mean_rates(space, question, chosen, each, seed)
    return min(zip(chosen, rates, strict=True), key=lambda one: abs(one[1] - 0.5))[0]


def by_cma(space, question, games, seed, each=1_000):
    """Return the middle of the last candidates of CMA-ES with margin, over the numbers of the values."""
    from cmaes import CMAwM

    counts = np.array([len(figure.values) for figure in space.figures])
    lines = [
        sorted(range(count), key=lambda at, f=figure: f.values[at].place)
        for figure, count in zip(space.figures, counts, strict=True)
    ]
    start = np.array([line.index(0) for line in lines], dtype=float)
    bounds = np.column_stack([np.zeros(len(counts)), counts - 1.0])
    cma = CMAwM(start, 2.0, bounds, np.ones(len(counts)), seed=seed)
    generation = 0

    def candidate(point):
        return tuple(line[round(float(np.clip(x, 0, len(line) - 1)))] for line, x in zip(lines, point, strict=True))

    while (generation + 1) * cma.population_size * each <= games:
        points = [cma.ask() for _ in range(cma.population_size)]
        chosen = [candidate(point) for point, _ in points]
        rates = mean_rates(space, question, chosen, each, 1_000 * seed + generation)
        cma.tell([(tell, abs(rate - 0.5)) for (_, tell), rate in zip(points, rates, strict=True)])
        generation += 1
    return candidate(cma.mean)


def main(games: int = 30_000, seeds: int = 10) -> None:
    """Print a row for each search."""
    chosen_game(str(HIGH_ROLL))
    plan = arm_plan(HIGH_ROLL, 20_000, seed=5)
    targets = targets_of(plan, [f"win rate of seat 1 in {100 * LOW}..{100 * HIGH} %"], None)
    question = BalanceQuestion(plan.definition, plan.players, targets)
    space = space_of(plan.figures, 2, VARIED, (), 2)
    print(f"{len(space.singles())} single changes and {len(space.pairs())} pairs; {games:,} games, {seeds} seeds")
    rows: dict[str, list[tuple[float, int, int]]] = {}
    for seed in range(1, seeds + 1):
        found, played = ours(space, question, plan, games, seed)
        some = {
            f"balance ({games:,})": (found, played),
            f"random ({games:,})": (at_random(space, question, games, seed), games),
            f"random ({3 * games:,})": (at_random(space, question, 3 * games, seed), 3 * games),
            f"random, 5,000 each ({3 * games:,})": (at_random(space, question, 3 * games, seed, 5_000), 3 * games),
            f"CMA-ES with margin ({games:,})": (by_cma(space, question, games, seed), games),
            f"CMA-ES with margin ({3 * games:,})": (by_cma(space, question, 3 * games, seed), 3 * games),
        }
        for name, (candidate, count) in some.items():
            rows.setdefault(name, []).append((outside(space, candidate), sum(map(bool, candidate)), count))
    for name, seen in rows.items():
        off, changes, count = (np.array(column, dtype=float) for column in zip(*seen, strict=True))
        print(
            f"{name:40} outside {off.mean():5.2f} points (median {np.median(off):.2f}), met {int((off == 0).sum())} of "
            f"{len(off)}, {changes.mean():.1f} changes, {count.mean():,.0f} games"
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
