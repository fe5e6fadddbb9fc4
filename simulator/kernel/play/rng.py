"""Chance: named streams whose state derives from (seed, luck, stream) alone.

Each stream is a SplitMix64 counter in the game's state, so a copied state carries its future luck with it, and
one stream's draws never disturb another's: two strategies or two rule variants get the same cards and dice.
All arithmetic is on uint64; `tests/kernel/test_rng.py` fixes the values, with the JIT on and off.
"""

import numpy as np

from digsite.simulator.kernel.jit.compile import rule

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@rule
def mix(z):
    """Apply SplitMix64's finaliser: every input bit affects every output bit."""
    z = (z ^ (z >> _30)) * _MIX_1
    z = (z ^ (z >> _27)) * _MIX_2
    return z ^ (z >> _31)


@rule
def open_streams(state, seed, luck):
    """Start every stream of a game; the same seed and luck mean the same chance for any rules and line-up."""
    base = mix(np.uint64(seed) + _GOLDEN) ^ mix(np.uint64(luck) * _MIX_1 + _GOLDEN)
    for stream in range(len(state.stream)):
        state.stream[stream] = mix(base + np.uint64(stream) * _MIX_2)


@rule
def draw_bits(state, stream):
    """Return the next 64 random bits of a stream."""
    at = np.uint64(stream)
    advanced = state.stream[at] + _GOLDEN
    state.stream[at] = advanced
    return mix(advanced)


@rule
def scale(bits, n):
    """Return a uniform integer in [0, n): 32 random bits scaled, so the bias is below n / 2**32."""
    return np.int64(((bits >> _32) * np.uint64(n)) >> _32)


@rule
def below(state, stream, n):
    """Return a uniform integer in [0, n)."""
    return scale(draw_bits(state, stream), n)


@rule
def roll(state, stream):
    """Roll one six-sided die."""
    return below(state, stream, 6) + 1


@rule
def shuffle(state, stream, cards, first, last):
    """Shuffle cards[first:last] (Fisher-Yates); draw last - first - 1 numbers whatever the cards are."""
    at = np.uint64(stream)
    counter = state.stream[at]  # a local: with cards in the state, it would be read again for each card
    for i in range(last - 1, first, -1):
        counter += _GOLDEN
        j = first + scale(mix(counter), i - first + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card
    state.stream[at] = counter
