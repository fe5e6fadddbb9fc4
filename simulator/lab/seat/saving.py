"""A game that people play, on disk: a run whose people are players with their choices as weights, so that it replays.

An unfinished game is a run without a game yet; its plan has the choices so far.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from digsite.simulator.commands import Command
from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.lab.common.progress import Progress
from digsite.simulator.lab.common.running import Running
from digsite.simulator.lab.experiments.simulate import play_run
from digsite.simulator.lab.seat.setting import seat_people_of
from digsite.simulator.lab.seat.sitting import Sitting
from digsite.simulator.options import OPTIONS
from digsite.simulator.play.plan import Plan
from digsite.simulator.play.repeat import simulate_command
from digsite.simulator.runs import addresses, atomic_files
from digsite.simulator.runs.folder.copies import rules_copy
from digsite.simulator.runs.folder.plugin_texts import check_allowed
from digsite.simulator.runs.folder.store import Store
from digsite.simulator.runs.provenance import provenance
from digsite.simulator.runs.run import Run
from digsite.strategies.person import people_at

_PLAYED = "played"  # what a manifest says about people's play


def saved_plan(sitting: Sitting) -> Plan:
    """Return the plan of the run that a game is, with people's choices so far."""
    made = [sitting.made_by(seat) for seat in range(sitting.plan.seats)]
    return sitting.seating.with_choices(made)


def _about(sitting: Sitting, finished: bool) -> dict[str, Any]:
    told = {"finished": finished, "undone": sitting.undone, "hints": sitting.hints, "practice": sitting.undone > 0}
    return {_PLAYED: told}


def folder_for(sitting: Sitting, out: Path | str | None = None) -> Path:
    """Return where a game is saved: in the folder named, else in a new one under runs/."""
    if out is not None:
        folder = addresses.place(out)
        if addresses.is_remote(folder):
            raise WrongUse(
                OPTIONS["out"], f" must be a folder of this machine for a game that people play; {out} is none."
            )
        Store(folder, saved_plan(sitting), {}).check_free()
        return folder
    name = f"{sitting.plan.game}-played-{sitting.plan.seed}"
    folders = (Path("runs") / (name if not at else f"{name}-{at + 1}") for at in range(1_000))
    return next(folder for folder in folders if atomic_files.is_empty(folder))


def save(sitting: Sitting) -> None:
    """Write an unfinished game with the choices so far into its folder, so that it can go on."""
    assert sitting.folder is not None
    plan = saved_plan(sitting)
    command = simulate_command(plan, rules_copy(sitting.folder, plan))
    about = {"command": str(command), **provenance(sitting.game), **_about(sitting, False)}
    try:
        Store(sitting.folder, plan, about).create()
    except OSError as problem:
        raise DigsiteError(f"{sitting.folder} cannot be written: {problem.strerror or problem}.") from problem


def finish(sitting: Sitting, progress: Progress | None = None) -> Run:
    """Play a game that is over once more in the play loop, with people's choices repeated, and record it as a run."""
    assert sitting.folder is not None
    run = play_run(
        saved_plan(sitting), sitting.folder, Running(threads=1, progress=progress or Progress()), _about(sitting, True)
    )
    played = run.games.collect().row(0, named=True)
    scores = [it["score"] for it in sitting.result()]
    if scores != [played[f"score_{seat + 1}"] for seat in range(sitting.plan.seats)]:
        raise DigsiteError(
            f"The game in {sitting.folder} plays differently when it is repeated: a player is not deterministic."
        )
    return run


def saved_seating(run: Run) -> tuple[Any, list[list[int]]]:
    """Return who sits where in a run, and the choices that its people have made, by seat."""
    people = people_at(run.plan.players)
    choices = [[int(it) for it in made] if seat in people else [] for seat, made in enumerate(run.plan.weights)]
    return seat_people_of(run.plan), choices


def resume(folder: Path | str, *, trusted: bool = False, progress: Progress | None = None) -> Sitting:
    """Return a saved game at the point where it was left."""
    run = Run(folder)
    if not people_at(run.plan.players):
        raise WrongUse(f"In the run {run.folder} no person plays.")
    if run.complete:
        raise WrongUse(f"The game in {run.folder} is over. See it with: {Command('replay', run.folder, game=0)}")
    check_allowed(run.folder, run.plan.code, trusted)
    seating, choices = saved_seating(run)
    sitting = Sitting(seating, progress)
    sitting.repeat(choices)
    told = run.manifest.get(_PLAYED, {})
    sitting.undone, sitting.hints = int(told.get("undone", 0)), int(told.get("hints", 0))
    sitting.folder = Path(run.folder)
    return sitting


def saying(sitting: Sitting) -> Mapping[str, str]:
    """Return how to see a game that is over, or how to go on with one that is not."""
    folder = sitting.folder
    if folder is None:
        return {}
    return {
        "folder": str(folder),
        "command": str(Command("replay", folder, game=0) if sitting.over else Command("play", folder)),
    }


def problem_report(sitting: Sitting) -> str:
    """Return a text that reports a problem with the rules, with all that is needed to see it again."""
    from digsite.simulator.version import digsite_version

    plan = saved_plan(sitting)
    lines = [
        f"A problem with the rules of {sitting.game.title}, seen in a game that people played.",
        "", "What should have happened, and what happened instead: ...", "",
        f"Decision {sitting.stepped.decisions}, turn {int(sitting.stepped.state.turns)}, seed {plan.seed}.",
        f"Begun with: {simulate_command(plan)}",
        *(f"Choices of seat {seat + 1}: {' '.join(map(str, sitting.made_by(seat)))}" for seat in sitting.seating.people),
        f"Version {digsite_version()} of digsite, version {sitting.game.version} of the game, numpy {np.__version__}.",
    ]  # fmt: skip
    if sitting.folder is not None:
        lines.append(f"Saved in {sitting.folder}; to see it: {saying(sitting)['command']}")
    return "\n".join(lines)
