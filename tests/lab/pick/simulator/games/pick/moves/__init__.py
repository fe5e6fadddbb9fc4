"""How Pick is played."""

from digsite.simulator.games.pick.columns import OUTCOME
from digsite.simulator.games.pick.options import MAX_OPTIONS, NUMBERS
from digsite.simulator.games.pick.rules import Rules
from digsite.simulator.games.pick.state import MAX_SEATS, Decision, Event, State, Stream
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.jit.signatures import game_types
from digsite.simulator.kernel.play.events import log
from digsite.simulator.kernel.play.rng import below

TYPES = game_types(Rules, State, OUTCOME, MAX_SEATS)


@rule(TYPES.setup)
def setup(rules, state, events):
    """Everybody's die is rolled; nobody sees it."""
    state.decision = Decision.PICK
    for seat in range(rules.seats):
        state.die[seat] = below(state, Stream.DICE, rules.die)


@rule(TYPES.legal)
def legal(rules, state, options):
    """Any number, plainly or boldly."""
    for option in range(MAX_OPTIONS):
        options[option] = option
    return MAX_OPTIONS


@rule(TYPES.apply)
def apply(rules, state, option, events):
    """The pick counts; after the last one the game is over."""
    seat = state.seat
    state.number[seat], state.bold[seat] = option % NUMBERS, option // NUMBERS
    log(events, Event.PICK, seat, option % NUMBERS, option // NUMBERS, 0)
    state.turns += 1
    state.over = state.turns == rules.seats
    state.seat = (seat + 1) % rules.seats


@rule(TYPES.score)
def score(rules, state, outcome):
    """By the kind of the game."""
    for seat in range(rules.seats):
        outcome.number[seat], outcome.bold[seat] = state.number[seat], state.bold[seat]
        points = state.die[seat]
        if rules.kind == 0:
            points += 100 - 2 * abs(state.number[seat] - rules.best) + rules.bonus * state.bold[seat]
        if rules.kind == 2:
            for other in range(rules.seats):
                points += 2 * ((state.number[seat] - state.number[other]) % 3 == 1)
                points += (state.number[seat] - state.number[other]) % 3 == 0
        outcome.score[seat] = points


@rule(TYPES.redeal)
def redeal(rules, state, seat):
    """The dice are hidden until the end."""
    for other in range(rules.seats):
        state.die[other] = below(state, Stream.REDEAL, rules.die)
