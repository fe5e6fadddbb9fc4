"""Sinking Stones: an open board with movement. Explorers run over stones in a swamp; each stone that one leaves sinks.

In turn, all place their explorers on free stones. Then a turn is a run of one explorer in a straight line, over
stones that are there and free; its player takes the gems of the stone that it leaves. Who cannot run any more is out,
and takes the gems under its explorers. The game ends when nobody can run. Nothing is hidden.
"""

from digsite.kit import Wording, column, end_game, events, gain, log, names, packed, seat_after, shuffle, streams

SIDE = 8  # of the largest board: a stone's number is row * SIDE + column
FREE, SUNK = -1, -2  # what is on a stone, if not an explorer of a seat
DOWN, RIGHT = (0, 1, 0, -1, 1, 1, -1, -1), (1, 0, -1, 0, 1, -1, -1, 1)  # the eight directions, straight ones first
STONES = tuple(f"{'abcdefgh'[at % SIDE]}{at // SIDE + 1}" for at in range(SIDE * SIDE))

Stream = streams("STONES")
Decision = names("PLACE", "RUN")
Option = packed(explorer=3, stone=STONES)  # which explorer, and where to
EndReason = names("STUCK")
Event = events(
    PLACES="{player} places an explorer on {stone:STONES}.",
    RUNS="{player} runs from {stone:STONES} to {target:STONES} and takes {gems:gem}.",
    OUT="{player} cannot run any more and takes the last {gems:gem}.",
)
MAX_OPTIONS = 3 * 27  # three explorers in the middle of the largest board

STATE = {
    "gems": SIDE * SIDE, "on": SIDE * SIDE, "at": ("seats", 3), "placed": "seats", "out": "seats",
    "taken": "seats", "runs": "seats", "farthest": "seats",
}
HIDDEN = ()  # all may see the gems on the board
COLUMNS = (
    column("taken", "gems taken", part_of_score="gems"),
    column("runs", "runs of a player's explorers", headline=True),
    column("farthest", "stones of the longest run", headline=True),
)
NUDGES = (gain("taken", "a gem", least=-5, most=10),)
WORDING = Wording(point="gem", ends={"stuck": "when nobody can run any more"})


def setup(rules, state, events):
    """Gems are shuffled over the stones of the board, and given to those who begin late."""
    size = rules.board_rows * rules.board_columns
    for at in range(size):
        state.gems[at] = rules.gems[at % rules.gems_size]
    for seat in range(rules.seats):
        state.taken[seat] = seat * rules.head_start
    shuffle(state, Stream.STONES, state.gems, 0, size)
    for stone in range(SIDE * SIDE - 1, -1, -1):
        row, column_ = stone // SIDE, stone % SIDE
        there = row < rules.board_rows and column_ < rules.board_columns
        state.on[stone] = FREE if there else SUNK
        state.gems[stone] = state.gems[row * rules.board_columns + column_] if there else 0


def steps(rules, state, stone, direction):
    """The number of free stones in a direction, up to the reach of an explorer."""
    row, column_ = stone // SIDE, stone % SIDE
    for step in range(1, rules.reach + 1):
        to_row, to_column = row + DOWN[direction] * step, column_ + RIGHT[direction] * step
        if min(to_row, to_column) < 0 or max(to_row, to_column) >= SIDE or state.on[to_row * SIDE + to_column] != FREE:
            return step - 1
    return rules.reach


def target(stone, direction, step):
    """The stone that lies some steps away."""
    return stone + (DOWN[direction] * SIDE + RIGHT[direction]) * step


def directions(rules):
    """The number of directions in which explorers run."""
    return 8 if rules.diagonals else 4


def room(rules, state, stone):
    """The number of stones that an explorer could run to from a stone."""
    total = 0
    for direction in range(directions(rules)):
        total += steps(rules, state, stone, direction)
    return total


