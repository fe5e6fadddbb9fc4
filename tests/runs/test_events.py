"""The events of a run: files say what their kinds and numbers are, and Python gives each kind with real names."""

import json

import polars as pl
import pyarrow.parquet as pq
import pytest

from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.game.events import EventKind
from tests.analyses.handmade import make_run

SOLD = [("turn", 1, 1, 40, 0), ("sell", 1, 2, 3, 18), ("pass", 2, 0, 0, 0), ("sell", 2, 4, 1, 3)]
FILE = "events/part-00000.parquet"


@pytest.fixture
def run(tmp_path):
    rows = [{"score_1": 18, "score_2": 3}] * 2
    return make_run(tmp_path / "r", "archaeology", ["x", "y"], rows, events=[SOLD, SOLD[:2]])


def test_a_file_of_events_says_what_its_kinds_and_numbers_are(run):
    with (run.folder / FILE).open("rb") as file:
        schema = pq.read_schema(file)
    assert schema.names == ["game", "step", "kind", "seat", "a", "b", "c"]
    said = json.loads(schema.metadata[b"digsite.events"])
    assert said["sell"] == {"about": run.game.events["sell"].about, "a": "treasure", "b": "cards", "c": "money"}
    assert set(said["pass"]) == {"about"}
    assert list(said) == list(run.game.events)
    assert b"digsite" in schema.metadata


def test_events_of_a_kind_have_the_names_of_its_numbers(run):
    sold = run.events_of("sell").collect()
    assert sold.columns == ["game", "step", "seat", "treasure", "cards", "money"]
    assert sold.rows() == [(0, 1, 1, 2, 3, 18), (0, 3, 2, 4, 1, 3), (1, 1, 1, 2, 3, 18)]
    assert run.events_of("pass").collect().rows() == [(0, 2, 2)]
    assert isinstance(run.events_of("steal"), pl.LazyFrame)
    assert run.events_of("steal").collect().is_empty()


def test_an_unknown_kind_of_event_is_answered_with_the_nearest(run):
    with pytest.raises(
        WrongUse, match=r"There is no kind of event 'sel'\. Did you mean 'sell'\? There are: monument, hand"
    ):
        run.events_of("sel")


@pytest.mark.parametrize("kind", [3, None, ["sell"]])
def test_a_kind_of_event_that_is_no_text_is_answered_with_a_sentence(run, kind):
    with pytest.raises(WrongUse, match=r"^kind must be a text"):
        run.events_of(kind)


def test_a_run_that_kept_no_events_says_so(tmp_path):
    run = make_run(tmp_path / "r", "archaeology", ["x", "y"], [{"score_1": 1}])
    with pytest.raises(DigsiteError, match="holds no events"):
        run.events_of("sell")


def test_events_of_a_game_without_a_table_keep_their_letters(run, monkeypatch):
    monkeypatch.setitem(vars(run.game), "events", {"sell": EventKind("sell")})
    assert run.events_of("sell").collect().columns == ["game", "step", "seat", "a", "b", "c"]
