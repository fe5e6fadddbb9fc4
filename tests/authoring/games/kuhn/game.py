"""Kuhn poker: three cards, one each, one bet."""

from digsite.kit import below, column, end_game, events, hand, log, names, next_seat, pile, shuffle, streams

CARDS = ("jack", "queen", "king")
JACK, QUEEN, KING = 0, 1, 2
START, PASSED, BET, PASSED_BET = 0, 1, 2, 3  # what has been said so far

Stream = streams("DECK")
Action = names("PASS", "BET")
Event = events(
    DEAL="{player} is dealt the {card:CARDS}.",
    PASS="{player} passes.",
    BET="{player} bets.",
    SHOW="{player} shows the {card:CARDS} and has {chips} chips more.",
)
STATE = {"deck": 3, "dealt": "number", "hand": ("seats", 1), "held": "seats", "said": "number", "chips": "seats"}
HIDDEN = (pile("deck", "dealt"), hand("hand", "held", of="deck"))
COLUMNS = (column("chips", "chips won", part_of_score="chips"),)


def setup(rules, state, events):
    """One card each; the third stays hidden."""
    for card in range(3):
        state.deck[card] = card
    shuffle(state, Stream.DECK, state.deck, 0, 3)
    for seat in range(2):
        state.hand[seat, 0] = state.deck[seat]
        state.deck[seat] = 0
        state.held[seat] = 1
        log(events, Event.DEAL, seat, state.hand[seat, 0])
    state.dealt = 2


def settle(rules, state, stake, winner, events):
    """The loser pays the winner."""
    state.chips[winner] = stake
    state.chips[1 - winner] = -stake
    log(events, Event.SHOW, winner, state.hand[winner, 0], stake)
    end_game(state)


def apply(rules, state, option, events):
    """Pass or bet; answering a bet, to pass is to give up and to bet is to call."""
    seat = state.seat
    log(events, Event.BET if option == Action.BET else Event.PASS, seat)
    higher = 0 if state.hand[0, 0] > state.hand[1, 0] else 1
    if state.said == START:
        state.said = BET if option == Action.BET else PASSED
    elif state.said == PASSED and option == Action.BET:
        state.said = PASSED_BET
    elif state.said == PASSED:
        settle(rules, state, 1, higher, events)
    elif option == Action.BET:
        settle(rules, state, 1 + rules.bet, higher, events)
    else:
        settle(rules, state, 1, 1 - seat, events)
    next_seat(rules, state)


def score(rules, state, seat):
    """Chips won or lost."""
    return state.chips[seat]


def in_equilibrium(rules, state, seat, *, bluff=0.2):
    """Plays the equilibrium; the first player bluffs with a jack as often as `bluff` says, from 0 to 1/3."""
    card, chance = state.hand[seat, 0], below(state, Stream.NOISE + seat, 3_000_000) / 3_000_000
    bets = 0.0
    if state.said == START:
        bets = bluff if card == JACK else 3 * bluff if card == KING else 0.0
    elif state.said == PASSED_BET:
        bets = 1.0 if card == KING else bluff + 1 / 3 if card == QUEEN else 0.0
    elif state.said == PASSED:
        bets = 1.0 if card == KING else 1 / 3 if card == JACK else 0.0
    else:
        bets = 1.0 if card == KING else 1 / 3 if card == QUEEN else 0.0
    return Action.BET if chance < bets else Action.PASS


def timid(rules, state, seat):
    """Bets with the king alone."""
    return Action.BET if state.hand[seat, 0] == KING else Action.PASS


STRATEGIES = (in_equilibrium, timid)
