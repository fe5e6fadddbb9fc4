"""The columns of a run that describe the run, not the game."""

BOOKKEEPING = (
    ("game", "index of the game in the run"),
    ("luck", "index of the deal; its games have the same luck, and each player in another seat"),
    ("seed", "seed of the run"),
    ("strategy_SEAT", "strategy that played the seat"),
)
