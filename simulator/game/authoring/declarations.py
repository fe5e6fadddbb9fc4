"""What a game.py declares with: streams of chance, names, events with their sentences, options with parts, columns."""

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from types import FunctionType, ModuleType
from typing import Any

from digsite.simulator.errors import WrongUse
from digsite.simulator.game.authoring.places import WrongEntry
from digsite.simulator.game.authoring.sentences import Sentence, parse_sentence
from digsite.simulator.game.nudges import GENERAL
from digsite.simulator.game.wording import name_in_words

_GENERAL = {nudge.name for nudge in GENERAL}  # nudges of every game: points at the end, for one
SEATS = "seats"  # a dimension with an entry for each seat
FINAL = "FINAL"  # the event that closes a game: a seat's score, tiebreak, and the first seat of its side, from 1
NO_SIDE = -1  # of a seat that cannot win
ADDED = (FINAL, "REDEAL", "NOISE")  # the names that digsite adds to those of a game
NOT_CHOSEN = -1  # the choice of a seat that has not chosen yet, where seats choose in secret


def names(*members: str) -> Any:
    """Number some names from 0: the actions, decisions or end reasons of a game.

    Action = names("STAY", "LEAVE")
    """
    return _numbered("names", members)


def streams(*members: str) -> Any:
    """Name the streams of chance, one for each deck, die or bag, so that one never disturbs another.

    What a redeal shuffles and each seat's noise follow behind them.
    """
    return _numbered("streams", (*members, "REDEAL", "NOISE"))


def events(*wordless: Any, **words: str) -> Any:
    """Name what happens, and say it: EVENT="{player} takes {gems} gems."

    The names in braces are the event's numbers, at most three, in the order in which they are logged. `{player}` is the
    player in the event's seat, `{victim:player}` another seat's, `{card:CARDS}` looks the number up in a table of the
    file, and `{gems:gem}` says 1 gem or 2 gems (`{boxes:box/boxes}`: 1 box or 2 boxes). What stands in [brackets] is left out
    where its first number is 0. A sentence that begins with `# ` is a heading.
    """
    if wordless:
        name = wordless[0] if isinstance(wordless[0], str) else "HAZARD"
        raise WrongEntry(
            "",
            wordless[0],
            f'events() takes each event with its words, as in {name}="{{player}} takes {{cards}} cards."',
        )
    made: Any = _numbered("events", (*words, FINAL))
    _sentences[made] = {name: parse_sentence(name, text) for name, text in words.items()}
    return made


_sentences: dict[Any, dict[str, Sentence]] = {}


def sentences_of(kinds: type[IntEnum] | None) -> Mapping[str, Sentence]:
    """Return the sentence of each kind of event; none for kinds that `events` did not make."""
    return _sentences.get(kinds, {})


def _numbered(maker: str, members: Sequence[str]) -> Any:
    for name in members:
        if not isinstance(name, str) or not name.isidentifier() or name.startswith("_"):
            raise WrongEntry(
                "", name, f"{maker}() takes names of letters, digits and _ such as STAY; {name!r} is none."
            )
        if members.count(name) > 1:
            why = "digsite adds it to every game" if name in ADDED else f"{maker}() names it twice"
            raise WrongEntry("", name, f"{name} cannot be used here: {why}. Choose another name.")
    module = str(sys._getframe(2).f_globals["__name__"])
    return IntEnum(maker, {name: at for at, name in enumerate(members)}, module=module)


class Packed(ModuleType):
    """Options that have several parts in one number; rules call its functions, one to put one together and one a part.

    A module, since compiled code can call the functions of modules.
    """

    parts: dict[str, Any]
    sizes: dict[str, int]

    @property
    def count(self) -> int:
        """Return how many different options there can be."""
        total = 1
        for size in self.sizes.values():
            total *= size
        return total


def packed(**parts: Any) -> Packed:
    """Describe options with parts: Option = packed(action=Action, card=60) has Option.of(action, card), Option.card(option).

    A part is the number of its values, or the names of its values: from `names`, or a tuple of words.
    """
    sizes = {name: _size_of(name, part) for name, part in parts.items()}
    made = Packed("packed")
    made.parts, made.sizes = dict(parts), sizes
    if made.count >= 2**31:
        raise WrongUse(f"packed() has {made.count:,} different options, more than 2,147,483,647; make a part smaller.")
    module, stride = str(sys._getframe(1).f_globals["__name__"]), 1
    terms = []
    for name, size in sizes.items():
        terms.append(name if stride == 1 else f"{name} * {stride}")
        reading = "option" if stride == 1 else f"option // {stride}"
        setattr(made, name, _function(f"{name}_{stride}_{size}", "option", f"{reading} % {size}", module))
        stride *= size
    made.of = _function(f"of_{'_'.join(map(str, sizes.values()))}", ", ".join(sizes), " + ".join(terms), module)  # type: ignore[attr-defined]
    return made


def _size_of(name: str, part: Any) -> int:
    size = (
        part if isinstance(part, int) and not isinstance(part, bool) else len(part) if hasattr(part, "__len__") else 0
    )
    if not name.isidentifier() or name in ("of", "parts", "sizes", "count") or size < 1:
        raise WrongUse(
            f"packed({name}={part!r}): name the part with a word other than of, and give the number of its values, as in card=60."
        )
    return size


def _function(name: str, arguments: str, result: str, module: str) -> FunctionType:
    """Return a small function of whole numbers; its name is unique to what it does, since cached code is found by it."""
    space: dict[str, Any] = {"__name__": module}
    file = sys.modules[module].__file__ or ""
    exec(compile(f"def {name}({arguments}):\n    return {result}\n", file, "exec"), space)
    made: FunctionType = space[name]
    return made


@dataclass(frozen=True)
class Measure:
    """A column that copies a field of STATE; its type and shape follow from the field."""

    name: str
    about: str
    more: Mapping[str, Any] = field(default_factory=dict)


def column(name: str, about: str, **more: Any) -> Measure:
    """Record a field of STATE for every game: column("gems", "gems in the chest", part_of_score="gems").

    `part_of_score` names the part of the score that it is; all parts add up to the score. `headline=True` has it shown in
    comparisons, `labels` names the entries of a row. The other keywords are those of `Column`.
    """
    return Measure(name, about, more)


@dataclass(frozen=True)
class Gain:
    """A nudge: a seat gets some more of a field of STATE, or loses some."""

    name: str
    field: str
    things: str  # in the plural
    more: Mapping[str, Any]


def gain(field_name: str, called: str = "", *, name: str = "", **more: Any) -> Gain:
    """Let `digsite nudge` give a seat more of a field of STATE: gain("gems", "a gem", least=-5, most=10).

    `called` is the thing given, in sentences; the nudge has its name, unless it is given one. least, most: the amounts
    that can be given; usual: those tried by default.
    """
    thing = re.sub("^(a|an|the) ", "", called)
    usual = thing.replace(" ", "-") or field_name.replace("_", "-")
    kind, of, what = thing.partition(" of ")
    things = f"{kind}s{of}{what}" if thing else name_in_words(field_name)
    more = {"called": called or f"one of {name_in_words(field_name)}"} | more
    return Gain(name or (f"{usual}-now" if usual in _GENERAL else usual), field_name, things, more)
