"""The options of Quetzal: what the numbers in a list of options mean.

    decision   option
    REROLL     the meeple to reroll (`state.Meeple`), REROLL_ALL, DONE (roll those chosen, or reroll nothing more), or
               BUY_DISCOVERY. Meeples are chosen in the order of their numbers, then rolled together.
    PLACE      `place_of(space, colour, count)`, or BUY_DISCOVERY. On bidding spaces the colour is that of the bid;
               EITHER is the character alone. Elsewhere it is what the place asks for.
    MEEPLES    which meeples go there: `team_of(adventurers, archaeologists, either, character)`
    CAMP       the meeple of the pool to reroll, or DONE
    TEMPLE     the kind of the card to choose, or BUY_DISCOVERY before the first one
    UNDER      the kind of the drawn card that goes under the deck
    SELL       the kind of the card to sell, or DONE
    VILLAGE    the upgrade to take, or BUY_DISCOVERY
    DELIVER    the kind of the card to add, or DONE; BUY_DISCOVERY before the first card. Cards are added in the order of
               their kinds, so that each delivery can be put together in only one way.
    GIVE_UP    the upgrade to discard, BUY_VP or BUY_DISCOVERY
    FINAL      BUY_VP, BUY_DISCOVERY or DONE

The kind of a card is its type times four, plus its bonus: `rules.kind_of`.
"""

from digsite.simulator.games.quetzal.rules import MAX_TEAM
from digsite.simulator.games.quetzal.state import BIDS

COLOUR_STRIDE = 16
SPACE_STRIDE = 64
TEAM_STRIDE = 16
REROLL_ALL = 4
DONE = 2000
BUY_VP = 2001
BUY_DISCOVERY = 2002
_MOST = MAX_TEAM + 1
# Camp and Harbour with any number, Stela, Temple and Village, two colours of any number and the character on each bid
MAX_OPTIONS = 2 * _MOST + 1 + 5 + 3 + BIDS * (2 * _MOST + 1) + 3


def place_of(space: int, colour: int, count: int) -> int:
    """Return the option that places this many meeples on a space as this colour."""
    return space * SPACE_STRIDE + colour * COLOUR_STRIDE + count


def space_of(option: int) -> int:
    """Return the space that an option of PLACE goes to."""
    return option // SPACE_STRIDE


def colour_of(option: int) -> int:
    """Return the colour that an option of PLACE plays."""
    return option % SPACE_STRIDE // COLOUR_STRIDE


def count_of(option: int) -> int:
    """Return the number of meeples that an option of PLACE takes."""
    return option % COLOUR_STRIDE


def team_of(adventurers: int, archaeologists: int, either: int, character: int) -> int:
    """Return the option that sends these meeples."""
    return ((character * TEAM_STRIDE + either) * TEAM_STRIDE + archaeologists) * TEAM_STRIDE + adventurers


def sent_of(option: int, meeple: int) -> int:
    """Return how many meeples of this kind an option of MEEPLES sends."""
    return option >> 4 * meeple & 15
