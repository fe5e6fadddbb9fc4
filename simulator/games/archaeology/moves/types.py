"""The signatures of the kernel functions of Archaeology."""

from numba.extending import register_jitable

from digsite.simulator.game.authoring.copying import column_copier
from digsite.simulator.games.archaeology import options
from digsite.simulator.games.archaeology.columns import COLUMNS, OUTCOME
from digsite.simulator.games.archaeology.rules import Rules
from digsite.simulator.games.archaeology.state import MAX_SEATS, State
from digsite.simulator.kernel.jit.signatures import game_types

TYPES = game_types(Rules, State, OUTCOME, MAX_SEATS)
copy_columns = column_copier(COLUMNS, State, __name__, __file__)

for _function in (
    options.option_of, options.action_of, options.what_of, options.set_of, options.treasure_of, options.size_of,
    options.names_of, options.lower_of, options.higher_of,
):  # fmt: skip
    register_jitable(_function)  # kernels and plug-ins may call them; their own module needs no numba
