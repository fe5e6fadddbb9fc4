"""A folder knows its plan: it goes on alone, is extended, is written by one process at a time, and is never lost."""

import json
import os
import resource
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

import pytest

from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.lab.common.progress import Interrupted, Progress
from digsite.simulator.lab.experiments.compare import compare
from digsite.simulator.lab.experiments.simulate import simulate
from digsite.simulator.lab.experiments.sweep import sweep
from digsite.simulator.lab.experiments.tournament import tournament
from digsite.simulator.play.plan import MOST_GAMES, make_plan
from digsite.simulator.runs.experiment import Experiment
from digsite.simulator.runs.folder.lock import LOCK, locked
from digsite.simulator.runs.folder.store import Store
from digsite.simulator.runs.opening import open_folder
from digsite.simulator.runs.run import Run

RANDOM = {"seats": "random", "players": 2, "seed": 1}
BROKEN = (
    "from digsite.kit import strategy\n\n\n"
    '@strategy("lost-cities")\ndef broken(rules, state, seat, options, n, weights):\n    return -1\n'
)


def bytes_of(folder: Path) -> dict[str, str]:
    there = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): sha256(path.read_bytes()).hexdigest() for path in there}


@pytest.fixture
def small_parts(monkeypatch):
    monkeypatch.setattr("digsite.simulator.play.plan.PART_GAMES", 20)


class StopsAfter(Progress):
    """The user stops the work when so many games are there."""

    def __init__(self, games: int):
        self.games = games

    def played(self, done, total):
        if done >= self.games:
            raise KeyboardInterrupt


# ------------------------------------------------------------------------------------------------- alone, and longer


def test_a_folder_goes_on_alone(tmp_path, small_parts):
    whole = simulate("lost-cities", 50, events=30, out=tmp_path / "whole", **RANDOM)
    with pytest.raises(
        Interrupted, match=r"of 50 games are saved in .*r; continue with: digsite simulate --resume .*r$"
    ):
        simulate("lost-cities", 50, events=30, out=tmp_path / "r", threads=1, progress=StopsAfter(45), **RANDOM)
    assert 0 < Run(tmp_path / "r").rows < 50
    assert simulate(out=tmp_path / "r", resume=True).rows == 50
    assert bytes_of(tmp_path / "r") == bytes_of(whole.folder)


def test_a_report_of_every_game_that_was_stopped_goes_on_with_its_own_command(tmp_path, small_parts, monkeypatch):
    from digsite.simulator.games import all_games
    from digsite.simulator.lab.reporting.report import play_all

    monkeypatch.setattr(
        "digsite.simulator.lab.reporting.report.all_games", lambda: {"lost-cities": all_games()["lost-cities"]}
    )
    told = r"^\d+ of 52 games are saved in .*lost-cities-4p-50-1; the same command continues\.$"
    with pytest.raises(Interrupted, match=told) as stop:
        list(play_all(tmp_path, 50, progress=StopsAfter(45)))
    assert stop.value.called.endswith("; the same call continues.")
    assert [run.rows for run in play_all(tmp_path, 50)] == [52]


def test_a_run_s_command_says_the_seed_that_was_drawn(tmp_path):
    run = simulate("lost-cities", 4, seats="random", players=2, out=tmp_path / "r")
    assert f" --seed {run.plan.seed}" in run.manifest["command"]


def test_more_games_extend_a_run_to_the_same_bytes(tmp_path, small_parts):
    for games in (10, 30):
        simulate("lost-cities", 30, events=games, out=tmp_path / f"whole-{games}", **RANDOM)
    run = simulate("lost-cities", 10, events=30, out=tmp_path / "r", **RANDOM)
    longer = simulate(games=30, out=run.folder, resume=True)
    assert bytes_of(longer.folder) == bytes_of(tmp_path / "whole-30")
    same = simulate("lost-cities", 30, out=run.folder, resume=True, seats="random,random")
    assert same.rows == 30


