"""The end of the game, and the measurements taken before it."""

from digsite.simulator.games.chac.moves.treasure import face_value
from digsite.simulator.games.chac.rules import DECKS
from digsite.simulator.games.chac.state import CASKET, CHECKPOINT_TURNS, Event, Phase, Status, Stream
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.events import log
from digsite.simulator.kernel.play.rng import roll


@rule
def nobody_plays_on(rules, state):
    """No adventurer is inside and none can still come."""
    for seat in range(rules.seats):
        if state.status[seat] == Status.INSIDE:
            return False
        if state.status[seat] == Status.WAITING:
            # a player whose adventurer died this turn still has the replacement phase, even under the strict ruling
            if rules.ends_waits_for_replacements or state.phase != Phase.REPLACING:
                return False
    return True


@rule
def roll_caskets(rules, state, events):
    """After the game each casket brought out is worth a die."""
    for seat in range(rules.seats):
        if state.status[seat] != Status.ESCAPED:
            continue
        value = face_value(rules, state, seat)
        for deck in range(DECKS):
            for _ in range(state.carried[seat, deck, CASKET]):
                face = roll(state, Stream.CASKET)
                state.casket_value[seat, deck] += face
                value += face
                log(events, Event.CASKET, seat, face, 0, 0)
        log(events, Event.SCORE, seat, state.cards[seat], value, 0)


@rule
def note_values(rules, state):
    """Record what every player holds at the turns of the timeline; the last values also stand for later ones."""
    for at in range(len(CHECKPOINT_TURNS)):
        turn = CHECKPOINT_TURNS[at]
        if state.turn == turn or (state.over and state.turn < turn):
            for seat in range(rules.seats):
                state.value_after[seat, at] = face_value(rules, state, seat)


@rule
def finish(rules, state, reason, events):
    """The game is over."""
    state.over = True
    state.end_reason = reason
    note_values(rules, state)
    roll_caskets(rules, state, events)
