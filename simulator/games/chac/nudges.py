"""The nudges of the Temple of Chac: what a seat can be given, lose or be forbidden, to measure what it is worth."""

from enum import IntEnum

from digsite.simulator.game.nudges import Nudge, numbered
from digsite.simulator.game.wording import name_in_words
from digsite.simulator.kernel.play.marks import FIRST_OWN

ABILITIES = ("sprint", "stamina", "linguistics", "swimming", "lock_picking", "leap")  # in the order of `state.Ability`
MOST_CARDS = 30


class Code(IntEnum):
    """Numbers of the nudges, carried out by `moves/nudges.py`. The abilities come first."""

    ABILITY = FIRST_OWN
    CARD = FIRST_OWN + len(ABILITIES)
    SPACE = FIRST_OWN + len(ABILITIES) + 1
    CLUE = FIRST_OWN + len(ABILITIES) + 2
    NO_SEARCH = FIRST_OWN + len(ABILITIES) + 3


def _ability(at: int, name: str) -> Nudge:
    words = name_in_words(name).title()
    return Nudge(
        name.replace("_", "-"),
        f"goes on with {words}, unused, instead of the adventurer's own ability",
        Code.ABILITY + at,
        f"cannot use {words} any more",
        least=-1,
        manner="swaps",
        called=words,
        gained=f"{words} instead of the adventurer's own ability",
        lost=f"{words} no more",
    )


NUDGES = numbered(
    [
        Nudge(
            "card", "gets the last treasure card of a random deck", Code.CARD,
            "puts a random treasure card back under its deck", least=-1, counted="cards", called="a treasure card",
        ),
        Nudge("space", "is moved a space ahead", Code.SPACE, called="a space", gained="a space further ahead"),
        Nudge("clue", "learns a clue that the player does not know yet", Code.CLUE, counted="clues", called="a clue"),
        Nudge(
            "no-search", "may not search any more once {amount} cards have been found", Code.NO_SEARCH,
            usual=(4, 6, 8, 10), least=0, most=MOST_CARDS, counted="cards", raises=False, manner="forbids",
            called="searching beyond {number} cards",
        ),
        *(_ability(at, name) for at, name in enumerate(ABILITIES)),
    ]
)  # fmt: skip
WATCHED = {"escaped": "escape"}
