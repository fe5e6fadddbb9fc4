"""The public face: light to import, the same names for everybody, and one version."""

import inspect
import os
import re
import subprocess
import sys
import textwrap
import tomllib
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import digsite

ROOT = Path(__file__).resolve().parents[1]


def test_importing_it_imports_nothing_of_the_project_and_nothing_heavy():
    look = "import sys, digsite; print(sorted({name.split('.')[0] for name in sys.modules}))"
    told = subprocess.run([sys.executable, "-c", look], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in ("numpy", "numba", "polars", "pandas", "matplotlib", "simulator", "strategies", "analyses", "reports"):
        assert f"'{name}'" not in told


def test_every_public_name_is_there_and_documented():
    for name in set(digsite.__all__) - {"__version__"}:
        assert getattr(digsite, name).__doc__, name
    assert set(dir(digsite)) == set(digsite.__all__)
    with pytest.raises(AttributeError, match="no attribute 'simulat'"):
        digsite.simulat  # noqa: B018


def test_the_version_stands_in_one_place():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert digsite.__version__ == project["version"]


def test_the_version_is_known_without_an_installation(monkeypatch):
    from importlib import metadata

    from digsite.simulator.version import digsite_version

    def missing(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", missing)
    digsite_version.cache_clear()
    assert digsite_version() == digsite.__version__
    digsite_version.cache_clear()


def test_a_run_is_simulated_and_opened_again(tmp_path):
    run = digsite.simulate(
        "lost-cities", 20, seats="random,rusher", settings={"cards.hand": 7}, seed=1, out=tmp_path / "r"
    )
    assert run.plan.players == ["random", "rusher"]
    assert digsite.Run(tmp_path / "r").manifest["plan"]["rules"]["cards.hand"] == 7
    assert "lost-cities" in digsite.games()


def test_wrong_use_is_one_sentence():
    with pytest.raises(digsite.DigsiteError, match="Did you mean 'lost-cities'"):
        digsite.simulate("lost-citys")
    with pytest.raises(digsite.DigsiteError, match=r"There is no argument 'varaints'. Did you mean 'variants'\?"):
        digsite.simulate("lost-cities", varaints=["short"])
    with pytest.raises(digsite.DigsiteError, match="A tournament makes its own line-ups"):
        digsite.tournament("lost-cities", seats="random,rusher")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"games": "many"}, r"games must be a whole number such as 500, 20k or 2.5M; 'many' is not."),
        ({"games": 100.5}, r"games must be a whole number such as 500, 20k or 2.5M; 100.5 is not."),
        ({"games": True}, r"games must be a whole number such as 500, 20k or 2.5M; True is not."),
        ({"games": 0}, r"games must be at least 1; 0 is not."),
        ({"events": -1}, r"events must be at least 0; -1 is not."),
        ({"threads": "two"}, r"threads must be a whole number; 'two' is not."),
        ({"threads": 0}, r"threads must be at least 1; 0 is not."),
        ({"seed": "x"}, r"seed must be a whole number from 0 to 2\*\*63 - 1; 'x' is not."),
        ({"players": 2.0}, r"players must be a whole number; 2.0 is not."),
        ({"seats": ("cautious", 5)}, r"seats must be a list of texts; 5 in it is none."),
        ({"seats": 5}, r"seats must be a list of texts; 5 is not."),
        ({"variants": 5}, r"variants must be a list of texts; 5 is not."),
        ({"settings": [5]}, r"settings must be a list of texts; 5 in it is none."),
        ({"plugins": 5}, r"plugins must be a list of files; 5 is not."),
        ({"rules_file": 5}, r"rules_file must be a path; 5 is not."),
        ({"out": 5}, r"out must be a path; 5 is not."),
        ({"rotate": "yes"}, r"rotate must be True or False; 'yes' is neither."),
        ({"progress": 5}, r"progress must be a Progress"),
        ({"game": 5}, r"game must be a text; 5 is not."),
    ],
)
def test_a_value_of_a_wrong_type_is_one_sentence(given, told, tmp_path):
    with pytest.raises(digsite.DigsiteError, match=f"^{told}"):
        digsite.simulate(**{"game": "lost-cities", "games": 4, "out": tmp_path / "r", **given})


