"""The options of Lost Ruins of Arnak: what the numbers in a list of options mean.

Every option is an action and its object, `option_of(action, what)`, for every decision. `what` is

    END, PASS, HIRE_PILOT, DECLINE   0
    PLAY, PLAY_AND_PASS              the card
    ASSISTANT                        the assistant
    BOON                             the guardian
    IDOL                             which of the five effects of a slot
    DIG                              `space_at(site, space)`
    DISCOVER, OVERCOME, ACTIVATE     the site
    BUY, TAKE                        the card
    RESEARCH                         `step_to(token, space, discount)`; discount is 0, or 1 for the other of two
    TEMPLE                           `tile_of(stack, discount)`
    ACCEPT                           0; at RESOLVE 1 resolves the effect for those who pass
    CHOOSE                           the option of the effect, from 0
    EXILE                            the card, or FEAR_TILE
    USE_UP, DISCARD, KEEP, RETURN    the card
    UPGRADE                          the resource that is paid
    REFRESH, RECRUIT, PROMOTE        the assistant
    USE_SUPPLY                       the assistant
    SWAP                             `pair_of(own assistant, assistant of the supply)`
    RELOCATE                         `pair_of(space_at(...) left, space_at(...) reached)`
    MOVE_GUARDIAN                    `pair_of(site left, site reached)`
    RECALL                           `space_at(site, space)`
    UNSLOT                           the slot
    PAY_ICON, PAY_DISCOUNT           the travel icon
    PAY_CARD                         `icon_of_card(card, icon)`
    DRAW                             how many cards
    BONUS_FIRST, BONUS_LAST          the face of the bonus tile
"""

from enum import IntEnum

from digsite.simulator.games.arnak.rules import FEAR_TILE

STRIDE = 4096
PAIR = 64
MAX_OPTIONS = 400

__all__ = ["FEAR_TILE", "MAX_OPTIONS", "Action", "action_of", "option_of", "what_of"]


class Action(IntEnum):
    """What an option does."""

    END = 0  # the turn
    PASS = 1
    PLAY = 2
    PLAY_AND_PASS = 3
    ASSISTANT = 4
    BOON = 5
    IDOL = 6
    DIG = 7
    DISCOVER = 8
    OVERCOME = 9
    BUY = 10
    RESEARCH = 11
    TEMPLE = 12
    DECLINE = 13  # an effect's offer; also: discard no more cards
    ACCEPT = 14
    CHOOSE = 15
    EXILE = 16
    USE_UP = 17
    UPGRADE = 18
    REFRESH = 19
    RECRUIT = 20
    PROMOTE = 21
    USE_SUPPLY = 22
    SWAP = 23
    ACTIVATE = 24
    RELOCATE = 25
    MOVE_GUARDIAN = 26
    RECALL = 27
    UNSLOT = 28
    TAKE = 29
    PAY_ICON = 30
    PAY_DISCOUNT = 31
    PAY_CARD = 32
    HIRE_PILOT = 33
    DRAW = 34
    KEEP = 35
    RETURN = 36
    BONUS_FIRST = 37
    BONUS_LAST = 38
    DISCARD = 39


def option_of(action: int, what: int) -> int:
    """Return the option with this action and object."""
    return action * STRIDE + what


def action_of(option: int) -> int:
    """Return the `Action` of an option."""
    return option // STRIDE


def what_of(option: int) -> int:
    """Return the object of an option."""
    return option % STRIDE


def space_at(site: int, space: int) -> int:
    """Return the number of a space of a site."""
    return site * 2 + space


def site_of(place: int) -> int:
    """Return the site of a space."""
    return place // 2


def space_of(place: int) -> int:
    """Return the number of a space within its site."""
    return place % 2


def pair_of(first: int, second: int) -> int:
    """Return two objects as one number."""
    return first * PAIR + second


def first_of(pair: int) -> int:
    """Return the first of two objects."""
    return pair // PAIR


def second_of(pair: int) -> int:
    """Return the second of two objects."""
    return pair % PAIR


def step_to(token: int, space: int, discount: int) -> int:
    """Return a step of a research token to a space, with one of two discounts."""
    return token * 64 + space * 2 + discount


def token_of(step: int) -> int:
    """Return the token of a step."""
    return step // 64


def track_space_of(step: int) -> int:
    """Return the space of the research track that a step leads to."""
    return step % 64 // 2


def discount_of(what: int) -> int:
    """Return which of two discounts pays for a step or a temple tile."""
    return what % 2


def tile_of(stack: int, discount: int) -> int:
    """Return a temple tile of a stack, with one of two discounts."""
    return stack * 2 + discount


def stack_of(tile: int) -> int:
    """Return the stack of a temple tile."""
    return tile // 2


def icon_of_card(card: int, icon: int) -> int:
    """Return a card spent for travel, with the icon that pays."""
    return card * 4 + icon


def card_of(spent: int) -> int:
    """Return the card spent for travel."""
    return spent // 4


def icon_of(spent: int) -> int:
    """Return the icon that pays."""
    return spent % 4
