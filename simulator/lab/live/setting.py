"""What a page of the lab has set: a game, who plays it, the changed figures and the luck. It can be shared as a text."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self

from digsite.simulator.errors import WrongUse
from digsite.simulator.lab.experiments.arms import arm_plan
from digsite.simulator.play.arguments import seed_of, text_of
from digsite.simulator.play.plan import Plan, with_figures
from digsite.strategies.plugins.load import Source

MOST_TEXT = 20_000  # characters of a shared setting


@dataclass(frozen=True)
class Setting:
    """A game, a line-up, the changed figures and the seed.

    game:    as a command line names it.
    seats:   a strategy for each seat.
    patch:   the changed figures with their values.
    seed:    the luck; a shared setting meets the same deals.
    plugins: the sources of plug-ins that were named at the start.
    """

    game: str
    seats: tuple[str, ...]
    patch: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 1
    plugins: tuple[Source, ...] = ()

    @cached_property
    def published(self) -> Plan:
        """Return the plan of the published rules."""
        return arm_plan(
            self.game, 1, players=len(self.seats), seats=list(self.seats), seed=self.seed, plugins=list(self.plugins)
        )

    @cached_property
    def changed(self) -> Plan:
        """Return the plan of the changed rules; raise `WrongUse` if the figures cannot go together."""
        return with_figures(self.published, self.patch) if self.patch else self.published

    def without_patch(self) -> Self:
        """Return the same players and luck under the published rules."""
        return replace(self, patch={})

    def text(self) -> str:
        """Return the setting as a text for an address; plug-ins are not part of it."""
        said = {"game": self.game, "seats": self.seats, "patch": dict(self.patch), "seed": self.seed}
        return json.dumps(said, separators=(",", ":"))

    @classmethod
    def read(cls, text: str, plugins: tuple[Source, ...] = ()) -> Self:
        """Return the setting that a text holds; raise `WrongUse` for one that holds none."""
        try:
            data = json.loads(text) if len(text) <= MOST_TEXT else None
        except ValueError:
            data = None
        if not isinstance(data, dict):
            raise WrongUse("This address holds no setting of the lab.")
        return cls.of(data, plugins)

    @classmethod
    def of(cls, data: Mapping[str, Any], plugins: tuple[Source, ...] = ()) -> Self:
        """Return the setting of plain data, such as a page sends."""
        seats, patch = data.get("seats"), data.get("patch", {})
        if not isinstance(seats, list | tuple) or not seats or not all(isinstance(one, str) for one in seats):
            raise WrongUse("A setting needs a strategy for each seat.")
        if not isinstance(patch, Mapping) or not all(isinstance(key, str) for key in patch):
            raise WrongUse("The changed figures of a setting are names with values.")
        return cls(text_of("game", data.get("game")), tuple(seats), dict(patch), seed_of(data.get("seed", 1)), plugins)
