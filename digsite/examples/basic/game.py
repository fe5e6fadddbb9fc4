"""A die and a target: roll as often as you dare, or stop and keep what you rolled. Make it your own game, rule by rule.

rules.toml has the numbers, this file has the rules, the test next to it checks both.
"""

from digsite.kit import below, column, end_game, events, gain, log, names, next_seat, streams

# One stream of chance for each deck, die or bag: a change to one then leaves the luck of the others as it was.
Stream = streams("DIE")

# What a player can do. Here both are always possible; if not, add def legal(rules, state, options) as open-board does.
Action = names("ROLL", "STOP")

# What happens, in words: this is what `digsite replay` tells. {points:point} is 1 point or 2 points.
Event = events(
    ROLLS="{player} rolls {face}, {points:point} so far.",
    BUSTS="{player} rolls {face} and loses {points:point}.",
    STOPS="{player} stops with {points:point}, {total} in all.",
)

# All that changes during a game, 0 at the start: "number" is one number, "seats" one for each player, 40 a row of 40.
STATE = {"turn_points": "number", "points": "seats", "rolls": "seats", "busts": "seats"}

# What players cannot see: piles, hands, secret choices. Here there is nothing; trick-taking has a deck and hands.
HIDDEN = ()

# What is recorded of every game; the parts of the score add up to it.
COLUMNS = (
    column("points", "points kept", part_of_score="points"),
    column("rolls", "rolls of the die", headline=True),
    column("busts", "turns that ended with nothing", headline=True),
)

# What `digsite nudge` can give a player, to measure what it is worth.
NUDGES = (gain("points", "a point", least=-5, most=20),)


def setup(rules, state, events):
    """Prepare the table. Here there is nothing to shuffle or deal."""


def apply(rules, state, option, events):
    """The player whose turn it is, state.seat, has chosen an option: roll or stop."""
    seat = state.seat
    if option == Action.ROLL:
        roll_die(rules, state, events)
        return
    state.points[seat] += state.turn_points
    log(events, Event.STOPS, seat, state.turn_points, state.points[seat])
    if state.points[seat] >= rules.target:
        end_game(state)
    else:
        end_turn(rules, state)


def roll_die(rules, state, events):
    """A face adds its points; the bust face loses all points of the turn and ends it."""
    face = below(state, Stream.DIE, rules.dice_faces) + 1  # below: a random number from 0 to one less than given
    state.rolls[state.seat] += 1
    if face == rules.dice_bust:
        log(events, Event.BUSTS, state.seat, face, state.turn_points)
        state.busts[state.seat] += 1
        end_turn(rules, state)
    else:
        state.turn_points += face
        log(events, Event.ROLLS, state.seat, face, state.turn_points)


def end_turn(rules, state):
    """The next player begins with nothing."""
    state.turn_points = 0
    next_seat(rules, state)


def score(rules, state, seat):
    """A player's points; the most points win. For ties add: def tiebreak(rules, state, seat)."""
    return state.points[seat]


# Players. What stands behind the * are weights: --seats careful:enough=15,bold tries another, `digsite tune` searches.


def careful(rules, state, seat, *, enough=10):
    """Stops with a little."""
    return Action.STOP if state.turn_points >= enough else Action.ROLL


def bold(rules, state, seat, *, enough=20):
    """Stops with a lot, or when it wins."""
    wins = state.points[seat] + state.turn_points >= rules.target
    return Action.STOP if wins or state.turn_points >= enough else Action.ROLL


STRATEGIES = (careful, bold)
