"""`digsite check` and `digsite new contract`: exit codes, files for build servers, resuming, and the report."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

import digsite
from digsite.simulator.errors import DigsiteError
from digsite.simulator.lab.common.progress import Interrupted, Progress
from digsite.simulator.lab.contracts.contract import read_contract
from digsite.simulator.lab.contracts.draft import new_contract
from digsite.simulator.runs.folder import experiment_store
from tests.cli.test_compare import own_folder, run  # noqa: F401
from tests.reports.examples import words_of

HEAD = 'game = "lost-cities"\nseats = ["rusher", "random"]\nseed = 1\nmost_games = 2000\n'
KEPT = '[[promise]]\nmeasure = "win rate"\nof = "rusher"\nat_least = 0.6\n'
BROKEN = '[[promise]]\ntext = "Anybody wins."\nmeasure = "win rate"\nof = "every strategy"\nat_most = 0.6\n'
OPEN = '[[promise]]\nmeasure = "turns"\nat_most = 100\n'  # a mean needs 1,000 deals and gets them only just
SHORTER = '[[promise]]\nvariant = "short"\nshare_of_games = "turns > 100"\nchange = [-1, -0.2]\n'


def written(*promises: str, name: str = "contract.toml", head: str = HEAD) -> str:
    Path(name).write_text(head + "".join(promises), encoding="utf-8")
    return name


@pytest.mark.parametrize(
    ("promises", "code", "verdict"),
    [((KEPT, SHORTER), 0, "kept"), ((KEPT, BROKEN), 1, "broken"), ((KEPT, OPEN), 3, "undecided"), ((BROKEN, OPEN), 1, "broken")],
)  # fmt: skip
def test_the_exit_code_is_the_worst_answer(capsys, promises, code, verdict):
    found, out, err = run(capsys, "check", written(*promises), "--games", 1_600, "-q")
    assert found == code, err
    assert f"The contract is {verdict}" in out.splitlines()[-1]
    assert err == ""


def test_answers_as_json_and_junit(capsys):
    code, out, _ = run(
        capsys, "check", written(KEPT, BROKEN, OPEN), "--games", 1_600, "--json", "--junit", "j.xml", "-q"
    )
    assert code == 1
    told = json.loads(out)
    assert (told["verdict"], told["game"], told["seed"], told["games"]) == ("broken", "lost-cities", 1, 1_600)
    assert [row["verdict"] for row in told["promises"]] == ["kept", "broken", "undecided"]
    assert told["promises"][1]["promise"] == "Anybody wins."
    assert [row["number"] for row in told["figures"]] == [1, 2, 2, 3]
    suite = ElementTree.parse("j.xml").getroot()
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors"), suite.get("skipped")) == (
        "3",
        "1",
        "1",
        "0",
    )
    cases = suite.findall("./testsuite/testcase")
    assert [[child.tag for child in case] for case in cases] == [["system-out"], ["failure"], ["error"]]
    assert cases[1].get("name") == "Anybody wins."
    assert "promised at most 60 %, seen rusher" in cases[1][0].get("message")


def test_the_table_shows_bounds_where_the_text_does_not(capsys):
    assert "promised" in run(capsys, "check", written(BROKEN), "-q", "--out", "a")[1]
    worded = BROKEN.replace('text = "Anybody wins."\n', "")
    assert "promised" not in run(capsys, "check", written(KEPT, worded), "-q", "--out", "b")[1]


def test_python_checks_too_and_the_arms_are_runs(capsys):
    shown = digsite.check(written(KEPT, SHORTER), out="x")
    assert shown.about["verdict"] == "kept"
    experiment = digsite.Experiment("x")
    assert list(experiment.arms) == ["contract", "short"]
    assert experiment.arm("short").plan.variants == ["short"]
    assert Path("x/contract.toml").read_text() == HEAD + KEPT + SHORTER
    assert experiment.manifest["command"] == "digsite check contract.toml --games 2000 --seed 1"
    assert run(capsys, "analyze", "x/arms/short", "seats", "-q")[0] == 0
    code, out, _ = run(capsys, "analyze", "x", "-q")
    assert code == 0
    assert "The contract is kept." in out
    page = words_of(digsite.report("x", out="report.html").read_text(encoding="utf-8"))
    assert "Rusher wins at least 60 % of games" in page
    assert "share of games that take more than 100 turns changes by -100 to -20 percentage points" in page


class _StopAfter(Progress):
    def played(self, done, total):
        if done >= 2_000:
            raise KeyboardInterrupt


def test_an_interrupted_check_goes_on_to_the_same_bytes(monkeypatch):
    monkeypatch.setattr(experiment_store, "_BATCHES_IN_A_PART", 1)
    file = written(OPEN, SHORTER)
    digsite.check(file, 4_000, out="whole")
    with pytest.raises(Interrupted):
        digsite.check(file, 4_000, out="halves", progress=_StopAfter())
    assert not digsite.Experiment("halves").complete
    digsite.check(file, 4_000, out="halves", resume=True)
    for path in Path("whole").rglob("*"):
        if path.is_file() and path.name not in ("experiment.json", "manifest.json"):
            assert path.read_bytes() == (Path("halves") / path.relative_to("whole")).read_bytes(), path
    before = digsite.Experiment("whole").manifest["stopping"]
    assert before == digsite.Experiment("halves").manifest["stopping"]


def test_a_resumed_check_keeps_its_seed_and_a_changed_contract_is_refused(capsys):
    digsite.check(written(KEPT), seed=9, out="x")
    assert digsite.check(written(KEPT), out="x", resume=True).about["seed"] == 9
    code, _, err = run(capsys, "check", written(BROKEN), "--out", "x", "--resume", "-q")
    assert code == 2
    assert "cannot be resumed" in err
    assert "promises was at " in err


def test_a_failure_is_no_broken_promise(capsys, monkeypatch):
    for problem in (DigsiteError("The disk is full."), ZeroDivisionError("what")):

        def fail(*_arguments, problem=problem, **_options):
            raise problem

        monkeypatch.setattr("digsite.simulator.lab.contracts.check.check", fail)
        assert run(capsys, "check", written(KEPT), "-q")[0] == 4


def test_games_that_are_enough_are_not_played_on(capsys):
    shown = digsite.check(written(KEPT, head=HEAD.replace("2000", "100000")), out="x")
    assert shown.about["games"] == 1_000
    assert shown.experiment.manifest["stopping"] == {"games": 1_000, "verdicts": ["kept"], "verdict": "kept"}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["none.toml"], "The contract none.toml cannot be read"),
        (["contract.toml", "--games", "0"], "--games must be at least 1"),
        (["contract.toml", "--junit", "nowhere/j.xml"], "--junit nowhere/j.xml cannot be written: there is no such folder."),
        (["contract.toml", "--junit", "."], "--junit . cannot be written: it is a folder."),
    ],
)  # fmt: skip
def test_wrong_use_is_one_sentence(capsys, words, sentence):
    written(KEPT)
    code, out, err = run(capsys, "check", *words, "-q")
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1
    assert not Path("runs").exists()


def test_a_wrong_contract_and_a_wrong_argument_are_one_sentence(capsys):
    code, _, err = run(capsys, "check", written(KEPT.replace("0.6", '"60 %"')), "-q")
    assert (code, err.count("\n")) == (2, 1)
    assert "contract.toml, promise 1: at_least must be a number (write shares as parts of 1" in err
    with pytest.raises(digsite.DigsiteError, match="There is no argument 'players'"):
        digsite.check(written(KEPT), players=2)


# ------------------------------------------------------------------------------------------------- new contract

NEW = ["new", "contract", "lost-cities", "--seats", "rusher,random", "--games", "2k", "--seed", "1", "-q"]


def test_a_new_contract_is_kept_and_says_what_it_rests_on(capsys):
    assert run(capsys, *NEW)[0] == 0
    text = Path("contract.toml").read_text()
    assert "# digsite new contract lost-cities --games 2000 --seats rusher,random --seed 1\n" in text
    assert "# Now: win rate of seat 1 " in text
    code, out, _ = run(capsys, "check", "contract.toml", "-q")
    assert code == 0, out
    assert "Seat 1 wins" in out
    assert (
        'of = "every strategy"' not in text
    )  # rusher may win every game against random, so nothing is promised of that


def test_a_new_contract_of_the_last_seed_can_be_checked(capsys):
    assert run(capsys, *NEW[:-2], str(2**63 - 1), "-q")[0] == 0
    assert read_contract("contract.toml").seed == 0


def test_a_new_contract_of_other_rules_plays_them(capsys):
    assert run(capsys, *NEW, "--variant", "short", "--set", "cards.hand=7", "--out", "short.toml")[0] == 0
    shown = digsite.check("short.toml", 100, out="x")
    assert (shown.experiment.plan.variants, shown.experiment.plan.rules["cards.hand"]) == (["short"], 7)


def test_a_file_that_is_there_is_left_alone(capsys):
    Path("contract.toml").write_text("mine")
    code, _, err = run(capsys, *NEW)
    assert code == 2
    assert "contract.toml is there already; name another file with --out." in err
    assert Path("contract.toml").read_text() == "mine"
    assert run(capsys, *NEW, "--out", "nowhere/c.toml")[0] == 2
    assert run(capsys, "new", "contract", "lost-citys", "-q", "--out", "c.toml")[0] == 2
    code, _, err = run(capsys, *NEW, "--games", "10", "--out", "c.toml")
    assert code == 2
    assert "--games must be at least 1000; 10 is not." in err
    assert not Path("c.toml").exists()


@pytest.mark.verify
def test_nineteen_of_twenty_new_contracts_are_kept():
    count, kept = 40, 0
    for seed in range(count):
        file = new_contract("lost-cities", 4_000, seats="random", players=2, seed=1_000 * seed, out=f"{seed}.toml")
        kept += digsite.check(file, out=f"x{seed}").about["verdict"] == "kept"
    print(f"{kept} of {count} new contracts kept")
    assert kept >= 36  # 38 expected at the least; fewer than 36 in one of twenty


# ------------------------------------------------------------------------------------------------- scorecards


def test_a_report_holds_its_scorecard_against_the_contract(capsys):
    digsite.simulate("lost-cities", 200, seats="rusher,random", rotate=True, seed=1, out="r")
    wide = written("[targets]\nseats = 0.4\nworth = 1\n")
    code, _, err = run(capsys, "report", "r", "--no-sensitivity", "--no-experiments", "--contract", wide, "-q")
    assert code == 0, err
    page = words_of(Path("report.html").read_text(encoding="utf-8"))
    assert "Held against contract.toml (seats, worth) and digsite's defaults for the rest" in page
    assert "the target allows 10 to 90 %" in page
    other = written("[targets]\nseats = 0.4\n", head='game = "lost-cities"\nplayers = 3\n')
    code, _, err = run(capsys, "report", "r", "--contract", other, "-q")
    assert code == 2
    assert "contract.toml is about lost-cities with 3 players; none of the runs is." in err
