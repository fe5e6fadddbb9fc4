"""The play loop: one for every game and every line-up.

It sees a game as four function values and a strategy as one more, so it is compiled once per game and served from
the cache for any strategies whatever.
"""

import numpy as np

from digsite.simulator.kernel.jit.compile import GameTypes, Mind, inlined, play_type, rule
from digsite.simulator.kernel.jit.memory import one_of, seen_as
from digsite.simulator.kernel.play.nudge import begins_turn, draw_moment, nudge_seat, pay_points
from digsite.simulator.kernel.play.rng import open_streams

UNENDED_EVENTS = 2_000  # of a game that is broken off so many are kept, the first ones: a thousand such games have room
# The cursor tells the caller where play was when it stopped; behind that, how many events there were after each game.
(
    CURSOR_GAME, CURSOR_SEAT, CURSOR_DECISION, CURSOR_PICK, CURSOR_OPTIONS,
    CURSOR_OWN,  # what the strategy of a player who thinks chose
    CURSOR_IMAGINED,  # 1 while it thinks
    CURSOR_THOUGHTS, CURSOR_WORLDS,  # decisions thought over, and worlds played for them
    CURSOR_MISPLAYED,  # 1 once a strategy picked what is not there
    CURSOR_SIZE,
) = range(11)  # fmt: skip
EACH = -1  # each player plays its own seat
MISPLAYED = -1  # a strategy picked what is not there, or there was nothing to pick


@rule
def rank_seats(outcome, seats):
    """Rank by score, then by tiebreak; whoever does not contend comes last and wins nothing; ties share a rank."""
    winner = 0
    winners = 0
    for seat in range(seats):
        rank = 1
        for rival in range(seats):
            ahead = outcome.contends[rival] and not outcome.contends[seat]
            if outcome.contends[rival] == outcome.contends[seat]:
                ahead = outcome.score[rival] > outcome.score[seat] or (
                    outcome.score[rival] == outcome.score[seat] and outcome.tiebreak[rival] > outcome.tiebreak[seat]
                )
            if ahead:
                rank += 1
        outcome.rank[seat] = rank
        if rank == 1 and outcome.contends[seat]:
            winners += 1
            winner = seat + 1
    outcome.winners = winners
    outcome.winner = winner if winners == 1 else 0


@inlined
def decide(rules, state, options, minds, moved, alone, arrays, moves, strategies, thinker):
    """Settle the decision now due: return how many options it has and which of them is taken, `MISPLAYED` for none.

    The play loop, a trace, worlds, trees and the parts of a game all go from decision to decision by this. Each has a loop of
    its own around it: what they do between two decisions differs, and the play loop would pay for what others note there.
    `moved` says how far the line-up has moved up the seats. The player `alone` plays all of them unless it is `EACH`.
    `thinker` is the search and the desk of players who think; without them (None) no code is compiled for it.
    """
    _, legal, _, _, _ = moves
    n = legal(rules, state, options)
    seat, player = np.int64(state.seat), alone
    if alone == EACH:
        arrays.cursor[CURSOR_SEAT] = seat
        player = seat + moved
        if player >= rules.seats:  # a remainder would take as long as a small game's whole decision
            player -= rules.seats
    pick = 0
    if n > 1:
        mind = Mind(seen_as(minds[seat], arrays.notes), arrays.tables[0])
        strategy = one_of(strategies, player)
        pick = strategy(rules, state, seat, options, n, arrays.weights[player], mind)
        if thinker is not None and arrays.thinking[player].worlds > 0:
            arrays.cursor[CURSOR_OWN] = pick
            search, desk = thinker
            pick = search(arrays, desk, moves, strategies, player, pick, n)
    if pick < 0 or pick >= n:
        note_misplay(state, pick, n, arrays.cursor)
        return n, MISPLAYED
    return n, pick


@rule
def note_misplay(state, pick, n, cursor):
    """Leave behind what was picked where; what went wrong in an imagined world was noted before, and stands."""
    if cursor[CURSOR_MISPLAYED]:
        return
    cursor[CURSOR_MISPLAYED] = 1
    cursor[CURSOR_DECISION] = state.decision
    cursor[CURSOR_PICK] = pick
    cursor[CURSOR_OPTIONS] = n


@inlined
def score_end(rules, state, score, outcome):
    """Score a state that has ended; all seats contend but for those that the game takes out."""
    outcome.turns = state.turns
    outcome.end_reason = state.end_reason
    for seat in range(rules.seats):
        outcome.contends[seat] = 1
    score(rules, state, outcome)


def play_range(arrays, desk, moves, strategies, search, out, nudging, nudges, marks):
    """Play the games of an order, one per row of `out`; False when a strategy picked what is not there.

    With rotations > 1 that many games in a row share one luck, the line-up moved on by one seat each time. A game that
    does not end within the order's `most_decisions` has `broken_off` as its end reason; nobody wins it, and it is not
    scored: what a game scores before its end means nothing. With a row in `marks` for each game, one seat of each is
    nudged, and the row says what became of it. Players with worlds in `thinking` search before they decide.
    """
    rules, state, order = arrays.rules[0], arrays.states[0], arrays.order[0]
    options, events = arrays.options, arrays.events
    setup, _, apply, score, _ = moves
    own_turn, held, nudge = nudges
    rotations, most_decisions = order.rotations, order.most_decisions
    for row in range(out.shape[0]):
        game = order.first + row
        moved = game % rotations
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
                rules, state, options, arrays.minds, moved, EACH, arrays, moves, strategies, (search, desk)
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
    """The play loop for a game's record types and the signature of its strategies."""
    return rule(play_type(types, choose))(play_range)
