"""How strong the general players are, at tables of two and four, as Markdown: against random play and a good strategy.

    python benchmarks/general.py [--games N] [GAME ...]

One general player sits among rivals of one kind and plays every seat on the same luck. The share of wins is the mean over
deals; its interval is of the deals. CPU time is of one thread, whole games divided by the general player's decisions.
"""

import sys
import time
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from digsite.analyses.stats import Moments, shared_wins
from digsite.simulator.games import find_game
from digsite.simulator.kernel.play.loop import CURSOR_SEARCHES, CURSOR_SIZE
from digsite.simulator.play.plan import make_plan
from digsite.simulator.play.table import table_for
from digsite.strategies.general import GENERAL
from digsite.strategies.registry import own_strategies

BEST = {
    "lost-cities": "opportunist",
    "archaeology": "mapper",
    "chac": "navigator",
    "quetzal": "planner",
    "arnak": "balanced",
}
HEADINGS = ("game", "players", "player", "rivals", "wins", "fair", "games", "CPU ms a decision")
GAMES = 200
SEED = 1


class Match(NamedTuple):
    """What one player won among rivals."""

    won: np.ndarray  # of each deal, the mean over the seats
    ms: float


def main() -> None:
    """Print the table, a row as soon as it is played."""
    words = sys.argv[1:]
    games = int(words.pop(words.index("--games") + 1)) if "--games" in words else GAMES
    names = [word for word in words if word != "--games"] or list(BEST)
    print(f"| {' | '.join(HEADINGS)} |\n|{'---|' * len(HEADINGS)}", flush=True)
    for name in names:
        for row in rows(name, games):
            print(f"| {' | '.join(row)} |", flush=True)


def rows(name: str, games: int) -> Iterator[list[str]]:
    """The rows of one game."""
    game = find_game(name)
    best = BEST.get(game.id) or next(iter(own_strategies(game.id)), None)
    for players in {min(max(seats, game.players[0]), game.players[-1]): None for seats in (2, 4)}:
        for player in GENERAL:
            for rival in filter(None, ("random", best)):
                found = match(name, [player, *[rival] * (players - 1)], games)
                won = shared_wins(Moments.of(found.won))
                yield [
                    f"{game.title}, version {game.version}", str(players), f"`{player}`", f"`{rival}`",
                    f"{100 * won.value:.0f} % ({100 * won.low:.0f} to {100 * won.high:.0f} %)", f"{100 / players:.3g} %",
                    str(len(found.won) * players), f"{found.ms:.2f}",
                ]  # fmt: skip


def match(game: str, seats: list[str], games: int) -> Match:
    """Play a line-up in every seat; what its first player won, and how long it thought."""
    plan = make_plan(game, games, seats=seats, players=len(seats), seed=SEED, events=0)
    table, count = table_for(plan), len(seats)
    table.play(0, count)  # compiles
    cursor = np.zeros(CURSOR_SIZE + plan.games, np.int64)
    began = time.process_time()
    found = table.play(0, plan.games, cursor).rows
    ms = 1000 * (time.process_time() - began) / max(int(cursor[CURSOR_SEARCHES]), 1)
    won = (found["rank"] == 1) & (found["contends"] > 0) & (found["winners"] > 0)[:, None]
    shares = won / np.maximum(found["winners"], 1)[:, None]
    seat = table.seating.seats_of(np.arange(plan.games))[:, 0]
    return Match(shares[np.arange(plan.games), seat].reshape(-1, count).mean(axis=1), ms)


if __name__ == "__main__":
    main()
