"""What every game and strategy says about itself must be true and complete."""

from importlib import import_module

import numpy as np

from digsite.simulator.game.state import common_fields
from digsite.strategies.minds import minds_of
from digsite.strategies.registry import strategies_of
from digsite.strategies.thinking import KNOBS
from tests.conformance.table import each_game

# A search copies the state at every step it looks ahead, and a copy of so many bytes costs about 40 ns at the most.
STATE_BYTES = 2_048
RULES_BYTES = 16_384


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
        own = f"digsite.strategies.{game.home.name}.{strategy.module or strategy.name.replace('-', '_')}"
        module = None if strategy.shared else import_module(own)
        named = [weight.name.lower() for weight in getattr(module, "Weight", ())]
        assert named == list(strategy.weights)


@each_game
def test_no_weight_is_named_like_a_knob_of_players_who_think(game):
    for strategy in strategies_of(game.id).values():
        assert not set(strategy.weights) & set(KNOBS)


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


@each_game
def test_records_are_small(game):
    state, rules, minds = game.records.state.itemsize, game.records.rules.itemsize, minds_of(game.id)
    print(
        f"{game.id}: State {state:,} bytes, Rules {rules:,}, Notes {minds.notes.itemsize:,}, Tables {minds.tables.itemsize:,}"
    )
    assert state <= STATE_BYTES
    assert rules <= RULES_BYTES


@each_game
def test_a_state_begins_with_the_fields_that_all_games_have(game):
    state = game.records.state
    common = common_fields(int(game.records.streams["NOISE"]) + game.max_seats)
    assert state.names[: len(common)] == np.dtype(common).names
    assert all(state[name] == np.dtype(common)[name] for name, *_ in common)
