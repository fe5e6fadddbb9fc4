"""The numbers that make the styles of the heuristic players."""

from enum import IntEnum


class Weight(IntEnum):
    """What the numbers in strategies.toml mean, in their order."""

    COIN = 0
    COMPASS = 1
    TABLET = 2
    ARROWHEAD = 3
    JEWEL = 4
    PLENTY = 5
    FOURTH = 6
    LAST = 7
    PLAN = 8
    GLASS = 9
    NOTEBOOK = 10
    TEMPLE = 11
    IDOL = 12
    GUARDIAN = 13
    ITEM = 14
    ARTIFACT = 15
    CARD = 16
    PLAYS = 17
    FEAR = 18
    EXILE = 19
    ASSISTANT = 20
    SAVE = 21
    LEAST = 22
    MANY = 23
    AHEAD_GLASS = 24
    AHEAD_NOTEBOOK = 25
    NEED = 26
    HUNT = 27
    SLOT = 28
    BRIDGE = 29
    THIN = 30
    EARLY = 31
    COIN_EARLY = 32
    COIN_LATE = 33
    COMPASS_EARLY = 34
    COMPASS_LATE = 35
    REAL = 36
    PLAN_FOURTH = 37
    PLAN_LAST = 38
    PLAYS_EARLY = 39
    PLAYS_FOURTH = 40
    ASSISTANT_EARLY = 41
    CARDS_FIRST = 42
    HELPERS_FIRST = 43
    GUARDIANS_FIRST = 44
