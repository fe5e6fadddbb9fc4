"""Strength: how strong are the players behind the findings? Strategies play against themselves with look-ahead."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from digsite.analyses.experiments.strength import MEASURED
from digsite.simulator.commands import Command
from digsite.simulator.errors import WrongUse, unique_names
from digsite.simulator.lab.common.progress import Count
from digsite.simulator.lab.common.running import Arguments, split_arguments
from digsite.simulator.lab.experiments.arms import ExperimentPlay, arm_names, arm_plan
from digsite.simulator.lab.experiments.result import ExperimentResult, resumable_after_play, write_result
from digsite.simulator.lab.reporting.files import write_json
from digsite.simulator.options import OPTIONS
from digsite.simulator.play.arguments import flag, minutes_of, names, text_of
from digsite.simulator.play.backends import OnTables, TableCache, play_jobs
from digsite.simulator.play.plan import PlanArguments, check_moves, moving, plugin_sources, rivals_at
from digsite.simulator.play.repeat import options_of
from digsite.simulator.play.seating import whole_deals
from digsite.simulator.runs.folder.experiment_store import Design
from digsite.strategies.naming import check_knobs, lookahead_form
from digsite.strategies.plugins.load import load_plugins
from digsite.strategies.registry import field_of, line_up
from digsite.strategies.search import search_suffix

if TYPE_CHECKING:
    from digsite.simulator.lab.common.progress import Progress
    from digsite.simulator.play.backends import Backend
    from digsite.simulator.play.plan import Plan

GAMES = 100
MOST_GAMES = 100_000  # with a time limit
PART_GAMES = 4
THINK = "32"
TIMED_GAMES = 2
DIFFERENCES_PART = 0.5  # of a time limit, if differences are examined too


def strength(
    game: Path | str,
    games: int | None = None,
    *,
    strategies: str | Iterable[str] = (),
    think: str = THINK,
    minutes: float | None = None,
    differences: bool = False,
    **arguments: Unpack[Arguments],
) -> ExperimentResult:
    """Play each strategy against itself with look-ahead: how much better could it be played?

    games:       of each strategy; 100, or as many as time allows.
    strategies:  what to test, ["cautious", "rusher:tempo=7"] or "cautious,rusher:tempo=7"; by default all but random.
    think:       how they look ahead: sampled deals for each option, "32", with options if you like, "32:caution=1".
    minutes:     end within this many minutes, differences included; the first games of each strategy are always played.
    differences: also show what looking ahead changes: at which decisions, which option instead, and its gain.

    The other arguments are those of `simulate`, without `seats` and `events`. The experiment is saved in
    `out`, by default runs/GAME-strength-PLAYERSp-SEED, an arm for each strategy.

    Example::

        shown = strength("archaeology", 40, strategies="merchant", think="8", seed=1)
        shown.result.tables["strength"]
    """
    decides, running = split_arguments(strength, **arguments)
    if decides.get("seats"):
        raise WrongUse("A strength table makes its own line-ups; name the players with strategies, not with seats.")
    check_moves(decides, "A strength table")
    found, wanted = running.game(game), flag("differences", differences)
    seats = rivals_at(found, decides.get("players"), "Strength needs an opponent")
    loaded = load_plugins(plugin_sources(decides.get("plugins", ())))
    named = unique_names("strategy", names("strategies", strategies)) or field_of(found.id, loaded)
    if already := [player.label for player in line_up(found.id, named, loaded) if player.search]:
        raise WrongUse(
            f"{already[0]} looks ahead already; name plain strategies, and the look-ahead with ", OPTIONS["think"], "."
        )
    minutes_of(minutes)
    line_up(found.id, [lookahead_form(strategy, text_of("think", think)) for strategy in named], loaded)
    check_knobs(think)
    most = games if games is not None else GAMES if minutes is None else MOST_GAMES
    plans: list[Plan] = []
    for strategy in named:
        seed = plans[0].seed if plans else decides.get("seed")
        table = [lookahead_form(strategy, text_of("think", think)), *[strategy] * (seats - 1)]
        sitting: PlanArguments = {**decides, "seed": seed, "players": seats, "seats": table}
        plan = moving(arm_plan(found.id, most, **sitting))
        plans.append(replace(plan, part_games=whole_deals(PART_GAMES, seats)))
    first = plans[0]
    running.progress.starting(
        f"{found.title}: {', '.join(named)} against themselves thinking ({search_suffix(think)}), {seats} players, "
        f"{'at most ' if minutes else ''}{first.games:,} games each, seed {first.seed}."
    )
    again = {**options_of(decides), "seed": first.seed, "games": first.games, "strategies": named, "think": think}
    command = str(Command("strength", found.called, **again, minutes=minutes, differences=wanted))
    arms = dict(zip(arm_names(named), plans, strict=True))
    folder = running.folder(f"{found.name}-strength-{seats}p-{first.seed}")
    design = Design("strength", {"strategies": named, "think": think}, arms)
    with running.connected() as (running, on):
        ends = None if minutes is None else time.monotonic() + 60 * minutes
        until, playing_ends = _until(minutes, on.width, wanted)
        experiment = ExperimentPlay(design, folder, running, command).play(until, playing_ends)
        with resumable_after_play(experiment):
            measured: dict[str, Any] = {"ms": _paces(named, plans, running.progress)}
            if wanted:
                measured |= _differences(named, plans, experiment.games, on, running.progress, ends)
    write_json(folder / MEASURED, measured)
    return write_result(experiment, progress=running.progress)


def _until(
    minutes: float | None, width: int, differences: bool
) -> "tuple[Callable[[ExperimentPlay], None] | None, float | None]":
    """Return a function that plays rounds while another fits the time, at least one, and when it ends at the latest.

    The rest of the time is for timing decisions and, if wanted, half of all for the differences.
    """
    if minutes is None:
        return None, None
    began = time.monotonic()
    end = began + 60 * minutes * (DIFFERENCES_PART if differences else 1.0)

    def play(playing: ExperimentPlay) -> None:
        longest = 0.0
        for part in range(playing.design.plan.parts):
            timing = longest * TIMED_GAMES * width / PART_GAMES
            if part and time.monotonic() + longest + timing > end:
                return
            start = time.monotonic()
            playing.play_part(part)
            longest = max(longest, time.monotonic() - start)

    return play, end


@dataclass(frozen=True)
class PaceJob(OnTables):
    """A job that plays games and returns the milliseconds of one thread that a look-ahead decision takes."""

    plan: "Plan"

    @property
    def plans(self) -> "Sequence[Plan]":
        """Return the plan whose games it plays."""
        return (self.plan,)

    def do(self, tables: TableCache) -> float:
        """Play the games and time them."""
        from digsite.simulator.kernel.play.loop import CURSOR_SEARCHES, CURSOR_SIZE

        table, cursor = tables.of(self.plan), np.zeros(CURSOR_SIZE + TIMED_GAMES, np.int64)
        began = time.thread_time()
        table.play(0, TIMED_GAMES, cursor)
        return 1000 * (time.thread_time() - began) / max(int(cursor[CURSOR_SEARCHES]), 1)


def _paces(named: list[str], plans: "list[Plan]", progress: "Progress") -> dict[str, float]:
    """Return the time of a look-ahead decision of each strategy, measured one by one on one local thread."""
    count, found = Count(progress, TIMED_GAMES * len(plans), what="Timing decisions"), {}
    for name, pace in zip(named, play_jobs(map(PaceJob, plans), 1), strict=True):
        found[name] = pace
        count(TIMED_GAMES)
    return found


def _differences(
    named: list[str], plans: "list[Plan]", games: int, on: "Backend", progress: "Progress", ends: float | None
) -> dict[str, Any]:
    """Return what looking ahead changes for each strategy; with a time limit, each has its part of the rest."""
    from digsite.simulator.lab.players.decision_changes import examine_decisions

    changes, looked_at = [], {}
    for at, (strategy, plan) in enumerate(zip(named, plans, strict=True)):
        now = time.monotonic()
        end = None if ends is None else now + max(ends - now, 0.0) / (len(named) - at)
        found, known = examine_decisions(strategy, plan, games, on, progress, end)
        changes += found
        looked_at[strategy] = known
    return {"changes": changes, "looked_at": looked_at}
