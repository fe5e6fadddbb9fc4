"""Charts of a view say what their columns are called, and show exact figures beside simulated ones."""

import polars as pl
import pytest

from digsite.analyses.chart_rows import FEW, FEW_DRAWN, compare_with_exact, drawable_rows, drop_wide_bands, seat_names
from digsite.analyses.expressions import win_share
from digsite.analyses.view import View
from digsite.simulator.errors import WrongUse
from tests.analyses.handmade import make_run

TABLE = pl.DataFrame({"paths_opened": [3, 4], "win": [0.4, 0.6], "win_low": [0.3, 0.5], "win_high": [0.5, 0.7]})


@pytest.fixture
def view(tmp_path):
    rows = [{"score_1": 10 + i, "score_2": 12} for i in range(6)]
    return View(make_run(tmp_path / "r", "lost-cities", ["a", "b"], rows), "paths")


@pytest.mark.parametrize("most", [0, 25_000_000])
def test_a_run_kept_at_hand_tells_the_same_as_one_read_anew(view, most, monkeypatch):
    monkeypatch.setattr("digsite.analyses.view._MOST_CACHED", most)
    fewer, scores = view.first(4), [pl.col("score").sum(), pl.len().alias("n")]
    assert view.seat(1).select(scores).collect().row(0) == (75, 6)
    assert fewer.seat(1).select(scores).collect().row(0) == (46, 4)
    assert view.seat(2).select(scores).collect().row(0) == (72, 6)
    sums = view.sums(view.each_seat, ["seat"], ["score"])
    assert [(sums.count(seat=seat), sums.estimate("score", seat=seat).value) for seat in (1, 2)] == [
        (6, 12.5),
        (6, 12.0),
    ]


def test_sums_of_whole_numbers_of_any_width_are_exact(view):
    most = {pl.Int8: 127, pl.UInt8: 255, pl.Int16: 2**15 - 1, pl.UInt16: 2**16 - 1, pl.Int32: 2**31 - 1}
    most |= {pl.UInt32: 2**32 - 1, pl.Int64: 2**40, pl.Boolean: True, pl.Float32: 0.5}
    columns = {str(kind): pl.Series([value] * 4, dtype=kind) for kind, value in most.items()}
    table = pl.DataFrame({"block": pl.Series([0, 0, 1, 1], dtype=pl.UInt32), **columns})
    sums = view.sums([table.lazy(), table.lazy()], [], list(columns)).blocks
    assert sums.drop("block").dtypes == [pl.Float64] * (1 + len(most))
    assert sums.drop("block", "n").rows() == [tuple(4.0 * value for value in most.values())] * 2


def test_tables_whose_columns_differ_in_width_are_summed_together(view):
    tables = [pl.DataFrame({"block": [0], "x": pl.Series([7], dtype=kind)}) for kind in (pl.Int8, pl.Int32, pl.Float64)]
    assert view.sums([table.lazy() for table in tables], [], ["x"]).blocks.rows() == [(0, 3.0, 21.0)]


def test_columns_of_keys_sum_up_to_the_same_as_a_row_for_each_key(view):
    table = pl.DataFrame({"block": pl.Series([0, 0, 1], dtype=pl.UInt32), "cards_b": [1, 2, 3], "cards_a": [4, 5, 6],
                          "points_b": [0.5, 1.5, 7.0], "points_a": [9.0, 8.0, 7.5]})  # fmt: skip
    frames = [table.lazy(), table.with_columns(pl.col("cards_a", "cards_b") + 10).lazy()]
    keys = {("b", 1): ("cards_b", "points_b"), ("a", 2): ("cards_a", "points_a")}
    by_row = [
        frame.select("block", type=pl.lit(kind), size=pl.lit(size), cards=pl.col(cards), points=pl.col(points))
        for frame in frames
        for (kind, size), (cards, points) in keys.items()
    ]
    cells = {key: {"cards": pl.col(cards), "points": pl.col(points)} for key, (cards, points) in keys.items()}
    rows, columns = (
        view.sums(by_row, ["type", "size"], ["cards", "points"]),
        view.sums_by_column(frames, ["type", "size"], cells),
    )
    assert columns.blocks.select(rows.blocks.columns).equals(rows.blocks)
    assert (columns.by, columns.values, columns.deals) == (rows.by, rows.values, rows.deals)


