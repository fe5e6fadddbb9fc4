"""Ways of playing: strategies that choose alike count once, in the answer, on the scorecard and on page one."""

import json

import pytest

from digsite.analyses.first_page.verdict import verdict
from digsite.analyses.probes import choices
from digsite.analyses.registry import answer
from digsite.analyses.scorecard import scorecard
from digsite.reports.page.report import answers_to_all
from tests.analyses.handmade import make_run


@pytest.fixture
def run(tmp_path):
    """Four strategies that win equally often."""
    rows = [{f"score_{seat + 1}": 9 if seat == game // 4 % 4 else 1 for seat in range(4)} for game in range(8_000)]
    return make_run(tmp_path / "run", "lost-cities", ["a", "b", "c", "d"], rows, rotate=True)


def asked(run, *agreed):
    """Save how often each pair chose alike, in parts of a hundred decisions: ab, ac, ad, bc, bd, cd."""
    data = {"strategies": ["a", "b", "c", "d"], "asked": [100] * 3, "agreed": [list(agreed)] * 3}
    (run.folder / choices.FILE).write_text(json.dumps({"plan": run.plan.fingerprint(), **data}))


def strategies_line(run):
    return next(line for line in scorecard(run, answers_to_all(run)).lines if line.name == "strategies")


def test_clones_count_once(run):
    asked(run, 99, 95, 96, 97, 98, 99)
    said = [finding for finding in answer(run, "strategies").findings if "ways" in finding.figures]
    assert "any two of a, b, c and d choose alike in 95 to 99 %: one way of playing" in said[0].sentence
    line = strategies_line(run)
    assert (line.word, line.verdict) == ("play alike", "open")
    assert line.figure == "4 of 4 worth playing, 1 way of playing"
    assert "open to" not in scorecard(run, answers_to_all(run)).verdict
    assert "so much alike" in " ".join(verdict({"strategies": line}, None))


def test_ways_of_their_own_are_diverse(run):
    asked(run, 50, 60, 70, 95, 40, 60)  # b and c are one
    line = strategies_line(run)
    assert (line.word, line.verdict) == ("diverse", "fine")
    assert sorted(map(sorted, line.figures["ways"])) == [["a"], ["b", "c"], ["d"]]
    card = scorecard(run, answers_to_all(run))
    assert "Open to three strategies" in card.verdict or "open to three strategies" in card.verdict
    assert "hree strategies are viable" in " ".join(verdict({"strategies": line}, None))


def test_without_asking_strategies_are_counted_as_they_are(run):
    assert strategies_line(run).figure == "4 of 4 worth playing"
    assert choices.read(run) is None


def test_each_joins_the_first_whose_foremost_it_agrees_with():
    data = {"strategies": ["a", "b", "c"], "asked": [10, 10], "agreed": [[9, 5, 10], [9, 5, 10]]}  # ab, ac, bc
    table = choices.summarize(data).tables["choices"]
    assert choices.ways(["a", "b", "c"], table) == [["a", "b"], ["c"]]
    assert choices.ways(["b", "a", "c"], table) == [["b", "a", "c"]]
    row = table.row(0, named=True)
    assert (row["alike"], row["decisions"]) == (0.9, 20)


def test_where_nobody_was_asked_there_is_nothing_to_say():
    data = {"strategies": ["a", "b"], "asked": [0], "agreed": [[0]]}
    assert choices.summarize(data).findings == []
