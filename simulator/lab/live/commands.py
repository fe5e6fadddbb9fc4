"""What is done with a setting outside the lab: the commands that claim something about it, and its rules file."""

import re
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

from digsite.simulator.commands import Command
from digsite.simulator.errors import DigsiteError, WrongUse, short_message
from digsite.simulator.game.wording import toml, toml_key, typed
from digsite.simulator.lab.live.setting import Setting

if TYPE_CHECKING:
    from digsite.simulator.play.plan import Plan

MARGIN = "1pp"
LONGEST_NAME = 60
SOURCE = "changed in the lab"


def compare_command(setting: Setting, seed: int, rules_file: str = "") -> str:
    """Return the command that compares a setting with the published rules on fresh seeds.

    rules_file: the file that has the changed figures; by default they are settings of the command.
    """
    rules: dict[str, Any] = {"rules_file": rules_file} if rules_file else {"settings": _settings(setting)}
    return str(Command("compare", setting.game, **rules, **_line_up(setting.published), margin=MARGIN, seed=seed))


def balance_command(setting: Setting) -> str:
    """Return the command that searches for the smallest change of these rules that makes the seats fair."""
    return str(Command("balance", setting.game, settings=_settings(setting), **_line_up(setting.published)))


def fresh_seed(setting: Setting) -> int:
    """Return a seed that is not the setting's."""
    seed = setting.seed
    while seed == setting.seed:
        seed = secrets.randbelow(2**31)
    return seed


def rules_text(setting: Setting) -> str:
    """Return the rules file of a setting: the figures that it changes."""
    figures, changed = setting.published.figures, setting.changed.rules
    lines = ["[game]", f"id = {toml(figures.head['id'])}"]
    for key in setting.patch:
        figure = figures.by_key[key]
        name = ".".join(toml_key(part) for part in key.split("."))
        about = " ".join(figure.about.split())
        lines += [
            "",
            f"[{name}]  # {about}",
            f"value = {toml(changed[key])}",
            f"source = {toml(_source(figure.value))}",
        ]
    return "\n".join(lines) + "\n"


def _source(published: Any) -> str:
    return f"{SOURCE}; published: {typed(published)}"


def written_rules(setting: Setting, name: str, folder: Path) -> Path:
    """Write a setting's rules file under a name into a folder, and return its path; never write over a file."""
    name = name.strip()
    if not re.fullmatch(r"[A-Za-z0-9][\w. -]*", name, re.ASCII) or len(name) > LONGEST_NAME:
        raise WrongUse("A name has letters, digits, dots, dashes and spaces, and begins with a letter or digit.")
    path = folder / f"{name.removesuffix('.toml').rstrip('. ').replace(' ', '-')}.toml"
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(rules_text(setting))
    except FileExistsError:
        raise WrongUse(f"{path.name} is there already; choose another name.") from None
    except OSError as problem:
        raise DigsiteError(f"{path.name} cannot be written: {short_message(problem)}.") from problem
    return path


def _settings(setting: Setting) -> list[str]:
    return [f"{key}={typed(value)}" for key, value in setting.patch.items()]


def _line_up(plan: "Plan") -> dict[str, Any]:
    """Return the line-up and the plug-ins as options."""
    seating: dict[str, Any] = {"seats": plan.players, "players": 1 if plan.seats == 1 else None}
    return seating | {"plugins": [source["file"] for source in plan.plugins]}
