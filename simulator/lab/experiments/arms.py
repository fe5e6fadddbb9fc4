"""Playing an experiment: its arms alternately, part by part, into one folder."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from digsite.simulator.lab.common.progress import Count
from digsite.simulator.lab.common.running import Running, announce_changes, announce_compiling, announce_strangers
from digsite.simulator.lab.common.stores import open_store
from digsite.simulator.lab.common.uniform_line_ups import warn_of_uniform_line_ups
from digsite.simulator.play.backends import Backend, Threads
from digsite.simulator.play.plan import Plan, PlanArguments, make_plan
from digsite.simulator.runs.experiment import Experiment, read_together
from digsite.simulator.runs.folder.experiment_store import Design, ExperimentStore, part_games
from digsite.simulator.runs.provenance import provenance
from digsite.simulator.runs.run import Run
from digsite.simulator.runs.writer import write_parts

if TYPE_CHECKING:
    import numpy as np

_LONGEST_NAME = 80


def arm_plan(game: Path | str, games: int, **arguments: Unpack[PlanArguments]) -> Plan:
    """Return the plan of an arm: no events are recorded, and the parts are small."""
    return in_small_parts(make_plan(game, games, events=0, **arguments))


def in_small_parts(plan: Plan) -> Plan:
    """Return the plan with the parts of an arm."""
    return plan if plan.thinking else replace(plan, part_games=part_games(plan.rotations))


def with_common_part_size(design: Design) -> Design:
    """Return the arms with parts of one size; look-ahead players have smaller ones."""
    least = min(plan.part_games for plan in design.arms.values())
    return replace(design, arms={name: replace(plan, part_games=least) for name, plan in design.arms.items()})


class ExperimentPlay:
    """An experiment being played: its folder, and its arms part by part."""

    def __init__(self, design: Design, folder: Path, running: Running, command: str, anew: bool = False):
        """Prepare the experiment; the command is saved with it, so that it can be repeated.

        `anew` allows a folder that belongs to the experiment but has no experiment.json yet.
        """
        self.design, self.folder = with_common_part_size(design), folder
        self._running = running
        self.game, self.progress = design.plan.definition, running.progress
        about = {"command": command, **provenance(self.game)}
        announce_changes(self.game, self.progress)
        announce_strangers(design.arms.values(), self.progress)
        self.store = ExperimentStore(folder, self.design, about, anew)
        self.on: Backend = Threads(running.threads)  # until it is played

    def play(
        self,
        until: Callable[["ExperimentPlay"], None] | None = None,
        ends: float | None = None,
        most: int | None = None,
    ) -> Experiment:
        """Play all arms to the end, or let `until` choose the parts.

        ends: its time limit, if it has one.
        most: the games that it may choose at most; by default those of all arms.
        """
        with (
            self._running.backend() as self.on,
            open_store(self.store, "experiment", most or self.design.games, self._running),
        ):
            left = self.store.games_left
            if left:
                announce_compiling(self.game, self.progress, self.on)
                warn_of_uniform_line_ups(self.game, self.design.arms.values(), self.progress, self.on)
            self._done, self._at_most, self._ends = self.design.games - left, until is not None, ends
            self._most = self.design.games if most is None else most
            self.count_anew()
            until(self) if until else self._write(None)
            self.store.finish()
        return Experiment(self.folder)

    def count_anew(self) -> None:
        """Count the games of the experiment on the progress line, also after those of a pilot."""
        self._count = Count(
            self.progress, self._most, self._done, at_most=self._at_most, ends=self._ends
        )  # fmt: skip

    def batches(self, columns: Iterable[str] = ()) -> "Iterator[list[np.ndarray]]":
        """Yield the rows of all arms, batch by batch; a part is played when its rows are needed."""
        named = list(columns)
        for part in range(self.design.plan.parts):
            self.play_part(part)
            yield from read_together([Run(store.folder) for store in self.store.arms.values()], [part], named)

    def batches_of(
        self, names: Sequence[str], parts: range, columns: Iterable[str] = ()
    ) -> "Iterator[list[np.ndarray]]":
        """Yield the rows of some arms in a range of parts, batch by batch, after playing what is missing of them."""
        write_parts(self.store.missing(parts, names), self.on, self._count)
        runs = [Run(self.store.arms[name].folder) for name in names]
        yield from read_together(runs, parts, list(columns))

    def play_part(self, part: int) -> None:
        """Play one part of every arm, unless it is there."""
        self._write([part])

    def _write(self, parts: Iterable[int] | None) -> None:
        write_parts(self.store.missing(parts), self.on, self._count)


def arm_names(texts: Iterable[str]) -> list[str]:
    """Return distinct folder names for the arms that these texts describe.

    >>> arm_names(["cards.hand=7", "rusher:tempo=7 cautious", "rusher tempo=7 cautious"])
    ['cards.hand=7', 'rusher-tempo=7-cautious', 'rusher-tempo=7-cautious-2']
    """
    names: list[str] = []
    for text in texts:
        name = plain = re.sub(r"[^\w.,=+]+", "-", text)[:_LONGEST_NAME].strip("-.")
        twins = 1
        while name.lower() in (known.lower() for known in names):
            twins += 1
            name = f"{plain}-{twins}"
        names.append(name)
    return names
