"""Players: named heuristic strategies for each game, and how a user's own are loaded."""

from digsite.strategies.plugins.load import strategy
from digsite.strategies.registry import Strategy, strategies_of

__all__ = ["Strategy", "strategies_of", "strategy"]
