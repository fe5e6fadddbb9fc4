"""The notes of the players of Lost Ruins of Arnak, and the signatures of their functions.

The notes are scratch paper: `survey` fills them in for each turn, and nothing in them outlasts it but that the game is closing.
"""

import numba
import numpy as np
from numba import types

from digsite.simulator.games.arnak.moves.types import TYPES
from digsite.simulator.games.arnak.ops import ICONS, RESOURCES
from digsite.simulator.games.arnak.rules import (
    ASSISTANTS,
    BONUS_FACES,
    CARDS,
    IDOL_FACES,
    LAST_ROW,
    MAX_ROW,
    PLACES,
    SITES,
    SPACES,
    STACKS,
    WORDS,
)
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.jit.signatures import OPTIONS, WEIGHTS, choose_type
from digsite.strategies.arnak.weights import BY_ROUND
from digsite.strategies.minds import EMPTY, no_tables

Notes = np.dtype(
    [
        ("surveyed", np.int64),  # the turn the notes are about, from 1
        ("later", np.int64),  # rounds after this one
        ("closing", np.int64),  # 1 in the last round, once nothing is worth its tokens any more
        ("home", np.int64),  # archaeologists at home
        ("fortune", np.float64),  # what the tokens held can still gain
        # worth of things, in points
        ("price", np.float64, (len(RESOURCES),)),  # a token kept
        ("draw", np.float64),  # one more card in hand
        ("fear", np.float64),  # a Fear card gained, as a loss
        ("exile", np.float64),  # the best exile now
        ("thin", np.float64),  # later cost of one card less: hands that stay below their size
        ("uses", np.float64),  # times that an assistant recruited now may still be used
        ("guardian", np.float64),  # a guardian overcome
        ("plan", np.float64),  # weight of what could be bought but is not yet
        ("assistant", np.float64, (ASSISTANTS, 2)),  # one use of each side
        ("idol", np.float64, (IDOL_FACES,)),
        ("bonus", np.float64, (BONUS_FACES,)),
        ("place", np.float64, (PLACES,)),  # a site's effect, linear
        ("level", np.float64, (3,)),  # the mean of it over tiles of a level
        ("row", np.float64, (LAST_ROW + 1, 2)),  # the effect of a research row for each token
        ("step", np.float64, (SPACES, 2)),  # a step of a token to a space: points and rewards
        ("step_cost", np.float64, (SPACES,)),
        ("stack", np.float64, (STACKS,)),  # a temple tile
        ("stack_cost", np.float64, (STACKS,)),
        ("offer_item", np.float64, (MAX_ROW,)),  # owning an item or artifact of the row
        ("offer_artifact", np.float64, (MAX_ROW,)),
        ("site", np.float64, (SITES,)),  # an archaeologist there, before travel
        ("find", np.float64, (SITES,)),  # discovering a site, before compasses and travel
        ("best_find", np.float64, (2,)),  # the most of it by level, beyond an ordinary dig
        ("card", np.float64, (CARDS,)),  # playing a card of the hand
        ("dig", np.float64),  # the best dig now, after travel
        ("goals", np.float64),  # the best journeys of all archaeologists at home, before travel
        ("best", np.float64),  # the worth of the best option looked at
        ("relief", np.float64),  # travel that a free action would save this turn
        ("relieved", np.int64),  # the icon it would have to pay for
        ("apart", np.int64),  # 1 more than the site whose guardian no longer counts, 0 for none
        ("hoping", np.int64),  # 1 while costs are assumed to be payable some day
        ("leaving", np.int64),  # 1 while an effect is weighed by the fortune it leaves, not at the price of its tokens
        ("cards", np.int64),  # cards that leave the hand before an effect begins
        ("income", np.float64, (len(RESOURCES),)),  # tokens that hand and assistants are sure to bring this round
        ("own", np.float64, (len(RESOURCES),)),  # the part of it that comes from what is being weighed
        ("counted", np.int64, (WORDS,)),  # cards of the hand whose tokens are in the income
        # scratch
        ("purse", np.float64, (len(RESOURCES),)),
        ("bundle", np.float64, (len(RESOURCES),)),
        ("icons", np.int64, (len(ICONS),)),
        ("coins", np.int64),
        ("spent", np.int64, (WORDS,)),
    ],
    align=True,
)
Tables = EMPTY
CHOOSE = choose_type(TYPES, Notes, Tables)
build_tables = no_tables

NOTES = numba.from_dtype(Notes)
_R, _S, _N, _F = TYPES.rules, TYPES.state, types.int64, types.float64
# A worth in points, or something noted: (rules, state, seat, weights, notes, some numbers).
WORTH = _F(_R, _S, _N, WEIGHTS, NOTES)
WORTH_1 = _F(_R, _S, _N, WEIGHTS, NOTES, _N)
WORTH_2 = _F(_R, _S, _N, WEIGHTS, NOTES, _N, _N)
WORTH_3 = _F(_R, _S, _N, WEIGHTS, NOTES, _N, _N, _N)
WORTH_AND = _F(_R, _S, _N, WEIGHTS, NOTES, _N, _N, _F)
NOTE = types.void(_R, _S, _N, WEIGHTS, NOTES)
BEST = _N(_R, _S, _N, OPTIONS, _N, WEIGHTS, NOTES, _N)
FIND_1 = _N(_R, _S, _N, WEIGHTS, NOTES, _N)
FIND_2 = _N(_R, _S, _N, WEIGHTS, NOTES, _N, _N)


@rule
def by_round(weights, notes, which):
    """Return a weight by the round: with separate values for the last round but one and the last."""
    return weights[which + BY_ROUND * (2 - min(notes.later, 2))]


def thought(signature):
    """Return a function that only other players' functions call: compiled without entry points from C and from Python."""
    return rule(signature, no_cfunc_wrapper=True, no_cpython_wrapper=True)
