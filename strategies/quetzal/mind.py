"""What players of Quetzal work with: room for the plans of one decision, written anew each time."""

import numpy as np

from simulator.games.quetzal.moves.types import TYPES
from simulator.games.quetzal.ops import TYPES as ARTIFACTS
from simulator.games.quetzal.rules import KINDS, UPGRADE_KINDS
from simulator.games.quetzal.state import SPACES
from simulator.kernel.compile import choose_type
from strategies.minds import EMPTY, no_tables

MOST = 15  # cards of one delivery that a plan looks at

Notes = np.dtype(
    [
        ("hand", np.int16, (KINDS,)),  # cards that the plan counts on, by kind
        ("hand_size", np.int16),
        ("table", np.int16, (KINDS,)),  # cards to choose from, by kind
        ("worth", np.float64, (KINDS,)),  # of one more card of each kind
        ("upgrade", np.float64, (UPGRADE_KINDS,)),  # worth of each upgrade
        ("part", np.float64, (len(ARTIFACTS), MOST + 1)),  # of a delivery: worth of so many cards of a type
        ("total", np.float64, (len(ARTIFACTS) + 1, MOST + 1)),  # best worth of so many cards of the first types
        ("share", np.int8, (len(ARTIFACTS), MOST + 1)),  # cards of the type in that best
        ("least", np.int16, (len(ARTIFACTS),)),  # cards of each type that the delivery must have
        ("planned", np.int16, (len(ARTIFACTS),)),  # cards of each type that the plan delivers
        ("gross", np.float64, (SPACES,)),  # worth of holding each space
    ],
    align=True,
)
Tables = EMPTY
CHOOSE = choose_type(TYPES, Notes, Tables)
build_tables = no_tables
