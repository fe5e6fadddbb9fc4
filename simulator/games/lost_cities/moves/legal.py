"""List the options of a seat: play a card, move, draw."""

import numpy as np

from digsite.simulator.games.lost_cities.moves.hands import from_to, lowest, of_path
from digsite.simulator.games.lost_cities.moves.types import TYPES
from digsite.simulator.games.lost_cities.options import DECLINE, PILE, Action, option_of
from digsite.simulator.games.lost_cities.rules import CARD_VALUES, PATHS, STONES
from digsite.simulator.games.lost_cities.state import NO_PILE, Decision, Direction
from digsite.simulator.kernel.jit.bits import popcount
from digsite.simulator.kernel.jit.compile import inlined, rule

# By a set of paths, a bit each: these paths, followed by the option for none of them.
_LISTS = np.full((1 << PATHS, PATHS + 1), PILE, np.int32)
for _paths, _list in enumerate(_LISTS):
    _members = [path for path in range(PATHS) if _paths >> path & 1]
    _list[: len(_members)] = _members
assert PILE == DECLINE


@inlined
def fitting_cards(rules, state, seat, path):
    """A card goes on a column if it is equal or higher; with descending paths, if it continues the path's direction."""
    first = path * CARD_VALUES
    top = first + state.column_top[seat, path]
    rising = from_to(top, first + CARD_VALUES)
    if not rules.play_descending_paths:
        return rising
    falling = from_to(first, top + 1)
    direction = state.direction[seat, path]
    if direction == Direction.OPEN:
        return rising | falling
    return falling if direction == Direction.DOWN else rising


@inlined
def openers(rules, state, seat):
    """Any card opens a path; under the strict reading only the lowest of its colour (or highest, if paths descend)."""
    held = int(state.held[seat])
    if not rules.play_must_open_with_lowest:
        return held
    allowed = 0
    for path in range(PATHS):
        colour = held & of_path(path)
        allowed |= colour & -colour
        if rules.play_descending_paths and colour > 0:
            while colour & (colour - 1):
                colour &= colour - 1
            allowed |= colour
    return allowed


@inlined
def list_plays(rules, state, options):
    """List the plays: every distinct card may open its path, go on its column, or be discarded."""
    seat = np.int64(state.seat)  # strategies ask the same with integers: compiled once for both
    advancing = state.fitting[seat]
    opening = openers(rules, state, seat) & ~state.begun[seat]
    adventuring = opening & -int(state.adventurers_left[seat] > 0)
    researching = opening & -int(state.researchers_left[seat] > 0)
    n = 0
    cards = int(state.held[seat])
    # No branch could be predicted here, so an option is written first and counted only if it is legal; and unsigned
    # integers need no check for an index that counts from the end.
    while cards > 0:
        card = lowest(cards)
        cards &= cards - 1
        options[np.uint64(n)] = option_of(Action.ADVANCE, card)
        n += advancing >> card & 1
        options[np.uint64(n)] = option_of(Action.OPEN_ADVENTURER, card)
        n += adventuring >> card & 1
        options[np.uint64(n)] = option_of(Action.OPEN_RESEARCHER, card)
        n += researching >> card & 1
        options[np.uint64(n)] = option_of(Action.DISCARD, card)
        n += 1
    return n


@inlined
def list_paths(paths, options):
    """List the paths of a set, a bit each, followed by the option for none; return the number of paths."""
    for at in range(PATHS + 1):
        options[at] = _LISTS[np.uint64(paths), at]
    return popcount(paths)


@inlined
def list_steps(state, options):
    """List every own explorer on a path and not yet home; and none, if the move is optional."""
    seat = state.seat
    paths = 0
    for path in range(PATHS):
        paths |= int(0 < state.stone[seat, path] < STONES) << path
    return list_paths(paths, options) + state.step_optional


@inlined
def list_draws(rules, state, options):
    """List the draw pile and the top of any discard pile but the one just discarded to."""
    barred = NO_PILE if rules.play_may_draw_own_fresh_discard else np.int64(state.fresh_discard)
    paths = 0
    for path in range(PATHS):
        paths |= int((state.discard_size[path] > 0) & (path != barred)) << path
    return list_paths(paths, options) + 1


@rule(TYPES.legal)
def legal(rules, state, options):
    """List all options of the current decision."""
    if state.decision == Decision.PLAY:
        return list_plays(rules, state, options)
    if state.decision == Decision.STEP:
        return list_steps(state, options)
    return list_draws(rules, state, options)
