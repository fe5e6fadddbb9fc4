"""Nudging: what a component is worth, measured by giving it to or taking it from a random seat."""

from collections.abc import Iterable
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import numpy as np

from digsite.analyses.experiments.nudge import WITHOUT, NudgeArm, NudgeQuestion, Worth, all_precise, pairs
from digsite.simulator.commands import Command
from digsite.simulator.errors import WrongUse
from digsite.simulator.game import nudges as declared
from digsite.simulator.lab.common.default_players import announce_players, games_by_default
from digsite.simulator.lab.common.progress import Progress
from digsite.simulator.lab.common.running import Arguments, Running, announce_compiling, split_arguments
from digsite.simulator.lab.experiments.arms import ExperimentPlay, arm_names, arm_plan
from digsite.simulator.lab.experiments.compare import parse_margin
from digsite.simulator.lab.experiments.pilots import pilot_games, with_progress
from digsite.simulator.lab.experiments.result import ExperimentResult, write_result
from digsite.simulator.options import OPTIONS
from digsite.simulator.play.arguments import names, text_of
from digsite.simulator.play.backends import Job, On, play_jobs
from digsite.simulator.play.repeat import options_of
from digsite.simulator.runs.folder.experiment_store import Design
from digsite.simulator.runs.run import Run

if TYPE_CHECKING:
    from digsite.simulator.game.game import Game
    from digsite.simulator.play.plan import Plan

GAMES = 20_000
MOST_GAMES = 1_000_000  # with a margin, unless the user names a limit
PILOT_GAMES, PILOT_BATCH = 600, 60
ENDLESS = 1_000_000  # an own turn that no game reaches
LONG_GAMES = 0.9  # the share of seats with no more own turns than may be drawn


def nudge(
    game: Path | str,
    games: int | None = None,
    *,
    nudges: str | Iterable[str] = "",
    margin: str = "",
    **arguments: Unpack[Arguments],
) -> ExperimentResult:
    """Nudge one random seat of each luck at one of its turns, and measure the effect.

    games:  of each nudge; with a margin, at most.
    nudges: the nudges to try, "card,token" or ["card", "card=-1"]; by default all that the game has. `digsite nudge GAME
            --list` and `games()[GAME].nudges` list them.
    margin: play until each worth is this precise, such as "0.5pp" of the win rate or "2points".

    The other arguments are those of `simulate`, without `events`. The experiment is saved in `out`, by
    default runs/GAME-nudge-PLAYERSp-SEED: an arm `without`, and one for each nudge on the same luck.

    Example::

        shown = nudge("lost-cities", 20_000, nudges="token,card", players=4, seed=1)
        shown.result.tables["worth"]
    """
    decides, running = split_arguments(nudge, **arguments)
    found = running.game(game)
    doses = doses_of(found, names("nudges", nudges))
    least = _margin(margin)
    named = decides.get("seats")
    usual = None if games is not None or least else games_by_default(found, named, GAMES)
    plan = arm_plan(found.id, games if games is not None else usual or MOST_GAMES, **decides)
    if plan.seats == 1 and least and least[0] == "share":
        raise WrongUse("One player has no rivals to win against; give the ", OPTIONS["margin"], " in points.")
    most = "at most " if least else ""
    tried = ", ".join(dose.label for dose in doses)
    line_up = f"{plan.table} ({', '.join(plan.players)})"
    announce_players(found, named, plan.players, running.progress, usual)
    running.progress.starting(f"{found.title}: {tried}; {most}{plan.games:,} games each, {line_up}, seed {plan.seed}.")
    folder = running.folder(f"{found.name}-nudge-{plan.seats}p-{plan.seed}")
    again = {**options_of(decides), "seed": plan.seed, "games": plan.games}
    command = str(Command("nudge", found.called, **again, nudges=names("nudges", nudges), margin=margin.strip()))
    with running.connected() as (running, on):
        announce_compiling(found, running.progress, on)
        design = design_of(found, plan, doses, least, on, running.progress, _turns_kept(running))
        experiment = ExperimentPlay(design, folder, running, command).play(_play_until_known if least else None)
        return write_result(experiment, progress=running.progress)