def test_seats_are_summed_once_for_all_questions(view, monkeypatch):
    summed = view.by_seat
    monkeypatch.setattr(View, "sums", None)
    assert View(view.run, "seats").by_seat is summed
    assert View(view.run, "seats").score_sd == pytest.approx(1.2332, abs=1e-4)  # of 10 to 15 and six times 12
    with pytest.raises(TypeError):
        view.first(4).by_seat  # noqa: B018


def test_a_chart_takes_title_labels_unit_and_interval_from_its_columns(view):
    chart = view.chart("n", "lines", "", "Share of wins by paths", TABLE, "paths_opened", "win", reference=view.fair)
    assert chart.title == "Win rate by number of paths"
    assert (chart.x_label, chart.y_label) == ("paths opened in the game", "share of wins")
    assert chart.percent
    assert chart.interval == ("win_low", "win_high")
    assert chart.caption == "Share of wins by paths, with 95 % bands; 6 games."
    assert chart.reference == (0.5, "fair share")


def test_what_is_said_of_a_chart_is_kept(view):
    said = {"title": "Paths", "caption": "All of it."}
    chart = view.chart("n", "dots", *said.values(), TABLE, "paths_opened", "win", y_label="wins", percent=False)
    assert {"title": chart.title, "caption": chart.caption} == said
    assert (chart.y_label, chart.percent) == ("wins", False)


def test_a_caption_names_intervals_only_where_there_are_some(view):
    bare = TABLE.drop("win_low")
    assert view.chart("n", "bars", "", "Wins", bare, "paths_opened", "win").caption == "Wins; 6 games."
    assert view.chart("n", "bars", "", "Wins", TABLE, "paths_opened", "win").caption.startswith("Wins, with 95 % inter")


def test_names_on_an_axis_need_no_label_but_those_of_a_heat_map_do(view):
    seats = seat_names(TABLE.rename({"paths_opened": "seat"}))
    assert seats["seat"].to_list() == ["Seat 3", "Seat 4"]
    assert view.chart("n", "dots", "", "Wins", seats, "seat", "win").x_label == ""
    map_ = view.chart("n", "heatmap", "", "Wins", seats.with_columns(rival="seat"), "rival", "seat", value="win")
    assert (map_.x_label, map_.y_label, map_.title, map_.percent) == ("rival", "seat", "Win rate by rival", True)


def test_events_are_named_as_the_source_of_what_comes_from_them(tmp_path):
    events = [[("expedition", 1, 0, 0, 0)]] * 4
    run = make_run(tmp_path / "e", "lost-cities", ["a", "b"], [{"score_1": 1}] * 4, events=events)
    view = View(run, "paths")
    assert (view.counted, view.sample.counted) == ("4 games", "events of 4 games")
    assert view.sample.chart("n", "bars", "", "Wins", TABLE, "paths_opened", "win").caption.endswith(
        "; events of 4 games."
    )


def test_exact_rows_stand_beside_simulated_ones():
    table = pl.DataFrame(
        {"turn": [1, 2], "games": [300, 9], "x": [0.5, 0.9], "x_low": [0.4, 0.0], "x_high": [0.6, 1.0]}
    )
    both = compare_with_exact(table.with_columns(x_exact=pl.Series([1, 0])), "x", "x_exact", ["turn"], "games")
    assert both.select("turn", "x", "x_low", "games", "exact").rows() == [
        (1, 0.5, 0.4, 300, False),
        (2, 0.9, 0.0, 9, False),
        (1, 1.0, None, None, True),
        (2, 0.0, None, None, True),
    ]


