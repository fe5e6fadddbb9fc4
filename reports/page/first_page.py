"""Page one as the page shows it: drawn pictures and the links of its proposals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from digsite.analyses.first_page import FirstPage
    from digsite.analyses.result import Chart
    from digsite.reports.page.answers import DrawnChart


@dataclass(frozen=True)
class FirstPageView:
    """Page one with its pictures drawn."""

    page: FirstPage
    figures: Sequence[DrawnChart]


def draw_first_page(
    page: FirstPage,
    anchor: str,
    draw: Callable[[str, Chart], DrawnChart],
    rows: Callable[[Sequence[DrawnChart]], Sequence[DrawnChart]],
) -> FirstPageView:
    """Return page one with its pictures, drawn by `draw` and placed by `rows`."""
    return FirstPageView(page, rows([draw(f"{anchor}-{chart.name}", chart) for chart in page.charts]))
