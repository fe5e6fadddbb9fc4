"""The State record of Quetzal and its enums.

An artifact card is the number of its kind: its type times four, plus its bonus. Hands, the Temple and the discard pile
are counts by kind; the deck has an order. In a game for two the automaton counts as a third seat, `AUTOMATON`.
"""

from enum import IntEnum

import numpy as np

from digsite.simulator.game.state import common_fields
from digsite.simulator.games.quetzal.ops import TYPES
from digsite.simulator.games.quetzal.rules import (
    AUTOMATON_CARDS,
    BONUSES,
    KINDS,
    MAX_CARDS,
    MAX_TILES,
    SET,
    SURROUNDINGS,
    TEMPLE_SPACES,
    UPGRADE_KINDS,
    VILLAGE_SPACES,
)

MAX_SEATS = 5
AUTOMATON = 2  # the seat of the automaton in games for two
NOBODY = -1
NO_DECISION = -1  # play continues without a decision
UNDER_STRIDE = 32  # a card of the deck plus this times the number (from 1) of the seat that put it under the deck
MAX_DRAWN = 8
MAX_SECRETS = 16  # any more are forgotten; with the published rules at most ten cards go under the deck
RECORDED_ROUNDS = 5


class Stream(IntEnum):
    """Chance: the deck, the pile of upgrades, meeples of phase 1, meeples rerolled by upgrades and at the Camp, the
    automaton's cards, a deck of discarded cards, what a redeal shuffles, each seat's noise.
    """

    DECK = 0
    UPGRADES = 1
    MEEPLES = 2
    REROLL = 3
    CAMP = 4
    AUTOMATON = 5
    DISCARDED = 6
    REDEAL = 7
    NOISE = 8  # and the following ones, one per seat


class Type(IntEnum):
    """The types of artifacts."""

    POTTERY = 0
    WEAPON = 1
    TABLET = 2
    STATUETTE = 3
    MUMMY = 4


class Bonus(IntEnum):
    """The bonuses on artifact cards."""

    NONE = 0
    COIN = 1
    DISCOVERY = 2
    VP = 3


class Face(IntEnum):
    """How a meeple lands."""

    BLACK = 0
    WHITE = 1
    SIDE = 2
    STANDING = 3


class Meeple(IntEnum):
    """The meeples of a pool: black ones, white ones, team meeples on the side or standing, and the character."""

    ADVENTURER = 0
    ARCHAEOLOGIST = 1
    EITHER = 2
    CHARACTER = 3


MEEPLES = len(Meeple)


class Colour(IntEnum):
    """What meeples count as; EITHER is a place for both, or the open bid of a lone character."""

    ADVENTURER = 0
    ARCHAEOLOGIST = 1
    EITHER = 2


class Space(IntEnum):
    """Where meeples can be placed; the bidding spaces lie together."""

    CAMP = 0
    STELA = 1
    TEMPLE = 2  # and the four below it
    QUARRY = 7
    SMALL_TEMPLE = 8
    RUINS = 9
    BLACK_MARKET = 10  # and a second one
    SHIP = 12  # and a second one
    VILLAGE = 14  # and the two below it
    HARBOUR = 17


SPACES = 18
FIRST_BID, BIDS = int(Space.QUARRY), 7
PLACES = (
    "camp", "stela", *(f"temple_{space}" for space in range(1, TEMPLE_SPACES + 1)), *SURROUNDINGS, "black_market",
    "ship", *(f"village_{space}" for space in range(1, VILLAGE_SPACES + 1)), "harbour",
)  # fmt: skip
PLACE_OF = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 11, 11, 12, 13, 14, 15)  # by space: where it is counted
BID_PLACES = (*SURROUNDINGS, "black_market", "ship")
PAID_PLACES = ("stela", *PLACES[2:7], *PLACES[12:])
SOURCES = ("temple", "deck", *SURROUNDINGS)  # of artifacts


class Decision(IntEnum):
    """What the seat has to decide; `options.py` lists the options of each."""

    REROLL = 0  # which meeples to reroll in phase 1
    PLACE = 1  # where to go, in which colour, with how many meeples
    MEEPLES = 2  # which meeples go there
    CAMP = 3  # which meeple to reroll at the Camp
    TEMPLE = 4  # which card to choose
    UNDER = 5  # which drawn card goes under the deck
    SELL = 6  # which card to sell at the Black Market
    VILLAGE = 7  # which upgrade to take
    DELIVER = 8  # which card to add to a delivery
    GIVE_UP = 9  # which of three upgrades to discard
    FINAL = 10  # what to buy at the end


