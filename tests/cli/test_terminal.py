"""What a user sees: lines that break at words, tables that fit, colour that means something, help with examples."""

import json
import os
import pty
import re
import shlex
import struct
import subprocess
import sys
from itertools import pairwise
from types import SimpleNamespace

import pytest
import typer

from digsite.simulator.cli import console
from digsite.simulator.cli.app import NAMES, app
from digsite.simulator.cli.examples import EXAMPLES, epilog
from digsite.simulator.cli.options import with_folder
from digsite.simulator.games import find_game
from tests.cli.test_cli import played, run

__all__ = ["played"]
COLUMNS = 60
ANSI = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


def on_a_terminal(words: list[str], columns: int = COLUMNS, **env: str) -> str:
    """All that a command prints on a terminal of so many columns."""
    import fcntl
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    known = {
        **{k: v for k, v in os.environ.items() if k != "NO_COLOR"},
        "TERM": "xterm",
        "COLUMNS": str(columns),
        **env,
    }
    started = subprocess.Popen(
        [sys.executable, "-m", "digsite.simulator.cli", *words], stdin=theirs, stdout=theirs, stderr=theirs, env=known
    )
    os.close(theirs)
    told = b""
    try:
        while piece := os.read(ours, 65536):
            told += piece
    except OSError:  # how Linux says that the other side is closed
        pass
    started.wait(60)
    return told.decode().replace("\r\n", "\n")


# ------------------------------------------------------------------------------------------------- lines and tables


@pytest.mark.parametrize("width", [60, 72, 97])
def test_sentences_break_at_words(monkeypatch, capsys, width):
    monkeypatch.setattr(console, "width_of", lambda stream: width)
    sentence = "Seat 1 wins 27.0 % of four-player games (26.2 to 27.8 %; 40,000 games), 2.0 pp above its share. " * 3
    console.print_sentence(sentence, indent="  ")
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= width
    assert " ".join(" ".join(lines).split()) == sentence.strip()
    assert not any(re.search(r"\d$", line) and re.match(r"\s*%", after) for line, after in pairwise(lines))


def test_a_pipe_gets_a_sentence_as_one_line(capsys):
    console.print_sentence("word " * 100)
    assert capsys.readouterr().out.count("\n") == 1


TABLE = (
    ("strategy", "rating", "from", "to", "win rate", "games", "what it is"),
    [("guardian-hunter", "+848", "+721", "+1043", "99.97 %", 1_234_567, "hunts guardians as long as there are any")]
    * 3,
)


@pytest.mark.parametrize("width", [60, 80, 100, 160])
def test_tables_fit_and_split_no_digits(monkeypatch, capsys, width):
    monkeypatch.setattr(console, "width_of", lambda stream: width)
    console.print_table(*TABLE)
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= width
    for cell in ("guardian-hunter", "+848", "+1043", "99.97 %", "1,234,567"):
        assert out.count(cell) == 3, out


def test_a_table_that_does_not_fit_is_stacked(monkeypatch, capsys):
    monkeypatch.setattr(console, "width_of", lambda stream: COLUMNS)
    console.print_table(("seat", *(f"figure {at}" for at in range(9))), [[1, *([12_345.6] * 9)]])
    out = capsys.readouterr().out
    assert "seat 1\n  figure 0  12,346\n" in out


def test_the_terminal_is_narrow_and_nothing_is_lost(played):
    told = ANSI.sub("", on_a_terminal(["analyze", str(played), "seats", "--out", str(played / "narrow")]))
    assert max(map(len, told.splitlines())) <= COLUMNS
    assert "Seats\n" in told
    games = ANSI.sub("", on_a_terminal(["games"]))
    assert max(map(len, games.splitlines())) <= COLUMNS
    assert "Lost Ruins of Arnak" in games


# ------------------------------------------------------------------------------------------------------------ colour


