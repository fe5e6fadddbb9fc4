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
    CURSOR_SIZE,
) = range(10)  # fmt: skip


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
def decide(
    rules, state, seat, moved, options, n, moves, strategies, weights, minds, notes, tables, thinking, search, desk,
    order, cursor,
):  # fmt: skip
    """The option that the player on a seat takes: its strategy's choice, thought over if it thinks.

    `moved` says how far the line-up has moved up the seats.
    """
    player = seat + moved
    if player >= rules.seats:  # a remainder would take as long as a small game's whole decision
        player -= rules.seats
    cursor[CURSOR_SEAT] = seat
    mind = Mind(seen_as(minds[seat], notes), tables[0])
    strategy = one_of(strategies, player)
    pick = strategy(rules, state, seat, options, n, weights[player], mind)
    if thinking[player].worlds == 0:
        return pick
    cursor[CURSOR_OWN] = pick
    return search(
        rules, state, seat, pick, options, n, moves, strategy, weights[player], minds[seat], notes, tables,
        thinking[player], order, desk, cursor,
    )  # fmt: skip


@rule
def note_misplay(state, pick, n, cursor):
    """Leave behind what was picked where; of an imagined world that is noted already."""
    if cursor[CURSOR_IMAGINED]:
        return
    cursor[CURSOR_SEAT] = state.seat
    cursor[CURSOR_DECISION] = state.decision
    cursor[CURSOR_PICK] = pick
    cursor[CURSOR_OPTIONS] = n


def play_range(
    rules_box, states, order, moves, strategies, weights, minds, notes, tables, thinking, search, desk, options, out,
    events, cursor, nudging, nudges, marks,
):  # fmt: skip
    """Play the games of an order, one per row of `out`; False when a strategy picked what is not there.

    With rotations > 1 that many games in a row share one luck, the line-up moved on by one seat each time. A game that
    does not end within the order's `most_decisions` has `broken_off` as its end reason; nobody wins it, and it is not
    scored: what a game scores before its end means nothing. With a row in `marks` for each game, one seat of each is
    nudged, and the row says what became of it. Players with worlds in `thinking` search before they decide.
    """
    rules, state = rules_box[0], states[0]
    setup, legal, apply, score, _ = moves
    own_turn, held, nudge = nudges
    seats = np.int64(rules.seats)
    seed, rotations, most_decisions = order[0].seed, order[0].rotations, order[0].most_decisions
    for row in range(out.shape[0]):
        game = order[0].first + row
        moved = game % rotations
        cursor[CURSOR_GAME] = game
        states[0] = states[1]
        minds[:] = 0
        open_streams(state, seed, game // rotations)
        logged = events[0, 0] if events.shape[0] > 0 else 0
        setup(rules, state, events)
        decisions = 0
        nudged = -1
        if marks.shape[0] > 0:
            draw_moment(marks[row], seed, game // rotations, seats, nudging[0].turns)
            nudged = np.int64(marks[row].seat)
        while not state.over and decisions < most_decisions:
            if state.seat == nudged and begins_turn(marks[row], own_turn(rules, state)):
                nudge_seat(rules, state, nudging[0], marks[row], held, nudge, events)
            n = legal(rules, state, options)
            pick = 0
            if n > 1:
                pick = decide(
                    rules, state, np.int64(state.seat), moved, options, n, moves, strategies, weights, minds, notes,
                    tables, thinking, search, desk, order, cursor,
                )  # fmt: skip
            if pick < 0 or pick >= n:
                note_misplay(state, pick, n, cursor)
                return False
            apply(rules, state, options[pick], events)
            decisions += 1
        outcome = out[row]
        outcome.turns = state.turns
        outcome.decisions = decisions
        outcome.end_reason = order[0].broken_off
        if state.over:
            outcome.end_reason = state.end_reason
            for seat in range(seats):
                outcome.contends[seat] = 1
            score(rules, state, outcome)
            if nudged >= 0:
                pay_points(nudging[0], marks[row], outcome)
        rank_seats(outcome, seats)
        if events.shape[0] > 0:
            if not state.over:
                events[0, 0] = min(events[0, 0], logged + UNENDED_EVENTS)
            cursor[CURSOR_SIZE + row] = events[0, 0]
    return True


def compile_play(types: GameTypes, choose):
    """The play loop for a game's record types and the signature of its strategies."""
    return rule(play_type(types, choose))(play_range)
