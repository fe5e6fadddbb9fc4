"""The columns that Pig measures."""

from digsite.kit import Column, outcome_of

from .state import MAX_SEATS

COLUMNS = (
    Column("points", "i2", "points", part_of_score="points"),
    Column("rolls", "i2", "rolls of the die"),
)
OUTCOME = outcome_of(COLUMNS, MAX_SEATS)