def test_colour_says_what_a_verdict_means_and_no_color_is_respected(monkeypatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert [console.visible(console.coloured_verdict(word))[:5] for word in ("kept", "undecided", "broken")] == [
        "\033[32m",
        "\033[33m",
        "\033[31m",
    ]
    assert console.coloured_verdict("Paris") == "Paris"
    monkeypatch.setenv("NO_COLOR", "1")
    assert console.coloured_verdict("kept") == "kept"


def test_failures_are_coloured_only_where_colour_is_wanted():
    assert "\033[31mdigsite:\033[0m No such command" in on_a_terminal(["gmaes"])
    assert "\033" not in on_a_terminal(["gmaes"], NO_COLOR="1")


# -------------------------------------------------------------------------------------------------------------- help


def commands() -> dict[str, typer.core.TyperCommand]:
    group = typer.main.get_command(app)
    found = {name: command for name, command in group.commands.items() if name != "new"}
    return found | group.commands["new"].commands


@pytest.mark.parametrize("verb", [*NAMES, "contract"])
def test_every_help_ends_with_two_examples_that_can_be_given(capsys, verb):
    words = ["new", verb] if verb == "contract" else verb.split()
    code, out, _ = run(capsys, *words, "-h")
    assert code == 0
    told = " ".join(out[out.index("Examples:") :].replace("\\\n", " ").split())
    assert told == " ".join(["Examples:", *EXAMPLES[verb]])
    for example in EXAMPLES[verb]:
        given = with_folder(shlex.split(example))[1 + len(words) :]
        commands()[verb].make_context(verb, given)  # refuses options that are not there


def test_the_help_of_digsite_itself_ends_with_two_examples_and_no_line_ends_with_an_option(capsys):
    code, out, _ = run(capsys, "-h")
    assert code == 0
    told = " ".join(out[out.index("Examples:") :].replace("\\\n", " ").split())
    assert told == " ".join(["Examples:", *EXAMPLES["digsite"]])
    for example in EXAMPLES["digsite"]:
        verb, *given = shlex.split(example)[1:]
        commands()[verb].make_context(verb, given)
    for verb in EXAMPLES:  # an option and its value stay on one line
        assert not re.search(r"--(?!rotate|chances|differences)[a-z-]+ \\\n", str(epilog(verb))), verb


def test_short_help_is_help(capsys):
    assert run(capsys, "-h") == run(capsys, "--help")
    assert run(capsys, "simulate", "-h") == run(capsys, "simulate", "--help")


def test_help_names_verbose_and_completion(capsys):
    told = run(capsys, "--help")[1]
    assert "--verbose" in told
    assert "--install-completion" in told
    assert "--verbose" in run(capsys, "tournament", "-h")[1]
    assert "4,294,967,296 at most" in " ".join(run(capsys, "simulate", "-h")[1].split())


def test_a_shell_completes_verbs_and_games():
    env = os.environ | {"_DIGSITE_COMPLETE": "complete_bash", "COMP_CWORD": "2", "COMP_WORDS": "digsite simulate lo"}
    code = "from digsite.simulator.cli.app import app; app(prog_name='digsite')"
    told = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True).stdout
    assert told.split() == ["lost-cities"]


@pytest.mark.parametrize("width", [60, 80, 160])
def test_help_wraps_at_words(monkeypatch, capsys, width):
    monkeypatch.setenv("COLUMNS", str(width))
    known = {word for verb in NAMES for word in run(capsys, *verb.split(), "-h")[1].split()}
    for verb in [[], *(verb.split() for verb in NAMES), ["new"], ["new", "contract"]]:
        text = run(capsys, *verb, "-h")[1]
        assert max(map(len, text.splitlines())) <= width, verb
        assert "…" not in text, verb
        assert "..." not in text.partition("Commands:")[2], verb
    monkeypatch.setenv("COLUMNS", "400")
    whole = {word for verb in NAMES for word in run(capsys, *verb.split(), "-h")[1].split()}
    assert {word for word in known - whole if word.isalpha()} == set()  # no word is cut in two


# ---------------------------------------------------------------------------------------------------------- progress


class Screen:
    def __init__(self):
        self.text = ""

    def isatty(self):
        return True

    def write(self, text):
        self.text += text

    def flush(self):
        pass


class Clock:
    """The time that progress goes by, so that a busy machine changes nothing."""

    def __init__(self, monkeypatch):
        self.now = 0.0
        monkeypatch.setattr(console, "time", SimpleNamespace(monotonic=lambda: self.now))


def test_a_bar_tells_what_is_done_how_fast_and_how_long(monkeypatch):
    screen, clock = Screen(), Clock(monkeypatch)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    shown = console.Terminal()
    shown.working("Compiling the kernels of Lost Cities")
    shown.working("Lost Cities: findings and charts", 1, 3)
    shown.played(1_000, 4_000)
    clock.now += 2.0
    shown.at_most = True
    shown.played(2_000, 4_000)
    shown.close()
    told = ANSI.sub("", screen.text)
    for text in (
        "Compiling the kernels",
        "findings and charts",
        "1 of 3",
        "2,000 of at most 4,000 games",
        "500 games/s",
        "4 s left at most",
    ):
        assert text in told, text


