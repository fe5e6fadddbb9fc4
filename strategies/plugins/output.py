"""Output of plug-ins: what they print goes to stderr, since stdout is for the data of a command or program."""

import io
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from typing import Any

_lock = threading.Lock()
_inside = 0

if hasattr(os, "register_at_fork"):  # a thread that does not exist in the child may have held it
    os.register_at_fork(after_in_child=lambda: globals().update(_lock=threading.Lock()))


class _Stderr(io.TextIOBase):
    """The stand-in for stdout: stderr, which a plug-in cannot close."""

    def write(self, text: str) -> int:
        return sys.stderr.write(text)

    def flush(self) -> None:
        sys.stderr.flush()

    def close(self) -> None:
        pass

    def fileno(self) -> int:
        return sys.stderr.fileno()

    def isatty(self) -> bool:
        return sys.stderr.isatty()

    def __getattr__(self, name: str) -> Any:
        return getattr(sys.stderr, name)


class _Aside:
    """Redirects the stream and the file of stdout to stderr, so that output not printed by Python arrives there too."""

    def __init__(self) -> None:
        self._printed: redirect_stdout[Any] = redirect_stdout(_Stderr())
        with suppress(OSError, ValueError):
            sys.stdout.flush()
        self._file = _copy(1)
        if self._file is not None:
            with suppress(OSError):
                os.dup2(2, 1)
        self._printed.__enter__()

    def end(self) -> None:
        self._printed.__exit__(None, None, None)
        if self._file is not None:
            os.dup2(self._file, 1)
            os.close(self._file)


def _copy(file: int) -> int | None:
    """Return a duplicate of an open file; None if it is closed."""
    with suppress(OSError):
        return os.dup(file)
    return None


_aside: _Aside


@contextmanager
def divert_output() -> Iterator[None]:
    """Send to stderr what is printed here; threads share stdout, so the first redirects it and the last restores it."""
    global _inside, _aside
    with _lock:
        if _inside == 0:
            _aside = _Aside()
        _inside += 1
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if _inside == 0:
                _aside.end()
