"""Strength: how good are the players that findings rest on? Strategies against themselves, thinking."""

import time
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from analyses.experiments.strength import MEASURED
from simulator.errors import WrongUse, once
from simulator.lab.commands import command_line
from simulator.lab.experiments import Shown, after_play, shown
from simulator.lab.playing import Playing, arm_names, arm_plan
from simulator.lab.results import write_json
from simulator.lab.running import Arguments, split
from simulator.play.arguments import flag, minutes_of, names, text_of
from simulator.play.plan import PlanArguments, game_of, plugin_sources, whole_rotations
from simulator.runs.experiment import Design
from strategies.naming import check_knobs, thinking_form
from strategies.plugins import load_plugins
from strategies.registry import line_up, strategies_of
from strategies.thinking import written

if TYPE_CHECKING:
    from simulator.lab.progress import Progress
    from simulator.play.backends import Backend
    from simulator.play.plan import Plan

GAMES = 100
MOST_GAMES = 100_000  # with a limit of time
PART_GAMES = 4
THINK = "32"
TIMED_GAMES = 2


def strength(
    game: str,
    games: int | None = None,
    *,
    strategies: str | Iterable[str] = (),
    think: str = THINK,
    minutes: float | None = None,
    differences: bool = False,
    **arguments: Unpack[Arguments],
) -> Shown:
    """Let strategies meet themselves, thinking: how much better could they be played?

    games:       of each strategy; 100, or as many as there is time for.
    strategies:  who is tried, ["cautious", "rusher:tempo=7"] or "cautious,rusher:tempo=7"; by default all but random.
    think:       how they think: worlds for each option, "32", and knobs if you like, "32:caution=1".
    minutes:     begin no further games after so many minutes.
    differences: look at what thinking changes, too: at which decisions, what is taken instead, what that gains.

    The other arguments are those of `simulate`, without `seats`, `rotate` and `events`. The experiment is left in
    `out`, by default runs/GAME-strength-PLAYERSp-SEED, an arm for each strategy.

    Example::

        shown = strength("archaeology", 40, strategies="merchant", think="8", seed=1)
        shown.result.tables["strength"]
    """
    decides, running = split(strength, **arguments)
    if decides.get("seats"):
        raise WrongUse("A strength table makes its own line-ups; name who is tried with strategies, not with seats.")
    found, wanted = game_of(game), flag("differences", differences)
    seats = decides.get("players") or max(found.players[0], 2)
    if seats < 2:
        raise WrongUse("A strategy needs somebody to be stronger than; --players must be at least 2.")
    loaded = load_plugins(plugin_sources(decides.get("plugins", ())))
    everyone = [name for name in strategies_of(found.id) if name != "random"] + [made.name for made in loaded]
    named = once("strategy", names("strategies", strategies)) or everyone
    if already := [player.label for player in line_up(found.id, named, loaded) if player.thinking]:
        raise WrongUse(f"{already[0]} thinks already; name strategies as they are, and how they think with --think.")
    minutes_of(minutes)
    line_up(found.id, [thinking_form(strategy, text_of("think", think)) for strategy in named], loaded)
    check_knobs(think)
    most = games if games is not None else GAMES if minutes is None else MOST_GAMES
    plans: list[Plan] = []
    for strategy in named:
        seed = plans[0].seed if plans else decides.get("seed")
        table = [thinking_form(strategy, text_of("think", think)), *[strategy] * (seats - 1)]
        sitting: PlanArguments = {**decides, "seed": seed, "players": seats, "seats": table}
        plan = arm_plan(found.id, most, **sitting)
        plans.append(replace(plan, part_games=whole_rotations(PART_GAMES, seats)))
    first = plans[0]
    running.progress.starting(
        f"{found.title}: {', '.join(named)} against themselves thinking ({written(think)}), {seats} players, "
        f"{'at most ' if minutes else ''}{first.games:,} games each, seed {first.seed}."
    )
    command = command_line(
        "strength", found.id, {**decides, "seed": first.seed}, games=first.games, strategies=",".join(named), think=think,
        minutes=minutes, differences=wanted,
    )  # fmt: skip
    arms = dict(zip(arm_names(named), plans, strict=True))
    folder = running.folder(f"{found.id}-strength-{seats}p-{first.seed}")
    design = Design("strength", {"strategies": named, "think": think}, arms)
    with running.connected() as (running, on):
        experiment = Playing(design, folder, running, command).play(_until(minutes))
        with after_play(experiment):
            measured: dict[str, Any] = {"ms": {name: _pace(plan) for name, plan in zip(named, plans, strict=True)}}
            if wanted:
                measured |= _differences(named, plans, experiment.games, on, running.progress)
    write_json(folder / MEASURED, measured)
    return shown(experiment)


def _until(minutes: float | None) -> Any:
    """Play part by part while there is time; the first part in any case."""
    if minutes is None:
        return None
    end = time.monotonic() + 60 * minutes

    def play(playing: Playing) -> None:
        for part in range(playing.design.plan.parts):
            if part and time.monotonic() > end:
                return
            playing.play_part(part)

    return play


def _pace(plan: "Plan") -> float:
    """Milliseconds of one thread here that a decision of the player who thinks takes, over some games."""
    from simulator.kernel.loop import CURSOR_SIZE, CURSOR_THOUGHTS
    from simulator.play.table import table_for

    table, cursor = table_for(plan), np.zeros(CURSOR_SIZE + TIMED_GAMES, np.int64)
    began = time.thread_time()
    table.play(0, TIMED_GAMES, cursor)
    return 1000 * (time.thread_time() - began) / max(int(cursor[CURSOR_THOUGHTS]), 1)


def _differences(
    named: list[str], plans: "list[Plan]", games: int, on: "Backend", progress: "Progress"
) -> dict[str, Any]:
    from simulator.lab.differences import look

    changes, looked_at = [], {}
    for strategy, plan in zip(named, plans, strict=True):
        found, known = look(strategy, plan, games, on, progress)
        changes += found
        looked_at[strategy] = known
    return {"changes": changes, "looked_at": looked_at}
