"""What the page says about an experiment."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from digsite.analyses.labels import Terms
from digsite.analyses.result import Result
from digsite.reports.charts.style import Colours
from digsite.reports.page import rules_table
from digsite.reports.page.answers import draw_answer
from digsite.reports.page.line_up import seated_strategies
from digsite.reports.page.section import Section, first_sentence
from digsite.simulator.commands import requoted
from digsite.simulator.runs.experiment import Experiment


@dataclass(frozen=True)
class Arm:
    """One arm of an experiment: its folder, its rules and players, and its number of games."""

    name: str
    rules: str
    line_up: str
    games: int


@dataclass(frozen=True, kw_only=True)
class ExperimentView(Section):
    """Everything the page says about one experiment."""

    complete: bool
    arms: Sequence[Arm]


def view_experiment(number: int, experiment: Experiment, colours: Colours, more: Sequence[Result]) -> ExperimentView:
    """Return an experiment as the page shows it."""
    from digsite.analyses.experiments.answers import answer

    anchor = f"run-{number}"
    shown = draw_answer(f"{anchor}-{experiment.kind}", answer(experiment), colours, Terms.of(experiment.game))
    plan = experiment.plan
    arms = [
        Arm(name, rules_table.rules_in_words(run), ", ".join(run.plan.players), run.rows)
        for name, run in experiment.arms.items()
    ]
    return ExperimentView(
        kind=experiment.kind,
        anchor=anchor,
        name=experiment.name,
        title=experiment.game.title,
        players=plan.seats,
        rules=shown.title,
        games=experiment.rows,
        complete=experiment.complete,
        seed=plan.seed,
        verdict=first_sentence([shown]),
        line_up=seated_strategies(
            plan.game_id, (player for run in experiment.arms.values() for player in run.plan.players), colours, {}
        ),
        answers=[
            shown,
            *(draw_answer(f"{anchor}-{it.question}", it, colours, Terms.of(experiment.game)) for it in more),
        ],
        arms=arms,
        command=requoted(str(experiment.manifest["command"])),
        manifest=json.dumps(rules_table.without_texts(experiment.manifest), indent=1, ensure_ascii=False),
    )
