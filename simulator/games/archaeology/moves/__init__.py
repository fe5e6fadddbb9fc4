"""How Archaeology is played: set-up, options, moves, scoring, and the view from one seat."""

from simulator.games.archaeology.moves.apply import apply
from simulator.games.archaeology.moves.legal import legal
from simulator.games.archaeology.moves.redeal import redeal
from simulator.games.archaeology.moves.score import score
from simulator.games.archaeology.moves.setup import setup
from simulator.games.archaeology.moves.types import TYPES

__all__ = ["TYPES", "apply", "legal", "redeal", "score", "setup"]
