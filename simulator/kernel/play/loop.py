"""The play loop: one for every game and every line-up.

A game is a few function values here and a strategy is one more, so the loop is compiled once per game and loaded from
the cache for any strategies.
"""

import numpy as np

from digsite.simulator.kernel.jit.compile import inlined, rule
from digsite.simulator.kernel.jit.memory import one_of, view_as
from digsite.simulator.kernel.jit.signatures import GameTypes, Mind, play_type
from digsite.simulator.kernel.play.nudge import begins_turn, draw_moment, nudge_seat, pay_points
from digsite.simulator.kernel.play.rng import open_streams

UNENDED_EVENTS = 2_000  # saved of a game that is broken off, the first ones: a thousand such games fit
# The cursor shows the caller where play stopped, followed by the number of events after each game.
(
    CURSOR_GAME, CURSOR_SEAT, CURSOR_DECISION, CURSOR_PICK, CURSOR_OPTIONS,
    CURSOR_OWN,  # the strategy's choice, before look-ahead
    CURSOR_IMAGINED,  # 1 while a player looks ahead
    CURSOR_SEARCHES, CURSOR_WORLDS,  # decisions searched, and worlds played for them
    CURSOR_MISPLAYED,  # 1 once a strategy picked an option that does not exist
    CURSOR_SIZE,
) = range(11)  # fmt: skip
EACH = -1  # each player plays one seat
MISPLAYED = -1  # a strategy picked an option that does not exist, or there was none


@rule
def rank_seats(outcome, seats):
    """Rank by score, then by tiebreak; ties share a rank. Seats that do not contend come last and cannot win.

    The seats of one side rank together, by the score of the side; a win is the side's.
    """
    winner = members = winners = 0
    for seat in range(seats):
        rank = 1
        side = outcome.side[seat]
        for rival in range(seats):
            if outcome.side[rival] != rival:  # a side is compared once, by its first seat
                continue
            ahead = outcome.contends[rival] and not outcome.contends[side]
            if outcome.contends[rival] == outcome.contends[side]:
                ahead = outcome.side_score[rival] > outcome.side_score[side] or (
                    outcome.side_score[rival] == outcome.side_score[side]
                    and outcome.tiebreak[rival] > outcome.tiebreak[side]
                )
            if ahead:
                rank += 1
        outcome.rank[seat] = rank
        if rank == 1 and outcome.contends[side]:
            winners += side == seat
            members += 1
            winner = seat + 1
    outcome.winners = winners
    outcome.winner = winner if members == 1 else 0


@inlined
def decide(rules, state, options, minds, seated, alone, arrays, moves, strategies, thinker):
    """Settle the decision now due: return the number of options and the index taken, `MISPLAYED` for none.

    The play loop, traces, worlds, trees and the timing of parts all use this. Each has a separate loop around it: what they
    do between decisions differs, and the play loop would pay for what the others record there.
    `seated` is the row of places that says which player has each seat. The player `alone` plays all seats unless it is
    `EACH`.
    `thinker` is the search and the desk of look-ahead players; without it (None) no code is compiled for search.
    """
    _, legal, _, _, _ = moves
    n = legal(rules, state, options)
    seat, player = np.int64(state.seat), alone
    if alone == EACH:
        arrays.cursor[CURSOR_SEAT] = seat
        player = np.int64(arrays.places[seated, seat])
    pick = 0
    if n > 1:
        mind = Mind(view_as(minds[seat], arrays.notes), arrays.tables[0])
        strategy = one_of(strategies, player)
        pick = strategy(rules, state, seat, options, n, arrays.weights[player], mind)
        if thinker is not None and arrays.search[player].worlds > 0:
            arrays.cursor[CURSOR_OWN] = pick
            search, desk = thinker
            pick = search(arrays, desk, moves, strategies, player, pick, n)
    if pick < 0 or pick >= n:
        note_misplay(state, pick, n, arrays.cursor)
        return n, MISPLAYED
    return n, pick


