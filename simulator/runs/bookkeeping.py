"""The columns of a run that describe the run, not the game."""

BOOKKEEPING = (
    ("game", "index of the game in the run"),
    ("luck", "index of the chance it was played with; rotations of a line-up share it"),
    ("seed", "seed of the run"),
    ("strategy_SEAT", "strategy that played the seat"),
)
