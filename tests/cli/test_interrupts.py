"""Ctrl-C is answered within two seconds at any moment: a sentence, exit code 130, and what is written is whole."""

import random
import signal
import subprocess
import sys
import time

import pytest
from numba.core.config import DISABLE_JIT

from simulator.errors import WrongUse
from simulator.runs.run import Run

pytestmark = pytest.mark.skipif(DISABLE_JIT, reason="plain Python would take too long")

LIMIT = 2.0
# Until `main` is called, Python's own start answers an interrupt; so no moment is earlier than that takes.
START = "import sys\nfrom simulator.cli.__main__ import main\nprint('up', flush=True)\nmain()"
PLAY = ["simulate", "lost-cities", "-n", "400k", "--seats", "random", "--players", "2", "--seed", "1", "--events", "50"]
ENDLESS = """
from digsite import strategy


@strategy("lost-cities")
def endless(rules, state, seat, options, n, weights):
    while state.turns > 40:
        n = n + 1 if n < 100 else 2
    return 0
"""


def interrupted(words: list[str], moment: float) -> tuple[float, int, str]:
    """Interrupt digsite so many seconds after it has begun: the time it takes to end, its exit code and its last words."""
    started = subprocess.Popen(
        [sys.executable, "-c", START, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert started.stdout
    started.stdout.readline()
    time.sleep(moment)
    began = time.monotonic()
    started.send_signal(signal.SIGINT)
    try:
        _, told = started.communicate(timeout=60)
    finally:
        started.kill()
    return time.monotonic() - began, started.returncode, told


def check(words: list[str], moment: float, folder) -> None:
    # A busy machine is slow: it may be twice as slow as the least that is known of it, one end without anything to do.
    took, code, told = interrupted([*words, "--out", str(folder)], moment)
    assert took < 2 * LIMIT, (moment, told)
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


def test_compiled_code_that_does_not_come_back_does_not_hold_up_an_interrupt():
    """The main thread is in a long call that cannot be interrupted, as the compiler's calls are."""
    code = (
        "import hashlib\nfrom simulator.cli.interrupts import watch\nwatch()\nprint('up', flush=True)\n"
        "hashlib.pbkdf2_hmac('sha256', b'', b'', 10**9)"
    )
    started = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    started.stdout.readline()
    time.sleep(0.2)
    began = time.monotonic()
    started.send_signal(signal.SIGINT)
    told = started.stderr.read()
    started.wait(60)
    assert time.monotonic() - began < 2 * LIMIT
    assert started.returncode == 130
    assert told == "digsite: Interrupted.\n"
