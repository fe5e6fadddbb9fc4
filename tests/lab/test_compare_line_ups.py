"""A comparison repeated with other line-ups: who plays, that no deal is shared, and what is said over all of them."""

import numpy as np
import polars as pl
import pytest

import digsite
from digsite.analyses.experiments.compare import line_ups
from digsite.analyses.experiments.measures import Measure
from digsite.analyses.stats import Moments
from digsite.simulator.errors import WrongUse

SIDES = {"players": 2, "settings": {"cards.hand": 6}, "variants": "short", "against": "short", "seed": 1}


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    folder = tmp_path_factory.mktemp("compared") / "hand"
    return digsite.compare("lost-cities", 400, line_ups="cautious,collector,opportunist", out=folder, **SIDES)


def test_each_line_up_plays_both_sides_on_the_same_deals_and_on_deals_of_its_own(shown):
    arms = shown.experiment.arms
    assert len(arms) == 8
    for number, name in enumerate(["cautious", "collector", "opportunist"], 1):
        against, changed = (arms[f"{side}-{number}"].plan for side in ("against", "changed"))
        assert against.players == changed.players == [name] * 2
        assert against.seed == changed.seed
        assert against.rules != changed.rules
    assert len({run.plan.seed for run in arms.values()}) == 4


def test_what_changes_is_said_over_line_ups_first(shown):
    lead = shown.result.ranked[0]
    assert lead.sentence.startswith("Over 4 line-ups ")
    assert lead.certainty == "certain"
    table = shown.result.tables["line_ups"]
    assert set(table["measure"]) >= {"win rate of seat 1", "mean score", "turns"}
    assert "mean score of cautious" not in set(table["measure"])
    turns = table.filter(pl.col("measure") == "turns")
    assert turns["line_up"][1] == "Cautious in every seat"
    rows = shown.experiment.arms["changed-1"].games.collect(), shown.experiment.arms["against-1"].games.collect()
    assert turns["difference"][1] == pytest.approx(rows[0]["turns"].mean() - rows[1]["turns"].mean())
    assert shown.result.charts[0].name == "compare-line-ups"
    assert shown.about["line_ups"] == [["cautious"] * 2, ["collector"] * 2, ["opportunist"] * 2]
    assert "--line-ups cautious,collector,opportunist" in shown.experiment.manifest["command"]


def test_a_number_asks_for_strategies_alone_and_for_draws(tmp_path):
    shown = digsite.compare("lost-cities", 20, line_ups=6, out=tmp_path / "a", **SIDES)
    asked = shown.experiment.question["line_ups"]
    assert len(asked) == 6
    assert sum(len(set(players)) == 1 for players in asked) == 4


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"line_ups": "1"}, "must be 2 to 40"),
        ({"line_ups": "nobody,rusher"}, "nobody"),
        ({"line_ups": 3, "margin": "1pp"}, "leave --margin out"),
        ({"line_ups": 3, "against_seats": "rusher,rusher"}, "leave --against-seats out"),
        ({"line_ups": "rusher,rusher"}, "rusher"),
    ],
)
def test_line_ups_that_cannot_be_compared_are_refused(tmp_path, wrong, said):
    with pytest.raises(WrongUse) as refused:
        digsite.compare("lost-cities", 20, out=tmp_path / "a", **SIDES, **wrong)
    assert said.replace("--margin", "margin").replace("--against-seats", "against_seats") in str(refused.value)


def repeated(*means, n=4_000, sd=0.5):
    """The change of seat 1's wins with so many line-ups."""
    measure = Measure("win rate of seat 1", "share", "seats", "seat 1", (3,))
    found = [Moments(n, mean, (n - 1) * sd * sd) for mean in means]
    over_all = line_ups.pool(found)
    return line_ups.Repeated(
        measure, [f"{name} in every seat" for name in "abcdefgh"[: len(means)]], found, over_all, 4
    )


class Plain:
    """A scale that grades nothing."""

    def effect(self, measure, difference):
        return "small"


def test_a_change_that_all_show_holds_whoever_plays():
    found = repeated(*[0.05] * 8)
    (said,) = line_ups.findings_of([found], Plain(), "points")
    assert said.certainty == "certain"
    assert said.sentence.endswith(", whoever plays.")
    assert not found.differs


def test_a_change_that_one_may_turn_round_is_likely_at_most_and_depends_on_the_players():
    found = repeated(0.12, 0.11, 0.12, 0.13, 0.11, 0.12, 0.12, -0.08)
    (said,) = line_ups.findings_of([found], Plain(), "points")
    assert said.certainty != "certain"
    assert "how much depends on the players: -8 " in said.sentence
    assert "with h in every seat" in said.sentence


def test_without_a_change_few_are_claimed():
    rng = np.random.default_rng(1)
    claims = sum(
        line_ups.findings_of([repeated(*rng.normal(0, 0.5 / 4_000**0.5, 8))], Plain(), "points")[0].is_claim
        for _ in range(60)
    )
    assert claims <= 4
