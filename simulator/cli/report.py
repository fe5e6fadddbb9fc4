"""`digsite report`: one self-contained HTML file about one or several runs."""

from pathlib import Path
from typing import Annotated

import typer

from simulator.cli.console import Games, Quiet, Seed, announce_compiling, note, progress_line
from simulator.errors import WrongUse


def report(
    run: Annotated[list[Path], typer.Argument(metavar="[RUN]...", help="Run folders.")] = [],  # noqa: B006
    out: Annotated[Path, typer.Option(metavar="FILE", help="The HTML file.")] = Path("report.html"),
    every_game: Annotated[bool, typer.Option("--all", help="Play and report every game.")] = False,
    games: Games = 100_000,
    seed: Seed = 1,
    folder: Annotated[Path, typer.Option("--runs", metavar="DIR", help="Where --all keeps its runs.")] = Path("runs"),
    sensitivity: Annotated[
        bool, typer.Option("--sensitivity/--no-sensitivity", help="Play the unconfirmed figures' alternatives, too.")
    ] = True,
    quiet: Quiet = False,
) -> None:
    """Write a balance report: findings, charts, a told game, the rules and how to repeat it."""
    from reports.page.report import build
    from simulator.runs.run import Run

    if every_game == bool(run):
        raise WrongUse("Name the runs to report on, or play every game with --all.")
    runs = play_all(folder, games, seed or 1, quiet) if every_game else [Run(path) for path in run]
    written = build(runs, out, narrate=tell_median, sensitivity=matter_of if sensitivity else None)
    note(f"The report is in {written}", quiet)


def play_all(folder: Path, games: int, seed: int, quiet: bool) -> list:
    """A run of every game at its largest player count, seats rotated; runs that are there already are completed."""
    from simulator.games import all_games
    from simulator.lab.simulate import execute
    from simulator.play.plan import make_plan
    from strategies.registry import default_line_up

    runs = []
    for game in all_games().values():
        seats = game.players[-1]
        plan = make_plan(game.id, games, seats=default_line_up(game.id, seats), seed=seed, rotate=True)
        target = folder / f"{game.id}-{seats}p-{games}-{seed}"
        announce_compiling(game.package, game.title, quiet)
        note(f"{game.title}: {plan.games:,} games, {seats} players ({', '.join(plan.players)})", quiet)
        resume = (target / "manifest.json").exists()
        runs.append(execute(plan, target, resume=resume, progress=progress_line(quiet), command=_command(plan)))
    return runs


def _command(plan) -> str:
    words = ["digsite simulate", plan.game, f"--games {plan.games}", f"--seats {','.join(plan.players)}"]
    return " ".join([*words, "--rotate" * plan.rotate, f"--seed {plan.seed}"])


def tell_median(run) -> list[str]:
    """The run's median game, told."""
    from simulator.runs.replay import find_game_index, retell

    return list(retell(run, find_game_index(run, "median")))


def matter_of(run):
    """How much each unconfirmed figure moves the conclusions."""
    from simulator.cli.sweep import sensitivity_of

    return sensitivity_of(run)
