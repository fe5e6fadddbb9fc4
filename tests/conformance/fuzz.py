"""The battery's fuzz of rule figures, in a process of its own and by numbers of sets instead of minutes.

    python -m tests.conformance.fuzz GAME [--alone] [--every] [--sets N] [--games N] [--seed S] [--log FILE]

The set now being played stands in the log, for the case that the process crashes. It plays as it is started: plain Python
(NUMBA_DISABLE_JIT=1), compiled, or compiled with checked indices (NUMBA_BOUNDSCHECK=1).
"""

import argparse
import json
import random
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any

from digsite.simulator.game.game import Game
from digsite.simulator.games import chosen_game
from digsite.simulator.lab.battery.checks.figures import Fuzz, combined_set
from digsite.simulator.lab.battery.checks.values import alone
from digsite.simulator.lab.battery.problems import Problem, Spot
from digsite.simulator.lab.battery.subject import Subject, Watch
from tests.conformance.table import declarations

FEW = 3  # problems, after which it gives up


class Log(Watch):
    """Keeps the set now being played in a file."""

    def __init__(self, file: Path):
        self.file = file

    def at(self, spot: Spot) -> None:
        self.file.write_text(json.dumps(asdict(spot)), encoding="utf-8")


def problems(game: Game, fuzz: Fuzz, asked: argparse.Namespace) -> Iterator[Problem]:
    """Play each figure alone at its extremes if wanted, then this many sets of figures combined at random.

    Components are changed a few at a time, or one by one if every figure is wanted.
    """
    if asked.alone or asked.every:
        for number, changes in enumerate(alone(game.figures, every=asked.every)):
            yield from fuzz.try_set(changes, number)
    chance = random.Random(asked.seed)
    for number in range(asked.sets):
        yield from combined_set(fuzz, game.figures, chance, number)


def main() -> None:
    """Fuzz one game and print what came of it."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance.fuzz")
    parser.add_argument("game")
    parser.add_argument("--alone", action="store_true", help="each figure alone at its extremes, too")
    parser.add_argument("--every", action="store_true", help="and every figure of every component")
    parser.add_argument("--sets", type=int, default=100, help="sets of figures combined at random")
    parser.add_argument("--games", type=int, default=2, help="games of each set")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, default=Path(tempfile.gettempdir()) / "digsite-fuzz.json")
    asked = parser.parse_args()
    game = chosen_game(asked.game)
    how: dict[str, Any] = {"seed": asked.seed, "declarations": declarations(game), "watch": Log(asked.log)}
    fuzz = Fuzz([Subject(game, seats, **how) for seats in game.players], asked.games)
    told = [problem.to_dict() for problem in islice(problems(game, fuzz, asked), FEW)]
    print(json.dumps({"played": fuzz.played, "refused": fuzz.refused, "problems": told}))


if __name__ == "__main__":
    sys.exit(main())