def test_experiments_check_types_too():
    for verb in (digsite.compare, digsite.sweep, digsite.tournament):
        with pytest.raises(digsite.DigsiteError, match=r"^game must be a text; 5 is not\.$"):
            verb(5, 10)
    with pytest.raises(digsite.DigsiteError, match=r"^games must be a whole number"):
        digsite.compare("lost-cities", 10.5, variants="short")
    with pytest.raises(
        digsite.DigsiteError, match=r"^margin must be a text such as \"0.5pp\" or \"5points\"; 0.5 is not\.$"
    ):
        digsite.compare("lost-cities", 10, margin=0.5)
    with pytest.raises(digsite.DigsiteError, match=r"^strategies must be a list of texts; 5 is not\.$"):
        digsite.tournament("lost-cities", 10, strategies=5)


def test_whole_numbers_may_be_texts_or_of_numpy(tmp_path):
    run = digsite.simulate(
        "lost-cities", "0.01k", seats="random", players=np.int64(2), threads="2", seed="7", events=np.int8(3),
        rotate=np.bool_(True), out=tmp_path / "r",
    )  # fmt: skip
    assert (run.plan.games, run.plan.seats, run.plan.seed, run.plan.events) == (10, 2, 7, 3)
    assert "--seating cyclic" in run.manifest["command"]


def test_a_single_text_is_a_list_of_one(tmp_path):
    plugin = tmp_path / "mine.py"
    plugin.write_text(
        "from digsite import strategy\n\n\n"
        '@strategy("lost-cities")\ndef first(rules, state, seat, options, n, weights):\n    return 0\n'
    )
    run = digsite.simulate(
        "lost-cities", 4, seats="first,random", variants="short", settings="cards.hand=7", plugins=str(plugin), seed=1,
        out=tmp_path / "r",
    )  # fmt: skip
    assert (run.plan.variants, run.plan.settings) == (["short"], ["cards.hand=7"])
    assert f"--variant short --set cards.hand=7 --plugin {plugin}" in run.manifest["command"]
    with pytest.raises(digsite.DigsiteError, match="There is no variant 'long'"):
        digsite.simulate("lost-cities", 4, variants="short,long", out=tmp_path / "s")


def test_a_function_s_own_keywords_are_among_the_choices():
    with pytest.raises(
        digsite.DigsiteError, match=r"'rotat'. Did you mean 'rotate'\?.* games, rotate, events, part_games, players"
    ):
        digsite.simulate("lost-cities", games=100, rotat=True)
    with pytest.raises(digsite.DigsiteError, match=r"'strategy'. Did you mean 'strategies'\?"):
        digsite.tournament("lost-cities", games=100, strategy="random")


@pytest.mark.parametrize("verb", ["compare", "sweep", "tournament"])
def test_an_experiment_takes_seating_and_no_rotate(verb):
    with pytest.raises(digsite.DigsiteError, match="An experiment takes seating"):
        getattr(digsite, verb)("lost-cities", 100, rotate=True)
    with pytest.raises(digsite.DigsiteError, match="An experiment records no events"):
        getattr(digsite, verb)("lost-cities", 100, events=5)


def test_the_weights_that_the_docstrings_name_exist():
    from digsite.simulator.play.plan import PlanArguments
    from digsite.strategies.registry import line_up

    for documented in (digsite.simulate, digsite.tournament, PlanArguments):
        named = set(re.findall(r"\b\w+:\w+=[\d.]+", documented.__doc__))
        assert named
        line_up("lost-cities", sorted(named), [])


def test_a_plugin_may_take_strategy_from_it(tmp_path):
    plugin = tmp_path / "mine.py"
    plugin.write_text(
        "from digsite import strategy\n\n\n"
        '@strategy("lost-cities")\ndef first(rules, state, seat, options, n, weights):\n    return 0\n'
    )
    run = digsite.simulate("lost-cities", 4, seats="first,random", plugins=[plugin], seed=1, out=tmp_path / "r")
    assert run.rows == 4


@pytest.mark.parametrize("package", ["digsite", "simulator", "strategies", "analyses", "reports"])
def test_every_package_says_that_it_is_typed(package):
    assert (ROOT / package / "py.typed").is_file()


