"""What every procedure promises, and how often it fails in simulation: the table of docs/statistics.md.

    python -m tests.analyses.stats.promises [RUNS]

prints it; `test_promises.py` holds every procedure to its promise.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from digsite.analyses.stats import Moments, SequentialTest, family, tests
from digsite.analyses.stats.ratings import Ratings
from tests.analyses.stats.test_ratings import tables_of

Draw = Callable[[np.random.Generator], bool]


@dataclass(frozen=True)
class Promise:
    """A mistake that a procedure makes in at most so large a part of all runs; `failed` plays one run."""

    procedure: str
    mistake: str
    promised: float
    failed: Draw
    slow: int = 1  # so many times fewer runs

    def measured(self, runs: int, seed: int = 0) -> tuple[float, int]:
        """The part of runs with the mistake, and how many runs there were."""
        count = max(runs // self.slow, 1)
        return sum(bool(self.failed(np.random.default_rng([seed, run]))) for run in range(count)) / count, count


def whole(wins: int, games: int) -> Moments:
    return Moments.from_sums(games, wins, wins)


def equal_players(deals: int, seats: int, alpha: float) -> Draw:
    """Equal players on every seat of each deal; luck alone decides seven games of ten."""

    def failed(rng: np.random.Generator) -> bool:
        dealt = rng.random((deals, seats)) < 0.7
        winner = np.where(dealt, rng.integers(0, seats, (deals, 1)), rng.integers(0, seats, (deals, seats)))
        return tests.share((winner == np.arange(seats)).mean(axis=1), 1 / seats).p < alpha

    return failed


def rare_shares(rows: int, a: float, b: float, alpha: float | None) -> Draw:
    """Two rare shares: told apart below alpha, or without alpha missed by the interval of their difference."""

    def failed(rng: np.random.Generator) -> bool:
        found = tests.share_difference(whole(rng.binomial(rows, a), rows), whole(rng.binomial(rows, b), rows))
        return found.p < alpha if alpha else not found.low <= b - a <= found.high

    return failed


def rare_pairs(deals: int, alpha: float | None, gained: float = 0.005) -> Draw:
    """A change that gains a win in some deals and loses one in a deal of two hundred."""

    def failed(rng: np.random.Generator) -> bool:
        values = rng.choice([-1.0, 0.0, 1.0], p=[0.005, 0.995 - gained, gained], size=deals)
        found = tests.mean(values, 0.0, 1.0)
        return found.p < alpha if alpha else not found.low <= gained - 0.005 <= found.high

    return failed


def rarely_large(deals: int) -> Draw:
    """Fifty points in one deal of five hundred are the margin: called alike all the same."""

    def failed(rng: np.random.Generator) -> bool:
        values = rng.normal(0, 0.5, deals) + 50.0 * (rng.random(deals) < 0.002)
        return tests.equivalent(values, 0.1, scale=50.0).p < 0.05

    return failed


def leader_of(count: int) -> Draw:
    def failed(rng: np.random.Generator) -> bool:
        rows = rng.normal(0, 1, (40, count))
        top = int(rows.mean(axis=0).argmax())
        return tests.leader([tests.mean(rows[:, top] - rows[:, at]) for at in range(count) if at != top]).p < 0.05

    return failed


def report(games: int, alpha: float) -> Draw:
    """Four seats' shares, the leader among them and six means, all corrected together; nothing is there to be found."""

    def failed(rng: np.random.Generator) -> bool:
        wins = np.eye(4)[rng.integers(0, 4, games)]
        top = int(wins.mean(axis=0).argmax())
        found = [tests.share(wins[:, seat], 0.25) for seat in range(4)]
        found.append(tests.leader([tests.mean(wins[:, top] - wins[:, at], scale=1.0) for at in range(4) if at != top]))
        found += [tests.mean(rng.exponential(1, games) - rng.exponential(1, games)) for _ in range(6)]
        return min(family.corrected([test.p for test in found])) < alpha

    return failed


def until_decided(effect: float, wrong: set[str]) -> Draw:
    """A margin of 0.1 with an effect of so many margins, looked at after each of a hundred batches of 100 deals."""

    def failed(rng: np.random.Generator) -> bool:
        test = SequentialTest(0.1, tuned_for=1_000)
        for _ in range(100):
            batch = Moments(100, 0.1 * effect + rng.normal() / 10, float(rng.chisquare(99)))
            if test.update(batch).decided:
                break
        return test.state().verdict in wrong

    return failed


def rare_until_decided(rng: np.random.Generator) -> bool:
    """Fifty points in one deal of five hundred, the margin, with the scale that a pilot gives."""
    test = SequentialTest(0.1, tuned_for=20_000, scale=50.0)
    for _ in range(200):
        if test.update(rng.normal(0, 0.5, 200) + 50.0 * (rng.random(200) < 0.002)).decided:
            break
    return test.state().verdict in (LESS, "equivalent")


