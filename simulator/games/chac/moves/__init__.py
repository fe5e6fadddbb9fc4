"""The rules of the Temple of Chac: set-up, options, moves, scoring, and the view from one seat."""

from digsite.simulator.games.chac.moves.apply import apply
from digsite.simulator.games.chac.moves.legal import legal
from digsite.simulator.games.chac.moves.redeal import redeal
from digsite.simulator.games.chac.moves.score import score
from digsite.simulator.games.chac.moves.setup import setup
from digsite.simulator.games.chac.moves.types import TYPES

__all__ = ["TYPES", "apply", "legal", "redeal", "score", "setup"]
