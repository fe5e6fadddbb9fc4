"""Every option is a row of one table, which commands, Python, manifests and errors read."""

import doctest
import inspect
from typing import get_type_hints

import pytest
import typer

import digsite
from digsite.simulator import options
from digsite.simulator.cli.app import app, main
from digsite.simulator.errors import WrongUse
from digsite.simulator.lab.common.running import Arguments
from digsite.simulator.options import BY_FLAG, OPTIONS
from digsite.simulator.play.arguments import names
from digsite.simulator.play.plan import PlanArguments

PYTHON = ("analyze", "chances", "check", "compare", "exploit", "nudge", "plan", "report", "simulate", "strength", "sweep",
          "tournament", "tune")  # fmt: skip
NO_OPTIONS = {  # of Python's arguments: what a command has as words of its own, and what only Python has
    "game", "contract", "strategy", "run", "folders", "questions", "progress", "arguments", "given",
}  # fmt: skip
OF_THE_LIBRARY = {"install_completion", "show_completion"}


def commands(command=None, name="digsite"):
    command = command or typer.main.get_command(app)
    yield name, command
    for verb, below in getattr(command, "commands", {}).items():
        yield from commands(below, f"{name} {verb}")


def options_of(command):
    return [known for known in command.params if known.param_type_name == "option" and known.name not in OF_THE_LIBRARY]


def test_the_examples_of_the_table_hold():
    assert doctest.testmod(options).failed == 0


@pytest.mark.parametrize(("name", "command"), list(commands()), ids=lambda it: it if isinstance(it, str) else "")
def test_every_option_of_every_verb_is_called_as_the_table_calls_it(name, command):
    for known in options_of(command):
        row = OPTIONS[known.name]
        words = [word for word in (row.typed, row.short) if word]
        assert (known.opts, known.secondary_opts) == (words, [row.off] if row.off else []), (name, known.name)
        assert bool(known.is_flag) == (not row.metavar), (name, known.name)


def test_every_row_of_the_table_is_an_option_of_some_verb():
    assert {known.name for _, command in commands() for known in options_of(command)} == set(OPTIONS)


def test_no_two_options_are_typed_alike():
    words = [word for row in OPTIONS.values() for word in (row.typed, row.short, row.off) if word]
    assert len(BY_FLAG) == len(words)


@pytest.mark.parametrize("verb", PYTHON)
def test_every_argument_of_python_is_called_as_the_table_calls_it(verb):
    own = [known.name for known in inspect.signature(getattr(digsite, verb)).parameters.values()]
    assert set(own) - NO_OPTIONS <= set(OPTIONS)


@pytest.mark.parametrize("kinds", [PlanArguments, Arguments])
def test_every_argument_that_all_verbs_share_is_in_the_table(kinds):
    assert set(get_type_hints(kinds)) - NO_OPTIONS <= set(OPTIONS)


@pytest.mark.parametrize(
    ("name", "typed"), [("variants", "--variant"), ("nudges", "--nudge"), ("against_seats", "--against-seats")]
)
def test_a_list_with_a_hole_is_refused_by_the_name_that_was_typed(name, typed):
    with pytest.raises(WrongUse, match=f"^{typed} has nothing between two commas"):
        names(name, "a,,b")


@pytest.mark.parametrize("typed", ["--set", "--variant", "--rules"])
def test_a_folder_that_knows_its_plan_refuses_an_option_by_the_name_that_was_typed(tmp_path, capsys, typed):
    digsite.compare("lost-cities", 4, variants="short", seats="random,random", seed=1, out=tmp_path / "c")
    capsys.readouterr()
    with pytest.raises(SystemExit) as ended:
        main(["compare", "--resume", str(tmp_path / "c"), typed, "x"])
    told = f"digsite: {tmp_path / 'c'} knows what is played; leave {typed} out, or name everything again.\n"
    assert (ended.value.code, capsys.readouterr().err) == (2, told)


@pytest.mark.parametrize(("typed", "meant"), [("set", "settings"), ("rules", "rules_file"), ("plugin", "plugins")])
def test_who_gives_python_the_name_of_an_option_hears_the_name_of_the_argument(typed, meant):
    with pytest.raises(digsite.DigsiteError, match=rf"^There is no argument '{typed}'\. Did you mean '{meant}'\?"):
        digsite.simulate("lost-cities", 4, **{typed: "x"})
