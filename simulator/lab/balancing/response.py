"""The response of a figure to changes: what each candidate is expected to do, from those that were played.

Kriging: changes of single figures add up, and pairs of them do a little more or less than that; near values act alike. The
rules as they are change nothing by definition. How far, how smoothly and how much together the figures act is chosen by the
likelihood of what was seen.
"""

from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from scipy.linalg import cho_factor, cho_solve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.simulator.lab.balancing.space import Space

Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]

_SIZES = (0.5, 1.0, 2.0, 4.0)  # of the largest effect, by what was seen on average
_LENGTHS = (0.15, 0.35, 1.0)  # of the range of a figure, within which it acts alike
_TOGETHER = (0.01, 0.1)  # of the variance, by what pairs do that their figures alone do not
_OWN = 0.01  # of the variance, by what near candidates do not share


class Response:
    """How far candidates lie from each other, by every length scale."""

    def __init__(self, space: "Space"):
        """Prepare the similarity of the values of each figure, anchored at the value that it has."""
        self._alike = {length: [_anchored(figure, length) for figure in space.figures] for length in _LENGTHS}

    def predict(self, played: Whole, seen: Floats, variances: Floats, asked: Whole) -> tuple[Floats, Floats]:
        """Return the expected change and its standard deviation of each candidate asked about.

        played: the candidates played, a row each; `seen` their mean changes and `variances` those of the means.
        """
        typical = float(np.sqrt(np.mean(np.square(seen)))) or 1e-9
        best, chosen = -np.inf, None
        for length, together in product(_LENGTHS, _TOGETHER):
            shape = self._shape(played, played, length, together)
            for size in _SIZES:
                factor = (size * typical) ** 2
                whole = factor * shape + np.diag(variances + 1e-12 * factor)
                lower = cho_factor(whole, lower=True)
                weighted = cho_solve(lower, seen)
                likely = -0.5 * float(seen @ weighted) - float(np.log(np.diag(lower[0])).sum())
                if likely > best:
                    best, chosen = likely, (length, together, factor, lower, weighted)
        assert chosen is not None
        length, together, factor, lower, weighted = chosen
        cross = factor * self._shape(asked, played, length, together)
        own = factor * self._own(asked, length, together)
        left = own - np.einsum("ij,ji->i", cross, cho_solve(lower, cross.T))
        return cross @ weighted, np.sqrt(np.maximum(left, 0.0))

    def _shape(self, one: Whole, two: Whole, length: float, together: float) -> Floats:
        parts = [alike[one[:, at][:, None], two[:, at][None, :]] for at, alike in enumerate(self._alike[length])]
        same = (one[:, None, :] == two[None, :, :]).all(axis=2)
        found: Floats = _mixed(parts, together) + _OWN * same
        return found

    def _own(self, asked: Whole, length: float, together: float) -> Floats:
        parts = [np.diag(alike)[asked[:, at]] for at, alike in enumerate(self._alike[length])]
        return _mixed(parts, together) + _OWN


def _mixed(parts: "Sequence[Floats]", together: float) -> Floats:
    """Return what figures do alone and in pairs."""
    alone, squares = np.sum(parts, axis=0), np.sum(np.square(parts), axis=0)
    found: Floats = alone + together * (alone * alone - squares) / 2
    return found


def _anchored(figure: "object", length: float) -> Floats:
    """Return how alike the values of a figure act, measured from the value that it has, whose row is 0."""
    values, ordered = figure.values, figure.ordered  # type: ignore[attr-defined]
    places = np.array([value.place for value in values])
    gaps = places[:, None] - places[None, :] if ordered else (~np.eye(len(values), dtype=bool)) * 1.0
    alike = np.exp(-np.square(gaps / length) / 2)
    found = alike - alike[:, :1] - alike[:1, :] + 1.0
    widest = float(np.diag(found).max())
    anchored: Floats = found / widest if widest > 0 else found
    return anchored
