"""The report in a real browser: nothing overflows, tables sort, and no request leaves the page."""

import os
import re
import shutil
from pathlib import Path

import pytest

from reports.page.report import build
from tests.reports.examples import card, made_run, results

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: the report is not opened")

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def find_browser() -> str | None:
    found = [os.environ.get("DIGSITE_BROWSER"), *map(shutil.which, _NAMES)]
    return next((path for path in found if path), None)


@pytest.fixture(scope="module")
def browser():
    path = find_browser()
    if path is None:
        pytest.skip("no Chromium on this machine: the report is not opened in a browser")
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"]
    with playwright.sync_playwright() as play:
        try:
            opened = play.chromium.launch(executable_path=path, args=arguments)
        except playwright.Error as problem:
            pytest.skip(f"{path} does not start, the report is not opened: {str(problem).splitlines()[0]}")
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def report(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    runs = [
        made_run(folder, name="a-run-with-a-rather-long-name-2024", players=("random",) * 4),
        made_run(
            folder,
            name="other",
            players=("random", "a-strategy-with-an-endlessly-long-name-that-never-breaks"),
        ),
    ]

    def answers(run):
        return results() if run is runs[0] else results()[:1]

    lines = [
        "A game.",
        *["Seat 1 digs on and on and finds another stone with a very long name." for _ in range(30)],
    ]
    return build(runs, folder / "report.html", answers=answers, score=lambda *_: card(), narrate=lambda _: lines)


@pytest.fixture(params=[(1280, 900), (360, 740)], ids=["desktop", "phone"])
def page(request, browser, report):
    width, height = request.param
    context = browser.new_context(viewport={"width": width, "height": height})
    opened = context.new_page()
    opened.requests, opened.troubles = [], []
    opened.on("request", lambda asked: opened.requests.append(asked.url))
    opened.on("pageerror", lambda problem: opened.troubles.append(str(problem)))
    opened.on("console", lambda message: opened.troubles.append(message.text))
    opened.goto(report.as_uri())
    yield opened
    context.close()


def unfold(page):
    page.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")


def column(table, at):
    return [row.locator("td").nth(at).inner_text() for row in table.locator("tbody tr").all()]


def test_no_request_leaves_the_page_and_nothing_goes_wrong(page, report):
    unfold(page)
    page.wait_for_timeout(200)
    assert page.requests == [report.as_uri()]
    assert page.troubles == []


def test_nothing_overflows_to_the_side(page):
    unfold(page)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    outside = page.evaluate(
        """() => [...document.querySelectorAll('body *')].filter(element => {
            const box = element.getBoundingClientRect();
            const own = element.closest('.scroll, pre, svg, .wide, .skip');
            return box.width > 0 && !own && box.right > window.innerWidth + 1;
        }).map(element => element.tagName + '.' + element.className)"""
    )
    assert outside == []


def test_a_click_sorts_a_table_up_and_then_down(page):
    unfold(page)
    table = page.locator("#run-1-strategies table").nth(1)
    before = column(table, 1)
    table.locator("th").nth(1).locator("button").click()
    figures = [float(text) for text in column(table, 1)]
    assert figures == sorted(map(float, before))
    assert table.locator("th").nth(1).get_attribute("aria-sort") == "ascending"
    table.locator("th").nth(1).locator("button").click()
    assert [float(text) for text in column(table, 1)] == figures[::-1]
    assert table.locator("th").nth(1).get_attribute("aria-sort") == "descending"


def test_words_with_numbers_sort_as_people_count_and_by_keyboard(page):
    unfold(page)
    table = page.locator("#run-1-strategies table").nth(1)
    table.locator("th").nth(1).locator("button").click()
    table.locator("th").nth(0).locator("button").focus()
    page.keyboard.press("Enter")
    assert column(table, 0)[:3] == ["deal 0", "deal 1", "deal 2"]
    assert table.locator("[aria-sort]").count() == 1


def test_charts_and_text_follow_the_readers_theme(page):
    def colours():
        return page.evaluate(
            """() => [getComputedStyle(document.documentElement).backgroundColor,
                      getComputedStyle(document.querySelector('svg text')).fill]"""
        )

    page.emulate_media(color_scheme="light")
    light = colours()
    page.emulate_media(color_scheme="dark")
    dark = colours()
    assert light[0] == "rgb(254, 254, 254)"
    assert dark[0] == "rgb(22, 25, 28)"
    assert light[1] != dark[1]
    page.emulate_media(media="print", color_scheme="dark")
    assert colours()[0] == "rgb(254, 254, 254)"


def test_text_in_charts_is_large_enough_to_read(page):
    sizes = page.evaluate(
        """() => [...document.querySelectorAll('.chart svg text')].map(
            text => text.getBoundingClientRect().height).filter(height => height > 0)"""
    )
    assert min(sizes) >= 6.5


def test_the_tables_are_plain_ones_without_scripts(browser, report):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(report.as_uri())
    assert page.locator("th button").count() == 0
    assert re.search(r"\d", page.locator("#run-1-seats table").first.inner_text())
    context.close()


def test_it_prints_with_all_parts_unfolded(browser, report, tmp_path):
    page = browser.new_page()
    page.goto(report.as_uri())
    folded = page.locator("details:not([open])").count()
    assert folded > 0
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details:not([open])").count() == 0
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert page.locator("details:not([open])").count() == folded
    assert page.pdf(path=tmp_path / "report.pdf", format="A4").startswith(b"%PDF")
    page.close()
