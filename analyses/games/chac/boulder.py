"""Does the boulder roll as it should, and who outruns it? Its path and the turn of sealing, simulated and exact."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import Sums, interval, to_table
from digsite.analyses.chart_rows import FEW, compare_with_exact
from digsite.analyses.games.chac import exact as exact_chac
from digsite.analyses.games.chac.zones import boulder_headline, zones_reached
from digsite.analyses.result import Chart, Finding, Result, described
from digsite.simulator.game.wording import listed, number
from digsite.simulator.games.chac.rules import LAVA
from digsite.simulator.games.chac.state import TIMELINE, Cause

if TYPE_CHECKING:
    from digsite.analyses.view import View

OTHER_FIGURES = (2, 3, 4, 5)  # values of boulder.advances_on compared with the run's


def answer(view: View) -> Result:
    """Answer from the boulder's space after each turn, when it seals the exit, and how close to it adventurers survive."""
    turns = _turns(view)
    way = _way(view, turns)
    figures = _other_figures(view)
    zones = zones_reached(view)
    tables = {"way": way, "zones": zones, "figures": figures}
    findings = [_sealing(view), _figure_finding(figures)]
    charts = _charts(view, way)
    notes = [
        "Simulated figures of a turn come from the games that reached it; a game that ends with nobody inside says "
        "nothing of later turns."
    ]
    if view.sample is None:
        notes.append("The run kept too few events to show survival by distance.")
    else:
        notes.append(f"Survival by distance comes from the {view.sample.counted}.")
        survival = _survival(view.sample)
        tables["survival"] = survival
        findings += _survival_findings(survival)
        charts += _survival_chart(view.sample, survival)
    return Result("boulder", "The boulder", tables, findings, charts, notes, headline=boulder_headline(zones))


def _turns(view: View) -> Sums:
    """Return, for each turn, whether the game was still running, the boulder's space, and whether it sealed the exit."""
    last = exact_chac.last_space(view.rules)
    measures = {}
    for turn in range(1, TIMELINE + 1):
        at = pl.col(f"boulder_{turn}").cast(pl.Float64)
        measures[f"on_{turn}"] = (at >= 0).cast(pl.Float64)
        measures[f"space_{turn}"] = pl.when(at >= 0).then(at).otherwise(0.0)
        measures[f"sealed_{turn}"] = (at >= last).cast(pl.Float64)
    return view.sums(view.games.select("block", **measures), [], list(measures))


def _way(view: View, sums: Sums) -> pl.DataFrame:
    """Return, turn by turn, the mean space and the chance of sealing, simulated and exact."""
    means = exact_chac.mean_position_while_open(view.rules, TIMELINE)
    sealed = exact_chac.sealed_by(view.rules, TIMELINE)
    rows = []
    still_open, variance, at_least = 1.0, 0.0, 0.0
    for turn in range(1, TIMELINE + 1):
        reached = sums.per(f"on_{turn}")
        if reached.count() == 0:
            break
        space = reached.estimate(f"space_{turn}")
        now = reached.estimate(f"sealed_{turn}", share=True)
        if now.value < 1 and math.isfinite(variance):
            variance += (now.half_width / 1.96 / (1 - now.value)) ** 2
        else:
            variance = math.inf
        still_open *= 1 - now.value
        reach = math.exp(1.96 * math.sqrt(variance)) if math.isfinite(variance) else math.inf
        # Once sealed, the exit stays sealed, also where a turn has too few games to show it.
        at_least = max(at_least, 1 - still_open * reach if math.isfinite(reach) else 0.0)
        rows.append(
            {
                "turn": turn,
                "games": space.n,
                **interval("space", space),
                "space_exact": float(means[turn]),
                **interval("sealing", now),
                "sealing_exact": float((sealed[turn] - sealed[turn - 1]) / max(1 - sealed[turn - 1], 1e-12)),
                "sealed_by": 1 - still_open,
                "sealed_by_low": at_least,
                "sealed_by_high": 1 - still_open / reach,
                "sealed_by_exact": float(sealed[turn]),
            }
        )
    return to_table(rows)


