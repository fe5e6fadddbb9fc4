"""Parts of a variance: products against a slow count, and intervals that cover known parts."""

from itertools import product

import numpy as np
import pytest

from digsite.analyses.stats.components import LEAST_BLOCKS, PARTS, block_products, shares

BLOCKS, RUNS = 300, 1000


def naive_products(results, fair, same_deal, same_line_up, same_repeat):
    """The mean product over all pairs of different games that share just what is named."""
    off, shape = results - fair, results.shape[:3]
    games = list(product(*map(range, shape)))
    wanted = (same_deal, same_line_up, same_repeat)
    found = [
        (off[one] * off[other]).mean()
        for one, other in product(games, games)
        if all(same is None or (a == b) == same for same, a, b in zip(wanted, one, other, strict=True))
    ]
    return np.mean(found)


def test_products_are_those_of_all_pairs_that_share_a_source():
    results = np.random.default_rng(1).random((2, 3, 3, 3, 2))
    rows = block_products(results, 0.5)
    sharing = [(True, True, True), (True, True, False), (True, False, None), (False, True, None), (False, False, None)]
    for block, row in zip(results, rows, strict=True):
        assert row[:5] == pytest.approx([naive_products(block, 0.5, *same) for same in sharing])
        assert row[5:] == pytest.approx(block.mean(axis=(0, 1, 2)) - 0.5)


def played(rng, blocks, seats, strategies, deal, fit, chance, seat):
    """The highest sum of a seat's, a strategy's, a deal's and a game's points wins."""
    places = rng.integers(0, len(strategies), (blocks, 1, 3, 1, seats))
    suits = fit * rng.normal(size=(blocks, 3, 1, 1, seats, len(strategies)))
    suited = np.take_along_axis(np.broadcast_to(suits, (blocks, 3, 3, 1, *suits.shape[4:])),
                                np.broadcast_to(places, (blocks, 3, 3, 1, seats))[..., None], -1)[..., 0]  # fmt: skip
    points = np.array(strategies)[places] + suited + seat * (np.arange(seats) == 0)
    points = points + deal * rng.normal(size=(blocks, 3, 1, 1, seats))
    points = points + chance * rng.normal(size=(blocks, 3, 3, 3, seats))
    return (points == points.max(axis=-1, keepdims=True)).astype(float)


GAMES = {
    "chance alone": {"seats": 2, "strategies": [0] * 4, "deal": 0, "fit": 0, "chance": 1, "seat": 0},
    "mixed, two seats": {"seats": 2, "strategies": [0, 0.2, 0.4, 1], "deal": 0.6, "fit": 0.3, "chance": 1, "seat": 0.15},
    "mixed, four seats": {"seats": 4, "strategies": [0, 0.2, 0.4, 1], "deal": 0.6, "fit": 0.3, "chance": 1, "seat": 0.2},
    "skill": {"seats": 2, "strategies": [0, 3], "deal": 0.2, "fit": 0, "chance": 0.3, "seat": 0.02},
    "the deal": {"seats": 3, "strategies": [0, 0.05, 0.1], "deal": 2, "fit": 0.3, "chance": 0.5, "seat": 0.05},
}  # fmt: skip


def test_parts_add_up_and_none_is_certain_by_a_lack_of_spread():
    found = shares(block_products(played(np.random.default_rng(2), 60, **GAMES["mixed, four seats"]), 0.25))
    assert sum(part.value for part in found.values()) == pytest.approx(1, abs=0.02)
    first_wins = np.zeros((60, 3, 3, 3, 2))
    first_wins[..., 0] = 1
    found = shares(block_products(first_wins, 0.5))
    assert found["seat"].value == pytest.approx(1)
    assert 0.9 < found["seat"].low < 1
    assert 0 < found["chance"].high < 0.1


def test_too_few_blocks_and_games_that_never_differ_have_no_parts():
    results = played(np.random.default_rng(2), LEAST_BLOCKS - 1, **GAMES["skill"])
    assert shares(block_products(results, 0.5)) == {}
    assert shares(block_products(np.full((60, 3, 3, 3, 2), 0.5), 0.5)) == {}


@pytest.mark.verify
@pytest.mark.parametrize("name", GAMES)
def test_intervals_cover_the_parts_as_often_as_they_promise(name):
    """93 to 97 %; parts that are nothing are covered more often, since no part is below nothing."""
    game, rng = GAMES[name], np.random.default_rng(3)
    fair = 1 / game["seats"]
    many = np.concatenate([block_products(played(rng, 4000, **game), fair) for _ in range(12)])
    known = {part: found.value for part, found in shares(many).items()}
    hits = dict.fromkeys(PARTS, 0)
    for _ in range(RUNS):
        for part, found in shares(block_products(played(rng, BLOCKS, **game), fair)).items():
            hits[part] += found.low <= known[part] <= found.high
    for part, hit in hits.items():
        assert hit / RUNS > 0.93 - 0.015, part
        assert hit / RUNS < 0.97 + 0.015 or not 0.003 < known[part] < 0.997, part
