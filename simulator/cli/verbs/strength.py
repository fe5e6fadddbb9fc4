"""`digsite strength`: how good the players are that findings rest on."""

import math
from typing import TYPE_CHECKING, Annotated

from digsite.simulator.cli.console import show
from digsite.simulator.cli.options import GameName, Games, Json, PlanOptions, PlayOptions, Quiet, given, verb
from digsite.simulator.cli.results import print_experiment

if TYPE_CHECKING:
    from digsite.simulator.lab.experiments.result import ExperimentResult

MOST_SHOWN = 8  # kinds of change of each strategy on the screen; the rest is in the tables


@verb(without=["seats"])
def strength(
    game: GameName,
    plan: PlanOptions,
    how: PlayOptions,
    strategies: Annotated[str, given("strategies", help="Who is tried; by default all strategies but random.")] = "",
    think: Annotated[str, given("think")] = "32",
    games: Annotated[int | None, Games("Games of each strategy; 100, or as there is time.")] = None,
    minutes: Annotated[
        float | None,
        given("minutes", help="End within N minutes, --differences included; the first round is always played."),
    ] = None,
    differences: Annotated[bool, given("differences")] = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Let strategies meet themselves, thinking: how much better could they be played?"""
    from digsite.simulator.lab.players.strength import strength as play

    shown = play(
        game, games, strategies=strategies, think=think, minutes=minutes, differences=differences, **plan, **how
    )
    print_experiment(shown, as_json, quiet)


def signed(number: float) -> str:
    """A difference; an end that no games can tell, of one deal alone, is a question mark."""
    return f"{number:+.1f}" if math.isfinite(number) else "?"


def print_strength(shown: "ExperimentResult") -> None:
    """A row for each strategy, and the changes that gain most."""
    show(
        ("player", "wins", "from", "to", "fair", "points ahead", "from", "to", "games", "ms/decision"),
        [
            [
                row["thinking"],
                *(f"{100 * row[name]:.1f} %" for name in ("win", "win_low", "win_high", "fair")),
                *(signed(row[name]) for name in ("points", "points_low", "points_high")),
                row["games"],
                "-" if row["ms"] is None else f"{row['ms']:.1f}",
            ]
            for row in shown.result.tables["strength"].iter_rows(named=True)
        ],
    )
    changes = shown.result.tables.get("differences")
    if changes is None:
        return
    show(
        ("strategy", "decision", "own choice", "taken", "per game", "changed", "win pp a game", "from", "to", "points", "game", "at"),
        [
            [
                *(row[name] for name in ("strategy", "decision", "own", "instead")),
                f"{row['per_game']:.2f}",
                f"{100 * row['of_decisions']:.1f} %",
                *(signed(100 * row[name]) for name in ("win", "win_low", "win_high")),
                f"{row['points']:+.1f}",
                row["game"],
                row["place"] or "",
            ]
            for _, group in changes.group_by("strategy", maintain_order=True)
            for row in group.head(MOST_SHOWN).iter_rows(named=True)
        ],
    )  # fmt: skip
