"""Simulating: many games of one plan, recorded in a run folder."""

from pathlib import Path
from typing import Unpack

from simulator.games import find_game
from simulator.lab.commands import command_line
from simulator.lab.running import Arguments, Count, Running, announce_compiling, interrupted, split, writing
from simulator.play.backends import checked_threads
from simulator.play.plan import EVENTS, Plan, make_plan
from simulator.runs.provenance import provenance
from simulator.runs.run import Run
from simulator.runs.store import Store
from simulator.runs.writer import write_parts

GAMES = 100_000


def simulate(
    game: str, games: int = GAMES, *, rotate: bool = False, events: int = EVENTS, **arguments: Unpack[Arguments]
) -> Run:
    """Play many games and record them in a run folder, one row per game.

    game:   id of a game, e.g. "lost-cities".
    games:  how many; with `rotate` rounded up to whole rotations.
    rotate: let the line-up play every seat rotation on the same luck.
    events: of how many games, the first ones, the events are kept.

    What else decides the rows:

    players:    how many seats; by default as many as `seats` names, else the game's maximum.
    seats:      a strategy per seat, ["cautious", "rusher:tempo=7"] or "cautious,rusher:tempo=7", or one for all.
    variants:   names of rule variants, ["short"] or "short".
    settings:   rule figures, {"cards.hand": 7}, ["cards.hand=7"] or "cards.hand=7".
    rules_file: a rules file as `digsite rules GAME --export` writes it.
    plugins:    Python files that declare strategies.
    seed:       decides all chance; drawn when not given.

    And what does not:

    threads:    threads to play on; by default all cores.
    out:        the run folder; by default runs/GAME-PLAYERSp-SEED.
    resume:     go on with the run in `out`; where there is none yet, begin.
    progress:   is called while the work goes on.

    Example::

        run = simulate("lost-cities", 20_000, seats="cautious,rusher", settings={"cards.hand": 7}, rotate=True, seed=1)
        run.games.group_by("winner").len().collect()
    """
    decides, running = split(simulate, **arguments)
    plan = make_plan(game, games, rotate=rotate, events=events, **decides)
    decides = {**decides, "seed": plan.seed}
    command = command_line("simulate", plan.game, decides, games=plan.games, rotate=plan.rotate, events=plan.events)
    return play_run(plan, running.folder(f"{plan.game}-{plan.seats}p-{plan.seed}"), running, command)


def play_run(plan: Plan, folder: Path, running: Running, command: str) -> Run:
    """Play a plan into a run folder; what is there already is kept when the run is resumed."""
    threads = checked_threads(running.threads)
    game, progress = find_game(plan.game), running.progress
    number = f"{plan.games:,} {'game' if plan.games == 1 else 'games'}"
    progress.starting(f"{game.title}: {number}, {plan.seats} players ({', '.join(plan.players)}), seed {plan.seed}.")
    announce_compiling(game, progress)
    store = Store(folder, plan, {"command": command, **provenance(game.package)})
    with writing("run", folder):
        store.resume() if running.resume else store.create()
        missing = store.missing()
        left = sum(len(plan.part_range(part)) for part in missing)
        try:
            write_parts([(store, part) for part in missing], threads, Count(progress, plan.games, plan.games - left))
        except KeyboardInterrupt as stop:
            raise interrupted(Run(folder).rows, plan.games, folder) from stop
        store.finish()
    return Run(folder)