def test_an_extension_that_is_stopped_at_once_leaves_the_run_as_it_was(tmp_path, small_parts):
    """Its last part is too short for the longer run, and is all there is until the longer one is played."""
    run = simulate("lost-cities", 10, events=5, out=tmp_path / "r", **RANDOM)
    before = bytes_of(run.folder)

    class StopsAtOnce(Progress):
        def starting(self, text):
            raise KeyboardInterrupt

    told = r"^10 of 50 games are saved in .*r; continue with: digsite simulate --resume .*r --games 50$"
    with pytest.raises(Interrupted, match=told):
        simulate(games=50, out=run.folder, resume=True, threads=1, progress=StopsAtOnce())
    assert bytes_of(run.folder) == before
    assert simulate(games=50, out=run.folder, resume=True).rows == 50
    whole = simulate("lost-cities", 50, events=5, out=tmp_path / "whole", **RANDOM)
    assert bytes_of(run.folder) == bytes_of(whole.folder)


def test_a_folder_alone_goes_on_with_no_other_seed_and_no_other_plug_in(tmp_path):
    run = simulate("lost-cities", 4, out=tmp_path / "r", **RANDOM)
    before = bytes_of(run.folder)
    (tmp_path / "mine.py").write_text(
        "from digsite import strategy\n@strategy('lost-cities')\n"
        "def mine(rules, state, seat, options, n, weights):\n    return 0\n"
    )
    with pytest.raises(WrongUse, match=f"the seed changed: it was {run.plan.seed}, now 77"):
        simulate(out=run.folder, resume=True, seed=77)
    with pytest.raises(WrongUse, match="keeps the text of its plug-ins"):
        simulate(out=run.folder, resume=True, plugins=tmp_path / "mine.py")
    assert simulate(out=run.folder, resume=True, seed=run.plan.seed).rows == 4
    assert bytes_of(run.folder) == before


@pytest.mark.parametrize(("games", "events", "wanted"), [(10, 0, 0), (20, 5, 30)], ids=["games", "events"])
def test_a_part_that_is_too_short_for_the_longer_run_is_played_again(tmp_path, small_parts, games, events, wanted):
    whole = simulate("lost-cities", 30, events=wanted, out=tmp_path / "whole", **RANDOM)
    run = simulate("lost-cities", games, events=events, out=tmp_path / "r", **RANDOM)
    longer = simulate("lost-cities", 30, events=wanted, out=run.folder, resume=True, **RANDOM)
    assert longer.rows == 30
    assert bytes_of(longer.folder) == bytes_of(whole.folder)


def test_a_rotated_run_is_extended_by_whole_rotations(tmp_path):
    run = simulate("lost-cities", 9, rotate=True, events=0, out=tmp_path / "r", seats="random", players=3, seed=1)
    assert simulate(games=10, out=run.folder, resume=True).rows == 12


def test_a_run_cannot_be_shortened(tmp_path):
    simulate("lost-cities", 6, out=tmp_path / "r", **RANDOM)
    with pytest.raises(WrongUse, match=r"is one of 6 games; more --games extend it, 4 are fewer\."):
        simulate(games=4, out=tmp_path / "r", resume=True)
    with pytest.raises(WrongUse, match=r"already holds a run of 6 such games; extend it with --resume"):
        simulate("lost-cities", 8, out=tmp_path / "r", **RANDOM)


def test_parts_are_small_enough_that_40_000_games_are_not_lost():
    assert make_plan("lost-cities", 40_000, **RANDOM).parts >= 4


