"""Experiments on disk: the same figures as in memory, arms equally far, and the same bytes after any interruption."""

import doctest
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path

import pytest

from digsite.analyses.experiments.answers import answer
from digsite.analyses.experiments.compare import decide, tuning_of
from digsite.analyses.experiments.compare.question import Comparison
from digsite.simulator.cli.app import main
from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.game.measures import find_measures
from digsite.simulator.lab.common.progress import Interrupted, Progress, stop_message
from digsite.simulator.lab.experiments import arms as playing
from digsite.simulator.lab.experiments.compare import PILOT_GAMES, compare
from digsite.simulator.lab.experiments.result import write_result
from digsite.simulator.lab.experiments.simulate import simulate
from digsite.simulator.lab.experiments.sweep import sweep
from digsite.simulator.lab.experiments.tournament import tournament
from digsite.simulator.lab.reporting.report import report
from digsite.simulator.play.backends import play_together
from digsite.simulator.play.plan import short_hash
from digsite.simulator.play.tallies import batch_size, merge, tallies
from digsite.simulator.runs import plan_diff, writer
from digsite.simulator.runs.experiment import Experiment
from digsite.simulator.runs.folder import experiment_store
from digsite.simulator.runs.opening import open_folder
from digsite.simulator.runs.run import Run
from tests.reports.examples import words_of

PLUGIN = """from digsite.kit import strategy


@strategy("lost-cities")
def first(rules, state, seat, options, n, weights):
    return 0
"""


@pytest.fixture(autouse=True)
def small_parts(monkeypatch, tmp_path):
    """Parts of a single batch, so that small experiments have several; default folders in a place of their own."""
    monkeypatch.setattr(experiment_store, "_BATCHES_IN_A_PART", 1)
    monkeypatch.chdir(tmp_path)


def bytes_of(folder: Path) -> dict[str, str]:
    return {
        str(p.relative_to(folder)): sha256(p.read_bytes()).hexdigest() for p in sorted(folder.rglob("*")) if p.is_file()
    }


def compared(out: str | Path = "x", **more):
    given = {"seats": "random", "variants": ["short"], "players": 2, "seed": 1, "out": out} | more
    return compare("lost-cities", 3_000, **given)


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    """The folder of an experiment that was played through; tests that change it have `x`, a copy."""
    folder = tmp_path_factory.mktemp("experiments") / "whole"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(experiment_store, "_BATCHES_IN_A_PART", 1)
        compared(folder)
    return folder


@pytest.fixture
def x(whole, tmp_path) -> Path:
    """A copy of the whole experiment, as the folder x of the place of its own."""
    shutil.copytree(whole, tmp_path / "x")
    return Path("x")


class StopAfter(Progress):
    """A user who presses Ctrl-C after so many games."""

    def __init__(self, games: int):
        self.games = games

    def played(self, done, total):
        if done >= self.games:
            raise KeyboardInterrupt


def test_an_interrupt_while_charts_are_drawn_says_which_folder_goes_on(x, monkeypatch, capsys):
    def stop(*_, **__):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("digsite.reports.charts.draw.write", stop)
        with pytest.raises(SystemExit) as ended:
            main(["compare", "--resume", "x", "-q"])
    told = "All games are saved in x; continue with: digsite compare --resume x"
    assert (ended.value.code, capsys.readouterr().err) == (130, f"digsite: {told}\n")
    assert stop_message() == told  # where the main thread does not come back in time


# ---------------------------------------------------------------------------------------------------- the same figures


def in_memory(experiment: Experiment, games: int, extra=()):
    plans = [run.plan for run in experiment.arms.values()]
    return tallies(play_together(plans, range(games), batch_size(experiment.plan.rotations)), experiment.seating, extra)


def test_an_experiment_is_a_run_for_each_side_and_its_answer():
    found = compared()
    assert sorted(found.experiment.arms) == ["against", "changed"]
    for run in found.experiment.arms.values():
        assert run.complete
        assert (run.rows, run.plan.events, run.parts) == (3_000, 0, 3)
        assert run.games.select("game").collect()["game"].to_list() == list(range(3_000))
    told = json.loads((found.folder / "findings.json").read_text())
    assert told["findings"][0]["sentence"] == found.result.findings[0].sentence
    assert {"compare-measures.csv", "compare-scores.svg"} <= {path.name for path in found.folder.iterdir()}


