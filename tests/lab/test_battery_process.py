"""Work in another process: what it says is heard, and a process that crashes, quits or never comes back is lost."""

import math
import os
import time

import pytest

from digsite.simulator.lab.battery.process import is_lost, seconds_worked


@pytest.mark.parametrize(
    ("waited", "worked", "lost"),
    [
        (14, 14, False),
        (15, 14, True),  # at work all the time: an endless loop
        (15, 1, False),  # a busy machine kept it from working
        (150, 1, True),
        (14, math.nan, False),
        (15, math.nan, True),  # nobody knows
    ],
)
def test_a_silent_process_is_lost_if_it_had_the_time_to_speak(waited, worked, lost):
    assert is_lost(waited, worked, 15) == lost


def test_the_time_that_a_process_worked_is_known_on_linux():
    before, until = seconds_worked(os.getpid()), time.process_time() + 0.2
    while time.process_time() < until:
        pass
    spent = seconds_worked(os.getpid()) - before
    assert math.isnan(spent) or 0.1 < spent < 10
    assert math.isnan(seconds_worked(2**22 + 5))
