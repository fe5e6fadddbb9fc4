"""`digsite tune`: better weights for a strategy."""

from typing import TYPE_CHECKING, Annotated

import typer

from digsite.simulator.cli.console import say, show
from digsite.simulator.cli.options import GameName, Games, Json, PlanOptions, PlayOptions, Quiet, given, verb
from digsite.simulator.cli.results import print_experiment

if TYPE_CHECKING:
    from digsite.simulator.lab.experiments.result import ExperimentResult

EACH = 600


@verb(without=["seats"])
def tune(
    game: GameName,
    strategy: Annotated[str, typer.Argument(metavar="STRATEGY", help="Whose weights: rusher, rusher:tempo=7.")],
    plan: PlanOptions,
    how: PlayOptions,
    against: Annotated[
        str, given("against", metavar="A,B,...", help="The rivals; by default all other strategies but random.")
    ] = "",
    free: Annotated[str, given("free")] = "",
    games: Annotated[int | None, Games("Begin no generation of the search beyond so many games.")] = None,
    minutes: Annotated[float | None, given("minutes")] = None,
    each: Annotated[int, given("each")] = EACH,
    validate: Annotated[
        int | None,
        given(
            "validate",
            help="Games on fresh seeds with the original and the tuned weights; 10,000, or 400 where rivals look ahead.",
        ),
    ] = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Find better weights for a strategy, and try them on fresh luck.

    The search ends when nothing more is gained, or by --games or --minutes. tuned.toml in its folder has the weights.
    """
    from digsite.simulator.lab.players.tune import tune as play

    shown = play(
        game, strategy, games, against=against, free=free, minutes=minutes, each=each, validate=validate, **plan, **how
    )
    print_experiment(shown, as_json, quiet)


def print_tuned(shown: "ExperimentResult") -> None:
    """What was gained at each table, and the weights."""
    gain, weights = (shown.result.tables[name] for name in ("gain", "weights"))
    show(
        ("rivals", "wins at first", "tuned", "gain pp", "from", "to", "games"),
        [
            [
                row["rivals"],
                *(f"{100 * row[name]:.1f} %" for name in ("own", "tuned")),
                *(f"{100 * row[name]:+.1f}" for name in ("gain", "gain_low", "gain_high")),
                row["games"],
            ]
            for row in gain.iter_rows(named=True)
        ],
    )
    show(
        ("weight", "at first", "tuned", "lost if put back, pp", "from", "to"),
        [
            [
                row["weight"],
                f"{row['own']:g}",
                "held" if row["held"] else f"{row['tuned']:g}",
                *("" if row[name] is None else f"{100 * row[name]:+.1f}" for name in ("lost", "lost_low", "lost_high")),
            ]
            for row in weights.iter_rows(named=True)
        ],
    )
    name, file = (
        shown.experiment.question["strategy"].split(":")[0].split("@")[0],
        shown.experiment.folder / "tuned.toml",
    )
    say(f"(The weights are in {file}; play them as {name}@{file}.)")