def _sealing(view: View) -> Finding:
    exact = exact_chac.sealed_by(view.rules, 60)
    early, middle, late = (int((exact < q).sum()) for q in (0.05, 0.5, 0.95))
    sealed = view.sums(view.games.select("block", sealed=pl.col("end_reason") == "exit sealed"), [], ["sealed"])
    share = sealed.estimate("sealed", share=True)
    value, bracket = sentences.split_estimate(share, percent=True)
    sentence = (
        f"By its dice the boulder seals the exit on turn {middle} in the median case, and between turns {early} and "
        f"{late} in nine cases out of ten (exact); {value} of games end that way {bracket}."
    )
    return described(sentence, {"median_turn": middle, "sealed": share.value})


def _other_figures(view: View) -> pl.DataFrame:
    """Return the exact turn of sealing for other values of boulder.advances_on."""
    own = int(view.rules["boulder.advances_on"])
    rows = []
    for figure in sorted({own, *OTHER_FIGURES}):
        sealed = exact_chac.sealed_by(dict(view.rules) | {"boulder.advances_on": figure}, 200)
        row = {"advances_on": figure, "this_run": figure == own}
        row |= {
            name: int((sealed < q).sum()) for name, q in (("turn_q05", 0.05), ("turn_q50", 0.5), ("turn_q95", 0.95))
        }
        rows.append(row | {"mean_turn": float((1 - sealed).sum())})
    return to_table(rows)


def _figure_finding(table: pl.DataFrame) -> Finding:
    own = table.filter("this_run").row(0, named=True)
    others = table.filter(~pl.col("this_run")).iter_rows(named=True)
    changes = listed(
        f"{row['advances_on']} or more would give {row['mean_turn'] - own['mean_turn']:+.1f} turns" for row in others
    )
    sentence = (
        f"Moving on {own['advances_on']} or more, the boulder needs {own['mean_turn']:.1f} turns to the exit on "
        f"average (exact); {changes}."
    )
    return described(sentence, own)


# ---------------------------------------------------------------------------------------------- from the events


def chases(view: View) -> pl.DataFrame:
    """Return one row per roll of the boulder and adventurer ahead of it: dice, spaces ahead, whether alive."""
    kind, seat, at = pl.col("kind"), pl.col("seat"), pl.col("at")
    moves = {"move": "space_entered", "pushed": "space_entered", "replacement": "space", "river_out": "space"}
    seen = view.events.filter(kind.is_in([*moves, "death", "escape", "boulder"])).collect().with_row_index("at")
    came_to = pl.lit(-1, pl.Int32)  # dead, or out of the temple
    for name, where in moves.items():
        came_to = pl.when(kind == name).then(view.number(where, name)).otherwise(came_to)
    new_game, rolled = (pl.col("game") != pl.col("game").shift()).fill_null(True), kind == "boulder"
    seats = range(1, view.seats + 1)
    marked = seen.with_columns(
        came_to=came_to,
        new_game=new_game,
        rolled=rolled,
        caught=(kind == "death") & (view.number("cause", "death") == Cause.BOULDER),
    )
    until = pl.min_horizontal(_next(pl.col("new_game")), _next(pl.col("rolled"))).fill_null(seen.height)
    rolls = marked.select(
        "block", "game", "rolled", view.number("dice", "boulder").alias("roll"), until.alias("until"),
        (view.number("space_reached", "boulder") - view.number("advance", "boulder")).alias("start"),
        *(_space(one).alias(f"space_{one}") for one in seats),
        *(pl.when((seat == one) & pl.col("caught")).then(at).backward_fill().alias(f"caught_{one}") for one in seats),
    ).filter("rolled")  # fmt: skip
    roll = pl.col("roll")
    dice = pl.when(roll > 0).then(roll.cast(pl.String).str.len_chars()).otherwise(0).cast(pl.Int32).alias("dice")
    parts = []
    for one in seats:
        space, ahead = pl.col(f"space_{one}"), pl.col(f"space_{one}") - pl.col("start")
        alive = (pl.col(f"caught_{one}") >= pl.col("until")).fill_null(True)
        chased = rolls.filter(space.is_between(0, LAVA, closed="left") & (ahead > 0))
        parts.append(chased.select("block", "game", dice, ahead.alias("ahead"), alive.alias("alive")))
    return pl.concat(parts)


