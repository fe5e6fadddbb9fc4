"""The signatures of the kernel functions of Lost Cities."""

from numba.extending import register_jitable

from digsite.simulator.game.authoring.copying import column_copier
from digsite.simulator.games.lost_cities.columns import COLUMNS, OUTCOME
from digsite.simulator.games.lost_cities.options import action_of, option_of, what_of
from digsite.simulator.games.lost_cities.rules import Rules
from digsite.simulator.games.lost_cities.state import MAX_SEATS, State
from digsite.simulator.kernel.jit.signatures import game_types

TYPES = game_types(Rules, State, OUTCOME, MAX_SEATS)
copy_columns = column_copier(COLUMNS, State, __name__, __file__)

for _function in (option_of, action_of, what_of):
    register_jitable(_function)  # kernels and plug-ins may call them; their own module needs no numba
