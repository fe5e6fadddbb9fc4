"""Every kind of chart: alt text, intervals, the same bytes twice, and nothing that a name can break."""

import math
import re
from dataclasses import replace
from xml.etree import ElementTree

import polars as pl
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.layout_engine import ConstrainedLayoutEngine

from digsite.analyses.result import Chart
from digsite.reports.charts.draw import draw, write
from digsite.reports.charts.frame import Frame
from digsite.reports.charts.kinds import histogram, lines
from digsite.reports.charts.kinds.histogram import _middle
from digsite.reports.charts.lettering import decimals_for, spread, width, wrap
from digsite.reports.charts.style import LIGHT, Colours, colours_for
from digsite.simulator.game.wording import readable
from tests.reports.examples import (
    NASTY,
    STRATEGIES,
    all_charts,
    chart_head_to_head,
    chart_of_lines,
    chart_of_many_cells,
    chart_of_planks,
    chart_of_scores,
    chart_of_seats,
    chart_of_sources,
    chart_of_strategies,
    with_interval,
)

COLOURS = Colours(tuple(STRATEGIES))
NAMES = [chart.name for chart in all_charts()]


def texts(svg: str) -> list[str]:
    root = ElementTree.fromstring(svg)
    return ["".join(element.itertext()) for element in root.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("chart", all_charts(), ids=NAMES)
def test_the_same_chart_gives_the_same_bytes(chart, tmp_path):
    first, second = write(chart, tmp_path / "a", COLOURS), write(chart, tmp_path / "b", COLOURS)
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


@pytest.mark.parametrize("chart", all_charts(), ids=NAMES)
def test_a_chart_gives_screen_readers_its_title_and_alt_text(chart):
    root = ElementTree.fromstring(draw(chart, COLOURS, name="here"))
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == "here-title here-desc"
    spoken = {element.get("id"): element.text for element in root if element.get("id", "").startswith("here-")}
    assert spoken["here-title"] == chart.title
    assert spoken["here-desc"] == chart.alt_text


@pytest.mark.parametrize("chart", all_charts(), ids=NAMES)
def test_all_ids_are_prefixed_and_every_reference_has_its_target(chart):
    svg = draw(chart, COLOURS, name="here")
    ids = re.findall(r'\bid="([^"]+)"', svg)
    assert len(ids) == len(set(ids))
    assert all(name.startswith("here-") for name in ids)
    assert set(re.findall(r'href="#([^"]+)"', svg)) | set(re.findall(r"url\(#([^)]+)\)", svg)) <= set(ids)


def test_a_layout_that_differs_in_its_last_digits_gives_the_same_bytes(monkeypatch):
    """What is clipped is called by its place in the drawing: matplotlib's names are hashes of places with all digits."""
    chart = chart_of_lines(STRATEGIES)
    once = draw(chart, COLOURS)
    layout = ConstrainedLayoutEngine.execute

    def trembling(engine, figure):
        layout(engine, figure)
        for axes in figure.axes:
            box = axes.get_position()
            axes.set_position([box.x0 + 1e-13, box.y0, box.width, box.height])

    monkeypatch.setattr(ConstrainedLayoutEngine, "execute", trembling)
    assert draw(chart, COLOURS) == once


@pytest.mark.parametrize("chart", all_charts(), ids=NAMES)
def test_nothing_lies_outside_the_picture(chart):
    assert_inside(chart)


def test_a_long_label_below_a_sideways_chart_stays_inside_the_picture():
    names = ["Swimming instead of the adventurer's own ability", "no searching beyond four cards", "one more clue"]
    label = "change of how often players escape, percentage points"
    assert_inside(replace(chart_of_strategies(names), y_label=label))


def assert_inside(chart):
    root = ElementTree.fromstring(draw(chart, COLOURS))
    wide, high = (float(root.get(side)) for side in ("width", "height"))
    for element in root.iter("{http://www.w3.org/2000/svg}text"):
        if "rotate" in element.get("transform", "") or element.get("x") is None:
            continue
        size = float(re.search(r"font-size:([\d.]+)", element.get("style"))[1])
        long = width("".join(element.itertext()), size)
        anchor = re.search(r"text-anchor:(\w+)", element.get("style") or "")
        start = float(element.get("x")) - {"middle": long / 2, "end": long}.get(anchor[1] if anchor else "", 0)
        assert start >= -1
        assert start + long <= wide + 1
        assert 0 <= float(element.get("y")) <= high


def test_every_colour_of_a_chart_in_a_page_is_a_variable_of_the_theme():
    for chart in all_charts():
        svg = draw(chart, COLOURS)
        bare = re.findall(r"(?<!,)#[0-9a-f]{6}", re.sub(r'"#[^"]*"', "", svg))
        assert bare == []
        assert set(re.findall(r"var\(--([\w-]+),", svg)) <= set(LIGHT)


def test_a_strategy_has_the_same_colour_in_every_chart():
    token = f"var(--{COLOURS.strategy('opportunist').token},"
    for chart in (
        chart_of_strategies(STRATEGIES),
        chart_of_lines(STRATEGIES),
        chart_of_strategies(["opportunist"]),
    ):
        assert token in draw(chart, COLOURS)


def test_the_interval_of_a_figure_is_drawn_if_the_table_has_it():
    with_bounds = chart_of_seats()
    assert with_bounds.interval == ("win_low", "win_high")
    bare = replace(with_bounds, table=with_bounds.table.drop("win_low"))
    assert bare.interval is None
    assert len(draw(with_bounds)) > len(draw(bare))
    assert chart_head_to_head(STRATEGIES).interval == ("ahead_low", "ahead_high")
    assert replace(with_bounds, low="a", high="b").interval == ("a", "b")
    assert replace(with_bounds, kind="stacked").interval is None


def test_a_few_rows_are_read_out_and_other_charts_described_by_title_and_caption():
    assert chart_of_seats().alt_text == "Win rate by seat: 1 26.5 %, 2 25.3 %, 3 24.4 %, 4 23.8 %."
    assert chart_of_sources().alt_text == "What points come from. Mean points, 100,000 games."
    assert chart_of_strategies([f"s{at}" for at in range(9)]).alt_text.startswith("Win rate by strategy. Share of")
    assert chart_of_lines(STRATEGIES).alt_text == "The lines part slowly."


def test_figures_are_printed_with_as_many_digits_as_the_interval_supports():
    assert {"26.5 %", "25.3 %", "24.4 %", "23.8 %"} <= set(texts(draw(chart_of_seats())))
    assert {"± 0.4"} <= set(texts(draw(chart_head_to_head(STRATEGIES))))


def test_long_names_beside_a_sideways_chart_get_more_room_rather_than_a_third_line():
    names = [
        "choose one of a compass, a travel value of one car",
        "short",
        "pay a coin and gain an arrowhead of your own",
    ]
    assert {"choose one of a compass, a", "travel value of one car"} <= set(texts(draw(chart_of_strategies(names))))


def test_an_interval_in_a_cell_does_not_leave_0_to_100_per_cent():
    rows = [("a", "x", 0.009, 0.002, 0.026), ("b", "x", 0.3, 0.288, 0.312), ("c", "x", 0.995, 0.980, 0.999)]
    table = pl.DataFrame(rows, schema=["strategy", "rival", "ahead", "ahead_low", "ahead_high"], orient="row")
    shown = texts(draw(replace(chart_head_to_head(STRATEGIES), table=table, reference=None)))
    assert {"0.2 to 2.6", "± 1.2", "98.0 to 99.9"} <= set(shown)


def test_a_line_of_one_point_shows_its_interval():
    one = replace(chart_of_lines(STRATEGIES[:1]), table=chart_of_lines(STRATEGIES[:1]).table.head(1))
    bare = replace(one, table=one.table.drop("win_low", "win_high"))

    def longest(chart) -> float:
        ends = re.findall(
            r'd="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)"', draw(chart).replace(" L ", "L").replace("M ", "M")
        )
        return max((abs(float(y) - float(to)) for x, y, over, to in ends if x == over), default=0.0)

    assert longest(one) > 50 > longest(bare)


def test_long_names_turn_a_chart_sideways_rather_than_overlap():
    upright = replace(chart_of_strategies(STRATEGIES), across=False)
    assert draw(upright, COLOURS) == draw(chart_of_strategies(STRATEGIES), COLOURS)


def test_lines_are_labelled_at_their_ends_and_by_keys_when_the_ends_crowd():
    apart = draw(chart_of_lines(STRATEGIES[:2]))
    table = chart_of_lines(STRATEGIES[:2]).table
    together = draw(replace(chart_of_lines(STRATEGIES[:2]), table=table.with_columns(win=pl.lit(0.25))))
    assert "cautious" in texts(apart)
    assert "cautious" in texts(together)
    label = r'<text[^>]* x="([\d.]+)"[^>]*>cautious<'
    assert float(re.search(label, apart)[1]) > 300 > float(re.search(label, together)[1])


def test_keys_of_ordered_lines_stand_in_their_order():
    names = {"3 planks": 3, "4 planks": 4, "1 plank": 1, "2 planks": 2}
    rows = [(name, planks, x, 0.25) for name, planks in names.items() for x in (1, 2)]
    table = pl.DataFrame(rows, schema=["left", "planks", "load", "win"], orient="row")
    drawn = draw(replace(chart_of_lines(STRATEGIES[:2]), table=table, x="load", series="left", order="planks"))
    assert [text for text in texts(drawn) if "plank" in text] == ["1 plank", "2 planks", "3 planks", "4 planks"]


def test_exact_figures_are_hollow_and_the_key_says_so():
    assert {"simulated", "exact"} <= set(texts(draw(chart_of_planks())))
    assert "exact" not in texts(draw(replace(chart_of_planks(), exact="")))
    lines = replace(chart_of_planks(), kind="lines")
    assert "stroke-dasharray" in draw(lines)


def test_the_sum_is_marked_where_parts_lie_below_zero():
    assert "sum" in texts(draw(chart_of_sources()))
    above = replace(chart_of_sources(), table=chart_of_sources().table.with_columns(pl.col("points").abs()))
    assert "sum" not in texts(draw(above))


def test_bare_numbers_of_a_series_are_labelled_with_what_they_count():
    table = pl.DataFrame(
        [("a", 1, 0.2), ("a", 2, 0.3), ("b", 1, 0.3), ("b", 2, 0.2)], schema=["s", "seat", "w"], orient="row"
    )
    chart = replace(chart_of_seats(), table=table, x="s", y="w", series="seat")
    assert {"seat 1", "seat 2"} <= set(texts(draw(chart)))


@pytest.mark.parametrize("kind", ["dots", "lines", "bars", "stacked", "histogram", "heatmap"])
@pytest.mark.parametrize("rows", [0, 1])
def test_charts_of_no_row_or_one_row_are_drawn(kind, rows):
    chart = {
        "stacked": chart_of_sources(),
        "histogram": chart_of_scores(),
        "heatmap": chart_head_to_head(STRATEGIES),
        "lines": chart_of_lines(STRATEGIES),
        "bars": chart_of_planks(),
    }.get(kind, chart_of_seats())
    svg = draw(replace(chart, table=chart.table.head(rows)))
    assert ("no figures to draw" in texts(svg)) == (rows == 0)


def test_missing_and_boundless_figures_do_no_harm():
    table = chart_of_seats().table.with_columns(
        win=pl.Series([0.2, None, math.nan, 0.3]), win_low=pl.Series([-math.inf, 0.1, 0.1, 0.29])
    )
    assert {"20.0 %", "30.0 %"} <= set(texts(draw(replace(chart_of_seats(), table=table))))


@pytest.mark.parametrize("name", [NASTY, "$\\frac{1}{2}", "a\x00\x0bb", "名前", "😀 & co.", "x" * 200, "", "--", "a b"])
def test_no_name_can_break_a_chart(name, tmp_path):
    names = [name, "cautious"]
    for chart in (chart_of_strategies(names), chart_of_lines(names), chart_head_to_head(names)):
        assert "<script" not in draw(chart, Colours(tuple(names)))
        write(replace(chart, name=name, title="t" + readable(name)), tmp_path, Colours(tuple(names)))
    assert all(path.parent == tmp_path for path in tmp_path.rglob("*"))


def test_a_file_has_title_and_caption_in_it(tmp_path):
    svg, png = write(chart_of_seats(), tmp_path)
    assert {"Win rate by seat", "Share of wins with 95 % intervals, 100,000 games."} <= set(texts(svg.read_text()))
    assert png.read_bytes().startswith(b"\x89PNG")
    assert "var(" not in svg.read_text()


def test_a_wide_heat_map_gets_a_wide_picture():
    assert 'width="700"' in draw(chart_of_many_cells())
    assert 'width="420"' in draw(chart_of_seats())


def test_a_users_matplotlib_settings_change_nothing():
    import matplotlib

    expected = draw(chart_of_seats())
    with matplotlib.rc_context({"axes.grid": True, "lines.linewidth": 9, "axes.facecolor": "red"}):
        assert draw(chart_of_seats()) == expected
        assert matplotlib.rcParams["lines.linewidth"] == 9


def test_labels_are_spread_without_overlap_and_stay_inside():
    placed = spread([10, 11, 12, 90], [10, 10, 10, 10], 0, 100)
    assert placed == [5, 15, 25, 90]
    assert spread([50], [10], 0, 100) == [50]
    assert spread([99, 99], [10, 10], 0, 100) == [85, 95]
    assert spread([], [], 0, 1) == []


def test_words_wrap_at_spaces_and_hyphens_and_end_in_an_ellipsis():
    assert wrap("treasure-hunter who waits", 70, 11).split("\n")[0] == "treasure-"
    assert wrap("one two three four five six", 40, 11, lines=2).endswith("…")
    assert all(width(line, 11) <= 60 for line in wrap("x" * 60, 60, 11).split("\n"))
    assert wrap("", 50, 11) == ""


def test_figures_get_as_many_decimals_as_they_deserve():
    assert decimals_for([0.25], [0.0027], percent=True) == 1
    assert decimals_for([1, 2], [], percent=False) == 0
    assert decimals_for([0.5, 20.5], [], percent=False) == 1


def hits(svg: str) -> list[str]:
    root = ElementTree.fromstring(svg)
    marked = [element for element in root.iter() if element.get("class") == "hit"]
    return [element.findtext("{http://www.w3.org/2000/svg}title") for element in marked]


@pytest.mark.parametrize("chart", all_charts(), ids=NAMES)
def test_every_row_of_a_chart_tells_its_value(chart):
    told = hits(draw(chart, COLOURS))
    assert len(told) == chart.table.height
    assert all(re.search(r"\d", text) for text in told)


def test_a_value_is_told_with_its_interval_or_as_exact():
    assert hits(draw(chart_of_seats()))[0] == "1: 26.5 % (26.2 to 26.8 %)"
    assert sum(text.endswith("(exact)") for text in hits(draw(chart_of_planks()))) == 3


def test_what_belongs_to_a_strategy_is_marked_so():
    who = COLOURS.strategy("opportunist").who
    for chart in (chart_of_strategies(STRATEGIES), chart_of_lines(STRATEGIES)):
        svg = draw(chart, COLOURS)
        assert f'<g data-who="{who}"' in svg
        assert f'class="hit" data-who="{who}"' in svg


def test_no_two_parts_of_a_score_have_one_colour():
    parts = [f"{name} cards" for name in "abcdefghijkl"]
    table = pl.DataFrame({"who": ["all"] * 12, "part": parts, "points": [1.0] * 12})
    svg = draw(Chart("parts", "stacked", "Parts", "100 games.", table, "who", "points", series="part"))
    assert len(set(re.findall(r"var\(--(part-\d+)", svg))) == 12


def test_what_has_an_order_goes_through_ordered_colours():
    table = pl.DataFrame(
        {"who": ["a"] * 3, "set": ["all five", "one", "three"], "size": [5, 1, 3], "share": [0.2, 0.5, 0.3]}
    )
    chart = Chart("sizes", "stacked", "Sizes", "100 games.", table, "who", "share", series="set", order="size")
    looks = COLOURS.looks("set", table["set"], chart.ranks)
    tokens = [looks[named].token for named in ("one", "three", "all five")]
    assert tokens == sorted(tokens)
    assert all(token.startswith("order-") for token in tokens)
    assert all(token in draw(chart) for token in tokens)
    assert (
        COLOURS.looks("set", ["set of 1", "set of 3"])["set of 3"].token == "part-1"
    )  # no number is read out of words
    assert COLOURS.looks("what", ["earned", "printed"])["earned"].token == "part-0"


def test_many_bands_that_overlap_get_a_panel_each():
    def with_bands(names, reach):
        chart = chart_of_lines(names)
        table = chart.table.with_columns(win_low=pl.col("win") - reach, win_high=pl.col("win") + reach)
        return texts(draw(replace(chart, table=table), COLOURS))

    assert "the others" in with_bands(STRATEGIES[:5], 0.02)
    assert "the others" not in with_bands(STRATEGIES[:3], 0.02)
    assert "the others" not in with_bands(STRATEGIES[:5], 0.0001)


def test_the_scale_of_a_heat_map_about_a_third_is_told_with_one_decimal():
    chart = replace(chart_head_to_head(STRATEGIES), reference=(1 / 3, "fair share"))
    assert {"16.7 % or less", "50 % or more"} <= set(texts(draw(chart)))


def test_a_bin_is_drawn_where_its_numbers_lie():
    """Scores of 0 to 19 stand between -0.5 and 19.5, and a bin of one number about it."""
    assert (_middle(0, 20), _middle(40, 20), _middle(7, 1), _middle(0.5, 0.5)) == (9.5, 49.5, 7, 0.75)
    frame = Frame(chart_of_scores(), COLOURS, LIGHT, titled=False)
    histogram(frame)
    first = frame.axes.patches[0]
    assert first.get_x() + first.get_width() / 2 == pytest.approx(-20 + 4.5)
    assert frame._spots[0].x == pytest.approx((-20.5, -10.5))


def test_a_heat_map_has_a_fixed_scale_a_key_and_leaves_blank_what_cannot_be_told():
    chart = chart_head_to_head(STRATEGIES)
    words = texts(draw(chart))
    assert {"25 % or less", "75 % or more", "middle: even"} <= set(words)
    assert "here 30.0 to 70.0 %" in words  # which part of the scale its own figures take
    assert not [word for word in texts(draw(chart_of_many_cells())) if word.startswith("here")]
    assert "cannot be told from even" not in words
    close = chart.table.with_columns(ahead=0.51, ahead_low=0.49, ahead_high=0.53)
    assert "cannot be told from even" in texts(draw(replace(chart, table=close)))
    near, far = (
        re.findall(r"--split-\d", draw(replace(chart, table=chart.table.with_columns(ahead=pl.lit(v)))))
        for v in (0.55, 0.9)
    )
    assert "--split-5" in near
    assert far.count("--split-8") > near.count("--split-8")


def test_what_is_next_to_nothing_stands_right_of_zero_and_takes_no_room_below_it():
    table = with_interval(pl.DataFrame({"part": ["stones", "relief"], "gap": [71.1, -0.001]}), "gap", 0.4)
    chart = Chart("gaps", "bars", "Gaps", "100 games.", table, "part", "gap", across=True)
    assert not [word for word in texts(draw(chart)) if word.startswith("−")]
    below = replace(chart, table=with_interval(pl.DataFrame({"part": ["a", "b"], "gap": [7.0, -3.0]}), "gap", 0.4))
    assert "−3.0" in texts(draw(below))


def test_upright_dots_of_one_name_keep_together():
    rows = [(name, size, 1.0) for name in ("pottery", "weapon", "tablet") for size in (1, 2, 3)]
    table = pl.DataFrame(rows, schema=["type", "size", "sets"], orient="row")
    svg = draw(Chart("sets", "dots", "Sets", "100 games.", table, "type", "sets", series="size"))
    at = sorted(float(x) for x in re.findall(r'class="hit" x="([\d.]+)"', svg))
    within, between = at[2] - at[0], at[3] - at[2]
    assert between > within


def test_the_value_that_the_rules_have_now_is_marked():
    chart = chart_of_lines(STRATEGIES[:2])
    assert "now in the rules" in texts(draw(replace(chart, present=(4,))))
    assert "now in the rules" not in texts(draw(replace(chart, present=(99,))))
    assert "now in the rules" in texts(draw(replace(chart_of_many_cells(), present=(3, 2))))


def test_a_file_names_its_subject(tmp_path):
    svg, _ = write(chart_of_seats(), tmp_path, subject="Lost Cities · 4 players · 100,000 games")
    assert "Lost Cities · 4 players · 100,000 games" in texts(svg.read_text())


@pytest.mark.parametrize("many", [4, 5, 8])
def test_the_label_that_panels_share_stands_between_them_and_the_caption(many):
    rows = [(f"line {at}", x, at + 0.1 * x) for at in range(many) for x in range(5)]
    table = pl.DataFrame(rows, schema=["who", "x", "y"], orient="row").with_columns(
        y_low=pl.col("y") - 2, y_high=pl.col("y") + 2
    )
    chart = Chart("n", "lines", "Title", "A caption. " * 20, table, "x", "y", series="who", x_label="turns")
    frame = Frame(chart, colours_for("lost-cities", []), LIGHT, titled=True, subject="Game")
    lines(frame)
    figure = frame.finish()
    FigureCanvasAgg(figure).draw()
    label = frame.below.get_window_extent()
    caption = next(text for text in figure.texts if text.get_text().startswith("A caption")).get_window_extent()
    panels = min(axes.get_tightbbox().y0 for axes in figure.axes)
    assert caption.y1 <= label.y0 < label.y1 <= panels + 1


def places(svg: str) -> dict[str, tuple[float, float, float, float]]:
    """The places that tell a value, by what they say before it: left, top, right and bottom."""
    found = {}
    for hit in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}rect"):
        if hit.get("class") == "hit":
            x, y, wide, tall = (float(hit.get(side)) for side in ("x", "y", "width", "height"))
            found[hit[0].text.partition(":")[0]] = x, y, x + wide, y + tall
    return found