def _space(seat: int) -> pl.Expr:
    """Return the space of a seat's adventurer after its last event; null before the first."""
    moved = (pl.col("seat") == seat) & ~pl.col("rolled")
    return pl.when(moved).then("came_to").when("new_game").then(-1).forward_fill()


def _next(event: pl.Expr) -> pl.Expr:
    """Return the row of the next event of a kind."""
    return pl.when(event).then(pl.col("at")).shift(-1).backward_fill()


def _survival(view: View) -> pl.DataFrame:
    rows = chases(view).filter(pl.col("ahead") <= pl.col("dice"))
    if not rows.height:
        return pl.DataFrame(schema={"dice": pl.Int32, "ahead": pl.Int32, "adventurers": pl.Int64})
    table = view.sums(rows.lazy(), ["dice", "ahead"], ["alive"]).table(["alive"], count="adventurers")
    exact = [exact_chac.outruns(view.rules, row["dice"], row["ahead"]) for row in table.iter_rows(named=True)]
    return table.with_columns(alive_exact=pl.Series(exact, dtype=pl.Float64))


def _survival_findings(table: pl.DataFrame) -> list[Finding]:
    if not table.height:
        return []
    most = int(table["dice"].max())  # type: ignore[arg-type]
    near = table.filter((pl.col("dice") == most) & (pl.col("adventurers") >= FEW)).sort("ahead")
    found = []
    for row in (near.row(0, named=True), near.row(-1, named=True)) if near.height > 1 else ():
        value, spread = sentences.split_row(row, "alive", row["adventurers"], percent=True, of="adventurers")
        sentence = (
            f"{value} of adventurers {sentences.counted(row['ahead'], 'space')} ahead of the boulder "
            f"live through a roll of {number(most)} dice {spread}; {_exactly(row['alive_exact'])}."
        )
        found.append(described(sentence, row))
    return found


def _exactly(chance: float) -> str:
    """Return the exact chance, with two digits where it is small; never 0 for a possible event.

    >>> _exactly(0.6667), _exactly(0.000017), _exactly(0.0), _exactly(1.0)
    ('the exact chance is 66.7 %', 'the exact chance is 0.0017 %', 'by the dice nobody can', 'by the dice everybody does')
    """
    if chance <= 0:
        return "by the dice nobody can"
    if chance >= 1:
        return "by the dice everybody does"
    percent = 100 * chance
    places = 1 if 0.1 <= percent <= 99.9 else 1 - math.floor(math.log10(min(percent, 100 - percent)))
    return f"the exact chance is {percent:.{places}f} %"


def _survival_chart(view: View, table: pl.DataFrame) -> list[Chart]:
    if not table.height:
        return []
    both = compare_with_exact(table, "alive", "alive_exact", ["ahead", "dice"], "adventurers")
    both = both.with_columns(rolled=pl.format("{} dice", "dice"))
    lives = "Share of adventurers alive after a roll by spaces ahead of the boulder, with 95 % bands"
    about, title = f"{lives}, beside the exact chance; {view.counted}.", "Living ahead of the boulder"
    lines = {"series": "rolled", "order": "dice", "exact": "exact"}
    return [view.chart("boulder-survival", "lines", title, about, both, "ahead", "alive", count="adventurers", **lines)]


def _charts(view: View, way: pl.DataFrame) -> list[Chart]:
    drawn = {
        "way": ("space", "The boulder's way", "The boulder's space after each turn"),
        "sealing": (
            "sealed_by",
            "When the exit is sealed",
            "Chance that the exit is sealed by a turn, if the game is still going",
        ),
    }
    charts = []
    for name, (value, title, what) in drawn.items() if way.height else ():
        both = compare_with_exact(way, value, f"{value}_exact", ["turn"], "games")
        about = f"{what}, simulated with 95 % bands beside exact; {view.counted}."
        charts.append(
            view.chart(f"boulder-{name}", "lines", title, about, both, "turn", value, exact="exact", count="games")
        )
    return charts
