"""Runs ahead of the boulder to the alcoves and works their locks."""

from strategies.chac.brain import Weight, choose

__all__ = ["Weight", "choose"]
