"""The State record of Lost Ruins of Arnak and its enums.

Sets of cards are words of bits (see rules.py). Decks are rows of cards, the bottom first; drawn cards are blanked.
"""

from enum import IntEnum

import numpy as np

from digsite.simulator.game.state import common_fields
from digsite.simulator.games.arnak.ops import COSTS, ICONS, OPS, RESOURCES
from digsite.simulator.games.arnak.rules import (
    ARTIFACTS,
    ASSISTANTS,
    BONUS_FACES,
    CARDS,
    GUARDIANS,
    ITEMS,
    MAX_BONUS,
    MAX_ROUNDS,
    MAX_ROW,
    MAX_SEATS,
    RIVAL_STACK,
    SITES,
    SPACES,
    STACKS,
    TILES_1,
    TILES_2,
    WORDS,
)

RIVAL = MAX_SEATS  # the seat of the solo rival in events and on spaces
NOBODY = -1
NO_CARD = -1
NO_DECISION = -1  # play continues without a decision
UNDISCOVERED = -1
LARGEST_DECK = ITEMS + ARTIFACTS + 4 + 19  # the most cards that one player could ever have
LARGEST_STACK = 6
SUPPLY_STACKS = 3
LIMBO = 3  # cards drawn, some of which are kept
PARTS = ("glass", "notebook", "temple_tiles", "idols", "slots", "guardians", "items", "artifacts", "fear")  # of a score
RIVAL_PARTS = ("glass", "temple_tiles", "idols", "guardians", "items", "artifacts")


class Stream(IntEnum):
    """Chance: what is shuffled at the start, each seat's deck, the rival's tiles, what a redeal shuffles, noise."""

    ITEMS = 0
    ARTIFACTS = 1
    IDOLS = 2
    BLOCKING = 3
    BONUS = 4
    SITES = 5
    GUARDIANS = 6
    ASSISTANTS = 7
    RIVAL = 8
    DECK = 9  # and the following ones, one per seat
    REDEAL = 13
    NOISE = 14  # and the following ones, one per seat


class Resource(IntEnum):
    """Tokens."""

    COIN = 0
    COMPASS = 1
    TABLET = 2
    ARROWHEAD = 3
    JEWEL = 4


class Icon(IntEnum):
    """Travel icons."""

    BOOT = 0
    CAR = 1
    SHIP = 2
    PLANE = 3


class Token(IntEnum):
    """Research tokens."""

    GLASS = 0
    NOTEBOOK = 1


class Decision(IntEnum):
    """What the seat has to decide; `options.py` lists the options of each."""

    ACT = 0  # what to do in the turn
    TRAVEL = 1  # what pays for the next travel icon of a cost
    USE_UP = 2  # which hand card goes unused into the play area
    PAY = 3  # whether to pay a cost for its effect
    MAY = 4  # whether to use an optional effect
    CHOOSE = 5  # which of several effects
    DRAW = 6  # whether to draw a card
    EXILE = 7
    UPGRADE = 8
    REFRESH = 9
    SEND = 10  # where an effect sends an archaeologist
    RELOCATE = 11
    ACTIVATE = 12
    OVERCOME = 13
    MOVE_GUARDIAN = 14
    BUY = 15  # through an effect
    TAKE = 16  # a card for free
    RESOLVE = 17  # whether to resolve the effect of an artifact just taken
    RESEARCH = 18  # through an effect
    REWARD = 19  # which bonus tile, before or after the row's effect
    HOW_MANY = 20  # how many cards to draw, one of which is kept
    KEEP = 21  # which of the drawn cards to keep
    RETURN = 22  # which of the others goes back on top of the deck
    RECALL = 23
    USE_SUPPLY = 24
    SWAP = 25
    UNSLOT = 26
    RECRUIT = 27
    PROMOTE = 28
    RESCUE = 29
    AGAIN = 30  # whether to activate the site again
    LEFT_OVER = 31  # which remaining hand cards to discard at the end of a round


class Purpose(IntEnum):
    """The purpose of a payment in progress."""

    NOTHING = 0
    STEP = 1  # the steps inside the "pay" now due
    DIG = 2
    DISCOVER = 3
    OVERCOME = 4


class EndReason(IntEnum):
    """How the game ended; there is only one way."""

    LAST_ROUND = 0