class Phase(IntEnum):
    """The stage of the round while no decision is due."""

    ROLL = 0
    PLACE = 1
    STELA = 2
    TEMPLE = 3
    SURROUNDINGS = 4
    BLACK_MARKET = 5
    VILLAGE = 6
    HARBOUR = 7
    SHIPS = 8
    NEXT_ROUND = 9
    FINAL = 10


class EndReason(IntEnum):
    """How the game ended; there is only one way."""

    LAST_ROUND = 0


class CoinSource(IntEnum):
    """Where coins come from."""

    STANDING = 0
    CAMP = 1
    DISCOVERY = 2
    SURROUNDINGS = 3
    BLACK_MARKET = 4
    CARDS = 5  # bonuses of delivered cards
    UPGRADES = 6


class PointSource(IntEnum):
    """Where victory points come from during the game, apart from delivered sets."""

    CARDS = 0  # bonuses of delivered cards
    UPGRADES = 1  # effects of upgrades
    BOUGHT = 2
    SURROUNDINGS = 3
    DISCOVERY = 4


class DiscoverySource(IntEnum):
    """Where discovery points come from."""

    STELA = 0
    SURROUNDINGS = 1
    CARDS = 2
    BOUGHT = 3
    UPGRADES = 4


class Trip(IntEnum):
    """Places from which a player may return with nothing."""

    TEMPLE = 0
    BLACK_MARKET = 1
    VILLAGE = 2
    HARBOUR = 3
    SHIP = 4


class Event(IntEnum):
    """The logged events of a game; events.toml explains each kind and names its numbers.

    In a game for two, the seat `AUTOMATON` is the automaton.
    """

    ROUND = 0
    REFILL = 1
    SHOW = 2
    AUTOMATON = 3
    ROLL = 4
    COINS = 5
    REROLL = 6
    TURN = 7
    PLACE = 8
    MEEPLES = 9
    KICK = 10
    RETURN = 11
    MARKER = 12
    DISCOVERY = 13
    POINTS = 14
    ACTIVATE = 15
    TAKE = 16
    UNDER = 17
    RESHUFFLE = 18
    SELL = 19
    UPGRADE = 20
    DISCARD = 21
    DELIVER = 22
    SET = 23
    DELIVERED = 24
    NOTHING = 25
    BUY = 26
    DISCARDED = 27
    ROUND_END = 28
    SCORE = 29
    FINAL = 30
    HAND = 31


