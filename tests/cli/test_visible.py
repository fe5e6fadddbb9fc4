"""Text from elsewhere does nothing to a terminal, and a command that is shown can be copied."""

import shlex

import pytest

from digsite.reports.page.rules_table import report_command
from digsite.simulator.cli import console
from digsite.simulator.cli.app import main
from digsite.simulator.commands import requoted, shell_word

STEERING = "\x1b]0;x\x07\x1b[2J\r\x08\x9b31m\u202e\u2066"


@pytest.mark.parametrize("words", [("replay", f"no{STEERING}run", "--median"), (f"{STEERING}",), ("games", STEERING)])
def test_what_is_typed_is_echoed_without_its_control_characters(words, capsys):
    with pytest.raises(SystemExit):
        main([*words])
    told = capsys.readouterr().err
    assert "\\x1b" in told
    assert not set(STEERING) - set("]0;x[2J31m") & set(told)


def test_tables_show_control_characters_as_they_are_written_in_python(capsys):
    console.print_table((f"a{STEERING}", "b"), [(f"c{STEERING}", 1)], title=STEERING)
    told = capsys.readouterr().out
    assert "c\\x1b]0;x\\x07\\x1b[2J\\r\\x08\\x9b31m\\u202e\\u2066" in told
    assert not set("\x1b\x07\r\x08\x9b\u202e\u2066") & set(told)


def test_only_colours_of_our_own_reach_a_terminal(monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    told = console.visible(f"{console.coloured('fine', 'good')} \x1b[31mforged \ufdd031\ufdd1")
    assert told == "\x1b[32mfine\x1b[0m \\x1b[31mforged \ufdd031\ufdd1"


@pytest.mark.parametrize("name", ["a b", "it's", "$HOME", "-x", "a;b", "a`b`", 'say "x"'])
def test_a_folder_in_a_command_is_one_word_for_a_shell(name):
    run = type("Run", (), {"name": name})
    assert shlex.split(report_command(run)) == ["digsite", "report", f"runs/{name}", "--out", "report.html"]
    assert shlex.split(shell_word(name)) == [f"./{name}" if name.startswith("-") else name]


def test_a_command_from_a_file_is_nothing_but_words_to_a_shell():
    assert requoted("digsite nudge chac --seed 1\nrm -r x") == "digsite nudge chac --seed 1 rm -r x"
    assert requoted("digsite nudge; rm $(x)") == "digsite 'nudge;' rm '$(x)'"
    assert requoted("digsite 'nudge") == shlex.quote("digsite 'nudge")
