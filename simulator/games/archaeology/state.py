"""The State record of Archaeology and its enums.

A card is the number of its treasure (`Card`); a hand, the marketplace and a chamber are counts by treasure. Only the
dig site and the pile of the Buried Ruins have an order.
"""

from enum import IntEnum

import numpy as np

from digsite.simulator.game.state import common_fields
from digsite.simulator.games.archaeology.rules import KINDS, MAX_CARDS, MAX_CHAMBERS, MAX_PILE, MAX_SET

MAX_SEATS = 5
NOBODY = -1
NO_DECISION = -1  # play continues without a decision
QUARTERS = 4
SET_SIZES = (5, 4, 5, 2, 5, 1, 4, 3, 3)  # by treasure: sizes recorded separately; a larger set counts with the last
TENT_MOMENTS = 2  # uses of a tent whose moment is recorded


class Stream(IntEnum):
    """Chance: what is dealt, the order of the dig site, draws in play, what a redeal shuffles, who is first of those tied
    for it, each seat's noise.
    """

    DEAL = 0
    DIG_SITE = 1
    MONUMENT = 2
    THIEF = 3
    CHAMBER = 4
    REDEAL = 5
    FIRST_PLAYER = 6
    NOISE = 7  # and the following ones, one per seat


class Card(IntEnum):
    """The cards of the dig site; the treasures are the first `KINDS`."""

    POT_SHARD = 0
    PARCHMENT_SCRAP = 1
    COIN = 2
    BROKEN_CUP = 3
    TALISMAN = 4
    MAP = 5
    PHARAOHS_MASK = 6
    BROKEN_TABLET = 7
    BROKEN_PENDANT = 8
    THIEF = 9
    SANDSTORM = 10


class Monument(IntEnum):
    """The six monument tiles."""

    GREAT_PYRAMID = 0
    TEMPLE = 1
    TOMB = 2
    MINE = 3
    SPHINX = 4
    BURIED_RUINS = 5


class Decision(IntEnum):
    """What the seat has to decide; `options.py` lists the options of each."""

    VICTIM = 0  # which player to steal from
    TENT = 1  # whether to use it
    LOSE = 2  # what the storm takes
    ACT = 3
    OFFER = 4  # another card to offer, or the first card to take
    TAKE = 5  # another card to take
    PEEK = 6  # which chamber of the Temple to look into
    KEEP = 7  # what to keep from the Tomb
    MINE = 8  # whether to draw another card
    NAME = 9  # two treasures to the Sphinx


class Phase(IntEnum):
    """The stage of the turn while no decision is due."""

    DIG = 0  # a card is to be dug
    TENTS = 1  # a storm has struck, tents are being decided on
    LOSSES = 2  # the storm takes its cards
    ACT = 3
    END = 4  # the player has finished the turn


class EndReason(IntEnum):
    """How the game ended; there is only one way."""

    ALL_SOLD = 0


class Event(IntEnum):
    """The logged events of a game; events.toml explains each kind and names its numbers."""

    MONUMENT = 0
    HAND = 1
    MARKET = 2
    CHAMBER = 3
    TURN = 4
    DIG = 5
    THIEF = 6
    NO_VICTIM = 7
    STEAL = 8
    STORM = 9
    UNEARTH = 10
    TENT = 11
    LOSE = 12
    OFFER = 13
    TAKE = 14
    TRADE = 15
    EXPLORE = 16
    FIND = 17
    DRAW = 18
    BUST = 19
    STOP = 20
    NAME = 21
    REVEAL = 22
    SELL = 23
    PEEK = 24
    PASS = 25
    END_TURN = 26
    DIG_SITE_EMPTY = 27
    GUARD = 28
    SCORE = 29


