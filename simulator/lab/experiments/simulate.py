"""Simulating: many games of one plan, recorded in a run folder."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Unpack

from digsite.simulator.errors import WrongUse
from digsite.simulator.lab.common.default_players import announce_players, games_by_default
from digsite.simulator.lab.common.progress import Count, Progress
from digsite.simulator.lab.common.running import (
    Arguments,
    Running,
    announce_changes,
    announce_compiling,
    announce_strangers,
    split_arguments,
)
from digsite.simulator.lab.common.stores import open_store
from digsite.simulator.lab.common.uniform_line_ups import warn_of_uniform_line_ups
from digsite.simulator.lab.notebook import Run
from digsite.simulator.options import OPTIONS
from digsite.simulator.play.arguments import whole_number
from digsite.simulator.play.plan import (
    EVENTS,
    MOST_GAMES,
    Plan,
    PlanArguments,
    make_plan,
    plugin_sources,
)
from digsite.simulator.play.repeat import simulate_command
from digsite.simulator.runs import run as runs
from digsite.simulator.runs.folder.copies import rules_copy
from digsite.simulator.runs.folder.store import Store
from digsite.simulator.runs.provenance import provenance
from digsite.simulator.runs.writer import write_parts
from digsite.strategies.person import check_no_people

GAMES = 100_000


def simulate(
    game: Path | str = "",
    games: int | None = None,
    *,
    rotate: bool = False,
    events: int | None = None,
    part_games: int | None = None,
    **arguments: Unpack[Arguments],
) -> Run:
    """Play many games and record them in a run folder, one row per game.

    game:   the id of a game, e.g. "lost-cities", or the folder of one of yours.
    games:  the number of games, 100,000 by default and 4,294,967,296 at most; rounded up to whole deals.
    rotate: another word for seating="cyclic"; it will go.
    events: record the events of the first N games; 20,000 by default.

    What else decides the rows:

    players:    the number of seats; by default as many as `seats` names, else the game's maximum.
    seats:      a strategy per seat, ["cautious", "rusher:tempo=7"] or "cautious,rusher:tempo=7", or one for all.
    variants:   names of rule variants, ["short"] or "short".
    settings:   rule figures, {"cards.hand": 7}, ["cards.hand=7"] or "cards.hand=7".
    rules_file: a rules file as `digsite rules GAME --export` writes it.
    plugins:    Python files that declare strategies.
    seed:       decides all chance; drawn when not given.
    seating:    "balanced" by default: strategies sit in every order, or a balanced sample of orders, each in every seat on
                the same luck; "cyclic": one order only, each in every seat; "fixed": every game as typed.

    And what does not:

    part_games: games in each file, 10,000 by default (about 24 with look-ahead players) and a million at most; a run keeps
                to it, and a cluster of more than a hundred workers asks for more.
    threads:    threads to play on; by default all cores.
    cluster:    a Dask cluster to play on instead: "local:4" for four processes here, or "tcp://host:8786".
    out:        the run folder; by default runs/GAME-PLAYERSp-SEED.
    resume:     resume the run in `out`, which knows its plan, so no other argument is needed; more `games` extend it.
                If there is no run yet, start it.
    progress:   is called during the work.

    The same plan in the same folder is the same run: existing games are reused, and missing ones are played.

    Example::

        run = simulate("lost-cities", 20_000, seats="cautious,rusher", settings={"cards.hand": 7}, seed=1)
        run.games.group_by("winner").len().collect()
    """
    decides, running = split_arguments(simulate, **arguments)
    kept = running.saved_plan if running.resume else {}
    said = [game, rotate, events is not None, arguments.get("seating"), *(decides.get(name) for name in _DECIDING)]
    if running.resume and not any(said):
        return extend(running, games, part_games, decides)
    if not (game or kept):
        raise WrongUse("Name a game, or a run to resume: ", OPTIONS["resume"], " and its folder.")
    found, named = running.game(game or ("" if kept.get("game_files") else str(kept.get("game")))), decides.get("seats")
    usual = None if games is not None or kept else games_by_default(found, named, GAMES)
    games = games if games is not None else kept.get("games", usual)
    events = events if events is not None else kept.get("events", EVENTS)
    size = part_games if part_games is not None else kept.get("part_games")
    plan = make_plan(found.id, games, rotate=rotate, events=events, part_games=size, **decides)
    announce_players(found, named, plan.players, running.progress, usual)
    announce_seating(plan, games, running.progress)
    return Run(play_run(plan, running.folder(f"{plan.game}-{plan.seats}p-{plan.seed}"), running).folder)


def announce_seating(plan: Plan, games: object, progress: Progress) -> None:
    """Say if other games are played than were asked, and what a seating other than balanced means."""
    seating, asked = plan.seating_plan, whole_number("games", games)
    if plan.games != asked:
        progress.starting(
            f"{plan.games:,} games instead of {asked:,}, so that every deal has all its {plan.rotations}."
        )
    if seating.alike and plan.rotations > 1:
        progress.starting(
            f"One strategy has every seat: the {plan.rotations} games of a deal are the same game. Leave "
            f"{OPTIONS['seating'].typed} out to play each once."
        )
    elif plan.deals < len(seating.orders):
        progress.starting(
            f"{plan.deals:,} of {len(seating.orders)} orders of the strategies are played; "
            f"{len(seating.orders) * plan.rotations:,} games have all."
        )


_DECIDING = ("players", "seats", "variants", "settings", "rules_file")  # seed and plug-ins are those of the run


def extend(
    running: Running,
    games: int | None = None,
    part_games: int | None = None,
    decides: PlanArguments | None = None,
) -> Run:
    """Resume the run in a folder as planned, or with more games; refuse another seed or plug-in."""
    assert running.out is not None
    run = Run(running.out)
    check_no_people(running.out, run.plan.players)
    seed, sources = (decides or {}).get("seed"), plugin_sources((decides or {}).get("plugins", ()))
    if seed is not None and seed != run.plan.seed:
        raise WrongUse(
            f"The run in {running.out} cannot be resumed, the seed changed: it was {run.plan.seed}, now {seed}."
        )
    if sources and [source.to_dict() for source in sources] != run.plan.plugins:
        raise WrongUse(
            f"The run in {running.out} keeps the text of its plug-ins, and another was given; leave ",
            OPTIONS["plugins"],
            " out.",
        )
    if part_games is not None and whole_number("part_games", part_games) != run.plan.part_games:
        raise WrongUse(
            f"The run in {running.out} has {run.plan.part_games:,} games in a part; leave ",
            OPTIONS["part_games"],
            " out.",
        )
    wanted = run.plan.games if games is None else whole_number("games", games, least=1, most=MOST_GAMES)
    plan = replace(run.plan, games=run.plan.whole_deals(wanted))
    return Run(play_run(plan, running.out, running).folder)


def play_run(plan: Plan, folder: Path, running: Running, about: Mapping[str, Any] = {}) -> runs.Run:
    """Play a plan into a run folder; a resumed run reuses its parts. The manifest also says `about` it."""
    game, progress = plan.definition, running.progress
    number = f"{plan.games:,} {'game' if plan.games == 1 else 'games'}"
    command = simulate_command(plan, rules_copy(folder, plan))
    store = Store(folder, plan, {"command": str(command), **provenance(game), **about})
    announce_changes(game, progress)
    announce_strangers([plan], progress)
    with running.backend() as backend, open_store(store, "run", plan.games, running):
        who = f", {plan.seating_plan.described}" if plan.seats > 1 else ""
        progress.starting(f"{game.title}: {number}, {plan.table} ({', '.join(plan.players)}){who}, seed {plan.seed}.")
        left = store.games_left
        if left:
            announce_compiling(game, progress, backend)
            warn_of_uniform_line_ups(game, [plan], progress, backend)
        else:
            progress.starting(f"All of them are in {folder} already.")
        write_parts(
            ((store, part) for part in store.missing()), backend, Count(progress, plan.games, plan.games - left)
        )
        store.finish()
    return runs.Run(folder)
