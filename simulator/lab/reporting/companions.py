"""The companions that a report plays for a run: a small nudge experiment, win chances along a sample of the run's games,
what decides who wins, other line-ups, and its first deals under other rules where a question asks about a variant.

All are cached in the run's folder for the next report.
"""

import os
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from digsite.analyses.companions import COUNTERPART, NUDGES, TENSION, Companions, toggle_variant
from digsite.analyses.probes import choices as choice_data
from digsite.analyses.probes import line_ups as line_up_data
from digsite.analyses.probes.luck import FILE
from digsite.analyses.registry import answerable
from digsite.analyses.winchance import tension
from digsite.simulator.commands import Command
from digsite.simulator.errors import WrongUse
from digsite.simulator.lab.common.progress import AGAIN, Interrupted, Progress
from digsite.simulator.lab.common.running import Running
from digsite.simulator.play.seating import varied, whole_deals
from digsite.simulator.runs import addresses, storage
from digsite.simulator.runs.experiment import Experiment
from digsite.simulator.runs.folder.experiment_store import part_games
from digsite.simulator.runs.folder.manifest import EXPERIMENT, MANIFEST
from digsite.simulator.runs.run import Run

if TYPE_CHECKING:
    from digsite.simulator.play.backends import Backend

GAMES = 4_000  # without and with each nudge, and under other rules
SAMPLE_GAMES, WORLDS = 40, 60
LUCK_BLOCKS = 300  # 8,100 games: shares within about 3 points
CHOICE_GAMES = 16  # at whose every decision all strategies are asked
LINE_UP_GAMES = 24_000  # of all other line-ups together: win rates of each within about 2 points


def play_companions(
    run: Run, given: Iterable[Experiment] = (), progress: Progress | None = None, on: "Backend | None" = None
) -> Companions:
    """Return a run's companions and play the missing ones: nudges unless some are given, a sample of chances, what
    decides who wins, other line-ups, and deals under other rules.

    Nothing is played with look-ahead players: it would take hours.
    """
    found, given = Companions.of(run, given), list(given)
    if run.plan.nudge or run.plan.thinking or not _writable(run):
        return found
    running = Running(progress=progress or Progress(), cluster=on or "", resume_text=AGAIN)
    try:
        if not found.nudges:
            _play_nudges(run, running)
        if not found.tension and run.plan.has_rivals:
            _look_at_chances(run, running.progress, on)
        if "luck" not in found.probes and run.plan.has_rivals:
            _look_at_luck(run, running)
        if "choices" not in found.probes and len(set(run.plan.players)) > 1 and run.plan.has_rivals:
            _look_at_choices(run, running.progress)
        if found.line_ups is None and not found.is_confounded and run.plan.has_rivals:
            _look_at_line_ups(run, running)
        for asked in answerable(run):
            if asked.variant and found.counterpart(asked) is None:
                _play_counterpart(run, asked.variant, running)
    except KeyboardInterrupt as stop:
        raise Interrupted(
            f"The report was stopped; what it played is saved in {run.folder} for the next one."
        ) from stop
    return Companions.of(run, given)


def _writable(run: Run) -> bool:
    return addresses.is_remote(run.folder) or os.access(run.folder, os.W_OK)


def nudges_of(run: Run) -> list[str]:
    """Return the nudges that measure what the questions about a run ask for."""
    known = run.game.nudges
    asked = dict.fromkeys(name for question in answerable(run) for name in question.worth)
    return [name for name in asked if name.partition("=")[0] in known]


def _play_nudges(run: Run, running: Running) -> None:
    from digsite.simulator.lab.experiments.arms import ExperimentPlay
    from digsite.simulator.lab.experiments.nudge import design_of, doses_of
    from digsite.simulator.play.repeat import rules_options, seating

    names = nudges_of(run)
    if not names:
        return
    seats = run.plan.seats
    plan = replace(run.plan, games=whole_deals(GAMES, seats), seating=varied(run.plan.seating), events=0)
    plan = replace(plan, part_games=part_games(plan.rotations))
    running.progress.starting(
        f"{run.game.title}: what components are worth, {plan.games:,} games without and with each of {len(names)} nudges; "
        f"kept in {run.folder / NUDGES}."
    )
    with running.backend() as on:
        design = design_of(run.game, plan, doses_of(run.game, names), on=on, progress=running.progress)
    options = {**seating(plan), **rules_options(plan), "seed": plan.seed, "games": plan.games}
    command = str(Command("nudge", plan.called, **options, nudges=names))
    folder = run.folder / NUDGES
    begun = storage.is_file(folder / EXPERIMENT)
    try:
        ExperimentPlay(design, folder, replace(running, resume=begun), command).play()
    except WrongUse:
        if not begun:
            raise
        storage.remove_folder(folder)  # begun for other games of this run, or by another version
        ExperimentPlay(design, folder, running, command).play()


def _play_counterpart(run: Run, variant: str, running: Running) -> None:
    from digsite.simulator.lab.experiments.simulate import play_run
    from digsite.simulator.play.plan import with_figures

    games = min(whole_deals(GAMES, run.plan.seats), run.plan.games)
    named = [name for name in run.plan.variants if name != variant]
    if named == run.plan.variants:
        named.append(variant)
    plan = replace(with_figures(run.plan, toggle_variant(run, variant)), games=games, events=0, variants=named)
    folder = run.folder / f"{COUNTERPART}-{variant}"
    begun = storage.is_file(folder / MANIFEST)
    try:
        play_run(plan, folder, replace(running, resume=begun))
    except WrongUse:
        if not begun:
            raise
        storage.remove_folder(folder)  # begun for other games of this run, or by another version
        play_run(plan, folder, running)


def _look_at_chances(run: Run, progress: Progress, on: "Backend | None") -> None:
    from digsite.simulator.lab.winchance.chances import tension as look
    from digsite.simulator.lab.winchance.viewpoint import Viewpoint

    progress.starting(
        f"{run.game.title}: when games are decided, win chances along {SAMPLE_GAMES} games; kept in {run.folder / TENSION}."
    )
    games = look(run, SAMPLE_GAMES, worlds=WORLDS, progress=progress, on=on).tables["games"]
    tension.write(run.folder / TENSION, run, games, Viewpoint.of(run, False, None).words, WORLDS)


def _look_at_luck(run: Run, running: Running) -> None:
    from digsite.simulator.lab.probes import luck

    running.progress.starting(
        f"{run.game.title}: what decides who wins, {luck.games_of(LUCK_BLOCKS):,} games; kept in {run.folder / FILE}."
    )
    with running.backend() as on:
        luck.play(run, running.progress, on, LUCK_BLOCKS)


def _look_at_line_ups(run: Run, running: Running) -> None:
    from digsite.simulator.lab.probes import line_ups

    running.progress.starting(
        f"{run.game.title}: whether it holds whoever plays, {LINE_UP_GAMES:,} games of other line-ups; "
        f"kept in {run.folder / line_up_data.FILE}."
    )
    with running.backend() as on:
        line_ups.play(run, running.progress, on, LINE_UP_GAMES)


def _look_at_choices(run: Run, progress: Progress) -> None:
    from digsite.simulator.lab.probes import choices

    progress.starting(
        f"{run.game.title}: how differently strategies choose, at the decisions of {CHOICE_GAMES} games; kept in "
        f"{run.folder / choice_data.FILE}."
    )
    choices.play(run, progress, CHOICE_GAMES)