State = np.dtype(
    [
        *common_fields(len(Stream) - 1 + MAX_SEATS),
        ("monument", np.int8),
        ("phase", np.int8),
        ("digger", np.uint8),  # the seat whose turn it is
        ("hand", np.int8, (MAX_SEATS, KINDS)),
        ("hand_size", np.int8, (MAX_SEATS,)),
        ("hand_value", np.int16, (MAX_SEATS,)),  # trading value of all its cards
        ("held", np.uint16, (MAX_SEATS,)),  # treasures in the hand, as bits
        ("tent", np.int8, (MAX_SEATS,)),  # uses left
        ("banned", np.uint8, (MAX_SEATS,)),  # what a nudge has forbidden a seat, as bits (`nudges.Ban`)
        ("market", np.int8, (KINDS,)),
        ("takeable", np.uint16),  # treasures of the marketplace, as bits; in a trade without those the player offers
        ("gone", np.int8, (KINDS,)),  # sold to the museum, or maps discarded
        ("dig_site", np.int8, (MAX_CARDS,)),  # its top last
        ("dig_left", np.int16),
        ("dig_start", np.int16),
        ("thieves_left", np.int8),
        ("storms_left", np.int8),
        ("chamber", np.int8, (MAX_CHAMBERS, KINDS)),
        ("chamber_size", np.int8, (MAX_CHAMBERS,)),
        ("explored", np.int8, (MAX_CHAMBERS,)),
        ("seen_by", np.uint8, (MAX_CHAMBERS,)),  # seats, as bits, known by all to know every card of it
        ("pile", np.int8, (MAX_PILE,)),  # of the Buried Ruins, its top last
        ("pile_left", np.int8),
        # this turn
        ("end_phase", np.bool_),  # the turn began without a card to dig
        ("acted", np.bool_),
        ("sold", np.bool_),
        ("must_sell", np.bool_),
        ("turn_trades", np.int8),
        ("turn_explorations", np.int8),
        ("offered", np.int8, (KINDS,)),  # set aside until the trade is done
        ("aside", np.uint16),  # the same as bits
        ("offered_value", np.int16),
        ("taken_value", np.int16),
        ("trade_gain", np.int32),  # money by which this trade has changed the hand's worth so far
        ("exploring", np.int8),  # the chamber being explored
        ("keep_left", np.int8),
        ("drawn", np.int8, (KINDS,)),  # face up next to the Mine
        ("drawn_value", np.int16),
        ("asked", np.int8),  # seats that this storm has passed
        ("sheltered", np.int8, (MAX_SEATS,)),
        ("lose_left", np.int8),  # cards the storm still takes from the seat
        # the end phase
        ("passes", np.int8),
        ("saleless_turns", np.int16),
        # what seats know: at least this many cards of a treasure are there (viewer first)
        ("known", np.int8, (MAX_SEATS, MAX_SEATS, KINDS)),
        ("chamber_known", np.int8, (MAX_SEATS, MAX_CHAMBERS, KINDS)),
        ("maps_most", np.int8, (MAX_SEATS,)),  # no more maps than this can be in the hand, as all know
        # measurements during the game
        ("first_seat", np.int8),
        ("money", np.int32, (MAX_SEATS,)),
        ("treasure_money", np.int32, (MAX_SEATS, KINDS)),
        ("sets", np.int8, (MAX_SEATS, KINDS, MAX_SET)),
        ("cards_sold", np.int16, (MAX_SEATS,)),
        ("tents_used", np.int8, (MAX_SEATS,)),
        ("tent_turn", np.int16, (MAX_SEATS, TENT_MOMENTS)),
        ("tent_storm", np.int8, (MAX_SEATS, TENT_MOMENTS)),
        ("storm_cards", np.int16, (MAX_SEATS,)),
        ("storm_value", np.int32, (MAX_SEATS,)),
        ("theft_cards_lost", np.int8, (MAX_SEATS,)),
        ("theft_value_lost", np.int16, (MAX_SEATS,)),
        ("theft_cards_won", np.int8, (MAX_SEATS,)),
        ("theft_value_won", np.int16, (MAX_SEATS,)),
        ("maps_used", np.int8, (MAX_SEATS,)),
        ("explorations", np.int8, (MAX_SEATS,)),
        ("busts", np.int8, (MAX_SEATS,)),
        ("monument_cards", np.int16, (MAX_SEATS,)),
        ("monument_value", np.int16, (MAX_SEATS,)),
        ("trades", np.int16, (MAX_SEATS,)),
        ("trade_worth", np.int32, (MAX_SEATS,)),
        ("trade_value_lost", np.int32, (MAX_SEATS,)),
        ("money_after", np.int32, (MAX_SEATS, QUARTERS)),
        ("quarter", np.int8),  # quarters of the dig site used up so far
        ("storms", np.int8),
        ("thieves", np.int8),
        ("thieves_in_vain", np.int8),
        ("end_turns", np.int16),
        ("forced_sales", np.int16),
        ("stall_guard", np.int16),
        ("limited_turns", np.int16),
    ],
    align=True,
)
