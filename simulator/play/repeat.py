"""The command that plays a plan again, and what of a plan other commands must say again."""

from typing import Any

from digsite.simulator.commands import Command
from digsite.simulator.errors import DigsiteError
from digsite.simulator.game.wording import typed
from digsite.simulator.games import find_game
from digsite.simulator.play.plan import Plan, PlanArguments, usual_part
from digsite.strategies.plugins.load import Source


def simulate_command(plan: Plan, **more: Any) -> Command:
    """Return the command that plays the games of a plan again, row for row; it needs no file but plug-ins and weights."""
    part_games = None if plan.part_games == usual_part(plan) else plan.part_games
    return Command(
        "simulate", plan.called, games=plan.games, **seating(plan), rotate=plan.rotate, **ruling(plan), seed=plan.seed,
        events=plan.events, part_games=part_games, **more,
    )  # fmt: skip


def options_of(arguments: PlanArguments) -> dict[str, Any]:
    """Checked arguments as options of a command: a plug-in is named by its file."""
    plugins = [one.file if isinstance(one, Source) else one for one in arguments.get("plugins", ())]  # type: ignore[union-attr]
    return {**arguments, "plugins": plugins}


def seating(plan: Plan) -> dict[str, Any]:
    """Who sits where, as options of a command; a single name alone would stand for more than one player."""
    return {"seats": plan.players, "players": 1 if plan.seats == 1 else None}


def ruling(plan: Plan, without: str = "") -> dict[str, Any]:
    """The rules and the plug-ins of a plan, as options of a command; `without` is a figure that is left out."""
    settings = [text for text in [*plan.settings, *unsaid(plan)] if text.partition("=")[0] != without]
    plugins = [source["file"] for source in plan.plugins]
    return {"variants": plan.variants, "settings": settings, "plugins": plugins}


def unsaid(plan: Plan) -> list[str]:
    """Figures that neither a variant nor a setting explains: a rules file had them; set one by one."""
    printed = find_game(plan.game).figures
    try:
        said = printed.with_variants(plan.variants, plan.seats).with_settings(plan.settings)
    except DigsiteError:  # a run of another version: its variants and settings may not be known
        said = printed
    values = said.values()
    return [f"{key}={typed(value)}" for key, value in plan.rules.items() if key in values and values[key] != value]
