"""What the strategies of this game keep in mind, and the signature they share."""

from simulator.games.archaeology.moves import TYPES
from simulator.kernel.compile import choose_type
from strategies.minds import EMPTY, no_tables

Notes = EMPTY
Tables = EMPTY
CHOOSE = choose_type(TYPES, Notes, Tables)
build_tables = no_tables
