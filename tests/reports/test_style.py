"""A strategy keeps its colour; light and dark have the same tokens; text can be read on its ground."""

import subprocess
import sys

import pytest

from digsite.reports.charts.style import DARK, HEAT, LIGHT, SEATS, SERIES, Colours, colours_for, css_variables
from digsite.strategies.registry import strategies_of


def test_a_strategy_keeps_its_colour_in_any_selection_and_order():
    colours = Colours(("a", "b", "c"))
    assert colours.looks("strategy", ["c", "a"])["a"] == colours.looks("x", ["a", "b", "c"])["a"]
    assert colours.looks("strategy", ["c"])["c"].token == "series-2"


def test_the_games_own_strategies_come_first_and_others_take_the_next_colours():
    own = list(strategies_of("lost-cities"))
    colours = colours_for("lost-cities", ["my-plug-in", *own])
    assert [colours.strategies[at] for at in range(len(own))] == own
    assert colours.strategies[len(own)] == "my-plug-in"


def test_two_dozen_strategies_have_colours_of_their_own_and_more_are_told_apart_by_mark_and_line():
    colours = Colours(tuple(f"s{at}" for at in range(40)))
    looks = list(colours.looks("strategy", colours.strategies).values())
    assert len({look.token for look in looks[:SERIES]}) == SERIES == 24
    assert len({(look.token, look.marker, look.dash) for look in looks}) == 40


def test_seats_have_their_own_colours_as_numbers_and_as_words():
    colours = Colours(("a",))
    assert colours.looks("seat", [2, 1])[1].token == "seat-0"
    assert colours.looks("label", ["Seat 2", "Seat 1"])["Seat 2"].token == "seat-1"
    assert colours.looks("turn_of_seat", [3])[3].token == "seat-2"


def test_other_things_do_not_take_the_strategies_colours():
    looks = Colours(("a",)).looks("part", ["stones", "tiles"])
    assert [look.token for look in looks.values()] == ["part-0", "part-1"]


def test_light_and_dark_have_the_same_tokens_and_no_hue_stands_for_two():
    assert LIGHT.keys() == DARK.keys()
    assert len(set(LIGHT.values())) == len(LIGHT)
    assert css_variables({"ink": "#000000"}) == "--ink:#000000;"


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_text_can_be_read_on_its_ground(theme):
    for token in ("ink", "soft", "accent"):
        assert contrast(theme[token], theme["paper"]) >= 4.5
    for step in range(HEAT):
        on_heat = theme["on-strong" if step > HEAT // 2 else "on-weak"]
        on_split = theme["on-strong" if abs(step - HEAT // 2) > 2 else "on-weak"]
        assert contrast(on_heat, theme[f"heat-{step}"]) >= 3.0
        assert contrast(on_split, theme[f"split-{step}"]) >= 3.0


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_marks_can_be_seen_on_paper(theme):
    marks = [f"series-{at}" for at in range(SERIES)] + [f"seat-{at}" for at in range(SEATS)]
    assert all(contrast(theme[mark], theme["paper"]) >= 2.0 for mark in marks)
    assert contrast(theme["others"], theme["paper"]) >= 1.6  # the lines behind a panel's own, which stand back
    assert contrast(theme["others"], theme["rule"]) >= 1.25  # and are no grid


def test_nothing_here_imports_numba_and_the_report_does_not_import_matplotlib_before_it_draws():
    code = "import sys, digsite.reports.page.report; assert not {'numba', 'matplotlib'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def contrast(one: str, other: str) -> float:
    """The contrast ratio of the accessibility guidelines."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(hue: str) -> float:
    parts = [int(hue[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
