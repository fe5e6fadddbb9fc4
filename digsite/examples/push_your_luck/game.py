"""Wreck Divers: push your luck, all at once. Dive deeper for more coins, or swim up with what you carry.

A dive turns cards over, one by one. Coins are shared by all divers below; what cannot be shared stays on the sea floor.
The second card of one danger ends the dive, and all below lose what they carry. After each card, all below choose in
secret to stay or to swim up. Those who swim up share the coins on the floor; one alone takes the pearls that lie there.
"""

from digsite.kit import (
    Wording, below, column, count_asked, end_game, events, gain, log, names, pile, share_of, shuffle, streams,
)

DANGERS = ("a shark", "an eel", "a squid", "a strong current", "a falling mast", "jellyfish", "darkness", "a net")
DANGER, PEARL = 100, 200  # cards: below 100 coins, from 100 a kind of danger, 200 the pearl

Stream = streams("DECK")
Action = names("STAY", "SWIM_UP")
Event = events(
    DIVE="# Dive {number}: {cards} cards in the deck.",
    COINS="{coins:coin}: {each} for each diver[, {left} left on the floor].",
    DANGER="{danger:DANGERS}, card {shown} of this danger.",
    PEARL="A pearl worth {points:point}.",
    SWIMS_UP="{player} swims up with {coins:coin}[ and pearls worth {points}].",
    LOSES="{player} is caught and loses {coins:coin}.",
)

STATE = {
    "dive": "number", "deck": 100, "cards": "number", "shown": "number",
    "floor_coins": "number", "floor_pearls": "number", "floor_dangers": "dangers.kinds", "gone": "dangers.kinds",
    "carried": "seats", "coins": "seats", "pearl_points": "seats",
    "caught": "seats", "lost": "seats", "stays": "seats",
}
HIDDEN = (pile("deck", "shown", "cards"),)
COLUMNS = (
    column("coins", "coins brought up", part_of_score="coins"),
    column("pearl_points", "points of pearls", part_of_score="pearls", headline=True),
    column("caught", "dives in which the diver was caught", headline=True),
    column("lost", "coins lost to dangers"),
    column("stays", "times the diver stayed below", headline=True),
)
NUDGES = (gain("coins", "a coin", least=-5, most=20),)
MILESTONES = ("first dive", "second dive", "third dive", "fourth dive")
WORDING = Wording(turn="card", ends={"finished": "after the last dive"})


def setup(rules, state, events):
    """The first dive begins."""
    begin_dive(rules, state, events)
    show_cards(rules, state, events)


def begin_dive(rules, state, events):
    """All divers go down; the deck is shuffled: all coins, the dangers still in the game, and a pearl."""
    cards = 0
    for card in range(rules.coins_size):
        state.deck[cards] = rules.coins[card]
        cards += 1
    for kind in range(rules.dangers_kinds):
        state.floor_dangers[kind] = 0
        for _ in range(rules.dangers_copies - state.gone[kind]):
            state.deck[cards] = DANGER + kind
            cards += 1
    state.deck[cards] = PEARL
    state.cards, state.shown = cards + 1, 0
    state.floor_coins, state.floor_pearls = 0, 0
    for seat in range(rules.seats):
        state.asked[seat], state.carried[seat] = True, 0
    shuffle(state, Stream.DECK, state.deck, 0, state.cards)
    log(events, Event.DIVE, -1, state.dive + 1, state.cards)


def show_cards(rules, state, events):
    """Turn cards over until the divers have a choice or the game is over."""
    while not show_card(rules, state, events):
        state.dive += 1
        if state.dive == rules.dives:
            end_game(state)
            return
        begin_dive(rules, state, events)


def show_card(rules, state, events):
    """Turn a card over; False if the dive is over."""
    if state.shown == state.cards or count_asked(rules, state) == 0:
        return False
    card = state.deck[state.shown]
    state.shown += 1
    if card == PEARL:
        state.floor_pearls += 1
        log(events, Event.PEARL, -1, rules.pearl)
    elif card >= DANGER:
        return show_danger(rules, state, card - DANGER, events)
    else:
        show_coins(rules, state, card, events)
    return True


