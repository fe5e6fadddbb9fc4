"""`digsite lab`: a page on which rules are moved and their balance is seen at once."""

import os
import sys
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from digsite.simulator.cli import completion
from digsite.simulator.cli.console import print_note
from digsite.simulator.cli.options import PlanOptions, Threads, Trust, given, verb
from digsite.simulator.errors import DigsiteError

EXTRA = "pip install digsite[lab]"


@verb(
    helps={
        "players": {"help": "Number of players to begin with."},
        "seats": {"help": "The strategies to begin with."},
        "variants": {"help": "Begin with a rule variant; repeat for more."},
        "settings": {"help": "Begin with a changed rule figure; repeat for more."},
        "rules_file": {"help": "Begin with the rule figures of a file."},
        "seed": {"help": "Seed of all chance; drawn by default."},
    }
)
def lab(
    plan: PlanOptions,
    game: Annotated[
        str,
        typer.Argument(
            metavar="[GAME]", help="The game to begin with, or the folder of your own.", autocompletion=completion.games
        ),
    ] = "",
    contract: Annotated[
        Path | None, given("contract", help="Begin with a contract's game, and show its targets.")
    ] = None,
    port: Annotated[int | None, given("port", min=1, max=65535)] = None,
    open_page: Annotated[bool, given("open_page")] = True,
    threads: Threads = None,
    trust: Trust = False,
) -> None:
    """Open a page on which you move rules and see the balance at once; only this computer can reach it."""
    try:
        from digsite.simulator.web.server import LabServer
    except ImportError as problem:
        raise DigsiteError(f"The lab needs packages that are not installed: {EXTRA}") from problem
    from digsite.simulator.lab.live.start import start

    begun = start(game, contract=contract, trust=trust, **plan)

    def opened(address: str) -> None:
        print(address, flush=True)
        print_note("The lab is open at this address, for this computer only. Ctrl-C closes it.")
        if open_page and _has_screen():
            webbrowser.open(address)

    LabServer(begun, port, threads).run(opened)
    print_note("The lab is closed.")


def _has_screen() -> bool:
    """Return whether a browser has a window to open; without one, a text browser would take the terminal."""
    return sys.platform != "linux" or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