class Event(IntEnum):
    """The logged events of a game; events.toml explains each kind and names its numbers. Seat 4 is the solo rival."""

    SETUP = 0
    ROUND = 1
    TURN = 2
    PLAY = 3
    TRAVEL = 4
    PILOT = 5
    ICON = 6
    GAIN = 7
    PAY = 8
    PRODUCE = 9
    DRAW = 10
    USE_UP = 11
    EXILE = 12
    FEAR = 13
    DIG = 14
    DISCOVER = 15
    IDOL = 16
    REVEAL = 17
    GUARDIAN = 18
    ACTIVATE = 19
    ACTIVATE_TILE = 20
    OVERCOME = 21
    BOON = 22
    BUY = 23
    TAKE = 24
    LOOK = 25
    DEAL = 26
    RESEARCH = 27
    BONUS = 28
    ARRIVE = 29
    TEMPLE = 30
    RECRUIT = 31
    RESCUE = 32
    PROMOTE = 33
    USE = 34
    REFRESH = 35
    SWAP = 36
    UPGRADE = 37
    SLOT = 38
    UNSLOT = 39
    RELOCATE = 40
    MOVE_GUARDIAN = 41
    RECALL = 42
    PLANES = 43
    MASK = 44
    PASS = 45
    HOME = 46
    DISCARD = 47
    SHUFFLE = 48
    ROW_EXILE = 49
    STANDING = 50
    TILE = 51
    REMOVE = 52
    SCORE = 53
    FINAL = 54
    KEEP = 55
    RETURN = 56
    SKIP = 57
    LOSE = 58
    SUPPLY = 59
    LAY_IDOL = 60
    LAY_BONUS = 61
    DISCOUNT = 62


