"""The steps that effects of upgrades consist of."""

from enum import IntEnum

from digsite.simulator.game.rules.ops import Argument, Op, Vocabulary
from digsite.simulator.game.rules.shapes import Amounts, Number, Word
from digsite.simulator.kernel.effects.steps import FIRST_OWN

TYPES = ("pottery", "weapon", "tablet", "statuette", "mummy")
GAINS = ("coin", "discovery", "vp")


class Code(IntEnum):
    """Numbers of the steps."""

    GAIN = FIRST_OWN
    REROLL = FIRST_OWN + 1
    REROLL_ALL = FIRST_OWN + 2
    TEMPLE_DISCOUNT = FIRST_OWN + 3
    DELIVER_MORE = FIRST_OWN + 4
    DRAW_MORE = FIRST_OWN + 5
    BUY_VP = FIRST_OWN + 6
    BUY_DISCOVERY = FIRST_OWN + 7
    EACH_DELIVERED = FIRST_OWN + 8
    DELIVERY = FIRST_OWN + 9


def _count(most: int) -> dict[str, Argument]:
    return {"n": Argument(Number((1, most)))}


OPS = Vocabulary(
    {
        Code.GAIN: Op("gain {amounts}", amounts=GAINS),
        Code.REROLL: Op("in phase 1 you may reroll up to {n:meeple}", _count(9)),
        Code.REROLL_ALL: Op("in phase 1 you may reroll all your meeples"),
        Code.TEMPLE_DISCOUNT: Op("spaces of the Temple cost {n:coin} less", _count(15)),
        Code.DELIVER_MORE: Op("each delivery may have {n:card} more", _count(9)),
        Code.DRAW_MORE: Op("where a space of the Temple draws, draw {n:card} more and put as many under the deck", _count(2)),
        Code.BUY_VP: Op("at any time you may pay {n:coin} for 1 victory point", _count(99)),
        Code.BUY_DISCOVERY: Op("at any time you may pay {n:coin} for 1 discovery point", _count(99)),
        Code.EACH_DELIVERED: Op(
            "for each {type} that you deliver gain {amounts}", {"type": Argument(Word(TYPES))}, amounts=("coin", "vp"),
        ),
        Code.DELIVERY: Op(
            "for a delivery with at least {needs} gain {amounts}", {"needs": Argument(Amounts(TYPES))},
            amounts=("coin", "vp"),
        ),
    },
    rows=64,
    depth=1,
    nouns={"vp": ("victory point", "victory points"), "discovery": ("discovery point", "discovery points"),
           "pottery": ("pottery", "pottery"), "mummy": ("mummy", "mummies")},
)  # fmt: skip
