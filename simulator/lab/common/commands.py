"""The command line that does again what was done, whoever asked for it: a user at a terminal or a script."""

import shlex
from collections.abc import Iterable, Mapping
from typing import Any

from digsite.simulator.options import OPTIONS
from digsite.simulator.play.arguments import names
from digsite.simulator.play.plan import PlanArguments, setting_texts
from digsite.strategies.plugins.load import Source

_FIRST = ("games", *PlanArguments.__annotations__)  # of the options; a verb's own follow


def command_line(verb: str, game: str, arguments: PlanArguments, **options: Any) -> str:
    """A verb's command with everything that decides its rows; `options` are the verb's own."""
    given: dict[str, Any] = {**arguments, **options}
    if settings := arguments.get("settings"):
        given["settings"] = setting_texts(settings)
    if seats := arguments.get("seats"):
        given["seats"] = ",".join(names("seats", seats))
    words = ["digsite", *shlex.split(verb), game]
    for name in [*(known for known in _FIRST if known in given), *(own for own in options if own not in _FIRST)]:
        words += _words(OPTIONS[name].typed, given[name])
    return shlex.join(words)


def _words(option: str, value: Any) -> list[str]:
    if value is None or value is False or value == "":
        return []
    if value is True:
        return [option]
    if isinstance(value, Iterable) and not isinstance(value, str | Mapping):
        return [word for entry in value for word in _words(option, entry)]
    return [option, value.file if isinstance(value, Source) else str(value)]
