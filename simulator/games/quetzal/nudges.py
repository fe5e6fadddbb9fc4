"""The nudges of Quetzal: what a seat can be given, lose or be forbidden, to measure what it is worth."""

from enum import IntEnum

from digsite.simulator.game.nudges import Nudge, numbered
from digsite.simulator.game.wording import a
from digsite.simulator.games.quetzal.ops import TYPES
from digsite.simulator.games.quetzal.rules import UPGRADE_KINDS, UPGRADE_NAMES, UPGRADES
from digsite.simulator.kernel.play.marks import FIRST_OWN

GIVEN_UPGRADES = UPGRADE_KINDS - 1  # the permanent ones


class Code(IntEnum):
    """Numbers of the nudges, carried out by `moves/nudges.py`. A card of each type and each upgrade come first."""

    ARTIFACT = FIRST_OWN
    UPGRADE = FIRST_OWN + len(TYPES)
    COINS = FIRST_OWN + len(TYPES) + GIVEN_UPGRADES
    ON_ITS_SIDE = FIRST_OWN + len(TYPES) + GIVEN_UPGRADES + 1
    NO_PLACE = FIRST_OWN + len(TYPES) + GIVEN_UPGRADES + 2


class Ban(IntEnum):
    """Places that a seat can be forbidden, as bits."""

    STELA = 1
    TEMPLE = 2
    SURROUNDINGS = 4
    BLACK_MARKET = 8
    VILLAGE = 16
    HARBOUR = 32
    SHIPS = 64


_PLACES = (
    "the Stela of Knowledge", "the Temple", "the Quarry, the Small Temple and the Ruins", "the Black Market",
    "the Village", "the Harbour Master's Office", "the ships",
)  # fmt: skip


def _card(number: int, name: str) -> Nudge:
    thing = f"{name} card" if name == "pottery" else name
    return Nudge(
        name, f"gets {a(thing)} from the bottom of the deck", Code.ARTIFACT + number,
        f"puts {a(thing)} under the deck", least=-1, counted=f"cards of this type ({name})", called=a(thing),
    )  # fmt: skip


def _upgrade(number: int, name: str) -> Nudge:
    said = UPGRADE_NAMES[number]
    return Nudge(
        name.replace("_", "-"), f'gets the upgrade "{said}" from the bottom of the pile', Code.UPGRADE + number,
        counted=f'upgrades "{said}"', called=f'the upgrade "{said}"',
    )  # fmt: skip


def _ban(number: int, ban: Ban) -> Nudge:
    name = f"no-{ban.name.lower().replace('_', '-')}"
    return Nudge(
        name,
        f"may not go to {_PLACES[number]} any more",
        Code.NO_PLACE + number,
        manner="forbids",
        called=f"visits to {_PLACES[number]}",
    )


NUDGES = numbered(
    [
        *(_card(number, name) for number, name in enumerate(TYPES)),
        *(_upgrade(number, name) for number, name in enumerate(UPGRADES[:GIVEN_UPGRADES])),
        Nudge("coins", "gets {amount} coins", Code.COINS, "loses {amount} coins", (3,), -3, 20, counted="coins", called="{number} coins"),
        Nudge("on-its-side", "turns a black or white meeple of the pool on its side, so that it counts as either",
              Code.ON_ITS_SIDE, counted="meeples on the side or standing", manner="swaps",
              called="a meeple on its side", gained="a meeple turned on its side"),
        *(_ban(number, ban) for number, ban in enumerate(Ban)),
    ]
)  # fmt: skip
WATCHED: dict[str, str] = {}
