"""`digsite report`: one self-contained HTML file about runs and experiments."""

from pathlib import Path
from typing import Annotated, Any

import typer

from digsite.simulator.cli import completion
from digsite.simulator.cli.console import Terminal, print_note
from digsite.simulator.cli.options import Cluster, Games, Quiet, Trust, close_progress, given, typed_folder
from digsite.simulator.errors import WrongUse
from digsite.simulator.options import OPTIONS


def report(
    run: Annotated[
        list[Any],
        typer.Argument(
            metavar="[RUN]...",
            parser=typed_folder,
            help="Folders of runs and experiments, also s3://bucket/run.",
            autocompletion=completion.run_folders,
        ),
    ] = [],  # noqa: B006
    out: Annotated[Path, given("out", metavar="FILE", help="The HTML file.")] = Path("report.html"),
    every_game: Annotated[bool, given("every_game")] = False,
    games: Annotated[int | None, Games("Games of each game with --all, e.g. 2.5M; by default 100k.")] = None,
    seed: Annotated[int | None, given("seed", help="The seed of all chance with --all; by default 1.", min=0)] = None,
    runs_folder: Annotated[Any, given("runs_folder", parser=typed_folder)] = None,
    sensitivity: Annotated[bool, given("sensitivity")] = True,
    contract: Annotated[Path | None, given("contract")] = None,
    experiments: Annotated[bool, given("experiments")] = True,
    check_with: Annotated[str, given("check_with")] = "",
    trust: Trust = False,
    cluster: Cluster = "",
    quiet: Quiet = False,
) -> None:
    """Write a balance report: findings, charts, a narrated game, the rules and how to repeat it."""
    from digsite.simulator.lab.reporting.report import (
        GAMES,
        check_options,
        open_cluster,
        page_at,
        play_all,
        recheck_lookahead,
    )
    from digsite.simulator.lab.reporting.report import report as write
    from digsite.simulator.runs.atomic_files import check_writable

    if every_game == bool(run):
        raise WrongUse("Name the runs to report on, or play every game with --all.")
    for name, value in {"games": games, "seed": seed, "runs_folder": runs_folder}.items():
        if run and value is not None:
            raise WrongUse(f"{OPTIONS[name].typed} is for --all; the runs named here are played already.")
    check_writable(page_at(out))
    recheck_lookahead(check_with)
    if every_game:  # report mistakes before the games are played
        check_options(check_with, contract)
    progress = None if quiet else Terminal()
    with close_progress(progress), open_cluster(cluster, progress) as on:
        if every_game:
            played = play_all(
                Path("runs") if runs_folder is None else runs_folder,
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
    print_note(f"The report is in {written}", quiet)
