"""The notes of the players of Quetzal: work space for the plans of one decision, rewritten each time."""

import numpy as np

from digsite.simulator.games.quetzal.moves.types import TYPES
from digsite.simulator.games.quetzal.ops import TYPES as ARTIFACTS
from digsite.simulator.games.quetzal.options import MAX_OPTIONS
from digsite.simulator.games.quetzal.rules import KINDS, MAX_TEAM, UPGRADE_KINDS
from digsite.simulator.games.quetzal.state import BIDS, MAX_SEATS, SPACES, Colour, Meeple
from digsite.simulator.kernel.jit.signatures import choose_type
from digsite.strategies.minds import EMPTY, no_tables

MOST = 15  # cards of one delivery that a plan considers
TEMPLE_CARDS = 16  # that `temple.cards` may ask for
MEEPLE_KINDS = len(Meeple)
MOST_LOOKS = 8  # placements that are followed to the end of the round
MEEPLES, COINS = MAX_TEAM + 1, 20  # numbers that a plan of the round distinguishes

Notes = np.dtype(
    [
        ("hand", np.int16, (KINDS,)),  # cards that the plan counts on, by kind
        ("hand_size", np.int16),
        ("table", np.int16, (KINDS,)),  # cards to choose from, by kind
        ("ranked", np.int8, (TEMPLE_CARDS,)),  # cards of the Temple, the best ones first
        ("worth", np.float64, (KINDS,)),  # of one more card of each kind
        ("each_paid", np.float64, (len(ARTIFACTS),)),  # by its upgrades for a card of each type
        ("extra_at", np.int16, (len(ARTIFACTS),)),  # cards of a type in one delivery for which they pay more
        ("extra", np.float64, (len(ARTIFACTS),)),  # what they pay then
        ("upgrade", np.float64, (UPGRADE_KINDS,)),  # worth of each upgrade
        ("part", np.float64, (len(ARTIFACTS), MOST + 1)),  # of a delivery: worth of this many cards of a type
        ("total", np.float64, (len(ARTIFACTS) + 1, MOST + 1)),  # best worth of this many cards of the first types
        ("share", np.int8, (len(ARTIFACTS), MOST + 1)),  # cards of the type in that best delivery
        ("least", np.int16, (len(ARTIFACTS),)),  # cards of each type that the delivery must have
        ("planned", np.int16, (len(ARTIFACTS),)),  # cards of each type that the plan delivers
        ("gross", np.float64, (SPACES,)),  # worth of holding each space
        ("sure_size", np.int16),  # cards in hand and of places it holds
        ("paid", np.float64),  # by an upgrade for a delivery of several types
        ("payments", np.int16),  # deliveries for which there are cards of these types
        ("asks", np.int16, (SPACES,)),  # meeples that would take a space later in this round; 0: it is not available
        ("later", np.float64, (SPACES,)),  # worth of a space that it intends to take later
        ("hold", np.float64, (len(Colour), MEEPLES + 1)),  # the chance that a bid of this colour and size stands
        ("more", np.int16),  # cards that an upgrade adds to each delivery
        ("ship", np.int16),  # the ship that is easiest to get; -1: none
        ("now", np.int16),  # cards that places it holds deliver
        ("made", np.int16),  # deliveries that they make
        ("begun", np.int16),  # whether one of them is at the Harbour Master's Office
        ("by_ship", np.float64, (2,)),  # what a ship delivers: now, and after the Harbour Master's Office
        ("by_harbour", np.float64, (2, 2, MEEPLES + 1)),  # and this many meeples there, without a ship and with it
        ("camp", np.float64, (MEEPLES + 1, COINS + 1)),  # yield of this many meeples and coins if all go to the Camp
        ("rest", np.float64, (MEEPLES + 1, COINS + 1)),  # the best yield of this many meeples and coins
        ("after", np.float64, (3, MEEPLES + 1)),  # the same with the coins available, by what is known about ships
        ("planned_worth", np.float64, (MAX_OPTIONS,)),  # of each option, with the best that comes after it
        ("theirs", np.float64, (KINDS,)),  # worth of one more card of each kind to a rival
        ("value", np.float64, (MAX_SEATS, SPACES)),  # worth of holding each space to each seat
        ("wish", np.int8, (MAX_SEATS, SPACES)),  # spaces that each seat would take, the best first
        ("wished", np.float64, (MAX_SEATS, SPACES)),  # what they bring at the least price
        ("wishes", np.int8, (MAX_SEATS,)),  # number of them
        ("cost", np.int16, (MAX_SEATS, SPACES)),  # coins that each seat would pay for it
        ("ceiling", np.float64),  # answers worth as much have been looked at
        ("answered", np.float64),  # worth of the last answer
        ("below", np.float64),  # the ceiling for further ones; NEVER: there is none
        ("next_lead", np.float64),  # where it leads the seat that gives it
        ("stands", np.float64, (MAX_SEATS,)),  # what each seat has at the end of the round
        ("looked", np.int16, (MOST_LOOKS,)),  # options that are followed
        ("promised", np.float64, (MOST_LOOKS,)),  # their worth in the plan
        ("followed", np.float64, (MOST_LOOKS,)),  # the same with where they lead
        ("price", np.float64),  # of a meeple
        ("coin", np.float64, (MAX_SEATS,)),  # worth of a coin to each seat
        ("cargo", np.int16, (MAX_SEATS,)),  # cards that a rival may deliver
        ("each", np.float64, (MAX_SEATS,)),  # worth of delivering one of them
        ("ahead_holder", np.int8, (SPACES,)),  # the board and the pools as expected after all have placed
        ("ahead_size", np.int8, (BIDS,)),
        ("ahead_colour", np.int8, (BIDS,)),
        ("ahead_bid", np.int8, (BIDS, MEEPLE_KINDS)),
        ("ahead_pool", np.int8, (MAX_SEATS, MEEPLE_KINDS)),
        ("ahead_left", np.int8, (MAX_SEATS,)),
        ("ahead_coins", np.int16, (MAX_SEATS,)),
        ("ahead_harbour", np.int8, (MAX_SEATS,)),  # meeples sent there since
    ],
    align=True,
)
Tables = EMPTY
CHOOSE = choose_type(TYPES, Notes, Tables)
build_tables = no_tables
