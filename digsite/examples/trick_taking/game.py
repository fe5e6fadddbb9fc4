"""Tall Ships: a trick-taking game with hidden hands. Promise how many tricks you take, then take exactly that many.

In each round everyone is dealt a hand and a card is turned up: its suit is trumps. One after another, all promise
a number of tricks. Suit must be followed; the highest trump takes the trick, without one the highest card of
the suit that was led. A promise that is kept scores; each trick too many or too few costs.
"""

from digsite.kit import (
    add_cards, column, end_game, events, find_card, gain, hand, log, names, next_seat, pile, remove_at, seat_after,
    shuffle, sort, streams,
)

SUITS = ("anchors", "gulls", "ropes", "waves")
ROOM = 16  # a card is suit * ROOM + its number
CARDS = {suit * ROOM + number: f"the {number} of {SUITS[suit]}" for suit in range(4) for number in range(ROOM)}
NONE = -1  # no suit, no card, no promise yet

Stream = streams("DECK")
Decision = names("PROMISE", "PLAY")  # an option is a number of tricks, or a card
Event = events(
    ROUND="# Round {number}: {cards:card} each[, {card:CARDS} is turned up].",
    PROMISES="{player} promises {tricks:trick}.",
    PLAYS="{player} plays {card:CARDS}.",
    TAKES="{player} takes the trick, {tricks} of {promised}.",
    SCORES="{player} took {tricks} of {promised:trick}: {points:point}.",
)
MAX_OPTIONS = ROOM
STATE = {
    "rounds_over": "number", "starter": "number", "deck": 64, "cards": "number", "dealt": "number",
    "hand": ("seats", 9), "hand_size": "seats",
    "trump": "number", "led": "number", "played": "seats", "table": "number",
    "promised": "seats", "tricks": "seats", "earned": "seats", "penalties": "seats",
    "kept": "seats", "promises": "seats", "missed": "seats",
}
HIDDEN = (pile("deck", "dealt", "cards"), hand("hand", "hand_size", of="deck"))
PUBLIC = {"trump": ("trumps", {**dict(enumerate(SUITS)), -1: "none"}), "played": ("plays", {**CARDS, 0: "nothing"}),
          "promised": "promised", "tricks": "tricks", "earned": "points", "penalties": "points lost"}  # fmt: skip
COLUMNS = (
    column("earned", "points of promises kept", part_of_score="promises"),
    column("penalties", "points lost, below zero", part_of_score="penalties"),
    column("kept", "promises kept", headline=True),
    column("promises", "tricks promised in all rounds", headline=True),
    column("missed", "tricks too many or too few", headline=True),
)
NUDGES = (gain("earned", "a point", least=-10, most=20),)
MILESTONES = ("round 1", "round 2", "round 3", "round 4", "round 5")


def setup(rules, state, events):
    """Shuffle, deal a hand to each, and turn up a card for trumps. Every round begins so."""
    state.cards = 0
    for suit in range(4):
        for number in range(1, rules.cards_ranks + 1):
            state.cards = add_cards(state.deck, state.cards, suit * ROOM + number, 1)
    shuffle(state, Stream.DECK, state.deck, 0, state.cards)
    state.dealt = 0
    size = rules.rounds[state.rounds_over]
    for seat in range(rules.seats):
        for at in range(size):
            state.hand[seat, at] = state.deck[state.dealt]
            state.dealt += 1
        sort(state.hand[seat], 0, size)
        state.hand_size[seat], state.promised[seat], state.tricks[seat] = size, NONE, 0
    card = state.deck[state.dealt]
    state.dealt += 1
    state.trump = card // ROOM if rules.trumps else NONE
    log(events, Event.ROUND, -1, state.rounds_over + 1, size, card if rules.trumps else 0)
    state.seat = state.starter
    state.decision = Decision.PROMISE


def legal(rules, state, options):
    """Promise up to a whole hand; play any card of the suit that was led, any card without one."""
    seat, n = state.seat, 0
    if state.decision == Decision.PROMISE:
        for tricks in range(state.hand_size[seat] + 1):
            if not (rules.hook and adds_up(rules, state, tricks)):
                options[n] = tricks
                n += 1
        return n
    for at in range(state.hand_size[seat]):
        if state.led != NONE and state.hand[seat, at] // ROOM == state.led:
            options[n] = state.hand[seat, at]
            n += 1
    if n > 0:
        return n
    for at in range(state.hand_size[seat]):
        options[at] = state.hand[seat, at]
    return state.hand_size[seat]


def adds_up(rules, state, tricks):
    """Whether this is the last promise and makes all promises add up to the tricks of the round."""
    total = tricks
    for seat in range(rules.seats):
        if seat != state.seat:
            if state.promised[seat] == NONE:
                return False
            total += state.promised[seat]
    return total == rules.rounds[state.rounds_over]