# --------------------------------------------------------------------------------------------------------- notebooks


@pytest.fixture(scope="module")
def duel(tmp_path_factory):
    return digsite.simulate(
        "lost-cities", 60, seats=["cautious", "rusher"], rotate=True, seed=1, out=tmp_path_factory.mktemp("duel") / "r"
    )


def test_a_run_that_was_extended_elsewhere_is_not_called_damaged(tmp_path):
    before = digsite.simulate("lost-cities", 20, seats="random,random", seed=1, out=tmp_path / "r")
    digsite.simulate(resume=True, out=tmp_path / "r", games=40)
    with pytest.raises(digsite.DigsiteError, match=r"has been extended since it was opened here; open it again\."):
        before.analyze("seats")
    part = tmp_path / "r/games/part-00000.parquet"
    after = digsite.Run(tmp_path / "r")
    part.write_bytes(part.read_bytes()[:-1])
    with pytest.raises(digsite.DigsiteError, match="is damaged or not of this run"):
        after.analyze("seats")


def test_values_of_a_figure_may_come_from_numpy_or_a_range(tmp_path):
    same = {"players": 2, "seats": "random", "seed": 1, "out": tmp_path / "s"}
    made = [
        digsite.sweep("lost-cities", 8, settings={"cards.hand": values}, **same).experiment.manifest["fingerprint"]
        for values in ([7, 8], range(7, 9), np.array([7, 8]), (np.int64(7), np.int16(8)))
    ]
    assert len(set(made)) == 1


def test_what_was_made_can_be_handed_on(tmp_path, duel):
    shown = digsite.compare(
        "lost-cities", 8, settings={"cards.hand": 7}, players=2, seats="random", seed=1, out=tmp_path / "c"
    )
    for experiment in (shown, shown.experiment, shown.folder):
        assert repr(digsite.analyze(experiment)) == repr(shown)
    page = digsite.report(shown, duel, out=tmp_path / "r.html", sensitivity=False, experiments=False)
    assert page.is_file()
    for wrong in (digsite.report, digsite.Run):
        with pytest.raises(digsite.DigsiteError, match=r"A folder is named by its path; 3 is none\."):
            wrong(3)
    with pytest.raises(digsite.DigsiteError, match=r"resume=True needs the run's folder as out\."):
        digsite.simulate("lost-cities", 4, resume=True)


def test_every_public_function_has_types_and_an_example():
    import inspect

    for name in set(digsite.__all__) - {"__version__", "DigsiteError", "Experiment"}:
        found = getattr(digsite, name)
        assert "Example::" in found.__doc__, name
        if not isinstance(found, type):
            hints = inspect.signature(found)
            assert hints.return_annotation is not inspect.Signature.empty, name
            assert all(known.annotation is not inspect.Parameter.empty for known in hints.parameters.values()), name


def test_a_run_shows_a_summary_and_a_chart(duel):
    shown = duel._repr_html_()
    assert "<svg" in shown
    assert "win rate" in shown
    assert "60 games of lost-cities" in shown


def test_a_run_without_enough_games_says_so_instead(tmp_path):
    run = digsite.simulate("lost-cities", 1, seats="random", players=2, seed=1, out=tmp_path / "r")
    assert "too few for intervals" in run._repr_html_()


def test_answers_have_charts_that_draw_themselves(duel, tmp_path):
    answer = duel.analyze("seats")
    assert answer.charts[0]._repr_svg_().startswith("<svg")
    assert [path.suffix for path in answer.charts[0].save(tmp_path)] == [".svg", ".png"]
    assert "<li>" in answer._repr_html_()
    assert set(answer.tables) >= {"seats-seats"}
    assert not (duel.folder / "analysis").exists()
    digsite.analyze(duel.folder, "seats", out=tmp_path / "a")
    assert (tmp_path / "a/findings.json").is_file()


