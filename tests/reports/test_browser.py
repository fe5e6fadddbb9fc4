"""The report in a real browser at three widths: layout, values, keys, highlighting, contents, paper, no network."""

import re
from pathlib import Path

import pytest

from digsite.reports.page.report import build
from tests.reports.browsing import (
    HALF_EMPTY,
    MOST_PAGES,
    MOST_PIXELS,
    OUTSIDE,
    OVERLAPS,
    WIDTHS,
    browser,  # noqa: F401
    fold,
    pages_of,
    unfold,
)
from tests.reports.examples import NASTY, STRATEGIES, card, made_run, results

TEXT_HEIGHTS = """() => [...document.querySelectorAll('.chart svg text')].map(
    text => text.getBoundingClientRect().height).filter(height => height > 0)"""


@pytest.fixture(scope="module")
def report(tmp_path_factory) -> Path:
    """Two runs, one with everything in it."""
    folder = tmp_path_factory.mktemp("report")
    runs = [
        made_run(folder, name="a-run-with-a-rather-long-name-2024", players=("random", *STRATEGIES[2:5:2], NASTY)),
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


@pytest.fixture(scope="module", params=WIDTHS.values(), ids=WIDTHS)
def opened(request, browser, report):  # noqa: F811
    """The page at one width, opened once for all tests."""
    width, height = request.param
    context = browser.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    page.requests, page.troubles, page.wide = [], [], width
    page.on("request", lambda asked: page.requests.append(asked.url))
    page.on("pageerror", lambda problem: page.troubles.append(str(problem)))
    page.on("console", lambda message: page.troubles.append(message.text))
    page.goto(report.as_uri())
    yield page
    context.close()


@pytest.fixture
def page(opened):
    """The page as it is found: folded, at its top, in light colours."""
    fold(opened)
    opened.emulate_media(media="screen", color_scheme="light")
    opened.evaluate("document.activeElement.blur(); window.scrollTo({top: 0, behavior: 'instant'})")
    opened.mouse.move(0, 0)
    return opened


def column(table, at):
    return [row.locator("td").nth(at).inner_text() for row in table.locator("tbody tr").all()]


def test_no_request_leaves_the_page_and_nothing_goes_wrong(page, report):
    unfold(page)
    page.wait_for_timeout(100)
    assert page.requests == [report.as_uri()]
    assert page.troubles == []


def test_nothing_overflows_to_the_side(page):
    unfold(page)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert page.evaluate(OUTSIDE) == []


def test_no_label_of_a_chart_lies_over_another_or_outside(page):
    unfold(page)
    assert page.evaluate(OVERLAPS) == []


def test_no_row_of_charts_is_half_empty(page):
    unfold(page)
    assert page.evaluate(HALF_EMPTY) == []


def test_every_chart_is_in_view_without_scrolling_sideways(page):
    unfold(page)
    beyond = page.evaluate(
        """() => [...document.querySelectorAll('.figures > figure:not(.wide)')].filter(figure =>
            figure.getBoundingClientRect().right > window.innerWidth + 1).length"""
    )
    assert beyond == 0


def test_a_chart_without_a_neighbour_has_what_it_means_beside_it(page):
    figure, said = page.locator("#run-1-seats .figures > *").all()
    assert "may differ" in said.inner_text()
    beside = said.bounding_box()["x"] > figure.bounding_box()["x"] + 100
    assert beside == (page.wide > 600)


def test_text_in_charts_is_large_enough_to_read(page):
    unfold(page)
    assert min(page.evaluate(TEXT_HEIGHTS)) >= 6.5


def test_text_in_charts_is_large_enough_to_read_on_paper(browser, report):  # noqa: F811
    page = browser.new_page(viewport={"width": 695, "height": 1000})  # A4 without its margins
    page.goto(report.as_uri())
    page.emulate_media(media="print")
    unfold(page)
    assert min(page.evaluate(TEXT_HEIGHTS)) >= 6.5
    page.close()


def test_a_chart_tells_the_value_under_the_pointer(page):
    hit = page.locator("#run-1-seats .hit").first
    hit.scroll_into_view_if_needed()
    hit.hover()
    assert page.locator(".tip").inner_text() == "1: 26.5 % (26.2 to 26.8 %)"
    box = page.locator(".tip").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= page.wide
    page.mouse.move(1, 1)
    assert page.locator(".tip").is_hidden()


def test_a_chart_tells_its_values_by_the_arrow_keys(page):
    page.locator("#run-1-seats .chart svg").first.focus()
    page.keyboard.press("Home")
    assert page.locator(".tip").inner_text().startswith("1: 26.5 %")
    page.keyboard.press("ArrowRight")
    assert page.locator(".tip").inner_text().startswith("2: 25.3 %")
    page.keyboard.press("End")
    assert page.locator(".tip").inner_text().startswith("4: 23.8 %")
    page.keyboard.press("Escape")
    assert page.locator(".tip").is_hidden()


def test_a_strategy_is_highlighted_in_all_charts_and_given_free_again(page):
    unfold(page)
    who = page.locator("#run-1 .players li").nth(1).get_attribute("data-who")
    mark = page.locator(f'#run-1-strategies figure .hit[data-who="{who}"]').first

    def opacities(mine: bool):
        rule = f'[data-who="{who}"]' if mine else f':not([data-who="{who}"])'
        return page.evaluate(
            """rule => [...new Set([...document.querySelectorAll('#run-1 g[data-who]' + rule)]
                .map(part => getComputedStyle(part).opacity))]""",
            rule,
        )

    mark.scroll_into_view_if_needed()
    mark.dispatch_event("click")
    assert opacities(True) == ["1"]
    assert max(map(float, opacities(False))) < 0.5
    if page.wide > 1000:  # beside the contents there is a button for each
        pressed = page.locator('.highlight:not(.folded) button[aria-pressed="true"]')
        pressed.wait_for(state="attached")
        assert pressed.count() == 1
    mark.dispatch_event("click")
    assert opacities(False) == ["1"]


def test_the_contents_stay_in_view_and_show_where_the_reader_is(page):
    page.evaluate("document.getElementById('run-1-strategies').scrollIntoView({behavior: 'instant'})")
    page.locator('.contents a.on[href="#run-1-strategies"]').wait_for(state="attached")
    box = page.locator(".contents").bounding_box()
    assert 0 <= box["y"] < 60
    link = page.locator(".contents a.on").bounding_box()
    assert 0 <= link["x"] < page.wide
    assert (
        page.locator(".contents a", has_text="Strategies").locator("visible=true").count() == 1
    )  # not the other run's


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
                      getComputedStyle(document.querySelector('.chart svg text')).fill]"""
        )

    light = colours()
    page.emulate_media(color_scheme="dark")
    dark = colours()
    assert light[0] == "rgb(255, 255, 255)"
    assert dark[0] == "rgb(21, 24, 28)"
    assert light[1] != dark[1]
    page.emulate_media(media="print", color_scheme="dark")
    assert colours()[0] == "rgb(255, 255, 255)"


def test_tables_are_plain_and_charts_tell_their_values_without_scripts(browser, report):  # noqa: F811
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(report.as_uri())
    assert page.locator("th button").count() == 0
    assert re.search(r"\d", page.locator("#run-1-seats table").first.text_content())
    assert page.locator("#run-1-seats .hit title").first.text_content() == "1: 26.5 % (26.2 to 26.8 %)"
    context.close()


def test_on_paper_and_on_screen_it_is_short_and_has_no_listings(browser, tmp_path):  # noqa: F811
    run = made_run(tmp_path, players=tuple(STRATEGIES[:4]))
    answers = [*results(), *(results()[0] for _ in range(9))]  # as many questions as a game has
    numbered = [type(found)(f"q{at}", *list(vars(found).values())[1:]) for at, found in enumerate(answers)]
    told = ["Seat 1 digs on."] * 300
    file = build(
        [run], tmp_path / "report.html", answers=lambda _: numbered, score=lambda *_: card(), narrate=lambda _: told
    )
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(file.as_uri())
    assert page.evaluate("document.documentElement.scrollHeight") <= MOST_PIXELS
    assert pages_of(page.pdf(format="A4")) <= MOST_PAGES
    page.emulate_media(media="print")
    unfold(page)
    assert page.locator("pre:not(.command), .narrated, table").locator("visible=true").count() == 0
    assert page.locator(".glossary dd").first.is_visible()
    empty = """() => [...document.querySelectorAll('.question')].filter(it => it.checkVisibility()
        && it.innerText.trim() === it.firstElementChild.innerText.trim()).map(it => it.id)"""
    assert page.evaluate(empty) == []  # a heading with nothing below it
    page.close()
