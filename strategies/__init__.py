"""Players: named heuristic strategies for each game, and how a user's own are loaded."""

from strategies.plugins import strategy
from strategies.registry import Strategy, strategies_of

__all__ = ["Strategy", "strategies_of", "strategy"]
