"""The columns of a run that are about the run and not about the game."""

BOOKKEEPING = (
    ("game", "index of the game in the run"),
    ("luck", "index of the chance it was played with; rotations of a line-up share it"),
    ("seed", "seed of the run"),
    ("strategy_SEAT", "strategy that played the seat"),
)