State = np.dtype(
    [
        *common_fields(len(Stream) - 1 + MAX_SEATS),
        ("phase", np.int8),
        ("rounds_done", np.int8),
        ("marker", np.int8),  # holder of the First Player marker
        ("at", np.int8),  # progress of the phase: a space, or places clockwise from the marker
        ("begun", np.bool_),  # the active space has been begun
        ("left", np.int8),  # cards or deliveries remaining at that space
        # players
        ("coins", np.int16, (MAX_SEATS,)),
        ("points", np.int16, (MAX_SEATS,)),
        ("discovery", np.int8, (MAX_SEATS,)),
        ("pool", np.int8, (MAX_SEATS, len(Meeple))),
        ("pool_size", np.int8, (MAX_SEATS,)),
        ("hand", np.int8, (MAX_SEATS, KINDS)),
        ("hand_size", np.int8, (MAX_SEATS,)),
        ("shown", np.int8, (MAX_SEATS, KINDS)),  # at least this many are in the hand, as all players know
        ("owned", np.int8, (MAX_SEATS, 2)),  # permanent upgrades
        ("gained", np.int8, (MAX_SEATS, UPGRADE_KINDS)),  # upgrades of each kind, discarded ones too
        ("banned", np.uint8, (MAX_SEATS,)),  # what a nudge has forbidden a seat, as bits (`nudges.Ban`)
        # the board
        ("holder", np.int8, (SPACES,)),  # the seat whose meeples are there; the Camp and the Harbour have none
        ("bid_size", np.int8, (BIDS,)),
        ("bid_colour", np.int8, (BIDS,)),
        ("bid", np.int8, (BIDS, len(Meeple))),
        ("harbour", np.int8, (MAX_SEATS,)),  # meeples there
        ("temple", np.int8, (KINDS,)),
        ("temple_size", np.int8),
        ("surroundings", np.int8, (len(SURROUNDINGS), 4)),
        ("surroundings_size", np.int8, (len(SURROUNDINGS),)),
        ("village", np.int8, (UPGRADE_KINDS,)),  # upgrades that lie open
        ("village_size", np.int8),
        ("deck", np.uint8, (MAX_CARDS,)),  # its top last; see UNDER_STRIDE
        ("deck_left", np.int8),
        ("discarded", np.int8, (KINDS,)),
        ("pile", np.int8, (MAX_TILES,)),  # of upgrades, its top last
        ("pile_left", np.int8),
        ("automaton", np.int8, (AUTOMATON_CARDS,)),  # its cards in order
        # this decision
        ("space", np.int8),  # where meeples are being placed
        ("colour", np.int8),
        ("count", np.int8),
        ("chosen", np.int8, (len(Meeple),)),  # meeples picked to be rerolled
        ("picked", np.int8),  # the number of them
        ("rerolled", np.int8),  # spaces of upgrades whose reroll is used, as bits
        ("camp_left", np.int8),  # rerolls remaining at the Camp
        ("drawn", np.int8, (MAX_DRAWN,)),
        ("drawn_by", np.int8, (MAX_DRAWN,)),  # seat, from 1, that had put it under the deck
        ("drawn_size", np.int8),
        ("to_put_under", np.int8),
        ("lowest", np.int8),  # kinds of cards below it can no longer be added to the delivery
        ("delivery", np.int8, (len(TYPES),)),
        ("delivery_bonus", np.int8, (len(BONUSES),)),
        ("delivery_size", np.int8),
        ("finder", np.int8),  # seat whose discovery points and upgrades are being resolved
        ("steps", np.int16),  # discovery points still to resolve
        ("to_draw", np.int8),  # upgrades still to draw from the pile
        ("offered", np.int8),  # new upgrade while one of three is to be given up
        ("unseen", np.int8, (KINDS,)),  # what a redeal still has to deal; blank in play
        # cards that only one seat knows to be in a rival's hand
        ("secrets", np.uint16, (MAX_SECRETS,)),
        ("secrets_size", np.int8),
        # measurements during the game
        ("sets", np.int8, (MAX_SEATS, len(TYPES), SET)),
        ("points_from", np.int16, (MAX_SEATS, len(PointSource))),
        ("coins_from", np.int16, (MAX_SEATS, len(CoinSource))),
        ("discovery_from", np.int16, (MAX_SEATS, len(DiscoverySource))),
        ("meeples", np.int8, (MAX_SEATS, len(PLACES))),
        ("coins_spent", np.int16, (MAX_SEATS, len(PAID_PLACES))),
        ("bids_won", np.int8, (MAX_SEATS, len(BID_PLACES))),
        ("bids_lost", np.int8, (MAX_SEATS, len(BID_PLACES))),
        ("bids_lost_by", np.int16, (MAX_SEATS,)),
        ("kicks", np.int16, (MAX_SEATS,)),
        ("kicks_by", np.int16, (MAX_SEATS,)),
        ("taken", np.uint8, (MAX_SEATS, len(SOURCES), len(TYPES))),
        ("sold", np.int8, (MAX_SEATS, len(TYPES))),
        ("deliveries", np.int8, (MAX_SEATS, 2)),  # at the Harbour, by ship
        ("delivered_at", np.int16, (MAX_SEATS, 2)),
        ("points_at", np.int16, (MAX_SEATS, 2)),
        ("upgrade_round", np.int8, (MAX_SEATS, UPGRADE_KINDS)),
        ("marker_rounds", np.int8, (MAX_SEATS,)),
        ("faces", np.int16, (MAX_SEATS, len(Face))),
        ("flexible", np.int16, (MAX_SEATS,)),  # meeples rolled in phase 1 that count as either colour
        ("rerolls", np.int16, (MAX_SEATS, 2)),
        ("bought", np.int16, (MAX_SEATS, 2)),
        ("empty_trips", np.int8, (MAX_SEATS, len(Trip))),
        ("points_after", np.int16, (MAX_SEATS, RECORDED_ROUNDS)),
        ("delivered_in", np.int16, (MAX_SEATS, RECORDED_ROUNDS)),
        ("automaton_kicked", np.int8),
        ("reshuffles", np.int8),
    ],
    align=True,
)
