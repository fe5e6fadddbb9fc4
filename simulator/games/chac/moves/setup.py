"""Setting up: adventurers are dealt, decks shuffled, traps hidden."""

from digsite.simulator.games.chac.moves.types import TYPES
from digsite.simulator.games.chac.rules import ALCOVES, DECKS, KINDS, LAVA, LAVA_SPACES, NOWHERE, SUN_A, SUN_B, ZONES
from digsite.simulator.games.chac.state import ADVENTURERS, MAX_SEATS, TIMELINE, Decision, Slab, Stream, WallCard
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.rng import below, shuffle

WALL_CARDS = len(WallCard)


@rule
def deal_adventurers(rules, state):
    """Deal two of the twelve adventurers to each player."""
    dealt = 0
    for card in range(2 * rules.seats):
        pick = below(state, Stream.ADVENTURERS, ADVENTURERS - card)
        adventurer = 0
        while pick > 0 or dealt >> adventurer & 1:
            pick -= not dealt >> adventurer & 1
            adventurer += 1
        dealt |= 1 << adventurer
        state.adventurer[card // 2, card % 2] = adventurer


@rule
def stack_treasure(rules, state):
    """Shuffle the six treasure decks."""
    for deck in range(DECKS):
        left = 0
        for kind in range(KINDS):
            for _ in range(rules.treasure[deck, kind]):
                state.deck[deck, left] = kind
                left += 1
        state.deck_left[deck] = left
        shuffle(state, Stream.TREASURE, state.deck[deck], 0, left)
    for alcove in range(ALCOVES):
        state.alcove_owner[alcove] = -1


@rule
def place_trap(state, stream, zone, taken):
    """Put a zone's trap under a random slab that is not taken."""
    free = 0
    for slab in range(LAVA_SPACES):
        free += not taken >> slab & 1
    pick = below(state, stream, free)
    for slab in range(LAVA_SPACES):
        if taken >> slab & 1:
            continue
        if pick == 0:
            state.trap[zone] = slab
            return
        pick -= 1


@rule
def stack_wall_cards(rules, state):
    """Lay the wall cards that have not been turned in order."""
    at = int(state.walls_turned)
    for card in range(WALL_CARDS):
        left = int(rules.walls_cards[card])
        for turned in range(state.walls_turned):
            left -= state.wall_card[turned] == card
        for _ in range(left):
            state.wall_card[at] = card
            at += 1


@rule
def set_traps(rules, state):
    """Four of the fourteen glyphs are trapped, one clue in each zone; shuffle the wall cards; place the boulder."""
    state.slab[SUN_A - LAVA] = Slab.SUN
    state.slab[SUN_B - LAVA] = Slab.SUN
    taken = 1 << (SUN_A - LAVA) | 1 << (SUN_B - LAVA)
    for zone in range(ZONES):
        place_trap(state, Stream.TRAPS, zone, taken)
        taken |= 1 << int(state.trap[zone])
    stack_wall_cards(rules, state)
    shuffle(state, Stream.WALLS, state.wall_card, 0, rules.walls_deck)
    state.planks = rules.bridge_planks
    for turn in range(TIMELINE):
        state.boulder_after[turn] = -1


@rule(TYPES.setup)
def setup(rules, state, events):
    """Deal the adventurers, stack the treasure, hide the traps; then all players choose who enters first."""
    deal_adventurers(rules, state)
    stack_treasure(rules, state)
    set_traps(rules, state)
    for seat in range(MAX_SEATS):
        state.space[seat] = NOWHERE
    state.decision = Decision.FIRST
