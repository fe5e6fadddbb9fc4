"""What plug-ins print goes to stderr: stdout is for the data that a command or a program gives."""

import io
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from typing import Any

_lock = threading.Lock()
_inside = 0

if hasattr(os, "register_at_fork"):  # a thread that is not in the child may have held it
    os.register_at_fork(after_in_child=lambda: globals().update(_lock=threading.Lock()))


class _Stderr(io.TextIOBase):
    """What stands for stdout meanwhile: stderr, which a plug-in cannot close."""

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
    """The stream and the file of stdout turned to stderr: what is not printed by Python arrives there too."""

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
    """A second way to an open file; nothing if it is closed."""
    with suppress(OSError):
        return os.dup(file)
    return None


_aside: _Aside


@contextmanager
def printing_aside() -> Iterator[None]:
    """Send to stderr what is printed here; all threads print to one stdout, so the first turns it and the last turns it back."""
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
