"""An expedition's start: the board is cleared, tiles are laid, cards dealt."""

from simulator.games.lost_cities.moves.hands import add_to_hand
from simulator.games.lost_cities.moves.types import TYPES
from simulator.games.lost_cities.rules import CARDS, PATHS, STONES
from simulator.games.lost_cities.state import NO_PILE, Decision, Direction, Event, Stream, Tile
from simulator.kernel.compile import rule
from simulator.kernel.events import log
from simulator.kernel.rng import below, shuffle


@rule
def clear_board(rules, state):
    """Everybody takes back explorers, columns and discard piles are cleared, artifact tiles returned."""
    state.crossed = state.idle_turns = 0
    state.fresh_discard = NO_PILE
    for card in range(CARDS):
        state.played[card] = 0
    for path in range(PATHS):
        state.discard_size[path] = 0
    for seat in range(rules.seats):
        state.artifact_tiles[seat] = 0
        state.researchers_left[seat] = rules.explorers_researchers
        state.adventurers_left[seat] = rules.explorers_adventurers
        for path in range(PATHS):
            state.column_size[seat, path] = state.stone[seat, path] = 0
            state.direction[seat, path] = Direction.OPEN
            state.researcher[seat, path] = False


@rule
def lay_tiles(rules, state, events):
    """The event tiles are laid, face up, on the event spaces and shuffled there."""
    for path in range(PATHS):
        for stone in range(STONES + 1):
            state.tile[path, stone] = Tile.NONE
    artifacts, arrows = rules.tiles_artifact, rules.tiles_arrow
    for space in range(rules.spaces):
        kind = int(rules.tiles_victory[space - artifacts - arrows])
        if space < artifacts:
            kind = Tile.ARTIFACT.value
        elif space < artifacts + arrows:
            kind = Tile.ARROW.value
        state.tile[rules.space_colour[space], rules.space_stone[space]] = kind
    for space in range(rules.spaces - 1, 0, -1):
        other = below(state, Stream.TILES_1 + state.expedition, space + 1)
        path, stone = rules.space_colour[space], rules.space_stone[space]
        other_path, other_stone = rules.space_colour[other], rules.space_stone[other]
        kind = state.tile[path, stone]
        state.tile[path, stone] = state.tile[other_path, other_stone]
        state.tile[other_path, other_stone] = kind
    if events.shape[0] > 0:
        for space in range(rules.spaces):
            path, stone = rules.space_colour[space], rules.space_stone[space]
            log(events, Event.TILE, -1, path, stone, state.tile[path, stone])


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
    """Board cleared, tiles laid, cards dealt; the seat that is next to move starts."""
    log(events, Event.EXPEDITION, state.seat, state.expedition, 0, 0)
    clear_board(rules, state)
    lay_tiles(rules, state, events)
    deal_cards(rules, state, events)
    state.decision = Decision.PLAY


@rule(TYPES.setup)
def setup(rules, state, events):
    """Seat 1 starts the first expedition."""
    begin_expedition(rules, state, events)
