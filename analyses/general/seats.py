"""Does it matter where one sits? Win share and score by seat, apart from strategy where line-ups rotate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from analyses import stats, words
from analyses.blocks import WIN, Sums, bounds, tabled
from analyses.result import Certainty, Chart, Finding, Result
from analyses.view import seat_names, win_share

if TYPE_CHECKING:
    from analyses.view import View


def answer(view: View) -> Result:
    """Win share and score of each seat against the fair share, for the whole run and for each line-up."""
    seats = range(1, view.seats + 1)
    wins = [win_share(seat).alias(f"win_{seat}") for seat in seats]
    values = [f"win_{seat}" for seat in seats] + [f"score_{seat}" for seat in seats]
    sums = view.sums(view.games.with_columns(wins), ["rotation", "won"], values)
    won, played = sums.where("won", []), sums.merged([])
    table = _by_seat(view, won, played)
    notes = _notes(view, won)
    if won.count() == 0:
        return Result("seats", "Seats", {"seats": table}, [_nobody_won(view)], [], notes)
    line_ups = _by_line_up(view, sums)
    findings = [*_findings(view, won, _test(view, won), table), _score_finding(view, played, table)]
    tables = {"seats": table, "line_ups": line_ups}
    return Result("seats", "Seats", tables, findings, _charts(view, table, line_ups, won.count()), notes)


def confounded(view: View) -> bool:
    """Whether each seat was always played by the same strategy, and not all by one."""
    return not view.plan.rotate and len(set(view.plan.players)) > 1


def _by_seat(view: View, won: Sums, played: Sums) -> pl.DataFrame:
    p_values = [won.p_value(f"win_{seat}", 1 / view.seats) for seat in range(1, view.seats + 1)]
    corrected = stats.holm(np.nan_to_num(p_values, nan=1.0))
    rows = [
        {"seat": seat, **_figures(view, won, played, seat), "p_value": float(corrected[seat - 1])}
        for seat in range(1, view.seats + 1)
    ]
    return tabled(rows)


def _figures(view: View, won: Sums, played: Sums, seat: int, **key: Any) -> dict[str, float | int | None]:
    """Win share of the games that somebody won, and score of all."""
    win = won.estimate(f"win_{seat}", share=True, **key)
    score = played.estimate(f"score_{seat}", **key)
    return {
        "games": win.n,
        WIN: win.value,
        **bounds(WIN, win),
        "above_fair": win.value - 1 / view.seats,
        "score": score.value,
        **bounds("score", score),
    }


def _by_line_up(view: View, sums: Sums) -> pl.DataFrame:
    """The same for each line-up; rotations that seat the same strategies alike are one."""
    names = {rotation: _named(view, rotation) for rotation in range(view.rotations)}
    line_up = pl.col("rotation").replace_strict(names, return_dtype=pl.String)
    named = Sums(sums.blocks.with_columns(line_up=line_up), ("line_up", "won"), sums.values, sums.lucks)
    won, played = named.where("won", ["line_up"]), named.merged(["line_up"])
    rows, p_values = [], []
    for name in played.keys()["line_up"]:
        players = next(view.line_up(rotation) for rotation in names if names[rotation] == name)
        for seat, player in enumerate(players, 1):
            figures = _figures(view, won, played, seat, line_up=name)
            rows.append({"line_up": name, "seat": seat, "strategy": player, **figures})
            p_values.append(won.p_value(f"win_{seat}", 1 / view.seats, line_up=name))
    corrected = stats.holm(np.nan_to_num(p_values, nan=1.0))
    return tabled(rows).with_columns(p_value=pl.Series(corrected))


def _named(view: View, rotation: int) -> str:
    return ", ".join(view.line_up(rotation))


def _test(view: View, sums: Sums) -> stats.Significance:
    """One test over all seats, on the mean win shares of each block."""
    columns = [f"win_{seat}" for seat in range(1, view.seats + 1)]
    means = sums.blocks.filter(pl.col("n") > 0).select(pl.col(columns) / pl.col("n")).to_numpy()
    return stats.shared_seat_test(means)


def _nobody_won(view: View) -> Finding:
    return Finding(
        f"Nobody won any of the {words.counted(view.rows, 'game')}, so no seat has an advantage.", "none", "certain"
    )


def _findings(view: View, sums: Sums, test: stats.Significance, table: pl.DataFrame) -> list[Finding]:
    wins = {seat: sums.estimate(f"win_{seat}", share=True) for seat in table["seat"]}
    fair = 1 / view.seats
    widest = max(max(abs(win.low - fair), abs(win.high - fair)) for win in wins.values())
    figures = {"p_value": test.p_value, "test": test.method, "fair_share": fair, "games": sums.count()}
    found = []
    ahead = table.filter(pl.col("p_value") < 0.05).sort(pl.col("above_fair").abs(), descending=True)
    for row in ahead.iter_rows(named=True) if test.p_value < 0.05 else ():
        value, bracket = words.split(wins[row["seat"]], percent=True)
        who = f"Seat {row['seat']}"
        gap = f"{words.points(row['above_fair'], percent=True)} {words.above(row['above_fair'])} its fair share"
        sentence = f"{who} wins {value} of {words.table_of(view.seats)} {bracket}, {gap}."
        sure: Certainty = words.certainty(max(row["p_value"], test.p_value))
        if confounded(view):
            player = view.plan.players[row["seat"] - 1]
            sentence = f"{sentence[:-1]}; it was always played by {player}, so this may be the strategy."
            sure = "unclear"
        found.append(
            Finding(
                sentence,
                words.effect_of_share(row["above_fair"]),
                sure,
                figures | {"seat": row["seat"], "win": row["win"]},
            )
        )
    if not found:
        farthest = float(table["above_fair"].abs().max())  # type: ignore[arg-type]
        found.append(
            Finding(
                "No seat has a visible advantage: none is more than "
                f"{words.points(farthest, percent=True)} from its fair "
                f"share of {fair * 100:.3g} %, and none can be more than {words.points(widest, percent=True)} off "
                f"(p = {test.p_value:.2f}; {words.counted(sums.count(), 'game')}).",
                "none",
                words.certainty_of_none(widest),
                figures | {"largest_gap": farthest, "bound": widest},
            )
        )
    return found


def _score_finding(view: View, sums: Sums, table: pl.DataFrame) -> Finding:
    best, worst = (table.sort("score", descending=down)["seat"][0] for down in (True, False))
    blocks = sums.blocks.with_columns(gap=pl.col(f"score_{best}") - pl.col(f"score_{worst}"))
    gap = Sums(blocks, (), ("gap",), sums.lucks)
    estimate, p_value = gap.estimate("gap"), gap.p_value("gap", 0.0)
    # The best and the worst of all seats were picked by looking: correct for all pairs that could have been.
    p_value = min(1.0, p_value * view.seats * (view.seats - 1) / 2)
    if not p_value < 0.05:
        value, bracket = words.split(estimate)
        sentence = f"Seats score alike: the widest gap, between seats {best} and {worst}, is {value} points {bracket}."
        return Finding(sentence, "none", "likely" if p_value == p_value else "unclear", {"gap": estimate.value})
    value, bracket = words.split(estimate)
    sentence = f"Seat {best} scores {value} points more than seat {worst} on average {bracket}."
    sure: Certainty = "unclear" if confounded(view) else words.certainty(p_value)
    return Finding(
        sentence,
        words.effect_of_points(estimate.value, view.score_sd),
        sure,
        {"gap": estimate.value, "p_value": p_value},
    )


def _notes(view: View, sums: Sums) -> list[str]:
    notes = []
    if confounded(view):
        notes.append(
            "Seats were not rotated: each seat was always played by the same strategy, so seat and strategy cannot be "
            "told apart. Play with --rotate to separate them."
        )
    elif len(set(view.plan.players)) > 1:
        notes.append(
            "Every strategy played every seat equally often on the same luck, so a difference between "
            "seats is not due to strategy."
        )
    unwon = view.rows - sums.count()
    if unwon:
        notes.append(f"Nobody won {words.counted(unwon, 'game')} of {view.rows:,}; these are left out.")
    return notes


def _charts(view: View, table: pl.DataFrame, line_ups: pl.DataFrame, games: int) -> list[Chart]:
    named, counted = seat_names(table), f"{games:,} games"
    fair = f"Share of wins with 95 % intervals, {counted}; the line is the fair share of {100 / view.seats:.3g} %."
    scores = f"Mean score with 95 % intervals, {counted}."
    charts = [
        view.chart("seats-wins", "dots", "", fair, named, "seat", WIN, reference=view.fair),
        view.chart("seats-scores", "dots", "", scores, named, "seat", "score"),
    ]
    if line_ups["line_up"].n_unique() > 1:
        about = f"Each strategy in each seat it played, with 95 % intervals, {counted}; the line is the fair share."
        charts.append(strategy_seat_chart(view, "seats-line-ups", "Win share by seat and strategy", about, line_ups))
    return charts


def strategy_seat_chart(view: View, name: str, title: str, caption: str, table: pl.DataFrame) -> Chart:
    """The win share of each strategy in each seat."""
    return view.chart(
        name, "dots", title, caption, seat_names(table), "seat", WIN, series="strategy", reference=view.fair
    )
