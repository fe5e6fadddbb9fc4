"""Weighs each room's gain against the exact odds of the dice and the boulder's distance."""

from strategies.chac.brain import choose
from strategies.chac.pack import Weight

__all__ = ["Weight", "choose"]
