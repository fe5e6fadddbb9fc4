"""Deciphers the clues, then takes its treasure from the lava room."""

from strategies.chac.brain import Weight, choose

__all__ = ["Weight", "choose"]
