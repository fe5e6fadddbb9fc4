"""Phase 2: meeples go to one location a turn; bids are outbid, and the Camp acts at once."""

import numpy as np

from digsite.simulator.games.quetzal.moves.gains import gain_coins
from digsite.simulator.games.quetzal.moves.rolling import AT_CAMP, reroll
from digsite.simulator.games.quetzal.moves.seating import is_automaton, seat_after
from digsite.simulator.games.quetzal.moves.upgrades import effect_of
from digsite.simulator.games.quetzal.options import sent_of, team_of
from digsite.simulator.games.quetzal.rules import TEMPLE_SPACES
from digsite.simulator.games.quetzal.state import (
    AUTOMATON,
    BIDS,
    FIRST_BID,
    MEEPLES,
    NO_DECISION,
    NOBODY,
    PLACE_OF,
    CoinSource,
    Colour,
    Decision,
    Event,
    Meeple,
    Phase,
    Space,
    Stream,
)
from digsite.simulator.kernel.jit.compile import inlined, rule
from digsite.simulator.kernel.play.events import log

_PLACE_OF = np.array(PLACE_OF, np.int64)
_FIRST_BID_PLACE = PLACE_OF[FIRST_BID]

# ------------------------------------------------------------------------------------------------ whose turn it is


@rule
def ask_for_placing(rules, state, events):
    """Clockwise from the first player, each player with meeples in the pool places some, until all are placed."""
    if state.begun:  # the turn continues after a purchase
        state.decision = Decision.PLACE
        return
    for places in range(rules.seats):
        seat = seat_after(rules, seat_after(rules, state.marker, state.at), places)
        if state.pool_size[seat] > 0:
            begin_turn(rules, state, seat, events)
            return
    count_bids_won(rules, state)
    state.at = 0
    state.phase = Phase.STELA


@inlined
def begin_turn(rules, state, seat, events):
    """Begin the seat's turn to place meeples."""
    state.at = seat - state.marker if seat >= state.marker else seat - state.marker + rules.seats
    state.begun = True
    state.seat = seat
    state.decision = Decision.PLACE
    state.turns += 1
    log(events, Event.TURN, seat, state.turns, state.pool_size[seat], 0)


@inlined
def end_turn(rules, state):
    """The next player clockwise takes a turn."""
    state.begun = False
    state.at = 0 if state.at + 1 == rules.seats else state.at + 1
    state.decision = NO_DECISION


@rule
def count_bids_won(rules, state):
    """Bids that stand when all meeples are placed are won."""
    for bid in range(BIDS):
        seat = state.holder[FIRST_BID + bid]
        if seat != NOBODY and not is_automaton(rules, seat):
            state.bids_won[seat, _PLACE_OF[FIRST_BID + bid] - _FIRST_BID_PLACE] += 1


# ------------------------------------------------------------------------------------------------ teams


@inlined
def is_bid(space):
    """Return whether a space is bid for."""
    return FIRST_BID <= space < FIRST_BID + BIDS


@inlined
def available(state, seat, space, colour, count):
    """Return how many meeples of each kind may go: those of the colour, and the character alone only to an open bid."""
    black, white = np.int64(state.pool[seat, Meeple.ADVENTURER]), np.int64(state.pool[seat, Meeple.ARCHAEOLOGIST])
    either, character = np.int64(state.pool[seat, Meeple.EITHER]), np.int64(state.pool[seat, Meeple.CHARACTER])
    if colour == Colour.ADVENTURER:
        white = 0
    elif colour == Colour.ARCHAEOLOGIST:
        black = 0
    if is_bid(space):
        if colour == Colour.EITHER:
            black = white = either = 0
        elif count == 1:
            character = 0
    return black, white, either, character


@rule
def count_teams(state, seat, space, colour, count):
    """Return in how many ways the pool can make up a team of this colour and size, and the last of them."""
    black, white, either, character = available(state, seat, space, colour, count)
    teams, last = 0, 0
    for characters in range(min(character, count) + 1):
        for eithers in range(min(either, count - characters) + 1):
            rest = count - characters - eithers
            for blacks in range(max(rest - white, 0), min(black, rest) + 1):
                teams += 1
                last = team_of(blacks, rest - blacks, eithers, characters)
    return teams, last


@rule
def list_teams(state, options):
    """List every way to make up the team to be placed."""
    count = np.int64(state.count)
    black, white, either, character = available(state, state.seat, state.space, state.colour, count)
    n = 0
    for characters in range(min(character, count) + 1):
        for eithers in range(min(either, count - characters) + 1):
            rest = count - characters - eithers
            for blacks in range(max(rest - white, 0), min(black, rest) + 1):
                options[n] = team_of(blacks, rest - blacks, eithers, characters)
                n += 1
    return n


# ------------------------------------------------------------------------------------------------ placing


@rule
def place(rules, state, space, colour, count, events):
    """A player chooses a location and how many meeples go there; which ones, if there is a choice, comes next."""
    state.space, state.colour, state.count = space, colour, count
    teams, team = count_teams(state, state.seat, space, colour, count)
    if teams > 1:
        state.decision = Decision.MEEPLES
    else:
        send(rules, state, team, events)


@inlined
def temple_cost(rules, state, seat, space):
    """Return the coins for a space of the Temple, less the discount of an upgrade."""
    return max(rules.temple_cost[space] - effect_of(state, seat, rules.temple_discount), 0)


@inlined
def cost_of(rules, state, seat, space, count):
    """Return the coins to be paid at once."""
    if space == Space.STELA:
        return np.int64(rules.stela_cost)
    if Space.TEMPLE <= space < Space.TEMPLE + TEMPLE_SPACES:
        return np.int64(temple_cost(rules, state, seat, space - Space.TEMPLE))
    if space == Space.HARBOUR:
        return np.int64(rules.harbour_cost) * count
    if space >= Space.VILLAGE:
        return np.int64(rules.village_cost[space - Space.VILLAGE])
    return 0


