"""Pig: roll again, or bank the points of the turn before a 1 takes them."""

from digsite.kit import below, column, end_game, events, log, names, next_seat, streams

Stream = streams("DICE")
Action = names("ROLL", "HOLD")
Event = events(
    ROLL="{player} rolls a {face} and has {kept} in this turn.",
    BUST="{player} rolls a 1 and gets nothing[ for {lost}].",
    HOLD="{player} banks {kept} and has {points}.",
)
STATE = {"points": "seats", "kept": "number", "rolls": "seats"}
COLUMNS = (column("points", "points", part_of_score="points"), column("rolls", "rolls of the die"))


def setup(rules, state, events):
    """Seat 1 begins with nothing."""


def legal(rules, state, options):
    """Roll; or hold, once there is something to bank."""
    options[0] = Action.ROLL
    options[1] = Action.HOLD
    return 2 if state.kept > 0 else 1


def apply(rules, state, option, events):
    """A 1 ends the turn with nothing; holding banks the turn's points, and the target wins at once."""
    seat = state.seat
    if option == Action.HOLD:
        state.points[seat] += state.kept
        log(events, Event.HOLD, seat, state.kept, state.points[seat])
        state.kept = 0
        if state.points[seat] >= rules.target:
            end_game(state)
        next_seat(rules, state)
        return
    face = below(state, Stream.DICE, rules.faces) + 1
    state.rolls[seat] += 1
    if face == 1:
        log(events, Event.BUST, seat, state.kept)
        state.kept = 0
        next_seat(rules, state)
        return
    state.kept += face
    log(events, Event.ROLL, seat, face, state.kept)


def score(rules, state, seat):
    """Points in the bank."""
    return state.points[seat]


def holder(rules, state, seat, *, enough=8):
    """Holds once the turn has brought enough, or wins."""
    wins = state.points[seat] + state.kept >= rules.target
    return Action.HOLD if state.kept > 0 and (wins or state.kept >= enough) else Action.ROLL


def chaser(rules, state, seat, *, calm=5, keen=10):
    """Holds early when ahead and late when behind."""
    ahead = 1
    for rival in range(rules.seats):
        if state.points[rival] > state.points[seat]:
            ahead = 0
    enough = calm if ahead else keen
    return (
        Action.HOLD
        if state.kept > 0 and (state.kept >= enough or state.points[seat] + state.kept >= rules.target)
        else Action.ROLL
    )


def planner(rules, state, seat):
    """Plays by the plan in rules.toml, for two players."""
    at = state.points[seat] * rules.target + state.points[1 - seat]
    wins = state.points[seat] + state.kept >= rules.target
    return Action.HOLD if wins or rules.hold_from[at] <= state.kept < rules.hold_until[at] else Action.ROLL


STRATEGIES = (holder, chaser, planner)
