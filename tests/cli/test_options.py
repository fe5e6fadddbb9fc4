"""Every option is a row of one table, which commands, Python, manifests and errors read."""

import doctest
import inspect
import pickle
import re
from typing import get_type_hints

import pytest
import typer

import digsite
from digsite.simulator import options
from digsite.simulator.cli.app import app, main
from digsite.simulator.errors import WrongUse
from digsite.simulator.lab.common.running import Arguments
from digsite.simulator.options import BY_FLAG, OPTIONS
from digsite.simulator.play.arguments import names, whole_number
from digsite.simulator.play.plan import PlanArguments
from tests.cli.test_commands import ROOT, modules, texts_of

PYTHON = ("analyze", "chances", "check", "check_game", "balance", "check_strategy", "compare", "exploit", "levers", "nudge", "plan", "report", "simulate", "strength", "sweep",
          "tournament", "tune")  # fmt: skip
NO_OPTIONS = {  # of Python's arguments: what a command has as words of its own, and what only Python has
    "game", "contract", "strategy", "plugin", "run", "folders", "questions", "progress", "arguments", "given",
}  # fmt: skip
NAMED = re.compile(r"(?<![\w-])--[a-z][a-z-]*\b")
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


def test_a_folder_that_knows_its_plan_refuses_an_option_by_the_name_that_was_typed(tmp_path, capsys):
    digsite.compare("lost-cities", 4, variants="short", seats="random,random", seed=1, out=tmp_path / "c")
    for typed in ("--set", "--variant", "--rules"):
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main(["compare", "--resume", str(tmp_path / "c"), typed, "x"])
        told = f"digsite: {tmp_path / 'c'} knows what is played; leave {typed} out, or name everything again.\n"
        assert (ended.value.code, capsys.readouterr().err) == (2, told)


@pytest.mark.parametrize(("typed", "meant"), [("set", "settings"), ("rules", "rules_file"), ("plugin", "plugins")])
def test_who_gives_python_the_name_of_an_option_hears_the_name_of_the_argument(typed, meant):
    with pytest.raises(digsite.DigsiteError, match=rf"^There is no argument '{typed}'\. Did you mean '{meant}'\?"):
        digsite.simulate("lost-cities", 4, **{typed: "x"})


# ------------------------------------------------------------------------------------------------- errors


def test_an_error_carries_the_option_it_speaks_of():
    with pytest.raises(WrongUse) as refused:
        whole_number("part_games", 0, least=1)
    problem = refused.value
    assert problem.options == ["part_games"]
    assert (problem.typed, problem.called) == (
        "--part-games must be at least 1; 0 is not.",
        "part_games must be at least 1; 0 is not.",
    )
    assert str(problem) == problem.typed


def test_what_a_user_wrote_is_never_taken_for_an_option():
    with pytest.raises(digsite.DigsiteError, match=r"^games must be a whole number such as .*; '--games' is not"):
        digsite.simulate("lost-cities", "--games")


def test_an_error_inside_another_and_one_from_another_process_keep_their_options():
    inner = WrongUse(OPTIONS["settings"], " is wrong.")
    outer = pickle.loads(pickle.dumps(WrongUse("In a contract: ", inner, details="at length")))
    assert outer.options == ["settings"]
    assert (outer.typed, outer.called, outer.details) == (
        "In a contract: --set is wrong.", "In a contract: settings is wrong.", "at length",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda run: digsite.chances(run, game=0, open_hands=True, seat=1), "open table (open_hands=True) or that of one seat (seat)"),
        (lambda run: digsite.chances(run, game=0, every="day"), "There is no choice of every 'day'."),
        (lambda run: digsite.simulate("lost-cities", 4, resume=True), "resume=True needs the run's folder as out."),
        (lambda run: digsite.sweep("lost-cities", 4), "as in settings='cards.hand=6,8' (a list's entry is key.N)."),
        (lambda run: digsite.exploit("lost-cities", 4, against="rusher", every_field=True), "of against, or every_field=True."),
        (lambda run: digsite.report(), "Name the runs to report on."),
        (lambda run: digsite.simulate("lost-cities", 4, seats="random,random", seed=1, out=run), "with resume=True or choose another folder with out."),
    ],
)  # fmt: skip
def test_python_hears_of_arguments_as_it_writes_them(tmp_path, call, told):
    digsite.simulate("lost-cities", 2, seats="random,random", seed=1, out=tmp_path / "r")
    with pytest.raises(digsite.DigsiteError) as refused:
        call(tmp_path / "r")
    assert told in str(refused.value)


def test_no_module_but_the_table_spells_an_option():
    spelled = []
    for path in modules():
        name = path.relative_to(ROOT).as_posix()
        if name != "simulator/options.py" and not name.startswith("simulator/cli/"):  # which speaks to terminals only
            texts = [
                (line, text) for line, text in texts_of(path, naming="--") if BY_FLAG.keys() & set(NAMED.findall(text))
            ]
            spelled += [f"{name}:{line}: {text}" for line, text in texts]
    assert not spelled


OF_OTHERS = {
    "--save",
    "--help",
    "--install-completion",
    "--everything",
    "--nworkers",
    "--nthreads",
    "--hostfile",
    "--name",
}


def test_no_text_help_or_page_names_an_option_that_does_not_exist():
    texts = {
        path: path.read_text(encoding="utf-8")
        for path in (*modules(), ROOT / "README.md", *(ROOT / "docs").rglob("*.md"))
    }
    named = {(path.name, word) for path, text in texts.items() for word in NAMED.findall(text)}
    assert not {(name, word) for name, word in named if word not in BY_FLAG and word not in OF_OTHERS}
