"""Ctrl-C is answered within two seconds at any moment: a sentence, exit code 130, and what is written is whole."""

import contextlib
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from numba.core.config import DISABLE_JIT

from digsite.simulator.cli import app
from digsite.simulator.errors import WrongUse
from digsite.simulator.lab.common.progress import message_on_stop
from digsite.simulator.runs.run import Run

pytestmark = pytest.mark.skipif(DISABLE_JIT, reason="plain Python would take too long")

LIMIT = 2.0
# Until `main` is called, Python's own start answers an interrupt; so no moment is earlier than that takes.
START = "import sys\nfrom digsite.simulator.cli.__main__ import main\nprint('up', flush=True)\nmain()"
PLAY = ["simulate", "lost-cities", "-n", "400k", "--seats", "random", "--players", "2", "--seed", "1", "--events", "50"]
ENDLESS = """
from digsite import strategy


@strategy("lost-cities")
def endless(rules, state, seat, options, n, weights):
    while state.turns > 40:
        n = n + 1 if n < 100 else 2
    return 0
"""


def kept_waiting(process: subprocess.Popen) -> float:
    """Seconds for which a process could have run and others had the processors: its thread that waited most."""
    waited = [0.0]
    for thread in Path(f"/proc/{process.pid}/task").glob("*/schedstat"):
        with contextlib.suppress(OSError, IndexError, ValueError):  # it has just ended
            waited.append(int(thread.read_text().split()[1]) / 1e9)
    return max(waited)


def time_to_end(process: subprocess.Popen) -> float:
    """Interrupt a process: the seconds until it has ended, less those in which a busy machine kept it waiting.

    What sleeps or hangs does not wait for a processor, so all of that counts.
    """
    before = delay = kept_waiting(process)
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    while process.poll() is None and time.monotonic() - began < 60:
        delay = max(delay, kept_waiting(process))
        time.sleep(0.01)
    return time.monotonic() - began - (delay - before)


def interrupted(words: list[str], moment: float) -> tuple[float, int, str]:
    """Interrupt digsite so many seconds after it has begun: the time it takes to end, its exit code and its last words."""
    started = subprocess.Popen(
        [sys.executable, "-c", START, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert started.stdout
    started.stdout.readline()
    time.sleep(moment)
    try:
        took = time_to_end(started)
    finally:
        started.kill()
    return took, started.returncode, started.communicate()[1]


def check(words: list[str], moment: float, folder) -> None:
    took, code, told = interrupted([*words, "--out", str(folder)], moment)
    assert took < LIMIT, (moment, told)
    assert code == 130, (moment, told)
    assert "Traceback" not in told, (moment, told)
    assert "ignored" not in told, (moment, told)
    assert told.splitlines()[-1].startswith("digsite: "), (moment, told)
    try:
        Run(folder).check_files()
    except WrongUse:  # there is no run yet
        assert not list(folder.rglob("*.parquet"))


@pytest.mark.parametrize("moment", [0.03, 0.1, 0.2, 0.4, 0.7, 1.0, 1.4, 1.9, 2.5, 3.2, 4.5])
def test_an_interrupt_is_answered_at_once(tmp_path, moment):
    check(PLAY, moment, tmp_path / "r")


@pytest.mark.verify
@pytest.mark.parametrize("number", range(300))
def test_an_interrupt_is_answered_at_any_moment(tmp_path, number):
    check(PLAY, random.Random(number).uniform(0.03, 4), tmp_path / "r")


def test_an_endless_plug_in_can_be_stopped(tmp_path, monkeypatch):
    plugin = tmp_path / "endless.py"
    plugin.write_text(ENDLESS)
    words = ["simulate", "lost-cities", "-n", "40", "--seats", "endless,random", "--plugin", str(plugin), "--seed", "1"]
    check(words, 6.0, tmp_path / "r")


def _let_go_of_a_lock_that_is_not_held() -> None:
    """As Python's own modules do where an interrupt falls between the taking of a lock and the note that it is taken."""
    try:
        raise KeyboardInterrupt
    finally:
        threading.RLock().release()


def test_an_exception_that_an_interrupt_led_to_is_answered_as_an_interrupt(capsys, monkeypatch, tmp_path):
    def stopped(*_arguments, **_named):
        with message_on_stop(lambda: "Interrupted; 400 games are saved."):
            _let_go_of_a_lock_that_is_not_held()

    monkeypatch.setattr("digsite.simulator.cli.verbs.games.all_games", stopped)
    monkeypatch.setattr("digsite.simulator.lab.common.progress._under_way", [])
    with pytest.raises(SystemExit) as ended:
        app.main(["games"])
    assert ended.value.code == 130
    assert capsys.readouterr().err == "digsite: Interrupted; 400 games are saved.\n"


def test_an_interrupt_while_modules_are_loaded_is_answered_whatever_it_leads_to():
    code = (
        "import sys\nfrom digsite.simulator.cli import __main__\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'digsite.simulator.cli.app':\n"
        "            try: raise KeyboardInterrupt\n"
        "            finally: raise RuntimeError('cannot release un-acquired lock')\n"
        "sys.meta_path.insert(0, Finder())\n__main__.main()"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (ended.returncode, ended.stderr) == (130, "digsite: Interrupted.\n")


def test_compiled_code_that_does_not_come_back_does_not_hold_up_an_interrupt():
    """The main thread is in a long call that cannot be interrupted, as the compiler's calls are."""
    code = (
        "import hashlib\nfrom digsite.simulator.cli.interrupts import handle_interrupts\nhandle_interrupts()\nprint('up', flush=True)\n"
        "hashlib.pbkdf2_hmac('sha256', b'', b'', 10**9)"
    )
    started = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    started.stdout.readline()
    time.sleep(0.2)
    took = time_to_end(started)
    started.kill()
    assert took < LIMIT
    assert started.returncode == 130
    assert started.stderr.read() == "digsite: Interrupted.\n"


@pytest.mark.parametrize(
    "work", ["time.sleep(0.6)", "end = time.process_time() + 0.6\n    while time.process_time() < end: pass"]
)
def test_a_wait_for_a_processor_does_not_count_and_sleep_and_work_do(work):
    code = f"""
import signal, sys, time
def answer(*_):
    {work}
    sys.exit()
signal.signal(signal.SIGINT, answer)
print("up", flush=True)
time.sleep(60)
"""
    started = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    started.stdout.readline()
    took = time_to_end(started)
    started.kill()
    assert 0.55 < took < LIMIT
