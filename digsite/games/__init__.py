"""The games: `digsite.games()` lists them; `digsite.games.lost_cities` has the names its strategies use.

Example::

    games()["lost-cities"].players      # the player counts, range(2, 5)
    list(games())
    from digsite.games.lost_cities import Action, Decision, action_of
"""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from digsite.simulator.lab.notebook import Games


class _Games(ModuleType):
    """A package that can be called: `digsite.games()` was a function before."""

    def __call__(self) -> "Games":
        """Return the available games by id."""
        from digsite.simulator.lab.notebook import games

        return games()


def __getattr__(name: str) -> ModuleType:
    """Import a game's module when it is first asked for."""
    if (Path(__file__).parent / f"{name}.py").is_file():
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


sys.modules[__name__].__class__ = _Games
