"""Imagining: new luck that leads nowhere back."""

import numpy as np

from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.play.rng import draw_bits, mix
from digsite.simulator.kernel.search.imagine import one_way, renew_streams

MASK = (1 << 64) - 1
Streams = np.dtype([("stream", np.uint64, (5,))])


def undo_shift(z: int, shift: int) -> int:
    found = z
    for _ in range(64 // shift + 1):
        found = z ^ (found >> shift)
    return found


def unmix(z: int) -> int:
    """What `mix` was given; a plug-in could work it out just so."""
    z = undo_shift(z, 31)
    z = z * pow(0x94D049BB133111EB, -1, 1 << 64) & MASK
    z = undo_shift(z, 27)
    z = z * pow(0xBF58476D1CE4E5B9, -1, 1 << 64) & MASK
    return undo_shift(z, 30)


def test_mixing_alone_could_be_undone():
    with np.errstate(over="ignore"):
        for bits in (0, 1, 12345678901234567890, MASK):
            assert unmix(int(mix(np.uint64(bits)))) == bits


def test_the_way_back_from_imagined_streams_ends_before_the_real_ones():
    """From a stream of the copy one can get to the luck it was made of, but not to the draw behind that luck."""
    with np.errstate(over="ignore"):
        state, copy = record(Streams)[0], record(Streams)[0]
        state.stream[:] = np.arange(5, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        drawn = np.uint64(draw_bits(state, 4))
        luck = np.uint64(one_way(drawn))
        renew_streams(copy, luck)
        back = (unmix(int(copy.stream[2])) - int(mix(np.uint64(3)))) & MASK
    assert back == int(luck)
    undone = {back, unmix(back), unmix(unmix(back))}
    assert not undone & {int(drawn), unmix(int(drawn)), int(state.stream[4])}


def test_new_luck_differs_from_draw_to_draw():
    with np.errstate(over="ignore"):
        lucks = {int(one_way(np.uint64(bits))) for bits in range(2_000)}
    assert len(lucks) == 2_000
    share = np.mean([[luck >> bit & 1 for bit in range(64)] for luck in lucks], axis=0)
    assert (abs(share - 0.5) < 0.06).all()
