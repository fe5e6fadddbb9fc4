"""The first look at a run: win share and score by seat and by strategy, and how games end."""

import polars as pl

from analyses.blocks import win_share
from analyses.stats import Moments, mean, shared_wins
from simulator.runs.run import Run


def by_seat(run: Run) -> pl.DataFrame:
    """Win share and mean score of each seat with 95 % intervals; rotations of one luck count as one."""
    return _summary(run, "seat", [(str(seat), None) for seat in range(1, run.plan.seats + 1)])


def by_strategy(run: Run) -> pl.DataFrame:
    """The same for each strategy over all its seats."""
    names = list(dict.fromkeys(run.plan.players))
    return _summary(run, "strategy", [(name, name) for name in names])


def _summary(run: Run, heading: str, rows: list[tuple[str, str | None]]) -> pl.DataFrame:
    seats = range(1, run.plan.seats + 1)
    measures = []
    for at, (label, strategy) in enumerate(rows):
        for name, value in (("win", win_share), ("score", lambda seat: pl.col(f"score_{seat}").cast(pl.Float64))):
            if strategy is None:
                measures.append(value(int(label)).mean().alias(f"{name}_{at}"))
                continue
            mine = {seat: pl.col(f"strategy_{seat}").cast(pl.String) == strategy for seat in seats}
            total = pl.sum_horizontal(pl.when(mine[seat]).then(value(seat)).otherwise(0.0) for seat in seats)
            count = pl.sum_horizontal(mine[seat].cast(pl.Int32) for seat in seats)
            measures.append((total.sum() / count.sum()).alias(f"{name}_{at}"))
    by_luck = run.games.group_by("luck").agg(measures)
    sums = by_luck.select(
        pl.len().alias("n"),
        *(pl.col(f"{name}_{at}").sum().alias(f"{name}_{at}") for name in ("win", "score") for at in range(len(rows))),
        *(
            (pl.col(f"{name}_{at}") ** 2).sum().alias(f"{name}_{at}_squares")
            for name in ("win", "score")
            for at in range(len(rows))
        ),
    ).collect(engine="streaming")
    found = sums.row(0, named=True)

    def moments(name: str) -> Moments:
        return Moments.from_sums(found["n"], found[name], found[f"{name}_squares"], run.rows)

    table = []
    for at, (label, _) in enumerate(rows):
        won, score = shared_wins(moments(f"win_{at}")), mean(moments(f"score_{at}"))
        table.append(
            {
                heading: label,
                "win share": won.value,
                "share from": won.low,
                "share to": won.high,
                "mean score": score.value,
                "from": score.low,
                "to": score.high,
                "games": run.rows,
            }
        )
    return pl.DataFrame(table)


def endings(run: Run) -> pl.DataFrame:
    """How games ended, and how long they took."""
    return (
        run.games.group_by(pl.col("end_reason").cast(pl.String).alias("game ended by"))
        .agg(pl.len().alias("games"), pl.col("turns").mean().alias("mean turns"))
        .with_columns((pl.col("games") / pl.col("games").sum()).alias("share"))
        .sort("games", descending=True)
        .collect(engine="streaming")
    )
