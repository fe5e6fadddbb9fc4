"""Crew: each rolls a die a few times; alone, in teams, or together against a goal."""

from digsite.kit import column, end_game, events, log, names, next_seat, roll_dice, streams

ALONE, TEAMS, TOGETHER = 0, 1, 2  # the words of the figure `sides`

Stream = streams("DICE")
Action = names("ONE_DIE", "TWO_DICE")
Event = events(ROLL="{player} rolls {points}.")
STATE = {"points": "seats", "rolls": "seats"}
COLUMNS = (column("points", "points rolled", part_of_score="points"),)


def setup(rules, state, events):
    """Nothing lies on the table."""


def apply(rules, state, option, events):
    """One die brings its points; of two the points less four."""
    brought = (
        roll_dice(state, Stream.DICE, 6, 1) if option == Action.ONE_DIE else roll_dice(state, Stream.DICE, 6, 2) - 4
    )
    state.points[state.seat] += brought
    state.rolls[state.seat] += 1
    log(events, Event.ROLL, state.seat, brought)
    if state.seat == rules.seats - 1 and state.rolls[state.seat] == rules.rounds:
        end_game(state)
    next_seat(rules, state)


def side(rules, seat):
    """Alone, across the table, or all together."""
    return seat if rules.sides == ALONE else seat % 2 if rules.sides == TEAMS else 0


def contends(rules, state, seat):
    """Together they win with enough points."""
    total = 0
    for other in range(rules.seats):
        total += state.points[other]
    return rules.sides != TOGETHER or total >= rules.goal


def score(rules, state, seat):
    """Points rolled."""
    return state.points[seat]


def careful(rules, state, seat):
    """Rolls one die."""
    return Action.ONE_DIE


def daring(rules, state, seat):
    """Rolls two."""
    return Action.TWO_DICE


STRATEGIES = (careful, daring)
