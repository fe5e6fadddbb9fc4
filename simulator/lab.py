"""Simulating from Python: the same as `digsite simulate`, for notebooks and scripts.

from simulator import simulate
run = simulate("lost-cities", games=100_000, seats=["cautious", "rusher"], seed=1)
run.games.group_by("winner").len().collect()
"""

import os
import secrets
import sys
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from simulator.engine.game import Game
from simulator.errors import DigsiteError, WrongUse
from simulator.games import find_game
from simulator.runs.plan import Plan
from simulator.runs.run import Run
from strategies.registry import Strategy, default_line_up, line_up, load_plugins

VERSION = "0.1.0"
Progress = Callable[[int, int], None]


def default_threads() -> int:
    """As many threads as this process may use cores."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def make_plan(
    game: str,
    games: int,
    *,
    players: int | None = None,
    seats: Sequence[str] | None = None,
    variants: Iterable[str] = (),
    settings: Iterable[str] = (),
    rules_file: Path | str | None = None,
    plugins: Iterable[Path | str] = (),
    seed: int | None = None,
    rotate: bool = False,
    events: int = 20_000,
) -> Plan:
    """All that decides what a run holds, checked. The arguments are those of `simulate`."""
    found = find_game(game)
    if games < 1:
        raise WrongUse(f"--games must be at least 1; {games} is not.")
    if seed is None:
        seed = secrets.randbelow(2**31)
    if not 0 <= seed < 2**63:
        raise WrongUse(f"--seed must be a whole number from 0 to 2**63 - 1; {seed} is not.")
    if rotate and seats is None and players is None:
        players = found.players[-1]
    texts = seat_texts(found, players, seats)
    if rotate and games % len(texts):
        games += len(texts) - games % len(texts)
    variants, settings = list(dict.fromkeys(variants)), list(settings)
    figures = found.figures
    if rules_file:
        figures = figures.with_file(Path(rules_file))
    figures = figures.with_variants(variants, len(texts)).with_settings(settings)
    found.rules.build(figures, len(texts))  # refuses figures that cannot go together
    files = [Path(path) for path in plugins]
    lined_up = line_up(found.id, texts, load_plugins(files))
    return Plan(
        game=found.id,
        game_version=found.version,
        players=texts,
        weights=[list(player.weights) for player in lined_up],
        rules=figures.values(),
        variants=variants,
        settings=settings,
        games=games,
        seed=seed,
        rotate=rotate,
        events=min(events, games),
        plugins={str(path): sha256(path.read_bytes()).hexdigest()[:16] for path in files},
    )


def seat_texts(game: Game, players: int | None, seats: Sequence[str] | None) -> list[str]:
    """One strategy text per seat, from a player count, a list of strategies, or both."""
    counts = f"{game.players[0]} to {game.players[-1]}"
    texts = [text for text in (seats or []) if text]
    wanted = players or (len(texts) if len(texts) > 1 else game.players[0] if len(texts) == 1 else game.players[-1])
    if wanted not in game.players:
        raise WrongUse(f"{game.title} is for {counts} players, not for {wanted}.")
    if len(texts) == 1:
        texts = texts * wanted
    if not texts:
        texts = default_line_up(game.id, wanted)
    if len(texts) != wanted:
        raise WrongUse(
            f"--seats names {len(texts)} strategies for {wanted} players; name one for each seat, or one for all."
        )
    return texts


def simulate(
    game: str,
    games: int = 100_000,
    *,
    players: int | None = None,
    seats: Sequence[str] | None = None,
    variants: Iterable[str] = (),
    settings: Iterable[str] = (),
    rules_file: Path | str | None = None,
    plugins: Iterable[Path | str] = (),
    seed: int | None = None,
    rotate: bool = False,
    events: int = 20_000,
    threads: int | None = None,
    out: Path | str | None = None,
    resume: bool = False,
    progress: Progress | None = None,
) -> Run:
    """Play many games and record them in a run folder.

    game:       id of a game, e.g. "lost-cities".
    games:      how many; with `rotate` rounded up to whole rotations.
    players:    how many seats; by default as many as `seats` names, else the game's maximum.
    seats:      a strategy per seat, e.g. ["cautious", "rusher:gap=2"], or one for all.
    variants:   names of rule variants.
    settings:   rule figures, e.g. ["cards.hand=7"].
    rules_file: a rules file as `digsite rules GAME --export` writes it.
    plugins:    Python files that declare strategies.
    seed:       decides all chance; drawn when not given.
    rotate:     let the line-up play every seat rotation on the same luck.
    events:     of how many games, the first ones, the events are kept.
    threads:    by default all cores; does not change the result.
    out:        the run folder; by default runs/GAME-PLAYERSp-SEED.
    resume:     go on with the run in `out`.
    progress:   called with (games done, games in all).
    """
    plan = make_plan(
        game, games, players=players, seats=seats, variants=variants, settings=settings, rules_file=rules_file,
        plugins=plugins, seed=seed, rotate=rotate, events=events,
    )  # fmt: skip
    folder = Path(out) if out else Path("runs") / f"{plan.game}-{plan.seats}p-{plan.seed}"
    return execute(plan, folder, threads=threads, resume=resume, progress=progress, plugin_files=plugins)


def execute(
    plan: Plan,
    folder: Path,
    *,
    threads: int | None = None,
    resume: bool = False,
    progress: Progress | None = None,
    plugin_files: Iterable[Path | str] = (),
    command: str | None = None,
) -> Run:
    """Carry out a plan into a run folder."""
    from simulator.runs.store import Store

    threads = default_threads() if threads is None else threads
    if threads < 1:
        raise WrongUse(f"--threads must be at least 1; {threads} is not.")
    store = Store(
        folder, plan, {"command": command or " ".join(["digsite", "simulate", plan.game]), **_provenance(plan)}
    )
    try:
        store.resume() if resume else store.create()
        _play_parts(store, plan, load_plugins(plugin_files), threads, progress)
        store.finish()
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise DigsiteError(
            f"The run in {folder} cannot be written: {reason}. What is written is whole; go on with --resume."
        ) from problem
    return Run(folder)


def _play_parts(store: Any, plan: Plan, plugins: list[Strategy], threads: int, progress: Progress | None) -> None:
    from simulator.runs.writer import write_parts

    missing = store.missing()
    if not missing:
        return
    done = plan.games - sum(len(plan.part_range(part)) for part in missing)

    def report(played: int) -> None:
        nonlocal done
        done += played
        if progress:
            progress(done, plan.games)

    write_parts(store, table_for(plan, plugins), missing, threads, report)


def table_for(plan: Plan, plugins: Iterable[Strategy] = ()) -> Any:
    """A plan's game, rules and line-up, ready to play."""
    from simulator.engine.batch import Table

    game = find_game(plan.game)
    figures = game.figures.replace(plan.rules)
    players = [
        replace(player, weights=tuple(weights))  # as they were when the plan was made
        for player, weights in zip(line_up(plan.game, plan.players, plugins), plan.weights, strict=True)
    ]
    return Table(game, game.rules.build(figures, plan.seats), players, plan.seed, plan.rotate)


def batches(
    plan: Plan, *, threads: int | None = None, plugins: Iterable[Path | str] = (), batch_games: int | None = None
) -> Generator[Any, None, None]:
    """Play a plan without writing anything: batches of rows, in order."""
    from simulator.engine.batch import BATCH, play_in_order

    size = batch_games or BATCH
    ranges = ((first, min(size, plan.games - first), False) for first in range(0, plan.games, size))
    return play_in_order(table_for(plan, load_plugins(plugins)), ranges, threads or default_threads())


def _provenance(plan: Plan) -> dict[str, Any]:
    from importlib.metadata import version

    from simulator.engine.kernel import source_hash

    names = ("numpy", "numba", "pyarrow")
    versions = {"digsite": VERSION, "python": sys.version.split()[0]} | {name: version(name) for name in names}
    return {"versions": versions, "sources": source_hash(plan.game.replace("-", "_"))}
