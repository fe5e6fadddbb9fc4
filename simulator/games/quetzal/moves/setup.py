"""Setting up: deck, upgrades, coins, the automaton's cards, and the first round."""

from digsite.simulator.games.quetzal.moves.rounds import begin_round, proceed
from digsite.simulator.games.quetzal.moves.types import TYPES
from digsite.simulator.games.quetzal.rules import AUTOMATON_CARDS, KINDS, NO_UPGRADE, UPGRADE_KINDS
from digsite.simulator.games.quetzal.state import NO_DECISION, Stream
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.rng import shuffle


@rule
def prepare_deck(rules, state):
    """Shuffle all artifact cards."""
    cards = 0
    for kind in range(KINDS):
        for _ in range(rules.copies[kind]):
            state.deck[cards] = kind
            cards += 1
    shuffle(state, Stream.DECK, state.deck, 0, cards)
    state.deck_left = cards


@rule
def prepare_upgrades(rules, state):
    """Mix all upgrades into a pile."""
    tiles = 0
    for kind in range(UPGRADE_KINDS):
        for _ in range(rules.upgrades_copies[kind]):
            state.pile[tiles] = kind
            tiles += 1
    shuffle(state, Stream.UPGRADES, state.pile, 0, tiles)
    state.pile_left = tiles


@rule
def prepare_automaton(state):
    """Shuffle the automaton's cards."""
    for card in range(AUTOMATON_CARDS):
        state.automaton[card] = card
    shuffle(state, Stream.AUTOMATON, state.automaton, 0, AUTOMATON_CARDS)


@rule(TYPES.setup)
def setup(rules, state, events):
    """Shuffle, hand out coins by seat, give the marker to the first seat, and begin the first round."""
    prepare_deck(rules, state)
    prepare_upgrades(rules, state)
    if rules.automaton:
        prepare_automaton(state)
    for seat in range(rules.seats):
        state.coins[seat] = rules.setup_coins[seat]
        state.owned[seat, 0] = state.owned[seat, 1] = NO_UPGRADE
    state.decision = NO_DECISION
    begin_round(rules, state, events)
    proceed(rules, state, events)
