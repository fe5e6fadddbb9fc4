"""The weights that make up the styles of the heuristic players."""

from enum import IntEnum


class Weight(IntEnum):
    """The meaning of the numbers in strategies.toml, in their order."""

    TEMPLE = 0
    SURROUNDINGS = 1
    MARKET = 2
    VILLAGE = 3
    STELA = 4
    HARBOUR = 5
    SHIP = 6
    COIN = 7
    DISCOVERY = 8
    UPGRADE = 9
    MEEPLE = 10
    FLEXIBLE = 11
    HOPE = 12
    KEEP = 13
    ROOM = 14
    RIVALRY = 15
    COMPETE = 16
    MARKER = 17
    HASTE = 18
    PURSE = 19
    EXPECT = 20
    PATIENCE = 21
    FITS = 22
    FOLLOW = 23
    RIVAL = 24
    PRICE = 25
    LOOKS = 26
    ANSWERS = 27
    FINALISTS = 28