def doses_of(game: "Game", texts: Iterable[str]) -> list[declared.Dose]:
    """Return the nudges that a user names, by default all of the game's; refuse a game without any."""
    if not game.own_nudges:
        raise WrongUse(
            f"{game.title} declares no nudges, so there is nothing to try; CONTRIBUTING.md says how to add one."
        )
    return declared.doses(game.nudges, list(texts) or [nudge.name for nudge in game.own_nudges])


def _margin(text: str) -> tuple[str, float] | None:
    if not text_of("margin", text).strip():
        return None
    unit, size = parse_margin(text)
    if unit == "number":
        raise WrongUse(OPTIONS["margin"], f" {size:g} has no unit: say {size:g}pp or {size:g}points.")
    if unit == "turns":
        raise WrongUse(OPTIONS["margin"], " is the precision of a worth, in pp of the win rate or in points.")
    return unit, size


def design_of(
    game: "Game",
    plan: "Plan",
    doses: list[declared.Dose],
    margin: tuple[str, float] | None = None,
    on: On = None,
    progress: "Progress | None" = None,
    turns: int | None = None,
) -> Design:
    """Return an arm without nudges, and one for each nudge.

    turns: the last own turn to nudge at, if known; else a pilot is played.
    """
    turns = turns or own_turns(plan, on, progress)
    arms = arm_names(dose.label for dose in doses)
    nudge_arms = [
        NudgeArm(
            arm,
            dose.label,
            dose.clause,
            dose.amount,
            kind.counted,
            bool(kind.counted) and kind.raises,
            kind.column,
            kind.manner,
            dose.thing,
            dose.title,
        )
        for arm, dose in zip(arms, doses, strict=True)
        for kind in (dose.nudge,)
    ]
    plans = {WITHOUT: replace(plan, nudge=declared.Dose(declared.UNTOUCHED, 0).to_dict() | {"turns": turns})}
    plans |= {
        arm: replace(plan, nudge=dose.to_dict() | {"turns": turns}) for arm, dose in zip(arms, doses, strict=True)
    }
    question = {
        "doses": [asdict(arm) for arm in nudge_arms],
        "turns": turns,
        "watched": game.watched,
        "margin": margin,
        "tuned": max(plan.deals // 10, 100) if margin else None,
    }
    return Design("nudge", question, plans)


def _turns_kept(running: Running) -> int | None:
    """Return the result of the pilot of the experiment in the folder, so that it is not played again."""
    question = running.saved_plan.get("question")
    turns = question.get("turns") if isinstance(question, dict) else None
    return turns if isinstance(turns, int) and not isinstance(turns, bool) and turns > 0 else None


def own_turns(plan: "Plan", on: On = None, progress: "Progress | None" = None) -> int:
    """Return the last own turn to nudge at: nine seats of ten have no more turns in a pilot on other luck."""
    watched = replace(plan, nudge=declared.Dose(declared.UNTOUCHED, 0).to_dict() | {"turns": ENDLESS})
    each = plan.rotations
    first = plan.whole_deals(plan.games)
    games = max(pilot_games([plan], PILOT_GAMES, plan.games) // each, 1) * each
    size = each if plan.thinking else PILOT_BATCH // each * each
    jobs = [Job(watched, first + at, min(size, games - at)) for at in range(0, games, size)]
    batches = with_progress(play_jobs(jobs, on), (job.count for job in jobs), games, progress or Progress())
    counted = np.concatenate([batch.marks["own_turns"] for batch in batches])
    return max(int(np.quantile(counted, LONG_GAMES)), 1)


def _play_until_known(playing: ExperimentPlay) -> None:
    """Play part by part until every worth is as precise as the margin."""
    asked, plan = playing.design.question, playing.design.plan
    question = NudgeQuestion(
        [NudgeArm(**dose) for dose in asked["doses"]], asked["turns"], plan.seats, asked["watched"], asked["margin"], asked["tuned"]
    )  # fmt: skip
    found: list[Worth] = []
    for part in range(plan.parts):
        playing.play_part(part)
        runs = {name: Run(store.folder) for name, store in playing.store.arms.items()}
        fresh = [
            Worth.of(question, dose, iter([pairs(question, runs[WITHOUT], runs[dose.arm], part)]))
            for dose in question.doses
        ]
        found = [before.merged(more) for before, more in zip(found, fresh, strict=True)] if found else fresh
        games = plan.part_range(part).stop
        playing.store.remember({"games": games, "looks": part + 1})
        if all_precise(question, found):
            return
