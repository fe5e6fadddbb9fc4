"""Makes for the river and searches its bed."""

from strategies.chac.brain import Weight, choose

__all__ = ["Weight", "choose"]