def equal_ratings(players: int, seats: int, blocks: int, games: int, alpha: float) -> Draw:
    def failed(rng: np.random.Generator) -> bool:
        ratings = Ratings(tables_of(rng, [0.0] * players, seats, blocks, games))
        return min(family.corrected([ratings.rating(player).p for player in range(players)])) < alpha

    return failed


def equal_leader(rng: np.random.Generator) -> bool:
    ratings = Ratings(tables_of(rng, [0.0] * 4, 2, 50, 4))
    top = int(ratings.elo.argmax())
    return tests.leader([ratings.lead(top, other) for other in range(4) if other != top]).p < 0.05


def missed_rating(gap: float) -> Draw:
    """The interval of the better of two players misses the truth; a wide gap leaves a few losses or none."""

    def failed(rng: np.random.Generator) -> bool:
        found = Ratings(tables_of(rng, [gap / 2, -gap / 2], 2, 40, 2)).rating(0)
        return not found.low <= gap / 2 <= found.high

    return failed


MORE, LESS = "different by more than the margin", "different, but by less"
PROMISES = [
    Promise("share against the fair share, 4 deals of 2 seats", "p < 0.05 of equal players", 0.05, equal_players(4, 2, 0.05)),
    Promise("share against the fair share, 50 deals of 4 seats", "p < 0.05 of equal players", 0.05, equal_players(50, 4, 0.05)),
    Promise("share against the fair share, 8 deals of 2 seats", "p < 0.001 of equal players", 0.001, equal_players(8, 2, 0.001)),
    Promise("difference of rare shares, 1 %, 100 rows each", "p < 0.05 of equal ones", 0.05, rare_shares(100, 0.01, 0.01, 0.05)),
    Promise("difference of rare shares, 1 %, 100 rows each", "p < 0.001 of equal ones", 0.001, rare_shares(100, 0.01, 0.01, 0.001)),
    Promise("difference of rare shares, 1 and 2 %, 100 rows each", "interval misses", 0.05, rare_shares(100, 0.01, 0.02, None)),
    Promise("difference of shares, 30 and 60 %, 8 rows each", "interval misses", 0.05, rare_shares(8, 0.3, 0.6, None)),
    Promise("paired difference of wins, 1 % of 200 deals differ", "p < 0.05 of equal ones", 0.05, rare_pairs(200, 0.05)),
    Promise("paired difference of wins, 2.5 % of 200 deals differ", "interval misses", 0.05, rare_pairs(200, None, 0.02)),
    Promise("alike (TOST), rare large effects, 1,000 deals", "alike, though a margin apart", 0.05, rarely_large(1_000)),
    Promise("alike (TOST), rare large effects, 3,000 deals", "alike, though a margin apart", 0.05, rarely_large(3_000)),
    Promise("the largest of 2", "beats the second, all equal", 0.05, leader_of(2)),
    Promise("the largest of 6", "beats the second, all equal", 0.05, leader_of(6)),
    Promise("report of 11 tests, 30 games", "any claim, nothing there", 0.05, report(30, 0.05)),
    Promise("report of 11 tests, 300 games", "any claim, nothing there", 0.05, report(300, 0.05)),
    Promise("report of 11 tests, 300 games", "anything certain, nothing there", 0.001, report(300, 0.001)),
    Promise("compare --margin, no effect", "different", 0.05, until_decided(0.0, {MORE, LESS}), 2),
    Promise("compare --margin, half a margin", "different by more", 0.05, until_decided(0.5, {MORE}), 4),
    Promise("compare --margin, just the margin", "equivalent or less", 0.05, until_decided(1.0, {"equivalent", LESS}), 4),
    Promise("compare --margin, twice the margin", "equivalent or less", 0.05, until_decided(2.0, {"equivalent", LESS}), 2),
    Promise("compare --margin, rare large effect of a margin", "equivalent or less", 0.05, rare_until_decided, 10),
    Promise("ratings, 3 equal strategies, 20 deals", "any rating claimed", 0.05, equal_ratings(3, 2, 20, 2, 0.05), 10),
    Promise("ratings, 4 equal strategies, 3 seats", "any rating claimed", 0.05, equal_ratings(4, 3, 50, 3, 0.05), 20),
    Promise("ratings, 3 equal strategies, 20 deals", "any rating certain", 0.001, equal_ratings(3, 2, 20, 2, 0.001), 10),
    Promise("ratings, 4 equal strategies", "somebody the strongest", 0.05, equal_leader, 20),
    Promise("ratings, 200 Elo apart, 80 games", "interval misses", 0.05, missed_rating(200.0), 5),
    Promise("ratings, 700 Elo apart, 80 games", "interval misses", 0.05, missed_rating(700.0), 5),
]  # fmt: skip


def main(runs: int) -> None:
    """Print the table."""
    print("| procedure | mistake | promised at most | measured | runs |\n|---|---|---|---|---|")
    for promise in PROMISES:
        rate, count = promise.measured(runs)
        print(
            f"| {promise.procedure} | {promise.mistake} | {promise.promised:g} | {rate:.3g} | {count:,} |", flush=True
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2_000)
