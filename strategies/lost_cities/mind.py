"""The minds of the players of Lost Cities, who neither take notes nor look anything up, and their signature."""

from simulator.games.lost_cities.moves.types import TYPES
from simulator.kernel.compile import choose_type
from strategies.minds import EMPTY, no_tables

Notes = EMPTY
Tables = EMPTY
CHOOSE = choose_type(TYPES, Notes, Tables)
build_tables = no_tables
