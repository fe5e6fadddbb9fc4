"""What a shell completes: games, variants, strategies, figures, measures, questions and run folders."""

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from digsite.simulator.errors import DigsiteError
from digsite.simulator.games import chosen_game, names

if TYPE_CHECKING:
    from digsite.simulator.game.game import Game

Completer = Callable[[Any, str], list[str]]


def games(incomplete: str) -> list[str]:
    """Return the games that a word may become."""
    return _starting(names(), incomplete)


def variants(ctx: Any, incomplete: str) -> list[str]:
    """Return the variants of the game that is named before."""
    return _of_game(ctx, incomplete, lambda game: game.figures.variants)


def figures(ctx: Any, incomplete: str) -> list[str]:
    """Return the figures of the game that is named before, each ready for its value."""
    if "=" in incomplete:
        return []
    return _of_game(ctx, incomplete, lambda game: [f"{figure.key}=" for figure in game.figures if not figure.field_of])


def strategies(ctx: Any, incomplete: str) -> list[str]:
    """Return lists of strategies of the game that is named before, with one more at the end."""
    from digsite.strategies.registry import all_strategies

    before, comma, last = incomplete.rpartition(",")
    found = _of_game(ctx, last, lambda game: all_strategies(game.id))
    return [f"{before}{comma}{name}" for name in found]


def measures(ctx: Any, incomplete: str) -> list[str]:
    """Return lists of columns of the game that is named before, with one more at the end."""
    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in _of_game(ctx, last, lambda game: [c.name for c in game.columns])]


def questions(ctx: Any, incomplete: str) -> list[str]:
    """Return the questions that the run that is named before can answer."""
    from digsite.analyses.registry import answerable
    from digsite.simulator.runs.opening import open_folder
    from digsite.simulator.runs.run import Run

    found: list[str] = []
    with suppress(DigsiteError, OSError):
        opened = open_folder(ctx.params["run"])
        found = [asked.name for asked in answerable(opened)] if isinstance(opened, Run) else []
    return _starting(found, incomplete)


def run_folders(incomplete: str) -> list[str]:
    """Return the folders of runs and experiments, and those on the way to them."""
    from digsite.simulator.runs.folder.manifest import EXPERIMENT, MANIFEST

    above = Path(incomplete).parent if not incomplete.endswith("/") else Path(incomplete)
    found = []
    with suppress(OSError):
        for folder in sorted(path for path in above.iterdir() if path.is_dir() and not path.name.startswith(".")):
            whole = any((folder / name).is_file() for name in (MANIFEST, EXPERIMENT))
            found.append(f"{folder}" if whole else f"{folder}/")
    return _starting(found, incomplete)


def _of_game(ctx: Any, incomplete: str, of: "Callable[[Game], Iterable[str]]") -> list[str]:
    with suppress(DigsiteError, OSError):
        return _starting(of(chosen_game(ctx.params.get("game") or _typed_game(), to_read=True)), incomplete)
    return []


def _typed_game() -> str:
    """Return the word after the verb: an option without its value hides the words before it from the parser."""
    line = os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS", "")
    return next((word for word in line.split()[2:] if not word.startswith("-")), "")


def _starting(words: Iterable[str], incomplete: str) -> list[str]:
    return [word for word in words if word.startswith(incomplete)]
