"""What a decision costs, and which part of a game that goes into.

python -m benchmarks.profile [GAME]... [--seconds S]
"""

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np

from digsite.simulator.games import all_games, find_game
from digsite.simulator.kernel.play.events import SILENT
from digsite.simulator.kernel.play.loop import CURSOR_SIZE
from digsite.simulator.kernel.play.parts import Part, compile_parts
from digsite.simulator.lab.common.progress import Progress
from digsite.simulator.lab.common.running import announce_compiling
from digsite.simulator.lab.tools.bench import line_ups, seats_of
from digsite.simulator.play.plan import make_plan
from digsite.simulator.play.table import Table
from digsite.strategies.minds import minds_of

if TYPE_CHECKING:
    from digsite.simulator.game.game import Game

ROUNDS = 7  # of all parts in turn


@dataclass(frozen=True)
class Profile:
    """Where the time of one line-up goes: CPU time of one thread, and the share of each part in per cent.

    `set_up` is the start of a game, `options` the lists of options, `moves` all that options bring about, later deals
    within a game included; `players` are their choices, `rest` the scoring, the row and the play loop itself.
    """

    game: str
    players: int
    line_up: str
    ns_per_decision: float
    decisions_per_game: float
    set_up: float
    options: float
    moves: float
    choices: float
    rest: float


def profile(games: Sequence[str] = (), seconds: float = 1.0, progress: Progress | None = None) -> Iterator[Profile]:
    """Profile games, all when none is named, at every player count, with random and heuristic players."""
    known = progress or Progress()
    for game in [find_game(name) for name in games] or list(all_games().values()):
        announce_compiling(game, known)
        for players in game.players:
            for line_up in line_ups(game):
                known.starting(f"{game.title}, {players} players, {line_up} ...")
                yield _profile(game, players, line_up, seconds)


def _profile(game: "Game", players: int, line_up: str, seconds: float) -> Profile:
    """Time all parts in turn, a few times over; figures are medians over the rounds."""
    table = _Parts.of(
        make_plan(game.id, 1, players=players, seats=seats_of(game.id, line_up, players), seed=1, events=0)
    )
    table.note(64)
    while (spent := cpu(partial(table.play, 0, table.games))) < seconds / (3 * ROUNDS):
        table.note(2 * table.games if spent > seconds / (12 * ROUNDS) else 8 * table.games)
    rounds = np.array([table.time_parts() for _ in range(ROUNDS)])
    set_up, moves, options, choices, rest = (round(100 * median(part), 1) for part in shares(rounds).T.tolist())
    decisions, whole = len(table.taken), median(rounds[:, -1].tolist())
    return Profile(
        game.id, players, line_up, round(1e9 * whole / decisions, 1), round(decisions / table.games, 1),
        set_up, options, moves, choices, rest,
    )  # fmt: skip


def shares(rounds: np.ndarray) -> np.ndarray:
    """The share of each part in each round, from the times as far as each part.

    A part costs what it adds. In a chain of parts that is a little more than in the play loop, whose rest may then come out
    below nothing; no share is, and all of them add up to the whole.
    """
    costs = np.maximum(np.diff(rounds, axis=1, prepend=0.0), 0.0)
    together: np.ndarray = costs / costs.sum(axis=1, keepdims=True)
    return together


def cpu(work: Callable[[], Any]) -> float:
    """The CPU time of this thread that some work takes, in seconds."""
    began = time.thread_time()
    work()
    return time.thread_time() - began


@cache
def _parts_of(game: str) -> Any:
    """The compiled loop over the parts of a game."""
    return compile_parts(find_game(game).kernels.types, minds_of(game).choose)


class _Parts(Table):
    """A table whose games can be played part by part, from notes of the options taken."""

    games = 0
    taken = np.zeros(0, np.int32)

    def note(self, games: int) -> None:
        """Play so many games and note every option taken."""
        self.games = games
        self.taken = np.zeros(int(self.play(0, games).rows["decisions"].sum()), np.int32)
        self.play_part(Part.PLAYERS)

    def play_part(self, part: Part, games: int | None = None) -> int:
        """Play the games noted, or the first ones, as far as a part; gives the decisions that were carried out."""
        arrays = self._arrays(0, SILENT, np.zeros(CURSOR_SIZE, np.int64))
        games = self.games if games is None else games
        carried_out: int = _parts_of(self.game.id)(arrays, self._moves, self._choose, self.taken, games, int(part))
        return carried_out

    def time_parts(self) -> list[float]:
        """CPU seconds of the games as far as each part, and of the play loop, less those of a call without games."""
        call, whole = cpu(partial(self.play_part, Part.SETUP, 0)), cpu(partial(self.play, 0, 0))
        parts = [cpu(partial(self.play_part, part)) - call for part in Part]
        return [*parts, cpu(partial(self.play, 0, self.games)) - whole]


def main() -> None:
    """Print a line for each line-up."""
    words = argparse.ArgumentParser(description="Say which part of a game the time goes into.")
    words.add_argument("game", nargs="*", help="games to time; all when absent")
    words.add_argument("--seconds", type=float, default=1.0, help="time for each round (default 1)")
    asked = words.parse_args()
    for it in profile(asked.game, asked.seconds):
        print(
            f"{it.game:12} {it.players} {it.line_up:16} {it.ns_per_decision:8.1f} ns a decision, "
            f"{it.decisions_per_game:.0f} decisions a game; set-up {it.set_up} %, options {it.options} %, moves {it.moves} %, "
            f"players {it.choices} %, rest {it.rest} %"
        )


if __name__ == "__main__":
    main()
