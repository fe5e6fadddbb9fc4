"""Plug-ins that crash, loop for ever or answer nonsense: each is one sentence that names them, and digsite goes on."""

import subprocess
import sys

import numpy as np
import pytest
from numba.core.config import DISABLE_JIT

from digsite.simulator.cli.app import main
from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.play import trial
from digsite.simulator.play.plan import make_plan
from digsite.simulator.play.table import table_for

pytestmark = pytest.mark.skipif(DISABLE_JIT, reason="nothing is compiled")

HEAD = """
import numpy as np
from numba import njit
from digsite.simulator.kernel.jit.compile import rule
from digsite.strategies import strategy


"""
MINE = '@strategy("lost-cities")\ndef mine(rules, state, seat, options, n, weights):\n    '
HELPERS = {
    "numba's": "@njit\ndef look(options, at):\n    return options[at]\n\n\n",
    "numba's with a signature": "@njit('int32(int32[::1], int64)')\ndef look(options, at):\n    return options[at]\n\n\n",
    "digsite's": "@rule\ndef look(options, at):\n    return options[at]\n\n\n",
    "in a list": "@njit\ndef far(options, at):\n    return options[at]\n\n\n"
    "@njit\ndef look(options, at):\n    return [far(options, i) for i in range(at, at + 1)][0]\n\n\n",
    "one behind another": "@njit(boundscheck=False)\ndef far(options, at):\n    return options[at]\n\n\n"
    "@njit\ndef look(options, at):\n    return far(options, at)\n\n\n",
}


def play(tmp_path, text: str, games: int = 3):
    path = tmp_path / "hostile.py"
    path.write_text(HEAD + text + "\n", encoding="utf-8")
    plan = make_plan("lost-cities", games, seats=["mine", "random"], plugins=[path], seed=1, events=0)
    return table_for(plan).play(0, games).rows


@pytest.mark.parametrize("helper", HELPERS.values(), ids=HELPERS)
def test_an_index_beyond_an_array_is_caught_in_helpers_too(tmp_path, helper):
    with pytest.raises(DigsiteError, match=r"'mine' \(seat 1\) stopped with IndexError.* in game 0.*hostile\.py"):
        play(tmp_path, helper + MINE + "return look(options, 1 << 40) * 0")


def test_a_helper_in_a_module_of_the_user_is_checked_too(tmp_path, monkeypatch):
    (tmp_path / "own_helpers.py").write_text("from numba import njit\n\n\n" + HELPERS["numba's"])
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(DigsiteError, match="stopped with IndexError"):
        play(tmp_path, "import own_helpers\n\n\n" + MINE + "return own_helpers.look(options, 1 << 40) * 0")


