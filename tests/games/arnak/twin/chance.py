"""Chance of the plain twin: the streams of numbers that the kernel draws on, worked out once more with Python integers.

A stream is told by its number. A shuffle leaves the last entry of a list on top.
"""

from __future__ import annotations

from typing import Any

ITEMS, ARTIFACTS, IDOLS, BLOCKING, BONUS, SITES, GUARDIANS, ASSISTANTS, RIVAL, DECK = range(10)  # DECK + seat
STREAMS = 13

_BITS = 2**64 - 1
_GOLDEN, _MIX_1, _MIX_2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def _mix(z: int) -> int:
    z &= _BITS
    z = (z ^ (z >> 30)) * _MIX_1 & _BITS
    z = (z ^ (z >> 27)) * _MIX_2 & _BITS
    return z ^ (z >> 31)


class Chance:
    """All streams of one game."""

    def __init__(self, seed: int, luck: int = 0) -> None:
        base = _mix(seed + _GOLDEN) ^ _mix(luck * _MIX_1 + _GOLDEN)
        self.streams = [_mix(base + stream * _MIX_2) for stream in range(STREAMS)]

    def below(self, stream: int, n: int) -> int:
        """A number from 0 to n - 1."""
        self.streams[stream] = (self.streams[stream] + _GOLDEN) & _BITS
        return (_mix(self.streams[stream]) >> 32) * n >> 32

    def shuffle(self, stream: int, things: list[Any]) -> None:
        for last in range(len(things) - 1, 0, -1):
            other = self.below(stream, last + 1)
            things[last], things[other] = things[other], things[last]


class NoChance(Chance):
    """For positions made by hand: nothing is ever shuffled, and always the first is drawn."""

    def __init__(self) -> None:
        super().__init__(0)

    def below(self, stream: int, n: int) -> int:
        return 0

    def shuffle(self, stream: int, things: list[Any]) -> None:
        return
