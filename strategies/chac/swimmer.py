"""Makes for the river with little in its hands and searches its bed."""

from strategies.chac.brain import choose
from strategies.chac.pack import Weight

__all__ = ["Weight", "choose"]
