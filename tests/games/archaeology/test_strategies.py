"""The players: each is far better than chance, none needs the guards, and none sees what it may not."""

import numpy as np
import pytest

from digsite.simulator.games.archaeology.options import MAX_OPTIONS
from digsite.simulator.games.archaeology.state import Stream
from digsite.simulator.kernel.play.events import SILENT
from digsite.simulator.lab.battery.hand_play import blank_mind
from digsite.simulator.play.seating import CYCLIC, Seating
from digsite.simulator.play.table import Table
from digsite.strategies.archaeology.heuristic import Weight
from digsite.strategies.registry import line_up, strategies_of
from tests.games.archaeology.positions import GAME, Position

PLAYERS = strategies_of("archaeology")
SKILLED = [name for name in PLAYERS if name != "random"]


def outcomes(names: list[str], games: int) -> np.ndarray:
    """Games of these players, who change seats from game to game."""
    rules = GAME.build_rules(GAME.figures, len(names))
    return Table(GAME, rules, line_up(GAME.id, names), seed=11, seating=Seating(CYCLIC, len(names))).play(0, games).rows


@pytest.mark.parametrize("name", SKILLED)
def test_the_weights_are_named_as_in_the_table(name):
    assert [weight.name.lower() for weight in Weight] == list(PLAYERS[name].weights)


@pytest.mark.many_games
@pytest.mark.parametrize("name", SKILLED)
def test_each_player_beats_random_in_95_of_100_games(name):
    games = 1_000
    rows = outcomes([name, "random"], games)
    own_seat = np.arange(games) % 2 + 1
    assert (rows.winner == own_seat).mean() >= 0.95


@pytest.mark.many_games
@pytest.mark.parametrize("name", SKILLED)
def test_good_players_do_not_need_the_guards(name):
    rows = outcomes([name] * 4, 200)
    assert rows.stall_guard.mean() < 0.02
    assert rows.trade_limit.mean() < 0.1


@pytest.mark.parametrize("name", SKILLED)
@pytest.mark.parametrize("monument", ["temple", "tomb", "mine", "sphinx", "buried-ruins"])
def test_a_choice_does_not_change_when_hidden_cards_do(name, monument):
    choose = PLAYERS[name].choose()
    weights = np.array([weight.value for weight in PLAYERS[name].weights.values()])
    table = Position(3, monument, luck=4)
    mind = blank_mind(GAME.id, table.rules)
    options = np.zeros(MAX_OPTIONS, np.int32)
    while not table.state.over:
        n = GAME.kernels.legal(table.rules, table.state, options)
        seat = int(table.state.seat)
        pick = 0 if n == 1 else choose(table.rules, table.state, seat, options, n, weights, mind)
        other = table.redealt(seat + 1)
        assert n == 1 or choose(table.rules, other.state, seat, options, n, weights, mind) == pick
        GAME.kernels.apply(table.rules, table.state, int(options[pick]), SILENT)


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("seats", [2, 5])
def test_a_choice_changes_nothing_but_the_notes_and_the_players_own_noise(name, seats):
    """Of the State only the noise of the seat, and nothing of the rules, the options, the weights or the tables."""
    choose = PLAYERS[name].choose()
    weights = np.array([*(weight.value for weight in PLAYERS[name].weights.values()), 0.0])
    options = np.zeros(MAX_OPTIONS, np.int32)
    for luck in range(4):
        table = Position(seats, "random", luck=luck)
        minds = [blank_mind(GAME.id, table.rules) for _ in range(seats)]
        while not table.state.over:
            n = GAME.kernels.legal(table.rules, table.state, options)
            seat = int(table.state.seat)
            noise = table.state.stream[Stream.NOISE + seat]
            handed = (table.state, table.rules, options, weights, minds[seat].tables)
            before = [part.tobytes() for part in handed]
            pick = choose(table.rules, table.state, seat, options, n, weights, minds[seat])
            after_noise = table.state.stream[Stream.NOISE + seat]
            table.state.stream[Stream.NOISE + seat] = noise
            assert [part.tobytes() for part in handed] == before
            table.state.stream[Stream.NOISE + seat] = after_noise
            assert (after_noise != noise) == (name == "random")
            GAME.kernels.apply(table.rules, table.state, int(options[pick]), SILENT)


# ------------------------------------------------------------------------------------------------ what nobody does


def played(name: str, table: Position, decisions: int = 1) -> list[str]:
    """What a player chooses here, decision after decision, in words."""
    choose = PLAYERS[name].choose()
    weights = np.array([*(weight.value for weight in PLAYERS[name].weights.values()), 0.0])
    mind, options, words = blank_mind(GAME.id, table.rules), np.zeros(MAX_OPTIONS, np.int32), []
    for _ in range(decisions):
        n = GAME.kernels.legal(table.rules, table.state, options)
        pick = 0 if n == 1 else choose(table.rules, table.state, int(table.state.seat), options, n, weights, mind)
        words.append(table.word(int(options[pick])))
        GAME.kernels.apply(table.rules, table.state, int(options[pick]), SILENT)
    return words


@pytest.mark.parametrize("name", SKILLED)
def test_a_full_set_is_sold_and_not_given_for_hope(name):
    table = Position(2).hands("parchment_scrap 4", "coin").market("pot_shard 4").acting(1)
    assert played(name, table) == ["sell parchment_scrap 4"]


@pytest.mark.parametrize("name", SKILLED)
def test_a_full_set_is_given_where_that_brings_more_at_once(name):
    """Four Parchments ($10) for the fourth Mask: the hand brings $50 instead of $40."""
    table = Position(2).hands("parchment_scrap 4, pharaohs_mask 3", "coin").market("pharaohs_mask").acting(1)
    assert played(name, table, 6)[-2:] == ["take pharaohs_mask", "sell pharaohs_mask 4"]


@pytest.mark.parametrize("name", SKILLED)
def test_a_thief_prefers_a_hand_known_to_be_better_than_most(name):
    """Of two hands of the same size: one known to hold a Talisman that is wanted, one known to hold nothing of use."""
    table = Position(3).hands("talisman 3", "pot_shard 2", "talisman 2")
    table.digging(1, "thief", "coin", "coin")
    table.state.known[0, 1, 0], table.state.known[0, 2, 4] = 2, 2
    assert played(name, table) == ["rob 3"]


@pytest.mark.parametrize("name", SKILLED)
def test_an_unknown_card_is_worth_what_it_brings_on_average(name):
    """A hand known to hold only a Pot Shard of little use is left for one of which nothing is known."""
    table = Position(3).hands("talisman 3, coin 3", "pot_shard", "talisman")
    table.digging(1, "thief", "coin", "coin")
    table.state.known[0, 1, 0] = 1
    assert played(name, table) == ["rob 3"]


@pytest.mark.parametrize("name", SKILLED)
def test_parts_of_sets_are_held_once_nothing_can_be_lost(name):
    """The fifth Coin may still come, a storm or thief may not."""
    table = Position(2).hands("coin 4", "talisman").market("").dig_site("talisman", "coin").acting(1)
    assert played(name, table) == ["end"]
