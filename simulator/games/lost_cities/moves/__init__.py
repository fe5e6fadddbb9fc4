"""The rules of Lost Cities: set-up, options, moves, scoring, and the view from one seat."""

from digsite.simulator.games.lost_cities.moves.apply import apply
from digsite.simulator.games.lost_cities.moves.legal import legal
from digsite.simulator.games.lost_cities.moves.redeal import redeal
from digsite.simulator.games.lost_cities.moves.score import score
from digsite.simulator.games.lost_cities.moves.setup import setup
from digsite.simulator.games.lost_cities.moves.types import TYPES

__all__ = ["TYPES", "apply", "legal", "redeal", "score", "setup"]
