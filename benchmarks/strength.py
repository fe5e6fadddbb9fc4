"""How strong the best heuristic of each game is against itself thinking, at every number of players, as Markdown.

    python benchmarks/strength.py [--save] [FOLDER] [GAME ...]

Each row is a `digsite strength`, at tables of two with what thinking changes, and stands in a folder of its own under
FOLDER (runs/strength by default), so that one that was interrupted goes on where it was. The number of games is fixed, so
anybody gets the same shares; all rows take some quarter of an hour of one thread. With --save the rows of a game are
written to its strategies/GAME/strength.toml, from which reports say how good their players are.
"""

import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import digsite
from digsite.simulator.games import all_games
from digsite.strategies.strength import FILE

STRATEGIES = Path(__file__).resolve().parents[1] / "strategies"

HEADINGS = ("game", "players", "player", "wins", "points ahead", "games", "seed", "ms a decision", "CPU s")


SHARES = {"win": "win", "low": "win_low", "high": "win_high"}  # in the file, and in the table that is found


class Row(NamedTuple):
    """A table of the game's best strategy: how many deals it samples, how many games it plays, and their seed."""

    game: str
    players: int
    strategy: str
    think: int
    games: int
    seed: int = 2026
    differences: bool = False


ROWS = [
    Row("lost-cities", 2, "opportunist", 32, 60, seed=8101, differences=True),
    Row("lost-cities", 3, "opportunist", 32, 48),
    Row("lost-cities", 4, "opportunist", 32, 40),
    Row("archaeology", 2, "mapper", 32, 212, seed=51, differences=True),
    Row("archaeology", 3, "mapper", 32, 180),
    Row("archaeology", 4, "mapper", 32, 92, seed=51),
    Row("archaeology", 5, "mapper", 32, 180),
    Row("chac", 2, "navigator", 32, 216, seed=41, differences=True),
    Row("chac", 3, "navigator", 32, 180),
    Row("chac", 4, "navigator", 32, 332, seed=41),
    Row("chac", 5, "navigator", 32, 150),
    Row("chac", 6, "navigator", 32, 120),
    Row("quetzal", 2, "planner", 32, 12, differences=True),
    Row("quetzal", 3, "planner", 8, 12),
    Row("quetzal", 4, "planner", 32, 12),
    Row("quetzal", 5, "planner", 8, 10),
    Row("arnak", 2, "balanced", 32, 12, differences=True),
    Row("arnak", 3, "balanced", 8, 12),
    Row("arnak", 4, "balanced", 32, 12),
]


def main() -> None:
    """Print the table, a row as soon as it is played."""
    words = [word for word in sys.argv[1:] if word != "--save"]
    folder = Path(words[0] if words else "runs/strength")
    print(f"| {' | '.join(HEADINGS)} |\n|{'---|' * len(HEADINGS)}", flush=True)
    for game in words[1:] or all_games():
        measured = []
        for row in ROWS:
            if row.game == game:
                began = time.process_time()
                found = played(row, folder)
                print(f"| {' | '.join(cells(row, found, time.process_time() - began))} |", flush=True)
                measured.append(entry(row, found))
        if "--save" in sys.argv:
            save(game, measured)


def played(row: Row, folder: Path) -> dict[str, Any]:
    """What was found at one table."""
    shown = digsite.strength(
        row.game, row.games, strategies=row.strategy, think=str(row.think), players=row.players, seed=row.seed,
        threads=1, differences=row.differences, out=folder / f"{row.game}-{row.players}", resume=True,
    )  # fmt: skip
    (found,) = shown.tables["strength"].iter_rows(named=True)
    return dict(found)


def cells(row: Row, found: dict[str, Any], seconds: float) -> list[str]:
    """What a table shows, in the order of the headings."""
    game = all_games()[row.game]
    return [
        f"{game.title}, version {game.version}",
        str(row.players),
        f"`{found['thinking']}`",
        f"{100 * found['win']:.0f} % ({100 * found['win_low']:.0f} to {100 * found['win_high']:.0f} %)",
        f"{found['points']:+.1f} ({found['points_low']:+.1f} to {found['points_high']:+.1f})",
        str(found["games"]),
        str(row.seed),
        f"{found['ms']:.1f}",
        f"{seconds:.0f}",
    ]


def entry(row: Row, found: dict[str, Any]) -> str:
    """A row of the file that reports read."""
    shares = ", ".join(f"{name} = {found[column]:.4f}" for name, column in SHARES.items())
    return (
        f'{{ strategy = "{row.strategy}", players = {row.players}, think = {row.think}, {shares}, '
        f"games = {found['games']}, seed = {row.seed} }}"
    )


def save(game: str, measured: list[str]) -> None:
    """Write a game's file."""
    rows = "".join(f"    {line},\n" for line in measured)
    text = (
        "# How often a strategy that looks ahead won against itself, by the printed rules and number of players; written by\n"
        f"# `python benchmarks/strength.py --save`.\nversion = {all_games()[game].version}\nmeasured = [\n{rows}]\n"
    )
    (STRATEGIES / game.replace("-", "_") / FILE).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
