"""Rechecking findings with stronger players: the same line-ups look ahead and play fewer games."""

from dataclasses import replace
from typing import TYPE_CHECKING

from digsite.analyses.experiments.kinds import kind_of
from digsite.simulator.errors import WrongUse
from digsite.simulator.lab.common.progress import AGAIN, Progress
from digsite.simulator.lab.common.running import Running
from digsite.simulator.lab.experiments.arms import ExperimentPlay
from digsite.simulator.options import OPTIONS
from digsite.simulator.play.plan import LOOKAHEAD_PART_GAMES, Plan, plugin_sources
from digsite.simulator.play.seating import FIXED, whole_deals
from digsite.simulator.runs import storage
from digsite.simulator.runs.experiment import Experiment
from digsite.simulator.runs.folder.experiment_store import Design
from digsite.simulator.runs.folder.manifest import EXPERIMENT, MANIFEST
from digsite.simulator.runs.folder.plugin_texts import check_allowed
from digsite.simulator.runs.run import Run
from digsite.strategies.naming import lookahead_form
from digsite.strategies.plugins.load import load_plugins
from digsite.strategies.registry import line_up
from digsite.strategies.search import search_suffix

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from digsite.analyses.result import Result
    from digsite.simulator.play.backends import Backend

GAMES = 400


def check_lookahead(folders: "Sequence[Run | Experiment]", think: str) -> None:
    """Refuse a look-ahead that cannot be played, before any game is."""
    plans = [(folder, plan) for folder in folders for plan in _plans(folder)]
    if not plans:
        raise WrongUse(OPTIONS["check_with"], " repeats runs and comparisons; none of these folders is one.")
    for folder, plan in plans:
        check_allowed(folder.folder, plan.code)
        lookahead_plan(plan, think, GAMES)


def _plans(folder: "Run | Experiment") -> list[Plan]:
    """Return the plans that would be played again."""
    if isinstance(folder, Run):
        return [] if folder.plan.nudge else [folder.plan]
    return [run.plan for run in folder.arms.values()] if kind_of(folder).recheckable else []


def check(folder: "Run | Experiment", think: str, progress: Progress, on: "Backend | None" = None) -> "list[Result]":
    """Return whether the findings hold with look-ahead players; of experiments only comparisons are repeated."""
    from digsite.analyses.recheck import all_look_ahead

    plans = _plans(folder)
    if not plans:
        return []
    if all(all(plan.thinking) and plan.thinking for plan in plans):
        return [all_look_ahead(think)]
    if isinstance(folder, Run):
        return [recheck_run(folder, think, progress, on)]
    return [recheck_comparison(folder, think, progress, on)]


def lookahead_plan(plan: Plan, think: str, games: int) -> Plan:
    """Return the plan with every player looking ahead; look-ahead players stay as they are."""
    known = plan.thinking or [None] * plan.seats
    texts = [text if search else lookahead_form(text, think) for text, search in zip(plan.players, known, strict=True)]
    sources = plugin_sources(plan.sources)
    thoughts = [player.search for player in line_up(plan.game_id, texts, load_plugins(sources), **plan.saved_players)]
    size = whole_deals(LOOKAHEAD_PART_GAMES, plan.seats)
    return replace(
        plan, players=texts, thinking=[thought.to_dict() if thought else None for thought in thoughts], events=0,
        games=min(whole_deals(games, plan.seats), plan.games), part_games=size,
    )  # fmt: skip


def recheck_run(run: Run, think: str, progress: Progress, on: "Backend | None" = None) -> "Result":
    """Recheck a run's conspicuous seats and strategies with look-ahead players; the games are saved in its folder.

    So are the seats of the strategy alone in all seats with which they lie furthest apart, where other line-ups were played.
    """
    from digsite.analyses.recheck import (
        claimed_figures,
        claims_of,
        line_up_claims,
        recheck_claims,
        widest_line_up,
        wins_by_seat,
    )
    from digsite.simulator.lab.experiments.line_ups import line_up_plan

    plan, folder = lookahead_plan(run.plan, think, GAMES), recheck_folder(run.folder, think)
    found, then = claimed_figures(claims_of(run, {label: label for label in run.plan.players})), []
    if found:
        labels = dict(zip(run.plan.players, plan.players, strict=True))
        then = claims_of(_played(plan, folder, progress, on), labels)
    if widest := widest_line_up(run):
        line_up, claimed = widest
        found += claimed
        other = replace(line_up_plan(run.plan, line_up.players, 0), seating=FIXED)
        again = _played(lookahead_plan(other, think, GAMES), folder / "line-up", progress, on)
        then += line_up_claims(run, line_up.words, wins_by_seat(again))
    return recheck_claims(found, then, think)


def _played(plan: Plan, folder: "Path", progress: Progress, on: "Backend | None") -> Run:
    """Return the run of a plan in a folder; what is there is played no more."""
    from digsite.simulator.lab.experiments.simulate import play_run

    resume = storage.is_file(folder / MANIFEST)
    return play_run(plan, folder, Running(resume=resume, progress=progress, cluster=on or "", resume_text=AGAIN))


def recheck_comparison(experiment: Experiment, think: str, progress: Progress, on: "Backend | None" = None) -> "Result":
    """Recheck a comparison's changes with look-ahead players; the games are saved in the experiment's folder."""
    from digsite.analyses.recheck import recheck_comparison

    folder = recheck_folder(experiment.folder, think)
    arms = {name: lookahead_plan(run.plan, think, GAMES) for name, run in experiment.arms.items()}
    progress.starting(
        f"{experiment.game.title}: the comparison once more with look-ahead players ({search_suffix(think)})."
    )
    running = Running(
        resume=storage.is_file(folder / EXPERIMENT), progress=progress, cluster=on or "", resume_text=AGAIN
    )
    design = Design("compare", {**experiment.question, "margin": None}, arms)
    other = ExperimentPlay(design, folder, running, str(experiment.manifest["command"])).play()
    return recheck_comparison(experiment, other, think)


def recheck_folder(folder: "Path", think: str) -> "Path":
    """Return the folder of a recheck: `checked-32`, or `checked-tree-1000` for tree search."""
    how = search_suffix(think)
    return folder / f"checked-{'tree-' * (how[0] == '*')}{how[1:].replace(':', '-')}"
