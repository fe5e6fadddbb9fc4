"""Players of Pig keep nothing in mind."""

from digsite.kit import EMPTY, choose_type, no_tables

from ..moves import TYPES

Notes = Tables = EMPTY
CHOOSE = choose_type(TYPES, Notes, Tables)
build_tables = no_tables
