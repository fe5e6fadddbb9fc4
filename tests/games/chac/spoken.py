"""A kernel position in plain words: what is decided, what was dealt and rolled, what everybody can compare."""

from collections import defaultdict

from digsite.simulator.games.chac.narrate import ADVENTURERS
from digsite.simulator.games.chac.options import (
    FORCE,
    KEEP,
    LEAVE,
    STAMINA,
    USE,
    WAIT,
    Action,
    Rescue,
    action_of,
    what_of,
)
from digsite.simulator.games.chac.rules import (
    ALCOVES,
    BRIDGE,
    ENTRANCE,
    LAVA,
    LAVA_SIDE,
    LAVA_SPACES,
    MAX_COLUMNS,
    OUTSIDE,
    RIVER,
    SMALL_ALCOVES,
    WALLS,
    ZONES,
)
from digsite.simulator.games.chac.rules import KINDS as DECK_KINDS
from digsite.simulator.games.chac.state import LOCK_DICE, LOST_TREASURE, Decision, Event, Slab, Status

KINDS = ("casket", "1", "2", "3", "4", "5", "alcove", "vault")
DECKS = ("zone 1", "zone 2", "zone 3", "zone 4", "lava", "river")
WALL_CARDS = ("blank", "left", "right", "both")
_WITH_SPACE = (Action.STEP, Action.SPRINT, Action.LEAP, Action.PEEK)


def space_name(space: int) -> str:
    """C07 for a corridor space, W31 zone 3 column 1, L14 column 1 row 4, R2, BR, ENT, OUT."""
    if space < LAVA:
        return f"C{space:02d}"
    if space < WALLS:
        return f"L{(space - LAVA) % LAVA_SIDE + 1}{(space - LAVA) // LAVA_SIDE + 1}"
    if space < RIVER:
        return f"W{(space - WALLS) // MAX_COLUMNS + 1}{(space - WALLS) % MAX_COLUMNS + 1}"
    if space < BRIDGE:
        return f"R{space - RIVER + 1}"
    return {BRIDGE: "BR", ENTRANCE: "ENT", OUTSIDE: "OUT"}.get(space, "-")


def option_words(state, option: int) -> tuple:
    """An option of the decision now due, as words."""
    decision, option = Decision(state.decision), int(option)
    if decision == Decision.FIRST:
        return ("first", ADVENTURERS[state.adventurer[state.seat, option]])
    if decision == Decision.LOAD:
        return {KEEP: ("keep",), STAMINA: ("stamina",)}.get(option) or ("drop", KINDS[option])
    if decision == Decision.ACT:
        action, space = Action(action_of(option)), what_of(option)
        return (action.name.lower(), space_name(space)) if action in _WITH_SPACE else (action.name.lower(),)
    if decision == Decision.LOCK:
        rerolled = tuple(int(state.dice[i]) for i in range(LOCK_DICE) if option >> i & 1)
        return {LEAVE: ("leave",), FORCE: ("force",)}.get(option) or ("reroll", rerolled)
    if decision == Decision.RIVER:
        return (Rescue(option).name.lower(),)
    if decision == Decision.STAMINA:
        return ("use",) if option == USE else ("spare",)
    if decision == Decision.SACRIFICE:
        return ("give", KINDS[option])
    return ("wait",) if option == WAIT else ("enter", "AB"[option - 1])


def luck(rules, state) -> dict:
    """What was dealt and shuffled, read off the state right after setup."""
    return {
        "adventurers": [[ADVENTURERS[a] for a in state.adventurer[seat]] for seat in range(rules.seats)],
        "decks": {
            name: [KINDS[state.deck[deck, at]] for at in reversed(range(state.deck_left[deck]))]
            for deck, name in enumerate(DECKS)
        },
        "traps": [space_name(LAVA + int(slab)) for slab in state.trap],
        "wall cards": [WALL_CARDS[card] for card in state.wall_card[: rules.walls_deck]],
    }


def rolls(events) -> dict[str, list[int]]:
    """Every die of a game by what it was rolled for, in order; of a lock's reroll only the dice rolled again.

    Which die of a lock became which is not told apart, so the new dice are those that the kept ones leave over.
    """
    queues: dict[str, list[int]] = defaultdict(list)
    lock: list[int] = []
    for kind, _seat, a, b, c in events:
        if kind == Event.ACTION_DICE:
            queues["actions"] += _digits(a)
        elif kind == Event.BOULDER:
            queues["boulder"] += _digits(a)
        elif kind == Event.BRIDGE:
            queues["bridge"] += _digits(c)
        elif kind == Event.RIVER_ROLL:
            queues["river"] += _digits(a)
        elif kind == Event.CASKET:
            queues["casket"].append(int(a))
        elif kind == Event.LOCK_ROLL:
            fresh = _digits(b)
            for i in range(len(lock) if c != (1 << LOCK_DICE) - 1 else 0):
                if not c >> i & 1:
                    fresh.remove(lock[i])
            queues["lock"] += fresh
            lock = _digits(b)
    return queues


def _digits(shown: int) -> list[int]:
    return [int(digit) for digit in str(shown)] if shown else []


def cards_of(state, seat: int) -> list[tuple[str, str]]:
    """A seat's cards as (deck, kind), sorted."""
    held = []
    for deck, name in enumerate(DECKS):
        for kind in range(DECK_KINDS):
            held += [(name, KINDS[kind])] * int(state.carried[seat, deck, kind])
    for alcove in range(ALCOVES):
        if state.alcove_owner[alcove] == seat:
            name = "alcove" if alcove < SMALL_ALCOVES else "vault"
            held.append((name, name))
    return sorted(held)


def snapshot(rules, state) -> dict:
    """Everything a slow version of the game can be compared by."""
    seats = range(rules.seats)
    decision = Decision(state.decision)
    owners = [int(owner) for owner in state.alcove_owner]
    return {
        "over": bool(state.over),
        "seat": None if state.over else int(state.seat),
        "decision": None if state.over else decision.name,
        "turn": int(state.turn),
        "space": [space_name(int(state.space[seat])) for seat in seats],
        "status": [Status(state.status[seat]).name.lower() for seat in seats],
        "cards": [cards_of(state, seat) for seat in seats],
        "actions": [int(state.actions[seat]) for seat in seats],
        "known traps": [[zone + 1 for zone in range(ZONES) if state.deciphered[seat] >> zone & 1] for seat in seats],
        "boulder": space_name(int(state.boulder)),
        "walls": (int(state.left_wall), int(state.right_wall)),
        "planks": int(state.planks),
        "suns": [bool(open_) for open_ in state.sun_open],
        "slabs": {space_name(LAVA + i): Slab(state.slab[i]).name.lower() for i in range(LAVA_SPACES)},
        "alcoves": [None if owner < 0 else "lost" if owner == LOST_TREASURE else owner for owner in owners],
        "dice": tuple(int(die) for die in state.dice) if decision == Decision.LOCK and not state.over else None,
        "fatal": int(state.ones) if decision == Decision.RIVER and not state.over else None,
    }