def test_the_rows_on_disk_give_the_very_tallies_of_those_in_memory():
    experiment = compared(players=3, seats="random,rusher,cautious").experiment
    columns = experiment.game.columns
    extra = find_measures(columns, 3, [column.name for column in columns if column.name != "winner"])
    rows = experiment.together(columns=[measure.column for measure in extra])
    read, played = merge(tallies(rows, experiment.seating, extra))[1], merge(in_memory(experiment, 3_000, extra))[1]
    assert (read.deals, read.games) == (played.deals, played.games) == (1_000, 3_000)
    assert (read.means == played.means).all()
    assert (read.products == played.products).all()


@pytest.mark.parametrize(("player", "pilot"), [("opportunist", 1_000), ("opportunist+8", 200)])
def test_a_pilot_is_small_where_players_think(monkeypatch, player, pilot):
    class Played(Exception):
        pass

    def played(plans, games, *_):
        raise Played(len(games))

    monkeypatch.setattr("digsite.simulator.lab.experiments.compare.tally_together", played)
    with pytest.raises(Played, match=f"^{pilot}$"):
        compare("lost-cities", 400, variants="short", seats=[player], players=2, seed=1, margin="5pp", out="pilot")


@pytest.mark.parametrize(("margin", "batches_in_a_part"), [("3points", 1), ("4points", 10)])
def test_a_margin_is_decided_at_the_same_game_however_large_the_parts(monkeypatch, margin, batches_in_a_part):
    monkeypatch.setattr(experiment_store, "_BATCHES_IN_A_PART", batches_in_a_part)
    given = {"variants": ["short"], "against": "short", "settings": {"cards.hand": 7}, "seats": "random", "players": 2}
    given |= {"seating": "cyclic"}  # two games to a deal
    found = compare("lost-cities", 30_000, **given, seed=2, margin=margin, out="m")
    experiment, stopping = found.experiment, found.experiment.manifest["stopping"]
    question = Comparison.of(experiment.question, experiment.game)
    plans = [run.plan for run in experiment.arms.values()]
    rows = play_together(plans, range(30_000, 30_000 + PILOT_GAMES), 1_000)
    tuning = tuning_of(question, merge(tallies(rows, experiment.seating, question.extra))[1], 15_000)
    played = (both[1] for both in in_memory(experiment, 30_000, question.extra))
    tally, state = decide(question, played, tuning, 15_000)
    known = tuning.as_data()
    assert stopping == known | {"games": tally.games, "looks": state.looks, "verdict": state.verdict}
    assert 1_000 < tally.games < 10_000
    assert found.about["games"] == tally.games
    assert experiment.complete
    assert experiment.games == -(-tally.games // (1_000 * batches_in_a_part)) * 1_000 * batches_in_a_part


def test_what_is_read_again_from_disk_is_what_was_shown():
    made = [
        compared("c"),
        sweep("lost-cities", 400, settings={"cards.hand": [7, 8]}, seats="random", players=2, seed=1, out="s"),
        sweep("lost-cities", 40, unconfirmed=True, seats="random", players=2, seed=1, out="u"),
        tournament("lost-cities", 400, strategies="random,rusher", variants=["short"], seed=1, out="t"),
    ]
    for found in made:
        before = bytes_of(found.folder)
        again = write_result(open_folder(found.folder))
        assert bytes_of(found.folder) == before
        assert [f.sentence for f in again.result.findings] == [f.sentence for f in found.result.findings]
    assert list(made[1].experiment.arms) == ["reference", "cards.hand=7"]
    assert list(made[3].experiment.arms) == ["random+random", "random+rusher", "rusher+rusher"]


def test_an_experiment_is_read_without_numba_to_any_folder(x, tmp_path):
    before = bytes_of(x)
    code = (
        "import sys\nfrom digsite.simulator.cli.app import main\n"
        "for words in (['analyze', 'x', '--out', 'elsewhere', '-q'], ['report', 'x', '-q']):\n"
        "    try: main(words)\n    except SystemExit as ended: assert not ended.code\n"
        "sys.exit('numba' in sys.modules)\n"
    )
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    told = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, cwd=tmp_path)
    assert told.returncode == 0, told.stderr
    assert json.loads((x / "findings.json").read_text())["findings"][0]["sentence"] in told.stdout
    assert Path("elsewhere/findings.json").read_bytes() == (x / "findings.json").read_bytes()
    assert bytes_of(x) == before


