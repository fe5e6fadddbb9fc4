"""The Temple of Chac: the kernel's dice, cards and traps against exact odds.

Positions are set up by hand, the kernel plays them on many times with luck of their own, and how often each thing
happens is held against `chac_odds`, which knows nothing of the kernel. Seeds are fixed, so a check passes or fails
for good; by chance alone fewer than one set of seeds in 10,000 would fail. With DIGSITE_FIGURES set to a folder,
each check that can be drawn leaves a picture there.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import comb
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import pytest
from scipy import stats

from digsite.simulator.games import find_game
from digsite.simulator.games.chac.options import FORCE, KEEP, MAX_OPTIONS, STAMINA, Action, Rescue, option_of
from digsite.simulator.games.chac.rules import BRIDGE, LAVA, OUTSIDE
from digsite.simulator.games.chac.state import Cause, Decision, Phase, Slab, Status
from digsite.simulator.kernel.jit.compile import kernel
from digsite.simulator.kernel.play.events import SILENT
from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.play.rng import open_streams
from tests.games.chac import odds as odds
from tests.games.chac.odds import Chances
from tests.games.chac.table import SPACE, Table

pytestmark = pytest.mark.verify

GAME = find_game("chac")
SETUP, LEGAL, APPLY = GAME.kernels.setup, GAME.kernels.legal, GAME.kernels.apply
SCORE, REDEAL = GAME.kernels.score, GAME.kernels.redeal
GAMES = 40_000
COMPARISONS = 400  # at most so many in this file, each with its share of the alarm
ALARM = 1e-4 / COMPARISONS
NO_OPTION = -1

LENGTHS = {
    key: GAME.figures[key]
    for key in (
        "boulder.head_start", "walls.columns", "corridor.walls_to_lava", "corridor.lava_to_river", "river.entries",
        "corridor.river_to_bridge", "bridge.detour", "corridor.bridge_to_exit",
    )
}  # fmt: skip
ADVANCES_ON = {"base": 2, "revised-boulder": 3, "slow-boulder": 4}
TURNS = 40  # every boulder is at the exit by then


# ------------------------------------------------------------------------------------------------ the kernel plays


@kernel
def open_each(states, seed):
    """Give every game luck of its own."""
    for i in range(len(states)):
        open_streams(states[i], seed, i)


@kernel
def set_up_each(rules, states, events):
    for i in range(len(states)):
        SETUP(rules, states[i], events)


@kernel
def take_each(rules, states, options, listed, events):
    """Carry out an option in each game, none where it is below 0; the number of options that are not legal."""
    refused = 0
    for i in range(len(states)):
        if options[i] < 0:
            continue
        n = LEGAL(rules, states[i], listed)
        allowed = False
        for at in range(n):
            allowed |= listed[at] == options[i]
        if allowed:
            APPLY(rules, states[i], options[i], events)
        else:
            refused += 1
    return refused


@kernel
def idle_each(rules, states, turns, listed, events):
    """Everybody takes the first option, which does nothing, until so many turns are over."""
    for i in range(len(states)):
        while not states[i].over and states[i].turn <= turns:
            LEGAL(rules, states[i], listed)
            APPLY(rules, states[i], listed[0], events)


@kernel
def redeal_each(rules, states, seat):
    for i in range(len(states)):
        REDEAL(rules, states[i], seat)


@kernel
def score_each(rules, states, outcomes):
    for i in range(len(states)):
        SCORE(rules, states[i], outcomes[i])


LISTED = np.zeros(MAX_OPTIONS, np.int32)


class Games:
    """Many games that start from the position on a table, each with luck of its own."""

    def __init__(self, table: Table, *name: object):
        self.rules = table.rules
        self.states = np.repeat(table.box, GAMES).view(np.recarray)
        open_each(self.states, crc32(repr(name).encode()))  # the seed: any fixed number will do

    def __getitem__(self, field: str) -> np.ndarray:
        return self.states[field]

    def take(self, options: int | np.ndarray) -> None:
        """The same option in all games, or one for each."""
        row = np.array(np.broadcast_to(options, len(self.states)), np.int64)
        refused = take_each(self.rules, self.states, row, LISTED, SILENT)
        assert refused == 0, f"{refused} options are not legal"

    def act(self, action: Action, space: int | np.ndarray = 0, where: np.ndarray | bool = True) -> None:
        """One action of the seat to move, in the games where it applies."""
        self.take(np.where(where, option_of(action, np.asarray(space, np.int64)), NO_OPTION))

    def put(self, space: int | np.ndarray, actions: int = 5, where: np.ndarray | bool = True) -> None:
        """Place the first seat's figure and give it actions."""
        self["space"][:, 0] = np.where(where, space, self["space"][:, 0])
        self["actions"][:, 0] = np.where(where, actions, self["actions"][:, 0])

    def idle(self, turns: int) -> None:
        idle_each(self.rules, self.states, turns, LISTED, SILENT)

    @property
    def inside(self) -> np.ndarray:
        """Games whose first seat is alive and in the temple."""
        return self["status"][:, 0] == Status.INSIDE


