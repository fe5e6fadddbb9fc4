"""Archaeology against exact odds: thefts, storms, the Mine and the Sphinx.

The mathematics here is plain combinatorics and shares nothing with the kernels. Each check compares a share of many
simulated trials with its exact value; a trial that is right fails less than once in ten thousand runs.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb, sqrt

import numpy as np
import pytest

from digsite.simulator.games import find_game
from digsite.simulator.games.archaeology.moves.holdings import count_hand
from digsite.simulator.games.archaeology.options import ACTION_STRIDE, NAME_STRIDE, Action
from digsite.simulator.games.archaeology.state import Card, Decision, Event, Phase, State
from digsite.simulator.kernel.play.events import SILENT, buffer
from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.play.rng import open_streams

pytestmark = pytest.mark.verify

GAME = find_game("archaeology")
TRIALS = 12_000
VALUE = {"pot": 1, "scrap": 1, "coin": 2, "cup": 2, "talisman": 3, "mask": 4}
KIND = {"pot": 0, "scrap": 1, "coin": 2, "cup": 3, "talisman": 4, "map": 5, "mask": 6}
MIX = {"pot": 4, "scrap": 4, "coin": 3, "cup": 1, "talisman": 2, "mask": 1}  # fifteen cards in a chamber


def close(seen: int, trials: int, exact: float) -> bool:
    """Whether a share lies within four standard errors of its exact value."""
    return abs(seen / trials - exact) <= 4 * sqrt(max(exact * (1 - exact), 1e-9) / trials) + 1e-9


@cache
def rules_of(seats: int, monument: str):
    return GAME.build_rules(GAME.figures.with_settings([f"monument={monument}"]), seats)[0]


def table(seats: int, monument: str, luck: int):
    """A fresh game: rules, state."""
    rules = rules_of(seats, monument)
    state = record(State)[0]
    open_streams(state, 17, luck)
    GAME.kernels.setup(rules, state, SILENT)
    return rules, state


def give(rules, state, seat: int, cards: dict[str, int]) -> None:
    state.hand[seat] = 0
    for name, copies in cards.items():
        state.hand[seat, KIND[name]] = copies
    state.maps_most[seat] = cards.get("map", 0)
    count_hand(rules, state, seat)


def act(state, seat: int) -> None:
    state.seat = state.digger = seat
    state.decision, state.phase = Decision.ACT, Phase.ACT
    state.turn_explorations = 0


# ------------------------------------------------------------------------------------------------ thefts


def test_each_card_of_the_victim_is_stolen_with_the_same_chance():
    hand = {"pot": 3, "coin": 2, "talisman": 1, "mask": 1}
    rules, state = table(2, "tomb", 0)
    stolen: Counter[str] = Counter()
    for _ in range(TRIALS):
        give(rules, state, 0, hand)
        give(rules, state, 1, {})
        state.known[:] = 0
        state.maps_most[:] = 0
        state.seat = state.digger = 1
        state.decision, state.phase = Decision.VICTIM, Phase.ACT
        GAME.kernels.apply(rules, state, 0, SILENT)
        stolen.update(name for name in hand if state.hand[1, KIND[name]])
    for name, copies in hand.items():
        assert close(stolen[name], TRIALS, copies / 7), name


def test_a_given_card_survives_several_thefts_by_the_product_of_its_chances():
    rules, state = table(2, "tomb", 1)
    kept = 0
    for _ in range(TRIALS):
        give(rules, state, 0, {"mask": 1, "pot": 4})
        give(rules, state, 1, {})
        state.known[:] = 0
        for _ in range(3):
            state.seat = state.digger = 1
            state.decision, state.phase = Decision.VICTIM, Phase.ACT
            GAME.kernels.apply(rules, state, 0, SILENT)
        kept += int(state.hand[0, KIND["mask"]])
    assert close(kept, TRIALS, 4 / 5 * 3 / 4 * 2 / 3)


# ------------------------------------------------------------------------------------------------ the dig site


@pytest.mark.parametrize(("seats", "size", "storms"), [(2, 50, 6), (3, 47, 5), (4, 56, 4), (5, 59, 4)])
def test_storms_are_spread_over_the_dig_site_as_in_a_fair_shuffle(seats, size, storms):
    trials = 6_000
    first: Counter[int] = Counter()
    neighbours = 0
    for luck in range(trials):
        _rules, state = table(seats, "tomb", luck)
        site = state.dig_site[: state.dig_start][::-1] == Card.SANDSTORM
        at = np.flatnonzero(site)
        assert len(at) == storms
        first[int(at[0])] += 1
        neighbours += int((np.diff(at) == 1).sum())
    for place in (0, 1, 4, 9):
        # the first storm lies at this place: the others are among the cards after it
        assert close(first[place], trials, comb(size - 1 - place, storms - 1) / comb(size, storms)), place
    gaps = trials * (storms - 1)
    assert abs(neighbours / gaps - storms / size) < 4 * sqrt(storms / size / gaps)  # each gap is 1 with chance s/n


def test_the_mean_place_of_the_first_storm_is_exact():
    trials = 6_000
    places = []
    for luck in range(trials):
        _rules, state = table(2, "tomb", luck)
        site = state.dig_site[: state.dig_start][::-1]
        places.append(int(np.flatnonzero(site == Card.SANDSTORM)[0]) + 1)
    assert abs(np.mean(places) - (50 + 1) / (6 + 1)) < 4 * np.std(places) / sqrt(trials)


def test_a_hand_of_four_has_the_hypergeometric_number_of_coins():
    trials = 6_000
    coins: Counter[int] = Counter()
    for luck in range(trials):
        _rules, state = table(2, "mine", luck)
        coins[int(state.hand[1, KIND["coin"]])] += 1  # seat 2 has not dug yet
    for number in range(4):
        exact = comb(12, number) * comb(50, 4 - number) / comb(62, 4)
        assert abs(coins[number] / trials - exact) < 0.03


# ------------------------------------------------------------------------------------------------ the Mine


def mine_odds(stop_at: int, limit: int = 5) -> tuple[Fraction, Fraction]:
    """Exact chance to bust and mean value taken, for whoever draws until the total reaches `stop_at`."""

    def go(left: tuple[int, ...], total: int) -> tuple[Fraction, Fraction]:
        if total > limit:
            return Fraction(1), Fraction(0)
        if total >= stop_at:
            return Fraction(0), Fraction(total)
        cards = sum(left)
        bust, value = Fraction(0), Fraction(0)
        for at, copies in enumerate(left):
            if copies:
                rest = (*left[:at], copies - 1, *left[at + 1 :])
                b, v = go(rest, total + list(VALUE.values())[at])
                bust += Fraction(copies, cards) * b
                value += Fraction(copies, cards) * v
        return bust, value

    return go(tuple(MIX.values()), 0)


@pytest.mark.parametrize("stop_at", [2, 3, 4, 5])
def test_the_mine_busts_as_often_as_combinatorics_says_for_a_stop_rule(stop_at):
    rules, state = table(2, "mine", 0)
    bust_chance, mean_value = mine_odds(stop_at)
    busts = value = 0
    for _ in range(TRIALS):
        give(rules, state, 0, {"pot": 1, "map": 1})
        state.chamber[0] = 0
        for name, copies in MIX.items():
            state.chamber[0, KIND[name]] = copies
        state.chamber_size[0] = 15
        state.chamber_known[:] = state.known[:] = 0
        state.busts[0] = state.monument_value[0] = state.monument_cards[0] = state.explorations[0] = 0
        state.maps_used[0] = state.gone[Card.MAP] = 0
        act(state, 0)
        GAME.kernels.apply(rules, state, Action.EXPLORE * ACTION_STRIDE, SILENT)
        while state.decision == Decision.MINE:
            GAME.kernels.apply(rules, state, int(state.drawn_value < stop_at), SILENT)
        busts += int(state.busts[0])
        value += int(state.monument_value[0])
    assert close(busts, TRIALS, float(bust_chance))
    assert abs(value / TRIALS - float(mean_value)) < 4 * 2.5 / sqrt(TRIALS)


# ------------------------------------------------------------------------------------------------ the Sphinx


@pytest.mark.parametrize(("names", "cards"), [(("pot", "scrap"), 15), (("coin", "mask"), 15), (("cup", "talisman"), 3)])
def test_matches_at_the_sphinx_are_hypergeometric(names, cards):
    rules, state = table(2, "sphinx", 0)
    mix = MIX if cards == 15 else {"cup": 1, "talisman": 1, "pot": 1}
    inside = sum(mix.get(name, 0) for name in names)
    revealed = min(5, cards)
    lower, higher = sorted(KIND[name] for name in names)
    events = buffer(64)
    matches: Counter[int] = Counter()
    for _ in range(TRIALS):
        give(rules, state, 0, {"pot": 1, "map": 1})
        state.chamber[0] = 0
        for name, copies in mix.items():
            state.chamber[0, KIND[name]] = copies
        state.chamber_size[0] = cards
        state.chamber_known[:] = state.known[:] = 0
        state.monument_value[0] = state.monument_cards[0] = state.explorations[0] = 0
        state.maps_used[0] = state.gone[Card.MAP] = 0
        act(state, 0)
        GAME.kernels.apply(rules, state, Action.EXPLORE * ACTION_STRIDE, SILENT)
        events[0, 0] = 0
        GAME.kernels.apply(rules, state, lower * NAME_STRIDE + higher, events)
        shown = events[1 : events[0, 0] + 1]
        shown = shown[shown[:, 0] == Event.REVEAL]
        assert len(shown) == revealed
        matches[int(shown[:, 3].sum())] += 1
    for number in range(revealed + 1):
        exact = comb(inside, number) * comb(cards - inside, revealed - number) / comb(cards, revealed)
        assert close(matches[number], TRIALS, exact), number
