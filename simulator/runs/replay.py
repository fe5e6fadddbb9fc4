"""Narrating one game of a run: it is played again from the plan and must give the row that was recorded."""

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

import polars as pl

from simulator.errors import DigsiteError, WrongUse
from simulator.game.columns import BROKEN_OFF, MOST_DECISIONS
from simulator.game.nudges import Dose
from simulator.runs.run import Run

if TYPE_CHECKING:
    import numpy as np

_UNENDED = f"The game is broken off here: it did not end within {MOST_DECISIONS:,} decisions."


def find_game_index(run: Run, kind: str) -> int:
    """The median, closest, longest or widest game; the earliest of equals."""
    scores = [pl.col(f"score_{seat}") for seat in range(1, run.plan.seats + 1)]
    best = pl.max_horizontal(scores)
    second = pl.concat_list(scores).list.sort(descending=True).list.get(min(1, len(scores) - 1))
    measures = {"median": best, "closest": best - second, "longest": pl.col("turns"), "widest": best - second}
    rows = run.games.select("game", measures[kind].alias("measure"))
    if kind == "median":
        middle = rows.select(pl.col("measure").median()).collect(engine="streaming").item()
        rows = rows.with_columns((pl.col("measure") - middle).abs())
    most = kind in ("longest", "widest")
    extreme = (
        rows.select(pl.col("measure").max() if most else pl.col("measure").min()).collect(engine="streaming").item()
    )
    return int(
        rows.filter(pl.col("measure") == extreme).select(pl.col("game").min()).collect(engine="streaming").item()
    )


def replay(run: Run, index: int) -> Iterator[str]:
    """The lines that narrate game `index` of the run."""
    from simulator.play.table import table_for

    if not 0 <= index < run.plan.games:
        raise WrongUse(f"The run {run.folder} has games 0 to {run.plan.games - 1}; {index} is not one of them.")
    recorded = run.games.filter(pl.col("game") == index).collect(engine="streaming")
    if recorded.is_empty():
        raise WrongUse(f"Game {index} of {run.folder} is not played yet; complete the run with --resume.")
    table = table_for(run.plan)
    batch = table.play_with_events(index, 1)
    row = recorded.row(0, named=True)
    scores = [int(score) for score in batch.rows["score"][0][: run.plan.seats]]
    if scores != [row[f"score_{seat + 1}"] for seat in range(run.plan.seats)]:
        raise DigsiteError(
            f"Game {index} of {run.folder} plays differently now (scores {scores}): the run was made by other sources. "
            "Repeat the run with the command in its manifest."
        )
    names = [f"Seat {seat + 1} ({row[f'strategy_{seat + 1}']})" for seat in range(run.plan.seats)]
    figures = run.game.figures.replace(run.plan.rules)
    lines = run.game.narrate(batch.events[0], names, figures)
    return chain(_nudge_line(run, batch.marks), lines, [_UNENDED] if row["end_reason"] == BROKEN_OFF else [])


def _nudge_line(run: Run, marks: "np.ndarray") -> Iterator[str]:
    """What is done to a seat beside the rules, where something is."""
    if not len(marks) or not marks["done"][0]:
        return
    nudge = run.plan.nudge
    clause = Dose(run.game.nudges[nudge["nudge"]], nudge["amount"]).clause
    yield f"In this game seat {marks['seat'][0] + 1} {clause}, at the start of its turn {marks['turn'][0]}."
