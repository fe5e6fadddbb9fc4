"""Deals of Lost Cities and how they are compared with exact mathematics.

The kernel only deals; every expected figure is computed from counts of cards and tiles. Seeds are fixed, so a check
passes or fails for good; by chance alone fewer than one set of seeds in 10,000 would fail.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np
from scipy import stats

from digsite.simulator.games import find_game
from digsite.simulator.kernel.play.events import SILENT
from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.play.rng import open_streams
from tests.games.lost_cities.hands import read_hand

GAME = find_game("lost-cities")
ALARM = 5e-7  # for each of about 100 checks and both tails, so that all together stay below 1e-4
CARD_TYPES, COPIES, COLOUR_CARDS = 55, 2, 22
DECK = CARD_TYPES * COPIES
HAND = 8
DISCARD, FROM_PILE = 3 * 64, 5  # options: discard card c is 3 * 64 + c; draw from the pile is 5
ARTIFACT, ARROW = -1, -2
TILE_COUNTS = {ARTIFACT: 9, ARROW: 9, 5: 2, 10: 3, 15: 2}
SPACES = {0: (3, 5, 6, 7, 9), 1: (2, 4, 5, 7, 9), 2: (2, 3, 5, 7, 9), 3: (3, 4, 6, 7, 9), 4: (2, 4, 5, 7, 9)}


class Deals(NamedTuple):
    """Many deals of one expedition."""

    deck: np.ndarray  # games x 110: removed cards, draw pile (top last), then the hands
    hands: np.ndarray  # games x seats x 8
    tiles: np.ndarray  # games x 25, in the order of SPACES


def hurry(rules: Any, state: Any) -> None:
    """Let an expedition end by a discard and the last card of the pile."""
    state.pile = 1
    GAME.kernels.apply(rules, state, DISCARD + read_hand(state, state.seat)[0], SILENT)
    GAME.kernels.apply(rules, state, FROM_PILE, SILENT)


@cache
@np.errstate(over="ignore")  # chance wraps around on purpose, which NumPy notes when the JIT is off
def deals(seats: int, expedition: int, games: int) -> Deals:
    """Deal many games and, for a later expedition, hurry each through the ones before."""
    rules = GAME.build_rules(GAME.figures, seats)[0]
    box = record(GAME.records.state)
    blank, state = box.copy(), box[0]
    spaces = tuple(zip(*((path, stone) for path, stones in SPACES.items() for stone in stones), strict=True))
    dealt = Deals(
        np.empty((games, DECK), np.int8),
        np.empty((games, seats, HAND), np.int8),
        np.empty((games, 25), np.int16),
    )
    for game in range(games):
        box[:] = blank
        open_streams(state, 2024 + seats, game)
        GAME.kernels.setup(rules, state, SILENT)
        for _ in range(expedition):
            hurry(rules, state)
        assert state.expedition == expedition
        dealt.deck[game] = state.deck
        dealt.hands[game] = [read_hand(state, seat) for seat in range(seats)]
        dealt.tiles[game] = state.tile[spaces]
    return dealt


# ------------------------------------------------------------------------------------------------ exact tests


def agrees(statistic: float, freedom: float) -> None:
    """A chi-square value that is neither too large nor suspiciously small."""
    upper = stats.chi2.sf(statistic, freedom)
    lower = stats.chi2.cdf(statistic, freedom) if freedom >= 20 else 1  # few counts may well be met exactly
    assert min(upper, lower) > ALARM, f"chi-square {statistic:.0f} with {freedom} degrees of freedom"


def placements_are_uniform(counts: np.ndarray, games: int, places: Sequence[int], kinds: Sequence[int]) -> None:
    """counts[place, kind] over many shuffles: each kind falls into a place in proportion to its size.

    One shuffle of n things puts kinds[k] things of kind k into places[p] positions. The counts' covariance is
    (diag(p) - pp'/n) x (diag(k) - kk'/n) / (n - 1), a projection once scaled, so the sum below is chi-square.
    """
    sizes, kind_sizes = np.asarray(places, float), np.asarray(kinds, float)
    total = sizes.sum()
    assert total == kind_sizes.sum()
    cells = np.outer(sizes, kind_sizes)
    statistic = ((counts - games * cells / total) ** 2 / (games * cells / (total - 1))).sum()
    agrees(float(statistic), (len(sizes) - 1) * (len(kind_sizes) - 1))


def has_distribution(sample: np.ndarray, chances: dict[int, float]) -> None:
    """The sample against exact chances; rare values are pooled so that each group is expected 20 times."""
    assert abs(sum(chances.values()) - 1) < 1e-9
    assert set(np.unique(sample).tolist()) <= {value for value, chance in chances.items() if chance > 0}
    observed, expected, pooled_o, pooled_e = [], [], 0.0, 0.0
    for value, chance in chances.items():
        pooled_o += np.count_nonzero(sample == value)
        pooled_e += chance * len(sample)
        if pooled_e >= 20:
            observed.append(pooled_o)
            expected.append(pooled_e)
            pooled_o = pooled_e = 0.0
    observed[-1] += pooled_o
    expected[-1] += pooled_e
    statistic = sum((o - e) ** 2 / e for o, e in zip(observed, expected, strict=True))
    agrees(statistic, len(observed) - 1)


def hypergeometric(total: int, marked: int, drawn: int) -> dict[int, float]:
    """Chances of each number of marked things among the drawn ones, counted out."""
    ways = comb(total, drawn)
    return {k: comb(marked, k) * comb(total - marked, drawn - k) / ways for k in range(min(marked, drawn) + 1)}


def matches_are_by_chance(first: np.ndarray, second: np.ndarray, kinds: Sequence[int]) -> None:
    """Independent shuffles of the same things agree at as many places as two shuffles do on average."""
    n = sum(kinds)
    mean = sum(k * k for k in kinds) / n
    equal = sum((k * (k - 1)) ** 2 for k in kinds)
    unlike = sum((a * b) ** 2 for i, a in enumerate(kinds) for j, b in enumerate(kinds) if i != j)
    variance = (equal + unlike) / (n * (n - 1)) + mean - mean**2
    matches = (first == second).sum(axis=1)
    z = (matches.mean() - mean) / (variance / len(matches)) ** 0.5
    assert 2 * stats.norm.sf(abs(z)) > ALARM, f"z = {z:.1f}"


def places_of_cards(dealt: Deals) -> np.ndarray:
    """[place, card]: how often each card lay at each place of the shuffled deck."""
    return np.stack([np.bincount(dealt.deck[:, at], minlength=CARD_TYPES) for at in range(DECK)])


def seats_of_cards(dealt: Deals) -> np.ndarray:
    """[seat, card]: how often each card was dealt to each seat, and, in the last row, to none."""
    games, seats, _hand = dealt.hands.shape
    hands = [np.bincount(dealt.hands[:, seat].ravel(), minlength=CARD_TYPES) for seat in range(seats)]
    return np.stack([*hands, COPIES * games - np.sum(hands, axis=0)])


def spaces_of_tiles(dealt: Deals) -> np.ndarray:
    """[space, kind]: how often each kind of tile lay on each event space."""
    return np.stack([(dealt.tiles == kind).sum(axis=0) for kind in TILE_COUNTS], axis=1)