def test_the_command_that_is_kept_plays_the_same_bytes():
    found = compared(settings={"cards.hand": 7}, variants=["short"], against_seats="rusher,random")
    words = shlex.split(found.experiment.manifest["command"])
    with pytest.raises(SystemExit) as ended:
        main([*words[1:], "--out", "again", "-q", "--json"])
    assert not ended.value.code
    assert found.experiment.manifest == Experiment("again").manifest
    assert bytes_of(Path("again")) == bytes_of(found.folder)


def test_all_arms_play_the_same_luck_for_any_number_of_threads():
    tournament("lost-cities", 600, strategies="random,rusher", variants=["short"], seed=1, threads=1, out="one")
    tournament("lost-cities", 600, strategies="random,rusher", variants=["short"], seed=1, threads=3, out="three")
    assert bytes_of(Path("one")) == bytes_of(Path("three"))


# --------------------------------------------------------------------------------------------------------- interrupted


def test_an_interrupted_experiment_has_its_arms_equally_far_and_resumes_to_the_same_bytes(whole):
    with pytest.raises(Interrupted, match=r"of 6,000 games are saved in x; continue with: digsite compare --resume x"):
        compared(progress=StopAfter(3_500))
    left = Experiment("x")
    assert not left.complete
    parts = [run.parts for run in left.arms.values()]
    assert max(parts) - min(parts) <= 1
    assert left.games == 1_000
    assert "not complete: 1,000 of 3,000 games" in answer(left).notes[-1]
    found = compared(seed=None, resume=True)
    assert found.experiment.complete
    assert bytes_of(Path("x")) == bytes_of(whole)


def test_games_until_decided_resume_to_the_same_bytes():
    compared("whole", margin="0.01pp")
    with pytest.raises(Interrupted):
        compared(margin="0.01pp", progress=StopAfter(3_000))
    assert set(Experiment("x").manifest["stopping"]) == {"tuned", "scale", "expected"}
    compared(margin="0.01pp", resume=True)
    assert bytes_of(Path("x")) == bytes_of(Path("whole"))


def test_an_experiment_that_was_only_just_begun_resumes(whole, monkeypatch):
    with monkeypatch.context() as broken:
        broken.setattr(experiment_store.ExperimentStore, "missing", lambda *_: 1 / 0)
        broken.setattr("digsite.simulator.lab.common.stores.clear", lambda folder: None)  # as if it had been killed
        with pytest.raises(ZeroDivisionError):
            compared()
    (Path("x") / "arms/changed/manifest.json").unlink()
    for folder in ("games", "events", ""):
        (Path("x") / "arms/changed" / folder).rmdir()
    with pytest.raises(WrongUse, match="has no games of every arm yet; continue it with --resume"):
        answer(Experiment("x"))
    compared(resume=True)
    assert bytes_of(Path("x")) == bytes_of(whole)


def test_an_arm_that_lost_its_manifest_is_played_again(whole):
    compared()
    (Path("x") / "arms/changed/manifest.json").unlink()
    compared(resume=True)
    assert bytes_of(Path("x")) == bytes_of(whole)


COMMAND = [
    sys.executable, "-m", "digsite.simulator.cli", "compare", "archaeology", "--games", "60k", "--seats", "random,random",
    "--variant", "fierce-weather", "--seed", "5", "-q",
]  # fmt: skip


