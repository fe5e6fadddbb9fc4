"""Tables as a page shows them."""

import polars as pl

from digsite.analyses.labels import Terms
from digsite.analyses.question import Term
from digsite.reports.page.tables import table_of


def test_rows_of_different_units_are_written_each_in_its_own():
    frame = pl.DataFrame(
        {
            "measure": ["win rate of seat 1", "score", "turns"],
            "unit": ["share", "points", "turns"],
            "value": [0.5123, 171.25, 36.5],
            "value_low": [0.5012, 165.0, 35.0],
            "value_high": [0.5234, 177.5, 38.0],
            "change": [0.0123, -4.25, 0.5],
            "change_low": [0.001, -8.0, -0.5],
            "change_high": [0.0236, -0.5, 1.5],
        }
    )
    table = table_of("measures", frame)
    share, score, _ = table.rows
    assert (share[2].text, share[2].interval) == ("51.23 %", "50.12 to 52.34 %")
    assert (share[3].text, share[3].interval) == ("1.23 pp", "0.10 to 2.36 pp")
    assert (score[2].text, score[3].text) == ("171.2", "−4.250")


def test_the_key_of_a_figure_is_written_as_it_is_typed():
    table = table_of("points", pl.DataFrame({"boulder.advances_on": [2, 3], "win_rate": [0.1, 0.2]}))
    assert [heading for heading, _ in table.headings] == ["boulder.advances_on", "win rate"]


def test_quantiles_and_terms_head_their_columns_in_words():
    frame = pl.DataFrame({"q05": [1.0], "q50": [2.0], "in_red": [0.5]})
    terms = Terms({"in_red": Term("share on a negative stone", unit="share")})
    assert [name for name, _ in table_of("summary", frame, terms).headings] == [
        "5 % are below", "median", "share on a negative stone",
    ]  # fmt: skip


def test_whole_numbers_have_no_decimals_and_p_values_keep_theirs():
    frame = pl.DataFrame({"turns": [52.0, 53.0], "width": [1.0, 1.0], "seat_p": [1.0, 0.0]})
    first, second = table_of("distribution", frame).rows
    assert [cell.text for cell in first] == ["52", "1", "1.0000"]
    assert second[2].text == "<0.0001"


def test_a_measure_is_named_in_words():
    frame = pl.DataFrame({"measure": ["decided_by_half", "win rate of my_own"], "value": [0.25, 0.5]})
    assert [row[0].text for row in table_of("tension", frame).rows] == ["decided by half", "win rate of my_own"]
