"""What the browser tests share: a browser, and what is measured on a page."""

import os
import re
import shutil

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: the report is not opened")

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
WIDTHS = {"desktop": (1280, 900), "tablet": (768, 1024), "phone": (390, 844)}
MOST_PIXELS = 16_500  # of a run's page at any width, with nothing opened
MOST_PAGES = 12  # of a run on paper

# Labels of a chart that lie over each other, or outside it.
OVERLAPS = """() => [...document.querySelectorAll('.chart svg')].flatMap(svg => {
    const frame = svg.getBoundingClientRect(), title = svg.querySelector('title').textContent;
    const texts = [...svg.querySelectorAll('text')].map(text => [text.textContent, text.getBoundingClientRect()])
        .filter(([, box]) => box.width > 0);
    return texts.flatMap(([words, box], at) => {
        const out = box.left < frame.left - 2 || box.right > frame.right + 2 || box.top < frame.top - 2
            || box.bottom > frame.bottom + 2;
        const over = texts.slice(at + 1).filter(([, other]) =>
            Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1.5
            && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 3);
        return [...(out ? [[title, words, 'outside']] : []), ...over.map(([other]) => [title, words, other])];
    });
})"""

# What reaches beyond the right edge, other than what scrolls by itself.
OUTSIDE = """() => [...document.querySelectorAll('body *')].filter(element => {
    const box = element.getBoundingClientRect();
    const own = element.closest('.scroll, pre, svg, .wide, .skip, .contents, .figures');
    return box.width > 0 && !own && box.right > window.innerWidth + 1;
}).map(element => element.tagName + '.' + element.className)"""

# Rows of charts that fill less than nine tenths of their width.
HALF_EMPTY = """() => [...document.querySelectorAll('.figures')].flatMap(grid => {
    const rows = {};
    for (const figure of grid.children) {
        const box = figure.getBoundingClientRect();
        if (box.width) (rows[Math.round(box.top)] ||= []).push(box.width);
    }
    const wide = grid.getBoundingClientRect().width;
    return Object.values(rows).filter(row => row.reduce((a, b) => a + b, 0) < 0.9 * wide).map(row => [row, wide]);
})"""


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


def unfold(page) -> None:
    page.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")


def fold(page) -> None:
    page.evaluate("document.querySelectorAll('details').forEach(part => part.open = false)")


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))
