"""Simulating from Python: the same as `digsite simulate`, for notebooks and scripts.

from simulator import simulate
run = simulate("lost-cities", games=100_000, seats=["cautious", "rusher"], seed=1)
run.games.group_by("winner").len().collect()
"""

import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from simulator.errors import DigsiteError, WrongUse
from simulator.play.backends import default_threads
from simulator.play.plan import Plan, make_plan
from simulator.play.table import table_for
from simulator.runs.run import Run

VERSION = "0.1.0"
Progress = Callable[[int, int], None]


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
    return execute(plan, folder, threads=threads, resume=resume, progress=progress)


def execute(
    plan: Plan,
    folder: Path,
    *,
    threads: int | None = None,
    resume: bool = False,
    progress: Progress | None = None,
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
        _play_parts(store, plan, threads, progress)
        store.finish()
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise DigsiteError(
            f"The run in {folder} cannot be written: {reason}. What is written is whole; go on with --resume."
        ) from problem
    return Run(folder)


def _play_parts(store: Any, plan: Plan, threads: int, progress: Progress | None) -> None:
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

    write_parts(store, table_for(plan), missing, threads, report)


def _provenance(plan: Plan) -> dict[str, Any]:
    from importlib.metadata import version

    from simulator.kernel.compile import source_hash

    names = ("numpy", "numba", "pyarrow")
    versions = {"digsite": VERSION, "python": sys.version.split()[0]} | {name: version(name) for name in names}
    return {"versions": versions, "sources": source_hash(plan.game.replace("-", "_"))}
