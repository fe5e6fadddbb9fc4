"""Players of Pick keep nothing in mind."""

from simulator.games.pick.moves import TYPES

from simulator.kernel.compile import choose_type
from strategies.minds import EMPTY, no_tables

Notes = Tables = EMPTY
CHOOSE = choose_type(TYPES, Notes, Tables)
build_tables = no_tables
