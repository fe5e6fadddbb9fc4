"""Imagining is blind: what a seat imagines depends on what it sees and on its own noise alone."""

from dataclasses import replace

import numpy as np
import pytest

from digsite.simulator.kernel.jit.compile import Mind
from tests.conformance.sight import (
    check_blind,
    check_new_luck,
    check_same_view,
    dealt_otherwise,
    imagined,
    redealt,
    sight_of,
)
from tests.conformance.table import HandPlayed, Sampled, copied, each_table, fields, positions, variant_sets, viewers

FEW_HUNDRED = 200


LOOKALIKES = (redealt, dealt_otherwise)
each_lookalike = pytest.mark.parametrize("lookalike", LOOKALIKES, ids=lambda made: made.__name__)


@each_table
@each_lookalike
def test_states_that_look_alike_are_imagined_alike(game, seats, lookalike):
    sight, checked = sight_of(game), 0
    for luck, (rules, state) in enumerate(positions(game, seats)):
        for seat in viewers(state, luck, seats):
            check_blind(sight, rules, state, seat, lookalike(sight, rules, state, seat, luck))
        checked += 1
    assert checked >= FEW_HUNDRED


@each_table
def test_an_imagined_game_meets_luck_of_its_own(game, seats):
    sight = sight_of(game)
    for rules, state in positions(game, seats, 60):
        for seat in range(seats):
            check_new_luck(sight, rules, state, seat)


@each_table
def test_a_seat_sees_the_same_in_the_game_it_imagines(game, seats):
    sight = sight_of(game)
    for luck, (rules, state) in enumerate(positions(game, seats, 120)):
        for seat in viewers(state, luck, seats):
            for other in (imagined(sight, rules, state, seat), dealt_otherwise(sight, rules, state, seat, luck)):
                check_same_view(sight, rules, state, seat, other)


@each_table
def test_a_seat_has_the_same_options_in_the_game_it_imagines(game, seats):
    sight, legal = sight_of(game), game.kernels.legal
    options, other = (np.zeros(game.records.max_options, np.int32) for _ in range(2))
    for rules, state in positions(game, seats):
        n = legal(rules, state, options)
        assert legal(rules, imagined(sight, rules, state, int(state.seat)), other) == n
        assert (options[:n] == other[:n]).all(), "what is hidden changes what a seat may do"


@each_table
def test_what_is_hidden_is_not_imagined_as_it_is(game, seats):
    """A redeal that deals nothing anew would pass every other test of sight."""
    sight, changed = sight_of(game), 0
    for rules, state in positions(game, seats, 60):
        for seat in range(seats):
            copy = imagined(sight, rules, state, seat)
            copy.stream[:] = state.stream
            changed += copy.tobytes() != state.tobytes()
    assert changed > 0


@each_table
def test_a_strategy_cannot_see_what_it_must_not(game, seats):
    sampled = Sampled(first=12, then=8)
    for luck, players in enumerate(fields(game, seats)):
        for variants in variant_sets(game, seats)[:: 1 if luck == 1 else 3]:
            _choices_survive(HandPlayed(game, seats, luck + 50, variants), players, sampled)


def _choices_survive(table, players, sampled):
    """The players pick the same, from the same notes and noise, on a table dealt otherwise."""
    sight = sight_of(table.game)
    for count, (n, pick) in enumerate(table.play(players)):
        asked = table.asked
        if n == 1 or not sampled.takes(table.label, int(asked.state.decision)):
            continue
        for lookalike in LOOKALIKES:
            other = lookalike(sight, table.rules, asked.state, asked.seat, count)
            mind = Mind(copied(asked.mind.notes), asked.mind.tables)
            again = replace(asked, state=other, mind=mind).answer(table.choose)
            decision = table.game.records.decisions(int(asked.state.decision)).name
            assert again == pick, f"{table.label} saw hidden things at {decision}, {lookalike.__name__}"
