"""What players of Quetzal keep in mind: nothing so far."""

from simulator.games.quetzal.moves.types import TYPES
from simulator.kernel.compile import choose_type
from strategies.minds import EMPTY, no_tables

Notes = Tables = EMPTY
CHOOSE = choose_type(TYPES, Notes, Tables)
build_tables = no_tables
