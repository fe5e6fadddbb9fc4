"""Chance streams: fixed values, independence of each other, uniform draws."""

import os
import subprocess
import sys

import numpy as np
import pytest
from scipy.stats import chisquare

from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.play.rng import below, mix, open_streams, roll, shuffle
from digsite.simulator.kernel.play.rng_check import VECTOR, draws

Streams = np.dtype([("stream", np.uint64, (3,))])


def opened(seed: int, luck: int):
    state = record(Streams)[0]
    with np.errstate(over="ignore"):
        open_streams(state, seed, luck)
    return state


def test_the_test_vector_holds():
    assert draws() == VECTOR


def test_the_test_vector_holds_with_the_jit_off():
    plain = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    code = "from digsite.simulator.kernel.play.rng_check import draws; print(draws())"
    told = subprocess.run([sys.executable, "-c", code], env=plain, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == str(VECTOR)


def test_the_mixer_is_splitmix64():
    """The published sequence of SplitMix64 from state 1234567."""
    golden, state, found = 0x9E3779B97F4A7C15, 1234567, []
    for _ in range(5):
        state = (state + golden) % 2**64
        with np.errstate(over="ignore"):
            found.append(int(mix(np.uint64(state))))
    assert found == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_a_stream_does_not_disturb_another():
    one, other = opened(5, 9), opened(5, 9)
    with np.errstate(over="ignore"):
        for _ in range(100):
            below(one, 0, 6)
        assert [below(one, 1, 1000) for _ in range(20)] == [below(other, 1, 1000) for _ in range(20)]


def test_seed_luck_and_stream_each_change_the_draws():
    def ten(seed, luck, stream):
        state = opened(seed, luck)
        with np.errstate(over="ignore"):
            return tuple(below(state, stream, 10**6) for _ in range(10))

    assert len({ten(s, g, k) for s in (0, 1, 2) for g in (0, 1, 2) for k in (0, 1, 2)}) == 27


@pytest.mark.parametrize("n", [2, 6, 7, 110])
def test_draws_are_uniform(n):
    counts = np.zeros(n, int)
    with np.errstate(over="ignore"):
        for luck in range(400):
            state = opened(77, luck)
            for _ in range(50):
                counts[below(state, 2, n)] += 1
    assert chisquare(counts).pvalue > 1e-4


def test_a_die_shows_each_of_its_six_faces_equally_often():
    counts = np.zeros(8, int)
    with np.errstate(over="ignore"):
        for luck in range(100):
            state = opened(3, luck)
            for _ in range(60):
                counts[roll(state, 1)] += 1
    assert counts[0] == counts[7] == 0
    assert chisquare(counts[1:7]).pvalue > 1e-4


def test_a_shuffle_of_a_part_leaves_the_rest():
    orders = set()
    with np.errstate(over="ignore"):
        for luck in range(200):
            cards = np.arange(7, dtype=np.int8)
            shuffle(opened(2, luck), 0, cards, 2, 5)
            orders.add(tuple(cards.tolist()))
    assert {(*order[:2], *order[5:]) for order in orders} == {(0, 1, 5, 6)}
    assert {frozenset(order[2:5]) for order in orders} == {frozenset((2, 3, 4))}
    assert len(orders) == 6


def test_a_shuffle_keeps_the_cards_and_every_order_comes():
    orders = set()
    with np.errstate(over="ignore"):
        for luck in range(300):
            cards = np.arange(4, dtype=np.int8)
            shuffle(opened(1, luck), 0, cards, 0, 4)
            orders.add(tuple(cards.tolist()))
    assert len(orders) == 24
    assert all(sorted(order) == [0, 1, 2, 3] for order in orders)


def test_a_shuffle_draws_as_many_numbers_as_there_are_cards_but_one():
    """So that what comes next on the stream is the same whatever the cards are, and never drawn before."""
    shuffled, drawn = opened(3, 4), opened(3, 4)
    with np.errstate(over="ignore"):
        shuffle(shuffled, 1, np.arange(9, dtype=np.int8), 2, 8)
        for _ in range(5):
            below(drawn, 1, 6)
        assert shuffled.stream.tolist() == drawn.stream.tolist()
