"""What players of Lost Ruins of Arnak keep in mind, and the signature of their choices."""

from simulator.games.arnak.moves.types import TYPES
from simulator.kernel.compile import choose_type
from strategies.minds import EMPTY, no_tables

Notes = EMPTY
Tables = EMPTY
CHOOSE = choose_type(TYPES, Notes, Tables)
build_tables = no_tables
