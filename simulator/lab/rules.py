"""Rule figures: every number of a game, under variants and settings, and rules files to correct."""

from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from digsite.simulator.errors import DigsiteError, WrongUse, short_message, shorten_name
from digsite.simulator.play.plan import PlanArguments, check_arguments, check_names, figures_of, game_of, setting_texts

if TYPE_CHECKING:
    from digsite.simulator.game.rules.figures import Figures


def chosen_rules(game: Path | str, **arguments: Unpack[PlanArguments]) -> "Figures":
    """Return a game's rule figures as a plan with these arguments would play them; refuse impossible ones."""
    check_names(arguments, PlanArguments)
    found, arguments = game_of(game), check_arguments(arguments)
    players = arguments.get("players")
    figures = figures_of(found, arguments.get("rules_file")).with_variants(arguments.get("variants", ()), players)
    figures = figures.with_settings(setting_texts(arguments.get("settings", ())))
    seats = players or found.players[0]
    if seats not in found.players:
        raise WrongUse(f"{found.title} is for {found.player_counts}, not for {seats}.")
    found.build_rules(figures, seats)
    return figures


def export_rules(figures: "Figures", path: Path) -> None:
    """Write a rules file to correct and play with."""
    try:
        if path.exists():
            raise WrongUse(f"{path} is there already; choose another name for the rules file.")
        path.write_text(figures.to_toml(), encoding="utf-8", newline="\n")
    except OSError as problem:
        raise DigsiteError(f"{shorten_name(path)} cannot be written: {short_message(problem)}.") from problem
