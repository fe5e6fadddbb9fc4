"""The weights that make up the styles of the heuristic players."""

from enum import IntEnum


class Weight(IntEnum):
    """The meaning of the numbers in strategies.toml, in their order."""

    MAX_PATHS = 0
    PATH_PENALTY = 1
    MAX_START = 2
    START_PENALTY = 3
    ARTIFACT = 4
    ARROW = 5
    VICTORY = 6
    AHEAD = 7
    TEMPO = 8
    BRIDGE = 9
    RESERVE = 10
    RICH = 11
    DENY = 12
    UNKNOWN_CARD = 13
    TURNS_PER_CROSSING = 14
    SLACK = 15
    LUCK = 16
    HOME_CARD = 17
    RIVALS = 18
    RACE = 19
    COLOUR = 20
    TAKE = 21
    KEEP = 22
    DOUBT = 23
    GAP = 24
    QUEUE = 25
    SNATCH = 26
    WAIT = 27