def test_a_bar_that_is_done_with_tells_no_time_left_and_no_pace_that_nobody_measured(monkeypatch):
    screen, clock = Screen(), Clock(monkeypatch)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    shown = console.Terminal()
    shown.at_most = True
    shown.played(2_000, 40_000)
    clock.now += 0.2
    shown.played(4_000, 40_000)  # the batch of another thread, almost at the same moment
    assert "/s" not in ANSI.sub("", screen.text)
    clock.now += 0.8
    shown.played(5_000, 40_000)
    shown.close()
    told = [line for line in re.split("[\r\n]", ANSI.sub("", screen.text)) if "games" in line]
    assert "left" not in told[-1]
    assert "5,000 of at most 40,000 games, 3,000 games/s" in told[-1]


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_a_narrow_terminal_cuts_nothing_that_progress_tells(monkeypatch, columns):
    screen, clock = Screen(), Clock(monkeypatch)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", str(columns))
    shown = console.Terminal()
    shown.working("Lost Cities: The Board Game: figures that no source confirms", 1, 3)
    shown.at_most = True
    shown.played(1_000, 400_000)
    clock.now += 100.0
    shown.played(180_000, 400_000)
    shown.close()
    lines = ANSI.sub("", screen.text).replace("\r", "\n").split("\n")
    assert "…" not in screen.text
    assert max(map(len, lines)) <= columns
    told = " ".join(re.sub("[━╸╺]", "", " ".join(lines)).split())
    assert "figures that" in told
    assert "confirms" in told
    assert "180,000 of at most 400,000 games, 1,790 games/s, 2 min 3 s left at most" in told


def test_where_it_is_no_terminal_steps_are_lines(capsys):
    shown = console.Terminal()
    shown.working("Lost Cities: findings and charts", 1, 3)
    shown.working("Lost Cities: findings and charts", 1, 3)
    assert capsys.readouterr().err == "Lost Cities: findings and charts (1 of 3) ...\n"


def test_a_report_tells_what_it_is_doing(played):
    from digsite.simulator.lab.common.progress import Progress
    from digsite.simulator.lab.reporting.report import _Steps
    from digsite.simulator.runs.run import Run

    told = []

    class Listens(Progress):
        def working(self, what, done=0, total=None):
            told.append((what, done, total))

    steps = _Steps(Listens(), [Run(played)], sensitivity=True)
    assert steps.announced("findings and charts", lambda run: run.rows)(Run(played)) == 600
    steps.announced("a narrated game", lambda run: run.rows)(Run(played))
    title = "Lost Cities: The Board Game"
    assert told == [(f"{title}: findings and charts", 0, 3), (f"{title}: a narrated game", 1, 3)]


def test_a_margin_is_forecast_honestly(capsys, tmp_path):
    words = ["compare", "lost-cities", "--seats", "random", "--players", "2", "--variant", "short", "--seed", "1"]
    code, _, err = run(capsys, *words, "--margin", "40pp", "-n", "4k", "--out", tmp_path / "c")
    assert code == 0, err
    assert re.search(r"By a pilot, (about [\d,]+|4,000) games on each side (tell|may be too few)", err)


# -------------------------------------------------------------------------------------------------------------- JSON


def keys_of(data) -> set[str]:
    if isinstance(data, dict):
        return set(data).union(*(keys_of(value) for value in data.values()))
    return set().union(*map(keys_of, data)) if isinstance(data, list) else set()


RANDOM = ["--seats", "random", "--players", "2", "--seed", "1", "-n", "40"]


@pytest.mark.parametrize(
    "words",
    [
        ["games"], ["games", "chac"], ["rules", "lost-cities"], ["nudge", "lost-cities", "--list"],
        ["analyze", "RUN", "seats"], ["analyze", "RUN", "--list"], ["replay", "RUN", "--game", "1"],
        ["simulate", "lost-cities", *RANDOM, "--out", "OUT"],
        ["compare", "lost-cities", "--set", "cards.hand=7", *RANDOM, "--out", "OUT"],
        ["sweep", "lost-cities", "--set", "cards.hand=7,8", *RANDOM, "--out", "OUT"],
    ],
    ids=lambda words: " ".join(words[:2]),
)  # fmt: skip
def test_json_has_keys_of_one_form_and_numbers_that_are_numbers(capsys, played, tmp_path, words):
    given = [{"RUN": str(played), "OUT": str(tmp_path / "o")}.get(word, word) for word in words]
    code, out, err = run(capsys, *given, "--json")
    assert code == 0, err
    data = json.loads(out, parse_constant=lambda text: pytest.fail(f"{text} is not JSON"))
    assert not [key for key in keys_of(data) if not re.fullmatch(r"[a-z][a-z0-9_]*", key)]
    if words[0] == "simulate":
        assert data["seats"][0] == {**data["seats"][0], "seat": 1, "games": 40}
        assert {"win_rate", "share_from", "mean_score"} <= set(data["seats"][0])
        assert data["seats"][0]["win_share"] == data["seats"][0]["win_rate"]  # its former name
    if words == ["games"]:
        assert all(isinstance(count, int) for game in data for count in game["players"])


