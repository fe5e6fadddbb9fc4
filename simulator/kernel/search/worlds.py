"""Worlds (sampled deals): how they are played out, when they end, and what they are worth.

A world is a copy of the game that a seat cannot tell from the real one. In the worlds of a look-ahead player, its
strategy plays all seats.
"""

from enum import IntEnum

import numpy as np

from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.jit.memory import copy_record, view_as
from digsite.simulator.kernel.play.loop import EACH, MISPLAYED, decide, rank_seats, score_end

TIE_BREAK = 0.1  # the most that points add to a win
STOPPED = -1  # result of a search that was stopped or could not continue
LEAD, SQUARES, SUMS = range(3)  # rows of a desk's sums


class Objective(IntEnum):
    """What a player plays for."""

    WIN = 0  # its share of the win; points break ties
    LEAD = 1  # points ahead of the best rival


@rule
def world_has_ended(start, world, thinking, alone, like):
    """Return whether a world has ended: with the game, or with the chapter if the player `alone` looks no further."""
    if world.over or alone == EACH:
        return world.over
    old, new, looks = view_as(start, like), view_as(world, like), thinking[alone]
    for at in range(looks.chapter_at, looks.chapter_at + looks.chapter_size):  # noqa: SIM110  # numba has no any()
        if old.byte[at] != new.byte[at]:
            return True
    return False


@rule
def play_on(arrays, desk, moves, strategies, world, seated, alone):
    """Play a world to its end without look-ahead; `seated` and `alone` are as in `decide`.

    Return False when a strategy picks an option that does not exist. A world that takes too many decisions stays unfinished.
    """
    rules, options, apply = arrays.rules[0], desk.options, moves[2]
    for _ in range(arrays.order[0].most_decisions):
        if world_has_ended(arrays.states[0], world, arrays.search, alone, desk.bytes):
            return True
        _, pick = decide(rules, world, options, desk.minds, seated, alone, arrays, moves, strategies, None)
        if pick == MISPLAYED:
            return False
        apply(rules, world, options[pick], desk.events)
    return True


@rule
def points_of(outcome, seat):
    """Return the points of a side, by its first seat, or 0 if it cannot win."""
    return float(outcome.side_score[seat]) if outcome.contends[seat] else 0.0


@rule
def settle_world(rules, world, score, outcome, blank):
    """Score and rank the end of a world."""
    copy_record(outcome, blank)
    score_end(rules, world, score, outcome)
    rank_seats(outcome, np.int64(rules.seats))


@rule
def worth_to(outcome, seats, seat, objective):
    """Return what the end of a world is worth to a seat, alone or with the others of its side."""
    side, rival = outcome.side[seat], -np.inf
    own = points_of(outcome, side)
    for player in range(seats):
        if outcome.side[player] == player and player != side:
            rival = max(rival, points_of(outcome, player))
    if rival == -np.inf:  # no rivals
        rival = 0.0
    if objective == Objective.LEAD:
        return own - rival
    share = 0.0
    if outcome.rank[seat] == 1 and outcome.contends[seat]:
        share = 1.0 / outcome.winners
    return share + TIE_BREAK * (own - rival) / (1.0 + abs(own) + abs(rival))


@rule
def recall_own(minds, seat, memory):
    """Give the seat its memory from the game; rivals start with a blank one, since the seat cannot know theirs."""
    for player in range(minds.shape[0]):
        for at in range(minds.shape[1]):
            minds[player, at] = memory[at] if player == seat else 0
