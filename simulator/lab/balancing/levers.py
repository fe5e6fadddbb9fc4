"""Levers: each figure of a game moved alone, one step down and up, to find which matter."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from digsite.analyses.experiments.levers.question import (
    REFERENCE,
    LeversQuestion,
    MovedFigure,
    MovedStep,
    lever_measures,
)
from digsite.analyses.experiments.levers.stages import LEAST_FIGURES, PARTS, STAGES, play_stages
from digsite.simulator.commands import Command
from digsite.simulator.errors import WrongUse, unique_names
from digsite.simulator.game.wording import typed
from digsite.simulator.lab.balancing.figure_values import levers_of
from digsite.simulator.lab.common.default_players import announce_players, games_by_default
from digsite.simulator.lab.common.running import Arguments, Running, split_arguments
from digsite.simulator.lab.experiments.arms import ExperimentPlay, arm_names, arm_plan
from digsite.simulator.lab.experiments.result import ExperimentResult, write_result
from digsite.simulator.play.arguments import names
from digsite.simulator.play.plan import Plan, with_figures
from digsite.simulator.play.repeat import options_of
from digsite.simulator.play.tallies import tallies
from digsite.simulator.runs.folder.experiment_store import Design

if TYPE_CHECKING:
    from digsite.simulator.lab.balancing.figure_values import Lever
    from digsite.simulator.play.tallies import Tally

GAMES = 40_000


def levers(
    game: Path | str,
    games: int | None = None,
    *,
    figures: str | Iterable[str] = (),
    measure: str | Iterable[str] = (),
    **arguments: Unpack[Arguments],
) -> ExperimentResult:
    """Move each figure of a game one step down and up on the same luck, and find which of them matter.

    games:   of each step of the figures that matter most; 40,000 by default. All others play a twentieth or a quarter.
    figures: those to move, ["cards.hand", "tiles.victory"] or "cards.hand,tiles.victory"; by default every number and
             switch. A field of a table, "items.cost", is moved for all components together.
    measure: columns of the game to follow, besides wins, scores and length; by default those that the game names.

    The other arguments are those of `simulate`, without `events`; `settings` are the rules that steps start from.
    The experiment is saved in `out`, by default runs/GAME-levers-PLAYERSp-SEED, an arm for each step.

    Example::

        shown = levers("archaeology", 10_000, players=5, seed=1)
        shown.result.tables["figures"]
    """
    decides, running = split_arguments(levers, **arguments)
    found = running.game(game)
    seated = decides.get("seats")
    usual = games_by_default(found, seated, GAMES)
    plan = arm_plan(found.id, usual if games is None else games, **decides)
    plan = in_parts(plan)
    named, wanted = (
        unique_names("figure", names("figures", figures)),
        unique_names("measure", names("measure", measure)),
    )
    lever_measures(found, plan.seats, wanted)  # refuses wrong names before anything is played
    design = design_of(plan, named, wanted)
    announce_players(found, seated, plan.players, running.progress, usual if games is None else None)
    question = LeversQuestion.of(design.question, found, plan.players)
    again = {**options_of(decides), "seed": plan.seed, "games": plan.games}
    command = str(Command("levers", plan.called, **again, figures=named, measure=wanted))
    folder = running.folder(f"{plan.game}-levers-{plan.seats}p-{plan.seed}")
    return play_levers(design, question, folder, running, command)


def play_levers(
    design: Design, question: LeversQuestion, folder: Path, running: Running, command: str
) -> ExperimentResult:
    """Play all stages of levers into a folder, and return the answer."""
    plan = design.plan
    most = games_at_most(question, plan)
    running.progress.starting(
        f"{plan.definition.title}: {len(question.figures)} figures in {len(design.arms) - 1} steps, {plan.table} "
        f"({', '.join(plan.players)}), at most {most:,} games in all, seed {plan.seed}."
    )
    playing = ExperimentPlay(design, folder, running, command)
    return write_result(playing.play(partial(_play, question), most=most), progress=running.progress)


def in_parts(plan: Plan) -> Plan:
    """Return the plan with its games in as many equal parts as the stages count."""
    part = plan.whole_deals(-(-plan.games // PARTS))
    return replace(plan, games=part * PARTS, part_games=part)


def design_of(plan: Plan, named: Sequence[str] = (), measure: Sequence[str] = ()) -> Design:
    """Return an arm for each step that can be played; the plan's own rules are the reference."""
    made: list[tuple[Lever, list[Plan]]] = []
    moved, notes = [], list[str]()
    texts = [REFERENCE]
    for lever in levers_of(plan.figures, plan.seats, named):
        plans, steps = [], []
        for step in lever.steps:
            try:
                plans.append(with_figures(plan, step.changes))
            except WrongUse as problem:
                notes.append(f"{lever.key} at {step.label} was left out: {problem}")
                continue
            texts.append(f"{lever.key}={step.label}")
            settings = [f"{key}={typed(value)}" for key, value in step.changes.items()]
            steps.append(MovedStep(step.way, step.label, settings, ""))
        if steps:
            made.append((lever, plans))
            moved.append(MovedFigure(lever.key, lever.value, lever.about, lever.confirmed, steps))
    if not moved:
        raise WrongUse(f"No figure of {plan.definition.title} can be moved. {' '.join(notes[:1])}".strip())
    every = iter(arm_names(texts)[1:])
    moved = [replace(figure, steps=[replace(step, arm=next(every)) for step in figure.steps]) for figure in moved]
    question = LeversQuestion(plan.players, moved, (), notes, measure)
    arms = {
        step.arm: other
        for figure, (_, plans) in zip(moved, made, strict=True)
        for step, other in zip(figure.steps, plans, strict=True)
    }
    return Design("levers", question.as_data(), {REFERENCE: plan} | arms)


def games_at_most(question: LeversQuestion, plan: Plan) -> int:
    """Return how many games all stages play at most."""
    sizes = sorted((len(figure.steps) for figure in question.figures), reverse=True)
    total = done = 0
    for until, share in STAGES:
        count = max(math.ceil(len(sizes) * share), LEAST_FIGURES)
        total += (1 + sum(sizes[:count])) * (until - done) * plan.part_games
        done = until
    return total


def _play(question: LeversQuestion, playing: ExperimentPlay) -> None:
    """Play stage by stage."""
    plan = playing.design.plan

    def source(names: Sequence[str], parts: range) -> "Iterator[list[Tally]]":
        batches = playing.batches_of(names, parts, question.columns)
        return tallies(batches, plan.seating_plan, question.extra, plan.part_range(parts.start).start)

    played = play_stages(question, source)
    playing.store.remember({"games": played.games[0], "stages": list(played.games)})