def dealt(seats: int, *name: object, variants: Sequence[str] = (), **figures: Any) -> Games:
    """Games that have just been set up by the kernel."""
    table = Table(seats, variants, entered=False, **figures)
    table.box[:] = record(GAME.records.state)
    many = Games(table, *name)
    set_up_each(many.rules, many.states, SILENT)
    return many


# ------------------------------------------------------------------------------------------------------ comparison


class Disagreement(AssertionError):
    """Frequencies that the exact chances do not explain."""


def counted(sample: np.ndarray) -> dict[Any, int]:
    """How often each value (or row of values) came about."""
    if sample.ndim == 1:
        values, counts = np.unique(sample, return_counts=True)
        return dict(zip(values.tolist(), counts.tolist(), strict=True))
    rows, counts = np.unique(sample, axis=0, return_counts=True)
    return {tuple(row): int(n) for row, n in zip(rows.tolist(), counts, strict=True)}


def compare(sample: np.ndarray, exact: Chances, alarm: float = ALARM) -> None:
    """Each value's frequency lies where a binomial count would; `alarm` is shared by all values and both tails."""
    assert sum(exact.values()) == 1
    seen, n = counted(sample), len(sample)
    if strange := set(seen) - set(exact):
        raise Disagreement(f"impossible: {strange}")
    for value, chance in exact.items():
        times, p = seen.get(value, 0), float(chance)
        tail = min(stats.binom.cdf(times, n, p), stats.binom.sf(times - 1, n, p))
        if tail < alarm / (2 * len(exact)):
            raise Disagreement(f"{value}: {times} times in {n}, expected {n * p:.1f}; chance of that {tail:.1e}")


