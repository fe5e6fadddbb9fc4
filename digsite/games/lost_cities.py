"""Names for strategies of Lost Cities: The Board Game: decisions, actions, streams of chance, and options."""

from digsite.simulator.games.lost_cities.options import (
    ACTION_STRIDE,
    DECLINE,
    PILE,
    Action,
    action_of,
    option_of,
    what_of,
)
from digsite.simulator.games.lost_cities.state import (
    DECK,
    MAX_EXPEDITIONS,
    MAX_SEATS,
    NO_PILE,
    Decision,
    Direction,
    Event,
    Stream,
    Tile,
)

__all__ = [
    "ACTION_STRIDE",
    "DECK",
    "DECLINE",
    "MAX_EXPEDITIONS",
    "MAX_SEATS",
    "NO_PILE",
    "PILE",
    "Action",
    "Decision",
    "Direction",
    "Event",
    "Stream",
    "Tile",
    "action_of",
    "option_of",
    "what_of",
]
