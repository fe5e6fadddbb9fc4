"""What a page can choose from: games, players, strategies, variants and figures, as plain data."""

from typing import TYPE_CHECKING, Any

from digsite.simulator.errors import WrongUse
from digsite.simulator.lab.live.figures import grouped_figures
from digsite.simulator.lab.live.headline import variant_patch
from digsite.strategies.plugins.load import load_plugins
from digsite.strategies.registry import all_strategies, default_line_up

if TYPE_CHECKING:
    from digsite.simulator.game.game import Game
    from digsite.simulator.lab.live.setting import Setting
    from digsite.simulator.lab.live.start import Start

LOOKAHEAD = ("", "+8", "+32")  # how far a page lets players look ahead


def game_list(start: "Start") -> list[dict[str, Any]]:
    """Return the games that pages may play."""
    return [{"name": name, "title": start.game(name).title} for name in start.games]


def game_data(start: "Start", name: str, seats: int) -> dict[str, Any]:
    """Return all that a page can set in a game for a number of players."""
    game = start.game(name)
    if seats not in game.players:
        seats = min(game.players, key=lambda one: abs(one - seats))
    figures = game.figures
    groups = grouped_figures(game, figures, seats)
    return {
        "name": name,
        "title": game.title,
        "players": list(game.players),
        "seats": seats,
        "line_up": default_line_up(game.id, seats),
        "strategies": _strategies(start, game, name),
        "lookahead": list(LOOKAHEAD),
        "variants": _variants(game, seats),
        "groups": groups,
        "figures": sum(len(group["figures"]) for group in groups),
    }


def setting_data(start: "Start", setting: "Setting") -> dict[str, Any]:
    """Return a setting as a page holds it: its game has the name that pages know."""
    name = next(name for name, called in start.games.items() if called == setting.game)
    return {"game": name, "seats": list(setting.seats), "patch": dict(setting.patch), "seed": setting.seed}


def _strategies(start: "Start", game: "Game", name: str) -> list[dict[str, str]]:
    known = list(all_strategies(game.id).values())
    known += [made for made in load_plugins(start.plugins_of(name)) if made.name not in {one.name for one in known}]
    return [{"name": one.name, "about": one.about} for one in known]


def _variants(game: "Game", seats: int) -> list[dict[str, Any]]:
    """Return the variants for this number of players, as patches."""
    made = []
    for variant in game.figures.variants.values():
        try:
            patch = variant_patch(game, variant.name, seats)
        except WrongUse:  # it is for other numbers of players
            continue
        made.append({"name": variant.name, "about": variant.about, "patch": patch})
    return made