@pytest.mark.many_games
def test_a_killed_experiment_resumes_to_the_same_bytes(tmp_path):
    folder, environment = tmp_path / "x", os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    process = subprocess.Popen([*COMMAND, "--out", str(folder)], env=environment, stderr=subprocess.PIPE)
    for _ in range(2400):
        if (folder / "arms/changed/games/part-00000.parquet").exists() or process.poll() is not None:
            break
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)
    assert process.returncode == -9
    left = Experiment(folder)
    assert not left.complete
    parts = [run.parts for run in left.arms.values()]
    assert max(parts) - min(parts) <= 1
    done = subprocess.run([*COMMAND, "--out", str(folder), "--resume"], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    fresh = subprocess.run([*COMMAND, "--out", str(tmp_path / "y")], env=environment, capture_output=True, text=True)
    assert fresh.stdout == done.stdout
    assert bytes_of(folder) == bytes_of(tmp_path / "y")


# -------------------------------------------------------------------------------------------------- damage, wrong use


def test_a_damaged_part_is_said_and_played_again(x):
    before = bytes_of(x)
    part = x / "arms/changed/games/part-00001.parquet"
    part.write_bytes(b"damaged")
    with pytest.raises(DigsiteError, match=r"part-00001.parquet is damaged or not of this run"):
        answer(Experiment(x))
    compared(resume=True)
    assert bytes_of(x) == before


@pytest.mark.usefixtures("x")
def test_another_command_is_refused_with_the_difference():
    with pytest.raises(WrongUse, match=r"experiment in x cannot be resumed, the command changed: seed was 1, now 2"):
        compared(seed=2, resume=True)
    with pytest.raises(WrongUse, match="x already holds an experiment; continue it with --resume"):
        compared(seed=2)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"variants": [], "settings": "cards.hand=7"}, r"changed was short, now cards.hand=7\."),
        ({"margin": "0.5pp"}, r"margin was none, now share 0.005\."),
        (
            {"against_seats": "rusher"},
            r"against was printed rules, now printed rules \(rusher, rusher\); changed was short, now short \(random, random\)\.",
        ),
        ({"rules_file": "mine.toml"}, r"changed was short, now mine.toml \+ short\."),
    ],
)
@pytest.mark.usefixtures("x")
def test_a_changed_comparison_says_in_words_what_changed(changed, told):
    Path("mine.toml").write_text("[cards.hand]\nvalue = 7\n")
    with pytest.raises(WrongUse, match=f"x cannot be resumed, the command changed: {told}") as refused:
        compared(resume=True, **changed)
    assert not set(str(refused.value)) & set('{}"')


def test_a_changed_sweep_or_tournament_says_in_words_what_changed():
    given = {"seats": "random", "players": 2, "seed": 1, "out": "s"}
    sweep("lost-cities", 20, settings="cards.hand=6,7", **given)
    with pytest.raises(WrongUse, match=r"points was cards.hand=6 \+ cards.hand=7, now cards.hand=6 \+ cards.hand=9\.$"):
        sweep("lost-cities", 20, settings="cards.hand=6,9", resume=True, **given)
    with pytest.raises(WrongUse, match=r"the command changed: players was random \+ random, now rusher \+ rusher"):
        sweep("lost-cities", 20, settings="cards.hand=6,7", resume=True, **given | {"seats": "rusher"})
    tournament("lost-cities", 20, strategies="random,rusher", players=2, seed=1, out="t")
    with pytest.raises(WrongUse, match=r"changed: strategies was random \+ rusher, now random \+ cautious\.$"):
        tournament("lost-cities", 20, strategies="random,cautious", players=2, seed=1, out="t", resume=True)


def test_a_full_disk_is_said_and_the_experiment_resumes(whole, monkeypatch):
    real, calls = writer.games_table, []

    def full_at_the_third(*arguments):
        calls.append(1)
        if len(calls) == 3:
            raise OSError(28, "No space left on device")
        return real(*arguments)

    monkeypatch.setattr(writer, "games_table", full_at_the_third)
    with pytest.raises(DigsiteError, match=r"experiment in x cannot be written: No space left on device"):
        compared()
    monkeypatch.setattr(writer, "games_table", real)
    compared(resume=True)
    assert bytes_of(Path("x")) == bytes_of(whole)


def test_a_folder_is_opened_whatever_it_is(x, tmp_path):
    assert isinstance(open_folder("x"), Experiment)
    assert isinstance(open_folder("x/arms/against"), Run)
    with pytest.raises(WrongUse, match="is not a run but an experiment; each folder in x/arms is a run"):
        Run(x)
    with pytest.raises(WrongUse, match=r"is not a run or an experiment: it has neither manifest.json nor experiment"):
        open_folder(tmp_path / "nowhere")
    described = x / "experiment.json"
    described.write_text(described.read_text().replace('"format": 1', '"format": 99'))
    with pytest.raises(WrongUse, match="experiment of format 99"):
        open_folder("x")
    described.write_text("{")
    with pytest.raises(DigsiteError, match=r"experiment.json of x is damaged"):
        open_folder("x")


def test_the_default_folder_is_named_after_what_is_asked():
    found = compare("lost-cities", 20, seats="random", variants=["short"], players=2, seed=9)
    assert found.folder == Path("runs/lost-cities-compare-2p-9")


def test_names_of_arms_are_names_of_folders():
    assert doctest.testmod(playing).failed == 0
    assert doctest.testmod(plan_diff).failed == 0


# ------------------------------------------------------------------------------------------------------------ plug-ins


