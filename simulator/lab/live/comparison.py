"""A claim about a setting: an ordinary comparison with the published rules on fresh seeds, in a folder of its own."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from digsite.simulator.errors import WrongUse
from digsite.simulator.lab.common.progress import Progress
from digsite.simulator.lab.experiments.compare import compare
from digsite.simulator.lab.live.commands import MARGIN
from digsite.simulator.lab.live.growth import Stop
from digsite.simulator.lab.live.setting import Setting
from digsite.simulator.play.arguments import seed_of

if TYPE_CHECKING:
    from digsite.analyses.result import Finding

MOST_FINDINGS = 3
Say = Callable[[str, float], None]


@dataclass(frozen=True)
class Claim:
    """What a comparison found: its strongest findings, and the folder with all of it."""

    findings: list[str]
    folder: str


class _Steps(Progress):
    """Reports how far a comparison is, and ends it once it is no longer wanted."""

    def __init__(self, stop: Stop, say: Say):
        self._stop, self._say = stop, say

    def working(self, what: str, done: int = 0, total: int | None = None) -> None:
        """Report a step."""
        self._stop.check()
        self._say(f"{what} …", done / total if total else 0.0)

    def played(self, done: int, total: int) -> None:
        """Report the games that are played."""
        self._stop.check()
        self._say(f"{done:,} games played", done / total if total and not self.at_most else 0.0)


def claim(setting: Setting, seed: int, threads: int | None, stop: Stop, say: Say) -> Claim:
    """Compare a setting with the published rules until a change of a win rate by the margin is decided.

    seed: of fresh luck, which is not the setting's. `say` gets a line and how much is done, 0 where that is unknown.
    Raises `Stopped` when it is no longer wanted; the same command goes on with its folder.
    """
    if seed_of(seed) == setting.seed:
        raise WrongUse("A claim needs fresh luck: choose another seed than the lab's.")
    shown = compare(
        setting.game, margin=MARGIN, players=len(setting.seats), seats=list(setting.seats), settings=dict(setting.patch),
        plugins=list(setting.plugins), seed=seed, threads=threads, resume=False, progress=_Steps(stop, say),
    )  # fmt: skip
    return Claim([one.sentence for one in _strongest(shown.result.ranked)], str(shown.folder))


def _strongest(findings: "list[Finding]") -> "list[Finding]":
    """Return what is decided, the strongest first; if nothing is, the first finding, which says so."""
    decided = [one for one in findings if one.certainty in ("certain", "likely")]
    return decided[:MOST_FINDINGS] or findings[:1]
