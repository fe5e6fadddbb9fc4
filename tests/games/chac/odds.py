"""The Temple of Chac on paper: exact chances of its dice, cards and traps, by enumeration and dynamic programming.

Nothing here knows the simulator. Every function answers with exact fractions, a chance for each value that can come
about; the rulebook's numbers are written out, the board's reconstructed lengths are arguments.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Any

Chances = dict[Any, Fraction]
Dice = tuple[int, ...]  # faces in ascending order

FACES = range(1, 7)
ACTION_DICE = LOCK_DICE = CRUISING_DICE = 5
WALL_CARDS = (13, 2, 2, 1)  # blank, left, right, both
WALL_CARDS_A_TURN = 3
GLYPHS, TRAPS, ADVENTURERS = 14, 4, 12
WALLS_DECK = LAVA_DECK = (1, 1, 2, 3, 2, 1)  # caskets, then values 1 to 5
RIVER_DECK = (1, 0, 3, 3, 3, 0)
DROWNED = -1


# ---------------------------------------------------------------------------------------------------- in general


def tally(pairs: Iterable[tuple[Hashable, Fraction]]) -> Chances:
    """Add up the chances of equal values; what cannot happen is left out."""
    total: Chances = {}
    for value, chance in pairs:
        if chance:
            total[value] = total.get(value, Fraction(0)) + chance
    return total


def enumerated(values: Iterable[Hashable]) -> Chances:
    """Equally likely cases, counted."""
    cases = Counter(values)
    return {value: Fraction(count, cases.total()) for value, count in cases.items()}


def binomial(n: int, chance: Fraction) -> Chances:
    """Successes among n independent trials."""
    return tally((k, comb(n, k) * chance**k * (1 - chance) ** (n - k)) for k in range(n + 1))


def at_least(face: int) -> Fraction:
    """A die shows this or more."""
    return Fraction(min(max(7 - face, 0), 6), 6)


def image(chances: Chances, function: Callable[[Any], Hashable]) -> Chances:
    """The chances of a function of the value."""
    return tally((function(value), chance) for value, chance in chances.items())


def together(*parts: Chances) -> Chances:
    """Independent values side by side."""
    joint: Chances = {(): Fraction(1)}
    for part in parts:
        joint = {(*row, value): p * q for row, p in joint.items() for value, q in part.items()}
    return joint


def from_survival(reached: Sequence[Fraction]) -> Chances:
    """How far one gets, from the chances of getting at least 0, 1, 2, ... far; the last entry is the farthest."""
    after = [*reached[1:], Fraction(0)]
    return tally((far, here - there) for far, (here, there) in enumerate(zip(reached, after, strict=True)))


# ---------------------------------------------------------------------------------------------- load and actions


def load_level(cards: int) -> int:
    """Three cards weigh nothing, each three more (or part of them) one level, and five is the top."""
    return min(2 + max(0, -(-(cards - 3) // 3)), 5)


def actions_together(levels: Sequence[int]) -> Chances:
    """Actions of adventurers with these load levels from one roll of five dice: all 7776 rolls."""
    return enumerated(tuple(sum(die >= level for die in roll) for level in levels) for roll in product(FACES, repeat=5))


# ---------------------------------------------------------------------------------------------- boulder and walls


def corridor_end(length: Mapping[str, int]) -> int:
    """The corridor's last space, counted from the boulder's start at 0, from the lengths of its parts."""
    along_walls = length["boulder.head_start"] + length["walls.columns"] + length["corridor.walls_to_lava"]
    round_lava = 4 + 1 + 4 + 1 + 4  # three sides with a corner between two of them
    to_bridge = length["corridor.lava_to_river"] + length["river.entries"] + length["corridor.river_to_bridge"] + 1
    return along_walls + round_lava + to_bridge + length["bridge.detour"] + length["corridor.bridge_to_exit"]


def sun_corners(length: Mapping[str, int]) -> tuple[int, int]:
    """The two corners of the corridor where the boulder opens the ceiling."""
    first = length["boulder.head_start"] + length["walls.columns"] + length["corridor.walls_to_lava"] + 4 + 1
    return first, first + 5


def boulder_dice(turn: int) -> int:
    """One die more each turn, up to five."""
    return min(turn, CRUISING_DICE)


@cache
def boulder_by_turn(advances_on: int, last: int, turns: int) -> list[Chances]:
    """The boulder's space after each turn from 0 on: a convolution, stopped at the last space."""
    places: list[Chances] = [{0: Fraction(1)}]
    for turn in range(1, turns + 1):
        advance = binomial(boulder_dice(turn), at_least(advances_on))
        moved = ((min(at + far, last), p * q) for at, p in places[-1].items() for far, q in advance.items())
        places.append(tally(moved))
    return places


def boulder_reaches(space: int, advances_on: int, turns: int) -> Chances:
    """The turn in which the boulder reaches a space; all later turns count as turns + 1."""
    short_of_it = [1 - at.get(space, Fraction(0)) for at in boulder_by_turn(advances_on, space, turns)]
    return from_survival([Fraction(1), *short_of_it])


