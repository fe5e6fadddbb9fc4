"""Draw a card and end the turn."""

import numpy as np

from digsite.simulator.games.lost_cities.moves.hands import add_to_hand
from digsite.simulator.games.lost_cities.moves.score import end_expedition, next_seat
from digsite.simulator.games.lost_cities.options import PILE
from digsite.simulator.games.lost_cities.rules import CARD_VALUES
from digsite.simulator.games.lost_cities.state import NO_PILE, Decision, EndReason, Event
from digsite.simulator.kernel.jit.compile import inlined
from digsite.simulator.kernel.play.events import log


@inlined
def proceed(rules, state, events):
    """The last card of the draw pile ends the expedition, and so does a stall; else it is the next seat's turn."""
    if state.pile == 0:
        end_expedition(rules, state, EndReason.DRAW_PILE, events)
    elif rules.ends_stall_turns > 0 and state.idle_turns >= rules.ends_stall_turns:
        end_expedition(rules, state, EndReason.STALL, events)
    else:
        state.turns += 1
        state.expedition_turns[state.expedition] += 1
        state.seat = next_seat(rules, state)
        state.decision = Decision.PLAY


@inlined
def draw(rules, state, source, events):
    """A card from the draw pile or from the top of a discard pile ends the turn; all see which discard is taken."""
    seat = np.int64(state.seat)
    state.fresh_discard = NO_PILE
    if source == PILE:
        state.pile -= 1
        card = state.deck[rules.cards_removed + state.pile]
        state.idle_turns = 0
        log(events, Event.DRAW, seat, card, state.pile, 0)
    else:
        state.discard_size[source] -= 1
        card = source * CARD_VALUES + state.discard[source, state.discard_size[source]]
        state.shown[seat, card] += 1
        state.discards_taken[seat] += 1
        state.idle_turns += 1
        log(events, Event.TAKE, seat, card, 0, 0)
    add_to_hand(state, seat, card)
    proceed(rules, state, events)
