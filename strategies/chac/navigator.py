"""Weighs each room's gain against the exact odds of the dice and the boulder's distance."""

from strategies.chac.brain import Weight, choose

__all__ = ["Weight", "choose"]
