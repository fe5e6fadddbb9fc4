"""The nudges of Lost Cities: what a seat can be given or lose, to measure what it is worth."""

from enum import IntEnum

from digsite.simulator.game.nudges import Nudge, numbered
from digsite.simulator.kernel.play.marks import FIRST_OWN


class Code(IntEnum):
    """Numbers of the nudges, carried out by `moves/nudges.py`."""

    TOKEN = FIRST_OWN
    CARD = FIRST_OWN + 1
    STEP = FIRST_OWN + 2
    RESEARCHER = FIRST_OWN + 3


NUDGES = numbered(
    [
        Nudge(
            "token", "gets an artifact token", Code.TOKEN, "loses an artifact token", least=-1, counted="artifacts",
            column="artifacts", called="an artifact token",
        ),
        Nudge(
            "card", "gets the draw pile's last card, one more than a full hand for the rest of the expedition", Code.CARD,
            "puts a random card of the hand under the draw pile, one less than a full hand for the rest of the expedition",
            least=-1, called="a card in hand", gained="one more card in hand", lost="one fewer card in hand",
        ),
        Nudge(
            "step", "has a random explorer moved a stone on", Code.STEP, counted="explorers on the paths", raises=False,
            called="a step of an explorer", gained="a random explorer a stone further",
        ),
        Nudge(
            "researcher", "has the researcher moved a stone on", Code.RESEARCHER, counted="stones passed by the researcher",
            called="a step of the researcher", gained="the researcher a stone further",
        ),
    ]
)  # fmt: skip
WATCHED: dict[str, str] = {}