class Check:
    """One claim about the kernel, compared line by line; it spends from the alarm and may leave a picture."""

    spent = 0

    def __init__(self, title: str, axis: str):
        self.title, self.axis = title, axis
        self.lines: list[tuple[str, np.ndarray, Chances]] = []

    def __enter__(self) -> Check:
        return self

    def line(self, label: str, sample: np.ndarray, exact: Chances) -> None:
        Check.spent += 1
        assert Check.spent <= COMPARISONS, "too many comparisons for the alarm they share"
        self.lines.append((label, sample, exact))
        try:
            compare(sample, exact)
        except Disagreement as problem:
            raise Disagreement(f"{self.title}, {label}: {problem}") from None

    def __exit__(self, *problem: object) -> None:
        if folder := os.environ.get("DIGSITE_FIGURES"):
            self.draw(Path(folder))

    def draw(self, folder: Path) -> None:
        """Exact chances as lines, simulated frequencies as dots with their 99.9% intervals."""
        from matplotlib.figure import Figure

        figure = Figure(figsize=(9, 5.5), layout="constrained")
        axes = figure.add_subplot()
        drawn = [line for line in self.lines if line[1].ndim == 1]
        for at, (label, sample, exact) in enumerate(drawn):
            values, seen, colour = sorted(exact), counted(sample), f"C{at % 10}"
            results = [stats.binomtest(seen.get(value, 0), len(sample)) for value in values]
            share = np.array([result.statistic for result in results])
            interval = np.array([result.proportion_ci(0.999, "wilson") for result in results]).T
            axes.plot(values, [float(exact[value]) for value in values], color=colour, linewidth=1, label=label)
            reach = np.clip([share - interval[0], interval[1] - share], 0, None)
            axes.errorbar(values, share, reach, fmt=".", color=colour, capsize=2)
        if drawn:
            axes.set(title=self.title, xlabel=self.axis, ylabel="chance (line: exact, dots: simulated)")
            axes.legend(fontsize=7, ncols=1 + len(drawn) // 14, frameon=False)
            folder.mkdir(parents=True, exist_ok=True)
            name = self.title.lower().replace(",", "").replace(" ", "-")
            figure.savefig(folder / f"chac-{name}.png", dpi=130)


# --------------------------------------------------------------------------------------------------------- actions

CARDS_OF_SEATS = (3, 4, 9, 12, 0, 15)  # the fifth uses Stamina
LEVELS_OF_SEATS = (2, 3, 4, 5, 1, 5)


@cache
def action_rolls() -> np.ndarray:
    """Actions of six adventurers with different loads, from the load phase on."""
    table = Table(6)
    for seat, cards in enumerate(CARDS_OF_SEATS):
        table.give(seat, *["3"] * cards)
    table.adventurers(4, "Bill Baker")
    table.state.phase, table.state.decision = Phase.LOADING, Decision.LOAD
    table.state.done = table.state.seat = 0
    games = Games(table, "actions")
    for option in (KEEP, KEEP, KEEP, KEEP, STAMINA, KEEP):
        games.take(option)
    assert (games["load_level"] == LEVELS_OF_SEATS).all()
    return games["actions"].copy()


def test_load_levels_by_cards():
    levels = [int(Table().rules.level[cards]) for cards in range(20)]
    assert levels == [odds.load_level(cards) for cards in range(20)]


def test_actions_by_load_are_binomial():
    rolls = action_rolls()
    with Check("Actions by load level", "actions") as check:
        for seat, level in enumerate(LEVELS_OF_SEATS):
            exact = odds.binomial(odds.ACTION_DICE, odds.at_least(level))
            check.line(f"seat {seat + 1}, load level {level}", rolls[:, seat], exact)


def test_all_adventurers_act_on_the_same_five_dice():
    with Check("Actions from one roll", "actions") as check:
        check.line("levels 2 3 4 5", action_rolls()[:, :4], odds.actions_together((2, 3, 4, 5)))
        check.line("levels 3 and 4", action_rolls()[:, 1:3], odds.actions_together((3, 4)))


# ------------------------------------------------------------------------------------------------ boulder and walls


@cache
def boulders(variant: str) -> dict[str, np.ndarray]:
    """Whole games of three players who never leave the entrance, in a corridor of the printed lengths."""
    variants = () if variant == "base" else (variant,)
    lengths = {key.replace(".", "__"): value for key, value in LENGTHS.items()}
    games = dealt(3, "boulder", variant, variants=variants, **lengths)
    games.idle(turns=1000)
    assert games["over"].all()
    assert (games["cause"][:, :3, 0] == Cause.SEALED_IN).all()
    fields = ("boulder_after", "turn", "sun_turn", "walls_met")
    return {field: games[field].copy() for field in fields}


@pytest.mark.parametrize("variant", ADVANCES_ON)
def test_boulder_space_after_each_turn(variant):
    after = boulders(variant)["boulder_after"].astype(int)
    exact = odds.boulder_by_turn(ADVANCES_ON[variant], odds.corridor_end(LENGTHS), TURNS)
    with Check(f"Boulder space after each turn, {variant}", "corridor space") as check:
        for turn in range(1, 13):
            spaces = after[:, turn - 1]
            # once the exit is sealed there is no further turn
            check.line(f"turn {turn}", np.where(spaces < 0, odds.corridor_end(LENGTHS), spaces), exact[turn])


@pytest.mark.parametrize("variant", ADVANCES_ON)
def test_turn_the_boulder_seals_the_exit(variant):
    exact = odds.boulder_reaches(odds.corridor_end(LENGTHS), ADVANCES_ON[variant], TURNS)
    with Check(f"Turn the exit is sealed, {variant}", "turn") as check:
        check.line(variant, boulders(variant)["turn"], exact)


@pytest.mark.parametrize("variant", ADVANCES_ON)
def test_turns_the_suns_open(variant):
    with Check(f"Turn the Suns open, {variant}", "turn") as check:
        for sun, corner in enumerate(odds.sun_corners(LENGTHS)):
            exact = odds.boulder_reaches(corner, ADVANCES_ON[variant], TURNS)
            check.line(f"Sun {'AB'[sun]}", boulders(variant)["sun_turn"][:, sun], exact)


def test_the_boulder_rolls_afresh_each_turn():
    after = boulders("base")["boulder_after"].astype(int)
    advances = np.diff(after[:, :6], axis=1, prepend=0)
    dice = [odds.binomial(odds.boulder_dice(turn), odds.at_least(2)) for turn in range(1, 7)]
    with Check("Boulder advances side by side", "spaces") as check:
        check.line("turns 1 to 3", advances[:, :3], odds.together(*dice[:3]))
        check.line("turns 5 and 6", advances[:, 4:6], odds.together(*dice[4:6]))


@cache
def walls(columns: int, drawn: int, turns: int) -> tuple[np.ndarray, np.ndarray]:
    """Steps of both walls, and the turn they met, after so many turns of games in which nobody moves."""
    games = dealt(2, "walls", columns, drawn, turns, walls__columns=columns, walls__drawn=drawn)
    games.idle(turns)
    return np.stack([games["left_wall"], games["right_wall"]], axis=1), games["walls_met"].copy()


@pytest.mark.parametrize(("drawn", "widths"), [(2, (4, 6)), (3, (3, 4, 5, 6, 7)), (4, (5, 6))])
def test_turn_the_walls_meet(drawn, widths):
    turns = -(-sum(odds.WALL_CARDS) // drawn)  # then the deck is used up
    with Check(f"Turn the walls meet, {drawn} cards a turn", "turn (0: never)") as check:
        for columns in widths:
            check.line(f"{columns} columns", walls(columns, drawn, turns)[1], odds.walls_meet(columns, drawn))


@pytest.mark.parametrize("turns", [1, 2, 3, 4, 5])
def test_steps_of_both_walls_after_each_turn(turns):
    steps = walls(6, 3, turns)[0]
    exact = odds.walls_after(turns, 6)
    with Check(f"Steps of the walls after turn {turns}", "steps") as check:
        check.line("left and right", steps, exact)
        check.line("both together", steps.sum(axis=1), odds.image(exact, sum))


def test_the_walls_of_the_printed_room_meet_with_the_fifth_card_that_moves_one():
    """Six columns need every one of the five cards with arrows; where the last of them lies is a simple count."""
    exact = odds.walls_meet(6)
    for turn in range(1, 7):
        assert sum(exact.get(t, 0) for t in range(turn + 1)) == Fraction(comb(3 * turn, 5), comb(18, 5))


# ---------------------------------------------------------------------------------------------------------- bridge

CARDS_FOR_LEVEL = {2: (0, 3), 3: (4, 6), 4: (7, 9), 5: (10, 12)}


@cache
def crossings(planks: int, cards: tuple[int, ...], hops: int = 0, stamina: bool = False) -> np.ndarray:
    """Planks left after the first seat steps onto the bridge and hops; other seats stand on it already."""
    table = Table(max(len(cards), 2), bridge__planks=planks)
    for seat, held in enumerate(cards):
        table.give(seat, *["2"] * held)
        table.put(seat, "BR")
    table.put(0, "C28", actions=hops + 2)
    table.state.stamina_now[0] = stamina
    games = Games(table, "bridge", planks, cards, hops, stamina)
    games.act(Action.STEP, BRIDGE)
    for _ in range(hops):
        games.act(Action.HOP, where=games.inside)
    fell = games["planks"] == 0
    for seat in range(len(cards)):
        assert ((games["cause"][:, seat, 0] == Cause.BRIDGE) == fell).all()
    assert (games.inside != fell).all()
    return games["planks"].copy()


@pytest.mark.parametrize("level", CARDS_FOR_LEVEL)
def test_planks_broken_and_falls_by_load_and_planks(level):
    with Check(f"Planks left by planks, load level {level}", "planks left (0: fallen)") as check:
        for planks, cards in product(range(1, 6), CARDS_FOR_LEVEL[level]):
            exact = odds.planks_left(planks, level)
            assert exact[0] == Fraction(level - 1, 6) ** planks
            check.line(f"{planks} planks, {cards} cards", crossings(planks, (cards,)), exact)


@pytest.mark.parametrize(("cards", "total"), [((0, 0), 4), ((4, 3), 5), ((4, 4), 6), ((4, 7), 7), ((0, 0, 0), 6)])
def test_all_who_stand_on_the_bridge_weigh_together(cards, total):
    with Check(f"Planks left under {len(cards)} adventurers, {total} levels", "planks left (0: all fall)") as check:
        for planks in (1, 3, 5):
            check.line(f"{planks} planks", crossings(planks, cards), odds.planks_left(planks, total))


@pytest.mark.parametrize("hops", [1, 2, 4])
def test_each_hop_tests_what_is_left_of_the_bridge(hops):
    with Check(f"Planks left after {hops} hops", "planks left (0: fallen)") as check:
        for cards in (0, 6, 9):
            exact = odds.planks_after(5, [odds.load_level(cards)] * (hops + 1))
            check.line(f"{cards} cards", crossings(5, (cards,), hops), exact)


def test_stamina_lightens_the_step_onto_the_bridge():
    with Check("Planks left with Stamina", "planks left (0: fallen)") as check:
        check.line("no cards, level 1", crossings(5, (0,), stamina=True), {5: Fraction(1)})
        check.line("9 cards, level 3", crossings(5, (9,), stamina=True), odds.planks_left(5, 3))


# ----------------------------------------------------------------------------------------------------------- river

PLANS: dict[odds.RiverPlan, tuple[Rescue, ...]] = {
    odds.never_pays: (Rescue.FALL,),
    odds.pays_first: (Rescue.PAY, Rescue.SWIM, Rescue.FALL),
    odds.swims_first: (Rescue.SWIM, Rescue.PAY, Rescue.FALL),
}


def rescue_of(games: Games, plan: odds.RiverPlan) -> np.ndarray:
    """The first way out that the plan likes and the rules allow."""
    swims = games["ability_used"][:, 0, 0] == 0
    swims &= games["adventurer"][:, 0, 0] // 2 == 3
    pays = ~games["rerolled"] & (games["cards"][:, 0] >= 3 * games["ones"])
    allowed = {Rescue.FALL: True, Rescue.PAY: pays, Rescue.SWIM: swims}
    ways = PLANS[plan]
    return np.select([np.broadcast_to(allowed[way], len(swims)) for way in ways], [int(way) for way in ways])


@cache
def swims(cards: int, plan: odds.RiverPlan, swimming: bool = False, stamina: bool = False) -> np.ndarray:
    """Cards left to a swimmer who is out of the river, or DROWNED."""
    table = Table(2)
    table.give(0, *["2"] * cards)
    table.adventurers(0, "Puccio Cortese" if swimming else "Lea Rice")
    table.put(0, "R5", actions=4)
    table.state.stamina_now[0] = stamina
    games = Games(table, "river", cards, plan.__name__, swimming, stamina)
    games.act(Action.STEP, SPACE["R6"])
    while (asked := np.isin(games["decision"], (Decision.RIVER, Decision.SACRIFICE)) & games.inside).any():
        river = games["decision"] == Decision.RIVER
        games.take(np.where(asked, np.where(river, rescue_of(games, plan), 2), NO_OPTION))  # 2: a card of value 2
    drowned = games["cause"][:, 0, 0] == Cause.RIVER
    assert (games["space"][~drowned, 0] == SPACE["C36"]).all()
    return np.where(drowned, odds.DROWNED, games["cards"][:, 0])


def test_river_exits_by_cards_without_paying():
    with Check("River exits without paying", "cards left (-1: drowned)") as check:
        for cards in (0, 3, 4, 6, 7, 9, 10, 12, 15):
            exact = odds.river_exit(odds.load_level(cards), cards, False, odds.never_pays)
            assert exact[cards] == Fraction(5, 6) ** odds.load_level(cards)
            check.line(f"{cards} cards", swims(cards, odds.never_pays), exact)


def test_river_exits_by_cards_with_three_cards_paid_for_each_one():
    with Check("River exits with paying", "cards left (-1: drowned)") as check:
        for cards in range(16):
            exact = odds.river_exit(odds.load_level(cards), cards, False, odds.pays_first)
            check.line(f"{cards} cards", swims(cards, odds.pays_first), exact)


@pytest.mark.parametrize("plan", [odds.pays_first, odds.swims_first])
def test_river_exits_with_swimming(plan):
    with Check(f"River exits with Swimming, {plan.__name__.replace('_', ' ')}", "cards left (-1: drowned)") as check:
        for cards in (0, 2, 3, 5, 6, 9, 11, 12, 15):
            exact = odds.river_exit(odds.load_level(cards), cards, True, plan)
            check.line(f"{cards} cards", swims(cards, plan, swimming=True), exact)


def test_stamina_takes_a_die_from_the_river_exit():
    with Check("River exits with Stamina", "cards left (-1: drowned)") as check:
        for cards in (0, 9, 12):
            exact = odds.river_exit(odds.load_level(cards) - 1, cards, False, odds.pays_first)
            check.line(f"{cards} cards", swims(cards, odds.pays_first, stamina=True), exact)


@pytest.mark.parametrize("swimming", [False, True])
def test_paying_first_and_swimming_last_is_the_safest_way_out(swimming):
    for cards in range(16):
        dice = odds.load_level(cards)
        ones = odds.binomial(dice, Fraction(1, 6)).items()
        best = sum(p * odds.best_river_odds(k, cards, swimming) for k, p in ones)
        assert 1 - odds.river_exit(dice, cards, swimming, odds.pays_first).get(odds.DROWNED, 0) == best


# ----------------------------------------------------------------------------------------------------------- locks

ROLLS = 5
LOCKS = {3: "C14", 5: "C32"}  # numbers wanted, a space with such an alcove


@cache
def lock_on_paper(numbers: int, forced: bool) -> odds.Lock:
    return odds.Lock(numbers, ROLLS, forced)


def reroll_bits(dice: odds.Dice, kept: odds.Dice) -> int:
    """The dice to roll again as bits; of equal dice the first ones go."""
    to_keep = list(kept)
    bits = 0
    for at in reversed(range(len(dice))):
        if dice[at] in to_keep:
            to_keep.remove(dice[at])
        else:
            bits |= 1 << at
    return bits


def by_dice(table: dict[odds.Dice, int]) -> Callable[[np.ndarray], np.ndarray]:
    """A table of five dice as a look-up in whole rows of games."""
    places = 7 ** np.arange(odds.LOCK_DICE)
    flat = np.zeros(7**odds.LOCK_DICE, np.int64)
    for dice, value in table.items():
        flat[np.dot(dice, places)] = value
    return lambda rows: flat[rows.astype(np.int64) @ places]


@cache
def lock_attempts(numbers: int, forced: bool = False, keeping: bool = True) -> np.ndarray:
    """The roll that opened the alcove, 0 for none of five."""
    table = Table(2)
    table.adventurers(0, "Markus Bassler" if forced else "Lea Rice")
    table.put(0, LOCKS[numbers], actions=ROLLS + 1)
    games = Games(table, "lock", numbers, forced, keeping)
    alcove = 4 if numbers == 5 else 1
    paper = lock_on_paper(numbers, forced)
    lacks = by_dice({dice: odds.missing(dice, numbers) for dice in odds.rolls_of(5)})
    games.act(Action.PICK)
    for rolls_left in range(ROLLS - 1, -1, -1):
        if forced:
            games.take(np.where((games["decision"] == Decision.LOCK) & (lacks(games["dice"]) == 1), FORCE, NO_OPTION))
        shut = games["alcove_owner"][:, alcove] < 0
        assert (shut == (games["decision"] == Decision.LOCK)).all()
        if rolls_left:
            keeps = {dice: kept if keeping else () for dice, kept in paper.keeps[rolls_left].items()}
            again = by_dice({dice: reroll_bits(dice, kept) for dice, kept in keeps.items()})
            games.take(np.where(shut, again(games["dice"]), NO_OPTION))
    assert (games["lock_rolls"][shut, 0] == ROLLS).all()
    return np.where(shut, 0, games["lock_rolls"][:, 0])


@pytest.mark.parametrize("forced", [False, True])
@pytest.mark.parametrize("numbers", LOCKS)
def test_alcoves_opened_by_number_of_rolls_under_best_keeping(numbers, forced):
    helper = " with Lock Picking" if forced else ""
    with Check(f"Roll that opens a lock of {numbers} numbers{helper}", "roll (0: none of five)") as check:
        check.line("best keeping", lock_attempts(numbers, forced), lock_on_paper(numbers, forced).opening_roll(ROLLS))


@pytest.mark.parametrize("numbers", LOCKS)
def test_alcoves_opened_by_number_of_rolls_of_all_dice(numbers):
    with Check(f"Roll that opens a lock of {numbers} numbers, all dice", "roll (0: none of five)") as check:
        exact = odds.opening_roll_without_keeping(numbers, ROLLS)
        check.line("no die kept", lock_attempts(numbers, keeping=False), exact)


@pytest.mark.parametrize(("numbers", "forced"), list(product(LOCKS, [False, True])))
def test_the_keeping_that_is_best_for_five_rolls_is_best_for_fewer_too(numbers, forced):
    paper = lock_on_paper(numbers, forced)
    opening = paper.opening_roll(ROLLS)
    for rolls in range(1, ROLLS + 1):
        assert sum(opening[roll] for roll in range(1, rolls + 1)) == paper.chance(rolls)


# ------------------------------------------------------------------------------------------------------- lava room

# slabs at the room's edge and corridor spaces that they can be entered from
EDGE = (("L41", "C08"), ("L31", "C09"), ("L21", "C10"), ("L12", "C14"), ("L13", "C15"), ("L24", "C19"), ("L34", "C20"),
        ("L44", "C21"))  # fmt: skip
EDGE_SLABS = np.array([SPACE[slab] for slab, _ in EDGE])
EDGE_DOORS = np.array([SPACE[door] for _, door in EDGE])
GLYPH_SLABS = np.array([slab for slab in range(16) if slab not in (SPACE["L11"] - LAVA, SPACE["L14"] - LAVA)])


def scholars(known: int, *name: object) -> Games:
    """Games with traps laid by the kernel, in which the first seat has deciphered the clues of so many zones."""
    table = Table(2)
    table.adventurers(0, "Lea Rice")
    table.to_act(0, 5)
    games = Games(table, *name, known)
    games["trap"][:] = dealt(2, *name, known)["trap"]
    for zone in range(known):
        games.put(SPACE[f"W{zone + 1}3"])
        games.act(Action.DECIPHER)
    return games


@cache
def lava_walks(known: int, slabs: int = 4) -> np.ndarray:
    """Slabs that held for a scholar who enters slabs at the edge one after the other, none known to be trapped."""
    games = scholars(known, "edge walk")
    traps = games["trap"][:, :known].astype(int) + LAVA
    trusted = ~(EDGE_SLABS[:, None] == traps[:, None, :]).any(axis=2)
    order = np.argsort(~trusted, axis=1, kind="stable")  # trusted slabs first
    held = np.zeros(GAMES, int)
    for at in range(slabs):
        alive = games.inside
        games.put(EDGE_DOORS[order[:, at]], where=alive)
        games.act(Action.STEP, EDGE_SLABS[order[:, at]], where=alive)
        held += games.inside
    assert (games["cause"][~games.inside, 0, 0] == Cause.LAVA).all()
    return held


def test_lava_survival_by_traps_known():
    with Check("Slabs that hold by traps known", "slabs of four entered safely") as check:
        for known in range(odds.TRAPS + 1):
            check.line(f"{known} known", lava_walks(known), odds.slabs_that_hold(known, 4))


def test_lava_survival_of_a_blind_walk_across_the_room():
    games = scholars(0, "blind walk")
    games.put(SPACE["C08"])
    held = np.zeros(GAMES, int)
    for slab in ("L41", "L42", "L43", "L44"):
        games.act(Action.STEP, SPACE[slab], where=games.inside)
        held += games.inside
    games.act(Action.STEP, SPACE["C21"], where=games.inside)
    assert (games["space"][games.inside, 0] == SPACE["C21"]).all()
    with Check("Slabs that hold on a blind walk", "slabs of four entered safely") as check:
        check.line("straight across", held, odds.slabs_that_hold(0, 4))


def test_the_four_traps_lie_under_any_slabs():
    traps = dealt(2, "traps")["trap"]
    pairs = odds.enumerated(permutations(GLYPH_SLABS.tolist(), 2))
    with Check("Trapped slabs", "slab") as check:
        for zone in range(odds.TRAPS):
            check.line(f"zone {zone + 1}", traps[:, zone], odds.enumerated(GLYPH_SLABS.tolist()))
        check.line("zones 1 and 2", traps[:, :2], pairs)
        check.line("zones 2 and 4", traps[:, [1, 3]], pairs)


@pytest.mark.parametrize("known", [0, 1, 3])
def test_a_redeal_lays_unknown_traps_under_any_slab_not_known_to_be_safe(known):
    """After two slabs that held, each of the others is as likely as any to hide an unknown trap."""
    games = scholars(known, "redeal")
    games["trap"][:, :known] = np.arange(1, known + 1)  # beyond the slabs entered here
    games["trap"][:, known:] = [15, 14, 13, 11][known:]
    for slab, door in EDGE[3:5]:
        games.put(SPACE[door])
        games.act(Action.STEP, SPACE[slab])
    redeal_each(games.rules, games.states, 0)
    assert (games["trap"][:, :known] == np.arange(1, known + 1)).all()
    safe = [SPACE[slab] - LAVA for slab, _ in EDGE[3:5]]
    open_slabs = [slab for slab in GLYPH_SLABS.tolist() if slab not in safe and not 1 <= slab <= known]
    assert len(open_slabs) == odds.GLYPHS - known - 2
    with Check(f"Traps after a redeal, {known} known", "slab") as check:
        for zone in range(known, odds.TRAPS):
            check.line(f"zone {zone + 1}", games["trap"][:, zone], odds.enumerated(open_slabs))


# -------------------------------------------------------------------------------------------------------- treasure


@cache
def finds(room: str, cards: int) -> np.ndarray:
    """(value, caskets) of the first cards found in a room, its deck shuffled by the kernel."""
    table = Table(2)
    table.adventurers(0, "Lea Rice")
    table.put(0, {"walls": "W23", "lava": "L41", "river": "R1"}[room], actions=9)
    games = Games(table, "treasure")
    games["deck"][:] = dealt(2, "treasure")["deck"]
    for at in range(cards):
        if room == "lava":
            games["slab"][:, SPACE["L41"] - LAVA] = Slab.TREASURE
        if room == "river" and at:
            games.act(Action.STEP, SPACE[f"R{at + 1}"])
        games.act(Action.SEARCH)
    held = games["kind_held"][:, 0].astype(int)
    return np.stack([held[:, :6] @ np.arange(6), held[:, 0]], axis=1)


@pytest.mark.parametrize(
    ("room", "deck"), [("walls", odds.WALLS_DECK), ("lava", odds.LAVA_DECK), ("river", odds.RIVER_DECK)]
)
def test_treasure_found_by_number_of_searches(room, deck):
    with Check(f"Value found, {room}", "value without caskets") as check:
        for cards in (1, 2, 3, 5):
            exact = odds.treasure_found(deck, cards)
            check.line(f"{cards} cards with caskets", finds(room, cards), exact)
            check.line(f"{cards} cards", finds(room, cards)[:, 0], odds.image(exact, lambda hand: hand[0]))


@cache
def casket_scores(first: int, second: int) -> np.ndarray:
    """Scores of two players who come out with nothing but caskets."""
    table = Table(2)
    decks = ("zone 1", "zone 2", "zone 3", "zone 4", "lava", "river")
    for seat, caskets in enumerate((first, second)):
        for deck in decks[:caskets]:
            table.give(seat, "casket", deck=deck)
    table.put(0, "C41", actions=2)
    table.state.status[1], table.state.space[1] = Status.ESCAPED, OUTSIDE
    games = Games(table, "caskets", first, second)
    games.act(Action.STEP, OUTSIDE)
    assert games["over"].all()
    outcomes = record(GAME.records.outcome, GAMES)
    score_each(games.rules, games.states, outcomes)
    return outcomes["score"][:, :2].copy()


def test_a_casket_is_worth_a_die():
    with Check("Value of caskets", "value") as check:
        for caskets in range(1, 6):
            check.line(f"{caskets} caskets", casket_scores(caskets, 0)[:, 0], odds.casket_values(caskets))
        both = odds.together(odds.casket_values(1), odds.casket_values(2))
        check.line("one and two caskets of two players", casket_scores(1, 2), both)


# ------------------------------------------------------------------------------------------------------ adventurers


@cache
def deals(seats: int) -> np.ndarray:
    return dealt(seats, "adventurers", seats)["adventurer"][:, :seats].astype(int)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_seat_is_as_likely_to_be_dealt_any_adventurer(seats):
    cards = deals(seats).reshape(GAMES, -1)
    in_order = np.sort(cards, axis=1)
    assert (in_order[:, 1:] > in_order[:, :-1]).all(), "nobody is dealt twice"
    with Check(f"Adventurers dealt to {seats} players", "adventurer") as check:
        for place in range(2 * seats):
            check.line(f"card {place + 1}", cards[:, place], odds.enumerated(range(odds.ADVENTURERS)))


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_any_two_adventurers_are_dealt_together_as_often(seats):
    pairs = odds.enumerated(permutations(range(odds.ADVENTURERS), 2))
    with Check(f"Pairs of adventurers, {seats} players", "pair") as check:
        check.line("two cards of the first player", deals(seats)[:, 0], pairs)
        check.line("first cards of two players", deals(seats)[:, [0, seats - 1], 0], pairs)
        alike = deals(seats)[:, 1] // 2
        exact = odds.enumerated(int(a // 2 == b // 2) for a, b in permutations(range(12), 2))
        check.line("same ability twice", (alike[:, 0] == alike[:, 1]).astype(int), exact)


# ---------------------------------------------------------------------------------------------------- independence


def test_one_kind_of_luck_says_nothing_about_another():
    """One turn of a game, all streams of chance opened with the same seed."""
    luck = dealt(2, "one turn")
    table = Table(2)
    table.adventurers(1, "Lea Rice")  # who can sprint, so the second turn waits for her decision
    table.put(0, "C28", actions=1)
    games = Games(table, "one turn")
    games["wall_card"][:] = luck["wall_card"]
    games.act(Action.STEP, BRIDGE)
    games.act(Action.STOP)  # walls and boulder move, then the action dice of the second turn are rolled
    assert (games["turn"] == 2).all()
    steps = games["left_wall"] + games["right_wall"]
    drawn = {
        "planks": (games["planks"], odds.planks_left(5, 2)),
        "boulder": (games["boulder"], odds.binomial(1, odds.at_least(2))),
        "actions": (games["actions"][:, 1], odds.binomial(5, odds.at_least(2))),
        "walls": (steps, odds.image(odds.walls_after(1, 6), sum)),
        "trap": (luck["trap"][:, 0], odds.enumerated(GLYPH_SLABS.tolist())),
        "adventurer": (luck["adventurer"][:, 0, 0], odds.enumerated(range(odds.ADVENTURERS))),
    }
    with Check("Luck of one turn side by side", "values") as check:
        for one, other in combinations(drawn, 2):
            (first, exact), (second, exact_second) = drawn[one], drawn[other]
            check.line(f"{one} and {other}", np.stack([first, second], axis=1), odds.together(exact, exact_second))


# ------------------------------------------------------------------------------------------------ these tests can fail

Mistake = Callable[[], tuple[np.ndarray, Chances]]
MISTAKES: dict[str, Mistake] = {
    "a die equal to the load gives no action": lambda: (
        action_rolls()[:, 1], odds.binomial(5, odds.at_least(4))),
    "everybody rolls action dice of his own": lambda: (
        action_rolls()[:, 1:3], odds.together(*(odds.binomial(5, odds.at_least(level)) for level in (3, 4)))),
    "the boulder advances on 3": lambda: (
        boulders("base")["boulder_after"][:, 0], odds.boulder_by_turn(3, 99, 1)[1]),
    "the boulder has four dice at most": lambda: (
        boulders("base")["boulder_after"][:, 4],
        odds.tally((at + far, p * q) for at, p in odds.boulder_by_turn(2, 99, 4)[4].items()
                   for far, q in odds.binomial(4, odds.at_least(2)).items())),
    "the exit is a space nearer": lambda: (
        boulders("slow-boulder")["turn"], odds.boulder_reaches(odds.corridor_end(LENGTHS) - 1, 4, TURNS)),
    "the walls room is a column narrower": lambda: (walls(6, 3, 6)[1], odds.walls_meet(5)),
    "four wall cards are turned": lambda: (walls(6, 3, 6)[1], odds.walls_meet(6, 4)),
    "a die equal to the load breaks a plank": lambda: (crossings(5, (9,)), odds.planks_left(5, 5)),
    "only the mover weighs on the bridge": lambda: (crossings(5, (0, 0)), odds.planks_left(5, 2)),
    "one more plank": lambda: (crossings(4, (6,)), odds.planks_left(5, 3)),
    "the river has a die fewer": lambda: (swims(9, odds.pays_first), odds.river_exit(3, 9, False, odds.pays_first)),
    "a payment always saves": lambda: (
        (swims(9, odds.pays_first) == odds.DROWNED).astype(int), odds.binomial(1, Fraction(1, 6) ** 4)),
    "Swimming is used before paying": lambda: (
        swims(9, odds.pays_first, swimming=True), odds.river_exit(4, 9, True, odds.swims_first)),
    "locks are rolled without keeping": lambda: (lock_attempts(3), odds.opening_roll_without_keeping(3, ROLLS)),
    "the small lock wants all five numbers": lambda: (lock_attempts(3), lock_on_paper(5, False).opening_roll(ROLLS)),
    "Lock Picking does not work": lambda: (lock_attempts(5, True), lock_on_paper(5, False).opening_roll(ROLLS)),
    "a clue reveals nothing": lambda: (lava_walks(1), odds.slabs_that_hold(0, 4)),
    "there are five traps": lambda: (lava_walks(2), odds.slabs_that_hold(2, 4, traps=5)),
    "a casket holds 0 to 5": lambda: (
        casket_scores(1, 0)[:, 0], odds.image(odds.casket_values(1), lambda value: value - 1)),
    "the river deck is like the others": lambda: (finds("river", 3), odds.treasure_found(odds.WALLS_DECK, 3)),
    "twins are never dealt together": lambda: (
        deals(2)[:, 0], odds.enumerated(pair for pair in permutations(range(12), 2) if pair[0] // 2 != pair[1] // 2)),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_wrong_figure_is_noticed(mistake):
    sample, wrong = MISTAKES[mistake]()
    with pytest.raises(Disagreement):
        compare(sample, wrong)


@pytest.mark.parametrize("shift", [Fraction(-1, 60), Fraction(1, 60)])
def test_a_chance_wrong_by_a_sixtieth_is_noticed(shift):
    """The check of one chance about a half, as sharp as these games allow."""
    sample = (action_rolls()[:, 2] >= 3).astype(int)
    half = odds.binomial(1, Fraction(1, 2))
    compare(sample, half)
    with pytest.raises(Disagreement):
        compare(sample, {0: half[0] - shift, 1: half[1] + shift})
