"""What HIDDEN declares: a redeal that leaks nothing and changes nothing that is seen."""

import numpy as np
import pytest

from digsite.simulator.lab.battery.checks import sight as battery
from digsite.simulator.lab.battery.checks.sight import (
    Sight,
    changed_views,
    dealt_otherwise,
    imagined,
    leaks,
    redealt,
    repeated_luck,
)
from digsite.simulator.lab.battery.declarations import Declarations
from digsite.simulator.lab.battery.hand_play import HandPlayed, copied
from tests.authoring.games_here import two_files

TABLES = [("kuhn", 2), ("fish", 2), ("fish", 4), ("pig", 3)]
each_table = pytest.mark.parametrize(("name", "seats"), TABLES)


def inventory(_rules, state) -> list[int]:
    """Every card of Fish or Kuhn, wherever it is."""
    if "list" not in state.dtype.names:
        return []
    cards = state["deck"][: state["left"]].tolist() + state["box"][: state["boxed"]].tolist()
    cards += [card for row, held in zip(state["list"], state["held"], strict=True) for card in row[:held].tolist()]
    cards += [kind for row in state["count"] for kind, n in enumerate(row) for _ in range(int(n))]
    return sorted(cards)


def sight_of(name: str) -> Sight:
    game = two_files(name)
    declared = game.sight_declarations
    return battery.sight_of(game, Declarations(declared.veil, declared.deal_otherwise, inventory))


def positions(name: str, seats: int):
    for luck in range(8):
        table = HandPlayed(two_files(name), seats, luck)
        for _ in table.play(["random"] * seats):
            yield table.rules, table.asked.state


@each_table
def test_positions_that_look_alike_are_imagined_alike(name, seats):
    sight = sight_of(name)
    for luck, (rules, state) in enumerate(positions(name, seats)):
        for lookalike in (redealt, dealt_otherwise):
            look_alike = lookalike(sight, rules, state, luck % seats, luck)
            assert not list(leaks(sight, rules, state, luck % seats, look_alike))


@each_table
def test_a_seat_sees_the_same_in_a_sampled_deal_and_no_card_is_lost(name, seats):
    sight = sight_of(name)
    for luck, (rules, state) in enumerate(positions(name, seats)):
        for other in (
            imagined(sight, rules, state, luck % seats),
            dealt_otherwise(sight, rules, state, luck % seats, luck),
        ):
            assert not list(changed_views(sight, rules, state, luck % seats, other))
        assert not list(repeated_luck(sight, rules, state, luck % seats))


def test_known_cards_stay_with_their_owner_in_every_sampled_deal():
    sight, checked = sight_of("fish"), 0
    for rules, state in positions("fish", 2):
        for rival in (0, 1):
            other = imagined(sight, rules, state, 1 - rival)
            known = state["seen"][rival, : state["held"][rival]] == 1
            assert (other["list"][rival, : len(known)][known] == state["list"][rival, : len(known)][known]).all()
            assert (other["count"][rival] >= state["shown"][rival]).all()
            checked += int(known.sum()) + int(state["shown"][rival].sum())
    assert checked > 50


def test_each_unseen_card_is_as_likely_in_each_unseen_place():
    """Kuhn: seat 1 with the king gives its rival the jack as often as the queen."""
    sight, table = sight_of("kuhn"), HandPlayed(two_files("kuhn"), 2, 3)
    state = copied(table.state)
    cards = [int(imagined(sight, table.rules, state, 0, luck)["hand"][1, 0]) for luck in range(4_000)]
    unseen = sorted({0, 1, 2} - {int(state["hand"][0, 0])})
    assert set(cards) == set(unseen)
    assert abs(np.mean(np.array(cards) == unseen[0]) - 0.5) < 4 * 0.5 / np.sqrt(4_000)


def test_a_game_that_hides_nothing_needs_no_redeal():
    game = two_files("pig")
    assert not game.hides
    assert game.has_open_table
