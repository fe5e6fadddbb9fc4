"""Work in another process, which may crash or never come back: what it says, line by line, and how it ended.

Both sides speak JSON, a line for each message. The process plays code of users', so what that prints goes nowhere.
"""

import json
import math
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any, TextIO

from digsite.strategies.plugins import sandbox

PATIENCE = 15.0  # seconds that compiled games may take from one message to the next
PLAIN_PATIENCE = 120.0  # the same as plain Python
_PULSE = 1.0  # seconds between two looks at a silent process
_BUSY = 10  # times as long may a process be silent that could not work
Message = dict[str, Any]


@dataclass(frozen=True)
class Lost(Exception):
    """The process ended before its work did, or had to be stopped; `how` says in what way, as part of a sentence."""

    how: str


class CheckProcess:
    """A process that does a request."""

    def __init__(self, module: str, request: Message, environment: Mapping[str, str] = {}, patience: float = PATIENCE):
        """Start the process: a module of the battery whose main function is `answer`.

        environment: more variables of its environment.
        patience:    seconds that it may be silent; $DIGSITE_PATIENCE sets others.
        """
        self.patience = patience
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  # closed with the process
        self._process = subprocess.Popen(
            [sys.executable, "-m", f"digsite.simulator.lab.battery.{module}"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, text=True, encoding="utf-8",
            env={**os.environ, **environment},
        )  # fmt: skip
        self._lines: Queue[str] = Queue()
        assert self._process.stdin is not None
        with suppress(OSError), self._process.stdin as entry:
            entry.write(json.dumps(request))
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put("")

    def messages(self, pulse: Callable[[], None] = lambda: None) -> Iterator[Message]:
        """Yield what the process says until it is done; raise `Lost` if it never is. `pulse` is called while it is silent."""
        try:
            while line := self._next(pulse):
                yield json.loads(line)
            code = self._process.wait(self.patience)
        except (Empty, subprocess.TimeoutExpired):
            seconds = sandbox.step_timeout(self.patience)
            raise Lost(f"did not come back within {seconds:g} seconds") from None
        finally:
            if self._process.poll() is None:
                self._process.kill()
                self._process.wait()
        if code == -signal.SIGINT:  # whoever interrupts this process interrupts that one, too
            raise KeyboardInterrupt
        if code:
            raise Lost(_ended(code, self._last_words()))

    def _last_words(self) -> str:
        """Return the last line of what the process wrote to stderr before it began."""
        self._errors.seek(0)
        return (self._errors.read().decode(errors="replace").splitlines() or [""])[-1]

    def _next(self, pulse: Callable[[], None]) -> str:
        """Return the next line, "" at the end; raise `Empty` if the process is taken for lost."""
        began, worked, patience = (
            time.monotonic(),
            seconds_worked(self._process.pid),
            sandbox.step_timeout(self.patience),
        )
        while True:
            with suppress(Empty):
                return self._lines.get(timeout=min(_PULSE, patience))
            pulse()
            if is_lost(time.monotonic() - began, seconds_worked(self._process.pid) - worked, patience):
                raise Empty


def is_lost(waited: float, worked: float, patience: float) -> bool:
    """Return whether a process that has been silent is taken for lost: not if a busy machine kept it from working.

    waited: the seconds that it was silent; worked: how long it was at work meanwhile, or NaN if that is not known.
    """
    kept_waiting = worked < patience / 2
    return waited >= patience * (_BUSY if kept_waiting else 1)


def seconds_worked(pid: int) -> float:
    """Return the processor time of another process; NaN on systems that do not tell."""
    if not hasattr(os, "sysconf"):
        return math.nan
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return math.nan


def _ended(code: int, said: str) -> str:
    if code > 0:
        return f"ended the whole process with exit code {code}{f' ({said})' if said else ''}"
    return f"crashed with a {(signal.strsignal(-code) or f'signal {-code}').lower()}"


def answer(work: Any) -> None:
    """Do the request on stdin in this process: `work` gets it, and a function that sends a message."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # whoever interrupts the parent stops this, too
    ours = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    request = json.load(sys.stdin)
    work(request, lambda message: _say(ours, message))


def _say(ours: TextIO, message: Message) -> None:
    ours.write(json.dumps(message) + "\n")
    ours.flush()
