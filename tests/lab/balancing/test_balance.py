"""Balance: the smallest change is found, proved on fresh seeds, and nothing is proposed where nothing is needed."""

import tomllib
from pathlib import Path

import pytest

from digsite.analyses.experiments.check import Promise
from digsite.simulator.errors import WrongUse
from digsite.simulator.games import chosen_game, find_game
from digsite.simulator.lab.balancing.balance import balance
from digsite.simulator.lab.balancing.space import space_of
from digsite.simulator.lab.balancing.targets import targets_of
from digsite.simulator.lab.common.progress import Interrupted, Progress
from digsite.simulator.lab.experiments.arms import arm_plan
from digsite.simulator.lab.experiments.compare import compare
from digsite.simulator.play.plan import make_plan
from tests.lab.balancing.exact import HIGH_ROLL, first_wins

EVEN = "win rate of seat 1 in 48..52 %"
VARY = "first.bonus,second.bonus,second.luck=0..1,ties_to_the_last"


@pytest.fixture(scope="module")
def plan():
    chosen_game(str(HIGH_ROLL))
    return arm_plan(HIGH_ROLL, 200, seed=1)


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    return balance(
        HIGH_ROLL, 40_000, target=EVEN, vary=VARY, validate=40_000, seed=1, out=tmp_path_factory.mktemp("b") / "a"
    )


def targets(plan, *texts: str) -> list[Promise]:
    return targets_of(plan, texts, None)


# ------------------------------------------------------------------------------------------------ targets


def test_a_target_is_a_promise_of_a_contract(plan):
    seat, turns, often = targets(
        plan, "win rate of seat 1 in 24.5..26 %", "turns at most 60", "share of games with turns > 3 at most 5 %"
    )
    assert (seat.measure, seat.of, seat.at_least, seat.at_most) == ("win rate", "seat 1", 0.245, 0.26)
    assert (turns.measure, turns.at_least, turns.at_most) == ("turns", None, 60)
    assert (often.measure, often.condition, often.at_most) == ("turns > 3", True, 0.05)


@pytest.mark.parametrize(
    ("texts", "sentence"),
    [
        ([], "Say what is to be met"),
        (["win rate of seat 1 in 24..26"], "write 26 % with its sign"),
        (["win rat of seat 1 in 24..26 %"], "Did you mean 'win rate'"),
        (["pointz in 3..4"], "Did you mean 'points'"),
        (["turns in 3..4 %"], "turns is no share"),
        (["win rate of seat 1 in 52..48 %"], "no figure can keep it"),
        (["win rate of seat 1 near 52 %"], "a target is written"),
        (["win rate of seat 1 in 40..45 %", "win rate of every seat in 47..53 %"], "contradict each other"),
        (["win rate of seat 1 at most 40 %", "win rate of seat 2 at most 50 %"], "less than all games"),
    ],
)
def test_what_is_no_target_is_refused_in_a_sentence(plan, texts, sentence):
    with pytest.raises(WrongUse, match=sentence):
        targets(plan, *texts)


# ------------------------------------------------------------------------------------------------ what may vary


def values(game: str, seats: int, *varied: str) -> dict[str, list[tuple[str, int]]]:
    space = space_of(find_game(game).figures, seats, varied, (), 2)
    return {figure.key: [(value.label, value.steps) for value in figure.values] for figure in space.figures}


def test_a_figure_varies_some_steps_within_its_bounds_or_as_the_user_says():
    assert values("lost-cities", 4, "cards.hand=6..9") == {"cards.hand": [("8", 0), ("6", 2), ("7", 1), ("9", 1)]}
    assert values("lost-cities", 4, "cards.hand=3|9")["cards.hand"] == [("8", 0), ("3", 1), ("9", 1)]
    pieces = [label for label, _ in values("lost-cities", 4, "ends.pieces_over_bridge")["ends.pieces_over_bridge"]]
    assert pieces == ["5", "1", "2", "3", "4", "6", "7", "8", "9"]


def test_a_wide_range_is_thinned_out_and_decimals_are_taken_in_steps(plan):
    assert len(values("lost-cities", 4, "stones.values.1=-1000..1000")["stones.values.1"]) <= 25
    space = space_of(plan.figures, 2, ["second.luck=0..1"], (), 2)
    assert [value.label for value in space.figures[0].values][:3] == ["0.0", "0.1", "0.2"]


def test_an_entry_by_number_of_players_is_that_of_this_table():
    assert list(values("archaeology", 5, "thieves.count=1..4")) == ["thieves.count.5"]