def test_resume_heals_missing_folders_of_a_run_and_of_an_experiment(tmp_path):
    import shutil

    run = simulate("lost-cities", 6, out=tmp_path / "r", **RANDOM)
    before = bytes_of(run.folder)
    shutil.rmtree(run.folder / "games")
    shutil.rmtree(run.folder / "events")
    simulate(out=run.folder, resume=True)
    assert bytes_of(run.folder) == before
    shown = compare("lost-cities", 4, variants="short", out=tmp_path / "c", **RANDOM)
    arms = bytes_of(shown.folder / "arms")
    shutil.rmtree(shown.folder / "arms/changed")
    compare("lost-cities", 4, variants="short", out=tmp_path / "c", resume=True, **RANDOM)
    assert bytes_of(shown.folder / "arms") == arms


EXPERIMENTS = {
    "compare": lambda **how: compare("lost-cities", 40, variants="short", **RANDOM, **how),
    "sweep": lambda **how: sweep("lost-cities", 40, settings="cards.hand=7,8", **RANDOM, **how),
    "tournament": lambda **how: tournament("lost-cities", 40, strategies="random,rusher", players=2, seed=1, **how),
}


@pytest.mark.parametrize("verb", EXPERIMENTS)
def test_interrupted_experiments_keep_what_they_played(verb, tmp_path, monkeypatch):
    monkeypatch.setattr("digsite.simulator.lab.experiments.arms.part_games", lambda seats: 10 * seats)
    whole = EXPERIMENTS[verb](out=tmp_path / "whole")
    with pytest.raises(Interrupted, match=rf"games are saved in .*; continue with: digsite {verb} --resume"):
        EXPERIMENTS[verb](out=tmp_path / "r", threads=1, progress=StopsAfter(70))
    saved = Experiment(tmp_path / "r").rows
    assert 0 < saved < whole.experiment.rows
    EXPERIMENTS[verb](out=tmp_path / "r", resume=True)
    ours, theirs = bytes_of(tmp_path / "r/arms"), bytes_of(tmp_path / "whole/arms")
    assert ours == theirs


# ----------------------------------------------------------------------------------------------- the same plan twice


def test_the_same_plan_in_the_same_folder_is_the_finished_run(tmp_path):
    told: list[str] = []
    run = simulate("lost-cities", 6, seats="random", players=2, out=tmp_path / "r")  # a seed is drawn
    before = bytes_of(run.folder)

    class Listens(Progress):
        def starting(self, sentence):
            told.append(sentence)

    again = simulate("lost-cities", 6, seats="random", players=2, out=tmp_path / "r", progress=Listens())
    assert again.plan.seed == run.plan.seed
    assert bytes_of(run.folder) == before
    assert told[-1] == f"All of them are in {run.folder} already."


def test_a_refused_start_leaves_every_file_as_it_was(tmp_path):
    run = simulate("lost-cities", 6, out=tmp_path / "r", **RANDOM)
    shown = compare("lost-cities", 4, variants="short", out=tmp_path / "c", **RANDOM)
    before = bytes_of(tmp_path)
    for games, seed in ((6, 2), (8, 1), (4, 1)):
        with pytest.raises(WrongUse, match="already holds"):
            simulate("lost-cities", games, seats="random", players=2, seed=seed, out=run.folder)
    with pytest.raises(WrongUse, match="seed was 1, now 2"):
        simulate("lost-cities", 6, seats="random", players=2, seed=2, out=run.folder, resume=True)
    with pytest.raises(WrongUse, match="already holds an experiment"):
        compare("lost-cities", 6, variants="short", out=shown.folder, **RANDOM)
    with pytest.raises(WrongUse, match="already holds an experiment"):
        simulate("lost-cities", 6, out=shown.folder, **RANDOM)
    assert bytes_of(tmp_path) == before


# ---------------------------------------------------------------------------------------------------------- the lock


def test_a_second_process_is_kept_out_with_a_sentence(tmp_path):
    run = simulate("lost-cities", 4, out=tmp_path / "r", **RANDOM)
    before = bytes_of(run.folder)
    told = rf"Another digsite \(process {os.getpid()}\) is writing to .*r; wait for it"
    with locked(run.folder), ThreadPoolExecutor(1) as elsewhere:
        with pytest.raises(DigsiteError, match=told):
            elsewhere.submit(simulate, games=8, out=run.folder, resume=True).result()
        with locked(run.folder):  # whoever has it may take it again
            pass
    assert bytes_of(run.folder) == before
    assert simulate(games=8, out=run.folder, resume=True).rows == 8


