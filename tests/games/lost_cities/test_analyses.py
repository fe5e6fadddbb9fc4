"""Known answers of the questions for Lost Cities."""

import polars as pl
import pytest

from digsite.analyses.games.lost_cities.paths import _common
from digsite.analyses.registry import answer
from tests.analyses.handmade import make_run


def test_artifacts_show_wins_and_the_value_of_the_next(tmp_path):
    few = {
        "score_1": 30,
        "artifacts_1": 4,
        "artifact_points_1": -5,
        "score_2": 90,
        "artifacts_2": 5,
        "artifact_points_2": 25,
    }
    rows = [few | {"score_2": 80 + 2 * i} for i in range(10)]
    tables = answer(make_run(tmp_path / "r", "lost-cities", ["a", "b"], rows), "artifacts").tables
    by_number = {row["artifacts"]: row for row in tables["artifacts"].iter_rows(named=True)}
    assert (by_number[4]["win"], by_number[5]["win"]) == (0.0, 1.0)
    assert by_number[5]["score"] == 89.0
    assert by_number[5]["elsewhere"] == 64.0
    assert by_number[4]["share"] == 0.5
    step = tables["next"].row(0, named=True)
    assert (step["from"], step["to"], step["track"]) == (4, 5, 30)
    assert (step["score_change"], step["elsewhere_change"]) == (59.0, 29.0)


def test_paths_show_the_researchers_worth_and_the_number_of_paths(tmp_path):
    rows = [
        {
            "score_1": 50,
            "researcher_points_1": 60,
            "paths_opened_1": 4,
            "score_2": 20,
            "researcher_points_2": -20,
            "paths_opened_2": 3,
        }
    ] * 5
    tables = answer(make_run(tmp_path / "r", "lost-cities", ["a", "b"], rows), "paths").tables
    worth = dict(tables["researcher"].select("strategy", "worth").rows())
    assert worth == {"a": 30.0, "b": -10.0}
    assert dict(tables["number_of_paths"].select("paths_opened", "win").rows()) == {3: 0.0, 4: 1.0}


def test_paths_follow_each_explorer_through_the_events(tmp_path):
    blue, green = 0, 11
    events = [
        ("expedition", 1, 0, 0, 0),
        ("open", 1, blue + 2, 1, 0),  # the researcher on blue with a 2
        ("open", 2, green + 5, 0, 0),
        ("advance", 1, blue + 3, 2, 0),
        ("step", 1, 0, 3, 0),
        ("advance", 1, blue + 4, 4, 0),  # stone 4: 5 points, doubled
        ("advance", 2, green + 6, 2, 0),  # stone 2: -15
        ("expedition", 2, 1, 0, 0),
        ("open", 1, blue + 2, 0, 0),  # stone 1: -20
    ]
    run = make_run(tmp_path / "r", "lost-cities", ["a", "b"], [{"score_1": 1}] * 3, events=[events] * 3)
    tables = answer(run, "paths").tables
    opening = {row["opening"]: row for row in tables["opening_card"].iter_rows(named=True)}
    assert opening[2]["paths"] == 6
    assert opening[2]["points"] == (10 - 20) / 2
    assert opening[2]["stone"] == 2.5
    assert opening[5]["points"] == -15
    explorers = {row["explorer"]: row for row in tables["explorers"].iter_rows(named=True)}
    assert (explorers["researcher"]["points"], explorers["researcher"]["stone"]) == (10.0, 4.0)
    assert explorers["adventurer"]["in_red"] == 1.0
    assert dict(tables["stones"].select("stone", "count").rows()) == {1: 3, 2: 3, 4: 3}


def test_the_share_of_descending_paths_is_given_under_the_variant(tmp_path):
    rows = [{"score_1": 5, "paths_opened_1": 4, "descending_1": 1, "paths_opened_2": 6, "descending_2": 3}] * 4
    run = make_run(tmp_path / "r", "lost-cities", ["a", "b"], rows, variants=["descending-paths"])
    sentences = [finding.sentence for finding in answer(run, "paths").findings]
    assert any(s.startswith("40 % of all paths run downwards") and "40 paths" in s for s in sentences)
    base = make_run(tmp_path / "s", "lost-cities", ["a", "b"], rows)
    assert not any("downwards" in finding.sentence for finding in answer(base, "paths").findings)


def test_bridges_show_ends_and_what_the_ender_gained(tmp_path):
    rows = []
    for i in range(120):
        row = {"score_1": 100, "score_2": 40}
        for number in (1, 2, 3):
            row |= {f"points_after_{number}_1": 30 * number, f"points_after_{number}_2": 10 * number + i % 2}
            row |= {f"expedition_end_{number}": "bridge" if number < 3 else "draw pile", f"ended_by_{number}": 1}
            row |= {f"expedition_turns_{number}": 20 + number}
        rows.append(row)
    result = answer(make_run(tmp_path / "r", "lost-cities", ["a", "b"], rows), "bridges")
    ends = {
        (row["expedition"], row["end"]): (row["share"], row["turns"])
        for row in result.tables["ends"].iter_rows(named=True)
    }
    assert ends == {(1, "bridge"): (1.0, 21.0), (2, "bridge"): (1.0, 22.0), (3, "draw pile"): (1.0, 23.0)}
    gain = {
        (row["end"], row["ended_it"]): row["gain"] for row in result.tables["gain_from_ending"].iter_rows(named=True)
    }
    assert gain["bridge", True] == 30.0
    assert gain["bridge", False] == pytest.approx(10.25)
    told = " ".join(finding.sentence for finding in result.findings)
    assert (
        "Whoever ended an expedition before the last at the bridges scored 19.75 points more in it than the others (+19."
        in told
    )
    assert "Whoever ended the last expedition with the draw pile scored" in told
    assert "players may end the last one only when that wins" in told


def test_what_expeditions_bring_is_told_for_each_common_number_of_paths(tmp_path):
    def game(at):
        blue, red = 3 * 11, 0
        events = [("expedition", 0, 1, 3, 1), ("open", 1, blue + 2, 1, 0)]
        if at % 4:  # three of four expeditions have a second path
            events.append(("open", 1, red + 2, 0, 0))
        return events

    run = make_run(
        tmp_path / "r", "lost-cities", ["a", "b"], [{"score_1": 1}] * 400, events=[game(at) for at in range(400)]
    )
    told = " ".join(finding.sentence for finding in answer(run, "paths").findings)
    assert "with one (25.0 % of expeditions)" in told
    assert "with two (75.0 % of expeditions)" in told
    assert "so this does not say that fewer are better" in told


def test_opening_cards_that_hardly_anybody_plays_are_not_compared():
    table = pl.DataFrame(
        {"opening": [8, 6, 0, 9], "paths": [149, 6_077, 170_492, 50], "share": [0.0003, 0.011, 0.3, 0.02]}
    )
    assert _common(table)["opening"].to_list() == [0, 6]