def test_bars_stand_on_one_line_and_their_places_and_intervals_reach_as_far_as_their_figures():
    table = pl.DataFrame({"who": ["a", "b"], "y": [10.0, 20.0], "y_low": [6.0, 15.0], "y_high": [14.0, 25.0]})
    svg = draw(Chart("bars", "bars", "Bars", "Two bars.", table, "who", "y"))
    (_, top, _, foot), (_, higher, _, other) = places(svg).values()
    assert foot == pytest.approx(other, abs=0.2)
    assert (foot - higher) / (foot - top) == pytest.approx(25 / 14, rel=0.01)
    ends = [sorted(map(float, pair)) for pair in re.findall(r'd="M [\d.]+ ([\d.]+) L [\d.]+ ([\d.]+)"', svg)]
    unit = (foot - top) / 14
    for low, high in ((6, 14), (15, 25)):
        assert any(pair == pytest.approx([foot - high * unit, foot - low * unit], abs=0.3) for pair in ends)


def test_parts_of_a_bar_lie_one_after_the_other():
    table = pl.DataFrame({"who": ["all"] * 3, "part": ["x", "y", "z"], "points": [20.0, 30.0, 25.0]})
    svg = draw(Chart("parts", "stacked", "Parts", "Parts.", table, "who", "points", series="part", across=True))
    boxes = list(places(svg).values())
    assert [box[2] for box in boxes[:-1]] == pytest.approx([box[0] for box in boxes[1:]], abs=0.3)


def test_a_line_has_its_own_name_at_its_end():
    rows = [(name, turn, turn * rise) for name, rise in (("up", 2.0), ("down", -2.0)) for turn in range(4)]
    table = pl.DataFrame(rows, schema=["name", "turn", "y"], orient="row")
    svg = draw(Chart("ends", "lines", "Ends", "Ends.", table, "turn", "y", series="name", x_label="turn"))
    boxes = places(svg)
    labels = {
        "".join(text.itertext()): float(text.get("y"))
        for text in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
        if text.get("y")
    }
    for name in ("up", "down"):
        _, top, _, bottom = boxes[f"{name}, turn 3"]
        assert top - 8 <= labels[name] <= bottom + 8


def test_no_line_ends_between_a_figure_and_its_unit():
    said = "Share of tests by load and planks left, with 95 % bands, beside exact."
    for room in range(60, 400, 7):
        assert "95\n%" not in wrap(said, room, 10, lines=20)
    assert wrap("% of all", 400, 10) == "% of all"
