"""The moves of the Temple of Chac: set up, list what is legal, carry it out, score, redeal what is hidden."""

from simulator.games.chac.columns import OUTCOME
from simulator.games.chac.moves.actions import act, act_options
from simulator.games.chac.moves.corridor import lock_options, work_lock
from simulator.games.chac.moves.hidden import place_trap, redeal_deck, redeal_traps, renew_luck
from simulator.games.chac.moves.river import rescue, river_options, sacrifice
from simulator.games.chac.moves.treasure import alcoves_held
from simulator.games.chac.moves.turn import (
    adjust,
    bring_in,
    go_on,
    load_options,
    replacement_options,
    send_first,
)
from simulator.games.chac.rules import (
    ALCOVES,
    DECKS,
    KINDS,
    LAVA,
    NOWHERE,
    SMALL_ALCOVES,
    SUN_A,
    SUN_B,
    VAULT,
    ZONES,
    Rules,
)
from simulator.games.chac.state import (
    ADVENTURERS,
    CARD_KINDS,
    CASKET,
    CHECKPOINT_TURNS,
    LAVA_DECK,
    MAX_SEATS,
    RIVER_DECK,
    ROOMS,
    TIMELINE,
    Decision,
    Room,
    Route,
    Slab,
    State,
    Status,
    Stream,
)
from simulator.kernel.compile import game_types, rule
from simulator.kernel.rng import below, shuffle

TYPES = game_types(Rules, State, OUTCOME, MAX_SEATS)


@rule
def deal_adventurers(rules, state):
    """Two of the twelve to each player."""
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
def set_traps(rules, state):
    """Four of the fourteen glyphs are trapped, one clue in each zone; shuffle the wall cards; place the boulder."""
    state.slab[SUN_A - LAVA] = Slab.SUN
    state.slab[SUN_B - LAVA] = Slab.SUN
    taken = 1 << (SUN_A - LAVA) | 1 << (SUN_B - LAVA)
    for zone in range(ZONES):
        place_trap(state, Stream.TRAPS, zone, taken)
        taken |= 1 << int(state.trap[zone])
    cards = 0
    for card in range(4):
        for _ in range(rules.walls_cards[card]):
            state.wall_card[cards] = card
            cards += 1
    shuffle(state, Stream.WALLS, state.wall_card, 0, cards)
    state.planks = rules.bridge_planks
    for turn in range(TIMELINE):
        state.boulder_after[turn] = -1


@rule(TYPES.setup)
def setup(rules, state, events):
    """Deal the adventurers, stack the treasure, hide the traps; then everybody chooses who enters first."""
    deal_adventurers(rules, state)
    stack_treasure(rules, state)
    set_traps(rules, state)
    for seat in range(MAX_SEATS):
        state.space[seat] = NOWHERE
    state.decision = Decision.FIRST


@rule(TYPES.legal)
def legal(rules, state, options):
    """All options of the decision that is due."""
    decision = state.decision
    if decision == Decision.ACT:
        return act_options(rules, state, options)
    if decision == Decision.LOAD:
        return load_options(rules, state, options)
    if decision == Decision.LOCK:
        return lock_options(rules, state, options)
    if decision == Decision.RIVER:
        return river_options(rules, state, options)
    if decision == Decision.REPLACEMENT:
        return replacement_options(state, options)
    if decision == Decision.FIRST:
        options[0] = 0
        options[1] = 1
        return 2
    n = 0
    for kind in range(CARD_KINDS):
        if state.kind_held[state.seat, kind] > 0:
            options[n] = kind
            n += 1
    return n


@rule(TYPES.apply)
def apply(rules, state, option, events):
    """Carry out an option and play on to the next decision."""
    decision = state.decision
    if decision == Decision.ACT:
        state.done += act(rules, state, option, events)
    elif decision == Decision.LOAD:
        state.done += adjust(rules, state, option, events)
    elif decision == Decision.LOCK:
        work_lock(rules, state, option, events)
    elif decision == Decision.RIVER:
        rescue(rules, state, option, events)
    elif decision == Decision.SACRIFICE:
        sacrifice(rules, state, option, events)
    elif decision == Decision.REPLACEMENT:
        bring_in(state, option, events)
        state.done += 1
    else:
        send_first(state, option, events)
        state.done += 1
    decision = state.decision
    if decision != Decision.LOCK and decision != Decision.RIVER and decision != Decision.SACRIFICE:
        go_on(rules, state, events)


