"""The view from one seat: everything it cannot know is redealt."""

from digsite.simulator.games.chac.moves.setup import place_trap, stack_wall_cards
from digsite.simulator.games.chac.moves.types import TYPES
from digsite.simulator.games.chac.rules import DECKS, KINDS, LAVA_SPACES, MAX_DECK, ZONES
from digsite.simulator.games.chac.state import CHECKPOINT_TURNS, Slab, Stream
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.rng import shuffle


@rule
def count_carried(state, seat, deck):
    """Return how many cards of a deck a seat carries, which all players see."""
    cards = 0
    for kind in range(KINDS):
        cards += state.carried[seat, deck, kind]
    return cards


@rule
def stack_unseen(rules, state, seat, deck):
    """Lay the unseen cards of a deck down in order, whatever order they had; return their number.

    They are those of the box, less the seat's own and those on the discard pile.
    """
    cards = 0
    for kind in range(KINDS):
        unseen = rules.treasure[deck, kind] - state.carried[seat, deck, kind] - state.discarded[deck, kind]
        for _ in range(unseen):
            state.deck[deck, cards] = kind
            cards += 1
    return cards


@rule
def redeal_deck(rules, state, seat, deck):
    """Rivals' cards of a deck and those not yet drawn change places; the seat only sees how many there are."""
    unseen = stack_unseen(rules, state, seat, deck)
    shuffle(state, Stream.REDEAL, state.deck[deck], 0, unseen)
    for rival in range(rules.seats):
        if rival == seat:
            continue
        held = count_carried(state, rival, deck)
        for kind in range(KINDS):
            state.kind_held[rival, kind] -= state.carried[rival, deck, kind]
            state.carried[rival, deck, kind] = 0
        for _ in range(held):
            unseen -= 1
            kind = state.deck[deck, unseen]
            state.carried[rival, deck, kind] += 1
            state.kind_held[rival, kind] += 1
    for at in range(unseen, MAX_DECK):
        state.deck[deck, at] = 0  # hides what was drawn from there


@rule
def knows_trap(state, seat, zone):
    """A trap is known once it has killed, or by clue or peek once the glyphs are in sight."""
    slab = state.trap[zone]
    if state.slab[slab] == Slab.COLLAPSED or state.peeked[seat] >> slab & 1:
        return True
    return state.unmasked and state.deciphered[seat] >> zone & 1 != 0


@rule
def redeal_traps(state, seat):
    """Traps the seat does not know lie anywhere under the slabs it does not know to be safe."""
    taken = 0  # slabs that cannot hold an unknown trap
    for slab in range(LAVA_SPACES):
        if state.slab[slab] != Slab.HIDDEN or state.peeked[seat] >> slab & 1:
            taken |= 1 << slab
    for zone in range(ZONES):
        if knows_trap(state, seat, zone):
            taken |= 1 << int(state.trap[zone])
    for zone in range(ZONES):
        if not knows_trap(state, seat, zone):
            place_trap(state, Stream.REDEAL, zone, taken)
            taken |= 1 << int(state.trap[zone])


@rule
def forget_values(rules, state, seat):
    """Blank what rivals held at earlier turns: it would reveal what they hold now."""
    for rival in range(rules.seats):
        for at in range(len(CHECKPOINT_TURNS)):
            state.value_after[rival, at] *= rival == seat


@rule(TYPES.redeal)
def redeal(rules, state, seat):
    """Redeal what the seat cannot know: rivals' cards and the decks, unknown traps, wall cards to come."""
    for deck in range(DECKS):
        redeal_deck(rules, state, seat, deck)
    redeal_traps(state, seat)
    stack_wall_cards(rules, state)
    shuffle(state, Stream.REDEAL, state.wall_card, state.walls_turned, rules.walls_deck)
    forget_values(rules, state, seat)