State = np.dtype(
    [
        *common_fields(Stream.NOISE + MAX_SEATS),
        ("round_number", np.int8),  # from 1
        ("start_seat", np.int8),
        ("on_turn", np.int8),  # the seat whose turn it is; RIVAL for the solo rival
        ("passed", np.uint8),  # seats as bits
        ("main_done", np.bool_),
        ("passing", np.int8),  # seats that have passed this round
        ("settling", np.int8),  # seats that have put away their remaining hand at the end of a round; -1 during a round
        # players' cards
        ("hand", np.int64, (MAX_SEATS, WORDS)),
        ("play", np.int64, (MAX_SEATS, WORDS)),
        ("deck", np.int8, (MAX_SEATS, LARGEST_DECK)),  # the bottom first
        ("deck_left", np.int8, (MAX_SEATS,)),
        ("block", np.uint8, (CARDS,)),  # cards of a seat's hand and deck that look interchangeable to all others
        ("peeked", np.int8, (MAX_SEATS,)),  # position in the own deck, from 1, of a card that its owner has put there
        ("fear_tiles", np.int8, (MAX_SEATS,)),
        # the row
        ("row_items", np.int8, (MAX_ROW,)),  # from the moon staff outwards; NO_CARD where there is none
        ("row_artifacts", np.int8, (MAX_ROW,)),
        ("item_deck", np.int8, (ITEMS,)),
        ("artifact_deck", np.int8, (ARTIFACTS,)),
        ("items_left", np.int8),
        ("artifacts_left", np.int8),
        ("top_seen", np.uint8),  # bits: 1 the top item, 2 the top artifact was revealed and is known to all
        ("exile", np.int64, (WORDS,)),
        ("fear_deck", np.int64),  # Fear cards on the board, as bits of the last word
        ("fear_tiles_left", np.int8),
        # the island
        ("tile", np.int8, (SITES,)),  # what lies on a site (a place of rules.py), or UNDISCOVERED
        ("guardian", np.int8, (SITES,)),  # or NOBODY
        ("idol", np.int8, (SITES,)),  # face of the idol that lies face up, or NOBODY
        ("occupant", np.int8, (SITES, 2)),  # seat, RIVAL or NOBODY
        ("blocked", np.uint8),  # camps as bits
        ("tiles_1", np.int8, (TILES_1,)),  # stacks, the bottom first
        ("tiles_2", np.int8, (TILES_2,)),
        ("tiles_left", np.int8, (2,)),
        ("tiles_known", np.int8, (2,)),  # tiles at the bottom that all players saw put there
        ("guardian_stack", np.int8, (GUARDIANS,)),
        ("guardians_left", np.int8),
        # assistants
        ("supply", np.int8, (SUPPLY_STACKS, LARGEST_STACK)),  # the bottom first
        ("supply_left", np.int8, (SUPPLY_STACKS,)),
        ("rescue", np.int8, (MAX_SEATS,)),  # the bottom first
        ("rescue_left", np.int8),
        ("rescue_seen", np.uint8),  # seats, as bits, that have looked through the rescue stack
        ("employer", np.int8, (ASSISTANTS,)),  # seat or NOBODY
        ("gold", np.int16),  # assistants as bits
        ("exhausted", np.int16),
        # research
        ("token", np.int8, (MAX_SEATS + 1, 2)),  # space of the glass and of the notebook; the rival has a glass
        ("arrival", np.int8, (MAX_SEATS + 1,)),  # place among arrivals at the Lost Temple, 0 before
        ("arrivals", np.int8),
        ("bonus", np.int8, (SPACES, MAX_BONUS)),  # faces; those of the Lost Temple are a face-down stack, bottom first
        ("bonus_left", np.int8, (SPACES,)),
        ("bonus_shown", np.int8, (BONUS_FACES,)),  # tiles that have been face up
        ("bonus_seen", np.uint8),  # seats, as bits, that have looked through the stack of the Lost Temple
        ("stack_left", np.int8, (STACKS,)),
        ("temple_tiles", np.int8, (MAX_SEATS + 1, STACKS)),
        # players
        ("resources", np.int16, (MAX_SEATS, len(RESOURCES))),
        ("crates", np.int8, (MAX_SEATS,)),  # idols not in slots
        ("slots", np.uint8, (MAX_SEATS,)),  # filled slots as bits
        ("overcome", np.int16, (MAX_SEATS + 1,)),  # guardians as bits
        ("boons", np.int16, (MAX_SEATS,)),  # guardians whose boon is left, as bits
        ("banned", np.uint8, (MAX_SEATS,)),  # what a nudge has forbidden a seat, as bits (`nudges.Ban`)
        ("planes", np.uint8),  # seats, as bits, all of whose travel icons are planes this round
        ("masked", np.uint8),  # seats, as bits, that get no Fear from guardians this round
        # the solo rival
        ("rival_stack", np.int8, (RIVAL_STACK,)),  # action tiles, the bottom first
        ("rival_left", np.int8),
        ("rival_first", np.int8),  # the tile used first this round
        ("rival_cards", np.int64, (2,)),
        ("rival_faces", np.uint8),  # idol faces as bits
        ("rival_again", np.int8),  # further idols
        # this turn
        ("pool", np.int8, (len(ICONS),)),  # travel icons produced but not yet used
        *OPS.state_fields(),
        ("free_at", np.int8),  # height of the stack below the free action in progress, -1 without one
        ("purpose", np.int8),
        ("cost", np.int8, (len(COSTS),)),  # what remains to be paid
        ("discount", np.int8, (len(ICONS),)),  # travel icons that only the payment in progress can use
        ("target", np.int8),  # site that the payment is for
        ("target_space", np.int8),
        ("twice", np.bool_),  # the site may be activated again
        ("taken", np.int8),  # artifact whose effect may be resolved
        ("reward_space", np.int8),
        ("reward_token", np.int8),
        ("limbo", np.int8, (LIMBO,)),  # cards drawn, some of which are kept
        # measurements during the game
        ("taken_in", np.int8, (ITEMS + ARTIFACTS,)),  # seat * 8 + round in which it took the card last, or 0
        ("played", np.int64, (MAX_SEATS, 2)),  # items and artifacts played for their effect, as bits
        ("travelled", np.int64, (MAX_SEATS, 2)),  # spent for travel
        ("exiled", np.int64, (MAX_SEATS, 2)),
        ("basics_exiled", np.int8, (MAX_SEATS, 2)),  # basic cards, Fear
        ("gained", np.int16, (MAX_SEATS, len(RESOURCES))),
        ("digs", np.int8, (MAX_SEATS, 3)),
        ("activations", np.int8, (MAX_SEATS, 3)),
        ("discoveries", np.int8, (MAX_SEATS, 2)),
        ("met", np.int8, (MAX_SEATS,)),
        ("assistant_uses", np.int16, (MAX_SEATS,)),
        ("fear_gained", np.int8, (MAX_SEATS,)),
        ("turns_in", np.int8, (MAX_SEATS, MAX_ROUNDS)),
        ("pass_place", np.int8, (MAX_SEATS, MAX_ROUNDS)),
        ("score_after", np.int16, (MAX_SEATS, MAX_ROUNDS)),
        ("idols_found", np.int8, (MAX_SEATS,)),
        ("idols_paid", np.int8, (MAX_SEATS,)),
    ],
    align=True,
)
