"""High roll: each player rolls a die once and adds a bonus; the higher sum wins."""

from digsite.kit import below, column, end_game, events, log, names, next_seat, streams

Stream = streams("DICE", "GIFT")
Action = names("ROLL")
Event = events(ROLL="{player} rolls {face} and has {points:point}.")
STATE = {"points": "seats", "rolled": "number"}
COLUMNS = (column("points", "points", part_of_score="points"),)


def setup(rules, state, events):
    """Rolls before the game count for nothing: they are other luck, and no other game."""
    for _ in range(rules.warm_up):
        below(state, Stream.DICE, rules.faces)


def apply(rules, state, option, events):
    """A roll, the seat's bonus, and for the second seat now and then a gift."""
    seat = state.seat
    face = below(state, Stream.DICE, rules.faces) + 1
    state.points[seat] = face + (rules.first_bonus if seat == 0 else rules.second_bonus)
    if seat == 1 and below(state, Stream.GIFT, 1000) < rules.second_luck * 1000:
        state.points[seat] += rules.second_gift
    log(events, Event.ROLL, seat, face, state.points[seat])
    state.rolled += 1
    if state.rolled == rules.seats:
        end_game(state)
    else:
        next_seat(rules, state)


def score(rules, state, seat):
    """Points."""
    return state.points[seat]


def tiebreak(rules, state, seat):
    """Ties are shared, or go to the later seat."""
    return seat if rules.ties_to_the_last else 0


def roller(rules, state, seat):
    """Rolls."""
    return Action.ROLL


def thrower(rules, state, seat):
    """Rolls, too."""
    return Action.ROLL


STRATEGIES = (roller, thrower)
