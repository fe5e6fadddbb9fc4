"""Narrating one game of a run: it is played again from the plan and must match the recorded row."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any

import polars as pl

from digsite.simulator.commands import Command
from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.game.columns import BROKEN_OFF, MOST_DECISIONS
from digsite.simulator.game.nudges import Dose
from digsite.simulator.options import OPTIONS, either
from digsite.simulator.runs.folder.parts import part_name
from digsite.simulator.runs.run import Run
from digsite.strategies.person import people_at

if TYPE_CHECKING:
    import numpy as np

_UNENDED = f"The game is broken off here: it did not end within {MOST_DECISIONS:,} decisions."


def find_game_index(run: Run, kind: str) -> int:
    """Return the index of the median, closest, longest or widest game; the earliest of equals."""
    if run.plan.seats == 1 and kind in ("closest", "widest"):
        raise WrongUse(
            f"One player has no margin over a second, so no game is the {kind}; take ",
            *either("median", "longest", "game"),
            " I.",
        )
    scores = [pl.col(f"score_{seat}") for seat in range(1, run.plan.seats + 1)]
    best = pl.max_horizontal(scores)
    second = pl.concat_list(scores).list.sort(descending=True).list.get(min(1, len(scores) - 1))
    measures = {"median": best, "closest": best - second, "longest": pl.col("turns"), "widest": best - second}
    first = run.games.group_by(measures[kind].alias("measure")).agg(pl.len().alias("games"), pl.col("game").min())
    try:
        levels = first.collect(engine="streaming").sort("measure")
    except pl.exceptions.PolarsError:
        run.check_files()  # says which part is damaged
        raise
    if kind == "median":
        levels = levels.with_columns((pl.col("measure") - _median(levels)).abs())
    most = kind in ("longest", "widest")
    extreme = levels["measure"].max() if most else levels["measure"].min()
    return int(levels.filter(pl.col("measure") == extreme).select(pl.col("game").min()).item())


def _median(levels: pl.DataFrame) -> float:
    """Return the median of a measure from the number of games with each value."""
    reached, games = levels["games"].cum_sum(), levels["games"].sum()
    lower, upper = (levels["measure"][int((reached <= at).sum())] for at in ((games - 1) // 2, games // 2))
    return float(lower + upper) / 2


def recorded_row(run: Run, index: int) -> dict[str, Any]:
    """Return the row that the run recorded for game `index`."""
    if not 0 <= index < run.plan.games:
        raise WrongUse(f"The run {run.folder} has games 0 to {run.plan.games - 1}; {index} is not one of them.")
    part = index // run.plan.part_games
    if part_name("games", part) not in run.manifest["parts"]:
        if people_at(run.plan.players):
            raise WrongUse(f"The game in {run.folder} is not over yet; go on with: {Command('play', run.folder)}")
        raise WrongUse(
            f"Game {index} of {run.folder} is not played yet; complete the run with ", OPTIONS["resume"], "."
        )
    return run.part(part).row(by_predicate=pl.col("game") == index, named=True)


def check_scores(run: Run, recorded: Mapping[str, Any], played: Any) -> None:
    """Refuse a game that plays differently now; `played` are the scores by seat."""
    scores = [int(score) for score in played[: run.plan.seats]]
    if scores != [recorded[f"score_{seat + 1}"] for seat in range(run.plan.seats)]:
        raise DigsiteError(
            f"Game {recorded['game']} of {run.folder} plays differently now (scores {scores}): the run was made by other "
            "sources, or a plug-in draws its own random numbers. Repeat the run with the command in its manifest."
        )


def player_names(run: Run, recorded: Mapping[str, Any]) -> list[str]:
    """Return the players of a game by seat, as a narration names them."""
    return [f"Seat {seat} ({recorded[f'strategy_{seat}']})" for seat in range(1, run.plan.seats + 1)]


def replay(run: Run, index: int) -> Iterator[str]:
    """Return the lines that narrate game `index` of a run."""
    from digsite.simulator.play.table import table_for

    recorded = recorded_row(run, index)
    batch = table_for(run.plan).play_with_events(index, 1)
    check_scores(run, recorded, batch.rows["score"][0])
    figures = run.plan.figures
    lines = run.game.narrate(batch.events[0], player_names(run, recorded), figures)
    return chain(_nudge_line(run, batch.marks), lines, [_UNENDED] if recorded["end_reason"] == BROKEN_OFF else [])


def _nudge_line(run: Run, marks: "np.ndarray") -> Iterator[str]:
    """Yield the line about a nudge, if the game has one."""
    if not len(marks) or not marks["done"][0]:
        return
    nudge = run.plan.nudge
    clause = Dose(run.game.nudges[nudge["nudge"]], nudge["amount"]).clause
    yield f"In this game seat {marks['seat'][0] + 1} {clause}, at the start of its turn {marks['turn'][0]}."
