"""The rules of Archaeology: set-up, options, moves, scoring, and the view from one seat."""

from digsite.simulator.games.archaeology.moves.apply import apply
from digsite.simulator.games.archaeology.moves.legal import legal
from digsite.simulator.games.archaeology.moves.redeal import redeal
from digsite.simulator.games.archaeology.moves.score import score
from digsite.simulator.games.archaeology.moves.setup import setup
from digsite.simulator.games.archaeology.moves.types import TYPES

__all__ = ["TYPES", "apply", "legal", "redeal", "score", "setup"]
