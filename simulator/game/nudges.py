"""Nudges as a game declares them: what one seat can be given, denied or deprived of, in words (no numba here).

A game has a `nudges.py` with the enum `Code`, numbered from `FIRST_OWN`, and a table `NUDGES`; each is carried out by a
rule in its `moves/nudges.py`. Every game has two more: `nothing`, by which the experiment checks itself, and `points`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from digsite.simulator.errors import WrongUse, unique_names, unknown
from digsite.simulator.game.wording import name_in_words, number
from digsite.simulator.kernel.play.marks import FIRST_OWN, NOTHING, POINTS, WITHOUT

MOST_POINTS = 1_000_000
Manner: TypeAlias = Literal["gives", "forbids", "swaps", "burdens"]


@dataclass(frozen=True)
class Nudge:
    """One change to a seat.

    name:    the name that users type.
    about:   the change, as a clause whose subject is the seat's player: "gets {amount} points".
    taken:   the same for a negative amount, written without its sign.
    code:    its number in the kernel.
    usual:   the amounts tried by default.
    least:   the smallest amount.
    most:    the largest amount.
    counted: what the seat may already hold some of, in the plural; empty where nothing is counted.
    raises:  whether the nudge raises what is counted by its amount.
    column:  the column that shows at the end of a game what the nudge raises for good; empty if there is none.
    manner:  "gives" something more, "forbids" something, "swaps" one thing for another, or "burdens" with something meant
             to hurt; the last is described as being spared it.
    called:  the thing given, taken or forbidden, in sentences: "a card", "trading".
    gained:  a player with it, if not "one more card" (or for a ban "no trading").
    lost:    a player without it, if not "one fewer card".
    """

    name: str
    about: str
    code: int
    taken: str = ""
    usual: tuple[int, ...] = (1,)
    least: int = 1
    most: int = 1
    counted: str = ""
    raises: bool = True
    column: str = ""
    manner: Manner = "gives"
    called: str = ""
    gained: str = ""
    lost: str = ""

    @property
    def amounts(self) -> str:
        """Return the possible amounts in words."""
        if self.least == self.most:
            return str(self.least)
        if (self.least, self.most) == (-1, 1):
            return "1 or -1"
        return f"{self.least:,} to {self.most:,}"


@dataclass(frozen=True)
class Dose:
    """A nudge and its amount."""

    nudge: Nudge
    amount: int

    @property
    def label(self) -> str:
        """Return the name that users type, without the amount if it is the usual one."""
        return self.nudge.name if self.nudge.usual == (self.amount,) else f"{self.nudge.name}={self.amount}"

    def __str__(self) -> str:
        """Return the label."""
        return self.label

    @property
    def clause(self) -> str:
        """Return what happens to the player, in words."""
        text = self.nudge.about if self.amount >= 0 or not self.nudge.taken else self.nudge.taken
        return text.format(amount=abs(self.amount))

    @property
    def thing(self) -> str:
        """Return the thing given, taken or forbidden, as sentences and charts name it."""
        return self._filled(self.nudge.called or name_in_words(self.nudge.name))

    @property
    def title(self) -> str:
        """Return the nudged player in a few words: one more card, one fewer card, no trading."""
        if self.amount < 0:
            return self._filled(self.nudge.lost) or _counted(self.thing, "fewer")
        usual = f"no {self.thing}" if self.nudge.manner == "forbids" else _counted(self.thing, "more")
        return self._filled(self.nudge.gained) or usual

    def _filled(self, text: str) -> str:
        size = abs(self.amount)
        return text.format(amount=size, number=number(size))

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as saved in a plan."""
        return {"nudge": self.nudge.name, "code": self.nudge.code, "amount": self.amount}


def _counted(thing: str, how: str) -> str:
    """Return more or fewer of a thing: one more card, three more coins, with the upgrade, without the upgrade."""
    first, _, rest = thing.partition(" ")
    if first == "the":
        return f"{'with' if how == 'more' else 'without'} {thing}"
    return f"{'one' if first in ('a', 'an') else first} {how} {rest}" if rest else f"{how} {thing}"


UNTOUCHED = Nudge("without", "is left alone", WITHOUT)
GENERAL = (
    Nudge(
        "nothing", "gets nothing (a check: all differences must be 0)", NOTHING, usual=(0,), least=0, most=0,
        called="nothing", gained="nothing at all",
    ),
    Nudge(
        "points", "gets {amount} points at the end", POINTS, "loses {amount} points at the end", (10,),
        -MOST_POINTS, MOST_POINTS, called="{amount} points",
    ),
)  # fmt: skip


def numbered(nudges: Iterable[Nudge]) -> tuple[Nudge, ...]:
    """Return a game's nudges after checking that names and codes are unique."""
    listed = tuple(nudges)
    every = (*GENERAL, *listed)
    assert len({nudge.name for nudge in every}) == len({nudge.code for nudge in every}) == len(every)
    assert all(nudge.code >= FIRST_OWN for nudge in listed)
    return listed


def doses(known: Mapping[str, Nudge], texts: Iterable[str]) -> list[Dose]:
    """Return the nudges that users type: `card` the usual amounts, `card=2` two of them, `card=-1` one taken away."""
    found: list[Dose] = []
    for text in texts:
        name, equals, amount = text.partition("=")
        if name.strip() not in known:
            raise unknown("nudge", name.strip(), known)
        nudge = known[name.strip()]
        found += [_dose(nudge, amount)] if equals else [Dose(nudge, usual) for usual in nudge.usual]
    return unique_names("nudge", found)


def _dose(nudge: Nudge, text: str) -> Dose:
    try:
        amount = int(text)
    except ValueError:
        raise WrongUse(f"The amount of {nudge.name} must be a whole number; {text.strip()!r} is not.") from None
    if not nudge.least <= amount <= nudge.most or (amount == 0 and nudge.least < 0):
        raise WrongUse(f"The amount of {nudge.name} is {nudge.amounts}; {amount} is not possible.")
    return Dose(nudge, amount)
