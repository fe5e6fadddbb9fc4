"""The nudges of Arnak: what a seat can be given, lose or be forbidden, to measure what it is worth."""

from enum import IntEnum

from digsite.simulator.game.nudges import Nudge, numbered
from digsite.simulator.game.wording import a
from digsite.simulator.games.arnak.ops import RESOURCES
from digsite.simulator.kernel.play.marks import FIRST_OWN


class Code(IntEnum):
    """Numbers of the nudges, carried out by `moves/nudges.py`. A token of each resource comes first."""

    RESOURCE = FIRST_OWN
    FEAR = FIRST_OWN + len(RESOURCES)
    IDOL = FIRST_OWN + len(RESOURCES) + 1
    NO_DISCOVERING = FIRST_OWN + len(RESOURCES) + 2
    NO_BUYING = FIRST_OWN + len(RESOURCES) + 3
    NO_RESEARCHING = FIRST_OWN + len(RESOURCES) + 4
    NO_OVERCOMING = FIRST_OWN + len(RESOURCES) + 5


class Ban(IntEnum):
    """What a seat can be forbidden, as bits."""

    DISCOVER = 1
    BUY = 2
    RESEARCH = 4
    OVERCOME = 8


def _token(number: int, resource: str) -> Nudge:
    return Nudge(
        resource,
        f"gets {a(resource)}",
        Code.RESOURCE + number,
        f"loses {a(resource)}",
        least=-1,
        counted=f"{resource}es" if resource.endswith("s") else f"{resource}s",
        called=a(resource),
    )


NUDGES = numbered(
    [
        *(_token(number, resource) for number, resource in enumerate(RESOURCES)),
        Nudge("fear", "gets a Fear card into the play area", Code.FEAR, "exiles a Fear card of the play area", least=-1, manner="burdens", called="being spared a Fear card", gained="a Fear card more", lost="a Fear card less"),
        Nudge("idol", "gets an idol", Code.IDOL, counted="idols in the crates", called="an idol"),
        Nudge("no-discovering", "may not discover sites any more", Code.NO_DISCOVERING, manner="forbids", called="discovering"),
        Nudge("no-buying", "may not buy cards any more", Code.NO_BUYING, manner="forbids", called="buying"),
        Nudge("no-researching", "may not research any more", Code.NO_RESEARCHING, manner="forbids", called="researching"),
        Nudge("no-overcoming", "may not overcome guardians any more", Code.NO_OVERCOMING, manner="forbids", called="overcoming guardians"),
    ]
)  # fmt: skip
WATCHED: dict[str, str] = {"lost_temple": "reach the Lost Temple"}