def walls_by_card(columns: int, cards: Sequence[int] = WALL_CARDS) -> list[Chances]:
    """Steps of the left and right wall after 0, 1, 2, ... cards, which are turned until the walls meet."""
    piles: list[Chances] = [{tuple(cards): Fraction(1)}]
    for _ in range(sum(cards)):
        drawn: list[tuple[Hashable, Fraction]] = []
        for pile, chance in piles[-1].items():
            if sum(wall_steps(cards, pile)) >= columns:
                drawn.append((pile, chance))
                continue
            for kind, count in enumerate(pile):
                rest = tuple(left - (i == kind) for i, left in enumerate(pile))
                drawn.append((rest, chance * Fraction(count, sum(pile))))
        piles.append(tally(drawn))
    return [image(pile, lambda left: wall_steps(cards, left)) for pile in piles]


def wall_steps(cards: Sequence[int], pile: Sequence[int]) -> tuple[int, int]:
    """Steps of both walls once only this pile of blank, left, right and both cards is left."""
    _blank, left, right, both = (all_ - rest for all_, rest in zip(cards, pile, strict=True))
    return left + both, right + both


def walls_after(turn: int, columns: int, a_turn: int = WALL_CARDS_A_TURN) -> Chances:
    """Steps of both walls after a turn."""
    by_card = walls_by_card(columns)
    return by_card[min(turn * a_turn, len(by_card) - 1)]


