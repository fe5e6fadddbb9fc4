"""What every game and strategy says about itself must be true and complete."""

from importlib import import_module

import pytest

from simulator.games import all_games
from strategies.registry import strategies_of

GAMES = list(all_games().values())
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@each_game
def test_every_figure_has_a_source_and_an_explanation(game):
    for figure in game.figures:
        assert figure.source, figure.key
        assert figure.about, figure.key
        assert figure.check(figure.value) == figure.value


@each_game
def test_unconfirmed_figures_name_alternatives_that_are_allowed(game):
    for figure in game.figures.unconfirmed():
        assert figure.alternatives or figure.calibrated, figure.key
        for other in figure.alternatives:
            assert figure.check(other) is not None
            assert other != figure.value


@each_game
def test_every_variant_builds_for_every_player_count_it_is_for(game):
    for variant in game.figures.variants.values():
        assert variant.about
        assert variant.source
        for seats in variant.players or game.players:
            changed = game.figures.with_variants([variant.name], seats)
            assert changed.values() != game.figures.values()
            game.build_rules(changed, seats)


@each_game
def test_weights_are_named_alike_in_table_and_code(game):
    for strategy in strategies_of(game.id).values():
        assert strategy.about
        assert all(weight.about for weight in strategy.weights.values())
        module = import_module(f"strategies.{game.package}.{strategy.module or strategy.name.replace('-', '_')}")
        named = [weight.name.lower() for weight in getattr(module, "Weight", ())]
        assert named == list(strategy.weights)


@each_game
def test_every_column_is_explained_and_named_once(game):
    headings = [heading for column in game.columns for heading, _ in column.headings(game.max_seats)]
    assert len(set(headings)) == len(headings)
    assert all(column.about for column in game.columns)
    assert set(game.checkpoints) <= {column.name for column in game.own_columns}


@each_game
def test_there_are_random_and_heuristic_players(game):
    names = set(strategies_of(game.id))
    assert "random" in names
    assert len(names) >= 4
