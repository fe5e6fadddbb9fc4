"""What a check finds: a fault, a note or a remark in words, and the game in which it is seen again."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, Self

from digsite.simulator.commands import Command
from digsite.simulator.play.plan import setting_texts

# fault: the game is wrong; note: it may be; remark: what a check looked at.
Weight = Literal["fault", "note", "remark"]
RUN = "runs/fault"  # where the run of a spot's command is written


@dataclass(frozen=True)
class Spot:
    """A game that can be played again, as plain data.

    game:     its name on a command line.
    players:  a strategy for each seat.
    seed:     the seed of the run that it is a game of.
    number:   its number in that run.
    variants: the variants it is played with.
    settings: changed figures by key.
    plugins:  files of plug-ins that its players come from.
    """

    game: str
    players: tuple[str, ...]
    seed: int
    number: int
    variants: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    plugins: tuple[str, ...] = ()

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Return the spot from plain data."""
        listed = {name: tuple(data[name]) for name in ("players", "variants", "plugins")}
        return cls(**{**data, **listed})

    @property
    def words(self) -> str:
        """Return which game it is, as part of a sentence."""
        rules = [*self.variants, *setting_texts(self.settings)]
        return f"game {self.number} of {', '.join(self.players)}{f' with {chr(44).join(rules)}' if rules else ''}"

    @property
    def commands(self) -> list[Command]:
        """Return the commands that play the run up to this game and narrate it."""
        decides = {"seats": self.players, "variants": self.variants, "settings": setting_texts(self.settings)}
        plays = Command(
            "simulate", self.game, games=self.number + 1, seed=self.seed, plugins=self.plugins, out=RUN, **decides
        )
        return [plays, Command("replay", RUN, game=self.number)]


@dataclass(frozen=True)
class Problem:
    """One thing that a check found.

    sentence: what is wrong.
    check:    the check that found it.
    place:    the field, or the file and line, that it is about.
    spot:     the game in which it is seen.
    kind:     what tells it from other problems of the check; by default its place.
    stopped:  whether code stopped or never came back; plain Python may tell where.
    """

    sentence: str
    check: str = ""
    place: str = ""
    spot: Spot | None = None
    weight: Weight = "fault"
    kind: str = ""
    stopped: bool = False

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Return the problem from plain data."""
        return cls(**{**data, "spot": Spot.from_dict(data["spot"]) if data["spot"] else None})

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)

    @property
    def key(self) -> tuple[str, str]:
        """Return what two sightings of the same problem have in common, whichever checks find it."""
        return self.weight, self.kind or self.place or self.sentence


def faults(problems: Iterable[Problem]) -> list[Problem]:
    """Return the faults among problems."""
    return [problem for problem in problems if problem.weight == "fault"]
