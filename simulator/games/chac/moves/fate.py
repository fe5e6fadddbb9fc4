"""Life, death and escape."""

from digsite.simulator.games.chac.moves.treasure import face_value, lose_all
from digsite.simulator.games.chac.moves.types import NOTHING, STATE, TRUTH, WHOLE
from digsite.simulator.games.chac.rules import NOWHERE, OUTSIDE
from digsite.simulator.games.chac.state import CASKET, Event, Status
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.jit.signatures import EVENTS
from digsite.simulator.kernel.play.events import log


@rule
def ability(state, seat):
    """Return the ability of the seat's current adventurer."""
    return state.adventurer[seat, state.second[seat]] >> 1


@rule(TRUTH(STATE, WHOLE, WHOLE))
def can_use(state, seat, wanted):
    """Return whether the seat's adventurer has this ability and has not used it yet."""
    second = state.second[seat]
    return state.adventurer[seat, second] >> 1 == wanted and not state.ability_used[seat, second]


@rule
def use_ability(state, seat):
    """An ability works once in a game."""
    state.ability_used[seat, state.second[seat]] = True


@rule(NOTHING(STATE, WHOLE, WHOLE, EVENTS))
def die(state, seat, cause, events):
    """The adventurer is out of the game and the cards are discarded; a first adventurer can be replaced."""
    second = state.second[seat]
    log(events, Event.DEATH, seat, cause, state.space[seat], state.cards[seat])
    lose_all(state, seat)
    state.cause[seat, second] = cause
    state.death_turn[seat, second] = state.turn
    state.space[seat] = NOWHERE
    state.actions[seat] = 0
    state.stamina_now[seat] = 0
    state.status[seat] = Status.LOST if second else Status.WAITING


@rule
def escape(rules, state, seat, events):
    """Out of the temple alive: no way back, and no replacement."""
    state.space[seat] = OUTSIDE
    state.actions[seat] = 0
    state.status[seat] = Status.ESCAPED
    state.escape_turn[seat] = state.turn
    caskets = state.kind_held[seat, CASKET]
    log(events, Event.ESCAPE, seat, state.cards[seat], face_value(rules, state, seat), caskets)