@inlined
def paid_place(space):
    """Return where coins paid for a space are counted: Stela, Temple, Village, or Harbour Master's Office."""
    return space - Space.STELA if space < FIRST_BID else space - Space.VILLAGE + 1 + TEMPLE_SPACES


@rule
def send(rules, state, team, events):
    """The meeples leave the pool, the cost is paid, and an outbid player is kicked."""
    seat, space = np.int64(state.seat), np.int64(state.space)
    cost = cost_of(rules, state, seat, space, state.count)
    log(events, Event.PLACE, seat, space, state.colour, cost)
    if cost > 0:
        state.coins[seat] -= cost
        state.coins_spent[seat, paid_place(space)] += cost
    for meeple in range(MEEPLES):
        sent = sent_of(team, meeple)
        state.pool[seat, meeple] -= sent
        if sent > 0:
            log(events, Event.MEEPLES, seat, meeple, sent, 0)
    state.pool_size[seat] -= state.count
    state.meeples[seat, _PLACE_OF[space]] += state.count
    if is_bid(space):
        bid(rules, state, space, team, events)
    elif space == Space.HARBOUR:
        state.harbour[seat] += state.count
    elif space == Space.CAMP:
        visit_camp(rules, state, events)
        return
    else:
        state.holder[space] = seat
    end_turn(rules, state)


@rule
def bid(rules, state, space, team, events):
    """More meeples replace those who were there."""
    seat, at = state.seat, space - FIRST_BID
    if state.holder[space] != NOBODY:
        kick(rules, state, space, events)
    state.holder[space] = seat
    state.bid_size[at] = state.count
    state.bid_colour[at] = state.colour
    for meeple in range(MEEPLES):
        state.bid[at, meeple] = sent_of(team, meeple)


@rule
def kick(rules, state, space, events):
    """The outbid player takes the meeples back as they are; the automaton's are out for this round."""
    seat, rival, at = np.int64(state.seat), np.int64(state.holder[space]), space - FIRST_BID
    margin = state.count - state.bid_size[at]
    state.kicks[seat] += 1
    state.kicks_by[seat] += margin
    state.meeples[rival, _PLACE_OF[space]] -= state.bid_size[at]
    log(events, Event.KICK, seat, space, rival, margin)
    if is_automaton(rules, rival):
        state.automaton_kicked += 1
        return
    state.bids_lost[rival, _PLACE_OF[space] - _FIRST_BID_PLACE] += 1
    state.bids_lost_by[rival] += margin
    log(events, Event.RETURN, rival, space, 0, 0)
    for meeple in range(MEEPLES):
        state.pool[rival, meeple] += state.bid[at, meeple]
        if state.bid[at, meeple] > 0:
            log(events, Event.MEEPLES, rival, meeple, state.bid[at, meeple], 0)
    state.pool_size[rival] += state.bid_size[at]


# ------------------------------------------------------------------------------------------------ the Camp


@inlined
def visit_camp(rules, state, events):
    """The Camp brings a coin at once and lets the player reroll a meeple of the pool."""
    gain_coins(state, state.seat, np.int64(rules.camp_coins) * state.count, CoinSource.CAMP, events)
    state.camp_left = state.count
    ask_at_camp(rules, state)


@inlined
def ask_at_camp(rules, state):
    """A reroll is offered while there are meeples in the pool."""
    if state.camp_left > 0 and state.pool_size[state.seat] > 0:
        state.decision = Decision.CAMP
    else:
        state.camp_left = 0
        end_turn(rules, state)


@rule
def reroll_at_camp(rules, state, meeple, events):
    """A meeple of the pool is rerolled."""
    reroll(rules, state, np.int64(state.seat), meeple, Stream.CAMP, AT_CAMP, events)
    state.camp_left -= 1
    ask_at_camp(rules, state)


@rule
def leave_camp(rules, state):
    """The player rerolls no more."""
    state.camp_left = 0
    end_turn(rules, state)


# ------------------------------------------------------------------------------------------------ the automaton


@rule
def place_automaton(rules, state, events):
    """The automaton's card determines which spaces of the Temple it takes, where it bids, and with how many meeples."""
    card = np.int64(state.automaton[state.rounds_done])
    for space in range(TEMPLE_SPACES):
        if rules.automaton_cards[card, space] > 0:
            stand(state, Space.TEMPLE + space, 1, rules.temple_colour, events)
    for place in range(3):
        put_bid(
            state,
            Space.QUARRY + place,
            rules.automaton_cards[card, TEMPLE_SPACES + place],
            rules.automaton_colour,
            events,
        )
    if rules.black_market_count > 0:
        black_market = rules.automaton_cards[card, TEMPLE_SPACES + 3]
        put_bid(state, Space.BLACK_MARKET.value, black_market, Colour.ADVENTURER.value, events)
    if rules.ships_count > 0:
        put_bid(state, Space.SHIP.value, rules.automaton_cards[card, TEMPLE_SPACES + 4], rules.automaton_colour, events)


@rule
def stand(state, space, meeples, colour, events):
    """The automaton's meeples stand on a space."""
    state.holder[space] = AUTOMATON
    state.meeples[AUTOMATON, _PLACE_OF[space]] += meeples
    log(events, Event.AUTOMATON, AUTOMATON, space, meeples, colour)


@rule
def put_bid(state, space, meeples, colour, events):
    """The automaton bids with this many meeples, if any."""
    if meeples > 0:
        stand(state, space, meeples, colour, events)
        state.bid_size[space - FIRST_BID] = meeples
        state.bid_colour[space - FIRST_BID] = colour
