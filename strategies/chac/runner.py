"""Takes a few cards, runs down the corridor and over the bridge."""

from strategies.chac.brain import choose
from strategies.chac.pack import Weight

__all__ = ["Weight", "choose"]
