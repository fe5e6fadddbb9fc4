"""The columns that Pick measures."""

from simulator.games.pick.state import MAX_SEATS

from simulator.game.columns import Column, outcome_of

COLUMNS = (
    Column("number", "i1", "number that was picked"),
    Column("bold", "i1", "whether it was picked boldly"),
)
OUTCOME = outcome_of(COLUMNS, MAX_SEATS)
CHECKPOINTS = ()