def test_values_of_few_cases_are_not_drawn_and_counted_and_fewer_will_do_where_hardly_any_has_enough():
    cases = [FEW_DRAWN, FEW_DRAWN - 1, 5, None, 400]
    drawn, said = drawable_rows(pl.DataFrame({"hand": range(5), "appearances": cases}), "appearances")
    assert drawn["hand"].to_list() == [0, 3, 4]
    assert said == " Two values have fewer than 100 appearances each and are not drawn (104 appearances in all)."
    _, said = drawable_rows(pl.DataFrame({"hand": range(3), "games": [200, 300, 1]}), "games")
    assert said == " One value has fewer than 100 games and is not drawn (1 game)."
    fewer = pl.DataFrame({"hand": range(5), "games": [200, FEW, FEW - 1, 1, None]})
    assert drawable_rows(fewer, "games")[0]["hand"].to_list() == [0, 1, 4]
    assert (
        drawable_rows(fewer, "games")[1]
        == " Two values have fewer than 20 games each and are not drawn (20 games in all)."
    )
    few = pl.DataFrame({"hand": range(3), "games": [200, 3, 1]})
    drawn, said = drawable_rows(few, "games")
    assert drawn["hand"].to_list() == [0]  # a mark for three games would only show their chance
    assert said == " Two values have fewer than 20 games each and are not drawn (4 games in all)."
    assert drawable_rows(few.filter(pl.col("games") < FEW), "games")[0].height == 0


def test_a_win_is_shared_and_a_game_without_a_winner_gives_nothing():
    games = pl.DataFrame({"rank_1": [1, 1, 1, 2], "winners": [1, 2, 0, 1]}).cast(pl.Int8)
    assert games.select(win_share(1).alias("win"))["win"].to_list() == [1.0, 0.5, 0.0, 0.0]


def test_a_band_wider_than_all_others_together_is_left_out_and_counted():
    values = [5.0, 6.0, 30.0, 8.0, 4.0, -16.0, 47.0]
    half = [2.0, 2.0, 2.0, 2.0, 2.0, 26.0, 55.0]
    table = pl.DataFrame({"at": range(7), "y": values}).with_columns(
        y_low=pl.col("y") - pl.Series(half), y_high=pl.col("y") + pl.Series(half)
    )
    drawn, said = drop_wide_bands(table, "y", "y_low", "y_high")
    assert drawn["at"].to_list() == [0, 1, 2, 3, 4]
    assert said == " Two values have a band wider than all that is drawn and are left out."
    assert drop_wide_bands(drawn, "y", "y_low", "y_high") == (drawn, "")


def test_a_band_is_wide_beside_what_is_exact_too():
    """Most chances are nought and sure; those that are not must not vanish beside them."""
    seen = pl.DataFrame({"at": range(5), "y": [0.0, 0.0, 0.0, 0.5, 1.0], "half": [0.001, 0.001, 0.001, 0.02, 0.001]})
    seen = seen.select("at", "y", y_low=pl.col("y") - pl.col("half"), y_high=pl.col("y") + pl.col("half")).head(4)
    exact = seen.select("at", "y", y_low=pl.lit(None, pl.Float64), y_high=pl.lit(None, pl.Float64))
    assert drop_wide_bands(seen, "y", "y_low", "y_high")[0].height == 3
    assert drop_wide_bands(pl.concat([seen, exact]), "y", "y_low", "y_high")[1] == ""


def test_numbers_of_events_go_by_their_names(tmp_path):
    events = [[("open", 1, 7, 1, 0), ("step", 1, 2, 3, 0)]] * 4
    run = make_run(tmp_path / "e", "lost-cities", ["a", "b"], [{"score_1": 1}] * 4, events=events)
    view = View(run)
    steps = view.events.filter(pl.col("kind") == "step").select(view.number("stone", "advance", "step").alias("stone"))
    assert steps.collect()["stone"].to_list() == [3] * 4
    with pytest.raises(WrongUse, match="Events of victory and artifact_pay have points in different columns"):
        view.number("points", "victory", "artifact_pay")
    with pytest.raises(WrongUse, match="There is no number of the event step 'card'"):
        view.number("card", "step")
