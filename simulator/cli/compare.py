"""`digsite compare`: two rule sets or line-ups on the same luck, with a verdict."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from simulator.cli.console import show
from simulator.cli.options import ClusterOptions, GameName, Games, Json, Measures, PlanOptions, Quiet, verb
from simulator.cli.results import print_experiment

if TYPE_CHECKING:
    from simulator.lab.experiments import Shown


@verb(cluster=True)
def compare(
    game: GameName,
    plan: PlanOptions,
    how: ClusterOptions,
    against: Annotated[str, typer.Option(metavar="V,W", help="Variants of the other side; base for none.")] = "base",
    against_seats: Annotated[str, typer.Option(metavar="A,B,...", help="Another line-up for the other side.")] = "",
    games: Annotated[int | None, Games("Games on each side; at most, with --margin.")] = None,
    margin: Annotated[
        str,
        typer.Option(
            metavar="0.5pp", help="Play until decided: the least change that matters (0.5pp, 2points, 3turns)."
        ),
    ] = "",
    measure: Measures = "",
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play two rule sets or line-ups on the same luck and say what differs."""
    from simulator.lab.compare import compare as play

    sides = {"against": against, "against_seats": against_seats}
    shown = play(game, games, **sides, margin=margin, measure=measure, **plan, **how)
    print_experiment(shown, as_json, quiet)


def print_measures(shown: "Shown") -> None:
    """A row for each measure: both sides, the difference, and the verdict."""
    sides = [shown.about[side]["label"] for side in ("against", "changed")]
    rows = [_row(row) for row in shown.result.tables["measures"].iter_rows(named=True)]
    show(("", *sides, "difference", "from", "to", "margin", "verdict", "same luck worth"), rows)


def _row(row: dict[str, Any]) -> list[str]:
    from analyses.experiments.compare import margin_text, shown, unit_word

    unit = row["unit"]
    said = unit_word(unit)
    reach = (row["difference_high"] - row["difference_low"]) / 2 if row["difference_low"] is not None else 0.0
    values = [shown(row[name], unit, reach).removesuffix(f" {said}") for name in ("against", "changed")]
    gaps = [_gap(row[name], unit, reach) for name in ("difference", "difference_low", "difference_high")]
    worth = f"{row['worth']:,.1f}×" if row["worth"] is not None else "all alike"
    margin = margin_text(row["margin"], unit).replace("percentage points", "pp").removesuffix(f" {said}")
    return [row["measure"], *values, *gaps, margin, row["verdict"], worth]


def _gap(value: float | None, unit: Any, reach: float) -> str:
    from analyses.experiments.compare import difference_text
    from analyses.stats import Estimate

    if value is None:
        return "?"
    text = difference_text(Estimate(value, value - reach, value + reach, 1), unit)
    number = text.partition(" (")[0].partition(" ")[0]
    return f"{number} pp" if unit == "share" else number
