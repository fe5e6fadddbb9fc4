"""Scoring: what was brought out alive, and the measurements of each seat and of the temple."""

from digsite.simulator.games.chac.moves.treasure import alcoves_held
from digsite.simulator.games.chac.moves.types import TYPES, copy_columns
from digsite.simulator.games.chac.rules import DECKS, KINDS, SMALL_ALCOVES, VAULT
from digsite.simulator.games.chac.state import (
    CASKET,
    LAVA_DECK,
    RIVER_DECK,
    TIMELINE,
    Room,
    Route,
    Status,
)
from digsite.simulator.kernel.jit.compile import rule


@rule
def count_treasure(rules, state, seat, outcome):
    """Count what an escaped player brought out, by room."""
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
def note_fate(state, seat, outcome):
    """Record how both adventurers of a seat fared."""
    outcome.ability_first[seat] = state.adventurer[seat, 0] >> 1
    outcome.ability_second[seat] = state.adventurer[seat, 1] >> 1
    outcome.ability_used_first[seat] = state.ability_used[seat, 0]
    outcome.ability_used_second[seat] = state.ability_used[seat, 1]
    outcome.death_first[seat] = state.cause[seat, 0]
    outcome.death_second[seat] = state.cause[seat, 1]
    outcome.death_turn_first[seat] = state.death_turn[seat, 0]
    outcome.death_turn_second[seat] = state.death_turn[seat, 1]
    outcome.route_lava[seat] = state.route[seat, Route.LAVA]
    outcome.route_river[seat] = state.route[seat, Route.RIVER]
    outcome.route_bridge[seat] = state.route[seat, Route.BRIDGE]
    outcome.route_long_way[seat] = state.route[seat, Route.LONG_WAY]


@rule
def note_temple(state, outcome):
    """Record the final state of the temple."""
    outcome.rounds = state.turn
    for turn in range(TIMELINE):
        outcome.boulder[turn] = state.boulder_after[turn]
    outcome.boulder_end = state.boulder
    outcome.planks_left = state.planks
    for alcove in range(SMALL_ALCOVES):
        outcome.alcoves_opened += state.alcove_owner[alcove] >= 0
    outcome.vault_opened = state.alcove_owner[VAULT] >= 0


@rule(TYPES.score)
def score(rules, state, outcome):
    """The value brought out alive decides; a player who did not escape cannot win."""
    copy_columns(rules, state, outcome)
    for seat in range(rules.seats):
        note_fate(state, seat, outcome)
        out = state.status[seat] == Status.ESCAPED
        outcome.contends[seat] = out
        if out:
            outcome.escaped[seat] = 1 + state.second[seat]
            outcome.escapes += 1
            count_treasure(rules, state, seat, outcome)
    note_temple(state, outcome)
