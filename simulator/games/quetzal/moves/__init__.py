"""The rules of Quetzal: set-up, options, moves, scoring, and the view from one seat."""

from digsite.simulator.games.quetzal.moves.apply import apply
from digsite.simulator.games.quetzal.moves.legal import legal
from digsite.simulator.games.quetzal.moves.redeal import redeal
from digsite.simulator.games.quetzal.moves.score import score
from digsite.simulator.games.quetzal.moves.setup import setup
from digsite.simulator.games.quetzal.moves.types import TYPES

__all__ = ["TYPES", "apply", "legal", "redeal", "score", "setup"]
