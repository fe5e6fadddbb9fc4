"""Compile kernels, as `make test` does before its workers start: all of them, or those of one game."""

import sys
from time import monotonic

from digsite.simulator.cli.console import Terminal, duration, print_note
from digsite.simulator.lab.tools.precompile import compile_game, warm


def main(words: list[str]) -> None:
    """Compile the named game, or all games in parallel, and print when each is ready."""
    if words:
        compile_game(words[0], everything="--everything" in words)
        return
    began, progress = monotonic(), Terminal()
    for game in warm(progress=progress):
        progress.close()
        print_note(f"The kernels of {game.title} are compiled ({duration(monotonic() - began)})")


if __name__ == "__main__":
    main(sys.argv[1:])