def with_plugin(out: str, **more):
    given = {"seats": "first,random", "seating": "fixed", "plugins": ["mine.py"], "seed": 1, "out": out} | more
    return simulate("lost-cities", 40, variants=["short"], events=4, **given)


def test_a_run_keeps_its_plugins_and_needs_their_files_no_more(capsys):
    Path("mine.py").write_text(PLUGIN)
    with_plugin("whole")
    assert Path("whole/plugins/mine.py").read_text() == PLUGIN
    with_plugin("r")
    Path("mine.py").unlink()
    Path("r/games/part-00000.parquet").unlink()
    with_plugin("r", resume=True)
    with_plugin("r", resume=True, plugins=[])
    assert bytes_of(Path("r")) == bytes_of(Path("whole"))
    with pytest.raises(SystemExit) as ended:
        main(["replay", "r", "--game", "3"])
    assert not ended.value.code, capsys.readouterr().err
    assert "Seat 1 (first)" in capsys.readouterr().out
    assert "Seat 1 (first)" in report("r", out="r.html", sensitivity=False, experiments=False).read_text()


def test_an_experiment_keeps_its_plugins_too():
    Path("mine.py").write_text(PLUGIN)
    given = {"seats": "first,random", "plugins": ["mine.py"]}
    compared("whole", **given)
    with pytest.raises(Interrupted):
        compared(progress=StopAfter(2_000), **given)
    Path("mine.py").unlink()
    compared(resume=True, **given)
    assert bytes_of(Path("x")) == bytes_of(Path("whole"))


def test_a_changed_plugin_is_answered_with_a_sentence():
    Path("mine.py").write_text(PLUGIN)
    with_plugin("r")
    Path("mine.py").write_text(PLUGIN.replace("return 0", "return n - 1"))
    with pytest.raises(WrongUse, match=r"The plug-in mine.py has changed since r was begun"):
        with_plugin("r", resume=True)
    Path("mine.py").write_text(PLUGIN)
    Path("r/plugins/mine.py").write_text("changed")
    with pytest.raises(WrongUse, match=r"r/plugins/mine.py was changed: the run is played by the text in its manifest"):
        with_plugin("r", resume=True)


# ------------------------------------------------------------------------------------------------------------- reports


def test_a_report_puts_experiments_beside_runs(x):
    run = simulate("lost-cities", 400, seats="random", variants=["short"], players=2, rotate=True, seed=1, out="r")
    found = json.loads((x / "findings.json").read_text())["findings"]
    page = report("r", "x", out="page.html", sensitivity=False, experiments=False).read_text()
    html = words_of(page)
    assert "1 run · 1 experiment" in html
    assert all(finding["sentence"] in html for finding in found)
    assert Experiment(x).manifest["command"] in html
    assert html.index(f">{run.name}: ") < html.index(">x: ")
    assert "Win rate by seat" in html
    assert page == report("r", "x", out="again.html", sensitivity=False, experiments=False).read_text()
    alone = words_of(report("x", out="alone.html").read_text())
    assert found[0]["sentence"] in alone
    assert "The words of this report" in alone


def test_arms_that_changed_places_are_refused(x):
    arms = x / "arms"
    one, other = sorted(path.name for path in arms.iterdir())
    (arms / one).rename(arms / "aside")
    (arms / other).rename(arms / one)
    (arms / "aside").rename(arms / other)
    with pytest.raises(DigsiteError, match="is not the one that the experiment played"):
        answer(Experiment(x))


@pytest.mark.parametrize(
    "damage", [{"question": []}, {"arms": {}}, {"arms": 3}, {"arms": {"../../run": "x"}}, {"command": None}]
)
def test_a_wrong_description_is_answered_with_a_sentence(x, damage):
    path = x / "experiment.json"
    manifest = json.loads(path.read_text()) | damage
    path.write_text(json.dumps({key: value for key, value in manifest.items() if value is not None}))
    with pytest.raises(DigsiteError, match="is damaged"):
        Experiment(x)


def test_what_was_asked_and_is_not_there_any_more_is_said(x):
    path = x / "experiment.json"
    manifest = json.loads(path.read_text())
    manifest["question"]["renamed"] = manifest["question"].pop("margin")
    asked = ("kind", "game", "seed", "games", "question", "arms")
    manifest["fingerprint"] = short_hash({name: manifest[name] for name in asked})
    path.write_text(json.dumps(manifest))
    with pytest.raises(DigsiteError, match="is damaged: what was asked has no 'margin'"):
        answer(Experiment(x))
