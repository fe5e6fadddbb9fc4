"""The signatures of the kernel functions of Quetzal."""

from numba.extending import register_jitable

from simulator.games.quetzal import options
from simulator.games.quetzal.columns import OUTCOME
from simulator.games.quetzal.rules import Rules
from simulator.games.quetzal.state import MAX_SEATS, State
from simulator.kernel.compile import game_types

TYPES = game_types(Rules, State, OUTCOME, MAX_SEATS)

for _function in (
    options.place_of, options.space_of, options.colour_of, options.count_of, options.team_of, options.sent_of,
):  # fmt: skip
    register_jitable(_function)  # kernels and plug-ins may call them; their own module needs no numba
