"""What plug-ins print goes to stderr: stdout is for the data that a command or a program gives."""

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import TextIO

_lock = threading.Lock()
_inside = 0
_redirected: redirect_stdout[TextIO] = redirect_stdout(sys.stderr)

if hasattr(os, "register_at_fork"):  # a thread that is not in the child may have held it
    os.register_at_fork(after_in_child=lambda: globals().update(_lock=threading.Lock()))


@contextmanager
def printing_aside() -> Iterator[None]:
    """Send to stderr what is printed here; all threads print to one stdout, so the first turns it and the last turns it back."""
    global _inside, _redirected
    with _lock:
        if _inside == 0:
            _redirected = redirect_stdout(sys.stderr)
            _redirected.__enter__()
        _inside += 1
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if _inside == 0:
                _redirected.__exit__(None, None, None)