@pytest.mark.parametrize(
    ("varied", "kept", "sentence"),
    [
        (["first.bonus=0..9"], [], "must be a whole number from 0 to 6"),
        (["first.bonus=4..1"], [], "write the lower end first"),
        (["first.bonsu"], [], "Did you mean 'first.bonus'"),
        (["first.bonus"], ["first"], "There is no rule figure 'first'"),
        (["first.bonus"], ["first.bonus"], "both to be kept and to be varied"),
        (["first.bonus=2"], [], "has no other value"),
        (["ties_to_the_last=maybe"], [], "must be true or false"),
        (["first.bonus", "first.bonus=0..1"], [], "varied twice"),
    ],
)
def test_what_cannot_vary_is_refused_in_a_sentence(plan, varied, kept, sentence):
    with pytest.raises(WrongUse, match=sentence):
        space_of(plan.figures, 2, varied, kept, 2)


def test_changes_come_nearest_first(plan):
    space = space_of(plan.figures, 2, ["first.bonus=0..4", "ties_to_the_last"], (), 2)
    assert [space.steps(one) for one in space.singles()] == [1, 1, 1, 2, 2]
    assert next(space.changes_of(one) for one in space.pairs()) == {"first.bonus": 1, "ties_to_the_last": True}


# ------------------------------------------------------------------------------------------------ the answer


def exact(settings: list[str]) -> float:
    """How often the first seat wins under the settings of a proposal."""
    names = {
        "first.bonus": "first",
        "second.bonus": "second",
        "second.luck": "luck",
        "ties_to_the_last": "last",
        "faces": "faces",
    }
    chosen = {}
    for setting in settings:
        key, _, value = setting.partition("=")
        chosen[names[key]] = tomllib.loads(f"v = {value}")["v"]
    return first_wins(**chosen)


def test_one_change_undoes_the_planted_bonus(found):
    first = found.tables["proposals"].row(0, named=True)
    assert (first["changes"], first["verdict"]) == (1, "kept")
    assert 0.48 <= exact(first["settings"].split()) <= 0.52
    assert found.about["verdict"] == "kept"
    assert "the target is kept" in found.result.headline


def test_every_interval_of_the_proof_holds_the_exact_rate(found):
    arms = {one["arm"]: one["settings"] for one in found.experiment.question["proposals"]}
    settings = [[], *(arms[arm] for arm in found.tables["proposals"]["arm"])]
    for row in found.tables["targets"].iter_rows(named=True):
        assert row["value_low"] <= exact(settings[row["proposal"]]) <= row["value_high"], row


def test_what_the_rules_as_they_are_broke_before_the_search_they_break_in_the_proof(found):
    assert found.tables["targets"]["verdict"][0] == "broken"


def test_what_else_changes_is_said(found):
    also = next(finding for finding in found.result.findings if "also changes" in finding.sentence)
    assert also.kind == "caused"
    assert "points" in also.sentence


def test_the_rules_file_and_the_variant_play_the_proposal(found, tmp_path):
    settings = found.tables["proposals"]["settings"][0].split()
    wanted = make_plan(HIGH_ROLL, 2, settings=settings).rules
    assert make_plan(HIGH_ROLL, 2, rules_file=found.folder / "rules-1.toml").rules == wanted
    copied = tmp_path / "pasted"
    copied.mkdir()
    text = (HIGH_ROLL / "rules.toml").read_text(encoding="utf-8").replace("high-roll", "pasted")
    copied.joinpath("game.py").write_text((HIGH_ROLL / "game.py").read_text(encoding="utf-8"), encoding="utf-8")
    copied.joinpath("rules.toml").write_text(
        text + "\n" + (found.folder / "variants.toml").read_text(encoding="utf-8"), encoding="utf-8"
    )
    assert make_plan(copied, 2, variants="balanced-1").rules == wanted


def test_the_command_compares_the_proposal_with_the_rules_as_they_are(found, tmp_path):
    settings = found.tables["proposals"]["settings"][0].split()
    assert found.about["compare"].endswith(" ".join(f"--set {setting}" for setting in settings))
    again = compare(HIGH_ROLL, 2_000, settings=settings, seed=1, out=tmp_path / "compare")
    assert again.about["headline"] == "win rate of seat 1"


def test_rules_that_meet_the_target_are_left_alone(tmp_path):
    shown = balance(HIGH_ROLL, 10_000, target="win rate of seat 1 in 60..70 %", vary=VARY, seed=1, out=tmp_path / "b")
    assert shown.about["verdict"] == "none needed"
    assert not shown.tables["proposals"].height
    assert "There is nothing to change" in shown.result.headline
    assert not (shown.folder / "variants.toml").exists()


