"""How values are written."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from digsite.simulator.game.rules.figure import Figure
from digsite.simulator.game.rules.shapes import shorten_value
from digsite.simulator.game.wording import is_missing, name_in_words, readable, truncate, typed


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=6))
def test_what_is_typed_is_read_back(values):
    figure = Figure("deck.cards", values, length=(1, 6))
    assert figure.parse(typed(values)) == values
    assert Figure("play.open", True).parse(typed(False)) is False


def test_names_become_words():
    assert name_in_words("share_of_score") == "share of score"
    assert name_in_words("lost-cities") == "lost cities"


def test_values_are_written_for_people():
    assert readable(0.2534, 1, percent=True) == "25.3 %"
    assert readable(-1234.5, 1) == "−1,234.5"
    assert readable(-0.0001, 1) == "0.0"
    assert (readable(1200), readable(1200.0), readable(0.25)) == ("1,200", "1,200", "0.25")
    assert (readable(np.int64(-4)), readable(np.float64(-4)), readable(np.float32(0.5))) == ("−4", "−4", "0.5")
    assert (readable(True), readable(False)) == ("yes", "no")
    assert (readable(None), readable(math.nan), readable(math.inf), readable(-math.inf)) == ("–", "–", "∞", "−∞")
    assert readable([1, 2.5, None], 1) == "1, 2.5, –"
    assert readable("a\x00\x0bb") == "ab"


def test_what_is_cut_ends_in_one_ellipsis():
    assert truncate("a long value. And more", 14) == "a long value…"
    assert [truncate("12345", 5), truncate("123456", 5)] == ["12345", "1234…"]
    decimals = [1.25] * 40
    assert not any(shorten_value(decimals[at:]).rstrip("…").endswith((".", ",")) for at in range(20))
    assert shorten_value(decimals).count("…") == 1


def test_what_is_absent():
    assert [is_missing(value) for value in (None, math.nan, 0, 0.0, "", False)] == [
        True,
        True,
        False,
        False,
        False,
        False,
    ]
