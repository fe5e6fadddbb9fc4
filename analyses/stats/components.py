"""What decides a result: fractions of its variance by the source that makes it vary, from a crossed experiment.

An experiment has blocks. In each, some deals are played by some line-ups, each several times with other chance; a result
is a seat's part of the win. The variance of a result, over seats, deals, line-ups and chance, is the sum of

========  ==============================================================================================
seat      what the seat alone explains
strategy  what the line-up explains beyond that: who follows which strategy, and in which seat
deal      what the opening deal explains beyond the seat
fit       what deal and line-up explain only together: the deal suits one strategy and not another
chance    the rest, once seat, deal and line-up are known
========  ==============================================================================================

Two results that share a source and nothing else have a mean product that is the square of what this source explains, so
every part is estimated from such products without bias, whatever the others are. Blocks are independent; intervals leave
out one block at a time (the jackknife). That of the seat, which is often next to nothing, comes from the noncentral
chi-squared law of the seats' means.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from digsite.analyses.stats.estimate import Estimate
from digsite.analyses.stats.quantiles import two_sided_t
from digsite.analyses.stats.special import special

Floats = npt.NDArray[np.float64]
PARTS = ("strategy", "seat", "deal", "fit", "chance")
LEAST_BLOCKS = 10
_SQUARE, _SAME_ALL, _SAME_DEAL, _SAME_LINE_UP, _SAME_SEAT, _SEATS = range(
    6
)  # columns of block sums; the means of seats follow
_LEVEL = 0.95
_NO_SPREAD = 1e-9


def block_products(results: Floats, fair: float) -> Floats:
    """Return a row for each block: mean squares and products of pairs that share a source, then each seat's mean.

    results: each seat's part of the win, by block, deal, line-up, repeat and seat; one line-up where all are the same.
    fair:    the fair share, from which parts are counted.
    """
    off = results - fair
    repeats = off.shape[3]
    cells = off.mean(axis=3)
    squares = (off**2).mean(axis=3)
    same_all = (repeats * cells**2 - squares) / (repeats - 1)
    together = same_all.mean(axis=(1, 2, 3))
    columns = [squares.mean(axis=(1, 2, 3)), together]
    columns += [_mean_product(cells, axis=axis) if cells.shape[axis] > 1 else together for axis in (2, 1)]
    columns.append(_mean_product_apart(cells) if cells.shape[2] > 1 else columns[_SAME_LINE_UP])
    return np.column_stack([*columns, cells.mean(axis=(1, 2))])


def _mean_product(cells: Floats, axis: int) -> Floats:
    """Return the mean product of two different entries along an axis, for each block."""
    many = cells.shape[axis]
    pairs = (cells.sum(axis=axis) ** 2 - (cells**2).sum(axis=axis)) / (many * (many - 1))
    means: Floats = pairs.mean(axis=(1, 2))
    return means


def _mean_product_apart(cells: Floats) -> Floats:
    """Return the mean product of two entries with different deals and different line-ups, for each block."""
    deals, line_ups = cells.shape[1:3]
    squares = (cells**2).sum(axis=(1, 2)) - (cells.sum(axis=1) ** 2).sum(axis=1) - (cells.sum(axis=2) ** 2).sum(axis=1)
    pairs = (cells.sum(axis=(1, 2)) ** 2 + squares) / (deals * (deals - 1) * line_ups * (line_ups - 1))
    means: Floats = pairs.mean(axis=1)
    return means


def shares(blocks: Floats, one_line_up: bool = False) -> dict[str, Estimate]:
    """Return the fraction of each part with its interval; empty if results never vary or blocks are too few.

    one_line_up: all seats always followed the same strategy, so that line-ups explain nothing.
    """
    many = len(blocks)
    if many < LEAST_BLOCKS:
        return {}
    total, squares = blocks.sum(axis=0), (blocks[:, _SEATS:] ** 2).sum(axis=0)
    parts = _parts(total, squares, many)
    if parts.sum() <= _NO_SPREAD:
        return {}
    whole = parts / parts.sum()
    rest = np.array([_parts(total - row, squares - row[_SEATS:] ** 2, many - 1) for row in blocks])
    left = rest / rest.sum(axis=1, keepdims=True)
    errors = np.sqrt((many - 1) / many * np.square(left - left.mean(axis=0)).sum(axis=0))
    steps, found = two_sided_t(_LEVEL, many - 1), {}
    for name, value, error in zip(PARTS, whole.tolist(), errors.tolist(), strict=True):
        found[name] = _estimate(value, value - steps * error, value + steps * error, many)
    found["seat"] = _estimate(float(whole[PARTS.index("seat")]), *_seat_ends(blocks[:, _SEATS:], parts.sum()), many)
    return {name: part for name, part in found.items() if not (one_line_up and name in ("strategy", "fit"))}


def _estimate(value: float, low: float, high: float, many: int) -> Estimate:
    """Return a fraction with its interval; none and all are never certain, since blocks without a trace prove little."""
    unseen = -math.log(1 - _LEVEL) / many
    value = min(max(value, 0.0), 1.0)
    low, high = 1 - unseen if low >= 1 - _NO_SPREAD else low, unseen if high <= _NO_SPREAD else high
    return Estimate(value, min(max(low, 0.0), value), max(min(high, 1.0), value), many, _LEVEL)


def _parts(total: Floats, squares: Floats, many: int) -> Floats:
    """Return the parts of the variance in the order of `PARTS` from sums over blocks.

    Parts of strategy and deal are compared with products of the same block, which share its line-ups and deals: that
    cancels most of the noise of whichever source is large. The seat's part comes from products of different blocks.
    """
    square, same_all, same_deal, same_line_up, same_seat = total[:_SEATS] / many
    seat = float(((total[_SEATS:] ** 2 - squares) / (many * (many - 1))).mean() - (total[_SEATS:].mean() / many) ** 2)
    strategy, deal = same_line_up - same_seat, same_deal - same_seat
    return np.array([strategy, seat, deal, same_all - same_seat - strategy - deal, square - same_all])


def _seat_ends(means: Floats, variance: float) -> tuple[float, float]:
    """Return the ends of the interval of the seat's fraction of a variance, from the means of seats in each block.

    The squared distance of the seats' means from their average follows a noncentral chi-squared law; its scale is the
    variance in the direction in which the seats differ, and its degrees of freedom fit the mean of the noise.
    """
    many, seats = means.shape
    away = means.mean(axis=0) - means.mean()
    noise = np.cov(means - means.mean(axis=1, keepdims=True), rowvar=False) / many
    square, trace = float(away @ away), float(np.trace(noise))
    along = float(away @ noise @ away) / square if square > 0 else 0.0
    if trace <= _NO_SPREAD**2:
        return square / seats / variance, square / seats / variance
    scale = along if along > _NO_SPREAD * trace else trace / (seats - 1)
    ends = [_noncentrality(square / scale, trace / scale, below) for below in ((1 + _LEVEL) / 2, (1 - _LEVEL) / 2)]
    return scale / seats * ends[0] / variance, scale / seats * ends[1] / variance


_NORMAL = 1e4  # beyond it the square root is as good as normal


def _noncentrality(ratio: float, freedom: float, below: float) -> float:
    """Return the noncentrality under which a value below `ratio` has the chance `below`; 0 if even that makes it rarer."""
    if ratio > _NORMAL:
        return float(math.sqrt(ratio) - special().ndtri(below)) ** 2
    if special().chdtr(freedom, ratio) < below:
        return 0.0
    return float(special().chndtrinc(ratio, freedom, below))
