"""Takes as much as it dares."""

from strategies.chac.brain import Weight, choose

__all__ = ["Weight", "choose"]
