"""Takes a few cards, runs down the corridor and over the bridge."""

from strategies.chac.brain import Weight, choose

__all__ = ["Weight", "choose"]
