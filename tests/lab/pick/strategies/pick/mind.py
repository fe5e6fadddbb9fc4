"""Players of Pick keep nothing in mind."""

from digsite.simulator.games.pick.moves import TYPES
from digsite.simulator.kernel.jit.signatures import choose_type
from digsite.strategies.minds import EMPTY, no_tables

Notes = Tables = EMPTY
CHOOSE = choose_type(TYPES, Notes, Tables)
build_tables = no_tables
