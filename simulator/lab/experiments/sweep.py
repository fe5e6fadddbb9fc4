"""Sweeping: how the balance responds to one or two rule figures, or to all unconfirmed ones."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from digsite.analyses.experiments.sweep import sweep_measures
from digsite.analyses.experiments.unconfirmed import guesses_of
from digsite.simulator.commands import Command
from digsite.simulator.errors import Sentence, WrongUse, unique_names
from digsite.simulator.game.wording import typed
from digsite.simulator.lab.common.default_players import announce_players, games_by_default
from digsite.simulator.lab.common.progress import Count, Progress
from digsite.simulator.lab.common.running import Arguments, split_arguments
from digsite.simulator.lab.experiments.arms import ExperimentPlay, arm_names, arm_plan
from digsite.simulator.lab.experiments.result import ExperimentResult, write_result
from digsite.simulator.options import OPTIONS
from digsite.simulator.play.arguments import flag, names
from digsite.simulator.play.backends import On, tally_together
from digsite.simulator.play.plan import (
    Plan,
    PlanArguments,
    figures_of,
    setting_texts,
    with_figures,
)
from digsite.simulator.play.repeat import options_of
from digsite.simulator.play.seating import varied
from digsite.simulator.play.tallies import batch_size, merge
from digsite.simulator.runs.folder.experiment_store import Design

if TYPE_CHECKING:
    from digsite.analyses.result import Result
    from digsite.simulator.game.rules.figure import Figure
    from digsite.simulator.game.rules.figures import Figures
    from digsite.simulator.play.tallies import Tally
    from digsite.simulator.runs.run import Run

GAMES = 20_000
MOST_POINTS = 400
REPORT_GAMES = 2_000  # at each alternative, for a report
REFERENCE = "reference"


def sweep(
    game: Path | str,
    games: int | None = None,
    *,
    unconfirmed: bool = False,
    measure: str | Iterable[str] = (),
    **arguments: Unpack[Arguments],
) -> ExperimentResult:
    """Vary a game's rule figures and play each value on the same luck.

    games:       at each point; 20,000 by default.
    unconfirmed: sweep each unconfirmed figure over its alternatives, and rank the figures.
    measure:     columns of the game to follow, ["escaped", "cards_lava_1"] or "escaped,cards_lava_1", besides wins,
                 scores and length; by default those that the game names.

    `settings` name the values: {"cards.hand": [6, 8, 10]} or ["cards.hand=6,8,10"], of two figures at most; one value
    fixes a figure. The other arguments are those of `simulate`, without `events`. The experiment is
    saved in `out`, by default runs/GAME-sweep-PLAYERSp-SEED, an arm for each point.

    Example::

        shown = sweep("lost-cities", 5_000, settings={"cards.hand": [6, 8, 10]}, players=2, seed=1)
        shown.result.tables["points"]
    """
    decides, running = split_arguments(sweep, **arguments)
    found, unconfirmed = running.game(game), flag("unconfirmed", unconfirmed)
    figures = figures_of(found, decides.get("rules_file"))
    settings = setting_texts(decides.get("settings", ()))
    axes, fixed = split_settings(figures, settings)
    if unconfirmed == bool(axes) or len(axes) > 2:
        raise WrongUse(*_what_to_sweep(axes, unconfirmed))
    reference: PlanArguments = {**decides, "settings": fixed}
    named = decides.get("seats")
    usual = games_by_default(found, named, GAMES)
    plan = arm_plan(found.id, usual if games is None else games, **reference)
    wanted = unique_names("measure", names("measure", measure))
    sweep_measures(found, plan.seats, wanted)
    if unconfirmed and wanted:
        raise WrongUse(OPTIONS["unconfirmed"], " ranks figures by wins and scores; leave ", OPTIONS["measure"], " out.")
    line_up = f"{plan.table} ({', '.join(plan.players)})"
    announce_players(found, named, plan.players, running.progress, usual if games is None else None)
    running.progress.starting(f"{found.title}: {plan.games:,} games at each point, {line_up}, seed {plan.seed}.")
    design = unconfirmed_design(plan, plan.figures.unconfirmed()) if unconfirmed else _design(plan, axes, wanted)
    again = {**options_of(decides), "seed": plan.seed, "games": plan.games}
    command = str(Command("sweep", plan.called, **again, unconfirmed=unconfirmed, measure=wanted))
    folder = running.folder(f"{plan.game}-sweep-{plan.seats}p-{plan.seed}")
    return write_result(ExperimentPlay(design, folder, running, command).play(), progress=running.progress)


# ----------------------------------------------------------------------------------------------------- what is swept


@dataclass(frozen=True)
class Axis:
    """A figure, or an entry of a list figure, and the values it takes."""

    key: str
    texts: list[str]


def split_settings(figures: "Figures", settings: Sequence[str]) -> tuple[list[Axis], list[str]]:
    """Return the settings that name several values, and those that fix one; each value is checked."""
    axes, fixed = [], []
    for setting in settings:
        key, equals, text = setting.partition("=")
        key, texts = key.strip(), [word.strip() for word in text.split(",")]
        is_list = key in figures.by_key and isinstance(figures[key], list)
        if not equals or is_list or len(texts) < 2:
            figures.with_settings([setting])
            fixed.append(setting)
            continue
        values = [figures.parse(key, word) for word in texts]
        if twice := next((word for at, word in enumerate(texts) if values[at] in values[:at]), ""):
            raise WrongUse(f"{key} is given the value {twice} more than once; leave one of them out.")
        axes.append(Axis(key, texts))
    if len({axis.key for axis in axes}) < len(axes):
        raise WrongUse(f"{axes[0].key} is swept twice; give all its values in one ", OPTIONS["settings"], ".")
    return axes, fixed


def _what_to_sweep(axes: list[Axis], unconfirmed: bool) -> Sentence:
    if len(axes) > 2:
        return "A sweep is over one or two figures; ", OPTIONS["settings"], f" gives several values to {len(axes)}."
    if unconfirmed:
        return (
            OPTIONS["unconfirmed"],
            " chooses its own values; with it, ",
            OPTIONS["settings"],
            " may only fix a figure at one value.",
        )
    return (
        "There is nothing to sweep: give a figure several values, as in ",
        OPTIONS["settings"].given("cards.hand=6,8"),
        " (a list's entry is key.N).",
    )


def _design(plan: Plan, axes: list[Axis], wanted: list[str]) -> Design:
    """Return an arm for every combination that can be played; the plan's own rules are the reference."""
    made, notes = _points(plan, axes)
    texts = ["+".join(f"{a.key}={typed(v)}" for a, v in zip(axes, values, strict=True)) for values, _ in made]
    named = [
        (REFERENCE if other.rules == plan.rules else name, values, other)
        for name, (values, other) in zip(arm_names(texts), made, strict=True)
    ]
    figures = plan.figures
    question = {
        "figures": [axis.key for axis in axes],
        "reference": [figures.at(axis.key) for axis in axes],
        "points": [{"arm": name, "values": list(values)} for name, values, _ in named],
        "notes": notes,
    } | ({"measure": wanted} if wanted else {})
    return Design("sweep", question, {REFERENCE: plan} | {name: other for name, _, other in named})


