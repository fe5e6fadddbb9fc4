"""What a seat may do: play a card, step on, draw."""

import numpy as np

from simulator.games.lost_cities.moves.hands import from_to, lowest
from simulator.games.lost_cities.moves.types import TYPES
from simulator.games.lost_cities.options import DECLINE, PILE, Action, option_of
from simulator.games.lost_cities.rules import CARD_VALUES, PATHS, STONES
from simulator.games.lost_cities.state import NO_PILE, Decision, Direction
from simulator.kernel.compile import inlined, rule


@inlined
def fitting_cards(rules, state, seat, path):
    """A card goes on a column if it is equal or higher; with descending paths, if it keeps the path's direction."""
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
        colour = held & from_to(path * CARD_VALUES, (path + 1) * CARD_VALUES)
        allowed |= colour & -colour
        if rules.play_descending_paths and colour > 0:
            while colour & (colour - 1):
                colour &= colour - 1
            allowed |= colour
    return allowed


@inlined
def list_plays(rules, state, options):
    """Every distinct card may open its path, go on its column, or be discarded."""
    seat = np.int64(state.seat)  # players ask the same with whole numbers: compiled once for both
    advancing = begun = 0
    for path in range(PATHS):
        open_now = -int(state.stone[seat, path] > 0)  # all bits or none
        advancing |= fitting_cards(rules, state, seat, path) & open_now
        begun |= from_to(path * CARD_VALUES, (path + 1) * CARD_VALUES) & open_now
    opening = openers(rules, state, seat) & ~begun
    adventuring = opening & -int(state.adventurers_left[seat] > 0)
    researching = opening & -int(state.researchers_left[seat] > 0)
    n = 0
    cards = int(state.held[seat])
    # No branch could be predicted here, so an option is written first and kept if it counts; and whole numbers without a
    # sign need no look at whether an index counts from the end.
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
def list_steps(state, options):
    """Every own explorer on a path and not yet home; and nobody, where the move is a 'may'."""
    seat = state.seat
    n = 0
    for path in range(PATHS):
        if 0 < state.stone[seat, path] < STONES:
            options[n] = path
            n += 1
    if state.step_optional:
        options[n] = DECLINE
        n += 1
    return n


@inlined
def list_draws(rules, state, options):
    """The draw pile, or the top of any discard pile but the one just discarded to."""
    barred = NO_PILE if rules.play_may_draw_own_fresh_discard else np.int64(state.fresh_discard)
    n = 0
    for path in range(PATHS):
        options[np.uint64(n)] = path
        n += (state.discard_size[path] > 0) & (path != barred)
    options[np.uint64(n)] = PILE
    return n + 1


@rule(TYPES.legal)
def legal(rules, state, options):
    """All options of the decision now due."""
    if state.decision == Decision.PLAY:
        return list_plays(rules, state, options)
    if state.decision == Decision.STEP:
        return list_steps(state, options)
    return list_draws(rules, state, options)
