"""The process state around a plug-in, restored after it is loaded: the rest of the program depends on it.

This guards against accidents, such as a helper that changes the working directory; harmful code is not run
unless the user allows it (`digsite.simulator.trust`).
"""

import locale
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import numpy as np

_OUTPUTS = {"__stdout__": 1, "__stderr__": 2}


@contextmanager
def restore_afterwards() -> Iterator[None]:
    """Restore what a plug-in changes while it is loaded.

    That is the working directory, the environment, the module search path, signal handlers, numpy's overflow handling,
    the locale, numba's settings, and stdout and stderr if they were closed.
    """
    folder, environment, path, limit = _folder(), dict(os.environ), list(sys.path), sys.getrecursionlimit()
    language, compiler, answers, outputs = locale.setlocale(locale.LC_ALL), _compiler(), _answers(), _outputs()
    try:
        with np.errstate():
            yield
    finally:
        _put_back(outputs)
        if folder and _folder() != folder:
            with suppress(OSError):  # the folder is gone
                os.chdir(folder)
        if dict(os.environ) != environment:
            os.environ.clear()
            os.environ.update(environment)
        sys.path[:] = path
        if sys.getrecursionlimit() != limit:
            sys.setrecursionlimit(limit)
        with suppress(locale.Error):
            locale.setlocale(locale.LC_ALL, language)
        vars(sys.modules["numba.core.config"]).update(compiler)
        for number, answer in answers.items():
            if signal.getsignal(number) != answer:
                signal.signal(number, answer)


def _folder() -> str:
    with suppress(OSError):
        return os.getcwd()
    return ""


def _compiler() -> dict[str, Any]:
    import numba.core.config

    return {name: value for name, value in vars(numba.core.config).items() if name.isupper()}


def _answers() -> dict[int, Any]:
    """Return the signal handlers; only the main thread can change them."""
    if threading.current_thread() is not threading.main_thread():
        return {}
    found = {int(number): signal.getsignal(number) for number in signal.valid_signals()}
    return {number: answer for number, answer in found.items() if answer is not None}


def _outputs() -> dict[str, tuple[Any, int | None]]:
    """Return both outputs, each with a duplicate of its file."""
    found: dict[str, tuple[Any, int | None]] = {}
    for name, number in _OUTPUTS.items():
        copied = None
        with suppress(OSError):
            copied = os.dup(number)
        found[name] = getattr(sys, name), copied
    return found


def _put_back(outputs: dict[str, tuple[Any, int | None]]) -> None:
    for name, (stream, copied) in outputs.items():
        if copied is None:
            continue
        number, short = _OUTPUTS[name], name.strip("_")
        os.dup2(copied, number)
        os.close(copied)
        if stream is not None and stream.closed:
            again = open(number, "w", encoding=stream.encoding, errors=stream.errors, closefd=False)
            setattr(sys, name, again)
            if getattr(sys, short) in (stream, None):
                setattr(sys, short, again)