def legal(rules, state, options):
    """Place an explorer on any free stone; run with any explorer to any stone that it reaches."""
    seat, n = state.seat, 0
    if state.decision == Decision.PLACE:
        for stone in range(SIDE * SIDE):
            if state.on[stone] == FREE:
                options[n] = Option.of(state.placed[seat], stone)
                n += 1
        return n
    for explorer in range(rules.explorers):
        stone = state.at[seat, explorer]
        for direction in range(directions(rules)):
            for step in range(1, steps(rules, state, stone, direction) + 1):
                options[n] = Option.of(explorer, target(stone, direction, step))
                n += 1
    return n


def apply(rules, state, option, events):
    """Place or run; then the next player who can do something is due."""
    seat, explorer, stone = state.seat, Option.explorer(option), Option.stone(option)
    if state.decision == Decision.PLACE:
        state.placed[seat] += 1
        log(events, Event.PLACES, seat, stone)
    else:
        left = state.at[seat, explorer]
        log(events, Event.RUNS, seat, left, stone, state.gems[left])
        state.runs[seat] += 1
        state.farthest[seat] = max(
            state.farthest[seat], abs(stone // SIDE - left // SIDE), abs(stone % SIDE - left % SIDE)
        )
        sink(state, seat, left)
    state.at[seat, explorer] = stone
    state.on[stone] = seat
    state.turns += 1
    pass_on(rules, state, events)


def sink(state, seat, stone):
    """The gems of a stone are taken; it sinks."""
    state.taken[seat] += state.gems[stone]
    state.gems[stone] = 0
    state.on[stone] = SUNK


def pass_on(rules, state, events):
    """Pass over those who are out; whoever finds no run is out from now on."""
    for _ in range(rules.seats):
        state.seat = seat_after(rules, state.seat)
        if state.placed[state.seat] < rules.explorers:
            state.decision = Decision.PLACE
            return
        state.decision = Decision.RUN
        if not state.out[state.seat]:
            if can_run(rules, state, state.seat):
                return
            leave(rules, state, state.seat, events)
    end_game(state, EndReason.STUCK)


def can_run(rules, state, seat):
    """Whether any explorer of a seat has a free stone next to it."""
    for explorer in range(rules.explorers):
        if room(rules, state, state.at[seat, explorer]) > 0:
            return True
    return False


def leave(rules, state, seat, events):
    """A player who is out takes the gems under its explorers, and their stones sink."""
    before = state.taken[seat]
    for explorer in range(rules.explorers):
        sink(state, seat, state.at[seat, explorer])
    state.out[seat] = 1
    log(events, Event.OUT, seat, state.taken[seat] - before)


def score(rules, state, seat):
    """Gems."""
    return state.taken[seat]


def tiebreak(rules, state, seat):
    """Runs."""
    return state.runs[seat]


def rivals_near(rules, state, seat, stone):
    """The number of rivals' explorers next to a stone."""
    found = 0
    for direction in range(directions(rules)):
        beside = target(stone, direction, 1)
        inside = 0 <= beside < SIDE * SIDE and abs(beside % SIDE - stone % SIDE) <= 1
        found += inside and state.on[beside] >= 0 and state.on[beside] != seat
    return found


def best_of(rules, state, seat, options, n, gems, space, near):
    """The option whose stone has the most: its gems, the room around it, and rivals next to it, each with a weight."""
    best, most = options[0], -1e9
    for at in range(n):
        stone = Option.stone(options[at])
        worth = (
            gems * state.gems[stone] + space * room(rules, state, stone) + near * rivals_near(rules, state, seat, stone)
        )
        if worth > most:
            best, most = options[at], worth
    return best


def grabber(rules, state, seat, options, n, *, gems=10, space=0.1):
    """Goes where the most gems are."""
    return best_of(rules, state, seat, options, n, gems, space, 0)


def wanderer(rules, state, seat, options, n, *, gems=2, space=1):
    """Keeps room to run."""
    return best_of(rules, state, seat, options, n, gems, space, 0)


def hunter(rules, state, seat, options, n, *, gems=2, space=0.5, near=4):
    """Runs up to rivals and takes their way."""
    return best_of(rules, state, seat, options, n, gems, space, near)


STRATEGIES = (grabber, wanderer, hunter)
