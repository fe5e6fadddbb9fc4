"""How values and names are written: as a user types them, as words, and as people read them."""

import json
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from numbers import Integral, Real
from typing import Any

NOTHING = "–"


@dataclass(frozen=True)
class Wording:
    """What sentences call a game's turns, points and ends; a game's `narrate.py` may define one as `WORDING`.

    turn:       a turn of one player, if the game uses *turn* for something else.
    point:      the unit of scores, in the singular.
    level_win:  the words for games whose winner has no more points than the second.
    ends:       how a game ends, by its end reason in words: "when the draw pile is used up".
    uncounted:  what the score at a checkpoint leaves out, if anything.
    """

    turn: str = "turn"
    point: str = "point"
    level_win: str = "are won by a player who has no more than the second"
    ends: Mapping[str, str] = field(default_factory=dict)
    uncounted: str = ""

    @property
    def turns(self) -> str:
        """Return the word for turns of players."""
        return f"{self.turn}s"

    @property
    def points(self) -> str:
        """Return the word for the unit of scores."""
        return f"{self.point}s"

    def ending(self, reason: str) -> str:
        """Return how games with an end reason end: end when the draw pile is used up."""
        return f"end {self.ends.get(reason, f'by: {reason}')}"


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def typed(value: Any) -> str:
    """Return a rule figure's value as a user types it: lists with commas, amounts with plus signs, steps as TOML.

    >>> typed([3, 1, 4]), typed(True), typed({"coin": 1, "tablet": 2}), typed({"op": "draw", "n": 1})
    ('3,1,4', 'true', '1 coin + 2 tablet', '{ op = "draw", n = 1 }')
    """
    if isinstance(value, list | tuple):
        return toml(value) if any(isinstance(v, dict) and "op" in v for v in value) else ",".join(map(typed, value))
    if isinstance(value, dict):
        amounts = all(isinstance(n, Real) for n in value.values())
        return " + ".join(f"{n} {name}" for name, n in value.items()) or "nothing" if amounts else toml(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def truncate(text: str, longest: int) -> str:
    """Return a text of at most `longest` letters; an ellipsis replaces the rest, with no punctuation before it.

    >>> truncate("1.5,2.5,3.5", 9), truncate("short", 9)
    ('1.5,2.5…', 'short')
    """
    return text if len(text) <= longest else text[: longest - 1].rstrip(" .,;") + "…"


def toml(value: Any) -> str:
    """Return a value as TOML, on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{toml_key(key)} = {toml(v)}" for key, v in value.items()) + " }" if value else "{}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
    return repr(value)


def toml_key(key: str) -> str:
    """Return a name as a TOML key, quoted where necessary."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else toml(key)


def name_in_words(name: str) -> str:
    """Return a column's, label's or file's name as words.

    >>> name_in_words("paths_opened")
    'paths opened'
    """
    return name.replace("_", " ").replace("-", " ").strip()


def readable(value: Any, decimals: int | None = None, *, percent: bool = False) -> str:
    """Return a value as people read it; a float with `decimals` decimals, or with as many as it has.

    >>> readable(-1234.5), readable(0.2534, 1, percent=True), readable(True), readable(None)
    ('−1,234.5', '25.3 %', 'yes', '–')
    """
    if is_missing(value):
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Real):
        return _number(value * 100, decimals) + " %" if percent else _number(value, decimals)
    if isinstance(value, Iterable) and not isinstance(value, str):
        return ", ".join(readable(entry, decimals, percent=percent) for entry in value)
    return "".join(mark for mark in str(value) if mark.isprintable())


def is_missing(value: Any) -> bool:
    """Return whether there is no value: None, or not a number."""
    return value is None or (isinstance(value, float) and math.isnan(value))


def _number(value: Any, decimals: int | None) -> str:
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if isinstance(value, Integral):
        text = f"{value:,}"
    else:
        text = f"{value:,.10g}" if decimals is None else f"{value:z,.{decimals}f}"
    return text.replace("-", "−")


def ordinal(n: int) -> str:
    """Return a number as first, second, ... tenth, 11th."""
    return _ORDINALS[n] if 0 < n < len(_ORDINALS) else f"{n}th"


def number(n: int) -> str:
    """Return a small number as a word.

    >>> number(0), number(3), number(40)
    ('no', 'three', '40')
    """
    return _NUMBERS[n] if 0 <= n < len(_NUMBERS) else f"{n:,}"


def singular(nouns: str) -> str:
    """Return the singular of a regular noun or unit.

    >>> singular("points"), singular("appearances"), singular("%")
    ('point', 'appearance', '%')
    """
    return nouns.removesuffix("s")


def counted(n: int, one: str, many: str = "") -> str:
    """Return a count of things, in words.

    >>> counted(1, "card"), counted(2, "card"), counted(0, "box", "boxes")
    ('one card', 'two cards', 'no boxes')
    """
    return f"{number(n)} {one if n == 1 else many or one + 's'}"


def listed(parts: Iterable[str], last: str = "and") -> str:
    """Join words as in a sentence.

    >>> listed(["a"]), listed(["a", "b"], "or"), listed(["a", "b", "c"])
    ('a', 'a or b', 'a, b and c')
    """
    items = list(parts)
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {last} {items[-1]}"


def a(thing: str | int) -> str:
    """Return a thing with its article.

    >>> a(7), a(8), a(11), a("adventurer"), a("card")
    ('a 7', 'an 8', 'an 11', 'an adventurer', 'a card')
    """
    text = str(thing)
    spoken_with_vowel = (
        text.startswith("8") or text in ("11", "18") if text[0].isdigit() else text[0].lower() in "aeiou"
    )
    return f"{'an' if spoken_with_vowel else 'a'} {text}"
