"""Pig between two players who hold after every roll that is no bust: what a head start is worth, exactly.

Plain arithmetic that shares nothing with the game: a turn brings 2 to 6 points with a sixth each, or none with a sixth.
"""

from functools import cache

FACES = range(2, 7)


class KnownPig:
    """The chances of a game that ends at `target`."""

    def __init__(self, target: int):
        self.target = target
        self.chance = cache(self._chance)

    def _after_roll(self, own: int, rival: int) -> float:
        """The mover's chance to win, but for the sixth in which nothing is gained."""
        wins = (1.0 if own + face >= self.target else 1 - self.chance(rival, own + face) for face in FACES)
        return sum(wins) / 6

    def _chance(self, own: int, rival: int) -> float:
        """The chance to win of the player whose turn it is; two busts in a row lead back to the same position."""
        mine, theirs = self._after_roll(own, rival), self._after_roll(rival, own)
        return (mine + (1 - theirs - 1 / 6) / 6) / (1 - 1 / 36)

    def worth(self, points: int, turns: int) -> float:
        """What so many points change in the chance to win, at a random one of the first own turns of a random seat."""
        total = reached = 0.0
        positions = {(0, 0): 1.0}  # (mover's points, the other's), and how probable the game is there
        for _ in range(2 * turns):  # seat 1 and seat 2 in turn
            for (own, rival), probable in positions.items():
                if own + points < self.target:
                    total += probable * (self.chance(own + points, rival) - self.chance(own, rival))
                    reached += probable
            positions = self._next(positions)
        return total / reached

    def _next(self, positions: dict[tuple[int, int], float]) -> dict[tuple[int, int], float]:
        after: dict[tuple[int, int], float] = {}
        for (own, rival), probable in positions.items():
            for gained in (0, *FACES):
                if own + gained < self.target:
                    key = (rival, own + gained)
                    after[key] = after.get(key, 0.0) + probable / 6
        return after
