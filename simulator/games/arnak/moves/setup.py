"""Setting up: decks, row, island, research track, assistants, players, and the solo rival."""

import numpy as np

from digsite.simulator.games.arnak.moves.assistants import top_to_rescue
from digsite.simulator.games.arnak.moves.holdings import shuffle_row
from digsite.simulator.games.arnak.moves.rival import choose_tiles, red_tiles
from digsite.simulator.games.arnak.moves.row import refill
from digsite.simulator.games.arnak.moves.turn import begin_round, proceed
from digsite.simulator.games.arnak.moves.types import ASK_1, DO, TYPES, declared
from digsite.simulator.games.arnak.ops import RESOURCES
from digsite.simulator.games.arnak.rules import (
    ARTIFACTS,
    ASSISTANTS,
    BASICS,
    BONUS_FACES,
    CAMPS,
    FIRST_ARTIFACT,
    FIRST_BASIC,
    FIRST_FEAR,
    GUARDIANS,
    IDOL_FACES,
    ITEMS,
    LOST_TEMPLE,
    MAX_ROW,
    SITES,
    SPACES,
    STACKS,
    TILES,
    TILES_1,
    TILES_2,
)
from digsite.simulator.games.arnak.state import (
    LIMBO,
    NO_CARD,
    NO_DECISION,
    NOBODY,
    SUPPLY_STACKS,
    UNDISCOVERED,
    Event,
    Stream,
)
from digsite.simulator.kernel.effects.interpreter import clear
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.events import log
from digsite.simulator.kernel.play.rng import below

STARTING_FEAR = 2
_ONE = np.int64(1)


@declared(DO)
def lay_decks(rules, state, events):
    """Shuffle items and artifacts separately; the row is still empty."""
    for card in range(ITEMS):
        state.item_deck[card] = card
    shuffle_row(state, Stream.ITEMS.value, state.item_deck[:], 0, ITEMS)
    for card in range(ARTIFACTS):
        state.artifact_deck[card] = FIRST_ARTIFACT + card
    shuffle_row(state, Stream.ARTIFACTS.value, state.artifact_deck[:], 0, ARTIFACTS)
    state.items_left, state.artifacts_left = ITEMS, ARTIFACTS
    for at in range(MAX_ROW):
        state.row_items[at] = state.row_artifacts[at] = NO_CARD
    for card in range(rules.fear_cards):
        state.fear_deck |= _ONE << (FIRST_FEAR - FIRST_BASIC + card)
    state.fear_tiles_left = rules.fear_tiles


@declared(ASK_1)
def draw_idol(rules, state, drawn):
    """Draw a face among the idols not yet drawn, after this many that lie on sites."""
    total = -drawn
    for face in range(IDOL_FACES):
        total += np.int64(rules.idols_copies[face])
    skip = below(state, Stream.IDOLS.value, total)
    for face in range(IDOL_FACES):
        left = np.int64(rules.idols_copies[face])
        for site in range(CAMPS, CAMPS + drawn):
            left -= state.idol[site] == face
        if skip < left:
            return face
        skip -= left
    return IDOL_FACES - 1


@declared(DO)
def lay_island(rules, state, events):
    """Open the camps and lay an idol face up on every other site; some second spaces of camps are blocked."""
    for site in range(SITES):
        state.tile[site] = TILES + site if site < CAMPS else UNDISCOVERED
        state.guardian[site] = state.idol[site] = NOBODY
        state.occupant[site, 0] = state.occupant[site, 1] = NOBODY
    for site in range(CAMPS, SITES):
        state.idol[site] = draw_idol(rules, state, site - CAMPS)
        log(events, Event.LAY_IDOL, NOBODY, site, state.idol[site], 0)
    for drawn in range(rules.blocked):
        skip = below(state, Stream.BLOCKING.value, CAMPS - drawn)
        for camp in range(CAMPS):
            if np.int64(state.blocked) >> camp & 1:
                continue
            if skip == 0:
                state.blocked |= _ONE << camp
                break
            skip -= 1
    for tile in range(TILES_1):
        state.tiles_1[tile] = tile
    shuffle_row(state, Stream.SITES.value, state.tiles_1[:], 0, TILES_1)
    for tile in range(TILES_2):
        state.tiles_2[tile] = TILES_1 + tile
    shuffle_row(state, Stream.SITES.value, state.tiles_2[:], 0, TILES_2)
    state.tiles_left[0], state.tiles_left[1] = TILES_1, TILES_2
    for guardian in range(GUARDIANS):
        state.guardian_stack[guardian] = guardian
    shuffle_row(state, Stream.GUARDIANS.value, state.guardian_stack[:], 0, GUARDIANS)
    state.guardians_left = GUARDIANS


