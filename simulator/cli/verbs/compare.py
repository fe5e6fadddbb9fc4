"""`digsite compare`: two rule sets or line-ups on the same luck, with a verdict."""

import math
from typing import TYPE_CHECKING, Annotated, Any

from digsite.simulator.cli.console import show
from digsite.simulator.cli.options import GameName, Games, Json, Measures, PlanOptions, PlayOptions, Quiet, given, verb
from digsite.simulator.cli.results import print_experiment

if TYPE_CHECKING:
    from digsite.simulator.lab.experiments.result import ExperimentResult


@verb()
def compare(
    game: GameName,
    plan: PlanOptions,
    how: PlayOptions,
    against: Annotated[str, given("against")] = "base",
    against_seats: Annotated[str, given("against_seats")] = "",
    games: Annotated[int | None, Games("Games on each side; at most, with --margin.")] = None,
    margin: Annotated[
        str, given("margin", help="Play until decided: the least change that matters (0.5pp, 2points, 3turns).")
    ] = "",
    measure: Measures = "",
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play two rule sets or line-ups on the same luck and say what differs."""
    from digsite.simulator.lab.experiments.compare import compare as play

    sides = {"against": against, "against_seats": against_seats}
    shown = play(game, games, **sides, margin=margin, measure=measure, **plan, **how)
    print_experiment(shown, as_json, quiet)


def print_measures(shown: "ExperimentResult") -> None:
    """A row for each measure: both sides, the difference, and the verdict."""
    sides = [shown.about[side]["label"] for side in ("against", "changed")]
    rows = [_row(row) for row in shown.result.tables["measures"].iter_rows(named=True)]
    show(("", *sides, "difference", "from", "to", "margin", "verdict", "same luck worth"), rows)


def _row(row: dict[str, Any]) -> list[str]:
    from digsite.analyses.experiments.compare import margin_text, shown, unit_word

    unit = row["unit"]
    said = unit_word(unit)
    reach = (row["difference_high"] - row["difference_low"]) / 2 if row["difference_low"] is not None else 0.0
    values = [shown(row[name], unit, reach / 10).removesuffix(f" {said}") for name in ("against", "changed")]
    worth = f"{row['worth']:,.1f}×" if row["worth"] is not None else "all alike"
    margin = margin_text(row["margin"], unit).replace("percentage points", "pp").removesuffix(f" {said}")
    return [row["measure"], *values, *_gaps(row), margin, row["verdict"], worth]


def _gaps(row: dict[str, Any]) -> list[str]:
    """The difference and both ends of its interval, with the same digits; an end that is not known is a question mark."""
    from digsite.analyses.stats import Estimate

    factor, suffix = (100.0, " pp") if row["unit"] == "share" else (1.0, "")
    value, low, high = (
        math.nan if row[name] is None else row[name] * factor
        for name in ("difference", "difference_low", "difference_high")
    )
    places = Estimate(value, low, high, 1).places(signed=True)
    return [f"{number:+z,.{places}f}{suffix}" if math.isfinite(number) else "?" for number in (value, low, high)]
