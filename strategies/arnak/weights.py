"""The weights that make up the styles of the heuristic players."""

from enum import IntEnum


class Weight(IntEnum):
    """What the numbers in strategies.toml mean, in their order: those that change with the round, three times, and all others."""

    COIN = 0
    COMPASS = 1
    TABLET = 2
    ARROWHEAD = 3
    JEWEL = 4
    GLASS = 5
    NOTEBOOK = 6
    TEMPLE = 7
    IDOL = 8
    GUARDIAN = 9
    ITEM = 10
    ARTIFACT = 11
    SLOT = 12
    CARD = 13
    PLAN = 14
    HUNT = 15
    CARDS_FIRST = 16
    HELPERS_FIRST = 17
    GUARDIANS_FIRST = 18
    FOURTH_COIN = 19
    FOURTH_COMPASS = 20
    FOURTH_TABLET = 21
    FOURTH_ARROWHEAD = 22
    FOURTH_JEWEL = 23
    FOURTH_GLASS = 24
    FOURTH_NOTEBOOK = 25
    FOURTH_TEMPLE = 26
    FOURTH_IDOL = 27
    FOURTH_GUARDIAN = 28
    FOURTH_ITEM = 29
    FOURTH_ARTIFACT = 30
    FOURTH_SLOT = 31
    FOURTH_CARD = 32
    FOURTH_PLAN = 33
    FOURTH_HUNT = 34
    FOURTH_CARDS_FIRST = 35
    FOURTH_HELPERS_FIRST = 36
    FOURTH_GUARDIANS_FIRST = 37
    LAST_COIN = 38
    LAST_COMPASS = 39
    LAST_TABLET = 40
    LAST_ARROWHEAD = 41
    LAST_JEWEL = 42
    LAST_GLASS = 43
    LAST_NOTEBOOK = 44
    LAST_TEMPLE = 45
    LAST_IDOL = 46
    LAST_GUARDIAN = 47
    LAST_ITEM = 48
    LAST_ARTIFACT = 49
    LAST_SLOT = 50
    LAST_CARD = 51
    LAST_PLAN = 52
    LAST_HUNT = 53
    LAST_CARDS_FIRST = 54
    LAST_HELPERS_FIRST = 55
    LAST_GUARDIANS_FIRST = 56
    PLENTY = 57
    PLAYS = 58
    FEAR = 59
    EXILE = 60
    ASSISTANT = 61
    SAVE = 62
    LEAST = 63
    MANY_COINS = 64
    MANY_COMPASSES = 65
    MANY_TABLETS = 66
    MANY_ARROWHEADS = 67
    MANY_JEWELS = 68
    AHEAD_GLASS = 69
    AHEAD_NOTEBOOK = 70
    NEED = 71
    BRIDGE = 72
    THIN = 73
    EARLY = 74
    COIN_EARLY = 75
    COMPASS_EARLY = 76
    PLAYS_EARLY = 77
    PLAYS_FOURTH = 78
    ASSISTANT_EARLY = 79


BY_ROUND = (
    Weight.FOURTH_COIN.value
)  # this many numbers change with the round: up to round III, in round IV, in the last one
