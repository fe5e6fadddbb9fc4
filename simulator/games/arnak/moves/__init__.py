"""The rules of Lost Ruins of Arnak: set-up, options, moves, scoring, and the view from one seat."""

from digsite.simulator.games.arnak.moves.apply import apply
from digsite.simulator.games.arnak.moves.legal import legal
from digsite.simulator.games.arnak.moves.redeal import redeal
from digsite.simulator.games.arnak.moves.score import score
from digsite.simulator.games.arnak.moves.setup import setup
from digsite.simulator.games.arnak.moves.types import TYPES

__all__ = ["TYPES", "apply", "legal", "redeal", "score", "setup"]