def test_a_last_look_finds_what_looking_all_the_time_leaves_open(tmp_path):
    target = f"win rate of seat 1 at most {100 * first_wins() - 1.2:.2f} %"
    shown = balance(HIGH_ROLL, 2_000, target=target, vary="first.bonus=1", validate=10_000, seed=1, out=tmp_path / "b")
    assert shown.tables["targets"]["verdict"][0] == "undecided"
    assert "A last look at all 10,000 games calls it broken" in shown.result.findings[-1].sentence
    assert shown.tables["proposals"].height == 1


def test_what_cannot_be_met_is_said_with_the_nearest(tmp_path):
    shown = balance(
        HIGH_ROLL,
        10_000,
        target="win rate of seat 1 in 20..30 %",
        vary="first.bonus",
        validate=10_000,
        seed=1,
        out=tmp_path / "b",
    )
    assert shown.about["verdict"] == "broken"
    assert shown.result.headline.startswith(
        "Nothing in the ranges meets the target; nearest is first.bonus* from 2 to 0"
    )


def test_without_figures_levers_are_asked_and_kept_ones_stay(tmp_path):
    shown = balance(HIGH_ROLL, 60_000, target=EVEN, keep="first.bonus", validate=20_000, seed=1, out=tmp_path / "b")
    assert "first.bonus" not in shown.experiment.question["varied"]
    assert "second.bonus" in shown.experiment.question["varied"]
    assert (tmp_path / "b" / "levers" / "experiment.json").is_file()
    assert shown.tables["proposals"]["change"][0] == "second.bonus from 0 to 2"


def test_a_contract_is_a_target(tmp_path):
    file = tmp_path / "contract.toml"
    file.write_text(
        f'game = "{HIGH_ROLL.as_posix()}"\n[[promise]]\nmeasure = "win rate"\nof = "every seat"\nat_most = 0.53\n',
        encoding="utf-8",
    )
    shown = balance(HIGH_ROLL, 20_000, contract=file, vary="first.bonus", validate=20_000, seed=1, out=tmp_path / "b")
    assert shown.about["wanted"] == ["No seat wins more than 53 % of games"]
    assert shown.tables["proposals"]["verdict"][0] == "kept"


# ------------------------------------------------------------------------------------------------ stopping


class StopsAt(Progress):
    """Interrupts when it has been told so often how the search stands."""

    def __init__(self, times: int):
        self.left = times

    def standing(self, _text):
        self.left -= 1
        if not self.left:
            raise KeyboardInterrupt


def files(folder: Path) -> dict[str, bytes]:
    tables = [f"balance-{name}.csv" for name in ("proposals", "targets", "changes", "searched")]
    names = (
        "search.jsonl",
        "search.json",
        "experiment.json",
        "findings.json",
        "rules-1.toml",
        "variants.toml",
        *tables,
    )
    return {name: (folder / name).read_bytes() for name in names}


def test_an_interrupted_search_resumes_to_the_same_bytes(found, tmp_path):
    asked = {"target": EVEN, "vary": VARY, "validate": 40_000, "seed": 1, "out": tmp_path / "cut"}
    for times in (30, 60):
        with pytest.raises(Interrupted, match="continue with"):
            balance(HIGH_ROLL, 40_000, resume=times > 30, progress=StopsAt(times), **asked)
    again = balance(HIGH_ROLL, 40_000, resume=True, **asked)
    assert again.result.headline == found.result.headline
    assert files(tmp_path / "cut") == files(found.folder)


def test_minutes_end_the_search_and_leave_the_nearest(tmp_path):
    shown = balance(HIGH_ROLL, target=EVEN, vary=VARY, minutes=0.0005, validate=4_000, seed=1, out=tmp_path / "b")
    assert shown.experiment.question["ended"] == "the time was up"


# ------------------------------------------------------------------------------------------------ many seeds


@pytest.mark.verify
def test_the_toy_is_balanced_on_twenty_of_twenty_seeds(tmp_path):
    for seed in range(1, 21):
        shown = balance(HIGH_ROLL, 60_000, target=EVEN, vary=VARY, seed=seed, out=tmp_path / str(seed))
        first = shown.tables["proposals"].row(0, named=True)
        assert first["changes"] == 1
        near = [exact(shown.tables["proposals"]["settings"][0].split())]
        assert 0.48 - 0.04 <= near[0] <= 0.52 + 0.04, (seed, first)


@pytest.mark.verify
def test_rules_that_meet_the_target_are_left_alone_in_95_of_100(tmp_path):
    rate = 100 * first_wins()
    target = f"win rate of seat 1 in {rate - 2.0:.2f}..{rate + 2.0:.2f} %"
    proposed = 0
    for seed in range(1, 101):
        shown = balance(
            HIGH_ROLL, 10_000, target=target, vary=VARY, validate=10_000, seed=seed, out=tmp_path / str(seed)
        )
        proposed += bool(shown.tables["proposals"].height)
    assert proposed <= 5
