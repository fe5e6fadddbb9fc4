"""The reports of all games in a real browser: every chart at three widths, the length on screen and on paper."""

import pytest

from reports.page.report import build
from simulator.games import all_games
from simulator.lab.simulate import simulate
from tests.reports.browsing import (
    HALF_EMPTY,
    MOST_PAGES,
    MOST_PIXELS,
    OUTSIDE,
    OVERLAPS,
    WIDTHS,
    browser,  # noqa: F401
    pages_of,
    unfold,
)

pytestmark = pytest.mark.verify


@pytest.mark.parametrize("game", all_games())
def test_every_chart_of_a_game_is_laid_out_well_and_the_report_is_short(game, browser, tmp_path):  # noqa: F811
    run = simulate(game, 1_200, seed=1, rotate=True, out=tmp_path / "run")
    report = build([run], tmp_path / "report.html")
    for width, height in WIDTHS.values():
        page = browser.new_page(viewport={"width": width, "height": height})
        page.goto(report.as_uri())
        if width == 1280:
            assert page.evaluate("document.documentElement.scrollHeight") <= MOST_PIXELS
            assert pages_of(page.pdf(format="A4")) <= MOST_PAGES
        unfold(page)
        assert page.evaluate(OUTSIDE) == []
        assert page.evaluate(OVERLAPS) == []
        assert page.evaluate(HALF_EMPTY) == []
        page.close()
