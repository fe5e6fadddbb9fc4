"""Figures that a user's rules file confirms: plans, manifests, reports and sweeps know their source."""

import json
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from digsite.reports.page.rules_table import rules_in_words, rules_used
from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.games import find_game
from digsite.simulator.lab.experiments.simulate import simulate
from digsite.simulator.lab.experiments.sweep import sensitivity, sweep, unconfirmed_design
from digsite.simulator.play.plan import make_plan, short_hash, with_figures
from digsite.simulator.runs.provenance import provenance
from digsite.simulator.runs.run import Run

KEY, OTHER = "tiles.victory", "artifacts.long"  # two figures that no source of ours confirms
PRINTED = find_game("lost-cities").figures
SMALL = {"seats": "random", "players": 2, "seed": 1}


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(f'[{KEY}]\nvalue = {PRINTED[KEY]}\nsource = "my box, counted"\n')
    return path


def played(folder, rules_file, **more):
    return simulate("lost-cities", 4, rules_file=rules_file, out=folder / "run", **SMALL, **more)


def test_a_report_names_the_source_of_a_figure_that_a_user_confirms(tmp_path, mine):
    rules = {rule.key: rule for rule in rules_used(played(tmp_path, mine))}
    assert (rules[KEY].source, rules[KEY].status) == ("my box, counted", "confirmed")
    assert (rules[OTHER].source, rules[OTHER].status) == (PRINTED.by_key[OTHER].source, "unconfirmed")


def test_rules_that_a_user_confirms_to_the_last_figure_are_the_printed_rules(tmp_path):
    path = tmp_path / "all.toml"
    path.write_text(PRINTED.to_toml().replace("confirmed = false", "confirmed = true"))
    assert rules_in_words(played(tmp_path, path)) == "printed rules"


def test_alternatives_of_a_figure_that_a_user_confirms_are_not_played(tmp_path, mine):
    run = played(tmp_path, mine)
    expected = {figure.key for figure in PRINTED.unconfirmed()} - {KEY}
    assert set(sensitivity(run.plan).tables["unconfirmed"]["figure"]) == expected
    design = unconfirmed_design(run.plan, run.plan.figures.unconfirmed())
    assert {guess["figure"] for guess in design.question["guesses"]} == expected
    shown = sweep("lost-cities", 4, unconfirmed=True, rules_file=mine, out=tmp_path / "s", **SMALL)
    assert set(shown.tables["unconfirmed"]["figure"]) == expected
    assert shown.experiment.plan.provenance == run.plan.provenance


def test_a_users_alternatives_are_played_instead_of_ours(tmp_path, mine):
    other = [*PRINTED[KEY][:-1], PRINTED[KEY][-1] + 5]
    mine.write_text(f"[{KEY}]\nvalue = {PRINTED[KEY]}\nconfirmed = false\nalternatives = [{other}]\n")
    plan = played(tmp_path, mine).plan
    guesses = unconfirmed_design(plan, plan.figures.unconfirmed()).question["guesses"]
    (guess,) = (guess for guess in guesses if guess["figure"] == KEY)
    assert [point["values"] for point in guess["points"]] == [[other]]


def test_a_plan_under_changed_figures_keeps_the_source_of_the_others(mine):
    plan = make_plan("lost-cities", 2, rules_file=mine, **SMALL)
    changed = with_figures(plan, {"cards.hand": 7})
    assert changed.figures.by_key[KEY].source == "my box, counted"


def test_a_rules_file_that_only_confirms_figures_is_saved_with_the_plan(tmp_path, mine):
    run = played(tmp_path, mine)
    assert run.plan.rules == make_plan("lost-cities", 4, **SMALL).rules
    assert run.plan.rules_file == {"file": "mine.toml", "text": mine.read_text()}
    assert (
        f"--rules {run.folder / 'rules' / 'mine.toml'}"
        in json.loads((run.folder / "manifest.json").read_text())["command"]
    )


def test_the_source_of_a_figure_that_the_game_has_no_more_is_passed_over(mine):
    plan = make_plan("lost-cities", 2, rules_file=mine, **SMALL)
    older = replace(plan, provenance=plan.provenance | {"tiles.gone": plan.provenance[KEY]})
    assert older.figures.by_key[KEY].source == "my box, counted"


def test_what_a_game_measures_is_part_of_its_sources():
    """The hash of the sources of a game of ours leaves out its columns, which no kernel depends on."""
    game = find_game("lost-cities")
    fewer = np.dtype([(name, game.records.outcome[name]) for name in game.records.outcome.names[:-1]])
    other = SimpleNamespace(home=game.home, records=SimpleNamespace(outcome=fewer))
    assert provenance(game)["sources"] != provenance(other)["sources"]


def test_a_manifest_keeps_where_figures_come_from(tmp_path, mine):
    run = played(tmp_path, mine)
    kept = json.loads((run.folder / "manifest.json").read_text())["plan"]["provenance"]
    assert kept == {KEY: PRINTED.by_key[KEY].provenance | {"source": "my box, counted", "confirmed": True}}
    assert simulate(resume=True, out=run.folder, games=6).plan.provenance == kept  # the file need not be there
    mine.write_text(mine.read_text().replace("counted", "guessed").replace('"\n', '"\nconfirmed = false\n'))
    with pytest.raises(WrongUse, match=rf"source of figures {KEY} source was my box, counted, now my box, guessed"):
        simulate("lost-cities", 6, rules_file=mine, out=run.folder, resume=True, **SMALL)


def test_a_plan_by_the_games_own_rules_is_written_as_it_always_was(tmp_path):
    export = tmp_path / "export.toml"
    export.write_text(PRINTED.to_toml())
    plain, exported = (make_plan("lost-cities", 2, rules_file=file, **SMALL) for file in (None, export))
    assert "provenance" not in plain.to_dict()
    assert plain.fingerprint() == exported.fingerprint()


@pytest.mark.parametrize("wrong", [[], {KEY: "my box"}, {KEY: {"source": "my box"}}])
def test_a_manifest_whose_sources_of_figures_are_damaged_is_said_to_be(tmp_path, mine, wrong):
    path = played(tmp_path, mine).folder / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["plan"]["provenance"] = wrong
    path.write_text(json.dumps(manifest | {"fingerprint": short_hash(manifest["plan"])}))
    with pytest.raises(DigsiteError, match=r"is damaged: the entry 'provenance' of its plan"):
        Run(path.parent)
