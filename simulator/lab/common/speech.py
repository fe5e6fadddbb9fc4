"""Sentences for those who call functions: they speak of arguments where the command line speaks of options."""

import re
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from digsite.simulator.errors import DigsiteError
from digsite.simulator.lab.common.progress import Interrupted
from digsite.simulator.options import BY_FLAG

_SAYINGS = {
    "--verbose prints all that the compiler says": "the error's details have all that the compiler says",
    "needs the run folder: --out DIR": "needs the run's folder as out",
    "the same command goes on": "the same call goes on",
    "Name the runs to report on, or play every game with --all": "Name the runs to report on",
}
_COMMAND = r"`[^`]*`|\bdigsite [a-z][^;.]*"  # is left as it is

Given = ParamSpec("Given")
Made = TypeVar("Made")


def in_python(sentence: str) -> str:
    """A sentence that speaks of arguments.

    >>> in_python("--games must be at least 1; write it with --set, see `digsite games --json`.")
    'games must be at least 1; write it with settings, see `digsite games --json`.'
    """
    for saying, instead in _SAYINGS.items():
        sentence = sentence.replace(saying, instead)
    sentence = re.sub(r"go on with: digsite .*", "the same call goes on.", sentence)
    return re.sub(rf"{_COMMAND}|--[a-z][a-z-]*", lambda found: _argument(found[0]), sentence)


def _argument(text: str) -> str:
    return BY_FLAG[text].called if text in BY_FLAG else text


def speaking(function: Callable[Given, Made]) -> Callable[Given, Made]:
    """A function whose errors speak of arguments."""

    @wraps(function)
    def call(*given: Given.args, **named: Given.kwargs) -> Made:
        try:
            return function(*given, **named)
        except (DigsiteError, Interrupted) as problem:
            problem.args = (in_python(str(problem)),)
            raise

    return call
