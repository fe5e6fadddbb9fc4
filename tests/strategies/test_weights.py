"""Weights: their bounds, their style, files that have them, and tables that change them."""

import pytest

from digsite.simulator.errors import WrongUse
from digsite.simulator.lab.experiments.simulate import simulate
from digsite.simulator.lab.players.strength import lookahead_form
from digsite.simulator.play.plan import make_plan
from digsite.simulator.runs.replay import replay
from digsite.simulator.trust import allow
from digsite.strategies.bounds import Bounds, bounds_of, usual_bounds
from digsite.strategies.naming import plain_name, read_name
from digsite.strategies.plugins.load import Source, load_plugins
from digsite.strategies.registry import _from_tables, line_up, strategies_of
from digsite.strategies.weights_file import weights_text
from tests.conformance.table import each_game

TABLES = {
    "shared": {"heuristic": {"tempo": "how fast", "reach": "how far"}},
    "bounds": {"heuristic": {"tempo": [0, 9], "reach": "share"}},
    "hasty": {
        "module": "heuristic",
        "about": "Runs.",
        "style": ["tempo"],
        "weights": {"tempo": 3, "reach": 0.5},
        "players": {"4": {"tempo": 4}},
    },
}


@each_game
def test_every_weight_has_bounds_that_hold_it(game):
    for strategy in strategies_of(game.id).values():
        for name, weight in strategy.weights.items():
            assert weight.declared, f"[bounds] of {game.id} says nothing of {name}"
            assert weight.declared.holding(weight.value) == weight.declared, f"{strategy.name}: {name}"
        assert set(strategy.style) < set(strategy.weights) or not strategy.weights


def test_weights_of_a_table_override_those_of_any():
    hasty = _from_tables("lost-cities", dict(TABLES))["hasty"]
    assert hasty.weights_for(4) == {"tempo": 4, "reach": 0.5}
    assert hasty.weights_for(3) == hasty.weights_for(None) == {"tempo": 3, "reach": 0.5}
    assert hasty.style == ("tempo",)
    assert hasty.weights["tempo"].bounds == Bounds(0, 9)


@pytest.mark.parametrize("wrong", [{"style": ["temp"]}, {"players": {"4": {"temp": 1}}}], ids=["style", "players"])
def test_a_weight_that_is_not_there_is_refused(wrong):
    with pytest.raises(WrongUse, match="Did you mean 'tempo'"):
        _from_tables("lost-cities", TABLES | {"hasty": TABLES["hasty"] | wrong})


@pytest.mark.parametrize("wrong", [[3, 1], [0, 1.5, "whole"], [0, 1, "much"], "some", [0], [0, "x"], 7])
def test_bounds_that_make_no_sense_are_refused(wrong):
    with pytest.raises(WrongUse, match="The bounds of a weight are written"):
        bounds_of(wrong)


def test_kinds_of_weights():
    assert bounds_of("switch") == Bounds(0, 1, "switch")
    assert [bounds_of([0, 6, "whole"]).nearest(value) for value in (-1, 2.4, 2.6, 9)] == [0, 2, 3, 6]
    assert bounds_of("share").nearest(0.33333) == 0.333
    assert usual_bounds(-2.0) == Bounds(-6, 0)
    assert [str(bounds_of(it)) for it in ("share", [0, 6], [0, 6, "whole"])] == ["share", "0 to 6", "0 to 6 whole"]


def test_a_plug_in_may_say_how_far_its_weights_go():
    head = "from digsite import strategy\n\n\n"
    text = head + '@strategy("lost-cities", weights={"a": {"value": 3, "bounds": [0, 9, "whole"]}, "b": 2})\n'
    body = "def mine(rules, state, seat, options, n, weights):\n    return 0\n"
    sources = Source("mine.py", text + body), Source("mine.py", text.replace('"bounds"', '"bound"') + body)
    allow(sources)
    (made,) = load_plugins(sources[:1])
    assert made.weights["a"].bounds == Bounds(0, 9, "whole")
    assert made.weights["b"].bounds == Bounds(0, 6)
    with pytest.raises(WrongUse, match="Did you mean 'bounds'"):
        load_plugins(sources[1:])


# ------------------------------------------------------------------------------------------------ files


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "tuned.toml"
    about = {"game": "lost-cities", "strategy": "rusher"}
    path.write_text(weights_text("Mine.", about, weights={"tempo": 7.5, "bridge": 2}))
    return path


def test_a_player_is_read_with_all_its_parts():
    assert read_name("rusher+32@a/b.toml:tempo=5") == ("rusher", "+32", "a/b.toml", {"tempo": "5"})
    assert read_name("rusher@b.toml+8").how == "+8"
    assert read_name("rusher@b.toml*100").how == "*100"
    assert plain_name("rusher+32@a:tempo=5") == plain_name("rusher@x") == plain_name("rusher*90") == "rusher"
    assert lookahead_form("rusher@b.toml:tempo=5", "8") == "rusher+8@b.toml:tempo=5"


def test_weights_come_from_a_file_and_what_is_typed_comes_last(file):
    own, typed, thinks = line_up("lost-cities", [f"rusher@{file}", f"rusher@{file}:tempo=1", f"rusher+8@{file}"])
    names = list(own.strategy.weights)
    assert (own.weights[names.index("tempo")], own.weights[names.index("bridge")]) == (7.5, 2)
    assert own.weights[names.index("luck")] == own.strategy.weights["luck"].value
    assert typed.weights[names.index("tempo")] == 1
    assert (thinks.weights, thinks.search.worlds) == (own.weights, 8)


def test_a_run_needs_its_weights_file_only_once(file, tmp_path):
    run = simulate("lost-cities", 4, seats=f"rusher@{file},cautious", seed=1, events=4, out=tmp_path / "r")
    typed = simulate("lost-cities", 4, seats="rusher:tempo=7.5:bridge=2,cautious", seed=1, out=tmp_path / "s")
    assert run.plan.weights == typed.plan.weights
    assert run.games.collect()["score_1"].to_list() == typed.games.collect()["score_1"].to_list()
    file.unlink()
    assert any(f"rusher@{file}" in line for line in replay(run, 0))
    with pytest.raises(WrongUse, match="There is no weights file"):
        make_plan("lost-cities", 4, seats=f"rusher@{file},cautious")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[weights]\ntemp = 3", "Did you mean 'tempo'"),
        ("[weights]\ntempo = 'fast'", "must be a number; 'fast' is not"),
        ("tempo = 3", "has no weights. List them under"),
        ("game = 'chac'\n[weights]", "weights for the game chac, not for lost-cities"),
        ("strategy = 'cautious'\n[weights]", "play it as cautious@"),
        ("weights", "is not valid TOML"),
    ],
)
def test_a_wrong_file_is_answered_with_a_sentence(text, said, tmp_path):
    path = tmp_path / "w.toml"
    path.write_text(text)
    with pytest.raises(WrongUse, match=said):
        line_up("lost-cities", [f"rusher@{path}"])


def test_a_player_without_a_file_behind_the_sign_is_answered_with_a_sentence():
    with pytest.raises(WrongUse, match="names no file"):
        line_up("lost-cities", ["rusher@"])
