"""Sources: points from coins dealt at the start, a card drawn at the end, a choice and the seat, as the rules weigh them."""

from digsite.kit import below, column, end_game, events, log, names, next_seat, pile, shuffle, streams

CARDS = 4

Stream = streams("COINS", "DECK")
Action = names("WELL", "BADLY")
Event = events(DRAW="{player} draws a {card}.")
STATE = {"coins": "seats", "deck": CARDS, "drawn": "number", "card": "seats", "well": "seats"}
HIDDEN = (pile("deck", "drawn"),)
COLUMNS = (column("coins", "coins dealt"),)


def setup(rules, state, events):
    """Deal each seat a coin or none, and shuffle the cards."""
    for seat in range(rules.seats):
        state.coins[seat] = below(state, Stream.COINS, 2)
    for card in range(CARDS):
        state.deck[card] = card
    shuffle(state, Stream.DECK, state.deck, 0, CARDS)


def apply(rules, state, option, events):
    """Choose, then draw a card."""
    seat = state.seat
    state.well[seat] = option == Action.WELL
    state.card[seat] = state.deck[state.drawn]
    state.deck[state.drawn] = 0
    state.drawn += 1
    log(events, Event.DRAW, seat, state.card[seat])
    if state.drawn == rules.seats:
        end_game(state)
    next_seat(rules, state)


def score(rules, state, seat):
    """Weigh coins, card, choice and seat."""
    points = rules.start * state.coins[seat] + rules.end * state.card[seat] + rules.skill * state.well[seat]
    return points + rules.first * (seat == 0)


def wise(rules, state, seat):
    """Chooses well."""
    return Action.WELL


def foolish(rules, state, seat):
    """Chooses badly."""
    return Action.BADLY


def coinless(rules, state, seat):
    """Chooses well only with a coin."""
    return Action.WELL if state.coins[seat] else Action.BADLY


STRATEGIES = (wise, foolish, coinless)
