"""The examples of docs/components.md, as files and as Python."""

import re
from enum import IntEnum
from pathlib import Path

from digsite.simulator.game.rules.figures import Figures
from digsite.simulator.game.rules.ops import Argument, Op, Vocabulary
from digsite.simulator.game.rules.rules_file import load
from digsite.simulator.game.rules.shapes import Number

PAGE = (Path(__file__).parents[2] / "docs/components.md").read_text(encoding="utf-8")


def block(name: str) -> str:
    """The example that begins with this file's name as a comment."""
    return re.search(rf"```\w+\n# {re.escape(name)}\n(.*?)```", PAGE, re.DOTALL)[1]


def _ops() -> Vocabulary:
    names = {"IntEnum": IntEnum, "Argument": Argument, "Op": Op, "Vocabulary": Vocabulary, "Number": Number}
    exec(block("ops.py"), names)
    return names["OPS"]


OPS = _ops()


def write(folder: Path, rules: str = "", components: str = "") -> Path:
    """The guide's game in a folder, its files replaced or extended."""
    (folder / "rules.toml").write_text(rules or block("rules.toml"), encoding="utf-8")
    (folder / "components.toml").write_text(components or block("components.toml"), encoding="utf-8")
    return folder / "rules.toml"


def game(folder: Path) -> Figures:
    """The guide's game."""
    return load(write(folder), OPS)