def walls_meet(columns: int, a_turn: int = WALL_CARDS_A_TURN) -> Chances:
    """The turn in which the walls meet; 0 if the deck runs out before."""
    met = [sum((p for steps, p in at.items() if sum(steps) >= columns), Fraction(0)) for at in walls_by_card(columns)]
    turns = [(-(-card // a_turn), met[card] - met[card - 1]) for card in range(1, len(met))]
    return tally([*turns, (0, 1 - met[-1])])


# --------------------------------------------------------------------------------------------------------- bridge


def planks_left(planks: int, load: int) -> Chances:
    """A die for each plank; the plank holds if the die shows at least the load."""
    return binomial(planks, at_least(load))


def planks_after(planks: int, loads: Sequence[int]) -> Chances:
    """Planks left after one test for each load; without planks nobody is there to make the next."""
    chances: Chances = {planks: Fraction(1)}
    for load in loads:
        chances = tally((left, p * q) for k, p in chances.items() for left, q in planks_left(k, load).items())
    return chances


# ---------------------------------------------------------------------------------------------------------- river

RiverPlan = Callable[[int, bool, bool], str]  # (ones, may pay, may swim) -> "fall", "pay" or "swim"


def never_pays(ones: int, pays: bool, swims: bool) -> str:
    return "fall"


def pays_first(ones: int, pays: bool, swims: bool) -> str:
    return "pay" if pays else "swim" if swims else "fall"


def swims_first(ones: int, pays: bool, swims: bool) -> str:
    return "swim" if swims else "pay" if pays else "fall"


def river_exit(dice: int, cards: int, swimming: bool, plan: RiverPlan) -> Chances:
    """Cards left to a swimmer who comes out, or DROWNED: one die a level, ones paid for with three cards each."""
    ones = binomial(dice, Fraction(1, 6))
    return tally((end, p * q) for k, p in ones.items() for end, q in _saved(k, cards, swimming, False, plan).items())


def _saved(ones: int, cards: int, swimming: bool, rerolled: bool, plan: RiverPlan) -> Chances:
    if ones == 0:
        return {cards: Fraction(1)}
    pays = not rerolled and cards >= 3 * ones
    choice = plan(ones, pays, swimming)
    if choice == "swim":
        return _saved(ones - 1, cards, False, rerolled, plan)
    if choice == "fall":
        return {DROWNED: Fraction(1)}
    left = cards - 3 * ones
    again = binomial(ones, Fraction(1, 6))
    return tally((end, p * q) for k, p in again.items() for end, q in _saved(k, left, swimming, True, plan).items())


def best_river_odds(ones: int, cards: int, swimming: bool, rerolled: bool = False) -> Fraction:
    """The best chance to come out after so many ones, whatever the swimmer does."""
    if ones == 0:
        return Fraction(1)
    odds = [Fraction(0)]
    if swimming:
        odds.append(best_river_odds(ones - 1, cards, False, rerolled))
    if not rerolled and cards >= 3 * ones:
        again = binomial(ones, Fraction(1, 6)).items()
        odds.append(sum((p * best_river_odds(k, cards - 3 * ones, swimming, True) for k, p in again), Fraction(0)))
    return max(odds)


# ---------------------------------------------------------------------------------------------------------- locks


@cache
def rolls_of(dice: int) -> dict[Dice, Fraction]:
    """What so many dice show, in ascending order."""
    return enumerated(tuple(sorted(roll)) for roll in product(FACES, repeat=dice))


def missing(dice: Dice, numbers: int) -> int:
    """How many of 1, 2, ..., numbers do not show."""
    return sum(number not in dice for number in range(1, numbers + 1))


@cache
def subsets(dice: Dice) -> tuple[Dice, ...]:
    """All ways to keep some of the dice, but never all."""
    kept = {tuple(die for die, keep in zip(dice, bits, strict=True) if keep) for bits in product((0, 1), repeat=5)}
    return tuple(sorted((row for row in kept if len(row) < LOCK_DICE), key=len, reverse=True))


class Lock:
    """A lock that wants the numbers 1 to n, picked with the dice kept that open it most often.

    `opens[r][dice]` is the best chance with r rolls left, over all ways to keep dice; `keeps[r][dice]` one best way.
    With Lock Picking (`forced`) one number may be missing.
    """

    def __init__(self, numbers: int, rolls: int, forced: bool = False):
        self.numbers, self.allowed = numbers, int(forced)
        self.opens: list[dict[Dice, Fraction]] = [{dice: Fraction(self.open(dice)) for dice in rolls_of(LOCK_DICE)}]
        self.keeps: list[dict[Dice, Dice]] = [{}]
        for _ in range(rolls):
            self._look_ahead()

    def open(self, dice: Dice) -> bool:
        return missing(dice, self.numbers) <= self.allowed

    def _look_ahead(self) -> None:
        after = self.opens[-1]
        kept_rows = {row for dice in after for row in subsets(dice)}
        hope = {
            kept: sum(
                (p * after[tuple(sorted(kept + roll))] for roll, p in rolls_of(5 - len(kept)).items()), Fraction(0)
            )
            for kept in kept_rows
        }
        best = {dice: max(subsets(dice), key=hope.__getitem__) for dice in after}
        self.keeps.append(best)
        self.opens.append({dice: Fraction(1) if self.open(dice) else hope[best[dice]] for dice in after})

    def chance(self, rolls: int) -> Fraction:
        """The best chance to open within so many rolls."""
        return sum((p * self.opens[rolls - 1][dice] for dice, p in rolls_of(LOCK_DICE).items()), Fraction(0))

    def opening_roll(self, rolls: int) -> Chances:
        """The roll that opens if dice are kept for the best chance within so many rolls; 0 if none does."""
        shut: Chances = dict(rolls_of(LOCK_DICE))
        opened: Chances = {}
        for roll in range(1, rolls + 1):
            opened[roll] = sum((p for dice, p in shut.items() if self.open(dice)), Fraction(0))
            shut = {dice: p for dice, p in shut.items() if not self.open(dice)}
            if roll < rolls:
                kept_rows = tally((self.keeps[rolls - roll][dice], p) for dice, p in shut.items())
                shut = tally(
                    (tuple(sorted(kept + again)), p * q)
                    for kept, p in kept_rows.items()
                    for again, q in rolls_of(LOCK_DICE - len(kept)).items()
                )
        return {**opened, 0: 1 - sum(opened.values(), Fraction(0))}


def opening_roll_without_keeping(numbers: int, rolls: int) -> Chances:
    """The roll that opens if all five dice are rolled each time; 0 if none does."""
    once = sum((p for dice, p in rolls_of(LOCK_DICE).items() if not missing(dice, numbers)), Fraction(0))
    opened = {roll: (1 - once) ** (roll - 1) * once for roll in range(1, rolls + 1)}
    return {**opened, 0: (1 - once) ** rolls}


# ------------------------------------------------------------------------------------------------ lava and treasure


def lava_survival(known: int, slabs: int, traps: int = TRAPS) -> Fraction:
    """All of so many slabs hold, chosen anyhow among those not known to be trapped."""
    unknown = GLYPHS - known
    return Fraction(comb(unknown - slabs, traps - known), comb(unknown, traps - known))


def slabs_that_hold(known: int, slabs: int, traps: int = TRAPS) -> Chances:
    """Slabs entered safely before the first that collapses, out of so many."""
    return from_survival([lava_survival(known, safe, traps) for safe in range(slabs + 1)])


def treasure_found(deck: Sequence[int], cards: int) -> Chances:
    """(value without caskets, caskets) of the first cards of a shuffled deck, card after card."""
    hands: Chances = {(tuple(deck), 0, 0): Fraction(1)}
    for _ in range(cards):
        hands = tally(
            (
                (tuple(n - (i == kind) for i, n in enumerate(pile)), value + kind, caskets + (kind == 0)),
                p * Fraction(count, sum(pile)),
            )
            for (pile, value, caskets), p in hands.items()
            for kind, count in enumerate(pile)
        )
    return image(hands, lambda hand: hand[1:])


def casket_values(caskets: int) -> Chances:
    """A die for each casket."""
    return enumerated(sum(roll) for roll in product(FACES, repeat=caskets))
