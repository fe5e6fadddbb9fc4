"""The command that repeats a plan, and the parts of a plan that other commands must repeat."""

from pathlib import Path
from typing import Any

from digsite.simulator.commands import Command
from digsite.simulator.errors import DigsiteError
from digsite.simulator.game.wording import typed
from digsite.simulator.play.plan import Plan, PlanArguments, usual_part
from digsite.simulator.play.seating import BALANCED, CYCLIC
from digsite.strategies.person import people_at
from digsite.strategies.plugins.load import Source


def simulate_command(plan: Plan, rules_file: Path | None = None, **more: Any) -> Command:
    """Return the command that plays a plan's games again; it needs no files but plug-ins, weights and the rules file.

    With `rules_file`, the copy of the plan's rules file, the run is the same, byte for byte. Without it its figures are
    settings: the games are the same, but not what is known about the figures' sources.
    """
    part_games = None if plan.part_games == usual_part(plan) else plan.part_games
    rules = rules_options(plan) if rules_file is None else _with_file(plan, rules_file)
    if people_at(plan.players):
        return Command(
            "play", plan.called, seats=plan.players, players=1 if plan.seats == 1 else None, **rules, seed=plan.seed
        )
    seated = {**seating(plan), "seating": "" if plan.seating == BALANCED else plan.seating}
    return Command(
        "simulate", plan.called, games=plan.games, **seated, **rules, seed=plan.seed,
        events=plan.events, part_games=part_games, **more,
    )  # fmt: skip


def _with_file(plan: Plan, rules_file: Path) -> dict[str, Any]:
    return {**rules_options(plan), "settings": plan.settings, "rules_file": rules_file}


def options_of(arguments: PlanArguments) -> dict[str, Any]:
    """Return checked arguments as options of a command; a plug-in is named by its file."""
    plugins = [one.file if isinstance(one, Source) else one for one in arguments.get("plugins", ())]  # type: ignore[union-attr]
    kind = arguments.get("seating")
    return {**arguments, "plugins": plugins, "seating": "" if kind == BALANCED else kind}


def seating(plan: Plan) -> dict[str, Any]:
    """Return the line-up as options of a command; a single name alone would mean more than one player.

    What looks more closely at a plan that is seated as typed is balanced.
    """
    kind = CYCLIC if plan.seating == CYCLIC else ""
    return {"seats": plan.players, "players": 1 if plan.seats == 1 else None, "seating": kind}


def rules_options(plan: Plan, without: str = "") -> dict[str, Any]:
    """Return the rules and plug-ins of a plan as options of a command, except the figure `without`."""
    settings = [text for text in [*plan.settings, *unexplained_figures(plan)] if text.partition("=")[0] != without]
    plugins = [source["file"] for source in plan.plugins]
    return {"variants": plan.variants, "settings": settings, "plugins": plugins}


def unexplained_figures(plan: Plan) -> list[str]:
    """Return the figures that no variant or setting explains, from a rules file, as settings."""
    printed = plan.definition.figures
    try:
        said = printed.with_variants(plan.variants, plan.seats).with_settings(plan.settings)
    except DigsiteError:  # another version's variants and settings may be unknown
        said = printed
    values = said.values()
    return [f"{key}={typed(value)}" for key, value in plan.rules.items() if key in values and values[key] != value]
