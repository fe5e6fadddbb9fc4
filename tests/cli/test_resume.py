"""`digsite compare --resume DIR` alone: the folder knows what is played, and a command that says more is refused."""

import json

import pytest

from tests.cli.test_cli import run

PLAY = ["compare", "lost-cities", "--variant", "short", "--seats", "random", "--players", "2", "--seed", "1", "-n", "8"]


@pytest.fixture(scope="module")
def compared(tmp_path_factory):
    from digsite.simulator.lab.experiments.compare import compare

    folder = tmp_path_factory.mktemp("compared") / "c"
    compare("lost-cities", 8, variants="short", seats="random", players=2, seed=1, out=folder)
    return folder


def test_a_folder_alone_goes_on_and_prints_as_it_is_told(capsys, compared):
    code, out, err = run(capsys, "compare", "--resume", compared, "--json", "-q")
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert (told["seed"], told["games"]) == (1, 8)
    code, out, err = run(capsys, "compare", f"--resume={compared}", "--threads", "1", "-q")
    assert (code, err) == (0, "")
    assert "win rate of seat 1" in out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["compare", "-n", "80"], "knows what is played; leave --games out, or name everything again."),
        (["compare", "--seed", "2"], "knows what is played; leave --seed out, or name everything again."),
        (["sweep"], "is an experiment of compare; continue with: digsite compare --resume "),
        (["simulate"], "is not a run but an experiment"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, list) else "",
)
def test_a_folder_alone_is_refused_what_it_was_not_begun_with(capsys, compared, words, told):
    before = {path: path.read_bytes() for path in compared.rglob("*") if path.is_file()}
    code, out, err = run(capsys, *words, "--resume", compared, "-q")
    assert (code, out) == (2, "")
    assert told in err
    assert {path: path.read_bytes() for path in compared.rglob("*") if path.is_file()} == before


def test_a_command_that_names_everything_is_held_against_the_folder(capsys, compared):
    assert run(capsys, *PLAY, "--resume", "--out", compared, "-q")[0] == 0
    code, _, err = run(capsys, *PLAY[:-1], "80", "--resume", "--out", compared, "-q")
    assert code == 2
    assert "cannot be resumed, the command changed: games was 8, now 80" in err


def test_a_tuning_goes_on_with_its_folder_alone(capsys, tmp_path):
    play = ["tune", "lost-cities", "cautious", "--against", "random", "--players", "2", "--seed", "1"]
    few = ["--games", "40", "--each", "2", "--validate", "4"]
    assert run(capsys, *play, *few, "--out", tmp_path / "t", "-q")[0] == 0
    before = (tmp_path / "t" / "tuned.toml").read_bytes()
    code, out, err = run(capsys, "tune", "--resume", tmp_path / "t", "--json", "-q")
    assert (code, err) == (0, "")
    assert json.loads(out)["seed"] == 1
    assert (tmp_path / "t" / "tuned.toml").read_bytes() == before
    code, _, err = run(capsys, "tune", "lost-cities")
    assert (code, err.strip()) == (2, "digsite: Missing argument 'STRATEGY'. See: digsite tune --help")
