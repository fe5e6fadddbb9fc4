"""Explorers move, cross bridges and find tiles."""

from digsite.simulator.games.lost_cities.moves.score import end_expedition
from digsite.simulator.games.lost_cities.options import DECLINE
from digsite.simulator.games.lost_cities.rules import PATHS, STONES
from digsite.simulator.games.lost_cities.state import Decision, EndReason, Event, Tile
from digsite.simulator.kernel.jit.compile import inlined, rule
from digsite.simulator.kernel.play.events import log


@rule
def explorers_out(state, seat):
    """Return how many explorers the seat has on the paths, home or not."""
    out = 0
    for path in range(PATHS):
        out += state.stone[seat, path] > 0
    return out


@inlined
def offer_step(state, optional):
    """Any one own explorer on a path may move, unless all are home; then the player draws."""
    for path in range(PATHS):
        stone = state.stone[state.seat, path]
        if 0 < stone < STONES:
            state.decision = Decision.STEP
            state.step_optional = optional
            return
    state.decision = Decision.DRAW


@inlined
def find_tile(rules, state, path, stone, events):
    """Artifact: taken away. Victory points: paid, the tile stays. Arrow: a step is offered, the tile stays."""
    seat = state.seat
    tile = state.tile[path, stone]
    state.decision = Decision.DRAW
    if tile == Tile.ARTIFACT:
        state.tile[path, stone] = Tile.NONE
        state.artifact_tiles[seat] += 1
        log(events, Event.ARTIFACT, seat, path, stone, state.artifact_tiles[seat])
    elif tile == Tile.ARROW:
        log(events, Event.ARROW, seat, path, stone, 0)
        offer_step(state, rules.play_arrow_optional)
    elif tile > 0:
        state.points[seat] += tile
        state.tile_points[seat] += tile
        log(events, Event.VICTORY, seat, path, stone, tile)


@inlined
def move_explorer(rules, state, path, events):
    """Move one step; the last explorer allowed over a bridge ends the expedition, its tile unused."""
    seat = state.seat
    stone = state.stone[seat, path] + 1
    state.stone[seat, path] = stone
    if stone == rules.stones_bridge_after + 1:
        state.crossed += 1
        state.crossings[seat] += 1
        log(events, Event.CROSS, seat, path, state.crossed, 0)
        if state.crossed >= rules.ends_pieces_over_bridge:
            end_expedition(rules, state, EndReason.BRIDGE, events)
            return
    find_tile(rules, state, path, stone, events)


@rule
def take_step(rules, state, path, events):
    """The chosen explorer moves, and the tile it finds takes effect."""
    if path == DECLINE:
        log(events, Event.DECLINE, state.seat, 0, 0, 0)
        state.decision = Decision.DRAW
        return
    log(events, Event.STEP, state.seat, path, state.stone[state.seat, path] + 1, 0)
    move_explorer(rules, state, path, events)
