"""What is known exactly of High roll, by plain counting that shares nothing with the game."""

from itertools import product
from pathlib import Path

HIGH_ROLL = Path(__file__).parent / "high_roll"


def first_wins(
    faces: int = 12, first: int = 2, second: int = 0, luck: float = 0.0, gift: int = 4, last: bool = False
) -> float:
    """How often the first seat wins, a shared win counted as half of one."""
    won = 0.0
    for mine, theirs in product(range(1, faces + 1), repeat=2):
        for given, chance in ((0, 1 - luck), (gift, luck)):
            ahead = mine + first - theirs - second - given
            won += chance * (1.0 if ahead > 0 else (0.0 if last else 0.5) * (ahead == 0))
    return won / faces**2
