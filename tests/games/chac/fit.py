"""Which board fits what people have told of the Temple of Chac: reconstructions scored by all the evidence at once.

No picture of the board could be read, so its lengths are reconstructed. Each piece of evidence says how likely it is on
a given board, with the sensible strategies at tables of the size that was reported; the sum of the logarithms is the
board's fit. A statement without numbers costs a board that contradicts it a fixed amount, more if the source is surer.
Run as a script it prints the tables of docs/games/chac.md, or with `grid` every board of the grid, the best first.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np

from digsite.simulator.games import find_game
from digsite.simulator.games.chac.state import Cause
from digsite.simulator.play.backends import batches
from digsite.simulator.play.plan import make_plan
from digsite.strategies.registry import strategies_of
from tests.games.chac import odds

GAME = find_game("chac")
GAMES = 100  # for each of the seven line-ups of a table
RARE = 0.5  # added to counts, so that what never happened in a sample is rare and not impossible
AGAINST = {"high": 3.0, "medium": 1.5, "low": 0.7}  # what a contradicted statement costs, in natural logarithms
FIRST_EDITION, REVISED_EDITION = 2, 3  # faces on which the boulder advances


# ------------------------------------------------------------------------------------------------- a board


class Tables(NamedTuple):
    """What happened at tables of one size."""

    rows: Any
    players: int

    def share(self, happened: Any) -> float:
        """How often something happened in a game, never quite 0 nor 1."""
        return float((np.sum(happened) + RARE) / (len(self.rows) + 2 * RARE))

    def deaths(self, cause: Cause) -> Any:
        """In each game, adventurers who died of a cause."""
        rows, seats = self.rows, slice(0, self.players)
        return (rows["death_first"][:, seats] == cause).sum(axis=1) + (rows["death_second"][:, seats] == cause).sum(
            axis=1
        )


@dataclass(frozen=True)
class Board:
    """A reconstruction: the figures it changes, and what is played on it."""

    settings: tuple[str, ...]
    games: int = GAMES

    def tables(self, players: int) -> Tables:
        """Games of the sensible strategies, each at as many tables as every other."""
        if players not in self._played:
            parts = []
            for seed, names in enumerate(line_ups(players)):
                plan = make_plan(
                    "chac", self.games, seats=names, settings=self.settings, seed=seed, rotate=True, events=0
                )
                parts += [batch.rows for batch in batches(plan)]
            self._played[players] = Tables(np.concatenate(parts), players)
        return self._played[players]

    @cached_property
    def _played(self) -> dict[int, Tables]:
        return {}

    @cached_property
    def figures(self) -> dict[str, Any]:
        return GAME.figures.with_settings(self.settings).values()

    @cached_property
    def rules(self) -> Any:
        return GAME.build_rules(GAME.figures.with_settings(self.settings), 4)[0]

    # ------------------------------------------------------------------ lengths

    @property
    def by_long_way(self) -> int:
        """Actions from the first place to dive to where swimmers land, or to the bridge's far end if that is further."""
        return int(self._beyond - self.rules.first_dive)

    @property
    def by_bridge(self) -> int:
        """The same trip over the bridge."""
        return self.by_long_way - int(self.rules.far_end - self.rules.near_end) + 2

    @property
    def by_river(self) -> int:
        """The same trip down the river; whoever lands on the near bank walks on."""
        swum = 1 + int(self.rules.river_spaces)
        return swum + (0 if self._lands_beyond else self.by_bridge - int(self.rules.landing - self.rules.first_dive))

    @property
    def _lands_beyond(self) -> bool:
        return bool(self.rules.landing >= self.rules.far_end)

    @property
    def _beyond(self) -> int:
        return max(int(self.rules.landing), int(self.rules.far_end))

    # ------------------------------------------------------------------ exact odds

    @cached_property
    def contact(self) -> dict[int, float]:
        """Chances of the turn on which the walls meet."""
        by_turn = {}
        before = 0.0
        for turn in range(1, 7):
            met = steps_within(3 * turn, self.figures["walls.columns"])
            by_turn[turn] = met - before
            before = met
        return by_turn

    def boulder_near(self, space: int, turn: int, advances_on: int) -> float:
        """Chance that the boulder is at most two spaces from this one after a turn."""
        after = odds.boulder_by_turn(advances_on, int(self.rules.last_space), turn)[turn]
        return float(sum(chance for at, chance in after.items() if abs(at - space) <= 2))


