"""The files of proposals: a rules file for each, and variants ready to paste into a game's rules."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from digsite.simulator.commands import Command
from digsite.simulator.game.wording import toml
from digsite.simulator.runs import atomic_files

if TYPE_CHECKING:
    from digsite.analyses.result import Result
    from digsite.simulator.play.plan import Plan
    from digsite.simulator.runs.experiment import Experiment

SOURCE = f"proposed by {Command('balance')}"
VARIANTS = "variants.toml"


def write_proposals(experiment: "Experiment", result: "Result") -> None:
    """Write rules-1.toml and so on, and variants.toml, next to the experiment; nothing without a proposal."""
    table = result.tables["proposals"]
    variants = []
    for row in table.iter_rows(named=True):
        plan = experiment.arm(row["arm"]).plan
        number, about = row["proposal"], f"{row['change']}: {row['verdict']}, {row['seen']}."
        _write(experiment, f"rules-{number}.toml", rules_text(experiment.plan, plan))
        variants.append(
            variant_text(f"balanced-{number}", about, experiment.plan, changed_figures(experiment.plan, plan))
        )
    if variants:
        _write(experiment, VARIANTS, "\n".join(variants))


def _write(experiment: "Experiment", name: str, text: str) -> None:
    atomic_files.write_text(experiment.folder / name, text)


def changed_figures(own: "Plan", changed: "Plan") -> dict[str, Any]:
    """Return the figures that differ, with their new values."""
    return {key: value for key, value in changed.rules.items() if value != own.rules.get(key)}


def rules_text(own: "Plan", changed: "Plan") -> str:
    """Return a rules file: all figures, those that are proposed marked as such."""
    figures = changed.figures
    marked = {
        key: replace(figures.by_key[key], source=SOURCE, confirmed=False, alternatives=[])
        for key in changed_figures(own, changed)
    }
    return figures.with_figures(marked).to_toml()


def variant_text(name: str, about: str, plan: "Plan", changes: dict[str, Any]) -> str:
    """Return a variant to paste into rules.toml."""
    written = ", ".join(f"{toml(key)} = {toml(value)}" for key, value in changes.items())
    lines = [f"[variants.{name}]", f"about = {toml(about)}", f"source = {toml(SOURCE)}", f"set = {{ {written} }}"]
    if list(plan.definition.players) != [plan.seats]:
        lines.append(f"players = [{plan.seats}]")
    return "\n".join(lines) + "\n"
