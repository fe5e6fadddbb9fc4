"""`digsite simulate`: play many games and record them."""

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from simulator.cli.console import (
    GameName,
    Games,
    Json,
    Players,
    Plugins,
    Quiet,
    RulesFile,
    Seats,
    Seed,
    Settings,
    Threads,
    Variants,
    announce_compiling,
    count,
    note,
    progress_line,
    split_seats,
)  # fmt: skip
from simulator.errors import DigsiteError
from simulator.games import find_game


def simulate(
    game: GameName,
    games: Games = 100_000,
    players: Players = None,
    seats: Seats = "",
    rotate: Annotated[bool, typer.Option("--rotate", help="Play every seat rotation on the same luck.")] = False,
    variant: Variants = [],  # noqa: B006
    setting: Settings = [],  # noqa: B006
    rules_file: RulesFile = None,
    plugin: Plugins = [],  # noqa: B006
    seed: Seed = None,
    threads: Threads = None,
    events: Annotated[
        int, typer.Option(parser=count, metavar="K", help="Keep the events of the first K games.")
    ] = 20_000,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="The run folder.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in --out.")] = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play many games and write one row per game to a run folder."""
    from simulator.cli.summary import print_summary
    from simulator.lab.simulate import execute
    from simulator.play.plan import make_plan
    from simulator.runs.store import read_manifest

    found = find_game(game)
    if resume and out is None:
        raise typer.BadParameter("--resume needs the run folder: --out DIR.")
    if resume and seed is None and out is not None:
        seed = read_manifest(out)["plan"]["seed"]
    plan = make_plan(
        game, games, players=players, seats=split_seats(seats), variants=variant, settings=setting,
        rules_file=rules_file, plugins=plugin, seed=seed, rotate=rotate, events=events,
    )  # fmt: skip
    folder = out or Path("runs") / f"{plan.game}-{plan.seats}p-{plan.seed}"
    note(
        f"{found.title}: {plan.games:,} {'game' if plan.games == 1 else 'games'}, {plan.seats} players ({', '.join(plan.players)}), seed {plan.seed}.",
        quiet,
    )
    announce_compiling(found.package, found.title, quiet)
    command = shlex.join(["digsite", *sys.argv[1:]]) if Path(sys.argv[0]).stem == "digsite" else None
    try:
        run = execute(
            plan, folder, threads=threads, resume=resume, progress=progress_line(quiet),
            command=command,
        )  # fmt: skip
    except KeyboardInterrupt:
        saved = sum(part["rows"] for name, part in read_manifest(folder)["parts"].items() if name.startswith("games"))
        note(
            f"\n{saved:,} of {plan.games:,} games are saved in {folder}; go on with the same command and --resume --out {folder}"
        )
        raise
    except DigsiteError:
        note("", quiet=not sys.stderr.isatty())
        raise
    print_summary(run, as_json)
    note(f"The run is in {run.folder}", quiet)
