"""The first look at a run: win rate and score by seat and by strategy, and how games end."""

import polars as pl

from digsite.analyses.block_sums import WIN, Sums
from digsite.analyses.expressions import collect
from digsite.analyses.general.seats import confounded
from digsite.analyses.sentences import sentence
from digsite.analyses.view import View
from digsite.simulator.commands import Command
from digsite.simulator.runs.run import Run

SHARES = ("win rate", "share from", "share to", "share")  # columns whose figures are fractions of 1


def summarise(run: Run) -> dict[str, pl.DataFrame]:
    """Return win rate and mean score of each seat and strategy with 95 % intervals, and the endings.

    Win rates count, as everywhere, the games that have a winner; `notes` says how many have none.
    """
    view = View(run)
    won, played = view.by_strategy.where("won", ["strategy", "seat"]), view.by_strategy.merged(["strategy", "seat"])
    players = list(dict.fromkeys(run.plan.players))
    strategies = _wins_and_scores(view, won, played, "strategy").sort(
        pl.col("strategy").replace_strict(players, range(len(players)))
    )
    return {"seats": _wins_and_scores(view, won, played, "seat"), "strategies": strategies, "endings": _endings(view)}


def answer(run: Run, tables: dict[str, pl.DataFrame]) -> str:
    """Return in one sentence which seat and which strategy wins most and least often in these games."""
    seats, strategies = (tables[name].drop_nulls("win rate") for name in ("seats", "strategies"))
    if not seats.height:
        return "No game had a winner."
    if not run.plan.has_rivals:
        return f"These players win {100 * seats['win rate'][0]:.1f} % of games."
    said = [f"seat {_extremes(seats, 'seat')} (fair: {100 * run.plan.fair_share:.1f} %)"]
    if confounded(View(run)):
        said[0] += ", or the strategies that sat there do"
    elif strategies.height > 1:
        said.append(_extremes(strategies, "strategy"))
    return f"{sentence('; by strategy '.join(said))}."


def _extremes(table: pl.DataFrame, key: str) -> str:
    """Return who wins most often, and who least: 4 wins 28.6 % of games, seat 1 22.9 %."""
    first, *_, last = table.sort("win rate", descending=True).iter_rows(named=True)
    named = "seat " if key == "seat" else ""
    return (
        f"{first[key]} wins {100 * first['win rate']:.1f} % of games, {named}{last[key]} {100 * last['win rate']:.1f} %"
    )


def endings_text(table: pl.DataFrame) -> str:
    """Return how games ended in a line: all sold in 100.0 % of games, after 55.6 turns on average."""
    mean = next(name for name in table.columns if name.startswith("mean "))
    unit = mean.removeprefix("mean ")
    return "Games ended by " + "; ".join(
        f"{row['game ended by']} in {100 * row['share']:.1f} %, after {row[mean]:,.1f} {unit} on average"
        for row in table.iter_rows(named=True)
    )


def notes(run: Run) -> list[str]:
    """Return what a reader of the summary must know."""
    view = View(run)
    confounding = plan_confounds(view)
    together = f"Intervals are 95 %, each for its figure alone; `{Command('analyze')}` corrects for all that it tests."
    return [*([view.no_winner_note] if view.no_winner_note else []), *confounding, together]


def plan_confounds(view: View) -> list[str]:
    """Return that seats and strategies cannot be separated, if every game was seated as typed."""
    if not confounded(view):
        return []
    return ["Every game was seated as typed, so seats and strategies cannot be separated."]


def _wins_and_scores(view: View, won: Sums, played: Sums, key: str) -> pl.DataFrame:
    wins = won.merged([key]).table([WIN]).drop("games")
    table = played.merged([key]).table([], ["score"]).join(wins, on=key, how="left").sort(key)
    return table.select(
        pl.col(key).cast(pl.String),
        pl.col(WIN).alias("win rate"),
        pl.col("win_low").alias("share from"),
        pl.col("win_high").alias("share to"),
        pl.col("score").alias("mean score"),
        pl.col("score_low").alias("from"),
        pl.col("score_high").alias("to"),
        pl.lit(view.rows).alias("games"),
    )


def _endings(view: View) -> pl.DataFrame:
    """Return how games ended, and how long they took."""
    counted = collect(
        view.games.group_by(pl.col("end_reason").cast(pl.String).alias("game ended by")).agg(
            pl.len().alias("games"), pl.col("turns").mean().alias(f"mean {view.wording.turns}")
        )
    )
    return counted.with_columns((pl.col("games") / pl.col("games").sum()).alias("share")).sort(
        "games", "game ended by", descending=[True, False]
    )