def apply(rules, state, option, events):
    """Play a card, or promise some tricks. After the last promise, the first to promise leads."""
    if state.decision == Decision.PLAY:
        play(rules, state, option, events)
        return
    state.promised[state.seat] = option
    state.promises[state.seat] += option
    log(events, Event.PROMISES, state.seat, option)
    next_seat(rules, state)
    if state.promised[state.seat] != NONE:
        state.decision = Decision.PLAY
        state.led, state.table = NONE, 0


def play(rules, state, card, events):
    """Play a card; the first one is the suit to follow. After the last one, the highest takes the trick."""
    seat = state.seat
    at = find_card(state.hand[seat], state.hand_size[seat], card)
    state.hand_size[seat] = remove_at(state.hand[seat], state.hand_size[seat], at)
    log(events, Event.PLAYS, seat, card)
    if state.led == NONE:
        state.led = card // ROOM
    state.played[seat] = card
    state.table += 1
    next_seat(rules, state)
    if state.table == rules.seats:
        end_trick(rules, state, events)


def power(state, card):
    """How high a card is in this trick; 0 for one of another suit."""
    suit, number = card // ROOM, card % ROOM
    if number > 0 and suit == state.trump:
        return number + ROOM
    return number if suit == state.led else 0


def end_trick(rules, state, events):
    """The highest card takes the trick, and its player leads the next."""
    best = state.seat
    for seat in range(rules.seats):
        if power(state, state.played[seat]) > power(state, state.played[best]):
            best = seat
    for seat in range(rules.seats):
        state.played[seat] = 0
    state.tricks[best] += 1
    log(events, Event.TAKES, best, state.tricks[best], state.promised[best])
    state.seat, state.led, state.table = best, NONE, 0
    if state.hand_size[best] == 0:
        end_round(rules, state, events)


def end_round(rules, state, events):
    """Promises are scored; another seat begins."""
    for seat in range(rules.seats):
        missed = abs(state.tricks[seat] - state.promised[seat])
        points = -rules.points_miss * missed if missed else rules.points_kept + rules.points_trick * state.tricks[seat]
        state.earned[seat] += max(points, 0)
        state.penalties[seat] += min(points, 0)
        state.kept[seat] += missed == 0
        state.missed[seat] += missed
        log(events, Event.SCORES, seat, state.tricks[seat], state.promised[seat], points)
    state.rounds_over += 1
    state.starter = seat_after(rules, state.starter)
    if state.rounds_over == rules.rounds_size:
        end_game(state)
    else:
        setup(rules, state, events)


def milestone(rules, state):
    """The number of rounds that are over."""
    return state.rounds_over


def score(rules, state, seat):
    """The points of all rounds."""
    return state.earned[seat] + state.penalties[seat]


def tiebreak(rules, state, seat):
    """Promises kept."""
    return state.kept[seat]


def option_words(decision, option):
    """A number of tricks, or a card."""
    return f"{option} tricks" if decision == Decision.PROMISE else CARDS[option]


def hold(rules, state, seat, high, trump):
    """The tricks that a hand may take: its high cards, and trumps from a number on."""
    tricks = 0
    for at in range(state.hand_size[seat]):
        suit, number = state.hand[seat, at] // ROOM, state.hand[seat, at] % ROOM
        tricks += number > rules.cards_ranks - high or (suit == state.trump and number > rules.cards_ranks - trump)
    return tricks


def aim(rules, state, seat, options, n):
    """Take the trick as cheaply as possible while tricks are missing; else lose it with the highest card that does."""
    to_beat = 0
    if state.led != NONE:
        for rival in range(rules.seats):
            to_beat = max(to_beat, power(state, state.played[rival]))
    wanted = state.tricks[seat] < state.promised[seat]
    best, best_worth = options[0], -1000
    for at in range(n):
        card = options[at]
        height = card % ROOM + (ROOM if card // ROOM == state.trump else 0)
        takes = power(state, card) > to_beat
        if state.led == NONE:
            worth = height if wanted else -height
        else:
            worth = (100 if takes == wanted else 0) + (-height if takes else height)
        if worth > best_worth:
            best, best_worth = card, worth
    return best


def keep(rules, state, seat, options, n, tricks):
    """Promise the number that is nearest to these tricks, then aim at it."""
    if state.decision == Decision.PLAY:
        return aim(rules, state, seat, options, n)
    best = options[0]
    for at in range(n):
        if abs(options[at] - tricks) < abs(best - tricks):
            best = options[at]
    return best


def counter(rules, state, seat, options, n, *, high=2, trump=6):
    """Promises what its high cards and trumps should take."""
    return keep(rules, state, seat, options, n, hold(rules, state, seat, high, trump))


def bold(rules, state, seat, options, n, *, more=1):
    """Promises more than its cards look good for."""
    return keep(rules, state, seat, options, n, hold(rules, state, seat, 2, 6) + more)


def modest(rules, state, seat, options, n, *, most=1):
    """Promises next to nothing, and ducks."""
    return keep(rules, state, seat, options, n, min(most, hold(rules, state, seat, 1, 3)))


STRATEGIES = (counter, bold, modest)
