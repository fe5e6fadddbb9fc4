"""`digsite sweep`: how the balance answers to one or two rule figures, or to all that no source confirms."""

from typing import TYPE_CHECKING, Annotated, Any

from digsite.simulator.cli.console import say, show
from digsite.simulator.cli.options import GameName, Games, Json, Measures, PlanOptions, PlayOptions, Quiet, given, verb
from digsite.simulator.cli.results import print_experiment

if TYPE_CHECKING:
    from digsite.simulator.lab.experiments.result import ExperimentResult


@verb(
    helps={
        "settings": {
            "metavar": "KEY=A,B,C",
            "help": "A rule figure's values; two figures at most; one value fixes it.",
        }
    }
)
def sweep(
    game: GameName,
    plan: PlanOptions,
    how: PlayOptions,
    unconfirmed: Annotated[bool, given("unconfirmed", help="Sweep each unconfirmed figure and rank them.")] = False,
    measure: Measures = "",
    games: Annotated[int, Games("Games at each point.")] = 20_000,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play a game over values of its rule figures, on the same luck: a curve, a heat map, or a ranking of guesses."""
    from digsite.simulator.lab.experiments.sweep import sweep as play

    print_experiment(play(game, games, unconfirmed=unconfirmed, measure=measure, **plan, **how), as_json, quiet)


def print_points(shown: "ExperimentResult") -> None:
    """A row for each measure, a column for each point: a sweep has more of the former."""
    table = shown.result.tables["points"]
    figures = table.columns[: table.columns.index("measure")]
    points: dict[str, None] = {}
    lines: dict[str, list[str]] = {}
    for row in table.iter_rows(named=True):
        mark = "*" if row["verdict"].startswith("different") else ""
        points[", ".join(str(row[figure]) for figure in figures)] = None
        lines.setdefault(row["measure"], []).append(_figure(row) + mark)
    show([", ".join(figures), *points], [[measure, *cells] for measure, cells in lines.items()])
    say("(* differs from the rules without the sweep, beyond chance)")


def _figure(row: dict[str, Any]) -> str:
    """The value and half its interval's length, with the digits that this supports; a share whose interval would so leave
    0 to 100 % has both ends instead."""
    from digsite.analyses.experiments.compare import shown

    low, high, unit = row["value_low"], row["value_high"], row["unit"]
    if low is None or high is None or low == high:
        return shown(row["value"], unit).removesuffix(f" {unit}")
    reach = (high - low) / 2
    value, half, *ends = (
        shown(v, unit, reach).removesuffix(f" {unit}").removesuffix(" %") for v in (row["value"], reach, low, high)
    )
    if unit == "share" and not reach <= row["value"] <= 1 - reach:
        return f"{value} ({' to '.join(ends)}) %"
    return f"{value} ±{half} %" if unit == "share" else f"{value} ±{half}"


def print_ranking(shown: "ExperimentResult") -> None:
    """The unconfirmed figures, those that matter most first."""
    tables = shown.result.tables
    if "unconfirmed" not in tables:
        return
    rows = [
        [
            row["figure"],
            row["value"],
            row["matters"],
            _change(row, "seat_1_change", "share"),
            _change(row, "score_change", "points"),
        ]
        + [row["order"]]
        for row in tables["unconfirmed"].iter_rows(named=True)
    ]
    show(("unconfirmed figure", "value", "matters", "seat 1's win share", "mean score", "strategies' order"), rows)


def _change(row: dict[str, Any], column: str, unit: Any) -> str:
    """The largest change, its interval, and at which alternative."""
    from digsite.analyses.experiments.compare import difference_text
    from digsite.analyses.stats import Estimate

    if row.get(column) is None:
        return "–"
    estimate = Estimate(row[column], row[f"{column}_low"], row[f"{column}_high"], row["games"])
    text = difference_text(estimate, unit).replace("percentage points", "pp")
    return f"{text.partition(';')[0].removesuffix(')')}) at {row[f'{column}_at']}"
