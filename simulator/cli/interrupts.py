"""Ctrl-C ends digsite within two seconds, whatever it is doing.

Python raises KeyboardInterrupt in the main thread, between two of its instructions: in a long call of compiled code that
moment may be far off, in a callback of the compiler the exception is lost, and just before a lock is released it leaves
every thread waiting. So a separate thread also receives the signal, and ends the process if the main thread does not.
That is safe at any moment: the files in a run's folder are complete, as after `kill -9`.
"""

import os
import signal
import socket
import sys
import threading
import time
from contextlib import suppress
from typing import Any, NoReturn

INTERRUPTED = 130  # the exit code
PATIENCE = 1.0  # seconds that the main thread has to end by itself

_asked = threading.Event()  # the main thread has been asked to stop
_ending = threading.Event()  # it has printed its last message


def handle_interrupts() -> None:
    """Answer Ctrl-C from now on."""
    if threading.current_thread() is not threading.main_thread():
        return
    listening, speaking = (
        socket.socketpair()
    )  # which every system lets a signal write to without waiting, unlike a pipe
    speaking.setblocking(False)
    signal.signal(signal.SIGINT, _interrupt)
    signal.set_wakeup_fd(speaking.fileno(), warn_on_full_buffer=False)
    sys.unraisablehook = _unraisable
    threading.Thread(target=_wait, args=(listening, speaking), daemon=True, name="digsite-interrupts").start()


def _interrupt(_number: int, _frame: Any) -> None:
    """Raise KeyboardInterrupt, once: a second one would disturb the handling of the first."""
    if not _asked.is_set():
        _asked.set()
        raise KeyboardInterrupt


def _unraisable(raised: Any) -> None:
    """Print nothing about an interrupt where no exception can be raised; the process ends all the same."""
    if not issubclass(raised.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(raised)


def _wait(listening: socket.socket, _speaking: socket.socket) -> None:  # a socket is closed when no one holds it
    while signal.SIGINT not in listening.recv(64):
        pass
    time.sleep(PATIENCE)
    if not _ending.is_set():
        lab = sys.modules.get("digsite.simulator.lab.common.progress")
        sentence = "Interrupted."
        with suppress(Exception):
            sentence = lab.stop_message() if lab else sentence
        console = sys.modules.get("digsite.simulator.cli.console")
        sentence = console.visible(sentence) if console else sentence
        shown = "\r\033[?25h\033[K" if sys.stderr.isatty() else ""  # a bar may have hidden the cursor
        with suppress(Exception):
            os.write(2, f"{shown}digsite: {sentence}\n".encode())
    _stop()


def exit_now() -> NoReturn:
    """End now, after the last message: Python would wait for the game that a thread is still playing."""
    _ending.set()
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):
            stream.flush()
    _stop()


def _stop() -> NoReturn:
    """End this process and the processes that it started."""
    processes = sys.modules.get("multiprocessing.process")
    with suppress(Exception):
        for child in processes.active_children() if processes else ():
            child.kill()
    os._exit(INTERRUPTED)
