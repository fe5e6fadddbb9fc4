"""Runs ahead of the boulder to the alcoves and works their locks."""

from strategies.chac.brain import choose
from strategies.chac.pack import Weight

__all__ = ["Weight", "choose"]
