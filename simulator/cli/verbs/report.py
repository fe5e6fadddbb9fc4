"""`digsite report`: one self-contained HTML file about runs and experiments."""

from pathlib import Path
from typing import Annotated, Any

import typer

from digsite.simulator.cli.console import Terminal, note
from digsite.simulator.cli.options import Cluster, Games, Quiet, Trust, closed, typed_folder
from digsite.simulator.errors import WrongUse


def report(
    run: Annotated[
        list[Any],
        typer.Argument(
            metavar="[RUN]...", parser=typed_folder, help="Folders of runs and experiments, also s3://bucket/run."
        ),
    ] = [],  # noqa: B006
    out: Annotated[Path, typer.Option(metavar="FILE", help="The HTML file.")] = Path("report.html"),
    every_game: Annotated[bool, typer.Option("--all", help="Play and report every game.")] = False,
    games: Annotated[
        int | None, Games("How many games of each with --all, e.g. 100k or 2.5M; 100k when absent.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, metavar="N", help="Decides all chance with --all; 1 when absent.")
    ] = None,
    folder: Annotated[
        Any,
        typer.Option(
            "--runs", metavar="DIR", parser=typed_folder, help="Where --all keeps its runs; runs when absent."
        ),
    ] = None,
    sensitivity: Annotated[
        bool, typer.Option("--sensitivity/--no-sensitivity", help="Play the unconfirmed figures' alternatives, too.")
    ] = True,
    contract: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Scorecards are held against this contract's targets.")
    ] = None,
    experiments: Annotated[
        bool,
        typer.Option(
            "--experiments/--no-experiments",
            help="Play what components are worth and when games are decided, too; kept in RUN/nudges and RUN/tension.json.",
        ),
    ] = True,
    check_with: Annotated[
        str,
        typer.Option(
            metavar="+N", help="Repeat the main findings with players that think, +32; kept in RUN/checked-32."
        ),
    ] = "",
    trust: Trust = False,
    cluster: Cluster = "",
    quiet: Quiet = False,
) -> None:
    """Write a balance report: findings, charts, a narrated game, the rules and how to repeat it."""
    from digsite.simulator.lab.reporting.report import GAMES, check_all, page_at, play_all, playing_on, way_to_think
    from digsite.simulator.lab.reporting.report import report as write
    from digsite.simulator.runs.atomic_files import check_writable

    if every_game == bool(run):
        raise WrongUse("Name the runs to report on, or play every game with --all.")
    for option, given in (("--games", games), ("--seed", seed), ("--runs", folder)):
        if run and given is not None:
            raise WrongUse(f"{option} is for --all; the runs named here are played already.")
    check_writable(page_at(out))
    way_to_think(check_with)
    if every_game:  # what is wrong must not come to light after the games
        check_all(check_with, contract)
    progress = None if quiet else Terminal()
    with closed(progress), playing_on(cluster, progress) as on:
        if every_game:
            played = play_all(
                Path("runs") if folder is None else folder,
                GAMES if games is None else games,
                1 if seed is None else seed,
                progress,
                on=on,
            )
            run = sorted(one.folder for one in played)
        written = write(
            *run, out=out, sensitivity=sensitivity, experiments=experiments, contract=contract, check_with=check_with,
            trust=trust, progress=progress, cluster=on,
        )  # fmt: skip
    note(f"The report is in {written}", quiet)
