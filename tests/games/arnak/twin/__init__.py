"""Lost Ruins of Arnak, played slowly and plainly with Python objects.

A test oracle: written from the rulebook, shares no code with the kernel. `rounds.play` is the course of the game from top to
bottom, `turn.py` a turn, `actions.py` the main actions, `effects.py` the steps of effects; nothing is clever and
nothing is fast.
"""

from tests.games.arnak.twin.chance import Chance, NoChance
from tests.games.arnak.twin.game import Game, Option

__all__ = ["Chance", "Game", "NoChance", "Option"]