def test_a_killed_process_leaves_the_folder_free(tmp_path):
    code = f"import os\nfrom pathlib import Path\nfrom digsite.simulator.runs.folder.lock import locked\nwith locked(Path({str(tmp_path)!r})): os._exit(1)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 1
    assert (tmp_path / LOCK).exists()
    with locked(tmp_path):
        pass
    assert not (tmp_path / LOCK).exists()


def test_a_folder_that_was_let_go_is_locked_anew(tmp_path):
    for _ in range(2):
        with locked(tmp_path):
            assert (tmp_path / LOCK).read_text() == str(os.getpid())
        assert not (tmp_path / LOCK).exists()


def test_a_lock_removes_only_the_empty_folders_that_it_made(tmp_path):
    with locked(tmp_path / "a/b"):
        pass
    assert list(tmp_path.iterdir()) == []
    with locked(tmp_path / "a/b"):
        (tmp_path / "a/b/kept").touch()
    assert [path.name for path in (tmp_path / "a/b").iterdir()] == ["kept"]


# ------------------------------------------------------------------------------------------------- edited, or failed


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("seed", 7, r"\(seed was 1, now 7\)"),
        ("games", 600, r"\(the number of games or events\)"),
        ("rules", {"cards.hand": 8}, r"\([\w.]+ was .*, now none"),
    ],
)
def test_an_edited_manifest_is_noticed_by_its_fingerprint(tmp_path, key, value, told):
    run = simulate("lost-cities", 6, out=tmp_path / "r", **RANDOM)
    path = run.folder / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["plan"][key] = value
    path.write_text(json.dumps(manifest))
    sentence = rf"manifest\.json was edited: its plan is not the one that was played .*{told}"
    with pytest.raises(DigsiteError, match=sentence):
        Run(run.folder)
    with pytest.raises(DigsiteError, match=sentence):
        simulate(out=run.folder, resume=True)


def test_an_edited_experiment_is_noticed_by_its_fingerprint(tmp_path):
    shown = compare("lost-cities", 4, variants="short", out=tmp_path / "c", **RANDOM)
    path = shown.folder / "experiment.json"
    path.write_text(path.read_text().replace('"seed": 1', '"seed": 2'))
    with pytest.raises(DigsiteError, match=r"experiment\.json was edited: what it asks is not what was played"):
        open_folder(shown.folder)


def test_a_failed_start_leaves_nothing_behind(tmp_path):
    plugin = tmp_path / "broken.py"
    plugin.write_text(BROKEN)
    given = {"seats": "broken,random", "plugins": plugin, "seed": 1}
    for _ in range(2):
        with pytest.raises(DigsiteError, match="picked option -1"):
            simulate("lost-cities", 6, out=tmp_path / "new/r", **given)
        with pytest.raises(DigsiteError, match="picked option -1"):
            compare("lost-cities", 6, variants="short", out=tmp_path / "new/c", **given)
        assert [path.name for path in tmp_path.iterdir()] == ["broken.py"]


def test_an_interrupt_before_the_first_part_leaves_nothing_behind(tmp_path):
    with pytest.raises(Interrupted, match=r"^Interrupted; no games were saved yet\.$"):
        simulate("lost-cities", 50, out=tmp_path / "r", progress=StopsAfter(0), **RANDOM)
    assert not (tmp_path / "r").exists()


def test_what_a_killed_process_had_only_begun_does_not_block_the_next(tmp_path):
    Store(tmp_path / "r", make_plan("lost-cities", 6, seats="random", seed=5), {"command": "digsite simulate"}).create()
    assert simulate("lost-cities", 6, out=tmp_path / "r", **RANDOM).plan.seed == 1


