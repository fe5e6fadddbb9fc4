"""Phase 1: meeples are rolled, standing ones pay, and upgrades reroll."""

import numpy as np

from digsite.simulator.games.quetzal.moves.gains import gain_coins
from digsite.simulator.games.quetzal.moves.seating import seat_after
from digsite.simulator.games.quetzal.moves.upgrades import price_of_discovery
from digsite.simulator.games.quetzal.state import (
    MEEPLES,
    NO_DECISION,
    CoinSource,
    Decision,
    Event,
    Face,
    Meeple,
    Phase,
    Stream,
)
from digsite.simulator.kernel.jit.compile import inlined, rule
from digsite.simulator.kernel.play.events import log
from digsite.simulator.kernel.play.rng import draw_bits

CHARACTER_ROLL = -1  # stands for the character in the event of a roll
BY_UPGRADE, AT_CAMP = 0, 1
_32 = np.uint64(32)


@inlined
def land(rules, state, stream):
    """A meeple lands on one of its faces."""
    drawn = draw_bits(state, stream) >> _32
    face = 0
    while drawn >= rules.meeples_below[face]:
        face += 1
    return face


@inlined
def meeple_of(face):
    """Return what a team meeple counts as: black an adventurer, white an archaeologist, otherwise either."""
    return min(face, Meeple.EITHER.value)


@rule
def roll_meeples(rules, state, seat, events):
    """Roll all meeples of a player; each one that stands earns a coin at once."""
    team = np.int64(rules.meeples_team)
    for meeple in range(Meeple.CHARACTER):
        state.pool[seat, meeple] = 0
    standing = np.int64(state.faces[seat, Face.STANDING])
    for _ in range(team):
        face = land(rules, state, Stream.MEEPLES)
        state.pool[seat, meeple_of(face)] += 1
        state.faces[seat, face] += 1
    log_roll(state, seat, standing, events)
    character = land(rules, state, Stream.MEEPLES)
    state.faces[seat, character] += 1
    state.pool[seat, Meeple.CHARACTER] = 1
    state.pool_size[seat] = team + 1
    state.flexible[seat] += state.pool[seat, Meeple.EITHER] + 1
    log(events, Event.ROLL, seat, CHARACTER_ROLL, character, 0)
    stood = np.int64(state.faces[seat, Face.STANDING]) - standing
    gain_coins(state, seat, stood * rules.meeples_standing, CoinSource.STANDING, events)


@rule
def log_roll(state, seat, standing, events):
    """Log how the team has landed; `standing` is how often its meeples had stood before."""
    if events.shape[0] == 0:
        return
    stood = np.int64(state.faces[seat, Face.STANDING]) - standing
    counts = (
        np.int64(state.pool[seat, Meeple.ADVENTURER]), np.int64(state.pool[seat, Meeple.ARCHAEOLOGIST]),
        np.int64(state.pool[seat, Meeple.EITHER]) - stood, stood,
    )  # fmt: skip
    for face in range(len(counts)):
        if counts[face] > 0:
            log(events, Event.ROLL, seat, face, counts[face], 0)


# ------------------------------------------------------------------------------------------------ rerolls


@rule
def reroll(rules, state, seat, meeple, stream, how, events):
    """Reroll a meeple of the pool; if it stands now, it earns a coin, whatever it earned before."""
    face = land(rules, state, stream)
    if meeple != Meeple.CHARACTER:
        state.pool[seat, meeple] -= 1
        state.pool[seat, meeple_of(face)] += 1
    state.rerolls[seat, how] += 1
    log(events, Event.REROLL, seat, meeple, face, how)
    if face == Face.STANDING:
        gain_coins(state, seat, rules.meeples_standing, CoinSource.STANDING, events)


@inlined
def unused_reroll(state, seat, table):
    """Return the first space of the seat's upgrades with an unused reroll of this table; -1 if there is none."""
    for space in range(2):
        if table[state.owned[seat, space]] > 0 and not state.rerolled >> space & 1:
            return space
    return -1


@rule
def ask_for_rerolls(rules, state):
    """Clockwise from the first player, ask each player with an upgrade to reroll with, or discovery to buy."""
    while state.at < rules.seats:
        seat = seat_after(rules, state.marker, state.at)
        some = unused_reroll(state, seat, rules.reroll) >= 0 or unused_reroll(state, seat, rules.reroll_all) >= 0
        if some or price_of_discovery(rules, state, seat) > 0:
            state.seat = seat
            state.decision = Decision.REROLL
            return
        end_rerolls(state)
    state.phase = Phase.PLACE
    state.at = 0


@rule
def end_rerolls(state):
    """The next player may reroll."""
    state.at += 1
    state.rerolled = 0
    state.decision = NO_DECISION


@rule
def choose_for_reroll(rules, state, meeple, events):
    """A meeple is set aside to be rerolled; when there are as many as the upgrade allows, they are rolled."""
    seat = state.seat
    state.chosen[meeple] += 1
    state.picked += 1
    space = unused_reroll(state, seat, rules.reroll)
    if state.picked == rules.reroll[state.owned[seat, space]] or not more_to_choose(state, seat):
        roll_chosen(rules, state, events)


@rule
def lowest_choice(state):
    """Meeples are chosen in order: the next is of the last kind chosen or of a later one."""
    lowest = 0
    for meeple in range(MEEPLES):
        if state.chosen[meeple] > 0:
            lowest = meeple
    return lowest


@rule
def more_to_choose(state, seat):
    """Return whether another meeple can be set aside."""
    for meeple in range(lowest_choice(state), MEEPLES):
        if state.pool[seat, meeple] > state.chosen[meeple]:
            return True
    return False


@rule
def roll_chosen(rules, state, events):
    """The meeples set aside are rolled together; the upgrade is used up for this round."""
    seat = np.int64(state.seat)
    state.rerolled |= 1 << unused_reroll(state, seat, rules.reroll)
    for meeple in range(MEEPLES):
        for _ in range(state.chosen[meeple]):
            reroll(rules, state, seat, meeple, Stream.REROLL, BY_UPGRADE, events)
        state.chosen[meeple] = 0
    state.picked = 0
    state.decision = NO_DECISION


@rule
def reroll_everything(rules, state, events):
    """Reroll all meeples of the pool, including the character; the upgrade is used up for this round."""
    seat = np.int64(state.seat)
    state.rerolled |= 1 << unused_reroll(state, seat, rules.reroll_all)
    for meeple in range(Meeple.CHARACTER):
        state.chosen[meeple] = state.pool[seat, meeple]
    for meeple in range(Meeple.CHARACTER):
        for _ in range(state.chosen[meeple]):
            reroll(rules, state, seat, meeple, Stream.REROLL, BY_UPGRADE, events)
        state.chosen[meeple] = 0
    reroll(rules, state, seat, Meeple.CHARACTER.value, Stream.REROLL, BY_UPGRADE, events)
    state.decision = NO_DECISION
