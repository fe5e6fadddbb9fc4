"""The games: `digsite.games()` lists them, and `digsite.games.lost_cities` has what a strategy for one is written with.

from digsite.games.lost_cities import Action, Decision, action_of
"""

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from digsite.simulator.game.game import Game


class _Games(ModuleType):
    """A package that can be called: `digsite.games()` was a function before it was a package."""

    def __call__(self, *arguments: Any, **named: Any) -> "dict[str, Game] | Game":
        """Return the games by id."""
        from digsite import _found

        return _found("games")(*arguments, **named)  # type: ignore[no-any-return]


sys.modules[__name__].__class__ = _Games
