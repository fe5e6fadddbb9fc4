"""What is known exactly of Pig and Kuhn poker, by plain arithmetic that shares nothing with the games."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import permutations

import numpy as np

# ---------------------------------------------------------------------------------------------- Kuhn poker

JACK, QUEEN, KING = range(3)
START, PASSED, BET, PASSED_BET = range(4)
Bets = Callable[[int, int], Fraction]  # how often a player bets, by its card and what has been said


def in_equilibrium(bluff: Fraction) -> Bets:
    """The equilibrium strategy of Kuhn's paper, both players'."""
    third = Fraction(1, 3)
    table = {
        START: (bluff, Fraction(0), 3 * bluff),
        PASSED: (third, Fraction(0), Fraction(1)),
        BET: (Fraction(0), third, Fraction(1)),
        PASSED_BET: (Fraction(0), bluff + third, Fraction(1)),
    }
    return lambda card, said: table[said][card]


def timid(card: int, _said: int) -> Fraction:
    """Bets with the king alone."""
    return Fraction(card == KING)


def kuhn_value(first: Bets, second: Bets) -> Fraction:
    """What the first player wins on average, in chips."""
    total = Fraction(0)
    for mine, theirs, _ in permutations((JACK, QUEEN, KING)):
        sign = 1 if mine > theirs else -1
        bet, call = first(mine, START), second(theirs, BET)
        after_bet = call * 2 * sign + (1 - call)
        raised, answer = second(theirs, PASSED), first(mine, PASSED_BET)
        after_pass = raised * (answer * 2 * sign - (1 - answer)) + (1 - raised) * sign
        total += bet * after_bet + (1 - bet) * after_pass
    return total / 6


# ----------------------------------------------------------------------------------------------------- Pig


class PigRace:
    """Pig for two with a target and a die: win chances of strategies that hold at a number, and of the best play."""

    def __init__(self, target: int = 20, faces: int = 6):
        self.target, self.faces = target, faces

    def chance(self, mine: int, theirs: int) -> float:
        """The first player's chance to win; both hold at their number, or when it wins."""
        turns = {"mine": self._turn(mine), "theirs": self._turn(theirs)}
        size = self.target
        # unknowns: my chance when I am about to roll, and when the rival is, at each pair of banked points
        index = {
            key: at
            for at, key in enumerate((who, own, other) for who in turns for own in range(size) for other in range(size))
        }
        left, right = np.eye(len(index)), np.zeros(len(index))
        for (who, own, other), row in index.items():
            next_one = "theirs" if who == "mine" else "mine"
            banked = own if who == "mine" else other
            for points, chance in turns[who](banked).items():
                if banked + points >= self.target:
                    right[row] += chance * (who == "mine")
                    continue
                after = (own + points, other) if who == "mine" else (own, other + points)
                left[row, index[(next_one, *after)]] -= chance
        return float(np.linalg.solve(left, right)[index[("mine", 0, 0)]])

    def _turn(self, enough: int) -> Callable[[int], dict[int, float]]:
        """The chances of each number of points that a turn brings, by the points in the bank."""

        @cache
        def outcome(banked: int) -> dict[int, float]:
            found: dict[int, float] = {}

            def roll(kept: int, chance: float) -> None:
                found[0] = found.get(0, 0.0) + chance / self.faces
                for face in range(2, self.faces + 1):
                    after, here = kept + face, chance / self.faces
                    if after >= enough or banked + after >= self.target:
                        found[after] = found.get(after, 0.0) + here
                    else:
                        roll(after, here)

            roll(0, 1.0)
            return found

        return outcome

    def best(self, rounds: int = 200) -> np.ndarray:
        """The mover's chance under the best play of both, by its points, the rival's and those of the turn."""
        size = self.target
        value = np.zeros((size, size, size + self.faces))
        for _ in range(rounds):
            before = value.copy()
            for mine in range(size):
                for kept in range(size - mine - 1, -1, -1):
                    value[mine, :, kept] = np.maximum(self.rolled(value, mine, kept), self.held(value, mine, kept))
            if np.abs(value - before).max() < 1e-9:
                break
        return value

    def rolled(self, value: np.ndarray, mine: int, kept: int) -> np.ndarray:
        """The chance after another roll, by the rival's points."""
        total = 1 - value[:, mine, 0]
        for face in range(2, self.faces + 1):
            total += 1.0 if mine + kept + face >= self.target else value[mine, :, kept + face]
        return total / self.faces

    def held(self, value: np.ndarray, mine: int, kept: int) -> np.ndarray:
        """The chance after holding, which needs points to bank, by the rival's points."""
        return 1.0 - value[:, mine + kept, 0] if kept else np.zeros(self.target)

    def bands(self, value: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The points of a turn from which the best play holds, and from which it rolls again, by the points of both.

        Between these it holds, elsewhere it rolls; the target stands for never.
        """
        first = np.full((self.target, self.target), self.target)
        last = first.copy()
        for mine in range(self.target):
            for kept in range(self.target - mine - 1, 0, -1):
                holds = self.held(value, mine, kept) > self.rolled(value, mine, kept) + 1e-12
                last[mine] = np.where(holds & (first[mine] == self.target), kept + 1, last[mine])
                assert (~holds | (first[mine] == self.target) | (first[mine] == kept + 1)).all()  # a single band
                first[mine] = np.where(holds, kept, first[mine])
        return first, last