def steps_within(cards: int, steps: int) -> float:
    """Chance that so many of the eighteen wall cards hold at least so many steps."""
    chance = 0.0
    for doubles in range(2):
        for singles in range(5):
            if 2 * doubles + singles >= steps and doubles + singles <= cards:
                rest = cards - doubles - singles
                chance += math.comb(1, doubles) * math.comb(4, singles) * math.comb(13, rest)
    return chance / math.comb(18, cards)


def line_ups(players: int) -> list[list[str]]:
    """Every sensible strategy at as many tables as every other."""
    names = [name for name in strategies_of("chac") if name != "random"]
    return [[names[(first + i) % len(names)] for i in range(players)] for first in range(len(names))]


# ------------------------------------------------------------------------------------------------ evidence


class Evidence(NamedTuple):
    """What somebody has told: where, what it says, how likely that is on a board, and the figure to show for it."""

    source: str
    says: str
    likelihood: Callable[[Board], float]  # a natural logarithm
    shown: Callable[[Board], str]


def three_games_of_three(board: Board) -> float:
    """1, 0 and 2 of the three players got out."""
    table = board.tables(3)
    return sum(math.log(table.share(table.rows["escapes"] == out)) for out in (1, 0, 2))


def all_five_out(board: Board) -> float:
    """All five got out, with their first adventurers."""
    table = board.tables(5)
    return math.log(table.share((table.rows["escaped"][:, :5] == 1).all(axis=1)))


def at_least_three_of_six(board: Board) -> float:
    """At least three of six got out."""
    table = board.tables(6)
    return math.log(table.share(table.rows["escapes"] >= 3))


def escapes(board: Board) -> float:
    """Share of players out, over tables like the reported ones."""
    return (
        sum(weight * float(board.tables(n).rows["escapes"].mean()) / n for n, weight in ((3, 9), (5, 5), (6, 6))) / 20
    )


def kills(cause: Cause, players: int = 6) -> Callable[[Board], float]:
    """Chance that somebody at a table dies of a cause."""
    return lambda board: board.tables(players).share(board.tables(players).deaths(cause) > 0)


def two_crushed(board: Board) -> float:
    """Chance that the walls crush two of six or more."""
    return board.tables(6).share(board.tables(6).deaths(Cause.WALLS) >= 2)


def contact_varies(board: Board) -> float:
    """Chance that the walls meet at least two turns sooner in one of three games than in another."""
    turns = board.contact
    chance = 0.0
    for three in product(turns, repeat=3):
        if max(abs(one - other) for one, other in combinations(three, 2)) >= 2:
            chance += math.prod(turns[turn] for turn in three)
    return chance


def second_escapes(board: Board) -> float:
    """Chance that a second adventurer gets out, at a table of four."""
    table = board.tables(4)
    return table.share((table.rows["escaped"][:, :4] == 2).any(axis=1))


def two_left_of_six(board: Board) -> float:
    """Chance that at most two of six first adventurers get out."""
    table = board.tables(6)
    return table.share((table.rows["escaped"][:, :6] == 1).sum(axis=1) <= 2)


def bridge_a_shortcut(board: Board) -> float:
    """The bridge must save actions against the long way; that the river saves more speaks a little against a board."""
    if board.by_bridge >= board.by_long_way:
        return -AGAINST["high"]
    return -AGAINST["low"] if board.by_river < board.by_bridge else 0.0


def river_share(board: Board) -> float:
    """Share of those who got out, at a table of four, who had swum."""
    rows = board.tables(4).rows
    out = rows["escaped"][:, :4] > 0
    return float((out & (rows["route_river"][:, :4] > 0)).sum() / max(out.sum(), 1))


def straggler(board: Board) -> float:
    """Chance that the boulder is about two spaces past the bridge's near end on turn 11, by either edition's dice."""
    space = int(board.rules.near_end) + 2
    return float(np.mean([board.boulder_near(space, 11, face) for face in (FIRST_EDITION, REVISED_EDITION)]))


def log_of(chance: Callable[[Board], float]) -> Callable[[Board], float]:
    """The logarithm of a chance."""
    return lambda board: math.log(max(chance(board), 1e-3))


def log_of_not(chance: Callable[[Board], float]) -> Callable[[Board], float]:
    """The logarithm of the chance that it does not happen."""
    return lambda board: math.log(max(1.0 - chance(board), 1e-3))


def stated(holds: Callable[[Board], bool], confidence: str) -> Callable[[Board], float]:
    """A statement that a board keeps or contradicts."""
    return lambda board: 0.0 if holds(board) else -AGAINST[confidence]


def percent(chance: Callable[[Board], float]) -> Callable[[Board], str]:
    """A share for people."""
    return lambda board: f"{100 * chance(board):.0f} %"