@rule
def note_misplay(state, pick, n, cursor):
    """Record what was picked and where; the first misplay stands, including one in a sampled deal."""
    if cursor[CURSOR_MISPLAYED]:
        return
    cursor[CURSOR_MISPLAYED] = 1
    cursor[CURSOR_DECISION] = state.decision
    cursor[CURSOR_PICK] = pick
    cursor[CURSOR_OPTIONS] = n


@inlined
def add_up_sides(outcome, seats):
    """A side's score is the sum of its seats' scores, kept by its first seat."""
    for seat in range(seats):
        side = outcome.side[seat]
        if side == seat:
            outcome.side_score[seat] = outcome.score[seat]
        else:  # its first seat comes before it
            outcome.side_score[side] += outcome.score[seat]


@inlined
def score_end(rules, state, score, outcome):
    """Score a finished game; unless the game's `score` says otherwise, every seat contends and plays for itself."""
    outcome.turns = state.turns
    outcome.end_reason = state.end_reason
    for seat in range(rules.seats):
        outcome.contends[seat] = 1
        outcome.side[seat] = seat
    score(rules, state, outcome)
    add_up_sides(outcome, np.int64(rules.seats))


def play_range(arrays, desk, moves, strategies, search, out, nudging, nudges, marks):
    """Play the games of an order, one per row of `out`; return False after an impossible pick.

    With rotations > 1, that many games in a row share one luck. Games take the rows of `places` one after another. A game
    that does not end within the order's `most_decisions` has `broken_off` as its end reason; it has no winner and is not
    scored, since a score before the end means nothing. With a row in `marks` for each game, one seat of each is nudged,
    and the row holds the result. Players with worlds in `thinking` search before they decide.
    """
    rules, state, order = arrays.rules[0], arrays.states[0], arrays.order[0]
    options, events = arrays.options, arrays.events
    setup, _, apply, score, _ = moves
    own_turn, held, nudge = nudges
    rotations, most_decisions = order.rotations, order.most_decisions
    for row in range(out.shape[0]):
        game = order.first + row
        seated = game % arrays.places.shape[0]
        arrays.cursor[CURSOR_GAME] = game
        logged = events[0, 0] if events.shape[0] > 0 else 0
        arrays.states[0] = arrays.states[1]
        arrays.minds[:] = 0
        open_streams(state, order.seed, game // rotations)
        setup(rules, state, events)
        decisions = 0
        nudged = -1
        if marks.shape[0] > 0:
            draw_moment(marks[row], order.seed, game // rotations, np.int64(rules.seats), nudging[0].turns)
            nudged = np.int64(marks[row].seat)
        while not state.over and decisions < most_decisions:
            if state.seat == nudged and begins_turn(marks[row], own_turn(rules, state)):
                nudge_seat(rules, state, nudging[0], marks[row], held, nudge, events)
            _, pick = decide(
                rules, state, options, arrays.minds, seated, EACH, arrays, moves, strategies, (search, desk)
            )
            if pick == MISPLAYED:
                return False
            apply(rules, state, options[pick], events)
            decisions += 1
        outcome = out[row]
        outcome.decisions, outcome.turns, outcome.end_reason = decisions, state.turns, order.broken_off
        if state.over:
            score_end(rules, state, score, outcome)
            if nudged >= 0:
                pay_points(nudging[0], marks[row], outcome)
        rank_seats(outcome, np.int64(rules.seats))
        if events.shape[0] > 0:
            if not state.over:
                events[0, 0] = min(events[0, 0], logged + UNENDED_EVENTS)
            arrays.cursor[CURSOR_SIZE + row] = events[0, 0]
    return True


def compile_play(types: GameTypes, choose):
    """Return the play loop, compiled for a game's records and the signature of its strategies."""
    return rule(play_type(types, choose))(play_range)
