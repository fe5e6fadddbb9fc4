"""The nudges of Archaeology: what a seat can be given, lose or be forbidden, to measure what it is worth."""

from enum import IntEnum

from digsite.simulator.game.nudges import Nudge, numbered
from digsite.simulator.game.wording import a, name_in_words
from digsite.simulator.games.archaeology.rules import TREASURES
from digsite.simulator.kernel.play.marks import FIRST_OWN


class Code(IntEnum):
    """Numbers of the nudges, carried out by `moves/nudges.py`. A card of each treasure comes first."""

    TREASURE = FIRST_OWN
    TENT = FIRST_OWN + len(TREASURES)
    NO_EXPLORING = FIRST_OWN + len(TREASURES) + 1
    NO_TRADING = FIRST_OWN + len(TREASURES) + 2


class Ban(IntEnum):
    """What a seat can be forbidden, as bits."""

    EXPLORE = 1
    TRADE = 2


def _card(kind: int, treasure: str) -> Nudge:
    words = name_in_words(treasure).replace("pharaohs", "pharaoh's")
    return Nudge(
        treasure.replace("_", "-"),
        f"gets {a(words)} from the bottom of the dig site",
        Code.TREASURE + kind,
        f"puts {a(words)} under the dig site",
        least=-1,
        counted=f"cards of this treasure ({words})",
        called=a(words),
    )


NUDGES = numbered(
    [
        *(_card(kind, treasure) for kind, treasure in enumerate(TREASURES)),
        Nudge(
            "tent", "gets another use of the tent", Code.TENT, "loses a use of the tent", least=-1, counted="uses of the tent",
            called="a use of the tent",
        ),
        Nudge(
            "no-exploring", "may not explore the monument any more", Code.NO_EXPLORING, counted="maps", raises=False,
            manner="forbids", called="exploring",
        ),
        Nudge(
            "no-trading", "may not trade with the marketplace any more", Code.NO_TRADING, manner="forbids", called="trading",
        ),
    ]
)  # fmt: skip
WATCHED: dict[str, str] = {}
