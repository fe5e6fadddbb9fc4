"""What a plug-in does around itself changes nothing for the rest of the program."""

import locale
import os
import signal
import sys

import numpy as np
import pytest

from digsite.simulator.errors import WrongUse
from digsite.simulator.play.plan import make_plan
from digsite.simulator.play.table import table_for
from digsite.strategies.plugins.load import read_sources
from digsite.strategies.plugins.output import divert_output

FIRST = """
from digsite import strategy


@strategy("lost-cities")
def first(rules, state, seat, options, n, weights):
    return 0
"""


def load(folder, text):
    path = folder / "mine.py"
    path.write_text(f"{text}\n{FIRST}", encoding="utf-8")
    return read_sources([path])


def test_a_plug_in_cannot_change_what_the_program_depends_on(tmp_path):
    known = (os.getcwd(), dict(os.environ), list(sys.path), signal.getsignal(signal.SIGTERM), np.geterr())
    load(
        tmp_path,
        "import os, signal, sys, numba, numpy\nos.chdir('/')\nos.environ['NUMBA_DISABLE_JIT'] = '1'\n"
        "os.environ.pop('PATH', None)\nsys.path.insert(0, '/nowhere')\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "numpy.seterr(all='raise')\nnumba.config.BOUNDSCHECK = 7\nsys.setrecursionlimit(5000)",
    )
    assert known == (os.getcwd(), dict(os.environ), list(sys.path), signal.getsignal(signal.SIGTERM), np.geterr())
    assert sys.modules["numba.core.config"].BOUNDSCHECK != 7


def test_a_plug_in_changes_neither_the_language_nor_how_deep_functions_call_each_other(tmp_path):
    known = locale.setlocale(locale.LC_ALL), sys.getrecursionlimit()
    load(
        tmp_path,
        "import contextlib, locale, sys\nsys.setrecursionlimit(5000)\n"
        "with contextlib.suppress(locale.Error):\n    locale.setlocale(locale.LC_TIME, 'C.UTF-8')",
    )
    assert (locale.setlocale(locale.LC_ALL), sys.getrecursionlimit()) == known


@pytest.mark.parametrize(
    "noise",
    [
        "os.write(1, b'noise')",
        "print('noise')",
        "os.system('echo noise')",
        "sys.stdout.write('noise'); sys.stdout.close()",
    ],
)
def test_what_a_plug_in_writes_when_it_is_loaded_stays_out_of_the_data(tmp_path, capfd, noise):
    load(tmp_path, f"import os, sys\n{noise}  # {tmp_path}")
    print("data", flush=True)
    told = capfd.readouterr()
    assert told.out == "data\n"
    assert "noise" in told.err


def test_stdout_that_a_plug_in_closes_is_open_again(tmp_path, capfd):
    load(tmp_path, f"import os\nos.close(1)\nos.close(2)  # {tmp_path}")
    os.write(1, b"data")
    os.write(2, b"remark")
    assert capfd.readouterr() == ("data", "remark")


def test_what_is_written_to_the_file_of_stdout_goes_aside_as_well(capfd):
    with divert_output(), divert_output():
        os.write(1, b"noise")
    os.write(1, b"data")
    assert capfd.readouterr() == ("data", "noise")


def test_the_working_directory_is_put_back_after_a_failure(tmp_path):
    here = os.getcwd()
    with pytest.raises(WrongUse):
        load(tmp_path, "import os\nos.chdir('/')\n1 / 0")
    assert os.getcwd() == here


def test_a_helper_with_threads_of_its_own_is_refused(tmp_path):
    path = tmp_path / "mine.py"
    helper = "import numba\n\n\n@numba.njit(parallel=True)\ndef total(n):\n    return n\n\n\n"
    again = "@numba.njit\ndef helper(n):\n    return total(n)\n\n"
    path.write_text(helper + again + FIRST.replace("return 0", "return helper(0)"), encoding="utf-8")
    plan = make_plan("lost-cities", 4, seats="first,random", plugins=path, seed=1)
    with pytest.raises(WrongUse, match=r"its helper total is compiled with parallel=True.*leave parallel=True out"):
        table_for(plan)


def test_a_plug_in_that_moves_while_it_plays_is_refused(tmp_path):
    path = tmp_path / "mine.py"
    text = FIRST.replace("    return 0", "    with objmode():\n        os.chdir('/')\n    return 0")
    path.write_text("import os\nfrom numba import objmode\n" + text, encoding="utf-8")
    plan = make_plan("lost-cities", 4, seats="first,random", plugins=path, seed=1)
    with pytest.raises(
        Exception, match=r"'first' \(plug-in .*mine.py\) changes the working directory.*leave os.chdir out"
    ):
        table_for(plan)
