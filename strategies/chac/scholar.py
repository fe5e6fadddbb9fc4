"""Deciphers the clues, then takes its treasure from the lava room."""

from strategies.chac.brain import choose
from strategies.chac.pack import Weight

__all__ = ["Weight", "choose"]
