"""The reports of all games in a real browser: every chart at three widths, the length on screen and on paper."""

import pytest

from digsite.simulator.games import all_games
from digsite.simulator.lab.experiments.simulate import simulate
from digsite.simulator.lab.reporting import companions
from digsite.simulator.lab.reporting.report import report as write
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
def test_every_chart_of_a_game_is_laid_out_well_and_the_report_is_short(game, browser, tmp_path, monkeypatch):  # noqa: F811
    for name, few in (
        ("GAMES", 240),
        ("SAMPLE_GAMES", 4),
        ("WORLDS", 8),
        ("LUCK_BLOCKS", 12),
        ("LINE_UP_GAMES", 1_200),
    ):  # enough for every chart to be there
        monkeypatch.setattr(companions, name, few)
    run = simulate(game, 1_200, seed=1, rotate=True, out=tmp_path / "run")
    report = write(run.folder, out=tmp_path / "report.html", sensitivity=False)
    found = []
    for name, (width, height) in WIDTHS.items():
        page = browser.new_page(viewport={"width": width, "height": height})
        page.goto(report.as_uri())
        tall = page.evaluate("document.documentElement.scrollHeight")
        if tall > MOST_PIXELS:
            found.append((name, "pixels", tall))
        if name == "desktop" and (pages := pages_of(page.pdf(format="A4"))) > MOST_PAGES:
            found.append((name, "pages", pages))
        unfold(page)
        found += [(name, what, fault) for what in (OUTSIDE, OVERLAPS, HALF_EMPTY) for fault in page.evaluate(what)]
        page.close()
    assert not found
