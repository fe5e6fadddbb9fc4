"""Strategies: the named heuristic players of each game, and the loader for users' plug-ins."""

from digsite.strategies.plugins.load import strategy
from digsite.strategies.registry import Strategy, strategies_of

__all__ = ["Strategy", "strategies_of", "strategy"]
