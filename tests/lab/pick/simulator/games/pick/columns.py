"""The columns that Pick measures."""

from digsite.simulator.game.columns import Column, outcome_of
from digsite.simulator.games.pick.state import MAX_SEATS

COLUMNS = (
    Column("number", "i1", "number that was picked"),
    Column("bold", "i1", "whether it was picked boldly"),
)
OUTCOME = outcome_of(COLUMNS, MAX_SEATS)
CHECKPOINTS = ()