@rule
def count_treasure(rules, state, seat, outcome):
    """What an escaped player brought out, by room."""
    value = 0
    for deck in range(DECKS):
        cards = 0
        worth = 0 + state.casket_value[seat, deck]
        for kind in range(KINDS):
            cards += state.carried[seat, deck, kind]
            worth += kind * state.carried[seat, deck, kind]
        value += worth
        if deck < LAVA_DECK:
            outcome.cards[seat, Room.WALLS] += cards
            outcome.value_walls[seat] += worth
        elif deck == LAVA_DECK:
            outcome.cards[seat, Room.LAVA] = cards
            outcome.value_lava[seat] = worth
        elif deck == RIVER_DECK:
            outcome.cards[seat, Room.RIVER] = cards
            outcome.value_river[seat] = worth
    alcoves = alcoves_held(state, seat)
    vault = state.alcove_owner[VAULT] == seat
    outcome.cards[seat, Room.ALCOVES] = alcoves
    outcome.cards[seat, Room.VAULT] = vault
    outcome.value_alcoves[seat] = alcoves * rules.treasure_alcove
    outcome.value_vault[seat] = vault * rules.treasure_vault
    outcome.caskets[seat] = state.kind_held[seat, CASKET]
    outcome.score[seat] = value + outcome.value_alcoves[seat] + outcome.value_vault[seat]
    outcome.tiebreak[seat] = vault and rules.ends_vault_breaks_ties


@rule
def tell_fate(state, seat, outcome):
    """How both adventurers of a seat fared."""
    outcome.ability_first[seat] = state.adventurer[seat, 0] >> 1
    outcome.ability_second[seat] = state.adventurer[seat, 1] >> 1
    outcome.ability_used_first[seat] = state.ability_used[seat, 0]
    outcome.ability_used_second[seat] = state.ability_used[seat, 1]
    outcome.death_first[seat] = state.cause[seat, 0]
    outcome.death_second[seat] = state.cause[seat, 1]
    outcome.death_turn_first[seat] = state.death_turn[seat, 0]
    outcome.death_turn_second[seat] = state.death_turn[seat, 1]
    outcome.second_turn[seat] = state.second_turn[seat]
    outcome.escape_turn[seat] = state.escape_turn[seat]
    outcome.route_lava[seat] = state.route[seat, Route.LAVA]
    outcome.route_river[seat] = state.route[seat, Route.RIVER]
    outcome.route_bridge[seat] = state.route[seat, Route.BRIDGE]
    outcome.route_long_way[seat] = state.route[seat, Route.LONG_WAY]
    outcome.bridge_load[seat] = state.bridge_load[seat]


@rule
def tell_deeds(state, seat, outcome):
    """What a seat did on the way."""
    outcome.hops[seat] = state.hops[seat]
    outcome.clues[seat] = state.clues[seat]
    outcome.slabs_flipped[seat] = state.slabs_flipped[seat]
    outcome.lock_rolls[seat] = state.lock_rolls[seat]
    outcome.dropped[seat] = state.dropped[seat]
    outcome.sacrificed[seat] = state.sacrificed[seat]
    for room in range(ROOMS):
        outcome.found[seat, room] = state.found[seat, room]
    for at in range(len(CHECKPOINT_TURNS)):
        outcome.value_after[seat, at] = state.value_after[seat, at]


@rule
def tell_temple(state, outcome):
    """What became of the temple."""
    outcome.rounds = state.turn
    for turn in range(TIMELINE):
        outcome.boulder[turn] = state.boulder_after[turn]
    outcome.boulder_end = state.boulder
    outcome.walls_met = state.walls_met
    outcome.planks_left = state.planks
    for sun in range(2):
        outcome.sun_turn[sun] = state.sun_turn[sun]
    outcome.unmasked_turn = state.unmasked_turn
    for alcove in range(SMALL_ALCOVES):
        outcome.alcoves_opened += state.alcove_owner[alcove] >= 0
    outcome.vault_opened = state.alcove_owner[VAULT] >= 0


@rule(TYPES.score)
def score(rules, state, outcome):
    """The value brought out alive; whoever did not escape cannot win."""
    for seat in range(rules.seats):
        tell_fate(state, seat, outcome)
        tell_deeds(state, seat, outcome)
        out = state.status[seat] == Status.ESCAPED
        outcome.contends[seat] = out
        if out:
            outcome.escaped[seat] = 1 + state.second[seat]
            outcome.escapes += 1
            count_treasure(rules, state, seat, outcome)
    tell_temple(state, outcome)


@rule(TYPES.redeal)
def redeal(rules, state, seat):
    """Shuffle anew what the seat cannot know: rivals' cards and the decks, traps, wall cards, dice to come."""
    for deck in range(DECKS):
        redeal_deck(rules, state, seat, deck)
    redeal_traps(state, seat)
    shuffle(state, Stream.REDEAL, state.wall_card, state.walls_turned, rules.walls_deck)
    renew_luck(state)
