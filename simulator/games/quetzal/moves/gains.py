"""Gains of coins, victory points and discovery points."""

from digsite.simulator.games.quetzal.state import Event
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.events import log


@rule
def gain_coins(state, seat, coins, source, events):
    """Coins come from the pool."""
    if coins > 0:
        state.coins[seat] += coins
        state.coins_from[seat, source] += coins
        log(events, Event.COINS, seat, coins, source, state.coins[seat])


@rule
def gain_points(state, seat, points, source, events):
    """Victory points are scored at once."""
    if points > 0:
        state.points[seat] += points
        state.points_from[seat, source] += points
        log(events, Event.POINTS, seat, points, source, state.points[seat])


@rule
def gain_discovery(state, seat, points, source):
    """Discovery points move the disc before play continues."""
    if points > 0:
        state.finder = seat
        state.steps += points
        state.discovery_from[seat, source] += points
