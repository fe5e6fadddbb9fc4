"""The signatures of the kernel functions of Quetzal."""

from numba.extending import register_jitable

from digsite.simulator.game.authoring.copying import column_copier
from digsite.simulator.games.quetzal import options
from digsite.simulator.games.quetzal.columns import COLUMNS, OUTCOME
from digsite.simulator.games.quetzal.rules import Rules
from digsite.simulator.games.quetzal.state import MAX_SEATS, State
from digsite.simulator.kernel.jit.signatures import game_types

TYPES = game_types(Rules, State, OUTCOME, MAX_SEATS)
copy_columns = column_copier(COLUMNS, State, __name__, __file__)

for _function in (
    options.place_of, options.space_of, options.colour_of, options.count_of, options.team_of, options.sent_of,
):  # fmt: skip
    register_jitable(_function)  # kernels and plug-ins may call them; their own module needs no numba
