"""Worlds of a player who thinks: how they are played on, when they are over, and what they are worth.

A world is a copy of the game that the seat cannot tell from the real one; one strategy plays all its seats.
"""

from enum import IntEnum

import numpy as np

from digsite.simulator.kernel.jit.compile import Mind, rule
from digsite.simulator.kernel.jit.memory import copy_record, seen_as
from digsite.simulator.kernel.play.loop import CURSOR_DECISION, CURSOR_OPTIONS, CURSOR_PICK, rank_seats

TIE_BREAK = 0.1  # the most that points can add to a win


class Objective(IntEnum):
    """What a player plays for."""

    WIN = 0  # its part of the win, and of worlds that are alike in this the one with more points
    LEAD = 1  # points ahead of the best rival


@rule
def chapter_over(before, now, thinking, like):
    """Whether another chapter of the game has begun; never where worlds are played to the end."""
    old, new = seen_as(before, like), seen_as(now, like)
    for at in range(thinking.chapter_at, thinking.chapter_at + thinking.chapter_size):
        if old.byte[at] != new.byte[at]:
            return True
    return False


@rule
def finish(rules, start, world, moves, choose, weights, notes, tables, thinking, most, desk, cursor):
    """Play a world on to its end or that of the chapter, one strategy in all seats.

    False when the strategy picked what is not there. A world that takes too many decisions is left as it is.
    """
    _, legal, apply, _, _ = moves
    for _ in range(most):
        if world.over or chapter_over(start, world, thinking, desk.bytes):
            return True
        n = legal(rules, world, desk.options)
        seat = np.int64(world.seat)
        pick = 0
        if n > 1:
            mind = Mind(seen_as(desk.minds[seat], notes), tables[0])
            pick = choose(rules, world, seat, desk.options, n, weights, mind)
        if pick < 0 or pick >= n:
            cursor[CURSOR_DECISION] = world.decision
            cursor[CURSOR_PICK] = pick
            cursor[CURSOR_OPTIONS] = n
            return False
        apply(rules, world, desk.options[pick], desk.events)
    return True


@rule
def points_of(outcome, seat):
    """What a seat has; whoever cannot win has nothing."""
    return float(outcome.score[seat]) if outcome.contends[seat] else 0.0


@rule
def settle_world(rules, world, score, outcome, blank):
    """Score the end of a world."""
    copy_record(outcome, blank)
    outcome.turns = world.turns
    outcome.end_reason = world.end_reason
    seats = np.int64(rules.seats)
    for player in range(seats):
        outcome.contends[player] = 1
    score(rules, world, outcome)
    rank_seats(outcome, seats)


@rule
def worth_to(outcome, seats, seat, objective):
    """What the end of a world is worth to a seat."""
    own, rival = points_of(outcome, seat), -np.inf
    for player in range(seats):
        if player != seat:
            rival = max(rival, points_of(outcome, player))
    if seats == 1:
        rival = 0.0
    if objective == Objective.LEAD:
        return own - rival
    share = 0.0
    if outcome.rank[seat] == 1 and outcome.contends[seat]:
        share = 1.0 / outcome.winners
    return share + TIE_BREAK * (own - rival) / (1.0 + abs(own) + abs(rival))


@rule
def recall_own(minds, seat, memory):
    """The seat has in mind what it has in the game; what rivals have is not for it to know, so they begin anew."""
    for player in range(minds.shape[0]):
        for at in range(minds.shape[1]):
            minds[player, at] = memory[at] if player == seat else 0
