"""`digsite replay`: one game of a run, narrated turn by turn."""

import json
from typing import Annotated

import typer

from simulator.cli.console import Terminal
from simulator.cli.options import Json, RunFolder
from simulator.errors import WrongUse


def replay(
    run: RunFolder,
    game: Annotated[int | None, typer.Option("--game", min=0, metavar="I", help="The game's index.")] = None,
    median: Annotated[bool, typer.Option("--median", help="The game whose winning score is in the middle.")] = False,
    closest: Annotated[bool, typer.Option("--closest", help="The game with the smallest margin.")] = False,
    longest: Annotated[bool, typer.Option("--longest", help="The game with the most turns.")] = False,
    widest: Annotated[bool, typer.Option("--widest", help="The game with the largest margin.")] = False,
    as_json: Json = False,
) -> None:
    """Play one game of a run again and narrate it, turn by turn."""
    from simulator.lab.running import announce_compiling
    from simulator.runs.replay import find_game_index
    from simulator.runs.replay import replay as narrate
    from simulator.runs.run import Run

    kinds = {"median": median, "closest": closest, "longest": longest, "widest": widest}
    wanted = [kind for kind, chosen in kinds.items() if chosen]
    if len(wanted) + (game is not None) != 1:
        raise WrongUse("Say which game: --game I, or one of --median, --closest, --longest, --widest.")
    opened = Run(run)
    index = game if game is not None else find_game_index(opened, wanted[0])
    announce_compiling(opened.game, Terminal())
    lines = narrate(opened, index)
    if as_json:
        print(json.dumps({"run": str(run), "game": index, "lines": list(lines)}, indent=2))
        return
    for line in lines:
        print(line)
