"""The Temple of Chac: how far behind the walls room the boulder starts, fitted to sessions people have reported.

No source gives the boulder's head start. Three reports count who got out; the sensible strategies play tables of the
same sizes, and the head start with which they escape most nearly as often is the one in the rules. They play better
than the people of the reports: even without a head start more of them get out. Run as a script it prints the curve.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import pytest

from simulator.games import find_game
from simulator.play.backends import batches
from simulator.play.plan import make_plan
from strategies.registry import strategies_of

pytestmark = pytest.mark.verify

GAMES = 600  # for each line-up
CANDIDATES = range(5)  # spaces between the boulder's start and the first exit


class Session(NamedTuple):
    """Games somebody has written about."""

    players: int
    games: int
    escapes: int


# Three games of three with 1, 0 and 2 players out; a game of five, all out; a game of six, at least three out.
REPORTED = (Session(3, 3, 3), Session(5, 1, 5), Session(6, 1, 3))
PLAYERS = sum(session.players * session.games for session in REPORTED)
ESCAPES = sum(session.escapes for session in REPORTED)


def line_ups(players: int) -> list[list[str]]:
    """Every sensible strategy at as many tables as every other."""
    names = [name for name in strategies_of("chac") if name != "random"]
    return [[names[(first + i) % len(names)] for i in range(players)] for first in range(len(names))]


@cache
def escapes_at_a_table(players: int, head_start: int) -> float:
    """Share of players who get out."""
    shares = []
    for seed, names in enumerate(line_ups(players)):
        setting = [f"boulder.head_start={head_start}"]
        plan = make_plan("chac", GAMES, seats=names, settings=setting, seed=seed, rotate=True, events=0)
        shares += [batch.rows["escapes"] / players for batch in batches(plan)]
    return float(np.concatenate(shares).mean())


def escape_share(head_start: int) -> float:
    """Share of players who get out, over tables like the reported ones."""
    return sum(s.players * s.games * escapes_at_a_table(s.players, head_start) for s in REPORTED) / PLAYERS


def test_eleven_of_twenty_players_are_reported_to_have_escaped():
    assert (ESCAPES, PLAYERS) == (11, 20)


def test_a_longer_head_start_lets_more_players_out():
    shares = [escape_share(head_start) for head_start in CANDIDATES]
    assert shares == sorted(shares)


def test_the_head_start_of_the_rules_comes_nearest_to_the_reports():
    gaps = {head_start: abs(escape_share(head_start) - ESCAPES / PLAYERS) for head_start in CANDIDATES}
    figure = find_game("chac").figures.by_key["boulder.head_start"]
    assert figure.calibrated
    assert figure.value == min(gaps, key=lambda head_start: gaps[head_start])


def test_sensible_players_escape_more_often_than_reported_even_without_a_head_start():
    assert find_game("chac").figures["boulder.head_start"] == min(CANDIDATES)
    assert ESCAPES / PLAYERS < escape_share(min(CANDIDATES)) < 0.9


if __name__ == "__main__":
    print(f"reported: {ESCAPES} of {PLAYERS} = {ESCAPES / PLAYERS:.2f}")
    for spaces in CANDIDATES:
        print(f"head start {spaces}: {escape_share(spaces):.3f}")
