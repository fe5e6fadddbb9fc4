"""Fish: hands by count and hands by card, cards shown to all, and two piles of one deck: every way to hide cards."""

from digsite.kit import (
    add_cards,
    below,
    column,
    end_game,
    events,
    find_card,
    gain,
    hand,
    log,
    names,
    next_seat,
    packed,
    pile,
    remove_at,
    shuffle,
    streams,
)

Stream = streams("DECK")
Action = names("DRAW", "SHOW", "SWAP")
Option = packed(action=Action, kind=10)
EndReason = names("DECK_EMPTY", "HAND_EMPTY")
Event = events(
    DRAW="{player} draws.",
    SHOW="{player} shows a {fish}.",
    SWAP="{player} swaps a {fish} with {other:player}.",
)
STATE = {
    "deck": 40, "left": "number", "box": 4, "boxed": "number",
    "list": ("seats", 40), "held": "seats", "seen": ("flag", "seats", 40),
    "count": ("seats", 10), "shown": ("seats", 10), "points": "seats", "swaps": "seats",
}  # fmt: skip
HIDDEN = (
    pile("deck", 0, "left"), pile("box", 0, "boxed", of="deck"),
    hand("list", "held", of="deck", known="seen"), hand("count", of="deck", known="shown"),
)  # fmt: skip
COLUMNS = (column("points", "kinds shown", part_of_score="shown"), column("swaps", "swaps"))
NUDGES = (gain("points", "a point", least=-2, most=5),)
MILESTONES = ("5 turns", "10 turns")
MAX_OPTIONS = 12


def draw(rules, state):
    """The top card of the deck."""
    state.left -= 1
    return state.deck[state.left]


def setup(rules, state, events):
    """Two cards go to the box; half of each hand is counted, half is listed."""
    size = 0
    for kind in range(rules.kinds):
        size = add_cards(state.deck, size, kind, rules.copies)
    state.left = size
    shuffle(state, Stream.DECK, state.deck, 0, size)
    for at in range(2):
        state.box[at] = draw(rules, state)
    state.boxed = 2
    for _ in range(rules.hand):
        for seat in range(rules.seats):
            if state.left > 4:
                state.count[seat, draw(rules, state)] += 1
                state.list[seat, state.held[seat]] = draw(rules, state)
                state.held[seat] += 1


def legal(rules, state, options):
    """Draw; show a listed card that is not known; swap the first listed card with the next seat's."""
    n = 0
    if state.left > 0:
        options[n] = Option.of(Action.DRAW, 0)
        n += 1
    for kind in range(rules.kinds):
        if state.count[state.seat, kind] > state.shown[state.seat, kind]:
            options[n] = Option.of(Action.SHOW, kind)
            n += 1
    if state.held[state.seat] > 0:
        options[n] = Option.of(Action.SWAP, 0)
        n += 1
    return n


def apply(rules, state, option, events):
    """A shown card stays in the hand and is known to all; a swapped card is known to all, too."""
    seat, kind = state.seat, Option.kind(option)
    if Option.action(option) == Action.DRAW:
        state.count[seat, draw(rules, state)] += 1
        log(events, Event.DRAW, seat)
    elif Option.action(option) == Action.SHOW:
        state.shown[seat, kind] += 1
        state.points[seat] += 1
        log(events, Event.SHOW, seat, kind)
    else:
        other = seat + 1 if seat + 1 < rules.seats else 0
        card = state.list[seat, 0]
        state.held[seat] = remove_at(state.list[seat], state.held[seat], 0)
        remove_at(state.seen[seat], state.held[seat] + 1, 0)
        if find_card(state.list[other], state.held[other], card) < 0 and state.held[other] < 39:
            state.list[other, state.held[other]] = card
            state.seen[other, state.held[other]] = 1
            state.held[other] += 1
        else:
            state.points[other] += 1
        state.swaps[seat] += 1
        log(events, Event.SWAP, seat, card, other)
    if state.left == 0:
        end_game(state, EndReason.DECK_EMPTY)
    elif state.turns > 60:
        end_game(state, EndReason.HAND_EMPTY)
    next_seat(rules, state)


def score(rules, state, seat):
    """Points."""
    return state.points[seat]


def milestone(rules, state):
    """Every five turns."""
    return state.turns // 5


def drawer(rules, state, seat, options, n, *, luck=3):
    """Draws, mostly."""
    return options[0] if below(state, Stream.NOISE + seat, luck) else options[n - 1]


def shower(rules, state, seat, options, n):
    """Takes the last option but one."""
    return options[max(n - 2, 0)]


STRATEGIES = (drawer, shower)
