"""The example games: complete, short, each of another shape, and told in sentences that read well."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from digsite.simulator.game.authoring.declarations import FINAL, sentences_of
from digsite.simulator.game.authoring.game import AuthoredGame
from digsite.simulator.games import chosen_game
from digsite.simulator.lab.tools.new_game import BASIC, examples
from digsite.simulator.play.plan import make_plan
from digsite.simulator.play.table import table_for
from digsite.strategies.registry import strategies_of

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("basic", "open-board", "push-your-luck", "solo", "trick-taking")
FEW_LINES = 250
each = pytest.mark.parametrize("name", NAMES)


def example(name: str) -> AuthoredGame:
    game = chosen_game(str(examples()[name]))
    assert isinstance(game, AuthoredGame)
    return game


def test_these_are_the_examples():
    assert tuple(examples()) == NAMES
    assert BASIC in NAMES


@each
def test_it_is_two_files_and_a_test(name):
    folder = examples()[name]
    assert {path.name for path in folder.iterdir() if path.is_file()} == {
        "rules.toml", "game.py", f"test_{name.replace('-', '_')}.py",
    }  # fmt: skip


@each
def test_it_is_short_and_every_function_says_which_rule_it_is(name):
    text = (examples()[name] / "game.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) < FEW_LINES
    tree = ast.parse(text)
    assert ast.get_docstring(tree)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            assert ast.get_docstring(node), node.name
        if isinstance(node, ast.ImportFrom):
            assert node.module == "digsite.kit"


@each
def test_every_figure_and_variant_says_what_it_is_and_where_it_comes_from(name):
    figures = example(name).figures
    assert list(figures)
    for figure in (*figures, *figures.variants.values()):
        assert figure.about
        assert figure.source
    assert figures.variants
    assert any(not figure.confirmed and figure.alternatives for figure in figures)


@each
def test_it_has_strategies_of_different_styles_and_headline_columns(name):
    game = example(name)
    own = [strategy for strategy in strategies_of(game.id).values() if strategy.name != "random"]
    assert len(own) >= 2
    assert len({strategy.about for strategy in own}) == len(own)
    assert len([column for column in game.own_columns if column.headline]) >= 2
    assert any(column.part_of_score for column in game.own_columns)
    assert game.own_nudges


@each
def test_each_kind_of_event_has_a_sentence(name):
    kinds = example(name).records.events
    assert set(sentences_of(kinds)) == {kind.name for kind in kinds} - {FINAL}


def test_each_has_another_shape():
    shapes = {
        name: (game.simultaneous, game.hides, len(game.records.decisions), game.max_seats)
        for name in NAMES
        for game in [example(name)]
    }
    assert shapes == {
        "basic": (False, False, 1, 4),  # one after another
        "open-board": (False, False, 2, 4),
        "push-your-luck": (True, True, 1, 6),  # all at once
        "solo": (False, True, 1, 1),
        "trick-taking": (False, True, 2, 5),
    }
    assert [part.name for part in example("trick-taking").hidden.hands] == ["hand"]


@each
def test_every_table_plays_to_its_end_and_reads_well(name):
    game = example(name)
    for seats in game.players:
        own = [it for it in strategies_of(game.id) if it != "random"]
        for line_up in (["random"] * seats, [own[at % len(own)] for at in range(seats)]):
            plan = make_plan(game.called, 20, seats=line_up, players=seats, seed=3)
            batch = table_for(plan).play_with_events(0, 20)
            assert (batch.rows["end_reason"] < len(game.records.end_reasons)).all()
            for events in batch.events:
                check_words(list(game.narrate(events, [f"P{at + 1}" for at in range(seats)], game.figures)))


def check_words(lines: list[str]) -> None:
    """Every line is a sentence of words: a capital first, no brackets left, no bare plural of one."""
    assert len(lines) > 5
    for line in lines:
        assert re.fullmatch(r"[A-Z0-9][^{}\[\]]*\.", line), line
        assert "  " not in line
        assert not re.search(r"\b1 (coins|gems|points|tricks|cards)\b", line), line
    assert re.search(r"wins|win together|share the win|loses\.|No player wins", lines[-1])


@each
def test_its_options_have_words(name):
    game = example(name)
    for decision in game.records.decisions:
        assert game.option_words(int(decision), 1)


@each
def test_every_variant_plays_other_games(name):
    game = example(name)
    seats = game.players[0]
    own = next(it for it in strategies_of(game.id) if it != "random")
    before = table_for(make_plan(game.called, 40, seats=own, players=seats, seed=5)).play(0, 40).rows
    for variant in game.figures.variants:
        plan = make_plan(game.called, 40, seats=own, players=seats, variants=variant, seed=5)
        assert (table_for(plan).play(0, 40).rows != before).any(), variant


@pytest.mark.parametrize("name", ["push-your-luck", "trick-taking"])
def test_players_can_look_ahead_where_choices_and_hands_are_hidden(name):
    game = example(name)
    seats = game.players[0]
    rows = table_for(make_plan(game.called, 2, seats="random*8", players=seats, seed=1)).play(0, 2).rows
    assert (rows["decisions"] > 0).all()


def test_the_tests_of_each_example_pass_for_users(tmp_path):
    """They run as in a user's folder: with nothing of this project's but digsite."""
    tests = [str(folder) for folder in examples().values()]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests],
        cwd=tmp_path, env=_environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert "15 passed" in done.stdout


def _environment() -> dict[str, str]:
    import os

    return os.environ | {"PYTHONPATH": str(ROOT)}


def test_known_flaws_and_their_remedies_are_found():
    """The board favours who begins, and a head start mends it: figures that the guide and the game's rules.toml promise."""
    shares = []
    for variants in ([], ["head-start"]):
        called, seats = example("open-board").called, "grabber,wanderer,hunter"
        plan = make_plan(called, 1_200, seats=seats, rotate=True, variants=variants, seed=2, events=0)
        rows = table_for(plan).play(0, 1_200).rows
        shares.append(float(((rows["rank"][:, 0] == 1) / rows["winners"]).mean()))
    assert shares[0] > 0.40
    assert 0.28 < shares[1] < 0.38
