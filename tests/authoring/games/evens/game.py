"""Evens: all choose a number at once, and a number that nobody else chose is as many points."""

from digsite.kit import below, column, end_game, events, log, names, streams

Stream = streams()
Action = names("ONE", "TWO", "THREE")
Event = events(ALONE="{player} alone chose {number}.")
STATE = {"points": "seats", "ones": "seats", "rounds": "number"}
COLUMNS = (column("points", "points", part_of_score="points"), column("ones", "ones chosen"))


def setup(rules, state, events):
    """Everyone chooses from the start."""


def resolve(rules, state, events):
    """A number counts if only one seat chose it."""
    for seat in range(rules.seats):
        others = 0
        for rival in range(rules.seats):
            others += rival != seat and state.choice[rival] == state.choice[seat]
        state.ones[seat] += state.choice[seat] == Action.ONE
        if others == 0:
            state.points[seat] += state.choice[seat] + 1
            log(events, Event.ALONE, seat, state.choice[seat] + 1)
    state.rounds += 1
    if state.rounds == rules.rounds:
        end_game(state)


def score(rules, state, seat):
    """Points."""
    return state.points[seat]


def worth(rules, state, seat):
    """Ones alone, which is not what wins: so that it shows who plays by it."""
    return state.ones[seat]


def steady(rules, state, seat):
    """Always chooses three."""
    return Action.THREE


def fickle(rules, state, seat):
    """Chooses two or three."""
    return Action.TWO + below(state, Stream.NOISE + seat, 2)


STRATEGIES = (steady, fickle)
