"""Other line-ups than a run's: each viable strategy alone in all seats, and draws with repetition, on deals of their own."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from digsite.analyses.probes import line_ups, saved
from digsite.simulator.lab.common.progress import Progress
from digsite.simulator.lab.winchance.viewpoint import luck_from
from digsite.simulator.play.backends import play_jobs
from digsite.simulator.play.line_up_games import LineUpGames, LineUpJob
from digsite.simulator.play.plan import Plan
from digsite.simulator.play.seating import FIXED, whole_deals
from digsite.simulator.play.table import BATCH
from digsite.strategies.registry import RANDOM, field_of, line_up

if TYPE_CHECKING:
    from digsite.simulator.play.backends import On
    from digsite.simulator.runs.run import Run

DRAWS = 4  # line-ups drawn with repetition
_USE = 3109  # keeps these deals apart from those of the run and of its other experiments
_TRIES = 20  # draws until a new line-up is found


def pool_of(run: "Run") -> list[str]:
    """Return the strategies that may sit at any table: those of the run that are viable, and the rest of the game's."""
    from digsite.analyses.registry import answer
    from digsite.analyses.scorecard import default_targets
    from digsite.analyses.scorecard.rivals import on_strategies
    from digsite.analyses.view import View

    own = list(dict.fromkeys(run.plan.players))
    tables = {"strategies": answer(run, "strategies").tables}
    line = on_strategies(View(run, "strategies"), tables, default_targets(run.plan.seats))
    out = line.figures.get("not_worth_playing", ()) if line else ()
    others = [name for name in field_of(run.plan.game_id) if name not in own and name != RANDOM]
    return [name for name in own if name not in out] + others


def line_ups_of(plan: Plan, pool: Sequence[str], draws: int = DRAWS) -> list[list[str]]:
    """Return each strategy alone in all seats and draws from all of them, none of them the plan's own line-up."""
    known, alone = {tuple(sorted(plan.players))}, [[name] * plan.seats for name in pool]
    chance = np.random.default_rng([plan.seed, _USE])
    drawn = (chance.choice(pool, plan.seats).tolist() for _ in range(draws * _TRIES))
    found: list[list[str]] = []
    for players in chain(alone, drawn):
        if tuple(sorted(players)) not in known and len(found) < len(alone) + draws:
            known.add(tuple(sorted(players)))
            found.append(players)
    return found


def plans_of(plan: Plan, line_ups: Sequence[Sequence[str]], games: int) -> list[list[Plan]]:
    """Return the plans of each line-up: one for each order in which its strategies rotate through the seats.

    Every game is a new deal, and no two line-ups have one in common, so that their figures are independent.
    games: of all line-ups together.
    """
    weights, each = weights_of(plan, line_ups), whole_deals(games // max(len(line_ups), 1), plan.seats)
    found: list[list[Plan]] = []
    for at, players in enumerate(line_ups):
        turns = plan.seats if len(set(players)) > 1 else 1
        orders = [[*players[turn:], *players[:turn]] for turn in range(turns)]
        found.append(
            [
                replace(
                    plan, players=order, weights=[weights[name] for name in order], seating=FIXED, events=0,
                    games=each // turns, seed=luck_from(plan.seed, _USE, at, turn) >> 33,
                )
                for turn, order in enumerate(orders)
            ]
        )  # fmt: skip
    return found


def weights_of(plan: Plan, line_ups: Sequence[Sequence[str]]) -> dict[str, list[float]]:
    """Return the weights of all strategies of some line-ups: the plan's, and those that others have by themselves."""
    known = dict(zip(plan.players, plan.weights, strict=True))
    for name in {name for players in line_ups for name in players} - set(known):
        known[name] = list(line_up(plan.game_id, [name], seats=plan.seats)[0].weights)
    return known


def play(run: "Run", progress: Progress, on: "On", games: int) -> None:
    """Play the line-ups, a number of games together, and save their figures with the run."""
    chosen, checkpoint = line_ups_of(run.plan, pool_of(run)), _checkpoint(run)
    parts = [
        (at, LineUpJob(plan, first, min(BATCH, plan.games - first), checkpoint))
        for at, plans in enumerate(plans_of(run.plan, chosen, games))
        for plan in plans
        for first in range(0, plan.games, BATCH)
    ]
    found: list[list[LineUpGames]] = [[] for _ in chosen]
    total, done = sum(job.count for _, job in parts), 0
    with closing(play_jobs((job for _, job in parts), on)) as played:
        for (at, job), figures in zip(parts, played, strict=True):
            found[at].append(figures)
            done += job.count
            progress.played(done, total)
    data = [line_ups.as_data(players, figures) for players, figures in zip(chosen, found, strict=True)]
    saved.write(run, line_ups.FILE, {"line_ups": data, "version": line_ups.VERSION})


def _checkpoint(run: "Run") -> tuple[str, int] | None:
    """Return the column with the scores at half-time and the place of its label, or None if the game has none."""
    from digsite.analyses.general.timeline import checkpoints, middle
    from digsite.analyses.view import View

    marks = list(checkpoints(View(run)))
    if not marks:
        return None
    wanted = f"{marks[middle(len(marks))]}_1"
    return next(
        (column.name, at[1])
        for column in run.game.columns
        for heading, at in column.headings(run.plan.seats)
        if heading == wanted
    )
