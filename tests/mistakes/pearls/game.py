"""Pearls: dive for another pearl, or sell what you hold."""

from digsite.kit import column, end_game, events, hand, log, names, next_seat, pile, shuffle, streams

Stream = streams("SEA")
Action = names("DIVE", "SELL")
Event = events(
    DIVES="{player} finds a pearl.",
    SELLS="{player} sells {pearls} pearls for {points}.",
)
STATE = {
    "sea": 40,
    "dived": "number",
    "bag": ("seats", 8),
    "held": "seats",
    "points": "seats",
    "sales": "seats",
}
HIDDEN = (pile("sea", "dived"), hand("bag", "held", of="sea"))
COLUMNS = (
    column("points", "points of sold pearls", part_of_score="points"),
    column("sales", "times the seat sold"),
)


def setup(rules, state, events):
    """The pearls lie shuffled on the sea bed."""
    for at in range(40):
        state.sea[at] = 1 + at % rules.kinds
    shuffle(state, Stream.SEA, state.sea, 0, 40)


def legal(rules, state, options):
    """Dive while the bag has room; sell if it holds anything."""
    n = 0
    if state.held[state.seat] < rules.bag_size:
        options[n] = Action.DIVE
        n += 1
    if state.held[state.seat] > 0:
        options[n] = Action.SELL
        n += 1
    return n


def dive(rules, state, events):
    """The next pearl goes into the bag, unseen by the others."""
    seat = state.seat
    state.bag[seat, state.held[seat]] = state.sea[state.dived]
    state.held[seat] += 1
    state.dived += 1
    log(events, Event.DIVES, seat)


def worth_of(rules, state, seat):
    """Each pearl is worth its kind."""
    worth = 0
    for at in range(state.held[seat]):
        worth += state.bag[seat, at]
    return worth


def sell(rules, state, events):
    """All pearls in the bag are sold at once."""
    seat = state.seat
    points = worth_of(rules, state, seat)
    log(events, Event.SELLS, seat, state.held[seat], points)
    state.points[seat] += points
    for at in range(state.held[seat]):
        state.bag[seat, at] = 0
    state.held[seat] = 0
    state.sales[seat] += 1


def apply(rules, state, option, events):
    """A turn is a dive or a sale; the game ends when the sea is empty."""
    if option == Action.DIVE:
        dive(rules, state, events)
    else:
        sell(rules, state, events)
    if state.dived == 40:
        end_game(state)
    next_seat(rules, state)


def score(rules, state, seat):
    """Points of sold pearls."""
    return state.points[seat]


def diver(rules, state, seat, *, enough=3):
    """Sells once it holds enough."""
    return Action.SELL if state.held[seat] >= enough else Action.DIVE


STRATEGIES = (diver,)