def test_experiments_and_games_show_themselves(tmp_path):
    shown = digsite.compare(
        "lost-cities",
        20,
        settings={"cards.hand": np.int64(7)},
        seats="random",
        players=np.int8(2),
        seed=1,
        out=tmp_path / "c",
    )
    assert "<svg" in shown._repr_html_()
    headings = re.findall("<th>([^<]*)</th>", shown._repr_html_())
    assert headings
    assert not [heading for heading in headings if "_" in heading or heading.endswith((" low", " high"))]
    assert shown.charts[0]._repr_svg_().startswith("<svg")
    assert "Lost Ruins of Arnak" in digsite.games()._repr_html_()
    assert digsite.analyze(tmp_path / "c").tables["measures"].equals(shown.tables["measures"])


def test_running_a_cell_twice_gives_the_finished_run_back(tmp_path):
    for call in (
        lambda: digsite.simulate("lost-cities", 6, seats="random,random", out=tmp_path / "r"),
        lambda: digsite.compare("lost-cities", 6, variants="short", seats="random,random", out=tmp_path / "c"),
        lambda: digsite.tournament("lost-cities", 4, strategies="random,rusher", out=tmp_path / "t"),
    ):
        first, again = call(), call()
        assert repr(first) == repr(again)


def test_errors_speak_of_arguments_and_not_of_options(tmp_path, duel):
    wrong = [
        lambda: digsite.simulate("lost-cities", 5, resume=True),
        lambda: digsite.simulate("lost-cities", 5, seats="random", players=2, out=duel.folder),
        lambda: digsite.simulate("lost-cities", 5, seats="random,random", players=3),
        lambda: digsite.simulate("lost-cities", 2**40),
        lambda: digsite.simulate(),
        lambda: digsite.compare("lost-cities", 5),
        lambda: digsite.compare("lost-cities", 5, variants="short", margin="5"),
        lambda: digsite.sweep("lost-cities", 5),
        lambda: digsite.nudge("lost-cities", 5, margin="5turns"),
        lambda: digsite.strength("lost-cities", 5, players=1),
        lambda: digsite.plan("lost-cities", margin=""),
        lambda: digsite.report(),
        lambda: digsite.analyze(tmp_path),
        lambda: duel.analyze("seat"),
    ]
    for call in wrong:
        with pytest.raises(digsite.DigsiteError) as refused:
            call()
        assert not re.search(r"(?<!\w)--\w", str(refused.value)), str(refused.value)


@pytest.mark.parametrize("name", ["strategies.py", "simulator.py", "reports/__init__.py"])
def test_a_file_of_the_users_hides_no_package_of_digsites(tmp_path, name):
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("raise SystemExit('the file of the user')")
    (tmp_path / "script.py").write_text("import digsite\nprint(list(digsite.games()))\n")
    told = subprocess.run([sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    assert "lost-cities" in told.stdout


def test_a_plug_in_called_strategies_works_from_its_folder(tmp_path):
    (tmp_path / "strategies.py").write_text(
        "from digsite import strategy\n\n\n"
        '@strategy("lost-cities")\ndef first(rules, state, seat, options, n, weights):\n    return 0\n'
    )
    digsite_command = Path(sys.executable).with_name("digsite")
    words = [
        "simulate",
        "lost-cities",
        "-n",
        "4",
        "--seats",
        "first,random",
        "--plugin",
        "strategies.py",
        "--out",
        "r",
        "-q",
    ]
    told = subprocess.run([digsite_command, *words], cwd=tmp_path, capture_output=True, text=True)
    assert told.returncode == 0, told.stderr


QUICK = ("games", "Run", "analyze", "simulate", "compare", "sweep", "tournament", "nudge", "chances")


def test_the_examples_of_docstrings_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    digsite.simulate("lost-cities", 48, players=2, seed=1, out="runs/duel")
    for name in QUICK:
        text = inspect.getdoc(getattr(digsite, name))
        example = text.partition("Example::")[2]
        assert example, name
        smaller = re.sub(r"\b\d+_000\b", "48", textwrap.dedent(example.lstrip("\n")))
        exec(smaller, {"pl": pl} | {known: getattr(digsite, known) for known in digsite.__all__})


def test_the_folder_above_a_clone_does_not_hide_the_package(tmp_path):
    (tmp_path / "digsite").symlink_to(ROOT)
    code = "import digsite; print(len(digsite.games()))"
    here = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    told = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=here, capture_output=True, text=True)
    assert told.stdout == f"{len(digsite.games())}\n", f"{told.stderr}\nInstall digsite again: pip install --editable ."
