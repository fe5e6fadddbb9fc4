"""What every game and strategy says about itself must be true and complete."""

from importlib import import_module

from digsite.simulator.lab.battery.checks.records import check_memory, check_records
from digsite.strategies.registry import strategies_of
from tests.conformance.table import each_game, found, tables


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
def test_every_variant_says_what_it_is_and_where_it_comes_from(game):
    for variant in game.figures.variants.values():
        assert variant.about
        assert variant.source


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
def test_there_are_random_and_heuristic_players(game):
    names = set(strategies_of(game.id))
    assert "random" in names
    assert len(names) >= 4


@each_game
def test_records_are_small(game):
    remarks = [problem.sentence for problem in check_memory(tables(game)) if problem.weight == "remark"]
    print(f"{game.id}: {remarks}")
    assert not found(check_memory(tables(game)))


@each_game
def test_records_variants_columns_and_weights_are_well_formed(game):
    assert not found(check_records(tables(game)))