def _points(plan: Plan, axes: list[Axis]) -> tuple[list[tuple[tuple[Any, ...], Plan]], list[str]]:
    """Return every combination that can be played, and notes about those that cannot."""
    figures = plan.figures
    made, notes = [], []
    for texts in product(*(axis.texts for axis in axes)):
        settings = [f"{axis.key}={text}" for axis, text in zip(axes, texts, strict=True)]
        try:
            changed = figures.with_settings(settings)
            values = tuple(changed.at(axis.key) for axis in axes)
            made.append((values, with_figures(plan, changed.values())))
        except WrongUse as problem:
            notes.append(f"{' and '.join(settings)} was left out: {problem}")
    if not made:
        raise WrongUse(f"No point of the sweep can be played. {notes[0]}")
    if len(made) > MOST_POINTS:
        raise WrongUse(f"The sweep has {len(made)} points; {MOST_POINTS} is the limit.")
    return made, notes


def unconfirmed_design(plan: Plan, figures: Sequence["Figure"]) -> Design:
    """Return an arm for every alternative of every figure, and one for the plan itself."""
    tried, notes = _alternatives(plan, figures)
    called = arm_names(f"{key}={typed(value)}" for key, value, _ in tried)
    points: dict[str, list[dict[str, Any]]] = {}
    for name, (key, value, _) in zip(called, tried, strict=True):
        points.setdefault(key, []).append({"arm": name, "values": [value]})
    guesses = [{"figure": key, "value": plan.rules[key], "points": mine} for key, mine in points.items()]
    arms = {REFERENCE: plan} | {name: other for name, (_, _, other) in zip(called, tried, strict=True)}
    return Design("unconfirmed", {"guesses": guesses, "notes": notes}, arms)


def _alternatives(plan: Plan, figures: Sequence["Figure"]) -> tuple[list[tuple[str, Any, Plan]], list[str]]:
    """Return every alternative that can be played, and notes about those that cannot."""
    tried: list[tuple[str, Any, Plan]] = []
    notes: list[str] = []
    for figure in figures:
        if not figure.alternatives:
            notes.append(
                f"{figure.key} is unconfirmed, but names no alternatives; try some with {OPTIONS['settings'].typed}."
            )
        for value in figure.alternatives:
            if value == plan.rules[figure.key]:
                continue
            try:
                tried.append((figure.key, value, with_figures(plan, {figure.key: value})))
            except WrongUse as problem:
                notes.append(f"{figure.key}={typed(value)} was left out: {problem}")
    return tried, notes


# ------------------------------------------------------------------------------------------------------- for a report


def sensitivity(plan: Plan, on: On = None, progress: Progress | None = None) -> "Result":
    """Return which unconfirmed figures the conclusions depend on; play their alternatives, write nothing."""
    design = unconfirmed_design(plan, plan.figures.unconfirmed())
    plans, size = list(design.arms.values()), batch_size(plan.rotations)
    count = Count(progress or Progress(), len(plans) * plan.games, what=f"{plan.definition.title}: alternatives")

    def played() -> Iterator[list["Tally"]]:
        for at, batch in enumerate(tally_together(plans, range(plan.games), size, on=on)):
            count(len(plans) * min(size, plan.games - at * size))
            yield batch

    found = dict(zip(design.arms, merge(played()), strict=True))
    return guesses_of(design.question, plan.players, found, plan.definition.wording.points)


def sensitivity_of(run: "Run", games: int = REPORT_GAMES, on: On = None, progress: Progress | None = None) -> "Result":
    """Return how much the unconfirmed figures matter to the conclusions of a run, and which conclusions survive."""
    plan = replace(run.plan, seating=varied(run.plan.seating), events=0)
    plan = replace(plan, games=plan.whole_deals(games))
    return sensitivity(plan, on, progress)
