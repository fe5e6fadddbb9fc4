"""Players: named heuristic strategies for each game, and how a user's own are loaded."""

from strategies.registry import Strategy, strategies_of, strategy

__all__ = ["Strategy", "strategies_of", "strategy"]
