"""Thieves: the digger steals a card from an opponent."""

from digsite.simulator.games.archaeology.moves.holdings import hand_over
from digsite.simulator.games.archaeology.state import NO_DECISION, Decision, Event, Stream
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.events import log
from digsite.simulator.kernel.play.rng import below


@rule
def meet_thief(rules, state, events):
    """The digger chooses an opponent with cards to steal from; without one the thief is discarded in vain."""
    for rival in range(rules.seats):
        if rival != state.digger and state.hand_size[rival] > 0:
            state.seat = state.digger
            state.decision = Decision.VICTIM
            return
    state.thieves_in_vain += 1
    log(events, Event.NO_VICTIM, state.digger, 0, 0, 0)


@rule
def steal(rules, state, victim, events):
    """A random card of the victim's hand goes to the digger."""
    seat = state.seat
    state.decision = NO_DECISION
    skip = below(state, Stream.THIEF, state.hand_size[victim])
    kind = 0
    while skip >= state.hand[victim, kind]:
        skip -= state.hand[victim, kind]
        kind += 1
    hand_over(rules, state, seat, victim, kind)
    value = rules.trading_value[kind]
    state.theft_cards_lost[victim] += 1
    state.theft_value_lost[victim] += value
    state.theft_cards_won[seat] += 1
    state.theft_value_won[seat] += value
    log(events, Event.STEAL, seat, victim, kind, 0)