def lengths(board: Board) -> str:
    """Actions by bridge, river and long way."""
    return f"{board.by_bridge} / {board.by_river} / {board.by_long_way}"


def five_out(board: Board) -> float:
    return math.exp(all_five_out(board))


EVIDENCE = {
    "escapes": Evidence(
        "miniature-mayhem and edmontonwargamer (2020)", "three games of three: 1, 0 and 2 players out",
        three_games_of_three, percent(escapes),
    ),
    "all five out": Evidence(
        "pauldarcy (2014)", "a game of five: all out with their first adventurers", all_five_out, percent(five_out),
    ),
    "three of six": Evidence(
        "lafortalezadenintes (2013)", "a game of six: at least three out",
        at_least_three_of_six, percent(lambda board: math.exp(at_least_three_of_six(board))),
    ),
    "walls kill": Evidence(
        "rulebook, pictures 5 and 7", "two of six are crushed by the walls", log_of(two_crushed), percent(two_crushed),
    ),
    "walls too slow": Evidence(
        "codien (2015)", "the walls catch nobody", log_of_not(kills(Cause.WALLS, 4)), percent(kills(Cause.WALLS, 4)),
    ),
    "walls vary": Evidence(
        "miniature-mayhem (2020)", "of three games the walls closed much faster in one",
        log_of(contact_varies), percent(contact_varies),
    ),
    "all arrows": Evidence(
        "rulebook, contents", "six steps of the walls are printed: a narrower room leaves some of them unused",
        lambda board: AGAINST["low"] * (board.figures["walls.columns"] - 6),
        lambda board: f"{board.figures['walls.columns']} columns",
    ),
    "lava kills": Evidence(
        "rulebook, picture 8", "one of six sinks into the lava", log_of(kills(Cause.LAVA)), percent(kills(Cause.LAVA)),
    ),
    "river kills": Evidence(
        "rulebook, picture 10", "one of six is washed away", log_of(kills(Cause.RIVER)), percent(kills(Cause.RIVER)),
    ),
    "two left": Evidence(
        "rulebook, pictures 5 to 10", "of six first adventurers at most two are still alive before the exit",
        log_of(two_left_of_six), percent(two_left_of_six),
    ),
    "bridge a shortcut": Evidence(
        "rulebook, the wooden bridge", "the bridge is a welcome shortcut", bridge_a_shortcut, lengths,
    ),
    "river a shortcut": Evidence(
        "elpinguinojugon; miniature-mayhem", "the river is a shortcut too, and gets one ahead of the boulder",
        stated(lambda board: board.by_river < board.by_long_way, "medium"), lengths,
    ),
    "river not the plan": Evidence(
        "edmontonwargamer (2020)", "two plans only: the lava room, or run and pick locks",
        log_of_not(river_share), percent(river_share),
    ),
    "seconds matter": Evidence(
        "spielkultisten", "the second adventurer is very important", log_of(second_escapes), percent(second_escapes),
    ),
    "seconds do not": Evidence(
        "codien (2015)", "the second adventurer hardly helps", log_of_not(second_escapes), percent(second_escapes),
    ),
    "straggler": Evidence(
        "lafortalezadenintes (2013)", "at the bridge on turn 11, the boulder about two spaces past it",
        log_of(straggler), percent(straggler),
    ),
}  # fmt: skip


def fit(board: Board) -> dict[str, float]:
    """The logarithm of each piece of evidence's likelihood."""
    return {name: evidence.likelihood(board) for name, evidence in EVIDENCE.items()}


# --------------------------------------------------------------------------------------- findings per board


def style_wins(board: Board) -> dict[str, float]:
    """Share of the wins of each style, over the tables of four."""
    table = board.tables(4)
    rows = table.rows
    won = (rows["rank"][:, :4] == 1) & (rows["winners"] > 0)[:, None]
    shares = won / np.maximum(rows["winners"], 1)[:, None]
    wins: dict[str, list[float]] = {}
    for number, names in enumerate(line_ups(4)):
        part = shares[number * board.games : (number + 1) * board.games]
        at = np.arange(board.games)[:, None]
        by_player = part[at, (np.arange(4) - at) % 4]  # where the rotation puts each player
        for place, name in enumerate(names):
            wins.setdefault(name, []).append(float(by_player[:, place].mean()))
    return {name: float(np.mean(own)) for name, own in wins.items()}


def dead_of(board: Board, cause: Cause) -> float:
    """Share of players at tables of four whose first adventurer died of a cause."""
    return float((board.tables(4).rows["death_first"][:, :4] == cause).mean())


def best_style(board: Board) -> str:
    """The style that wins most, and how often."""
    wins = style_wins(board)
    best = max(wins, key=lambda name: wins[name])
    return f"{best} {100 * wins[best]:.0f} %"