def test_a_helper_of_the_user_stays_as_it_was_compiled(tmp_path, monkeypatch):
    text = "from numba import njit\n\n\n" + HELPERS["numba's"].replace("@njit", "@njit(cache=True)")
    (tmp_path / "kept_helpers.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    import kept_helpers

    look = kept_helpers.look
    assert look(np.arange(3), 2) == 2
    before = dict(look.targetoptions), look._cache, dict(look.overloads)
    play(tmp_path, "from kept_helpers import look\n\n\n" + MINE + "return look(options, 0) * 0")
    assert (look.targetoptions, look._cache, look.overloads) == before


RECURSION = (
    "@njit('int64(int64)')\ndef down(depth):\n    return 0 if depth < 0 else down(depth + 1) * 3 + depth\n\n\n"
    + MINE
    + "return down(n)"
)


def test_endless_recursion_is_told_and_harms_nobody(tmp_path):
    told = r"'mine' \(seat 1\) crashed with a segmentation fault at the decision .play. in game 0 \(plug-in .*hostile\.py\)\. Endless recursion"
    with pytest.raises(DigsiteError, match=told):
        play(tmp_path, RECURSION)


def test_an_endless_loop_is_told(tmp_path, monkeypatch):
    monkeypatch.setenv("DIGSITE_PATIENCE", "1.5")
    sentence = r"'mine' \(seat 1\) did not finish within 1\.5 seconds at the decision .play. in game 0 \(plug-in .*hostile\.py\)\. It may loop"
    with pytest.raises(DigsiteError, match=sentence):
        play(tmp_path, MINE + "while state.turns >= 0:\n        n = n + 1\n    return n")


WHEN_TRIED = """
import sys
from digsite.simulator.play import table, trial
from digsite.simulator.play.plan import make_plan
tried = []
play = table.try_plugins
table.try_plugins = lambda made: (tried.append(made), play(made))
trial.try_in_child = lambda work: print("compiled" if tried[0]._loop.overloads else "not compiled yet")
table.table_for(make_plan("lost-cities", 2, seats="mine,random", plugins=[sys.argv[1]], seed=1))
"""


def test_what_a_trial_takes_is_the_plug_ins_own_time_and_not_the_compilers(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(HEAD + MINE + "return 0\n", encoding="utf-8")
    told = subprocess.run([sys.executable, "-c", WHEN_TRIED, str(path)], capture_output=True, text=True)
    assert told.stdout.split() == ["compiled"], told.stderr


def test_one_that_ends_the_process_is_told(tmp_path):
    text = "import os\nfrom numba import objmode\n\n\n" + MINE + "with objmode():\n        os._exit(0)\n    return 0"
    with pytest.raises(
        DigsiteError,
        match=r"'mine' \(seat 1\) ended the whole process with exit code 0 at the decision .play. in game 0",
    ):
        play(tmp_path, text)


def test_chance_of_its_own_is_noticed_by_playing_twice(tmp_path):
    text = "import time\nfrom numba import objmode\n\n\n" + MINE
    text += "with objmode(at='int64'):\n        at = time.perf_counter_ns()\n    return at // 100 % n"
    with pytest.raises(DigsiteError, match=r"'mine' \(plug-in .*hostile\.py\) is not deterministic: game 0 differed"):
        play(tmp_path, text)


def test_a_helper_that_draws_chance_of_its_own_is_refused(tmp_path):
    helper = "@njit\ndef draw(n):\n    return np.random.randint(n)\n\n\n"
    with pytest.raises(WrongUse, match=r"'mine' of .*hostile\.py uses numpy\.random"):
        play(tmp_path, helper + MINE + "return draw(n)")


@pytest.mark.parametrize("line", ["import math", "with objmode():\n        import math"])
def test_an_import_within_a_function_is_refused(tmp_path, line):
    with pytest.raises(WrongUse, match=r"'mine' of .*hostile\.py cannot be compiled"):
        play(tmp_path, "from numba import objmode\n\n\n" + MINE + f"{line}\n    return 0")


def test_a_division_by_zero_is_told(tmp_path):
    for division in ("n // (seat - seat)", "n % (seat - seat)", "int(n / (seat - seat))"):
        with pytest.raises(DigsiteError, match=r"'mine' \(seat 1\) stopped with ZeroDivisionError.* in game 0"):
            play(tmp_path, MINE + f"return {division}")


@pytest.mark.parametrize(
    ("answer", "given"),
    [
        ("return 0.5 * n", "a decimal number"),
        ("return np.nan", "a decimal number"),
        ("pass", "nothing"),
        ("if n > 2:\n        return 1", "nothing in some cases"),
        ("return options", "a value of type"),
    ],
)
def test_an_answer_that_is_no_index_is_refused(tmp_path, answer, given):
    told = rf"'mine' of .*hostile\.py must return the index of an option, a whole number .*; it returns {given}"
    with pytest.raises(WrongUse, match=told):
        play(tmp_path, MINE + answer)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("raise ValueError('lost')", "it always raises an exception"),
        ("while True:\n        n = 2", "it never ends"),
        ("if n > 2:\n        raise ValueError('lost')\n    while True:\n        n = 2", "it never returns"),
        ("for i in range(n):\n        seat = i", "it returns nothing"),
    ],
)
def test_one_that_never_returns_is_told_why(tmp_path, body, told):
    with pytest.raises(WrongUse, match=rf"a whole number from 0 to n - 1; {told}\.$"):
        play(tmp_path, MINE + body)


