"""How Pig is played."""

from digsite.kit import game_types, log, roll, rule

from ..columns import OUTCOME
from ..options import Action
from ..rules import Rules
from ..state import MAX_SEATS, Decision, Event, State, Stream

TYPES = game_types(Rules, State, OUTCOME, MAX_SEATS)


@rule
def pass_turn(rules, state):
    """The next player's turn begins with nothing kept."""
    state.kept = 0
    state.turns += 1
    state.seat = (state.seat + 1) % rules.seats


@rule(TYPES.setup)
def setup(rules, state, events):
    """Seat 1 begins."""
    state.decision = Decision.ACT


@rule(TYPES.legal)
def legal(rules, state, options):
    """Roll, or hold what the turn has brought."""
    options[0] = Action.ROLL
    options[1] = Action.HOLD
    return 2 if state.kept > 0 else 1


@rule(TYPES.apply)
def apply(rules, state, option, events):
    """A bust loses the turn's points; holding adds them, and the target ends the game."""
    seat = state.seat
    if option == Action.ROLL:
        face = roll(state, Stream.DICE)
        state.rolls[seat] += 1
        state.kept = 0 if face == rules.bust else state.kept + face
        log(events, Event.ROLL, seat, face, state.kept, 0)
        if state.kept == 0:
            pass_turn(rules, state)
        return
    state.points[seat] += state.kept
    log(events, Event.HOLD, seat, state.points[seat], 0, 0)
    state.over = state.points[seat] >= rules.target
    pass_turn(rules, state)


@rule(TYPES.score)
def score(rules, state, outcome):
    """Points decide."""
    for seat in range(rules.seats):
        outcome.score[seat] = state.points[seat]
        outcome.points[seat] = state.points[seat]
        outcome.rolls[seat] = state.rolls[seat]
