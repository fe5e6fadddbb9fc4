"""Tuning and the red team, held against a game whose best weights are known; searches stop and go on; wrong use."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from functools import partial
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from digsite.simulator.cli.app import main
from digsite.simulator.errors import WrongUse
from digsite.simulator.lab.common.progress import Interrupted
from digsite.simulator.lab.players.cma import (
    LOOK_BACK,
    Arena,
    Generation,
    Limits,
    Log,
    Search,
    SearchResult,
    SearchSpace,
    fields_of,
    has_stalled,
)
from digsite.simulator.lab.players.exploit import exploit
from digsite.simulator.lab.players.tune import tune
from digsite.strategies.bounds import Bounds
from digsite.strategies.registry import strategies_of

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("digsite", "simulator", "strategies", "analyses", "reports")


@pytest.fixture(scope="module")
def found(tmp_path_factory) -> dict:
    """What the scenarios showed: a copy of the project with Pick in it, as plain Python, so that nothing is compiled."""
    house = tmp_path_factory.mktemp("house")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, house / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(Path(__file__).parent / "pick", house, dirs_exist_ok=True)
    here = os.environ | {"PYTHONPATH": str(house), "NUMBA_DISABLE_JIT": "1", "DIGSITE_CACHE": str(house / "cache")}
    told = subprocess.run(
        [sys.executable, "scenarios.py"], cwd=house, env=here, capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stderr
    return json.loads(told.stdout)


def sentences(found: dict) -> str:
    return " ".join(finding["sentence"] for finding in found["findings"])


# ------------------------------------------------------------------------------------------------ tuning


def test_a_planted_optimum_is_found(found):
    known = dict(zip(found["planted"]["question"]["weights"], found["planted"]["question"]["tuned"], strict=True))
    assert (known["number"], known["bold"]) == (5, 1)
    assert found["planted"]["gain"][-1]["gain_low"] > 0.3
    assert found["planted"]["findings"][0]["kind"] == "caused"
    assert found["planted"]["findings"][0]["certainty"] == "certain"


def test_the_weights_that_matter_are_told_from_those_that_do_not(found):
    lost = {row["weight"]: row for row in found["planted"]["weights"]}
    assert lost["number"]["lost_low"] > 0.1
    assert lost["idle"]["lost"] == 0
    assert "number (0 to 5" in sentences(found["planted"])
    assert "idle" not in sentences(found["planted"])


def test_nothing_gained_is_said_and_the_file_keeps_the_weights(found):
    assert "Nothing gained" in sentences(found["even"])
    written = tomllib.loads(found["even"]["file"])
    assert written["weights"] == {"number": 0, "bold": 0, "idle": 1}
    assert written["found"]["gained"] is False
    assert written["rules"]["variants"] == ["even"]
    assert written["rules"]["figures"] == {"kind": 1}


def test_the_file_says_where_its_weights_come_from(found):
    written = tomllib.loads(found["planted"]["file"])
    assert (written["game"], written["strategy"]) == ("pick", "rock")
    assert (written["weights"]["number"], written["found"]["against"]) == (5, ["paper", "scissors"])
    assert (written["found"]["players"], written["found"]["seed"], written["found"]["gained"]) == (2, 1, True)
    assert written["provenance"]["command"].startswith("digsite tune pick rock --games")


def test_a_search_that_was_stopped_and_cut_off_comes_to_the_same_on_any_threads(found):
    whole, stopped = found["planted"], found["stopped"]
    assert "continue with the same command and --resume" in stopped["said"]
    assert stopped["question"] == whole["question"]
    assert stopped["gain"] == whole["gain"]
    assert stopped["weights"] == whole["weights"]


def test_weights_that_make_the_style_are_held(found):
    asked = found["held"]["question"]
    assert asked["free"] == ["bold", "idle"]
    assert asked["tuned"][0] == asked["own"][0] == 1


def test_weights_may_depend_on_the_number_of_players(found):
    rock, scissors = found["met"][0][0], found["met"][-1][0]
    assert rock[0] == 5  # from the file
    assert scissors[0] == 3  # as [scissors.players.3] has it


def test_a_search_begins_with_the_weights_of_a_file(found):
    assert found["again"]["question"]["own"] == found["planted"]["question"]["tuned"]


def test_a_search_that_goes_on_otherwise_is_refused_by_what_was_typed(found):
    assert "the command changed" in found["otherwise"]
    assert "validate was 200, now 100" in found["otherwise"]
    assert "plans" not in found["otherwise"]


def test_a_budget_without_room_for_a_generation_is_said_to_search_nothing(found):
    cost = found["again"]["question"]["games_of_a_generation"]
    assert cost > 1
    assert sentences(found["again"]) == (
        f"Nothing was searched: a generation takes {cost:,} games, more than there were. "
        "The weights of rock@planted/tuned.toml are as they were."
    )
    (said,) = [note for note in found["ring"]["notes"] if note.startswith("Nothing was searched")]
    least = found["ring"]["question"]["exploits"][0]["least"]
    assert f"a generation from every style takes {least:,} games in all, more than there were" in said
    assert "exploit" not in sentences(found["ring"])  # nothing is said to have been sought in vain
    assert not any(note.startswith("Nothing was searched") for note in found["dominant"]["notes"])


# ------------------------------------------------------------------------------------------------ the red team


def test_a_planted_dominant_strategy_is_found(found):
    first = found["dominant"]["findings"][0]
    assert first["sentence"].startswith("Dominant strategy: ")
    assert "@exploit-1.toml is the best reply to all 4 fields" in first["sentence"]
    assert (first["kind"], first["certainty"] in ("certain", "likely")) == ("tested", True)
    own = {row["weight"]: row["own"] for row in found["dominant"]["weights"]}
    assert own["number"] >= 4
    assert own["bold"] == 1
    assert found["dominant"]["exploits"][0]["win_low"] > 0.5


def test_a_strategy_that_no_search_betters_takes_part_once_and_can_be_dominant(found):
    players = [row["strategy"] for row in found["best"]["mixture"]]
    assert players == ["rock:number=5:bold=1", "paper", "scissors"]
    assert "Dominant strategy: rock:number=5:bold=1 is the best reply to all 3 fields" in sentences(found["best"])
    assert "No exploit was found: no search came to more than rock:number=5:bold=1 as it is" in sentences(found["best"])
    assert found["best"]["question"]["exploits"][0]["generations"] > 0
    assert not found["best"]["files"]


def test_what_an_exploit_does_differently_is_told_by_columns(found):
    changed = {row["column"]: row for row in found["dominant"]["differences"]}
    assert changed["bold"]["own"] == 1
    assert changed["number"]["change_low"] > 0


def test_exploits_may_think(found):
    told = [row["exploit"] for row in found["thinks"]["exploits"]]
    assert told == ["rock", "rock+2"]  # nothing was searched: it is rock that thinks
    assert [row["strategy"] for row in found["thinks"]["mixture"]] == ["rock", "paper", "rock+2"]


def test_in_a_symmetric_game_there_is_neither_an_exploit_nor_a_dominant_strategy(found):
    assert found["none"]["question"]["exploits"][0]["generations"] > 0  # there was a search, and it came to nothing
    assert "No dominant strategy" in sentences(found["none"])
    assert "No exploit was found" in sentences(found["none"])
    assert "never worth playing" not in sentences(found["none"])
    assert {row["worth"] for row in found["none"]["mixture"]} == {True}


def test_rock_paper_scissors_is_mixed_evenly_and_a_ring_is_named(found):
    parts = {row["strategy"]: row["part"] for row in found["ring"]["mixture"]}
    assert parts == pytest.approx({"rock": 1 / 3, "paper": 1 / 3, "scissors": 1 / 3}, abs=1e-6)
    assert "in a ring" in sentences(found["ring"])


def test_a_report_tells_the_dominant_strategy_and_what_tuning_gained(found):
    assert "Dominant strategy: " in found["page"]
    assert "With tuned weights rock wins" in found["page"]


# ------------------------------------------------------------------------------------------------ luck


@pytest.fixture
def lucks(monkeypatch) -> list[tuple[int, int]]:
    """The seed and the first game of everything that candidates play, in order."""
    seen, shares = [], Arena.shares

    def noted(arena, candidates, first, games, *rest):
        seen.append((arena.plans[0].seed, first))
        return shares(arena, candidates, first, games, *rest)

    monkeypatch.setattr(Arena, "shares", noted)
    return seen


def test_what_is_found_is_tried_on_luck_that_no_search_has_seen(lucks, tmp_path):
    small = {"against": "banker", "each": 2, "validate": 2, "seed": 1}
    shown = tune("archaeology", "merchant", 80, **small, out=tmp_path / "t")
    *generations, put_back = lucks
    assert len(generations) == len(set(generations)) == 2  # each has luck of its own
    seeds = {generations[0][0], put_back[0], *(run.plan.seed for run in shown.experiment.arms.values())}
    assert len(seeds) == 3


def test_the_best_of_the_styles_is_told_on_luck_that_no_search_has_seen(lucks, tmp_path, monkeypatch):
    monkeypatch.setattr("digsite.simulator.lab.players.exploit.EACH", 2)
    monkeypatch.setattr("digsite.simulator.lab.players.exploit.SELECT", 2)
    shown = exploit("archaeology", 40, strategies="merchant", validate=2, seed=1, out=tmp_path / "e")
    (searched, _), (selected, _) = lucks
    assert len({searched, selected, *(run.plan.seed for run in shown.experiment.arms.values())}) == 3


def test_the_red_team_frees_the_weights_that_make_a_style(tmp_path, monkeypatch):
    searched = []
    monkeypatch.setattr(
        Search, "run", lambda search, *_: searched.append(search) or SearchResult(search.space.start, [], "games")
    )
    monkeypatch.setattr(Arena, "shares", lambda arena, candidates, *_: np.ones((len(candidates), 1, 1)))
    exploit("archaeology", 40, strategies="merchant", validate=2, seed=1, out=tmp_path / "e")
    style = strategies_of("archaeology")["merchant"].style
    assert style
    assert set(style) <= set(searched[0].space.bounds) == set(searched[0].space.names)


@pytest.mark.parametrize(
    ("verb", "stop", "said"),
    [
        ("tune", 3, "2 generations are saved in "),  # while one weight after the other is put back
        ("exploit", 2, "1 generation is saved in "),  # before the styles are told apart
        ("exploit", 3, "1 generation is saved in "),  # in the first generation of the second search
    ],
)
def test_who_stops_is_told_of_all_generations_and_how_to_go_on(verb, stop, said, tmp_path, monkeypatch):
    monkeypatch.setattr("digsite.simulator.lab.players.exploit.EACH", 2)
    monkeypatch.setattr("digsite.simulator.lab.players.exploit.SELECT", 2)
    calls, shares = count(1), Arena.shares

    def stopped(*arguments):
        if next(calls) == stop:
            raise KeyboardInterrupt
        return shares(*arguments)

    monkeypatch.setattr(Arena, "shares", stopped)
    tuning = partial(tune, "archaeology", "merchant", 80, against="banker", each=2)
    hunting = partial(exploit, "archaeology", 160, strategies="merchant,banker")
    search = tuning if verb == "tune" else hunting
    with pytest.raises(Interrupted, match=f"^{said}") as told:
        search(validate=2, seed=1, out=tmp_path / "t")
    assert str(told.value).endswith(f"continue with the same command and --resume --out {tmp_path / 't'}")


def test_who_stops_before_the_first_games_on_fresh_luck_is_told_that_the_search_is_saved(tmp_path, monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    small = {"against": "banker", "each": 2, "validate": 2, "seed": 1, "out": tmp_path / "t"}
    with monkeypatch.context() as patch:
        patch.setattr("digsite.simulator.lab.experiments.arms.ExperimentPlay._write", stop)
        with pytest.raises(
            Interrupted, match=r"the search is saved in .*; continue with the same command and --resume --out"
        ):
            tune("archaeology", "merchant", 80, **small)
    assert tune("archaeology", "merchant", 80, resume=True, **small).experiment.question["generations"] == 2


def test_one_strategy_that_no_search_betters_is_no_exploit_of_itself(tmp_path):
    shown = exploit("archaeology", 1, strategies="merchant", validate=4, seed=1, out=tmp_path / "e")
    assert list(shown.experiment.arms) == ["merchant+merchant"]
    assert "Dominant" not in " ".join(finding.sentence for finding in shown.result.findings)
    assert any(note.startswith("Nothing was searched") for note in shown.result.notes)


# ------------------------------------------------------------------------------------------------ parts of the search


def test_every_rival_sits_equally_often():
    assert fields_of(["a", "b", "c"], 3) == [("a", "b"), ("b", "c"), ("c", "a")]
    assert fields_of(["a"], 4) == [("a", "a", "a")]
    assert fields_of(["a", "b"], 3) == [("a", "b")]


def test_points_of_the_box_are_weights_of_the_right_kind():
    space = SearchSpace(("a", "b", "c"), (2.0, 1.0, 7.0), {"a": Bounds(0, 4, "whole"), "b": Bounds(0, 2)})
    assert space.middle().tolist() == [0.5, 0.5]
    assert space.weights(space.middle()) == (2.0, 1.0, 7.0)
    assert space.weights([0.7, 0.61728]) == (3.0, 1.23, 7.0)
    assert space.steps().tolist() == [0.25, 0.0]


def test_a_weight_at_its_bound_stays_there_in_most_candidates():
    space = SearchSpace(("a", "b"), (0.0, 2.0), {"a": Bounds(0, 4), "b": Bounds(0, 2)})
    low, high = space.middle()
    assert low < 0 < 1 < high
    assert space.weights(space.middle()) == space.start
    assert (space.box()[:, 0] < low).all()


def test_a_search_ends_when_the_last_generations_were_no_better():
    def course(gains):
        return [Generation([], 0.5, 0.5 + gain, 10, 0.1) for gain in gains]

    rising = [at / 100 for at in range(2 * LOOK_BACK)]
    assert not has_stalled(course(rising))
    assert not has_stalled(course([0.0] * (2 * LOOK_BACK - 1)))
    assert has_stalled(course([0.0] * (2 * LOOK_BACK)))
    assert has_stalled(course([0.1] * 2 + [0.2] * LOOK_BACK + [0.1] * LOOK_BACK))


class SameShares:
    """Tables at which nobody wins more than anybody else, and whose games take time by a clock of their own alone."""

    seats, plans = 2, (None,)

    def __init__(self, seconds=0.0):
        self.now, self.seconds = 0.0, seconds

    def games(self, wanted):
        return wanted

    def shares(self, candidates, first, games, report):
        for _ in candidates:
            self.now += self.seconds / len(candidates)
            report(games)
        return np.full((len(candidates), 1, games), 0.5)


A_SPACE = SearchSpace(("a",), (1.0,), {"a": Bounds(0, 4)})


@pytest.mark.parametrize(
    ("limits", "generations", "ended"),
    [
        (lambda cost: Limits(games=3 * cost), 3, "games"),
        (lambda cost: Limits(games=4 * cost - 1), 3, "games"),
        (lambda _: Limits(minutes=3 * 20 / 60), 3, "minutes"),
        (lambda _: Limits(), 2 * LOOK_BACK, "nothing more was gained"),
    ],
)
def test_a_search_ends_by_games_by_minutes_or_when_nothing_more_is_gained(
    limits, generations, ended, tmp_path, monkeypatch
):
    """Each generation takes twenty seconds by the clock."""
    arena = SameShares(20.0)
    monkeypatch.setattr("digsite.simulator.lab.players.cma.time.monotonic", lambda: round(arena.now, 6))
    search = Search(A_SPACE, arena, seed=1, each=2)
    monkeypatch.setattr(search._cma, "should_stop", lambda: len(search.course) >= 3 * LOOK_BACK)
    found = search.run(Log(tmp_path / "log"), limits(search.cost), lambda _: None)
    assert (len(found.course), found.ended) == (generations, ended)


@pytest.mark.parametrize(("minutes", "generations"), [(0.5, 0), (1.0, 1), (1.5, 1), (2.5, 2)])
def test_a_generation_that_does_not_fit_the_minutes_ends_with_them(minutes, generations, tmp_path, monkeypatch):
    arena = SameShares(60.0)
    monkeypatch.setattr("digsite.simulator.lab.players.cma.time.monotonic", lambda: round(arena.now, 6))
    search, told = Search(A_SPACE, arena, seed=1, each=2), []
    found = search.run(
        Log(tmp_path / "log"), Limits(minutes=minutes), lambda now: told.append((len(now.course), now.played))
    )
    assert (len(found.course), found.ended) == (generations, "minutes")
    assert arena.now <= 60 * minutes + 60 / (search.cost / 2)  # a piece of a generation more, and never a whole one
    assert len(Log(tmp_path / "log").of("")) == generations
    assert (0, 2) in told  # the first generation shows itself while it is played
    assert found.weights == (search.best if generations else A_SPACE.start)


def test_a_log_forgets_a_line_that_was_cut_off(tmp_path):
    made = Generation([0.1, 0.2], 0.5, 0.5, 10, 0.1)
    log = Log(tmp_path / "log")
    log.add("x", made)
    log.add("x", made)
    log.path.write_text(log.path.read_text()[:-5])
    again = Log(log.path)
    assert again.of("x") == [made]
    again.add("x", made)
    assert Log(log.path).of("x") == [made, made]


def test_generations_of_all_searches_count(tmp_path):
    made = Generation([0.1, 0.2], 0.5, 0.5, 10, 0.1)
    log = Log(tmp_path / "log")
    for search in ("x", "x", "y"):
        log.add(search, made)
    assert len(log) == len(Log(log.path)) == 3


# ------------------------------------------------------------------------------------------------ wrong use


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"strategy": "oportunist"}, "Did you mean 'opportunist'"),
        ({"strategy": "opportunist+8"}, "looks ahead; tune it as opportunist"),
        ({"strategy": "random"}, "random has no weights to tune"),
        ({"against": "rushr"}, "Did you mean 'rusher'"),
        ({"free": "styl"}, "Did you mean 'style'"),
        ({"minutes": 0.0}, "--minutes must be above 0"),
        ({"games": "many"}, "--games must be a whole number"),
        ({"validate": 0}, "--validate must be at least 1"),
        ({"seats": "rusher"}, "name the rivals with against"),
        ({"players": 9}, "is for 2 to 4 players"),
    ],
)
def test_wrong_use_of_tune_is_answered_with_a_sentence(wrong, said, tmp_path):
    with pytest.raises(WrongUse, match=said):
        tune(**{"game": "lost-cities", "strategy": "opportunist", "games": 10, "out": tmp_path / "t", **wrong})


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"against": "rusher", "every_field": True}, "Choose one"),
        ({"think": "8:tempo=3"}, "no knob of look-ahead players 'tempo'"),
        ({"strategies": "rusher+8"}, "let exploits look ahead with --think"),
        ({"strategies": "random"}, "None of random has weights"),
        ({"against": "rushr"}, "Did you mean 'rusher'"),
        ({"minutes": -1.0}, "--minutes must be above 0"),
        ({"players": 4, "every_field": True}, "make more than 500 line-ups of 4"),
        ({"seats": "rusher"}, "makes its own line-ups"),
        ({"think": "0"}, "2 to 1,000,000 sampled deals for each option"),
        ({"think": "8:cautoin=1"}, "Did you mean 'caution'"),
    ],
)
def test_wrong_use_of_exploit_is_answered_with_a_sentence_before_anything_is_searched(wrong, said, tmp_path):
    with pytest.raises(WrongUse, match=said):
        exploit(**{"game": "lost-cities", "games": 10, "out": tmp_path / "t", **wrong})
    assert not (tmp_path / "t").exists()


@pytest.mark.parametrize("verb", ["tune", "exploit"])
def test_help_ends_with_two_examples(verb, capsys):
    with pytest.raises(SystemExit):
        main([verb, "--help"])
    told = capsys.readouterr().out
    assert told.count(f"digsite {verb} ") >= 2
