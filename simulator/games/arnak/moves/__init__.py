"""How Lost Ruins of Arnak is played: set-up, options, moves, scoring, and the view from one seat."""

from simulator.games.arnak.moves.apply import apply
from simulator.games.arnak.moves.legal import legal
from simulator.games.arnak.moves.redeal import redeal
from simulator.games.arnak.moves.score import score
from simulator.games.arnak.moves.setup import setup
from simulator.games.arnak.moves.types import TYPES

__all__ = ["TYPES", "apply", "legal", "redeal", "score", "setup"]
