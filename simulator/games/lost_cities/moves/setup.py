"""The start of an expedition: the board is cleared, tiles are laid, cards dealt."""

from digsite.simulator.games.lost_cities.moves.hands import add_to_hand
from digsite.simulator.games.lost_cities.moves.types import TYPES
from digsite.simulator.games.lost_cities.rules import CARDS, PATHS, STONES
from digsite.simulator.games.lost_cities.state import NO_PILE, Decision, Direction, Event, Stream, Tile
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.events import log
from digsite.simulator.kernel.play.rng import shuffle


@rule
def clear_board(rules, state):
    """All players take back explorers, columns and discard piles are cleared, artifact tiles returned."""
    state.crossed = state.idle_turns = 0
    state.fresh_discard = NO_PILE
    for card in range(CARDS):
        state.played[card] = 0
    for path in range(PATHS):
        state.discard_size[path] = 0
    for seat in range(rules.seats):
        state.artifact_tiles[seat] = state.begun[seat] = state.fitting[seat] = 0
        state.researchers_left[seat] = rules.explorers_researchers
        state.adventurers_left[seat] = rules.explorers_adventurers
        for path in range(PATHS):
            state.column_size[seat, path] = state.stone[seat, path] = 0
            state.direction[seat, path] = Direction.OPEN
            state.researcher[seat, path] = False


@rule
def tile_kind(rules, number):
    """Return a tile by number: first the artifacts, then the arrows, then the victory points."""
    if number < rules.tiles_artifact:
        return Tile.ARTIFACT.value
    if number < rules.tiles_artifact + rules.tiles_arrow:
        return Tile.ARROW.value
    return int(rules.tiles_victory[number - rules.tiles_artifact - rules.tiles_arrow])


@rule
def lay_tiles(rules, state, events):
    """The event tiles are shuffled and laid, face up, on the event spaces."""
    for path in range(PATHS):
        for stone in range(STONES + 1):
            state.tile[path, stone] = Tile.NONE
    stack = state.deck  # the cards are not yet dealt
    for space in range(rules.spaces):
        stack[space] = space
    shuffle(state, Stream.TILES_1 + state.expedition, stack, 0, rules.spaces)
    for space in range(rules.spaces):
        path, stone, tile = rules.space_colour[space], rules.space_stone[space], tile_kind(rules, stack[space])
        state.tile[path, stone] = tile
        log(events, Event.TILE, -1, path, stone, tile)


@rule
def log_hand(state, seat, events):
    """Log every card of a hand, the lowest first."""
    for card in range(CARDS):
        for _ in range((state.held[seat] >> card & 1) + (state.twice[seat] >> card & 1)):
            log(events, Event.HAND, seat, card, 0, 0)


@rule
def deal_cards(rules, state, events):
    """All cards are shuffled, some removed unseen (two players), and a hand dealt to each; the rest is the pile."""
    cards = CARDS * rules.cards_copies
    for i in range(cards):
        state.deck[i] = i % CARDS
    shuffle(state, Stream.CARDS_1 + state.expedition, state.deck, 0, cards)
    for seat in range(rules.seats):
        state.held[seat] = state.twice[seat] = 0
        state.extra_cards[seat] = 0
        for card in range(CARDS):
            state.shown[seat, card] = 0
        for _ in range(rules.cards_hand):
            cards -= 1
            add_to_hand(state, seat, state.deck[cards])
        if events.shape[0] > 0:
            log_hand(state, seat, events)
    state.pile = cards - rules.cards_removed


@rule
def begin_expedition(rules, state, events):
    """Clear the board, lay the tiles and deal the cards; the seat that is next to move starts."""
    log(events, Event.EXPEDITION, state.seat, state.expedition, 0, 0)
    clear_board(rules, state)
    lay_tiles(rules, state, events)
    deal_cards(rules, state, events)
    state.decision = Decision.PLAY


@rule(TYPES.setup)
def setup(rules, state, events):
    """Seat 1 starts the first expedition."""
    begin_expedition(rules, state, events)