def test_a_plug_in_is_tried_once(tmp_path, monkeypatch):
    tried = []
    real = trial._play_apart
    monkeypatch.setattr(trial, "_play_apart", lambda table: tried.append(real(table)))
    for _ in range(2):
        play(tmp_path, MINE + "return n - 1")
    assert len(tried) == 1


def test_a_trial_changes_no_row(tmp_path, monkeypatch):
    rows = play(tmp_path, MINE + "return n // 2")
    monkeypatch.setattr(trial, "_tried", set())
    monkeypatch.setattr(trial, "_play_apart", lambda table: None)
    assert (play(tmp_path, MINE + "return n // 2") == rows).all()


def test_the_command_line_ends_with_a_sentence(tmp_path, monkeypatch, capsys):
    path = tmp_path / "hostile.py"
    path.write_text(HEAD + RECURSION + "\n")
    monkeypatch.chdir(tmp_path)
    words = ["simulate", "lost-cities", "--games", "4", "--seats", "mine,random", "--plugin", str(path), "--out", "r"]
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 1
    told = capsys.readouterr().err
    assert "crashed with a segmentation fault" in told
    assert "Traceback" not in told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            MINE + "import math\n    return 0",
            r"it imports math within the function, on line \d+; put imports at the top",
        ),
        (
            MINE + "import random\n    return random.randrange(n)",
            r"uses random, so .* below\(state, Stream\.NOISE",
        ),
        (
            "import sys\n\n\n" + MINE + "sys.exit(3)\n    return 0",
            r"it ends the program with sys\.exit; return the index",
        ),
        (MINE + "quit()\n    return 0", "it ends the program with quit; return the index"),
        (MINE + "yield 0", "it yields; return the index of an option"),
        (MINE + "held = {}\n    return 0", r"on line \d+, cannot infer the type of variable .*; --verbose prints"),
        ("strategy(lambda *all: 0)", "A strategy names its game: write @strategy"),
        ('strategy("lost-cities")(5)', "A strategy is a function; 5 is none"),
        (
            '@strategy("lost-cities")\nclass Mine:\n    pass',
            r"hostile\.py cannot be loaded\. A strategy is a function; 'Mine' is none\.$",
        ),
        (
            MINE.replace("lost-cities", "lost-citis") + "return 0",
            r"hostile\.py cannot be loaded\. There is no game 'lost-citis'",
        ),
        (
            MINE.replace("lost-cities", "chac") + "return 0",
            r"'mine' of .*hostile\.py is for chac, not for lost-cities\.$",
        ),
        ('strategy("lost-cities", weights=[1])(len)', r"names and numbers, as in .*; \[1\] are not"),
        ('strategy("lost-cities", weights={"hope": float("inf")})(lambda: 0)', "name is a word of letters"),
    ],
)
def test_what_cannot_be_compiled_is_a_short_sentence(tmp_path, text, told):
    with pytest.raises(WrongUse, match=told) as refused:
        play(tmp_path, text)
    assert len(str(refused.value)) < 700
    assert "\n" not in str(refused.value)


def test_an_exception_names_the_decision(tmp_path):
    told = (
        r"'mine' \(seat 1\) stopped with ValueError: lost at the decision 'play' in game 0 \(plug-in .*hostile\.py\)\."
    )
    with pytest.raises(DigsiteError, match=told):
        play(tmp_path, MINE + "if n > 1:\n        raise ValueError('lost')\n    return 0")


def test_the_compiler_s_pages_come_only_with_verbose(tmp_path, monkeypatch, capsys):
    path = tmp_path / "hostile.py"
    path.write_text(HEAD + MINE + "held = {}\n    return 0\n")
    monkeypatch.chdir(tmp_path)
    words = [
        "simulate",
        "lost-cities",
        "--games",
        "4",
        "--seats",
        "mine,random",
        "--plugin",
        str(path),
        "--out",
        "r",
        "-q",
    ]
    for more, pages in (([], False), (["--verbose"], True)):
        with pytest.raises(SystemExit) as ended:
            main([*words, *more])
        assert ended.value.code == 2
        told = capsys.readouterr().err
        assert ("Failed in nopython mode pipeline" in told) == pages
        assert "; --verbose prints the compiler's full message." in told
        assert (told.count("\n") > 1) == pages
    assert not (tmp_path / "r").exists()