def test_what_json_says_in_words_it_says_in_numbers_too(capsys):
    listed = json.loads(run(capsys, "nudge", "chac", "--list", "--json")[1])
    told = json.loads(run(capsys, "games", "chac", "--json")[1])
    assert told["nudges"] == listed
    points = next(row for row in listed if row["nudge"] == "points")
    assert points == {
        **points,
        "amounts": "-1,000,000 to 1,000,000",
        "least": -1_000_000,
        "most": 1_000_000,
        "usual": [10],
    }
    shares = [row for row in told["weights"] if row["bounds"] == "share"]
    assert shares
    assert all((row["least"], row["most"], row["kind"]) == (0, 1, "share") for row in shares)
    found = {row["what"]: row for row in json.loads(run(capsys, "doctor", "--json")[1])}
    assert found["threads"]["found"] == str(found["threads"]["figures"]["threads"])
    assert found["play"]["figures"]["games"] == 2_000
    assert found["digsite"]["figures"] == {}


def test_a_game_without_nudges_lists_none_as_json(capsys, monkeypatch):
    monkeypatch.setitem(vars(find_game("chac")), "own_nudges", ())
    assert run(capsys, "nudge", "chac", "--list", "--json") == (0, "[]\n", "")
    assert run(capsys, "nudge", "chac", "--list")[1].endswith("declares no nudges.\n")


# -------------------------------------------------------------------------------------------------------- exit codes


def test_exit_codes_are_those_that_are_documented(capsys, tmp_path, monkeypatch):
    assert run(capsys, "games")[0] == 0
    assert run(capsys, "games", "chess")[0] == 2
    assert run(capsys, "gmaes")[0] == 2
    (tmp_path / "manifest.json").write_text("{")
    assert run(capsys, "analyze", tmp_path)[0] == 1

    def stopped(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("digsite.simulator.cli.verbs.games.all_games", stopped)
    code, _, err = run(capsys, "games")
    assert (code, err) == (130, "digsite: Interrupted.\n")


# ------------------------------------------------------------------------------------------------------ closed pipes


def into_a_closed_pipe(words: list[str], *streams: str, **env: str) -> tuple[int, str]:
    """The exit code of a command whose output nobody reads any more, and what it says where it still can."""
    reading, writing = os.pipe()
    os.close(reading)
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | dict.fromkeys(streams, writing)
    started = subprocess.Popen(
        [sys.executable, "-m", "digsite.simulator.cli", *words], env=os.environ | env, text=True, **pipes
    )
    os.close(writing)
    out, err = started.communicate(timeout=120)
    return started.returncode, (out or "") + (err or "")


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("words", [["games"], ["--version"], ["simulate", "-h"]], ids=" ".join)
def test_a_reader_that_has_gone_is_no_failure(words, unbuffered):
    assert into_a_closed_pipe(words, "stdout", PYTHONUNBUFFERED=unbuffered) == (141, "")


def test_remarks_that_nobody_reads_do_not_stop_the_work(tmp_path):
    words = ["simulate", "lost-cities", *RANDOM, "--out", str(tmp_path / "r")]
    assert into_a_closed_pipe(words, "stdout", "stderr")[0] == 141
    code, told = into_a_closed_pipe(words, "stderr")
    assert (code, "win rate" in told) == (0, True)
    assert json.loads((tmp_path / "r/manifest.json").read_text())["complete"]


def test_wrong_use_is_wrong_use_whoever_reads_it():
    assert into_a_closed_pipe(["gmaes"], "stderr")[0] == 2


def test_streams_that_were_closed_before_the_start_are_no_failure():
    for closing, words, code in ((">&-", "games", 0), ("2>&-", "gmaes", 2)):
        command = f"{shlex.quote(sys.executable)} -m digsite.simulator.cli {words} {closing}"
        assert subprocess.run(command, shell=True, capture_output=True).returncode == code, closing


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
def test_output_that_cannot_be_written_is_a_sentence():
    with open("/dev/full", "w") as full:
        told = subprocess.run(
            [sys.executable, "-m", "digsite.simulator.cli", "games"], stdout=full, stderr=-1, text=True
        )
    assert (told.returncode, told.stderr) == (1, "digsite: The output cannot be written: No space left on device.\n")
