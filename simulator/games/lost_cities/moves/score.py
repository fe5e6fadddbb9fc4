"""The end of an expedition and the final score."""

from digsite.simulator.games.lost_cities.moves.setup import begin_expedition
from digsite.simulator.games.lost_cities.moves.types import TYPES, copy_columns
from digsite.simulator.games.lost_cities.rules import PATHS, FloorOn
from digsite.simulator.games.lost_cities.state import Direction, EndReason, Event
from digsite.simulator.kernel.jit.compile import inlined, rule
from digsite.simulator.kernel.play.events import log


@rule
def points_after_expedition(rules, points, earned):
    """Return the points plus those the explorers earned; the floor limits the total or, in another reading, these."""
    if rules.score_floor_on == FloorOn.EXPEDITION:
        return points + max(earned, rules.score_floor)
    return max(points + earned, rules.score_floor)


@rule
def score_seat(rules, state, seat, events):
    """Explorers earn their stones, the researcher its multiple; tiles become tokens."""
    positive = negative = 0
    for path in range(PATHS):
        stone = state.stone[seat, path]
        points = int(rules.stone_points[stone])
        if state.researcher[seat, path]:
            points *= int(rules.researcher_factor)
            state.researcher_points[seat] += points
        if points > 0:
            positive += points
        else:
            negative += points
        if state.direction[seat, path] == Direction.DOWN:
            state.descending[seat] += 1
        state.furthest[seat, path] = max(state.furthest[seat, path], stone)
    state.positive[seat] += positive
    state.negative[seat] += negative
    total = points_after_expedition(rules, state.points[seat], positive + negative)
    state.relief[seat] += total - (state.points[seat] + positive + negative)
    state.points[seat] = total
    state.points_after[seat, state.expedition] = total
    state.tokens[seat] += state.artifact_tiles[seat]
    log(events, Event.SCORE, seat, positive, negative, total)


@rule
def artifact_payment(rules, points, tokens):
    """Return the artifact track's points for these tokens; too few cost points, to the floor if the rules say so."""
    paid = int(rules.artifact_points[tokens])
    if rules.score_floor_covers_artifacts and points + paid < rules.score_floor:
        paid = rules.score_floor - points
    return paid


@inlined
def next_seat(rules, state):
    """Return the next seat to move; a remainder would take as long as half a move."""
    following = state.seat + 1
    return following if following < rules.seats else 0


@rule
def end_expedition(rules, state, reason, events):
    """Score every seat; start the next expedition with the seat that would have moved next, or end the game."""
    expedition = state.expedition
    state.turns += 1
    state.expedition_turns[expedition] += 1
    state.expedition_end[expedition] = reason
    state.ended_by[expedition] = state.seat + 1
    log(events, Event.EXPEDITION_END, state.seat, expedition, reason, state.expedition_turns[expedition])
    for seat in range(rules.seats):
        score_seat(rules, state, seat, events)
    state.seat = next_seat(rules, state)
    if expedition + 1 < rules.expeditions:
        state.expedition += 1
        begin_expedition(rules, state, events)
        return
    state.over = True
    state.end_reason = reason
    for seat in range(rules.seats):
        points = artifact_payment(rules, state.points[seat], state.tokens[seat])
        log(events, Event.ARTIFACT_PAY, seat, state.tokens[seat], points, state.points[seat] + points)


@rule(TYPES.score)
def score(rules, state, outcome):
    """Points so far and the artifact track decide; ties go to more artifacts."""
    copy_columns(rules, state, outcome)
    for seat in range(rules.seats):
        before = state.points[seat]
        paid = artifact_payment(rules, before, state.tokens[seat])
        outcome.score[seat] = before + paid
        outcome.tiebreak[seat] = state.tokens[seat]
        outcome.stones_positive[seat] = state.positive[seat]
        outcome.stones_negative[seat] = state.negative[seat]
        outcome.tiles[seat] = state.tile_points[seat]
        owed = rules.artifact_points[state.tokens[seat]]
        outcome.artifact_points[seat] = owed
        outcome.floor_relief[seat] = state.relief[seat] + paid - owed
        outcome.artifacts[seat] = state.tokens[seat]
    for expedition in range(rules.expeditions):
        outcome.expedition_end[expedition] = state.expedition_end[expedition] + 1
        if state.expedition_end[expedition] == EndReason.STALL:
            outcome.stalls += 1
