"""The command line that does again what was done, whoever asked for it: a user at a terminal or a script."""

import shlex
from collections.abc import Iterable, Mapping
from typing import Any

from simulator.play.plan import PlanArguments, setting_texts, split_names
from strategies.plugins import Source

_OPTIONS = {
    "games": "--games",
    "players": "--players",
    "seats": "--seats",
    "variants": "--variant",
    "settings": "--set",
    "rules_file": "--rules",
    "plugins": "--plugin",
    "seed": "--seed",
}


def command_line(verb: str, game: str, arguments: PlanArguments, **options: Any) -> str:
    """A verb's command with everything that decides its rows; `options` are the verb's own."""
    told: dict[str, Any] = {**arguments}
    if settings := arguments.get("settings"):
        told["settings"] = setting_texts(settings)
    if seats := arguments.get("seats"):
        told["seats"] = ",".join(split_names(seats))
    words = ["digsite", verb, game]
    for name, value in (told | options).items():
        words += _words(_OPTIONS.get(name, f"--{name.replace('_', '-')}"), value)
    return shlex.join(words)


def _words(option: str, value: Any) -> list[str]:
    if value is None or value is False or value == "":
        return []
    if value is True:
        return [option]
    if isinstance(value, Iterable) and not isinstance(value, str | Mapping):
        return [word for entry in value for word in _words(option, entry)]
    return [option, value.file if isinstance(value, Source) else str(value)]