def test_a_full_disk_leaves_nothing_and_names_the_right_folder(tmp_path):
    """A limit on the size of files stands for a disk without room: writing fails in the same places."""
    run = simulate("lost-cities", 4, out=tmp_path / "warm", **RANDOM)
    size = max(path.stat().st_size for path in run.folder.rglob("*.parquet"))
    code = (
        "import resource, sys\nfrom digsite.simulator.cli.app import main\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}))\nmain()"
    )
    words = ["simulate", "lost-cities", "-n", "3000", "--seats", "random", "--players", "2", "--seed", "1", "-q"]
    ended = subprocess.run(
        [sys.executable, "-c", code, *words, "--out", str(tmp_path / "r")], capture_output=True, text=True
    )
    assert ended.returncode == 1, ended.stderr
    assert f"The run in {tmp_path / 'r'} cannot be written: " in ended.stderr
    assert "File too large" in ended.stderr
    assert not (tmp_path / "r").exists()
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ["simulate", "lost-cities", "-n", "40", "--seats", "random", "--out", "made/r"],
            "The run in made/r cannot be ",
        ),
        (["analyze", "run", "seats", "--out", "made"], "made cannot be written: "),
        (
            ["report", "run", "--no-experiments", "--no-sensitivity", "--out", "r.html"],
            "The report cannot be written to r",
        ),
    ],
    ids=lambda words: words[0] if isinstance(words, list) else "",
)
def test_where_nothing_at_all_can_be_written_nothing_is_left(tmp_path, words, told):
    simulate("lost-cities", 40, out=tmp_path / "run", **RANDOM)
    before = bytes_of(tmp_path)
    code = (
        "import resource, sys\nfrom digsite.simulator.cli.app import main\nimport digsite.simulator.lab.experiments.simulate, digsite.simulator.lab.reporting.report\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))\nmain()"
    )
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    ended = subprocess.run(
        [sys.executable, "-c", code, *words, "-q"], capture_output=True, text=True, cwd=tmp_path, env=env
    )
    assert ended.returncode == 1, ended.stderr
    assert ended.stderr.startswith(f"digsite: {told}")
    assert bytes_of(tmp_path) == before
    assert not (tmp_path / "made").exists()


def test_a_full_cache_is_named_and_not_the_run(tmp_path, monkeypatch):
    def full(self):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("digsite.strategies.registry.Strategy.choose", full)
    monkeypatch.setenv("DIGSITE_CACHE", str(tmp_path / "cache"))
    told = r"The compiled kernels cannot be cached in .*cache: No space left on device\. .* DIGSITE_CACHE"
    with pytest.raises(DigsiteError, match=told):
        simulate("lost-cities", 4, out=tmp_path / "r", **RANDOM)
    assert not (tmp_path / "r").exists()


# ---------------------------------------------------------------------------------------------------------- too much


@pytest.mark.parametrize(
    ("games", "told"),
    [
        (MOST_GAMES + 1, "--games must be at most 4,294,967,296; 4,294,967,297 is more."),
        ("1000G", "--games must be at most 4,294,967,296; 1,000,000,000,000 is more."),
        ("9" * 24, "--games must be at most 4,294,967,296; a number of 24 digits is more."),
        ("9" * 4000, "--games must be at most 4,294,967,296; a number of 4000 digits is more."),
    ],
)
def test_games_have_an_upper_bound(games, told, tmp_path):
    with pytest.raises(WrongUse) as refused:
        simulate("lost-cities", games, out=tmp_path / "r", **RANDOM)
    assert str(refused.value) == told
    assert not (tmp_path / "r").exists()


def test_the_most_games_still_fit_their_column():
    plan = make_plan("lost-cities", MOST_GAMES, rotate=True, seats="random", players=3, seed=1)
    assert plan.games % 3 == 0
    assert plan.games <= MOST_GAMES
