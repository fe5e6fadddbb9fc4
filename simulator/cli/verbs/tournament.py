"""`digsite tournament`: every line-up of some strategies, in every seat, on the same luck."""

from typing import TYPE_CHECKING, Annotated, Any

from digsite.simulator.cli.console import say, show
from digsite.simulator.cli.options import GameName, Games, Json, PlanOptions, PlayOptions, Quiet, given, verb
from digsite.simulator.cli.results import print_experiment

if TYPE_CHECKING:
    from digsite.simulator.lab.experiments.result import ExperimentResult

MOST_SHOWN = 30  # fields on the screen; the rest is in the tables


@verb(without=["seats"])
def tournament(
    game: GameName,
    plan: PlanOptions,
    how: PlayOptions,
    strategies: Annotated[str, given("strategies")] = "",
    games: Annotated[int, Games("Games of each line-up.")] = 10_000,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Let strategies meet in every line-up: ratings, head to head, and the best reply to each field."""
    from digsite.simulator.lab.experiments.tournament import tournament as play

    print_experiment(play(game, games, strategies=strategies, **plan, **how), as_json, quiet)


def print_ratings(shown: "ExperimentResult") -> None:
    """Ratings and win shares of the strategies, and the best reply to each field of rivals."""
    ratings, replies = (shown.result.tables[name] for name in ("ratings", "replies"))
    show(
        ("strategy", "rating", "from", "to", "win share", "share from", "share to", "appearances"),
        [
            [
                row["strategy"],
                *(f"{row[name]:+.0f}" if row[name] is not None else "open" for name in ("rating", "rating_low", "rating_high")),
                *(f"{100 * row[name]:.2f} %" for name in ("win", "win_low", "win_high")),
                row["appearances"],
            ]
            for row in ratings.iter_rows(named=True)
        ],
    )  # fmt: skip
    fields: dict[str, list[dict[str, Any]]] = {}
    for row in replies.filter("best").sort("field", "win", descending=[False, True]).to_dicts():
        fields.setdefault(row["field"], []).append(row)
    show(
        ("rivals", "best reply", "wins", "from", "to", "cannot be told from it"),
        [
            [field, first["strategy"], *(f"{100 * first[name]:.1f} %" for name in ("win", "win_low", "win_high"))]
            + [", ".join(row["strategy"] for row in others)]
            for field, (first, *others) in list(fields.items())[:MOST_SHOWN]
        ],
    )
    if len(fields) > MOST_SHOWN:
        say(f"({len(fields) - MOST_SHOWN:,} more fields; {shown.folder / 'tournament-replies.csv'} has all.)")
