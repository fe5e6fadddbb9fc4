"""A game as a seat sees it, drawn for a terminal of 80 columns and 24 lines."""

import shutil
import sys
from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any

from rich.console import Console
from rich.text import Text

from digsite.simulator.cli.console import NARROWEST, visible

LINES = 24  # of a terminal that does not say how many it has
_INDENT = "  "
_MARK = "… t shows all."
_PROMPT_LINES = 4  # the heading, a blank line, the prompt and the line being typed


class Screen:
    """Draws on standard output, with colours where it is a terminal."""

    def __init__(self) -> None:
        """Measure the terminal."""
        self.console = Console(file=sys.stdout, highlight=False, markup=False, emoji=False)
        self.width = max(min(self.console.width, 100), NARROWEST)
        self.lines = max(shutil.get_terminal_size((80, LINES)).lines, LINES)

    @property
    def is_terminal(self) -> bool:
        """Return whether a person looks at it now, and not a file or a pipe."""
        return sys.stdout.isatty() and sys.stdin.isatty()

    def say(self, text: str = "", style: str = "") -> None:
        """Print a sentence, wrapped at words."""
        for line in self._wrapped(text, ""):
            self.console.print(Text(line, style=style), soft_wrap=True)

    def clear(self) -> None:
        """Clear the terminal, so that the next person does not see the hand of the last one."""
        if self.is_terminal:
            self.console.clear()

    def log(self, lines: Sequence[str]) -> None:
        """Print what has happened."""
        for line in lines:
            for part in self._wrapped(line, _INDENT):
                self.console.print(Text(part, style="dim"), soft_wrap=True)

    def table(self, view: Mapping[str, Any], whole: bool = False) -> None:
        """Print the facts and the options of a view; all facts, or as many as leave room for the options."""
        options = self.options(view)
        room = 10_000 if whole else max(self.lines - len(options) - _PROMPT_LINES, 6)
        self.console.print()
        own = view["players"][view["viewer"] - 1]["name"]
        more = " (practice)" if view["practice"] else ""
        self.console.print(Text(f"{view['title']}: you are {own}{more}", style="bold"), soft_wrap=True)
        facts = self._facts(view)
        short = len(facts) > room
        for line in [*facts[: room - short], *[_INDENT + _MARK] * short]:
            self.console.print(Text(line), soft_wrap=True)
        for line in self._hand(view):
            self.console.print(Text(line, style="bold"), soft_wrap=True)
        for line in options:
            self.console.print(Text(line, style="cyan"), soft_wrap=True)

    def options(self, view: Mapping[str, Any]) -> list[str]:
        """Return the options, numbered from 1 and grouped by kind."""
        groups: dict[str, list[str]] = {}
        for number, option in enumerate(view["options"], 1):
            alone = option["words"] == option["kind"]
            groups.setdefault(option["kind"], []).append(f"{number}){'' if alone else ' ' + option['words']}")
        lines: list[str] = []
        for kind, words in groups.items():
            lines += self._wrapped(f"{kind}: {' | '.join(words)}", _INDENT * 2)
        return lines

    def _facts(self, view: Mapping[str, Any]) -> list[str]:
        """Return the facts of the table and of each seat, a paragraph each; what is empty is left out."""
        lines = self._wrapped(_listed(view["facts"]["table"]), _INDENT)
        for player, facts in zip(view["players"], view["facts"]["seats"], strict=True):
            you = ", you" if player["seat"] == view["viewer"] else ""
            to_move = "> " if player["seat"] == view["moving"] else "  "
            lines += self._wrapped(f"{to_move}{player['name']}{you}: {_listed(facts)}", _INDENT * 2)
        return lines

    def _hand(self, view: Mapping[str, Any]) -> list[str]:
        return self._wrapped(_listed(view["facts"]["hand"], empty=True), _INDENT)

    def _wrapped(self, text: str, indent: str) -> list[str]:
        """Return a text wrapped at words; a line keeps the blanks it begins with."""
        text = visible(text)
        return wrap(
            text, self.width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False,
            drop_whitespace=True, replace_whitespace=False,
        ) or [""]  # fmt: skip


def _listed(facts: Sequence[Mapping[str, Any]], empty: bool = False) -> str:
    """Return facts in a row: money: $2 · known in hand: 2 Coins, a Map."""
    said = []
    for fact in facts:
        value = fact["value"]
        if isinstance(value, list):
            text = ("; " if any(", " in it for it in value) else ", ").join(value)
        else:
            text = str(value)
        if text or empty:
            said.append(f"{fact['name']}: {text or 'nothing'}")
    return " · ".join(said)
