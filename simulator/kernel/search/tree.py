"""A tree of decisions: how a look-ahead player learns what follows its options, its own moves and its rivals'.

Each world is played from an option down the tree until it reaches a new place; from there the strategy plays it out.
Every player on the way prefers options with the best results for itself so far, and options tried little for their
prior: the strategy's choice has the highest. A place is a sequence of options taken. Chance and hidden cards differ from
world to world, so an option counts only where the world offers it (information-set tree search with a single observer,
the strategy as its prior).

The tree is preallocated flat memory, with one new place for each world. It contains nothing of a particular game.
"""

from math import sqrt

import numpy as np

from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.loop import MISPLAYED, decide
from digsite.simulator.kernel.search.worlds import world_has_ended, worth_to

# Of each place: the mover, its option, the first place after it, its next sibling, and the number of visits.
MOVER, OPTION, FOLLOWER, NEXT, VISITS, PLACE = range(6)
NOWHERE = 0  # the place before the decision, which no option leads to
LOST = -1  # a strategy picked an option that does not exist
TRUST = 0.5  # part of the prior for the strategy's choice alone; all options share the rest
LOW, HIGH = 0, 1  # indices of the lowest and highest worth of a world: the entries of NOWHERE


@rule
def plant(desk, seat, options, n):
    """Start a tree with the decision's options; option k leads to place k + 1."""
    desk.tree[NOWHERE, FOLLOWER] = NOWHERE
    desk.worths[LOW], desk.worths[HIGH] = np.inf, -np.inf
    for at in range(n):
        add_place(desk, at + 1, NOWHERE, seat, options[at])
    return n + 1


@rule
def add_place(desk, place, parent, mover, option):
    """Add an unvisited place as the first follower of its parent."""
    tree = desk.tree
    tree[place, MOVER], tree[place, OPTION] = mover, option
    tree[place, FOLLOWER], tree[place, NEXT], tree[place, VISITS] = NOWHERE, tree[parent, FOLLOWER], 0
    tree[parent, FOLLOWER] = place
    desk.worths[HIGH + place] = 0.0


@rule
def place_after(desk, parent, mover, option):
    """Return the place that an option leads to, or NOWHERE if it is new."""
    place = desk.tree[parent, FOLLOWER]
    while place != NOWHERE and (desk.tree[place, OPTION] != option or desk.tree[place, MOVER] != mover):
        place = desk.tree[place, NEXT]
    return place


@rule
def most_urgent(desk, parent, mover, n, own, reach):
    """Return the option to follow, by its results so far and by how little it was tried for its prior."""
    visits, total = 0, 0.0
    for at in range(n):
        place = desk.places[at] = place_after(desk, parent, mover, desk.options[at])
        if place != NOWHERE:
            visits += desk.tree[place, VISITS]
            total += desk.worths[HIGH + place]
    if visits == 0:
        return own
    span = max(desk.worths[HIGH] - desk.worths[LOW], 1e-9)
    best, most = own, -np.inf
    for at in range(n):
        place = desk.places[at]
        promise, tried = total / visits, 0
        if place != NOWHERE:
            tried = desk.tree[place, VISITS]
            promise = desk.worths[HIGH + place] / tried
        trust = (1.0 - TRUST) / n + TRUST * (at == own)
        urgency = promise / span + reach * trust * sqrt(visits) / (1.0 + tried)
        if urgency > most or (urgency == most and at == own):
            best, most = at, urgency
    return best


@rule
def walk(arrays, desk, moves, strategies, world, player, place, used):
    """Play a world from a place to a new one; return the number of places, or `LOST` after an impossible pick.

    `desk.path` holds the places on the way; its first entry is their number.
    """
    rules, options, events, apply = arrays.rules[0], desk.options, desk.events, moves[2]
    desk.path[0], desk.path[1] = 1, place
    for _ in range(arrays.order[0].most_decisions):
        if world_has_ended(arrays.states[0], world, arrays.search, player, desk.bytes):
            return used
        n, pick = decide(rules, world, options, desk.minds, 0, player, arrays, moves, strategies, None)
        if pick == MISPLAYED:
            return LOST
        if n > 1:
            mover = np.int64(world.seat)
            pick = most_urgent(desk, place, mover, n, pick, arrays.search[player].reach)
            before, place = place, place_after(desk, place, mover, options[pick])
            if place == NOWHERE:
                add_place(desk, used, before, mover, options[pick])
                step_to(desk, used)
                apply(rules, world, options[pick], events)
                return used + 1
            step_to(desk, place)
        apply(rules, world, options[pick], events)
    return used


@rule
def step_to(desk, place):
    """Add a place to the world's path."""
    desk.path[0] += 1
    desk.path[desk.path[0]] = place


@rule
def learn(desk, seats, objective):
    """Update every place on the path with what the world was worth to its mover, from the desk's outcome."""
    for at in range(1, desk.path[0] + 1):
        place = desk.path[at]
        value = worth_to(desk.outcomes[0], seats, desk.tree[place, MOVER], objective)
        desk.tree[place, VISITS] += 1
        desk.worths[HIGH + place] += value
        desk.worths[LOW], desk.worths[HIGH] = min(desk.worths[LOW], value), max(desk.worths[HIGH], value)
