"""Leaves late, lets the boulder pass, overtakes it by the bridge and wrecks the bridge behind it."""

from strategies.chac.brain import choose
from strategies.chac.pack import Weight

__all__ = ["Weight", "choose"]
