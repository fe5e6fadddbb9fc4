"""The signatures of the game's functions.

All rules that others call have one of these, with 64-bit integers, so that each is compiled only once.
"""

from numba import types
from numba.extending import register_jitable

from digsite.simulator.game.authoring.copying import column_copier
from digsite.simulator.games.arnak import options
from digsite.simulator.games.arnak.columns import COLUMNS, OUTCOME
from digsite.simulator.games.arnak.rules import MAX_SEATS, Rules
from digsite.simulator.games.arnak.state import State
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.jit.signatures import EVENTS, OPTIONS, game_types

TYPES = game_types(Rules, State, OUTCOME, MAX_SEATS)
copy_columns = column_copier(COLUMNS, State, __name__, __file__)
_R, _S, _N = TYPES.rules, TYPES.state, types.int64

# A rule that may log: (rules, state, some numbers, events).
DO = types.void(_R, _S, EVENTS)
DO_1 = types.void(_R, _S, _N, EVENTS)
DO_2 = types.void(_R, _S, _N, _N, EVENTS)
DO_3 = types.void(_R, _S, _N, _N, _N, EVENTS)
DO_4 = types.void(_R, _S, _N, _N, _N, _N, EVENTS)
# A rule that changes the state and returns nothing: (state, some numbers).
CHANGE = types.void(_S)
CHANGE_1 = types.void(_S, _N)
CHANGE_2 = types.void(_S, _N, _N)
CHANGE_3 = types.void(_S, _N, _N, _N)
SHUFFLE = types.void(_R, _S)
# A question: (rules, state, some numbers).
ASK = _N(_R, _S)
ASK_1 = _N(_R, _S, _N)
ASK_2 = _N(_R, _S, _N, _N)
ASK_3 = _N(_R, _S, _N, _N, _N)
ASK_4 = _N(_R, _S, _N, _N, _N, _N)
ASK_6 = _N(_R, _S, _N, _N, _N, _N, _N, _N)
# A question of the state alone.
LOOK = _N(_S)
LOOK_1 = _N(_S, _N)
LOOK_2 = _N(_S, _N, _N)
# Options added after the first n of a list: (rules, state, options, n); returns the new n.
LIST = _N(_R, _S, OPTIONS, _N)
LIST_1 = _N(_R, _S, OPTIONS, _N, _N)
LIST_2 = _N(_R, _S, OPTIONS, _N, _N, _N)


def declared(signature, *, from_python=False):
    """Return a rule that others call: compiled for this signature, once one of them is compiled.

    With `@rule(signature)` every rule would be loaded from the cache when the game is imported, two hundred of them;
    those that the contract names carry all the code they need. Each entry point takes time to compile: no code calls a
    rule by its address, and only a few tests from Python. One compiled without that entry may not be called from there.
    """

    def make(function):
        made = rule(function, no_cfunc_wrapper=True, no_cpython_wrapper=not from_python)
        if not hasattr(made, "get_call_template"):  # plain Python
            return made
        found = made.get_call_template

        def get_call_template(arguments, keywords):
            if not made.overloads:
                made.compile(signature)
                made.disable_compile()
            return found(arguments, keywords)

        made.get_call_template = get_call_template
        return made

    return make


for _function in (
    options.option_of, options.action_of, options.what_of, options.space_at, options.site_of, options.space_of,
    options.pair_of, options.first_of, options.second_of, options.step_to, options.token_of, options.track_space_of,
    options.discount_of, options.tile_of, options.stack_of, options.icon_of_card, options.card_of, options.icon_of,
):  # fmt: skip
    register_jitable(_function)  # kernels and plug-ins may call them; their own module needs no numba