@declared(ASK_1)
def draw_bonus(rules, state, stream):
    """Draw a face among the bonus tiles not shown and not yet in the stack of the Lost Temple."""
    total = -np.int64(state.bonus_left[LOST_TEMPLE])
    for face in range(BONUS_FACES):
        total += np.int64(rules.bonus_tiles_copies[face]) - state.bonus_shown[face]
    skip = below(state, stream, total)
    for face in range(BONUS_FACES):
        left = np.int64(rules.bonus_tiles_copies[face]) - state.bonus_shown[face]
        for at in range(state.bonus_left[LOST_TEMPLE]):
            left -= state.bonus[LOST_TEMPLE, at] == face
        if skip < left:
            return face
        skip -= left
    return BONUS_FACES - 1


@declared(DO)
def lay_track(rules, state, events):
    """Lay bonus tiles on the research track, face up except for the Lost Temple, and temple tiles by players."""
    for space in range(SPACES):
        for at in range(rules.space_bonus[space]):
            face = draw_bonus(rules, state, Stream.BONUS.value)
            state.bonus[space, at] = face
            state.bonus_left[space] = at + 1
            if space != LOST_TEMPLE:
                state.bonus_shown[face] += 1
                log(events, Event.LAY_BONUS, NOBODY, space, face, rules.space_row[space])
    for stack in range(STACKS):
        state.stack_left[stack] = rules.setup_seats


@declared(DO)
def lay_assistants(rules, state, events):
    """Lay three stacks; on the Snake Temple side some assistants wait for rescue, and the last stack gets the rest."""
    for assistant in range(ASSISTANTS):
        state.employer[assistant] = assistant
    shuffle_row(state, Stream.ASSISTANTS.value, state.employer[:], 0, ASSISTANTS)
    drawn = np.int64(rules.rescue)
    for at in range(drawn):
        state.rescue[at] = state.employer[at]
    state.rescue_left = drawn
    for stack in range(SUPPLY_STACKS):
        size = ASSISTANTS // SUPPLY_STACKS if rules.rescue == 0 else 3
        if stack == SUPPLY_STACKS - 1:
            size = ASSISTANTS - drawn
        for at in range(size):
            state.supply[stack, at] = state.employer[drawn + at]
        state.supply_left[stack] = size
        drawn += size
        log(events, Event.SUPPLY, NOBODY, stack, state.supply[stack, size - 1], 0)
    for assistant in range(ASSISTANTS):
        state.employer[assistant] = NOBODY


@declared(DO)
def equip_players(rules, state, events):
    """Give each player resources by play order and a shuffled deck of four basic cards and two Fear cards."""
    for seat in range(rules.seats):
        for resource in range(len(RESOURCES)):
            state.resources[seat, resource] = rules.start[seat, resource]
        for at in range(BASICS):
            state.deck[seat, at] = FIRST_BASIC + seat * BASICS + at
        for at in range(STARTING_FEAR):
            card = FIRST_FEAR + seat * STARTING_FEAR + at
            state.deck[seat, BASICS + at] = card
            state.fear_deck &= ~(_ONE << (card - FIRST_BASIC))
        state.deck_left[seat] = BASICS + STARTING_FEAR
        shuffle_row(state, Stream.DECK.value + seat, state.deck[seat], 0, BASICS + STARTING_FEAR)


@rule(TYPES.setup)
def setup(rules, state, events):
    """Lay out the board, equip the players, and begin the first round."""
    clear(state)
    state.free_at = -1
    state.decision = NO_DECISION
    for at in range(LIMBO):
        state.limbo[at] = NO_CARD
    lay_decks(rules, state, events)
    lay_island(rules, state, events)
    lay_track(rules, state, events)
    lay_assistants(rules, state, events)
    equip_players(rules, state, events)
    if rules.seats == 1:
        choose_tiles(rules, state, events)
    log(events, Event.SETUP, NOBODY, state.blocked, top_to_rescue(state), red_tiles(rules, state))
    state.round_number = 1
    refill(rules, state, events)
    begin_round(rules, state, events)
    proceed(rules, state, events)
