"""What decides who wins, by experiment: opening deals are played again by other line-ups, with later chance renewed."""

from contextlib import closing
from typing import TYPE_CHECKING

import numpy as np

from digsite.analyses.probes import luck, saved
from digsite.analyses.stats.components import block_products
from digsite.simulator.lab.common.progress import Progress
from digsite.simulator.lab.winchance.viewpoint import luck_from
from digsite.simulator.play.backends import play_jobs
from digsite.simulator.play.deals import DEALS, LINE_UPS, REPEATS, DealsJob

if TYPE_CHECKING:
    from digsite.simulator.play.backends import On
    from digsite.simulator.runs.run import Run

_AT_ONCE = 10
_USE = 1971  # keeps this chance apart from that of the run and of its other experiments


def games_of(blocks: int) -> int:
    """Return the number of games in this many blocks."""
    return blocks * DEALS * LINE_UPS * REPEATS


def play(run: "Run", progress: Progress, on: "On", blocks: int) -> None:
    """Play the experiment and save its result with the run."""
    plan = run.plan
    pool = [plan.players.index(name) for name in dict.fromkeys(plan.players)]
    seed, found = luck_from(plan.seed, _USE) >> 1, []
    games = games_of(blocks)
    jobs = (DealsJob(plan, pool, seed, first, min(_AT_ONCE, blocks - first)) for first in range(0, blocks, _AT_ONCE))
    with closing(play_jobs(jobs, on)) as done:
        for results in done:
            found.append(_products(results, plan.fair_share, one_line_up=len(pool) == 1))
            progress.played(len(found) * games * _AT_ONCE // blocks, games)
    strategies = [plan.players[place] for place in pool]
    saved.write(run, luck.FILE, luck.as_data(np.concatenate(found), strategies, games, run.game.has_open_table))


def _products(results: np.ndarray, fair: float, one_line_up: bool) -> np.ndarray:
    """Return the products of blocks; with one line-up, playing it again is one more repeat."""
    if one_line_up:
        blocks, deals, line_ups, repeats, seats = results.shape
        results = results.reshape(blocks, deals, 1, line_ups * repeats, seats)
    return block_products(results, fair)
