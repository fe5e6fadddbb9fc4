"""A toy game whose cards are effects: what a game has to write to use the shared interpreter."""

from enum import IntEnum

import numpy as np

from digsite.simulator.game.rules.components import Program, compile_effects
from digsite.simulator.game.rules.ops import Argument, Op, Vocabulary
from digsite.simulator.game.rules.shapes import Number
from digsite.simulator.kernel.effects.interpreter import (
    clear,
    decline,
    enter,
    list_options,
    next_step,
    push,
    repeat_step,
    take_option,
)
from digsite.simulator.kernel.effects.steps import Flow
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.records import record

RESOURCES = ("coin", "gem")
COSTS = (*RESOURCES, "card")
MAX_CARDS = 6
MOST_PER_GEM = 3


class Code(IntEnum):
    """The toy's own ops."""

    GAIN = 8
    DRAW = 9
    EXILE = 10
    PER_GEM = 11
    PLAY = 12


_COUNT = Argument(Number((1, 5)), 1)
OPS = Vocabulary(
    {
        Code.GAIN: Op("gain {amounts}", amounts=RESOURCES),
        Code.DRAW: Op("draw {n:card}", {"n": _COUNT}),
        Code.EXILE: Op("exile up to {n:card}", {"n": _COUNT}, times="n"),
        Code.PER_GEM: Op("for each gem: {then}", inside="then", loops=True),
        Code.PLAY: Op("play a card", starts=(("cards.effect",),)),
    },
    COSTS,
    rows=400,
    depth=18,
)
AT_GAIN, AT_COST = OPS.at("gain", "amounts"), OPS.at("pay", "cost")
AT_DRAWN, AT_EXILED = OPS.at("draw", "n"), OPS.at("exile", "n")

Rules = np.dtype([*OPS.rules_fields(), ("cards", "i2"), ("cards_effect", "i2", (MAX_CARDS, 2))], align=True)
State = np.dtype(
    [
        *OPS.state_fields(),
        ("coin", "i4"),
        ("gem", "i4"),
        ("hand", "i4"),
        ("deck", "i4"),
        ("exiled", "i4"),
        ("plays", "i4"),
        ("order", "u4"),  # a number that depends on the order of all that happened
        ("most", "i4"),  # the most ranges that were pending
        ("over", "?"),
    ],
    align=True,
)
BLANK = {"coin": 1, "gem": 0, "hand": 2, "deck": 8, "exiled": 0, "plays": 4}


@rule
def note(state, code):
    """Make the order of events visible."""
    state.order = np.uint32((np.int64(state.order) * 31 + np.int64(code)) % 1_000_003)


@rule
def affordable(rules, state):
    """Whether the cost of the step now due can be paid."""
    cost = rules.step_args[state.due]
    return cost[AT_COST] <= state.coin and cost[AT_COST + 1] <= state.gem and cost[AT_COST + 2] <= state.hand


@rule
def carry_out(rules, state, row):
    """Do a step that needs no decision; False if it needs one."""
    op = rules.step_op[row]
    if op == Code.GAIN:
        state.coin += rules.step_args[row, AT_GAIN]
        state.gem += rules.step_args[row, AT_GAIN + 1]
    elif op == Code.DRAW:
        cards = min(np.int64(rules.step_args[row, AT_DRAWN]), np.int64(state.deck))
        state.deck -= cards
        state.hand += cards
    elif op == Code.PER_GEM:
        enter(rules, state, min(np.int64(state.gem), MOST_PER_GEM))
    elif (op == Code.EXILE and state.hand == 0) or (op == Code.PLAY and state.plays == 0):
        decline(state)
    else:
        return False
    note(state, op)
    return True


@rule
def resolve(rules, state):
    """Carry out steps until one needs a decision or all is done."""
    while True:
        row = next_step(rules, state)
        state.most = max(np.int64(state.most), np.int64(state.pending))
        if row < 0:
            state.over = True
            return
        if not carry_out(rules, state, row):
            return


@rule
def setup(rules, state, first, end):
    """Start an effect."""
    clear(state)
    push(state, first, end, 1)
    state.most = state.pending
    resolve(rules, state)


@rule
def legal(rules, state, options):
    """The options of the step now due."""
    op = rules.step_op[state.due]
    if op == Flow.CHOOSE:
        return list_options(rules, state, options)
    if op == Code.PLAY:
        for card in range(rules.cards):
            options[card] = card
        return np.int64(rules.cards)
    options[0], options[1] = 0, 1
    return 1 if op == Flow.PAY and not affordable(rules, state) else 2


@rule
def apply(rules, state, option):
    """Answer the step now due, and go on."""
    row = state.due
    op = rules.step_op[row]
    note(state, 100 + option)
    if op == Flow.CHOOSE:
        take_option(rules, state, option)
    elif op == Code.PLAY:
        state.plays -= 1
        push(state, rules.cards_effect[option, 0], rules.cards_effect[option, 1], 1)
    elif not option:
        decline(state)
    elif op == Code.EXILE:
        state.hand -= 1
        state.exiled += 1
        repeat_step(state, rules.step_args[row, AT_EXILED])
    else:
        if op == Flow.PAY:
            state.coin -= rules.step_args[row, AT_COST]
            state.gem -= rules.step_args[row, AT_COST + 1]
            state.hand -= rules.step_args[row, AT_COST + 2]
        enter(rules, state, 1)
    state.most = max(np.int64(state.most), np.int64(state.pending))
    resolve(rules, state)


def build(effect, cards) -> tuple[Program, np.recarray]:
    """The program of an effect and some cards, and the Rules record that holds it."""
    keyed = {f"cards.card{number}.effect": OPS.read(card) for number, card in enumerate(cards)}
    program = compile_effects(OPS, {"effect": {"effect": OPS.read(effect)}, "cards.effect": keyed})
    box = record(Rules)
    program.write(box[0])
    box[0].cards = len(cards)
    for number, key in enumerate(keyed):
        box[0].cards_effect[number] = program.ranges[key]
    return program, box


def play(effect, cards, script) -> tuple[list[list[int]], dict[str, int], int]:
    """Play an effect; the script says which option to take. The options met, what was left, and the depth reached."""
    program, box = build(effect, cards)
    state, options = record(State)[0], np.zeros(40, np.int32)
    for name, number in BLANK.items():
        state[name] = number
    setup(box[0], state, *program.ranges["effect"])
    met: list[list[int]] = []
    while not state.over:
        n = legal(box[0], state, options)
        met.append(options[:n].tolist())
        apply(box[0], state, int(options[script[len(met) % len(script)] % n]))
    return met, {name: int(state[name]) for name in (*BLANK, "order")}, int(state.most)