def show_coins(rules, state, coins, events):
    """Coins are shared evenly by all below; the rest stays on the floor."""
    divers = count_asked(rules, state)
    for seat in range(rules.seats):
        if state.asked[seat]:
            state.carried[seat] += share_of(coins, divers)
    state.floor_coins += coins % divers
    log(events, Event.COINS, -1, coins, share_of(coins, divers), coins % divers)


def show_danger(rules, state, kind, events):
    """The second card of a danger ends the dive: all below lose what they carry, and the card leaves the game."""
    state.floor_dangers[kind] += 1
    log(events, Event.DANGER, -1, kind, state.floor_dangers[kind])
    if state.floor_dangers[kind] < rules.dangers_end:
        return True
    for seat in range(rules.seats):
        if state.asked[seat]:
            log(events, Event.LOSES, seat, state.carried[seat])
            state.caught[seat] += 1
            state.lost[seat] += state.carried[seat]
            state.asked[seat] = False
    state.gone[kind] += rules.dangers_removed
    return False


def resolve(rules, state, events):
    """All choices are shown. Those who swim up share the coins on the floor; one alone takes the pearls."""
    leaving = 0
    for seat in range(rules.seats):
        leaving += state.asked[seat] and state.choice[seat] == Action.SWIM_UP
    each = share_of(state.floor_coins, leaving)
    for seat in range(rules.seats):
        if state.asked[seat] and state.choice[seat] == Action.STAY:
            state.stays[seat] += 1
        elif state.asked[seat]:
            swim_up(rules, state, seat, each, leaving == 1, events)
    state.floor_coins -= each * leaving
    show_cards(rules, state, events)


def swim_up(rules, state, seat, each, alone, events):
    """A diver brings up what it carries, its share of the floor and, alone, the pearls."""
    pearls = state.floor_pearls * rules.pearl if alone else 0
    log(events, Event.SWIMS_UP, seat, state.carried[seat] + each, pearls)
    state.coins[seat] += state.carried[seat] + each
    state.pearl_points[seat] += pearls
    state.asked[seat] = False
    if alone:
        state.floor_pearls = 0


def milestone(rules, state):
    """The number of dives that are over."""
    return state.dive


def score(rules, state, seat):
    """Coins and pearls."""
    return state.coins[seat] + state.pearl_points[seat]


def tiebreak(rules, state, seat):
    """The points of pearls."""
    return state.pearl_points[seat]


def warnings(rules, state):
    """The number of dangers whose next card ends the dive."""
    found = 0
    for kind in range(rules.dangers_kinds):
        found += state.floor_dangers[kind] == rules.dangers_end - 1
    return found


def careful(rules, state, seat, *, enough=8, dangers=2):
    """Swims up once it carries enough, or when too many dangers are near."""
    near = warnings(rules, state)
    return Action.SWIM_UP if near >= dangers or (near > 0 and state.carried[seat] >= enough) else Action.STAY


def daring(rules, state, seat, *, enough=20, dangers=4):
    """Stays for a fortune."""
    near = warnings(rules, state)
    return Action.SWIM_UP if near >= dangers or (near > 0 and state.carried[seat] >= enough) else Action.STAY


def lone_wolf(rules, state, seat, *, loot=8, dangers=3):
    """Waits for a pearl or much on the floor, and swims up at a moment of its own."""
    if warnings(rules, state) >= dangers:
        return Action.SWIM_UP
    if state.floor_pearls * rules.pearl + state.floor_coins < loot:
        return Action.STAY
    return Action.SWIM_UP if below(state, Stream.NOISE + seat, count_asked(rules, state)) == 0 else Action.STAY


STRATEGIES = (careful, daring, lone_wolf)