FINDINGS: dict[str, Callable[[Board], str]] = {
    "players who get out": percent(lambda board: float(board.tables(4).rows["escapes"].mean()) / 4),
    "value brought out by them": lambda board: f"{_value_out(board):.1f}",
    "killed by the boulder": percent(lambda board: dead_of(board, Cause.BOULDER)),
    "killed by the walls": percent(lambda board: dead_of(board, Cause.WALLS)),
    "of those out, by the river": percent(river_share),
    "games with the vault opened": percent(lambda board: float(board.tables(4).rows["vault_opened"].mean())),
    "wins most": best_style,
    "wins of swimmer / runner": lambda board: " / ".join(
        f"{100 * style_wins(board)[name]:.0f} %" for name in ("swimmer", "runner")
    ),
}


def _value_out(board: Board) -> float:
    rows = board.tables(4).rows
    out = rows["escaped"][:, :4] > 0
    return float(rows["score"][:, :4][out].mean())


# ---------------------------------------------------------------------------------------------------- grid

RIVERS = {
    "long, lands at the bridge's end": (
        "river.spaces=8",
        "river.landing=0",
        "corridor.river_to_bridge=2",
        "river.bank=far",
    ),
    "short, lands at the bridge's end": (
        "river.spaces=6",
        "river.landing=0",
        "corridor.river_to_bridge=0",
        "river.bank=far",
    ),
    "short, lands past the bridge": (
        "river.spaces=6",
        "river.landing=2",
        "corridor.river_to_bridge=2",
        "river.bank=far",
    ),
    "short, lands before the bridge": (
        "river.spaces=6",
        "river.landing=2",
        "corridor.river_to_bridge=2",
        "river.bank=near",
    ),
}
GRID = {
    "walls.columns": (4, 3, 5, 6),
    "boulder.head_start": (0, 1, 2),
    "bridge.detour": (8, 6, 10),
}  # the default's figures first, as in RIVERS


def _board(values: Iterable[Any], river: str, games: int) -> Board:
    single = [f"{key}={value}" for key, value in zip(GRID, values, strict=True)]
    return Board((*single, *RIVERS[river]), games)


def grid(games: int = GAMES) -> Iterable[Board]:
    """All reconstructions that are compared."""
    for *values, river in product(*GRID.values(), RIVERS):
        yield _board(values, river, games)


def neighbours(games: int = GAMES) -> dict[str, Board]:
    """The default, the wide temple, and every board of the grid that differs from the default in one thing."""
    first = [values[0] for values in GRID.values()]
    usual = next(iter(RIVERS))
    boards = {"default": _board(first, usual, games)}
    boards["wide temple"] = _board((6, 0, 6), "short, lands past the bridge", games)
    for at, (key, values) in enumerate(GRID.items()):
        for value in values[1:]:
            boards[f"{key}={value}"] = _board([*first[:at], value, *first[at + 1 :]], usual, games)
    for river in list(RIVERS)[1:]:
        boards[f"river {river}"] = _board(first, river, games)
    return boards


def print_tables(games: int) -> None:
    """The tables of docs/games/chac.md: the fit of some boards, and what follows from each."""
    boards = neighbours(games)
    shown = {name: boards[name] for name in ("default", "wide temple", "walls.columns=3", "walls.columns=6")}
    print("| source | says |", " | ".join(shown), "|")
    for name, evidence in EVIDENCE.items():
        cells = [f"{evidence.shown(board)} ({evidence.likelihood(board):.1f})" for board in shown.values()]
        print(f"| {evidence.source} | {evidence.says} | {' | '.join(cells)} |  <!-- {name} -->")
    print("| | total |", " | ".join(f"{sum(fit(board).values()):.1f}" for board in shown.values()), "|\n")
    print("| board | fit |", " | ".join(FINDINGS), "|")
    for name, board in boards.items():
        cells = [finding(board) for finding in FINDINGS.values()]
        print(f"| {name} | {sum(fit(board).values()):.1f} | {' | '.join(cells)} |")


def print_grid(games: int) -> None:
    """Every board of the grid with its fit, the best first."""
    scored = [(sum(fit(board).values()), board) for board in grid(games)]
    for total, board in sorted(scored, key=lambda one: -one[0]):
        print(f"{total:7.2f}  escapes {escapes(board):.2f}  {' '.join(board.settings)}")


if __name__ == "__main__":
    import sys

    what, *size = sys.argv[1:] or ["tables"]
    (print_grid if what == "grid" else print_tables)(int(size[0]) if size else GAMES)
