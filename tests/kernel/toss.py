"""A game of coins whose win chances can be worked out: two seats toss in turn, and each holds a card face down.

A toss brings a point or nothing; a bold toss brings two points in one of four cases. At the end the cards, 0 or 1, count
as points. The players toss plainly until they have decided `PLAIN` times, by their own notes, and boldly from then on.
"""

from enum import IntEnum
from fractions import Fraction
from functools import cache

import numpy as np

from digsite.simulator.game.columns import outcome_of
from digsite.simulator.game.state import common_fields
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.jit.signatures import Desk, PlayArrays, as_bytes, choose_type, game_types
from digsite.simulator.kernel.play.events import SILENT
from digsite.simulator.kernel.play.loop import CURSOR_SIZE
from digsite.simulator.kernel.play.records import Order, Search, record
from digsite.simulator.kernel.play.rng import below
from digsite.simulator.kernel.search.lookahead import SUMS, compile_no_search
from digsite.simulator.kernel.search.tree import PLACE
from digsite.strategies.minds import memory

SEATS, TOSSES, PLAIN = 2, 8, 2
NOTHING_THERE = 9


class Stream(IntEnum):
    """Chance."""

    CARDS = 0
    COIN = 1
    REDEAL = 2
    NOISE = 3


Rules = np.dtype([("seats", np.int8), ("tosses", np.int8)], align=True)
State = np.dtype(
    [
        *common_fields(len(Stream) - 1 + SEATS),
        ("points", np.int16, (SEATS,)),
        ("card", np.int8, (SEATS,)),
        ("left", np.int8),
        ("impossible", np.bool_),
    ],
    align=True,
)
Outcome = outcome_of((), SEATS)
Notes = np.dtype([("asked", np.int64)])
Tables = np.dtype([("nothing", np.uint8)])
TYPES = game_types(Rules, State, Outcome, SEATS)
CHOOSE = choose_type(TYPES, Notes, Tables)


@rule(TYPES.setup)
def setup(rules, state, events):
    """Each seat gets a card."""
    state.left = rules.tosses
    for seat in range(rules.seats):
        state.card[seat] = below(state, Stream.CARDS, 2)


@rule(TYPES.legal)
def legal(rules, state, options):
    """A plain toss or a bold one."""
    options[0], options[1] = 0, 1
    return 0 if state.impossible else 2


@rule(TYPES.apply)
def apply(rules, state, option, events):
    """Toss, and hand the coin on."""
    won = 2 * (below(state, Stream.COIN, 4) == 0) if option == 1 else below(state, Stream.COIN, 2)
    state.points[state.seat] += won
    state.seat = 1 - state.seat
    state.turns += 1
    state.left -= 1
    state.over = state.left == 0


@rule(TYPES.score)
def score(rules, state, outcome):
    """Points and the card."""
    for seat in range(rules.seats):
        outcome.score[seat] = state.points[seat] + state.card[seat]


@rule(TYPES.redeal)
def redeal(rules, state, seat):
    """The rival's card."""
    state.card[1 - seat] = below(state, Stream.REDEAL, 2)


@rule(TYPES.redeal)
def redeal_low(rules, state, seat):
    """The rival's card, which must be a 0: with another one it could not have come to this moment."""
    state.card[1 - seat] = below(state, Stream.REDEAL, 2)
    state.impossible = state.card[1 - seat] == 1


@rule(TYPES.redeal)
def redeal_never(rules, state, seat):
    """No world is possible."""
    state.impossible = True


@rule(TYPES.redeal)
def redeal_nothing(rules, state, seat):
    """A leak: the rival's card stays as it is."""


@rule(TYPES.redeal)
def shuffle_unseen(rules, state, seat):
    """Somebody sees every card."""


@rule(CHOOSE)
def patient(rules, state, seat, options, n, weights, mind):
    """Plain tosses first, bold ones later."""
    mind.notes.asked += 1
    return int(mind.notes.asked > PLAIN)


@rule(CHOOSE)
def steady(rules, state, seat, options, n, weights, mind):
    """Plain tosses only."""
    return 0


@rule(CHOOSE)
def broken(rules, state, seat, options, n, weights, mind):
    """Picks what is not there as soon as it has a point."""
    return NOTHING_THERE if state.points[seat] > 0 else 0


MOVES = (setup, legal, apply, score, redeal)


def order(luck: int, seed: int = 1) -> np.recarray:
    """An order to play one game of this luck."""
    box = record(Order)
    box[0].seed, box[0].first, box[0].rotations, box[0].most_decisions = seed, luck, 1, 1_000
    box[0].noise = Stream.NOISE
    return box


def arrays(game, rules, *, order, state=None, options=(0, 1), events=SILENT, notes=0, search=None):
    """What a game of coins, or of doors, is played with."""
    states, minds = record(game.State, 2), memory(SEATS, 8)
    if state is not None:
        states[0] = state
        minds[int(state.seat), :8].view(np.int64)[0] = notes
    return PlayArrays(
        rules, states, order, np.array(options, np.int32), events, np.zeros(CURSOR_SIZE, np.int64), np.zeros((SEATS, 1)), minds,
        record(Notes, 0), record(Tables), record(Search, SEATS) if search is None else search,
        np.arange(SEATS, dtype=np.int8)[None],
    )  # fmt: skip


def desk(options: int = 2, places: int = 0) -> Desk:
    """Room to think in, for so many options and places of a tree."""
    return Desk(
        record(State, 2), record(Outcome, 2), np.zeros(options, np.int32), np.zeros((SUMS, options)), np.zeros(options, np.int64),
        memory(SEATS, 8), record(as_bytes(State.itemsize), 0), SILENT, np.zeros((places, PLACE), np.int64), np.zeros(places + 1),
        np.zeros(places + 1, np.int64), np.zeros(options, np.int64),
    )  # fmt: skip


@cache
def no_search():
    """For players who do not think."""
    return compile_no_search(TYPES, CHOOSE)


@cache
def win_chance(lead: int, left: int, seat: int, asked: tuple[int, int]) -> Fraction:
    """The exact part of the win of seat 0 when all cards are counted already; `lead` is its lead."""
    if left == 0:
        return Fraction((lead > 0) * 2 + (lead == 0), 2)
    bold = asked[seat] >= PLAIN
    gain, chance = (2, Fraction(1, 4)) if bold else (1, Fraction(1, 2))
    then = tuple(count + (at == seat) for at, count in enumerate(asked))
    better = win_chance(lead + (gain if seat == 0 else -gain), left - 1, 1 - seat, then)
    return chance * better + (1 - chance) * win_chance(lead, left - 1, 1 - seat, then)
